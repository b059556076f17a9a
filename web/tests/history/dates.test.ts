import { expect, test } from 'vitest';
import { day, elapsed } from '../../src/history/dates';

test('days are named while they are near', () => {
  const noon = new Date(2026, 10, 18, 12).getTime();
  const hours = (count: number) => noon - count * 3_600_000;
  expect(day(hours(3), noon)).toBe('Today');
  expect(day(hours(20), noon)).toBe('Yesterday');
  expect(day(hours(48), noon)).toBe('16 Nov 2026');
});

test('seconds turn into minutes', () => {
  expect(elapsed(0)).toBe('0.0');
  expect(elapsed(9_840)).toBe('9.8');
  expect(elapsed(65_400)).toBe('1:05');
});
