/** Cards as data: what they are called, where their pips stand, and which picture a court card has. */

const COURTS = import.meta.glob<string>(
  '/node_modules/@heruka_urgyen/react-playing-cards/src/images/2color/[JQK][SHDC].svg',
  { eager: true, query: '?url', import: 'default' },
);

const COURT_ART = new Map(
  Object.entries(COURTS).map(([path, address]) => {
    const [rank, suit] = path.slice(-6, -4);
    return [`${rank}${suit?.toLowerCase()}`, address];
  }),
);

export const FACE_DOWN = '??';

const RANKS: Record<string, string> = {
  A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight',
  7: 'seven', 6: 'six', 5: 'five', 4: 'four', 3: 'three', 2: 'two',
}; // prettier-ignore

export const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' } as const;
export type Suit = keyof typeof SUITS;

export function suitOf(card: string): Suit {
  return card.charAt(1) as Suit;
}

export function rankOf(card: string): string {
  return card.charAt(0);
}

/** "queen of spades". */
export function cardWords(card: string): string {
  return card === FACE_DOWN ? 'face down' : `${RANKS[rankOf(card)]} of ${SUITS[suitOf(card)]}`;
}

/** The rank as it is printed in a corner. */
export function indexOf(card: string): string {
  return rankOf(card) === 'T' ? '10' : rankOf(card);
}

export function isCourt(card: string): boolean {
  return 'JQK'.includes(rankOf(card));
}

export function courtArt(card: string): string | undefined {
  return COURT_ART.get(card);
}

/** Splits a hand as views write it. */
export function cardsOf(hand: string): string[] {
  return hand.split(' ').filter(Boolean);
}

/** Fetches the twelve court pictures before the first one is turned. */
export function preloadCourts(): void {
  for (const address of COURT_ART.values()) {
    const picture = new Image();
    picture.src = address;
    picture.decode?.().catch(() => {});
  }
}

/** Suits drawn around the origin, 24 units high. */
export const SUIT_SHAPES: Record<Suit, string> = {
  h: 'M0 11C-3.4 5.6-10.5 1-10.5-5.2-10.5-9-7.9-11.4-5-11.4-2.7-11.4-.9-9.9 0-7.6.9-9.9 2.7-11.4 5-11.4 7.9-11.4 10.5-9 10.5-5.2 10.5 1 3.4 5.6 0 11Z',
  d: 'M0-12.4C2.6-7.6 5.4-3.7 9 0 5.4 3.7 2.6 7.6 0 12.4-2.6 7.6-5.4 3.7-9 0-5.4-3.7-2.6-7.6 0-12.4Z',
  s: 'M0-12C3.2-6.9 10.4-3.2 10.4 2.8 10.4 6 8 8.1 5.3 8.1 3.5 8.1 2 7.4 1 6 1.2 8.7 2.1 10.6 4 12H-4C-2.1 10.6-1.2 8.7-1 6-2 7.4-3.5 8.1-5.3 8.1-8 8.1-10.4 6-10.4 2.8-10.4-3.2-3.2-6.9 0-12Z',
  c: 'M0-12A5.2 5.2 0 0 1 3.9-3.4 5.3 5.3 0 1 1 1 4.8C1.2 8 2.1 10.3 4 12H-4C-2.1 10.3-1.2 8-1 4.8A5.3 5.3 0 1 1-3.9-3.4 5.2 5.2 0 0 1 0-12Z',
};

type Pip = { x: number; y: number; isTurned: boolean };

const LEFT = 33;
const MIDDLE = 50;
const RIGHT = 67;

function column(x: number, ...heights: number[]): Pip[] {
  return heights.map((y) => ({ x, y, isTurned: y > 70 }));
}

function pair(...heights: number[]): Pip[] {
  return [...column(LEFT, ...heights), ...column(RIGHT, ...heights)];
}

const PIPS: Record<string, Pip[]> = {
  2: column(MIDDLE, 29, 111),
  3: column(MIDDLE, 29, 70, 111),
  4: pair(29, 111),
  5: [...pair(29, 111), ...column(MIDDLE, 70)],
  6: pair(29, 70, 111),
  7: [...pair(29, 70, 111), ...column(MIDDLE, 49.5)],
  8: [...pair(29, 70, 111), ...column(MIDDLE, 49.5, 90.5)],
  9: [...pair(27, 55.7, 84.3, 113), ...column(MIDDLE, 70)],
  T: [...pair(27, 55.7, 84.3, 113), ...column(MIDDLE, 41.3, 98.7)],
};

/** Where the pips of a card from two to ten stand, on a card of 100 by 140. */
export function pipsOf(card: string): Pip[] {
  return PIPS[rankOf(card)] ?? [];
}
