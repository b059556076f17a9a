import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import Clauses from '../src/parts/Clauses.svelte';

function answer(body: unknown, status = 200) {
  return new Response(JSON.stringify(body), { status });
}

test('a clause stands by its number until its digest is known, and is asked for once', async () => {
  const asked = vi.fn((path: string) =>
    Promise.resolve(answer({ game: 'three-pictures', clauses: { '3.8': `Of ${path}.` } })),
  );
  vi.stubGlobal('fetch', asked);
  render(Clauses, { game: 'three-pictures', clauses: ['3.8', '9.9'] });
  expect(screen.getByText('§3.8')).toBeTruthy();
  expect(await screen.findByText('Of /v1/clauses/three-pictures.')).toBeTruthy();
  expect(screen.getByText('§9.9')).toBeTruthy();
  render(Clauses, { game: 'three-pictures', clauses: ['3.8'] });
  expect(asked).toHaveBeenCalledTimes(1);
});

test('without an answer the numbers remain, and the next reader asks again', async () => {
  const asked = vi.fn(() => Promise.resolve(answer(null, 500)));
  vi.stubGlobal('fetch', asked);
  render(Clauses, { game: 'three-card-prime', clauses: ['A', '5b'] });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(screen.getByText('A')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  render(Clauses, { game: 'three-card-prime', clauses: ['5b'] });
  expect(asked).toHaveBeenCalledTimes(2);
});
