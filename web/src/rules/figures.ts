/** The odds of a table, arranged as the drawer shows them. */

import { house } from '../house.svelte';
import { shortMoney } from '../money';
import type { PayRow, TableDocument, WagerDocument } from '../protocol';
import type { components } from '../protocol.gen';
import { words } from '../words';

export type OddsFigures = components['schemas']['OddsFigures'];
export type WagerFigures = components['schemas']['WagerFigures'];

const WITHOUT_PAY = new Set(['loses', 'nothing']);
const OFTEN = 0.2;

export interface ShownRow extends PayRow {
  chance: string;
}

export interface PayTable {
  /** More than one where they are decided by the same outcomes. */
  wagers: WagerDocument[];
  rows: ShownRow[];
}

export interface Warning {
  kind: 'player-edge' | 'low-return';
  sentences: string[];
}

/** "1 in 460", or "21.0 %" where something happens often. */
export function chanceWords(ways: number, deals: number): string {
  if (ways === 0) return words.rules.never;
  const chance = ways / deals;
  if (chance >= OFTEN) return words.rules.perCent((chance * 100).toFixed(1));
  return words.rules.oneIn(Math.round(deals / ways).toLocaleString('en-US'));
}

/** The wagers that are priced together, with the rows that give something back. */
export function payTables(document: TableDocument, figures: WagerFigures): PayTable[] {
  const tables: PayTable[] = [];
  for (const key of figures.wagers) {
    const wager = document.wagers.find((candidate) => candidate.wager === key);
    if (!wager) continue;
    const rows = wager.rows
      .filter((row) => !WITHOUT_PAY.has(row.pays))
      .map((row) => {
        const counted = figures.chances.find((chance) => chance.wager === key && chance.row === row.row);
        return { ...row, chance: counted ? chanceWords(counted.ways, counted.deals) : '' };
      });
    const last = tables.at(-1);
    if (last && haveSameOutcomes(last.rows, rows)) tables.splice(-1, 1, joined(last, wager, rows));
    else tables.push({ wagers: [wager], rows });
  }
  return tables;
}

function haveSameOutcomes(one: ShownRow[], other: ShownRow[]): boolean {
  const outcomes = (rows: ShownRow[]) => rows.map((row) => `${row.row} ${row.chance}`).join();
  return outcomes(one) === outcomes(other);
}

/** "Ante 1 to 1, Play push": pays that differ are said with the name of their wager. */
function joined(table: PayTable, wager: WagerDocument, rows: ShownRow[]): PayTable {
  const titles = table.wagers.map(({ title }) => title).join(', ');
  return {
    wagers: [...table.wagers, wager],
    rows: table.rows.map((row, index) => {
      const pays = rows[index]!.pays;
      return { ...row, pays: pays === row.pays ? pays : `${titles} ${row.pays}, ${wager.title} ${pays}` };
    }),
  };
}

/** Every clause that these wagers rest on, each once, in the order in which they are cited. */
export function clausesOf(tables: PayTable[]): string[] {
  const wagers = tables.flatMap((table) => table.wagers);
  const cited = wagers.flatMap((wager) => [...wager.clauses, ...wager.rows.flatMap((row) => row.clauses)]);
  return [...new Set(cited)].filter((clause) => !clause.startsWith('policy/'));
}

/** A percentage as people think of it: a bet of 100, and the amount of it. */
function ofAHundred(percentage: string): [string, string] {
  return [shortMoney(10_000), house.symbol + percentage];
}

export function warningOf(odds: OddsFigures, figures: WagerFigures): Warning | null {
  const message = odds.warnings.find((warning) => warning.startsWith(`${figures.title} returns`));
  if (figures.player_has_edge) {
    const sentences = [message ?? '', words.rules.comesBack(...ofAHundred(figures.returns))];
    return { kind: 'player-edge', sentences: sentences.filter(Boolean) };
  }
  if (figures.note) return { kind: 'low-return', sentences: [figures.note] };
  return message
    ? { kind: 'low-return', sentences: [message, words.rules.houseKeeps(...ofAHundred(figures.edge))] }
    : null;
}

/** An edge without its sign: whose it is stands beside it. */
export function edgeFigure(figures: WagerFigures): string {
  return figures.edge.replace(/^-/, '');
}

/** "3.37 %" of the house's, "you 58.40 %" of the player's: never a negative number. */
export function edgeWords(figures: WagerFigures): string {
  const edge = edgeFigure(figures);
  return figures.player_has_edge ? words.rules.youHave(edge) : words.rules.houseHas(edge);
}

/** What stands under the name of a wager. */
export function subtitle(figures: WagerFigures): string {
  const parts = [];
  if (figures.wagers.length > 1) parts.push(words.rules.together);
  if (figures.assumes_best_play) parts.push(words.rules.bestPlay);
  if (figures.note) parts.push(words.rules.atReset);
  if (parts.length === 0 && figures.hit) parts.push(words.rules.wins(figures.hit));
  return parts.join(', ');
}
