/**
 * The five tiles of the lobby: the order they stand in, and what lies on each piece of felt. Games
 * from outside follow, each with a tile made from its document.
 */

import type { Cents, TableDocument, WagerKey } from '../protocol';
import type { components } from '../protocol.gen';
import { sideWagers } from '../table/defaultFelt';
import { feltOf, type Felt } from '../table/felts';

export interface Tile {
  game: string;
  /** The name as lettered, in two lines. */
  name: [string, string];
  cards: [string, string, string];
  /** Which spots are seen; the one that a phone shows comes first. */
  spots: WagerKey[];
  chips: Record<WagerKey, Cents>;
  /** Draws spots nearer to the middle than they stand on the table, where a tile is narrow. */
  squeeze?: number;
  /** Of a game from outside. */
  felt?: Felt;
}

type Facts = components['schemas']['LobbyGame'];

/** A tile and what the server says about its table, once it has spoken. */
export interface OfferedTile {
  table: string;
  tile: Tile;
  facts?: Facts;
}

const OWN = (game: string): boolean => TILES.some((tile) => tile.game === game);

/** The tables whose tiles can't be drawn without their documents. */
export function fromOutside(tables: Facts[]): Facts[] {
  return tables.filter(({ game }) => !OWN(game));
}

/**
 * The tables on offer in the order of the tiles; the five games until the server has spoken. Documents
 * of games from outside are given by fingerprint.
 */
export function offered(
  tables: Facts[] | undefined,
  documents: Record<string, TableDocument> = {},
): OfferedTile[] {
  if (!tables) return TILES.map((tile) => ({ table: tile.game, tile }));
  const own = TILES.flatMap((tile) =>
    tables.filter((facts) => facts.game === tile.game).map((facts) => ({ table: facts.table, tile, facts })),
  );
  const others = fromOutside(tables).map((facts) => {
    const document = documents[facts.fingerprint];
    return { table: facts.table, tile: document ? tileOf(document) : bareTile(facts), facts };
  });
  // A house that was opened with a game of its own lists it first.
  const leads = tables[0] !== undefined && !OWN(tables[0].game);
  return leads ? [...others, ...own] : [...own, ...others];
}

const MOST_SIDES = 4;
const CARDS: [string, string, string] = ['Ah', '9s', '5d'];

function inTwoLines(title: string): [string, string] {
  const words = title.split(' ');
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')];
}

/** Whose document has not come: its name and its facts are enough to sit down. */
function bareTile({ game, title }: Facts): Tile {
  return { game, name: inTwoLines(title), cards: CARDS, spots: [], chips: {} };
}

export function tileOf(document: TableDocument): Tile {
  const { game, title, first } = document;
  const sides = sideWagers(document).slice(0, MOST_SIDES);
  return {
    game,
    name: inTwoLines(title),
    cards: CARDS,
    spots: [first, ...sides.map(({ wager }) => wager)],
    chips: { [first]: 2_500 },
    felt: feltOf(document),
    ...(sides.length > 2 ? { squeeze: 0.8 } : {}),
  };
}

export const TILES: Tile[] = [
  {
    game: 'three-card-poker',
    name: ['Three Card', 'Poker'],
    cards: ['Qs', 'Qd', '7h'],
    spots: ['ante', 'pair-plus', 'progressive'],
    chips: { ante: 5_000, 'pair-plus': 500, progressive: 250 },
  },
  {
    game: 'three-card-prime',
    name: ['Three Card', 'Prime'],
    cards: ['Ad', 'Kd', '2s'],
    spots: ['prime', 'ante', 'all-six', 'pair-bonus'],
    chips: { ante: 2_500, prime: 500 },
    squeeze: 0.74,
  },
  {
    game: 'three-pictures',
    name: ['Three', 'Pictures'],
    cards: ['Jh', 'Kc', 'Qd'],
    spots: ['tie', 'three-pictures', 'initial'],
    chips: { initial: 12_500, tie: 500 },
  },
  {
    game: 'prosperity-3-pictures',
    name: ['Prosperity', '3 Pictures'],
    cards: ['Kh', 'Ks', '4c'],
    spots: ['tie', 'player-prosperity', 'picture-perfect', 'dealer-prosperity', 'initial'],
    chips: { tie: 1_000 },
    squeeze: 0.8,
  },
  {
    game: 'lucky-three-pictures',
    name: ['Lucky', 'Three Pictures'],
    cards: ['6c', 'Jd', 'Qh'],
    spots: ['lucky-tie', 'player-lucky-6', 'dealer-lucky-6', 'lucky-pictures', 'initial'],
    chips: { initial: 2_500, 'lucky-tie': 500 },
    squeeze: 0.8,
  },
];
