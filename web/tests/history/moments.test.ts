import { expect, test } from 'vitest';
import { momentsOf, type RoundRecord } from '../../src/history/moments';
import type { TableDocument } from '../../src/protocol';
import tableDocument from './document.json';
import record from './round.json';

// A round of Three Card Poker as the server tells it: a pair that plays and meets a straight.
const moments = momentsOf(record as unknown as RoundRecord, tableDocument as unknown as TableDocument);

function plain(text: string): string {
  return text.replaceAll('\uFE0E', '');
}

test('every step has a sentence', () => {
  expect(moments.map(({ says }) => plain(says))).toEqual([
    '“Place your bets, please”',
    'You bet $50.00 on Ante',
    'You bet $5.00 on Pair Plus',
    '“No more bets”',
    'Your own randomness goes into the shuffle',
    'Three cards each to box 2 and the dealer',
    'You look at your hand: Pair of Eights',
    'You play, with $50.00 on Play',
    'The dealer shows 5♠ 3♠ 4♣, Straight, Five high',
    'Box 2 shows 8♠ 7♣ 8♦, Pair of Eights',
    'Ante: Straight, Five high beats Pair of Eights, the bet loses',
    'Play: Straight, Five high beats Pair of Eights, the bet loses',
    'Pair Plus: Pair of Eights, pays 1 to 1',
    'The seed is revealed, so anybody can check the deck',
  ]);
});

test('steps cite the clauses of the table in force', () => {
  expect(moments[0]!.clauses).toEqual(['3.1']);
  expect(moments[1]!.clauses).toEqual(['1.1.1', '2.2.1', '3.4']);
  expect(moments[12]!.clauses).toEqual(['3.13.4', '3.14.5', '4.3']);
});

test('cards lie face down until they are seen', () => {
  const hands = (step: number) =>
    Object.fromEntries(moments[step]!.picture.hands.map((hand) => [hand.where, hand.cards]));
  expect(moments[4]!.picture.hands).toEqual([]);
  expect(hands(5)).toEqual({ 2: ['??', '??', '??'], dealer: ['??', '??', '??'] });
  expect(hands(6)).toEqual({ 2: ['8s', '7c', '8d'], dealer: ['??', '??', '??'] });
  expect(hands(8)).toEqual({ 2: ['8s', '7c', '8d'], dealer: ['5s', '3s', '4c'] });
});

test('chips are bet, swept and paid one line after the other', () => {
  expect(moments[1]!.picture.stakes).toEqual({ 2: { ante: 5_000 } });
  expect(moments[7]!.picture.stakes).toEqual({ 2: { ante: 5_000, 'pair-plus': 500, play: 5_000 } });
  expect(moments[9]!.picture.results).toEqual({});
  expect(moments[10]!.picture.results).toEqual({ '2/ante': { isSwept: true, paid: 0 } });
  expect(moments[12]!.picture.results['2/pair-plus']).toEqual({ isSwept: false, paid: 500 });
});

test('the result stands once the last bet is settled', () => {
  expect(moments.map(({ picture }) => picture.isOver).indexOf(true)).toBe(12);
  expect(moments.at(-1)!.picture.boxNets).toEqual({ 2: -9_500 });
  expect(moments.filter(({ net }) => net !== null).map(({ net }) => net)).toEqual([-5_000, -5_000, 500]);
});

test('times count from the beginning of the round', () => {
  expect(moments[0]!.time).toBe(0);
  expect(moments.at(-1)!.time).toBe(30);
});
