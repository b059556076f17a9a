import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Lobby from '../../src/lobby/Lobby.svelte';
import { account } from '../../src/lobby/guest.svelte';
import { takeLaunchToken } from '../../src/lobby/launch';

const ADA = { person: 'A', name: 'Ada', balance: 50_000, wallet: true };

let asked: string[];
let isOver: boolean;

beforeEach(() => {
  [asked, isOver] = [[], false];
  [account.guest, account.problem] = [null, ''];
  localStorage.clear();
  history.replaceState(null, '', '/?launch=TOKEN');
  vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
    asked.push(`${options?.method ?? 'GET'} ${path}`);
    if (path === '/v1/lobby') return Response.json({ games: [], deals: 407_170_400 });
    if (path === '/v1/launches/TOKEN' && isOver)
      return Response.json(
        { error: { code: 'launch/over', message: 'This address can be opened once.', clause: null } },
        { status: 404 },
      );
    if (path === '/v1/launches/TOKEN' || path === '/v1/guests') return Response.json(ADA);
    return Response.json({ table: 'T1', game: 'three-pictures', fingerprint: 'f' });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('whoever was sent here by their operator comes in with their wallet', async () => {
  render(Lobby);
  await screen.findByText('Ada');
  screen.getByText('$500.00');
  screen.getByText('Your wallet');
  screen.getByText('Bets come from it, and what you win goes back to it.');
  expect(screen.queryByText('Play money')).toBeNull();
  expect(location.search).toBe('');
});

test('the token leaves the address, and the rest of it stays', () => {
  history.replaceState(null, '', '/?launch=TOKEN&x=1');
  expect(takeLaunchToken()).toBe('TOKEN');
  expect(location.search).toBe('?x=1');
  expect(takeLaunchToken()).toBeNull();
});

test('nobody sits down before they have come in', async () => {
  const { container } = render(Lobby);
  await fireEvent.click(container.querySelector('[data-game="three-pictures"] [data-button="play-now"]')!);
  await waitFor(() => expect(asked).toContain('POST /v1/tables'));
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /v1/launches/TOKEN',
    'POST /v1/guests',
    'POST /v1/tables',
  ]);
});

test('a launch that is over is said so', async () => {
  isOver = true;
  render(Lobby);
  await screen.findByText('This address can be opened once.');
  expect(location.search).toBe('');
});
