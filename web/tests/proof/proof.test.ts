import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Proof from '../../src/proof/Proof.svelte';
import { commitmentTo, makeDeck } from '../../src/proof/shuffle';
import record from '../history/round.json';

const { shuffle } = record;

/** What an earlier page of this browser has kept. */
function keep(commitment: string, entropy: string, deals = 1): void {
  const { table, round } = shuffle;
  const entry = { table, round, commitment, entropy, deals, drawn: 0 };
  localStorage.setItem(`pitboss.shuffle.${table}.${commitment}`, JSON.stringify(entry));
}

function textOf(container: HTMLElement, step: string): string {
  return container.querySelector(`[data-proof-step="${step}"]`)?.textContent ?? '';
}

function states(container: HTMLElement): Record<string, string | null> {
  const steps = [...container.querySelectorAll('[data-proof-step]')];
  return Object.fromEntries(
    steps.map((step) => [step.getAttribute('data-proof-step'), step.getAttribute('data-state')]),
  );
}

async function proven(change: object, outcome: 'ok' | 'bad' | 'none'): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => Response.json({ ...record, ...change }));
  const { container } = render(Proof, { round: record.round });
  await waitFor(() => expect(container.querySelector(`[data-proof="${outcome}"]`)).not.toBeNull());
  return container;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a recorded round of the house is verified', async () => {
  const container = await proven({}, 'ok');
  expect(states(container)).toEqual({ seal: 'ok', own: 'ok', cards: 'ok' });
  screen.getByText('The cards dealt are the deck’s first six');
  screen.getByText('The other 46, never dealt');
});

test('what this browser saw itself is said', async () => {
  keep(shuffle.commitment, shuffle.entropy);
  await proven({}, 'ok');
  screen.getByText(/This browser saw that commitment before the deal\./);
  screen.getByText(/This browser sent these bytes for this commitment once, and for no other\./);
});

test('the sentence says what is true: whose seed was sealed when', async () => {
  await proven({}, 'ok');
  screen.getByText('The house’s seed was sealed before you bet; yours was added after.');
});

test('a changed card is named', async () => {
  const dealt = [...record.dealt.slice(0, 5), '2c'];
  const container = await proven({ dealt }, 'bad');
  expect(states(container)).toEqual({ seal: 'ok', own: 'ok', cards: 'bad' });
  const said = screen.getByText(/^The record says/).textContent?.replaceAll('\uFE0E', '');
  expect(said).toBe('The record says 2♣ at place 6. The seed makes it 4♣.');
});

test('another commitment than the one seen is found', async () => {
  keep('f'.repeat(64), shuffle.entropy);
  const container = await proven({}, 'bad');
  expect(states(container)).toEqual({ seal: 'bad', own: 'ok', cards: 'ok' });
  screen.getByText('This browser sent its bytes for a commitment that the record leaves out.');
});

test('a record that is not hexadecimal is no proof', async () => {
  await proven({ shuffle: { ...shuffle, seed: 'nonsense' } }, 'bad');
});

// What came before the deal

const OTHER = 'e'.repeat(64);

function refused(commitment: string, entropy: string, code: string, times = 1): object {
  return { commitment, entropy, code, times };
}

/** An earlier seed of the round, with the commitment that was made for it. */
async function earlier(): Promise<{ commitment: string; fingerprint: string; seed: string }> {
  const seed = '5'.repeat(64);
  return { commitment: await commitmentTo({ ...shuffle, seed }), fingerprint: shuffle.fingerprint, seed };
}

test('a deal that was asked for twice with the same bytes is shown, and gained nothing', async () => {
  keep(shuffle.commitment, shuffle.entropy, 2);
  const deals = [refused(shuffle.commitment, shuffle.entropy, 'limit/loss')];
  const container = await proven({ shuffle: { ...shuffle, refused: deals } }, 'ok');
  expect(states(container)).toEqual({ seal: 'ok', asked: 'ok', own: 'ok', cards: 'ok' });
  expect(textOf(container, 'asked')).toContain('The deal was asked for twice');
  expect(textOf(container, 'asked')).toContain('every deal would have had this deck');
  expect(textOf(container, 'own')).toContain('for this commitment twice, and for no other');
  await fireEvent.click(screen.getByText('Show the numbers'));
  expect(textOf(container, 'asked')).toContain('limit/loss, once');
});

test('other bytes for the same commitment are noted: the house could have chosen', async () => {
  keep(shuffle.commitment, shuffle.entropy);
  const deals = [refused(shuffle.commitment, OTHER, 'limit/loss', 3)];
  const container = await proven({ shuffle: { ...shuffle, refused: deals } }, 'ok');
  expect(states(container)).toEqual({ seal: 'ok', asked: 'note', own: 'ok', cards: 'ok' });
  expect(textOf(container, 'asked')).toContain('The deal was asked for 4 times');
  expect(textOf(container, 'asked')).toContain('chosen from 2 decks');
});

