import { expect, test } from 'vitest';
import { TILES, tileOf } from '../src/lobby/tiles';
import type { TableDocument } from '../src/protocol';
import { lettered } from '../src/table/defaultFelt';
import { feltOf, spotPlace } from '../src/table/felts';
import { printOf } from '../src/table/print';
import { STAGES, type StageName } from '../src/table/stages';

function wager(key: string, title: string, more: object = {}): object {
  const rows = [{ row: 'wins', outcome: 'Higher', pays: '1 to 1' }];
  return {
    wager: key,
    title,
    offered: true,
    paid_at: null,
    equals: null,
    needs: null,
    price: null,
    rows,
    ...more,
  };
}

function game(sides: number, hasDecision: boolean): TableDocument {
  const others = Array.from({ length: sides }, (_, index) => wager(`side-${index}`, `Side Bet ${index}`));
  const play = hasDecision ? [wager('play', 'Play', { equals: 'main' })] : [];
  return {
    game: 'from-outside',
    title: 'Far Away Three',
    tagline: 'Three cards against three. The highest wins.',
    first: 'main',
    follow_up: hasDecision ? 'play' : null,
    fourth_card: false,
    wagers: [
      wager('main', 'Main Bet'),
      ...play,
      ...others,
      wager('bonus', 'Bonus', { paid_at: 'main' }),
      wager('closed', 'Closed', { offered: false }),
    ],
  } as unknown as TableDocument;
}

const COUNTS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const STAGE_NAMES: StageName[] = ['desk', 'phone', 'wide'];

test.each(COUNTS.flatMap((sides) => [true, false].map((decision) => [sides, decision] as const)))(
  'a felt for %i side bets (decision: %s) has every spot in its place, clear of the others',
  (sides, hasDecision) => {
    const document = game(sides, hasDecision);
    const felt = feltOf(document);
    const keys = felt.spots.map(({ wager }) => wager);
    expect(new Set(keys).size).toBe(sides + (hasDecision ? 2 : 1));
    expect(keys).toContain('main');
    expect(keys.includes('bonus') || keys.includes('closed')).toBe(false);
    for (const stage of STAGE_NAMES) {
      const boxes = felt.spots.map((spot) => spotPlace(felt, spot, stage));
      for (const [index, one] of boxes.entries()) {
        expect(one.width).toBeGreaterThanOrEqual(stage === 'wide' ? 24 : 48);
        expect(one.x - one.width / 2).toBeGreaterThanOrEqual(0);
        expect(one.x + one.width / 2).toBeLessThanOrEqual(STAGES[stage].width);
        for (const other of boxes.slice(index + 1)) {
          const apart =
            Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
            Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
          expect(apart, `${stage}: ${JSON.stringify([one, other])}`).toBe(true);
        }
      }
    }
  },
);

test('labels take two even lines at most, and long words are cut', () => {
  expect(lettered('Tie')).toEqual(['Tie']);
  expect(lettered('Red Alert')).toEqual(['Red', 'Alert']);
  expect(lettered('Player Prosperity')).toEqual(['Player', 'Prosper.']);
  expect(lettered('Two of a Kind')).toEqual(['Two of', 'a Kind']);
});

test('the cloth says what the game says of itself, and what its bets pay', () => {
  const { rule, pays } = printOf(game(1, false));
  expect(rule).toEqual(['Three cards against three', 'The highest wins']);
  expect(pays).toEqual(['Main Bet', 'Higher 1 to 1', 'Side Bet 0', 'Higher 1 to 1']);
});

test('a tile is made from the document, and ours keep theirs', () => {
  const tile = tileOf(game(6, true));
  expect(tile.name).toEqual(['Far Away', 'Three']);
  expect(tile.spots).toEqual(['main', 'side-0', 'side-1', 'side-2', 'side-3']);
  expect(tile.felt?.main).toBe('main');
  expect(TILES.every(({ felt }) => felt === undefined)).toBe(true);
});
