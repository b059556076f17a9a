/** Amounts and times of limits, as people write and read them. */

import { clock, date } from '../history/dates';
import { fullMoney } from '../money';
import type { Schemas } from '../protocol';

export type Kind = Schemas['LimitFigure']['kind'];
export type Period = Schemas['LimitFigure']['period'];

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{2}))?$/;

/** "50", "$50" and "1,250.00" in cents; null for what is no amount. */
export function centsOf(text: string): number | null {
  const match = AMOUNT.exec(text.trim());
  return match ? Number(match[1]!.replaceAll(',', '')) * 100 + Number(match[2] ?? 0) : null;
}

/** Hours and minutes in seconds; null for what is no number of them. */
export function secondsOf(hours: string, minutes: string): number | null {
  const numbers = [hours, minutes].map((text) => (/^\d{0,4}$/.test(text.trim()) ? Number(text) : NaN));
  const seconds = numbers[0]! * 3_600 + numbers[1]! * 60;
  return Number.isNaN(seconds) || (hours.trim() === '' && minutes.trim() === '') ? null : seconds;
}

/** "1 h 30 min". */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [Math.floor(minutes / 60), minutes % 60];
  const hours = parts[0] ? `${parts[0]} h` : '';
  return [hours, parts[1] || !hours ? `${parts[1]} min` : ''].filter(Boolean).join(' ');
}

/** What a limit says, in money or in time. */
export function amountOf(kind: Kind, amount: number): string {
  return kind === 'time' ? duration(amount) : fullMoney(amount);
}

/** "06:00 on 18 Nov 2026", in the reader's own time zone. */
export function moment(time: number): string {
  return `${clock(time)} on ${date(time)}`;
}
