import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import App from '../../src/App.svelte';
import { fetchAgain } from '../../src/parts/retry';
import { router } from '../../src/router.svelte';

const load = vi.hoisted(() => ({ isBroken: true }));
vi.mock('../../src/history/Rounds.svelte', async (original) => {
  if (load.isBroken) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

afterEach(() => vi.unstubAllGlobals());

test('a page that does not load says so, and comes when it is tried again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ rounds: [], more: null }));
  router.go('/rounds');
  render(App);
  await screen.findByText('This part of the page did not load.');
  load.isBroken = false;
  await fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('No rounds yet.');
});

const broken = () => Promise.reject(new TypeError('gone'));

test('files of an earlier version are gone for good: the page is loaded anew', async () => {
  vi.stubGlobal('fetch', async () => new Response('page'));
  const reload = vi.fn();
  await expect(fetchAgain(broken, reload)).rejects.toThrow('gone');
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that works is not left for one that does not answer', async () => {
  vi.stubGlobal('fetch', broken);
  const reload = vi.fn();
  await expect(fetchAgain(broken, reload)).rejects.toThrow('gone');
  expect(reload).not.toHaveBeenCalled();
});
