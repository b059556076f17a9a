import { expect, onTestFinished, test } from 'vitest';
import { house } from '../../src/house.svelte';
import type { TableDocument, WagerDocument } from '../../src/protocol';
import {
  chanceWords,
  clausesOf,
  edgeWords,
  payTables,
  subtitle,
  warningOf,
  type OddsFigures,
  type WagerFigures,
} from '../../src/rules/figures';

const FIGURES: WagerFigures = {
  wagers: ['tie'],
  title: 'Tie',
  edge: '10.01',
  returns: '89.99',
  hit: '10.00',
  player_has_edge: false,
  assumes_best_play: false,
  note: null,
  chances: [],
};
const ODDS = { warnings: ['Tie returns 158.4018 %: the player has the edge.'] } as unknown as OddsFigures;

function wager(
  key: string,
  title: string,
  rows: [row: string, pays: string, ...clauses: string[]][],
): WagerDocument {
  return {
    wager: key,
    title,
    clauses: ['1.1'],
    rows: rows.map(([row, pays, ...clauses]) => ({ row, pays, outcome: row, clauses, policies: [] })),
  } as unknown as WagerDocument;
}

test('chances are said as people compare them', () => {
  expect(chanceWords(884_352, 407_170_400)).toBe('1 in 460');
  expect(chanceWords(1, 1_234_567)).toBe('1 in 1,234,567');
  expect(chanceWords(97_354_684, 407_170_400)).toBe('23.9 %');
  expect(chanceWords(0, 22_100)).toBe('never');
});

test("an edge of the player's is never a negative number", () => {
  expect(edgeWords(FIGURES)).toBe('10.01 %');
  expect(edgeWords({ ...FIGURES, edge: '-58.40', player_has_edge: true })).toBe('you 58.40 %');
});

test("an edge of the player's is a warning that says what comes back", () => {
  const favoured = { ...FIGURES, edge: '-58.40', returns: '158.40', player_has_edge: true };
  expect(warningOf(ODDS, favoured)).toEqual({
    kind: 'player-edge',
    sentences: [
      'Tie returns 158.4018 %: the player has the edge.',
      'Of every $100 bet, $158.40 comes back on average.',
    ],
  });
  expect(warningOf({ ...ODDS, warnings: [] }, FIGURES)).toBeNull();
});

test("it is said in the house's own currency", () => {
  const favoured = { ...FIGURES, edge: '-58.40', returns: '158.40', player_has_edge: true };
  house.symbol = '€';
  onTestFinished(() => void (house.symbol = '$'));
  expect(warningOf(ODDS, favoured)?.sentences[1]).toBe('Of every €100 bet, €158.40 comes back on average.');
});

test('a progressive says what its meter is worth', () => {
  const note = 'Returns 54.39 % with an empty meter.';
  expect(warningOf(ODDS, { ...FIGURES, note })).toEqual({ kind: 'low-return', sentences: [note] });
});

test('chances that assume best play say so', () => {
  expect(subtitle({ ...FIGURES, wagers: ['ante', 'play'], assumes_best_play: true })).toBe(
    'priced together, best play',
  );
  expect(subtitle(FIGURES)).toBe('wins 10.00 % of the time');
});

test('wagers decided by the same outcomes share a table, and lost bets are left out', () => {
  const document = {
    wagers: [
      wager('ante', 'Ante', [
        ['folded', 'loses', '3.8'],
        ['below', '1 to 1', '4.1'],
        ['higher', '1 to 1', '4.1'],
      ]),
      wager('play', 'Play', [
        ['folded', 'nothing'],
        ['below', 'push', '3.13'],
        ['higher', '1 to 1', '4.1'],
      ]),
      wager('bonus', 'Bonus', [['straight', '1 to 1', '4.2', 'policy/x']]),
    ],
  } as unknown as TableDocument;
  const tables = payTables(document, { ...FIGURES, wagers: ['ante', 'play', 'bonus'] });
  expect(tables.map((table) => table.wagers.map(({ title }) => title))).toEqual([
    ['Ante', 'Play'],
    ['Bonus'],
  ]);
  expect(tables[0]!.rows.map((row) => row.pays)).toEqual(['Ante 1 to 1, Play push', '1 to 1']);
  expect(clausesOf(tables)).toEqual(['1.1', '3.8', '4.1', '3.13', '4.2']);
});
