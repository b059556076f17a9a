import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Coach from '../../src/coach/Coach.svelte';
import { coaching } from '../../src/coach/mode.svelte';

const BEFORE = {
  box: 2,
  best: 'play',
  cost: 10_986,
  chosen: null,
  says: 'Play: best. Folding costs $109.86 on average.',
};
const WRONG = { box: 2, best: 'play', cost: 1_490, chosen: 'fold', says: 'Folding cost $14.90 on average.' };
const RIGHT = {
  box: 2,
  best: 'play',
  cost: 1_490,
  chosen: 'play',
  says: 'Playing was best: it saved $14.90 on average.',
};
const STRATEGY = 'Play Q-6-4 and better; fold the rest.';

let advice: object;
const fetched = vi.fn(async (path: string) =>
  Response.json(path.includes('/odds/') ? { strategy: STRATEGY } : { hands: [advice] }),
);

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

function coach(phase: 'deciding' | 'decided') {
  return render(Coach, { table: 'T1', box: 2, round: 'T1-1', phase, fingerprint: 'f' });
}

test('before a decision the best one is said', async () => {
  [coaching.mode, advice] = ['before', BEFORE];
  coach('deciding');
  await screen.findByText('Play: best.');
  screen.getByText('Folding costs $109.86 on average.');
});

test('a coach who speaks afterwards does not even ask before', () => {
  coaching.mode = 'after';
  coach('deciding');
  screen.getByText('Decide first. The coach speaks afterwards.');
  expect(fetched).not.toHaveBeenCalled();
});

test('a wrong decision is answered with its cost and the strategy', async () => {
  [coaching.mode, advice] = ['before', WRONG];
  coach('decided');
  await screen.findByText('Folding cost $14.90 on average.');
  await screen.findByText(STRATEGY);
});

test('a right decision is praised only by a coach who kept silent', async () => {
  [coaching.mode, advice] = ['before', RIGHT];
  const { container, unmount } = coach('decided');
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(container.querySelector('[data-coach]')).toBeNull();
  unmount();
  coaching.mode = 'after';
  coach('decided');
  await screen.findByText(RIGHT.says);
});

test('the choice is kept', () => {
  coaching.mode = 'after';
  expect(localStorage.getItem('pitboss.coach')).toBe('after');
  coaching.mode = 'off';
  expect(coaching.mode).toBe('off');
});
