import { expect, test } from 'vitest';
import { commitmentTo, makeDeck, type ShuffleInputs } from '../../src/proof/shuffle';
import { check, type ShuffleRecord } from '../../src/proof/verdict';

// The example of docs/fair-shuffle.md.
const EXAMPLE: ShuffleInputs = {
  seed: 'b437ec21435542ac96f0abd824bcd1a8a0fb8a2ced6e3ec6f098b97d20367e6c',
  entropy: '6fa7733624c5204885c592e82042bec8ff6b726cb174108a8406ab196d0f82cc',
  table: 'T1',
  round: 1,
  fingerprint: 'a0da945369520177be57fefac1a7be3af772aa40a040d5d84f92229a304f63a4',
};
const COMMITMENT = 'bd9b8c7c972341995f46a555a78c1e0f3ed0baf11ec3e6dd3e42808b22b0ae59';
const DECK = `
  Jh Kh Ah Th 2c 2h 4d 6d 6h 9d 3s Qh 4s
  Jc Kc Kd 8d 5h Td 3d Qs 7c Qc 9s As Ks
  4c 8c 2d 6s 4h Ac Ad 5d 9h 2s 3h 8s 7s
  Js 6c 5s Ts 8h Jd 3c Tc 7d 7h Qd 5c 9c`
  .trim()
  .split(/\s+/);
const THOUSAND_DECKS = '5113f2a0c4b336d300ac5354f4aa63d52bc5e11d8eb51c7416add5e78d716477';
const RECORD: ShuffleRecord = { ...EXAMPLE, commitment: COMMITMENT, absent: false, withdrawn: [], refused: [] };
const OWN = { table: 'T1', round: 1, commitment: COMMITMENT, entropy: EXAMPLE.entropy, deals: 1, drawn: 0 };
const SEEN = [OWN];

function changed(hex: string): string {
  return (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
}

test('the commitment of the published example', async () => {
  expect(await commitmentTo(EXAMPLE)).toBe(COMMITMENT);
});

test('all 52 cards of the published example', async () => {
  expect((await makeDeck(EXAMPLE)).cards).toEqual(DECK);
});

test.each([
  { round: 2 },
  { table: 'T2' },
  { seed: changed(EXAMPLE.seed) },
  { entropy: changed(EXAMPLE.entropy) },
  { fingerprint: changed(EXAMPLE.fingerprint) },
])('the deck depends on %o', async (change) => {
  const deck = (await makeDeck({ ...EXAMPLE, ...change })).cards;
  expect(deck).not.toEqual(DECK);
  expect([...deck].sort()).toEqual([...DECK].sort());
});

test('a thousand decks are those of the house', async () => {
  // tests/house/test_shuffle.py holds the house's own implementation to the same hash.
  const hash = async (text: string) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  let decks = '';
  for (let round = 1; round <= 1000; round++) {
    const [seed, entropy] = [await hash(`seed ${round}`), await hash(`entropy ${round}`)];
    const inputs = { seed, entropy, table: `T${round % 7}`, round, fingerprint: 'ab'.repeat(32) };
    decks += (await makeDeck(inputs)).cards.join(' ') + '\n';
  }
  expect(await hash(decks)).toBe(THOUSAND_DECKS);
});

test('what is not hexadecimal is not hashed', async () => {
  await expect(commitmentTo({ ...EXAMPLE, seed: 'xyz' })).rejects.toThrow();
});

test('an honest record is verified, also where a card stayed face down', async () => {
  const verdict = await check(RECORD, [...DECK.slice(0, 5), '??'], SEEN);
  expect(verdict).toMatchObject({ isGood: true, sawCommitment: true, sentEntropy: true, mismatch: null });
});

test('without own memory the record alone is checked', async () => {
  const verdict = await check(RECORD, DECK.slice(0, 6), []);
  expect(verdict).toMatchObject({ isGood: true, sawCommitment: null, sentEntropy: null });
});

test('a changed card is named with its place', async () => {
  const verdict = await check(RECORD, [...DECK.slice(0, 5), '2s'], SEEN);
  expect(verdict.isGood).toBe(false);
  expect(verdict.mismatch).toEqual({ place: 6, recorded: '2s', made: '2h' });
});

test('another seed breaks the seal', async () => {
  const verdict = await check({ ...RECORD, seed: changed(EXAMPLE.seed) }, DECK.slice(0, 6), SEEN);
  expect(verdict).toMatchObject({ isGood: false, seedIsSealed: false });
});

test('a record that is sealed anew does not match what this browser saw', async () => {
  const seed = changed(EXAMPLE.seed);
  const commitment = await commitmentTo({ ...EXAMPLE, seed });
  const { cards } = await makeDeck({ ...EXAMPLE, seed });
  const verdict = await check({ ...RECORD, seed, commitment }, cards.slice(0, 6), SEEN);
  expect(verdict).toMatchObject({ isGood: false, seedIsSealed: true, sawCommitment: false, mismatch: null });
});

test('another entropy than the one this browser sent is found', async () => {
  const entropy = changed(EXAMPLE.entropy);
  const { cards } = await makeDeck({ ...EXAMPLE, entropy });
  const verdict = await check({ ...RECORD, entropy }, cards.slice(0, 6), SEEN);
  expect(verdict).toMatchObject({ isGood: false, sentEntropy: false, mismatch: null });
});

test('earlier seeds are held to their commitments, each for its own rules', async () => {
  const [seed, fingerprint] = [changed(EXAMPLE.seed), changed(EXAMPLE.fingerprint)];
  const withdrawn = [
    { commitment: await commitmentTo({ ...EXAMPLE, seed, fingerprint }), seed, fingerprint },
    { commitment: changed(COMMITMENT), seed: '', fingerprint },
  ];
  const verdict = await check({ ...RECORD, withdrawn }, DECK.slice(0, 6), SEEN);
  expect(verdict).toMatchObject({ isGood: true, withdrawnAreSealed: [true, null] });
  const forged = [{ ...withdrawn[0]!, seed: EXAMPLE.seed }];
  const caught = await check({ ...RECORD, withdrawn: forged }, DECK.slice(0, 6), SEEN);
  expect(caught).toMatchObject({ isGood: false, withdrawnAreSealed: [false], seedIsSealed: true });
});

test('a commitment that this browser dealt for may be withdrawn, and may not be hidden', async () => {
  const earlier = { ...OWN, commitment: changed(COMMITMENT), entropy: changed(EXAMPLE.entropy) };
  const { commitment } = earlier;
  const withdrawn = [{ commitment, seed: '', fingerprint: EXAMPLE.fingerprint }];
  const told = await check({ ...RECORD, withdrawn }, DECK.slice(0, 6), [earlier, OWN]);
  expect(told).toMatchObject({ isGood: true, sawCommitment: true, sentEntropy: true });
  const hidden = await check(RECORD, DECK.slice(0, 6), [earlier, OWN]);
  expect(hidden).toMatchObject({ isGood: false, sawCommitment: false });
});

test('a round that was not dealt has no deck, and its seed is checked', async () => {
  const verdict = await check({ ...RECORD, entropy: '' }, [], SEEN);
  expect(verdict).toMatchObject({ isGood: true, deck: null, seedIsSealed: true, sentEntropy: null });
  const lost = await check({ ...RECORD, seed: '' }, [], SEEN);
  expect(lost).toMatchObject({ isGood: true, deck: null, seedIsSealed: null, sentEntropy: true });
});
