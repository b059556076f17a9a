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
  /** Null where it was lost with its key. */
  seedIsSealed: boolean | null;
  /** Of each earlier seed, whether it is the one that was sealed; null where it was not revealed. */
  withdrawnAreSealed: (boolean | null)[];
  /** Null where this browser did not play the round, or has forgotten it. */
  sawCommitment: boolean | null;
  sentEntropy: boolean | null;
  mismatch: Mismatch | null;
  /** Null where nothing was dealt, or the seed is lost. */
  deck: MadeDeck | null;
  milliseconds: number;
}

/** `dealt` holds the recorded cards by their places, `??` for one that stayed face down. */
export async function check(shuffle: ShuffleRecord, dealt: string[], kept: KeptShuffle[]): Promise<Verdict> {
  const began = performance.now();
  const { table, round, withdrawn } = shuffle;
  const isSealed = async ({ fingerprint, seed, commitment }: Sealed) =>
    seed ? (await commitmentTo({ table, round, fingerprint, seed })) === commitment : null;
  const seedIsSealed = await isSealed(shuffle);
  const withdrawnAreSealed = await Promise.all(withdrawn.map(isSealed));
  const deck = shuffle.seed && shuffle.entropy ? await makeDeck(shuffle) : null;
  const mismatch = deck && mismatchIn(dealt, deck.cards);
  const published = [shuffle, ...withdrawn].map(({ commitment }) => commitment);
  const own = kept.find(({ commitment }) => commitment === shuffle.commitment);
  const isListed = kept.every(({ commitment }) => published.includes(commitment));
  const sawCommitment = isListed ? (own ? true : null) : false;
  const sentEntropy = sentOwn(shuffle, own);
  const tests = [seedIsSealed, ...withdrawnAreSealed, sawCommitment, sentEntropy];
  return {
    isGood: !tests.includes(false) && mismatch === null,
    seedIsSealed,
    withdrawnAreSealed,
    sawCommitment,
    sentEntropy,
    mismatch,
    deck,
    milliseconds: performance.now() - began,
  };
}

/** 32 zero bytes stand for the entropy of a player who had left; nothing else may. */
export const ABSENT = '0'.repeat(64);

function sentOwn({ entropy, absent }: ShuffleRecord, own: KeptShuffle | undefined): boolean | null {
  if (absent) return entropy === ABSENT ? null : false;
  return own && entropy ? own.entropy === entropy : null;
}

type Sealed = Pick<ShuffleRecord, 'commitment' | 'fingerprint' | 'seed'>;

function mismatchIn(dealt: string[], made: string[]): Mismatch | null {
  const wrong = dealt.findIndex((card, place) => card !== FACE_DOWN && card !== made[place]);
  if (wrong < 0) return null;
  return { place: wrong + 1, recorded: dealt[wrong]!, made: made[wrong] ?? FACE_DOWN };
}
