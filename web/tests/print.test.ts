import { expect, test } from 'vitest';
import type { TableDocument } from '../src/protocol';
import { clearPart, deskPrint, jackpotLine, payInside, printOf } from '../src/table/print';

function row(key: string, outcome: string, pays: string) {
  return { row: key, outcome, pays, clauses: [], policies: [] };
}

function wager(key: string, title: string, rows: ReturnType<typeof row>[], more = {}) {
  return { wager: key, title, rows, needs: null, price: null, ...more };
}

const poker = {
  game: 'three-card-poker',
  first: 'ante',
  wagers: [
    wager('ante', 'Ante', [row('dealer-not-qualified', 'Dealer below Queen High', '1 to 1')]),
    wager('ante-bonus', 'Ante Bonus', [
      row('straight-flush', 'Straight Flush', '5 to 1'),
      row('straight', 'Straight', '1 to 1'),
      row('no-bonus', 'Less than a Straight', 'nothing'),
    ]),
    wager('progressive', 'Progressive', [row('akq-spades', 'AKQ Spades', '100 % of the jackpot')], {
      price: 250,
    }),
  ],
} as unknown as TableDocument;

test('rule and pays are printed from the rules in force', () => {
  expect(printOf(poker)).toEqual({
    rule: ['Dealer plays with Queen High or better'],
    pays: ['Ante Bonus', 'Straight Flush 5 to 1', 'Straight 1 to 1'],
  });
  expect(jackpotLine(poker)).toBe('AKQ Spades pays 100 % of the jackpot');
});

test('another pay table prints another felt', () => {
  const changed = structuredClone(poker);
  changed.wagers[1]!.rows[0]!.pays = '8 to 1';
  expect(printOf(changed).pays).toContain('Straight Flush 8 to 1');
});

test('rows with one pay are printed together; losing rows are not printed', () => {
  const prosperity = {
    game: 'prosperity-3-pictures',
    first: 'initial',
    wagers: [
      wager('initial', 'Initial wager', [row('six-points', 'Player wins on Six Points', '1 to 2')]),
      wager('player-prosperity', 'Player Prosperity Pictures', [
        row('three-kings', 'Three Kings', '250 to 1'),
        row('three-queens', 'Three Queens', '250 to 1'),
        row('pair', 'Any Picture Pair', '15 to 1'),
        row('no-win', 'No Prosperity Pictures', 'loses'),
      ]),
    ],
  } as unknown as TableDocument;
  expect(printOf(prosperity)).toEqual({
    rule: ['Player wins on Six Points pays 1 to 2'],
    pays: ['Three Kings, Three Queens 250 to 1', 'Any Picture Pair 15 to 1'],
  });
});

test('a side bet with one way to win has its pay inside the spot', () => {
  const pictures = {
    game: 'three-pictures',
    first: 'initial',
    wagers: [
      wager('tie', 'Tie', [row('tie', 'Tie', '8 to 1'), row('no-win', 'No tie', 'loses')], {
        needs: { wager: 'initial', anybody: false, clauses: [] },
      }),
    ],
  } as unknown as TableDocument;
  expect(payInside(pictures, 'tie')).toBe('8 to 1');
  expect(payInside(poker, 'ante-bonus')).toBeNull();
});

test('a line that a panel would cover keeps its first parts, or none', () => {
  const long = structuredClone(poker);
  long.title = 'New Three Card Poker';
  const { rule, pays } = deskPrint(long, 'Three Card Poker', 11);
  expect(rule.text).toBe('NEW · DEALER PLAYS WITH QUEEN HIGH OR BETTER');
  expect(clearPart(rule, () => true)).toBe(rule.text);
  expect(clearPart(rule, ({ text }) => text.length < 42)).toBe('DEALER PLAYS WITH QUEEN HIGH OR BETTER');
  expect(clearPart(rule, () => false)).toBe('');
  expect(clearPart(pays, ({ half }) => half < pays.half)).toBe('ANTE BONUS · STRAIGHT FLUSH 5 TO 1');
});
