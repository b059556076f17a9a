/** Money as people read it. Amounts are whole cents, as the server sends them. */

import { house } from './house.svelte';

/** With a word joiner (U+2060), so that no line ends between the sign and its number. */
const MINUS = '−\u2060';

function dollars(cents: number, decimals: 0 | 2): string {
  return (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** "$1,107.50", always with cents: for figures that stand in a column or count. */
export function fullMoney(cents: number): string {
  return `${cents < 0 ? MINUS : ''}${house.symbol}${dollars(cents, 2)}`;
}

/** "$25" or "$62.50": cents only where there are any. */
export function shortMoney(cents: number): string {
  return `${cents < 0 ? MINUS : ''}${house.symbol}${dollars(cents, cents % 100 ? 2 : 0)}`;
}

/** "+$107.50", "−$2.50", "$0.00": a result always carries its sign. */
export function signedMoney(cents: number): string {
  return (cents > 0 ? '+' : '') + fullMoney(cents);
}

/** "+100", "−2.50", "0": a result in a column that says its currency elsewhere. */
export function signedFigure(cents: number): string {
  const sign = cents > 0 ? '+' : cents < 0 ? MINUS : '';
  return sign + dollars(cents, cents % 100 ? 2 : 0);
}

/** The class of a result: a colour, never without its sign. */
export function tone(cents: number): 'win' | 'loss' | '' {
  return cents > 0 ? 'win' : cents < 0 ? 'loss' : '';
}
