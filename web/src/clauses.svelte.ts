/** What the clauses of a rulebook say. Fetched once a game, when somebody first reads a reason closely. */

import { getJson } from './http';
import type { ClauseDigests } from './protocol';

const known = $state<Record<string, Record<string, string>>>({});
const asked = new Set<string>();

export async function learnClauses(game: string): Promise<void> {
  if (asked.has(game)) return;
  asked.add(game);
  try {
    known[game] = (await getJson<ClauseDigests>(`/v1/clauses/${encodeURIComponent(game)}`)).clauses;
  } catch {
    asked.delete(game); // Numbers alone will do until it is asked for again.
  }
}

/** The clause in short, or nothing as long as only its number is known. */
export function digestOf(game: string, clause: string): string {
  return known[game]?.[clause] ?? '';
}
