import { expect, test } from 'vitest';
import { amountOf, centsOf, duration, secondsOf } from '../../src/people/amounts';

test.each([
  ['50', 5_000],
  ['$50', 5_000],
  [' 12.50 ', 1_250],
  ['1,250.00', 125_000],
  ['0', 0],
])('%s is an amount', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each(['', '-5', '5.5', '1e3', '12,34', '٣', 'fifty', '123456789', '5.555'])('%s is none', (text) => {
  expect(centsOf(text)).toBeNull();
});

test('hours and minutes, or either', () => {
  expect(secondsOf('1', '30')).toBe(5_400);
  expect(secondsOf('', '45')).toBe(2_700);
  expect(secondsOf('2', '')).toBe(7_200);
  expect(secondsOf('0', '0')).toBe(0);
  for (const [hours, minutes] of [
    ['', ''],
    ['x', '1'],
    ['1.5', ''],
    ['-1', ''],
  ] as const)
    expect(secondsOf(hours, minutes)).toBeNull();
});

test('durations as people read them', () => {
  expect([0, 59, 60, 3_600, 5_400].map(duration)).toEqual(['0 min', '0 min', '1 min', '1 h', '1 h 30 min']);
  expect(amountOf('time', 600)).toBe('10 min');
  expect(amountOf('loss', 5_000)).toBe('$50.00');
});
