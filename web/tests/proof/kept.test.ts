import { beforeEach, expect, test } from 'vitest';
import { keep, keptFor } from '../../src/proof/kept';

beforeEach(() => localStorage.clear());

test('a shuffle is kept by its table and round', () => {
  keep('T1', 7, 'commitment', 'entropy');
  expect(keptFor('T1', 7)).toEqual({ table: 'T1', round: 7, commitment: 'commitment', entropy: 'entropy' });
  expect(keptFor('T1', 8)).toBeNull();
  expect(keptFor('T2', 7)).toBeNull();
});

test('a deal that is sent again replaces the first one', () => {
  keep('T1', 7, 'commitment', 'first');
  keep('T1', 7, 'commitment', 'second');
  expect(keptFor('T1', 7)?.entropy).toBe('second');
});

test('the oldest are forgotten', () => {
  for (let round = 1; round <= 201; round++) keep('T1', round, 'c', 'e');
  expect(keptFor('T1', 1)).toBeNull();
  expect(keptFor('T1', 2)).not.toBeNull();
  expect(keptFor('T1', 201)).not.toBeNull();
});

test('anything else in the storage is ignored', () => {
  localStorage.setItem('pitboss.shuffles', '{"not": "a list"');
  expect(keptFor('T1', 1)).toBeNull();
  localStorage.setItem('pitboss.shuffles', '[null, 3, {"table": "T1", "round": 1}]');
  expect(keptFor('T1', 1)).toBeNull();
});
