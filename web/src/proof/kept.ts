/**
 * The bytes that this browser sent for each commitment. They are drawn when it is dealt for the
 * first time and kept before they are sent, so that the same commitment never gets others: a house
 * that saw two would have two decks to choose from. Each has an entry of its own in the storage,
 * which all tabs share.
 */

import { shuffleEntropy } from '../randomness';

const STORED_AS = 'pitboss.shuffle.';
const MOST_KEPT = 400;

export interface KeptShuffle {
  table: string;
  round: number;
  commitment: string;
  entropy: string;
  /** How often a deal was asked with them. */
  deals: number;
  /** When they were drawn, in milliseconds. */
  drawn: number;
}

/** For a browser that keeps nothing, or has no room: good until the page is left. */
const inMemory = new Map<string, KeptShuffle>();

function isKept(value: unknown): value is KeptShuffle {
  const entry = value as Partial<KeptShuffle> | null;
  return (
    typeof entry?.table === 'string' &&
    typeof entry.round === 'number' &&
    typeof entry.commitment === 'string' &&
    typeof entry.entropy === 'string' &&
    typeof entry.deals === 'number' &&
    typeof entry.drawn === 'number'
  );
}

function read(key: string): KeptShuffle | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (isKept(stored)) return stored;
  } catch {
    // Storage is blocked, or holds something else.
  }
  return inMemory.get(key) ?? null;
}

function keys(): string[] {
  try {
    const stored = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return [...new Set([...stored.filter((key) => key.startsWith(STORED_AS)), ...inMemory.keys()])];
  } catch {
    return [...inMemory.keys()];
  }
}

function all(): KeptShuffle[] {
  return keys()
    .map(read)
    .filter((entry) => entry !== null);
}

function keyOf({ table, commitment }: Pick<KeptShuffle, 'table' | 'commitment'>): string {
  return `${STORED_AS}${table}.${commitment}`;
}

/** What belongs to the latest round of a table may still be dealt, and stays. */
function forgetOldest(): void {
  const kept = all();
  const latest = new Map<string, number>();
  for (const { table, round } of kept) latest.set(table, Math.max(round, latest.get(table) ?? 0));
  kept
    .filter(({ table, round }) => round < latest.get(table)!)
    .sort((one, other) => one.drawn - other.drawn)
    .slice(0, Math.max(0, kept.length - MOST_KEPT))
    .forEach((entry) => localStorage.removeItem(keyOf(entry)));
}

/** The bytes to deal with, always the same for one commitment. To be called for each deal. */
export function entropyFor(table: string, round: number, commitment: string): string {
  const key = keyOf({ table, commitment });
  const known = read(key);
  const { entropy, deals, drawn } = known ?? { entropy: shuffleEntropy(), deals: 0, drawn: Date.now() };
  const kept = { table, round, commitment, entropy, deals: deals + 1, drawn };
  inMemory.set(key, kept);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    inMemory.delete(key);
    if (!known) forgetOldest();
  } catch {
    // Blocked or full: the memory has to do.
  }
  return entropy;
}

/** All that this browser sent for a round. */
export function keptFor(table: string, round: number): KeptShuffle[] {
  return all().filter((entry) => entry.table === table && entry.round === round);
}
