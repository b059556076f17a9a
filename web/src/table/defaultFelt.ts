/**
 * The felt of a game that has none of its own, laid out from its document: side bets in a row, and
 * before the player the bet that opens a hand, with the one that plays it on beside it.
 */

import type { TableDocument, WagerDocument } from '../protocol';
import { POKER_BOX, PICTURES_BOX, spot, type Felt, type Placing, type Spot } from './felts';

/** Longer words are cut, as on a real cloth. */
const LONGEST_WORD = 9;
/** What a round spot holds on one line. */
const SHORT_TITLE = 7;

function shortened(word: string): string {
  return word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD - 2)}.` : word;
}

/** A title in at most two lines, which are as even as its words allow. */
export function lettered(title: string): string[] {
  const words = title.split(' ').filter(Boolean).map(shortened);
  const whole = words.join(' ');
  if (whole.length <= SHORT_TITLE || words.length < 2) return [whole];
  const splits = words.slice(1).map((_, index) => {
    return [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')];
  });
  const longest = (lines: string[]): number => Math.max(...lines.map((line) => line.length));
  return splits.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}

/** Bets that may be placed beside the first one, each with a stake of its own. */
export function sideWagers({ wagers, first, follow_up }: TableDocument): WagerDocument[] {
  return wagers.filter(
    ({ wager, offered, paid_at, equals }) =>
      offered && paid_at === null && equals === null && wager !== first && wager !== follow_up,
  );
}

/** So many round spots in a row: their middles, and half of their size. */
function row(count: number, middle: number, room: number, widest: number, size: number): [number[], number] {
  const pitch = Math.min(widest, room / count);
  const xs = Array.from({ length: count }, (_, index) => middle + (index - (count - 1) / 2) * pitch);
  return [xs, Math.min(size, pitch / 2 - 4)];
}

/** More than this are laid in two rows on a phone held upright. */
const ONE_PHONE_ROW = 5;

function onPhone(count: number): Placing[] {
  if (count <= ONE_PHONE_ROW) {
    const [xs, size] = row(count, 195, 384, 96, 36);
    return xs.map((x) => [x, 266, size]);
  }
  const upper = Math.ceil(count / 2);
  const [above, size] = row(upper, 195, 384, 96, 28);
  const [below] = row(count - upper, 195, 384, 384 / upper, 28);
  return [...above.map((x): Placing => [x, 232, size]), ...below.map((x): Placing => [x, 300, size])];
}

export function defaultFelt(document: TableDocument): Felt {
  const { first, follow_up, wagers } = document;
  const titleOf = (wager: string): string => wagers.find((found) => found.wager === wager)?.title ?? wager;
  const label = (wager: string): string => lettered(titleOf(wager)).join('/');
  const hasDecision = follow_up !== null;
  const sides = sideWagers(document);
  const isCrowded = sides.length > ONE_PHONE_ROW;

  const [deskXs, deskSize] = row(sides.length, 0, 640, 92, hasDecision ? 31 : 34);
  const [wideXs, wideSize] = hasDecision
    ? row(sides.length, 146, 262, 90, 34)
    : row(sides.length, 180, 344, 86, 34);
  const phone = onPhone(sides.length);
  const spots: Spot[] = sides.map(({ wager }, index) =>
    spot(wager, 'circle', label(wager), [deskXs[index]!, hasDecision ? -98 : -70, deskSize], phone[index]!, [
      wideXs[index]!,
      172,
      wideSize,
    ]),
  );
  const y = isCrowded ? 370 : 356;
  if (hasDecision) {
    spots.push(
      spot(first, 'diamond', label(first), [0, -20, 42], [140, y, isCrowded ? 36 : 46], [330, 172, 44]),
      spot(
        follow_up,
        'rectangle',
        label(follow_up),
        [0, 66, 84, 56],
        [262, y, 92, isCrowded ? 56 : 68],
        [432, 172, 84, 60],
      ),
    );
  } else {
    spots.push(
      spot(
        first,
        'rectangle',
        label(first),
        [0, 38, 132, 84],
        [195, y, 170, isCrowded ? 60 : 72],
        [428, 172, 120, 70],
      ),
    );
  }
  return {
    name: document.title,
    main: first,
    marksPictures: false,
    sideChip: Math.min(40, deskSize * 2 - 26),
    box: hasDecision ? POKER_BOX : PICTURES_BOX,
    phoneLift: hasDecision ? { spots: 58, cards: 86, size: 0.706 } : { spots: 61, cards: 90, size: 0.706 },
    spots,
  };
}
