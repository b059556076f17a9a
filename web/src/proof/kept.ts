/**
 * What this browser saw with its own eyes: the commitment that stood at the table before the deal,
 * and the entropy that it drew itself. A record that disagrees with them was changed.
 */

const STORED_AS = 'pitboss.shuffles';
const MOST_KEPT = 200;

export interface KeptShuffle {
  table: string;
  round: number;
  commitment: string;
  entropy: string;
}

function isKept(value: unknown): value is KeptShuffle {
  const entry = value as Partial<KeptShuffle> | null;
  return (
    typeof entry?.table === 'string' &&
    typeof entry.round === 'number' &&
    typeof entry.commitment === 'string' &&
    typeof entry.entropy === 'string'
  );
}

function all(): KeptShuffle[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return []; // Storage is blocked, or holds something else.
  }
}

/** To be called as a deal is sent. A round that is dealt again under another entropy is kept anew. */
export function keep(table: string, round: number, commitment: string, entropy: string): void {
  const others = all().filter((entry) => entry.table !== table || entry.round !== round);
  const kept = [...others, { table, round, commitment, entropy }].slice(-MOST_KEPT);
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: the proof then rests on the record alone, and says so.
  }
}

export function keptFor(table: string, round: number): KeptShuffle | null {
  return all().find((entry) => entry.table === table && entry.round === round) ?? null;
}
