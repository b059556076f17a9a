/**
 * What was sent for one commitment, by the record and by what this browser kept. Whoever saw two
 * sets of bytes for one seed had two decks to choose from.
 */

import type { KeptShuffle } from './kept';
import type { ShuffleRecord } from './verdict';

export interface Asked {
  /** Deals that the house refused, and why. */
  refused: ShuffleRecord['refused'];
  /** All bytes that were sent for it, none twice. */
  entropies: string[];
  /** What this browser sent. */
  own: KeptShuffle | null;
}

export function askedFor(commitment: string, shuffle: ShuffleRecord, kept: KeptShuffle[]): Asked {
  const refused = shuffle.refused.filter((deal) => deal.commitment === commitment);
  const own = kept.find((entry) => entry.commitment === commitment) ?? null;
  const dealt = shuffle.commitment === commitment && shuffle.entropy ? [shuffle.entropy] : [];
  const sent = [...(own ? [own.entropy] : []), ...refused.map(({ entropy }) => entropy), ...dealt];
  return { refused, entropies: [...new Set(sent)], own };
}

export function timesRefused({ refused }: Asked): number {
  return refused.reduce((sum, { times }) => sum + times, 0);
}
