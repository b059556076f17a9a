import { expect, test } from 'vitest';
import type { PaymentView } from '../src/protocol';
import { clauseWords, decidingClause, reasonsFor } from '../src/table/reasons';

function payment(wager: string, says: string, net: number, more: Partial<PaymentView> = {}): PaymentView {
  return {
    box: 2,
    bettor: 'me',
    wager,
    says,
    net,
    stake: 2_500,
    row: '',
    outcome: '',
    pays: '1 to 1',
    returned: 0,
    cut: 0,
    breakage: 0,
    from_meter: 0,
    corrected: false,
    clauses: ['3.14.1', '4.1'],
    policies: [],
    ...more,
  };
}

test('wagers with one reason share a line, in the rulebook’s order', () => {
  const [box] = reasonsFor(
    [
      payment('ante', 'Ante: Pair of Queens beats Queen high, pays 1 to 1.', 2_500),
      payment('play', 'Play: Pair of Queens beats Queen high, pays 1 to 1.', 2_500),
      payment('pair-plus', 'Pair Plus: Pair of Queens, pays 1 to 1.', 500),
    ],
    'me',
  );
  expect(box?.reasons.map(({ titles, text, net }) => [titles.join(', '), text, net])).toEqual([
    ['Ante, Play', 'Pair of Queens beats Queen high, pays 1 to 1', 5_000],
    ['Pair Plus', 'Pair of Queens, pays 1 to 1', 500],
  ]);
});

test('boxes stay apart, and other people’s bets are left out', () => {
  const boxes = reasonsFor(
    [
      payment('ante', 'Ante: the player folded, the bet loses.', -2_500, { box: 1 }),
      payment('ante', 'Ante: the player folded, the bet loses.', -2_500),
      payment('ante', 'Ante: the player folded, the bet loses.', -2_500, { bettor: 'other' }),
    ],
    'me',
  );
  expect(boxes.map(({ box, reasons }) => [box, reasons.length])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(boxes[0]?.reasons[0]?.text).toBe('The player folded, the bet loses');
});

test('numbered clauses carry the sign, named ones do not', () => {
  expect(clauseWords('3.14.1')).toBe('§3.14.1');
  expect(clauseWords('Prime')).toBe('Prime');
  expect(decidingClause(['3.13.4', '4.3'])).toBe('§4.3');
  expect(decidingClause([])).toBeNull();
});
