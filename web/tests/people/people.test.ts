import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { account } from '../../src/lobby/guest.svelte';
import { panel } from '../../src/people/panel.svelte';
import People from '../../src/people/People.svelte';

const GUEST = { person: 'P', name: 'Guest 1', balance: 100_000, is_player: false };

type Answer = { status: number; body: unknown };
let answers: Record<string, Answer>;
let asked: { path: string; body: Record<string, unknown> }[];

function refused(code: string, message: string, status = 422): Answer {
  return { status, body: { error: { code, message, clause: null } } };
}

beforeEach(() => {
  localStorage.clear();
  asked = [];
  answers = { '/v1/guests': { status: 200, body: GUEST } };
  account.guest = null;
  vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
    asked.push({ path, body: JSON.parse(String(options?.body ?? '{}')) });
    const { status, body } = answers[path]!;
    return Response.json(body, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  panel.close();
});

async function fill(label: string, text: string): Promise<void> {
  await fireEvent.input(screen.getByLabelText(label), { target: { value: text } });
}

test('an error stands at the field that it is about', async () => {
  answers['/v1/players'] = refused('player/name-taken', 'Somebody goes by that name.', 409);
  render(People, { view: 'register', isSheet: false });
  await fill('Name', 'Ada');
  await fill('Password', 'correct horse battery');
  await fireEvent.click(screen.getByText('Save my seat'));
  const error = await screen.findByRole('alert');
  expect(error.dataset['fieldError']).toBe('name');
  expect(error.textContent).toContain('Somebody goes by that name.');
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
});

test('nothing is asked before both are given', async () => {
  render(People, { view: 'signIn', isSheet: false });
  await fireEvent.click(screen.getAllByText('Sign in').at(-1)!);
  expect((await screen.findByRole('alert')).textContent).toContain('Give a name.');
  expect(asked).toEqual([]);
});

test('a registration whose answer was lost ends in a sign-in', async () => {
  answers['/v1/players'] = refused('guest/unknown', 'We do not know you.', 401);
  answers['/v1/sessions'] = { status: 200, body: { ...GUEST, name: 'Ada', is_player: true, left_behind: 0 } };
  render(People, { view: 'register', isSheet: false });
  await fill('Name', 'Ada');
  await fill('Password', 'correct horse battery');
  await fireEvent.click(screen.getByText('Save my seat'));
  await waitFor(() => expect(panel.view).toBe('saved'));
  expect(account.guest?.name).toBe('Ada');
});

test('a password is hidden until somebody wants to see it', async () => {
  render(People, { view: 'signIn', isSheet: false });
  const field = screen.getByLabelText('Password') as HTMLInputElement;
  expect(field.type).toBe('password');
  await fireEvent.click(screen.getByText('Show'));
  expect(field.type).toBe('text');
});

test('limits say what is used and what waits, and a looser one can be called off', async () => {
  const loss = { kind: 'loss', period: 'day', amount: 5_000, used: 1_250, left: 3_750, renews: 0 };
  const figures = {
    limits: [{ ...loss, waiting: { amount: null, effective: 0 } }],
    excluded: false,
    excluded_until: null,
  };
  answers['/v1/people/me/limits'] = { status: 200, body: figures };
  render(People, { view: 'limits', isSheet: false });
  await screen.findByText(/\$12\.50 used, \$37\.50 left/);
  await fireEvent.click(screen.getByText('Keep $50.00'));
  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({ kind: 'loss', period: 'day', amount: 5_000 }),
  );
});

test('a break takes one confirmation', async () => {
  const none = { limits: [], excluded: false, excluded_until: null };
  answers['/v1/people/me/limits'] = { status: 200, body: none };
  answers['/v1/people/me/exclusion'] = { status: 200, body: { ...none, excluded: true } };
  render(People, { view: 'limits', isSheet: false });
  await fireEvent.click(await screen.findByText('For good'));
  expect(asked.some(({ path }) => path.endsWith('exclusion'))).toBe(false);
  await fireEvent.click(screen.getAllByText('Take a break').at(-1)!);
  await screen.findByText('You take a break for good.');
  expect(asked.at(-1)?.body).toMatchObject({ days: null });
});
