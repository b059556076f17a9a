import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep } from '../../src/proof/kept';
import Proof from '../../src/proof/Proof.svelte';
import record from '../history/round.json';

const { shuffle } = record;

function states(container: HTMLElement): Record<string, string | null> {
  const steps = [...container.querySelectorAll('[data-proof-step]')];
  return Object.fromEntries(
    steps.map((step) => [step.getAttribute('data-proof-step'), step.getAttribute('data-state')]),
  );
}

async function proven(change: object, outcome: 'ok' | 'bad'): Promise<HTMLElement> {
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
  keep(shuffle.table, shuffle.round, shuffle.commitment, shuffle.entropy);
  await proven({}, 'ok');
  screen.getByText(/This browser saw that commitment before the deal\./);
  screen.getByText(/It is what this browser drew/);
});

test('a changed card is named', async () => {
  const dealt = [...record.dealt.slice(0, 5), '2c'];
  const container = await proven({ dealt }, 'bad');
  expect(states(container)).toEqual({ seal: 'ok', own: 'ok', cards: 'bad' });
  const said = screen.getByText(/^The record says/).textContent?.replaceAll('\uFE0E', '');
  expect(said).toBe('The record says 2♣ at place 6. The seed makes it 4♣.');
});

test('another commitment than the one seen is found', async () => {
  keep(shuffle.table, shuffle.round, 'f'.repeat(64), shuffle.entropy);
  const container = await proven({}, 'bad');
  expect(states(container)).toEqual({ seal: 'bad', own: 'ok', cards: 'ok' });
  screen.getByText('This browser saw another commitment before the deal.');
});

test('a record that is not hexadecimal is no proof', async () => {
  await proven({ shuffle: { ...shuffle, seed: 'nonsense' } }, 'bad');
});
