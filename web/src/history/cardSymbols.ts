/** Cards in running text: with the suit's own sign, in its text form rather than as an emoji. */

import { FACE_DOWN, indexOf, suitOf } from '../parts/cards';

const TEXT_FORM = '\uFE0E';
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' } as const;

/** "10♥". */
export function cardSymbol(card: string): string {
  return card === FACE_DOWN ? '?' : `${indexOf(card)}${SIGNS[suitOf(card)]}${TEXT_FORM}`;
}
