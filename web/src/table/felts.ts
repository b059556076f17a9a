/**
 * The five felts as data: which shape lies where, and which wager it belongs to. Pays and rules are
 * never written here: they are printed from the document of the table in force. Other games have a
 * felt made from their document.
 */

import type { TableDocument, WagerKey } from '../protocol';
import { defaultFelt } from './defaultFelt';
import type { SpotShapeName } from '../parts/spots';
import type { Lift, StageName } from './stages';

export interface SpotPlace {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Spot {
  wager: WagerKey;
  shape: SpotShapeName;
  /** As printed on the cloth, line by line. */
  label: string[];
  places: Record<StageName, SpotPlace>;
  /** Where the label stands on the desk once chips cover it. */
  labelSide: 'left' | 'above';
}

export interface Felt {
  /** The name as lettered on the cloth. */
  name: string;
  /** The wager that opens a hand, where its spot does not show it by its shape. */
  main?: WagerKey;
  /** Picture cards count here, so they are marked. */
  marksPictures: boolean;
  /** The middle of a box on the desk; the desk's spots are measured from it. */
  box: { x: number; y: number };
  /** Chips on side bets, where spots stand close together. */
  sideChip?: number;
  /** What makes room for the reasons on a phone. */
  phoneLift: Lift;
  /** What is printed under the fourth card, where it has a name of its own. */
  fourthCard?: string;
  /** A fourth card of this rank pays more on this wager, so its spot flashes. */
  flash?: { rank: string; wager: WagerKey };
  spots: Spot[];
}

/** x, y, and a size: one number for round shapes (half of it), two for rectangles. */
export type Placing = [x: number, y: number, size: number, height?: number];

function place([x, y, size, height]: Placing): SpotPlace {
  return height === undefined ? { x, y, width: size * 2, height: size * 2 } : { x, y, width: size, height };
}

export function spot(
  wager: WagerKey,
  shape: SpotShapeName,
  label: string,
  desk: Placing,
  phone: Placing,
  wide: Placing,
  labelSide: Spot['labelSide'] = 'above',
): Spot {
  const places = { desk: place(desk), phone: place(phone), wide: place(wide) };
  return { wager, shape, label: label.split('/'), places, labelSide };
}

export const POKER_BOX = { x: 720, y: 486 };
export const PICTURES_BOX = { x: 720, y: 500 };

const FELTS: Record<string, Felt> = {
  'three-card-poker': {
    name: 'Three Card Poker',
    marksPictures: false,
    box: POKER_BOX,
    phoneLift: { spots: 94, cards: 136, size: 1 },
    spots: [
      spot('pair-plus', 'circle', 'Pair/Plus', [0, -106, 33], [112, 304, 36], [118, 172, 33], 'left'),
      spot('ante', 'diamond', 'Ante', [0, -22, 46], [212, 304, 50], [214, 172, 46]),
      spot('play', 'rectangle', 'Play', [0, 66, 84, 56], [324, 304, 92, 72], [318, 172, 92, 64]),
      spot('progressive', 'lamp', 'Progressive', [132, -106, 15], [40, 298, 15], [42, 166, 15]),
    ],
  },
  'three-card-prime': {
    name: 'Three Card Prime',
    marksPictures: false,
    box: POKER_BOX,
    phoneLift: { spots: 58, cards: 86, size: 0.706 },
    fourthCard: 'Pair Bonus card',
    flash: { rank: '2', wager: 'pair-bonus' },
    spots: [
      spot('all-six', 'hexagon', 'All/Six', [0, -108, 33], [75, 264, 36], [54, 172, 34]),
      spot('prime', 'halves', 'Prime', [-134, -22, 34], [195, 264, 36], [144, 172, 34]),
      spot('pair-bonus', 'circle', 'Pair/Bonus', [134, -22, 34], [315, 264, 36], [234, 172, 34]),
      spot('ante', 'diamond', 'Ante', [0, -22, 46], [140, 352, 46], [330, 172, 44]),
      spot('play', 'rectangle', 'Play', [0, 66, 84, 56], [262, 352, 92, 68], [432, 172, 84, 60]),
    ],
  },
  'three-pictures': {
    name: 'Three Pictures',
    sideChip: 40,
    marksPictures: true,
    box: PICTURES_BOX,
    phoneLift: { spots: 92, cards: 140, size: 1 },
    spots: [
      spot('tie', 'circle', 'Tie', [-60, -74, 36], [68, 300, 40], [60, 172, 36]),
      spot('three-pictures', 'circle', '3 Pictures', [60, -74, 36], [322, 300, 40], [160, 172, 36]),
      spot('initial', 'rectangle', 'Bet', [0, 38, 132, 84], [195, 300, 140, 86], [300, 172, 130, 72]),
    ],
  },
  'prosperity-3-pictures': {
    name: 'Prosperity 3 Pictures',
    sideChip: 38,
    marksPictures: true,
    box: PICTURES_BOX,
    phoneLift: { spots: 61, cards: 90, size: 0.706 },
    spots: [
      spot('player-prosperity', 'circle', 'Player/Prosp.', [-138, -70, 34], [51, 268, 36], [48, 172, 34]),
      spot('tie', 'circle', 'Tie', [-46, -70, 34], [147, 268, 36], [134, 172, 34]),
      spot('picture-perfect', 'circle', 'Picture/Perfect', [46, -70, 34], [243, 268, 36], [220, 172, 34]),
      spot('dealer-prosperity', 'circle', 'Dealer/Prosp.', [138, -70, 34], [339, 268, 36], [306, 172, 34]),
      spot('initial', 'rectangle', 'Bet', [0, 38, 132, 84], [195, 358, 170, 72], [428, 172, 120, 70]),
    ],
  },
  'lucky-three-pictures': {
    name: 'Lucky Three Pictures',
    sideChip: 40,
    marksPictures: true,
    box: PICTURES_BOX,
    phoneLift: { spots: 61, cards: 90, size: 0.706 },
    spots: [
      spot('player-lucky-6', 'circle', 'Player/Lucky 6', [-122, -84, 34], [51, 268, 36], [48, 172, 34]),
      spot('lucky-tie', 'circle', 'Lucky/Tie', [0, -104, 34], [147, 268, 36], [134, 172, 34]),
      spot('lucky-pictures', 'rectangle', 'Lucky/pictures', [0, -36, 138, 44], [243, 268, 72, 72], [220, 172, 70, 68], 'left'),
      spot('dealer-lucky-6', 'circle', 'Dealer/Lucky 6', [122, -84, 34], [339, 268, 36], [306, 172, 34]),
      spot('initial', 'rectangle', 'Bet', [0, 44, 132, 84], [195, 358, 170, 72], [428, 172, 120, 70]),
    ],
  },
}; // prettier-ignore

/** The felt of a game that has one of its own. */
export function ownFelt(game: string): Felt | undefined {
  return FELTS[game];
}

export function feltOf(document: TableDocument): Felt {
  return ownFelt(document.game) ?? defaultFelt(document);
}

/** A spot's place on a stage, in that stage's own units. */
export function spotPlace(felt: Felt, spot: Spot, stage: StageName): SpotPlace {
  const place = spot.places[stage];
  return stage === 'desk' ? { ...place, x: place.x + felt.box.x, y: place.y + felt.box.y } : place;
}
