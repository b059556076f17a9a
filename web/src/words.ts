/** Every word that the page itself says. What rules, pays and results say comes from the server. */

export const words = {
  card: { faceDown: 'card, face down' },
  notFound: {
    title: 'There is no such page',
    text: 'The tables are in the lobby.',
    home: 'To the lobby',
  },
};
