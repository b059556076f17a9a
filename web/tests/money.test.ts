import { expect, test } from 'vitest';
import { fullMoney, shortMoney, signedFigure, signedMoney, tone } from '../src/money';

test('amounts carry their currency, and cents where they matter', () => {
  expect(fullMoney(100_000)).toBe('$1,000.00');
  expect(shortMoney(2_500)).toBe('$25');
  expect(shortMoney(6_250)).toBe('$62.50');
  expect(fullMoney(-250)).toBe('−\u2060$2.50');
});

test('results carry their sign, nothing won carries none', () => {
  expect(signedMoney(10_750)).toBe('+$107.50');
  expect(signedMoney(0)).toBe('$0.00');
  expect(signedFigure(-250)).toBe('−\u20602.50');
  expect(signedFigure(10_000)).toBe('+100');
  expect([tone(1), tone(0), tone(-1)]).toEqual(['win', '', 'loss']);
});
