import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { entropyFor, keptFor } from '../../src/proof/kept';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

/** The same module as another tab, or a page that was loaded anew, has it. */
async function anotherTab(): Promise<typeof import('../../src/proof/kept')> {
  vi.resetModules();
  return import('../../src/proof/kept');
}

test('one commitment gets the same bytes each time, and each deal is counted', () => {
  const entropy = entropyFor('T1', 7, 'first');
  expect(entropy).toMatch(/^[0-9a-f]{64}$/);
  expect(entropyFor('T1', 7, 'first')).toBe(entropy);
  expect(keptFor('T1', 7)).toMatchObject([{ commitment: 'first', entropy, deals: 2 }]);
});

test('another commitment gets bytes of its own, and both are kept', () => {
  const bytes = [entropyFor('T1', 7, 'first'), entropyFor('T1', 7, 'second'), entropyFor('T2', 7, 'first')];
  expect(new Set(bytes).size).toBe(3);
  expect(new Set(keptFor('T1', 7).map(({ entropy }) => entropy))).toEqual(new Set(bytes.slice(0, 2)));
  expect(keptFor('T1', 8)).toEqual([]);
});

test('another tab, and a page that is loaded anew, send the same bytes', async () => {
  const entropy = entropyFor('T1', 7, 'first');
  const other = await anotherTab();
  expect(other.entropyFor('T1', 7, 'first')).toBe(entropy);
  expect(other.entropyFor('T2', 1, 'other')).toBe(entropyFor('T2', 1, 'other'));
  expect(keptFor('T1', 7)).toMatchObject([{ deals: 2 }]);
});

test('they are kept before they are sent', () => {
  const entropy = entropyFor('T1', 7, 'first');
  expect(Object.values({ ...localStorage }).join()).toContain(entropy);
});

test('where nothing can be stored the page remembers them itself', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('Blocked.');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('Full.');
  });
  const { entropyFor, keptFor } = await anotherTab();
  const entropy = entropyFor('T1', 7, 'first');
  expect(entropyFor('T1', 7, 'first')).toBe(entropy);
  expect(keptFor('T1', 7)).toMatchObject([{ entropy, deals: 2 }]);
});

test('it needs no cryptography that a page over plain HTTP has not', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(entropyFor('T1', 7, 'first')).toMatch(/^[0-9a-f]{64}$/);
  vi.unstubAllGlobals();
});

test('the oldest are forgotten, and never the round that a table has come to', () => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(0);
  const waiting = entropyFor('T0', 1, 'waiting');
  for (let round = 1; round <= 400; round++) entropyFor('T1', round, `c${round}`);
  expect(keptFor('T1', 1)).toEqual([]);
  expect(keptFor('T1', 2)).toHaveLength(1);
  expect(keptFor('T1', 400)).toHaveLength(1);
  expect(entropyFor('T0', 1, 'waiting')).toBe(waiting);
});

test('anything else in the storage is ignored', () => {
  localStorage.setItem('pitboss.shuffle.T1.first', '{"not": "an entry"');
  localStorage.setItem('pitboss.shuffle.T1.second', '{"table": "T1", "round": 1}');
  localStorage.setItem('pitboss.preferences', 'null');
  expect(keptFor('T1', 1)).toEqual([]);
  const entropy = entropyFor('T1', 1, 'first');
  expect(entropyFor('T1', 1, 'first')).toBe(entropy);
});
