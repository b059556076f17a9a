import { expect, test } from 'vitest';
import type { BetBounds, TableDocument } from '../src/protocol';
import {
  beforeTheDeal,
  boxTotal,
  doubled,
  sameStakes,
  stakesIn,
  totalOf,
  withChip,
  withStake,
  withoutChip,
} from '../src/table/stakes';

const document = {
  follow_up: 'play',
  wagers: [
    { wager: 'ante', price: null },
    { wager: 'play', price: null },
    { wager: 'progressive', price: 250 },
  ],
} as unknown as TableDocument;

function bounds(least: number, most: number): BetBounds {
  const known = { box: 2, bettor: 'me', wager: 'ante', total: 0, if_seated: [], step: 500, needs: null };
  return { ...known, ranges: [[least, most]] };
}

test('the first chip counts as at least the minimum', () => {
  expect(withChip({}, bounds(500, 50_000), 2, 'ante', 100)).toEqual({ 2: { ante: 500 } });
  expect(withChip({}, bounds(500, 50_000), 2, 'ante', 2_500)).toEqual({ 2: { ante: 2_500 } });
});

test('further chips add their value, and the server may say no', () => {
  const stakes = { 2: { ante: 500 } };
  expect(withChip(stakes, bounds(500, 50_000), 2, 'ante', 100)).toEqual({ 2: { ante: 600 } });
  expect(stakes).toEqual({ 2: { ante: 500 } });
});

test('a wager with one price is placed by one tap and taken back by the next', () => {
  const placed = withChip({}, bounds(250, 250), 2, 'progressive', 2_500);
  expect(placed).toEqual({ 2: { progressive: 250 } });
  expect(withChip(placed, bounds(250, 250), 2, 'progressive', 2_500)).toEqual({});
});

test('taking a chip back below the minimum takes the bet off', () => {
  const stakes = { 2: { ante: 3_000, progressive: 250 } };
  expect(withoutChip(stakes, bounds(500, 50_000), 2, 'ante', 2_500)).toEqual({
    2: { ante: 500, progressive: 250 },
  });
  expect(withoutChip({ 2: { ante: 2_500 } }, bounds(500, 50_000), 2, 'ante', 2_500)).toEqual({});
});

test('doubling leaves priced wagers alone', () => {
  const stakes = { 1: { ante: 500 }, 2: { ante: 2_500, progressive: 250 } };
  expect(doubled(stakes, document)).toEqual({ 1: { ante: 1_000 }, 2: { ante: 5_000, progressive: 250 } });
});

test('a repeat is what was dealt, without the bets made after looking', () => {
  const stakes = { 2: { ante: 2_500, play: 2_500 } };
  expect(beforeTheDeal(stakes, document)).toEqual({ 2: { ante: 2_500 } });
  expect(beforeTheDeal(stakes, { ...document, follow_up: null })).toEqual(stakes);
});

test('only the person’s own bets are theirs', () => {
  const boxes = [
    { box: 1, bets: { other: { ante: 500 } } },
    { box: 2, bets: { me: { ante: 2_500 }, other: { ante: 500 } } },
  ];
  expect(stakesIn(boxes as unknown as Parameters<typeof stakesIn>[0], 'me')).toEqual({ 2: { ante: 2_500 } });
});

test('totals, and equality whatever the order', () => {
  const stakes = withStake({ 2: { ante: 2_500 } }, 1, 'ante', 500);
  expect(totalOf(stakes)).toBe(3_000);
  expect(boxTotal(undefined)).toBe(0);
  expect(sameStakes(stakes, { 2: { ante: 2_500 }, 1: { ante: 500 } })).toBe(true);
  expect(sameStakes(stakes, { 2: { ante: 2_500 } })).toBe(false);
});
