/**
 * Three stages, each in units of its own: a desk, a phone held upright, a phone on its side. They
 * say where the things stand that every game has; what differs between games is in the felts.
 */

import type { Where } from '../protocol';

export type StageName = 'desk' | 'phone' | 'wide';

export interface Point {
  x: number;
  y: number;
}

export interface HandPlace extends Point {
  /** Width of a card, and the distance from one card's centre to the next. */
  card: number;
  pitch: number;
}

export interface Stage {
  width: number;
  height: number;
  /** What has to be visible in the middle; beyond it there is felt and nothing else. */
  safeWidth: number;
  dealer: HandPlace;
  dealerName: Point;
  dealerPoints: Point;
  mine: HandPlace;
  myName: Point;
  myPoints: Point;
  fourth: HandPlace;
  shuffler: Point;
  rack: Point;
  home: Point;
  chip: number;
}

export const STAGES: Record<StageName, Stage> = {
  desk: {
    width: 1440, height: 736, safeWidth: 1060,
    dealer: { x: 720, y: 122, card: 88, pitch: 98 },
    dealerName: { x: 720, y: 206 },
    dealerPoints: { x: 892, y: 122 },
    mine: { x: 720, y: 658, card: 88, pitch: 92 },
    myName: { x: 866, y: 640 },
    myPoints: { x: 884, y: 596 },
    fourth: { x: 450, y: 122, card: 88, pitch: 0 },
    shuffler: { x: 1254, y: 122 },
    rack: { x: 720, y: 10 },
    home: { x: 720, y: 820 },
    chip: 46,
  },
  phone: {
    width: 390, height: 592, safeWidth: 390,
    dealer: { x: 195, y: 66, card: 72, pitch: 80 },
    dealerName: { x: 195, y: 137 },
    dealerPoints: { x: 334, y: 66 },
    mine: { x: 195, y: 478, card: 102, pitch: 108 },
    myName: { x: 195, y: 571 },
    myPoints: { x: 361, y: 478 },
    fourth: { x: 40, y: 66, card: 54, pitch: 0 },
    shuffler: { x: 380, y: -60 },
    rack: { x: 195, y: -40 },
    home: { x: 195, y: 660 },
    chip: 44,
  },
  wide: {
    width: 540, height: 344, safeWidth: 540,
    dealer: { x: 216, y: 56, card: 64, pitch: 70 },
    dealerName: { x: 330, y: 56 },
    dealerPoints: { x: 328, y: 96 },
    mine: { x: 216, y: 284, card: 80, pitch: 86 },
    myName: { x: 352, y: 284 },
    myPoints: { x: 354, y: 236 },
    fourth: { x: 62, y: 56, card: 56, pitch: 0 },
    shuffler: { x: 620, y: -40 },
    rack: { x: 216, y: -40 },
    home: { x: 216, y: 420 },
    chip: 44,
  },
}; // prettier-ignore

/** A phone lying down is too low for the upright stage; a portrait tablet is a large phone. */
export function stageFor(windowWidth: number, windowHeight: number): StageName {
  if (windowHeight < 500 && windowWidth > windowHeight) return 'wide';
  return windowWidth / windowHeight < 1.05 ? 'phone' : 'desk';
}

/**
 * On the desk the boxes that are not played at the moment stand beside the large one, in true
 * clockwise order: box 1 is at the dealer's left, which is the right of the screen.
 */
export function smallBoxPlace(box: number, active: number): Point & { tilt: number } {
  const steps = Math.abs(box - active);
  const side = box < active ? 1 : -1;
  const reach = [266, 432, 592][Math.min(steps, 3) - 1]!;
  const height = [500, 448, 392][Math.min(steps, 3) - 1]!;
  return { x: 720 + side * reach, y: height, tilt: -side * reach * 0.022 };
}

/** How far a phone's spots and cards move up for the reasons, and how large the cards remain. */
export interface Lift {
  spots: number;
  cards: number;
  size: number;
}

export const AT_REST: Lift = { spots: 0, cards: 0, size: 1 };

/** The way of one thing in the player's hand, as a transform: so nothing is laid out anew. */
export function lifted(place: Point, stage: StageName, { cards, size }: Lift): string | undefined {
  if (cards === 0) return undefined;
  const { mine } = STAGES[stage];
  const dx = (place.x - mine.x) * (size - 1);
  const dy = (place.y - mine.y) * (size - 1) - cards;
  return `translate(${dx}px, ${dy}px) scale(${size})`;
}

/** Where one card of a hand lies, and how far it is turned. */
export interface CardPlace extends Point {
  width: number;
  tilt: number;
}

export function cardPlace(
  stage: StageName,
  where: Where,
  index: number,
  active: number,
  hasFourth: boolean,
): CardPlace | null {
  const layout = STAGES[stage];
  const fromMiddle = index - 1;
  if (where === 'fourth') return { ...layout.fourth, width: layout.fourth.card, tilt: 0 };
  if (where === 'dealer') {
    const shift = hasFourth && stage !== 'desk' ? 30 : 0;
    const { x, y, card, pitch } = layout.dealer;
    return { x: x + shift + fromMiddle * pitch, y, width: card, tilt: fromMiddle * 0.7 };
  }
  if (where === active) {
    const { x, y, card, pitch } = layout.mine;
    return { x: x + fromMiddle * pitch, y, width: card, tilt: fromMiddle * 1.6 };
  }
  // Off the desk there is no room for the cards of other boxes: they are a figure in the strip.
  if (stage !== 'desk' || typeof where === 'string') return null;
  const { x, y, tilt } = smallBoxPlace(where, active);
  return {
    x: x + fromMiddle * 27,
    y: y + 74 + Math.abs(fromMiddle) * 1.5,
    width: 50,
    tilt: tilt + fromMiddle * 4,
  };
}
