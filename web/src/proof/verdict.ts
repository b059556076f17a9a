/** Checks the shuffle of a finished round, step by step. */

import type { components } from '../protocol.gen';
import { FACE_DOWN } from '../parts/cards';
import type { KeptShuffle } from './kept';
import { commitmentTo, makeDeck, type MadeDeck } from './shuffle';

export type ShuffleRecord = components['schemas']['ShuffleProof'];

/** The record and the deck disagree about one card. Places count from 1, as people do. */
export interface Mismatch {
  place: number;
  recorded: string;
  made: string;
}

export interface Verdict {
  isGood: boolean;
  /** What seed, table, round and rules hash to. */
  commitment: string;
  seedIsSealed: boolean;
  /** Null where this browser did not play the round, or has forgotten it. */
  sawCommitment: boolean | null;
  sentEntropy: boolean | null;
  mismatch: Mismatch | null;
  deck: MadeDeck;
  milliseconds: number;
}

/** `dealt` holds the recorded cards by their places, `??` for one that stayed face down. */
export async function check(
  shuffle: ShuffleRecord,
  dealt: string[],
  kept: KeptShuffle | null,
): Promise<Verdict> {
  const began = performance.now();
  const commitment = await commitmentTo(shuffle);
  const deck = await makeDeck(shuffle);
  const wrong = dealt.findIndex((card, place) => card !== FACE_DOWN && card !== deck.cards[place]);
  const mismatch =
    wrong < 0 ? null : { place: wrong + 1, recorded: dealt[wrong]!, made: deck.cards[wrong] ?? FACE_DOWN };
  const seedIsSealed = commitment === shuffle.commitment;
  const sawCommitment = kept && kept.commitment === shuffle.commitment;
  const sentEntropy = kept && kept.entropy === shuffle.entropy;
  return {
    isGood: seedIsSealed && sawCommitment !== false && sentEntropy !== false && mismatch === null,
    commitment,
    seedIsSealed,
    sawCommitment,
    sentEntropy,
    mismatch,
    deck,
    milliseconds: performance.now() - began,
  };
}
