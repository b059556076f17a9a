/**
 * What is printed on the cloth, made from the rules in force: another pay table prints another
 * felt. Only the joining words are ours.
 */

import type { PayRow, TableDocument, WagerDocument } from '../protocol';
import { words } from '../words';

export interface Print {
  /** The one rule to know, and what bets pay: joined by a middle dot. */
  rule: string[];
  pays: string[];
}

const DOT = ' · ';
const NO_PAY = new Set(['loses', 'nothing', 'push']);

function wagerOf(document: TableDocument, key: string): WagerDocument | undefined {
  return document.wagers.find((wager) => wager.wager === key);
}

function rowOf(document: TableDocument, wager: string, row: string): PayRow | undefined {
  return wagerOf(document, wager)?.rows.find((candidate) => candidate.row === row);
}

export function payingRows(wager: WagerDocument | undefined): PayRow[] {
  return wager?.rows.filter((row) => !NO_PAY.has(row.pays)) ?? [];
}

/** "Straight 1 to 1"; neighbouring rows with one pay are printed together. */
function payWords(rows: PayRow[]): string[] {
  const groups: { outcomes: string[]; pays: string }[] = [];
  for (const { outcome, pays } of rows) {
    const last = groups.at(-1);
    if (last?.pays === pays) last.outcomes.push(outcome);
    else groups.push({ outcomes: [outcome], pays });
  }
  return groups.map(({ outcomes, pays }) => `${outcomes.join(', ')} ${pays}`);
}

function payLine(document: TableDocument, wager: string): string[] {
  const found = wagerOf(document, wager);
  const paying = payingRows(found);
  return found && paying.length > 0 ? [found.title, ...payWords(paying)] : [];
}

/** "Dealer below Queen High" says from which hand on the dealer plays. */
function dealerPlaysWith(document: TableDocument): string[] {
  const row = rowOf(document, document.first, 'dealer-not-qualified');
  const least = row?.outcome.match(/^Dealer below (.+)$/)?.[1];
  return least ? [words.print.dealerPlaysWith(least)] : [];
}

function sixPays(document: TableDocument): string[] {
  const row = rowOf(document, document.first, 'six-points');
  return row ? [words.print.outcomePays(row.outcome, row.pays)] : [];
}

/** The lowest hand that is still paid when the dealer's is better. */
function badBeatFrom(document: TableDocument): string[] {
  const paid = payingRows(wagerOf(document, 'play')).filter((row) => row.row.startsWith('bad-beat'));
  const lowest = paid.at(-1)?.outcome.replace(/^Bad Beat, /, '');
  return lowest ? [words.print.badBeatPaysFrom(lowest)] : [];
}

function pokerPlayPays(document: TableDocument): string[] {
  const play = wagerOf(document, 'play');
  const won = payingRows(play).filter((row) => !row.row.startsWith('bad-beat'));
  return play ? [play.title, ...payWords(won)] : [];
}

const PRINTS: Record<string, (document: TableDocument) => Print> = {
  'three-card-poker': (document) => ({
    rule: dealerPlaysWith(document),
    pays: payLine(document, 'ante-bonus'),
  }),
  'three-card-prime': (document) => ({
    rule: [...dealerPlaysWith(document), ...badBeatFrom(document)],
    pays: pokerPlayPays(document),
  }),
  'three-pictures': (document) => ({
    rule: sixPays(document),
    pays: [
      ...payWords(payingRows(wagerOf(document, 'tie'))),
      ...payWords(payingRows(wagerOf(document, 'three-pictures'))),
    ],
  }),
  'prosperity-3-pictures': (document) => ({
    rule: [...sixPays(document), ...payWords(payingRows(wagerOf(document, 'tie')))],
    pays: payWords(payingRows(wagerOf(document, 'player-prosperity'))),
  }),
  'lucky-three-pictures': (document) => ({
    rule: sixPays(document),
    pays: payLine(document, 'lucky-pictures').map((part) => part.replace(/ in the two hands together/, '')),
  }),
};

/** What a line on the desk can hold. */
const MOST_LETTERS = 120;

/** Of a game from outside: what it says of itself, and as many of its bets' pays as there is room for. */
function defaultPrint(document: TableDocument): Print {
  const pays: string[] = [];
  for (const { wager, offered, paid_at } of document.wagers) {
    const line = offered && paid_at === null ? payLine(document, wager) : [];
    if ([...pays, ...line].join(DOT).length <= MOST_LETTERS) pays.push(...line);
  }
  return { rule: document.tagline.replace(/\.$/, '').split('. '), pays };
}

export function printOf(document: TableDocument): Print {
  return PRINTS[document.game]?.(document) ?? defaultPrint(document);
}

export interface PrintedLine {
  text: string;
  /** What it can be cut down to, from the end. */
  parts: string[];
  /** The height of its arc at the middle of the desk. */
  y: number;
  size: number;
  spacing: number;
  /** From the middle to either end. */
  half: number;
}

const LONG = 84;

function printedLine(
  parts: string[],
  y: number,
  size: number,
  usual: number,
  prefix: string[] = [],
): PrintedLine {
  const text = [...prefix, ...parts].join(DOT).toUpperCase();
  const spacing = text.length > LONG ? usual * 0.35 : usual;
  return { parts, text, y, size, spacing, half: halfWidth(text, size, spacing) };
}

/** Measured generously: capitals are a little narrower than this. */
function halfWidth(text: string, size: number, spacing: number): number {
  return (text.length * (size * 0.6 + spacing)) / 2;
}

export interface DeskPrint {
  name: PrintedLine;
  rule: PrintedLine;
  pays: PrintedLine;
}

/** The three lines on the desk's cloth, with letters no smaller than can be read. */
export function deskPrint(document: TableDocument, name: string, leastFont: number): DeskPrint {
  const { rule, pays } = printOf(document);
  // The part of the title that the lettering leaves out, such as "Non-Commission".
  const prefix = [document.title.replace(name, '').trim()].filter(Boolean);
  const isLong = [...prefix, ...rule].join(DOT).length > 60;
  return {
    name: printedLine([name], 264, 28, 4),
    rule: printedLine(rule, 291, Math.max(isLong ? 13 : 15, leastFont), 1.5, prefix),
    pays: printedLine(pays, 314, Math.max(11.5, leastFont), 1.3),
  };
}

/** As much of a line as stays clear of what covers the felt: all, its first parts, or nothing. */
export function clearPart(line: PrintedLine, isClear: (line: PrintedLine) => boolean): string {
  if (isClear(line)) return line.text;
  for (let count = line.parts.length; count > 0; count -= 1) {
    const text = line.parts.slice(0, count).join(DOT).toUpperCase();
    if (isClear({ ...line, text, half: halfWidth(text, line.size, line.spacing) })) return text;
  }
  return '';
}

/** A spot with a single winning outcome has its pay printed inside. */
export function payInside(document: TableDocument, wager: string): string | null {
  const paying = payingRows(wagerOf(document, wager));
  const isAdded = wagerOf(document, wager)?.needs !== null;
  return isAdded && paying.length === 1 && paying[0] ? paying[0].pays : null;
}

/** The line under the jackpot meter: who takes it. */
export function jackpotLine(document: TableDocument): string | null {
  const top = payingRows(document.wagers.find((wager) => wager.price !== null))[0];
  return top ? words.print.outcomePays(top.outcome, top.pays) : null;
}
