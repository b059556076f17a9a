import { afterEach, expect, test, vi } from 'vitest';
import { firstChip, house, learnHouse } from '../src/house.svelte';
import { fullMoney, shortMoney, signedMoney } from '../src/money';
import { chipsFor, coloursOf } from '../src/parts/chips';

const PRACTICE = { name: house.name, symbol: house.symbol, chips: [...house.chips], grant: house.grant };

afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(house, PRACTICE);
});

function answer(facts: object | null): void {
  vi.stubGlobal('fetch', async () => {
    if (!facts) throw new TypeError('no line');
    return Response.json(facts);
  });
}

test('money and chips are those of the house', async () => {
  answer({ name: 'The Green Room', currency: 'SGD', symbol: 'S$', chips: [500, 2_000], grant: 50_000 });
  await learnHouse();
  expect([fullMoney(500), shortMoney(-250), signedMoney(100)]).toEqual(['S$5.00', '−\u2060S$2.50', '+S$1.00']);
  expect([house.chips, firstChip(), house.grant]).toEqual([[500, 2_000], 2_000, 50_000]);
});

test('a house of many chips shows five of them', async () => {
  answer({
    name: 'x',
    currency: 'USD',
    symbol: '$',
    chips: [1, 2, 3, 4, 5, 6].map((n) => n * 100),
    grant: 1,
  });
  await learnHouse();
  expect([house.chips.length, firstChip()]).toEqual([5, 300]);
});

test('a house that does not answer leaves the practice house', async () => {
  answer(null);
  await learnHouse();
  expect([house.symbol, firstChip()]).toEqual(['$', 2_500]);
});

test('a chip of an unusual value has words of its own', () => {
  expect([2_000, 50, 500_000, 500].map((cents) => coloursOf(cents).words)).toEqual(['20', '0.50', '5K', '5']);
  expect(coloursOf(2_000).base).toBe(coloursOf(500).base);
  expect(chipsFor(10_000)).toEqual([10_000]);
});