test('a seed that was withdrawn before anything was sent is checked and shown', async () => {
  const container = await proven({ shuffle: { ...shuffle, withdrawn: [await earlier()] } }, 'ok');
  expect(states(container)).toEqual({ 'withdrawn-1': 'ok', seal: 'ok', own: 'ok', cards: 'ok' });
  expect(textOf(container, 'withdrawn-1')).toContain(
    'It is the one that was sealed. No random bytes were sent',
  );
  screen.getByText(/^The house gave up an earlier seed\./);
});

test('a seed that was withdrawn after this browser sent its bytes is noted', async () => {
  const withdrawn = await earlier();
  keep(withdrawn.commitment, OTHER);
  keep(shuffle.commitment, shuffle.entropy);
  const deals = [refused(withdrawn.commitment, OTHER, 'shuffle/renewed')];
  const container = await proven({ shuffle: { ...shuffle, withdrawn: [withdrawn], refused: deals } }, 'ok');
  expect(states(container)).toEqual({ 'withdrawn-1': 'note', seal: 'ok', own: 'ok', cards: 'ok' });
  const text = textOf(container, 'withdrawn-1');
  expect(text).toContain('This browser sent 32 random bytes for this commitment once, and for no other.');
  expect(text).toContain('could have given the seed up because of its deck');
  await fireEvent.click(screen.getByText('Show the numbers'));
  expect(textOf(container, 'withdrawn-1')).toContain('shuffle/renewed, once');
  expect(textOf(container, 'withdrawn-1').replaceAll(/\s/g, '')).toContain(OTHER);
});

test('bytes from elsewhere for a seed that was withdrawn are noted, too', async () => {
  const withdrawn = await earlier();
  const deals = [refused(withdrawn.commitment, OTHER, 'limit/loss')];
  const container = await proven({ shuffle: { ...shuffle, withdrawn: [withdrawn], refused: deals } }, 'ok');
  expect(states(container)['withdrawn-1']).toBe('note');
  expect(textOf(container, 'withdrawn-1')).toContain('Random bytes were sent for it.');
});

test('another seed than the one that was sealed is caught among the earlier ones', async () => {
  const withdrawn = { ...(await earlier()), seed: '6'.repeat(64) };
  const container = await proven({ shuffle: { ...shuffle, withdrawn: [withdrawn] } }, 'bad');
  expect(states(container)['withdrawn-1']).toBe('bad');
  screen.getByText('The seed revealed for an earlier commitment is not the one that was sealed.');
});

test.each([
  ['lost with its key', {}],
  ['for new rules', { fingerprint: 'a'.repeat(64) }],
])('an earlier seed that was not revealed is noted: %s', async (reason, change) => {
  const withdrawn = { ...(await earlier()), seed: '', ...change };
  const container = await proven({ shuffle: { ...shuffle, withdrawn: [withdrawn] } }, 'ok');
  expect(states(container)['withdrawn-1']).toBe('note');
  expect(textOf(container, 'withdrawn-1')).toContain(reason);
});

test('a round without a deal has nothing to check but its seed', async () => {
  const container = await proven({ shuffle: { ...shuffle, entropy: '' }, dealt: [] }, 'none');
  expect(states(container)).toEqual({ seal: 'ok' });
  screen.getByText('No card was dealt in this round.');
});

test('a round whose seed is lost says that its deck can’t be made again', async () => {
  const dealt = Array<string>(6).fill('??');
  const container = await proven({ shuffle: { ...shuffle, seed: '' }, dealt }, 'none');
  expect(states(container)).toEqual({ seal: 'open', own: 'ok' });
  screen.getByText(/^The seed was lost with its key/);
});

// A player who had left

const ZEROS = '0'.repeat(64);

test('zeros stand for the bytes of a player who had left, and the page says what that means', async () => {
  const { cards } = await makeDeck({ ...shuffle, entropy: ZEROS });
  const dealt = cards.slice(0, record.dealt.length);
  keep(shuffle.commitment, OTHER);
  const container = await proven({ shuffle: { ...shuffle, entropy: ZEROS, absent: true }, dealt }, 'ok');
  expect(states(container)).toEqual({ seal: 'ok', own: 'note', cards: 'ok' });
  expect(textOf(container, 'own')).toContain('You had left before the deal');
  expect(textOf(container, 'own')).toContain('This browser had sent bytes for this commitment once.');
  screen.getByText(/You had left, so nothing of yours was added\.$/);
});

test('no other bytes than zeros may stand for a player who had left', async () => {
  const container = await proven({ shuffle: { ...shuffle, absent: true } }, 'bad');
  expect(states(container)).toEqual({ seal: 'ok', own: 'bad', cards: 'ok' });
  screen.getByText(/^The record says that you had left\. 32 zero bytes should stand/, {
    selector: '[role=status] p',
  });
});

test('zeros without the mark are bytes like any others', async () => {
  keep(shuffle.commitment, shuffle.entropy);
  const container = await proven({ shuffle: { ...shuffle, entropy: ZEROS } }, 'bad');
  expect(states(container)['own']).toBe('bad');
});
