import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Lobby from '../../src/lobby/Lobby.svelte';
import { account } from '../../src/lobby/guest.svelte';
import { TILES } from '../../src/lobby/tiles';
import { router } from '../../src/router.svelte';

function facts(table: string, game = table, line = 'A line.'): object {
  const edge = { title: 'Initial wager', per_cent: game.includes('prosp') ? '3.06' : '1.23', of: 'Ante' };
  const badge = game.includes('prosp') ? 'The player has the edge on Tie' : null;
  return { table, game, title: game, line, edge, badge, fingerprint: 'f' };
}

const WAR = {
  game: 'war-three',
  title: 'War Three',
  first: 'war',
  follow_up: null,
  wagers: ['War bet', 'Red Alert'].map((title, index) => {
    return { wager: index ? 'red' : 'war', title, offered: true, paid_at: null, equals: null, rows: [] };
  }),
};

let games: object[];
let waiting: object[];

let asked: string[];
let isDown: boolean;

beforeEach(() => {
  [asked, isDown, waiting] = [[], false, []];
  account.guest = null;
  games = TILES.map(({ game }) => facts(game));
  localStorage.clear();
  vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
    asked.push(`${options?.method ?? 'GET'} ${path} ${options?.body ?? ''}`.trim());
    if (path === '/v1/lobby') return Response.json({ games, deals: 407_170_400 });
    if (path === '/v1/documents/f') return Response.json(WAR);
    if (path === '/v1/documents/gone') return Response.json({}, { status: 500 });
    if (path === '/v1/tables' && !options?.method) return Response.json({ tables: waiting });
    if (isDown) throw new TypeError('no line');
    if (path === '/v1/guests') return Response.json({ person: 'G', name: 'Guest 417', balance: 100_000 });
    return Response.json({ table: 'T1', game: 'three-pictures', fingerprint: 'f' });
  });
});
afterEach(() => vi.unstubAllGlobals());

function button(container: HTMLElement, game: string): HTMLElement {
  return container.querySelector<HTMLElement>(`[data-game="${game}"] [data-button="play-now"]`)!;
}

test('five tiles stand before the server has spoken', () => {
  const { container } = render(Lobby);
  expect(container.querySelectorAll('[data-game]')).toHaveLength(5);
});

test('a tile says its edge and warns of a bet that favours the player', async () => {
  render(Lobby);
  await screen.findByText('The player has the edge on Tie');
  screen.getByText('3.06 %');
  screen.getByText(/All 407,170,400 deals counted/);
});

test('one tap: a guest, a table, a seat', async () => {
  const { container } = render(Lobby);
  await fireEvent.click(button(container, 'three-pictures'));
  await waitFor(() => expect(router.route).toEqual({ page: 'table', table: 'T1' }));
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /v1/guests {}',
    'POST /v1/tables {"game":"three-pictures"}',
  ]);
});

test('a house offers what its file says, also two tables of one game', async () => {
  games = [facts('three-pictures'), facts('high', 'three-pictures', 'Three Pictures, high limit')];
  const { container } = render(Lobby);
  await screen.findByText('Three Pictures, high limit');
  expect(container.querySelectorAll('[data-game]')).toHaveLength(2);
  await fireEvent.click(button(container, 'high'));
  await waitFor(() => expect(asked).toContain('POST /v1/tables {"game":"high"}'));
});

test('a game from outside has a tile made from its document, and one without it if that does not come', async () => {
  games = [
    facts('war-three'),
    facts('three-pictures'),
    { ...facts('lost', 'lost-game'), fingerprint: 'gone' },
  ];
  const { container } = render(Lobby);
  await waitFor(() => expect(button(container, 'lost')).toBeTruthy());
  await waitFor(() =>
    expect(container.querySelector('[data-game="war-three"] .felt svg')?.textContent).toContain('25'),
  );
  expect(container.querySelector('[data-game="lost"] .felt svg')).toBeNull();
  const order = [...container.querySelectorAll<HTMLElement>('[data-game]')].map(
    ({ dataset }) => dataset.game,
  );
  expect(order).toEqual(['war-three', 'lost', 'three-pictures']);
  await fireEvent.click(button(container, 'war-three'));
  await waitFor(() => expect(asked).toContain('POST /v1/tables {"game":"war-three"}'));
});

test('a tile shows the hand that waits, and is the one to go on at', async () => {
  const table = {
    table: 'T9',
    offer: 'three-pictures',
    game: 'three-pictures',
    staked: 2_500,
    decides: true,
  };
  waiting = [table];
  const { container } = render(Lobby);
  account.guest = { person: 'G', name: 'Guest 417', balance: 97_500, is_player: false, wallet: false };
  await screen.findByText('Your hand waits, with $25 on it');
  expect(container.querySelector('[data-waiting]')?.getAttribute('data-waiting')).toBe('T9');
  expect(button(container, 'three-pictures').textContent).toContain('Go on');
  const gold = [...container.querySelectorAll('.gold-button')];
  expect(gold).toEqual([button(container, 'three-pictures')]);
});

test('whoever was never here is not asked for', () => {
  render(Lobby);
  expect(asked.some((line) => line.includes('/me'))).toBe(false);
});

test('a house that does not answer is said so, and can be tried again', async () => {
  isDown = true;
  const { container } = render(Lobby);
  await fireEvent.click(button(container, 'three-pictures'));
  await screen.findByText('The house does not answer. Try again in a moment.');
  expect(button(container, 'three-pictures').getAttribute('aria-busy')).toBe('false');
});
