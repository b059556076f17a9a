/** The five tiles of the lobby: the order they stand in, and what lies on each piece of felt. */

import type { Cents, WagerKey } from '../protocol';
import type { components } from '../protocol.gen';

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
}

type Facts = components['schemas']['LobbyGame'];

/** A tile and what the server says about its table, once it has spoken. */
export interface OfferedTile {
  table: string;
  tile: Tile;
  facts?: Facts;
}

/** The tables on offer in the order of the tiles; the five games until the server has spoken. */
export function offered(tables: Facts[] | undefined): OfferedTile[] {
  if (!tables) return TILES.map((tile) => ({ table: tile.game, tile }));
  return TILES.flatMap((tile) =>
    tables.filter((facts) => facts.game === tile.game).map((facts) => ({ table: facts.table, tile, facts })),
  );
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
