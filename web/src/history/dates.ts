/** Dates and times as the pages say them, in the reader's own time zone. */

import { words } from '../words';

/** "14:08". */
export function clock(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** "16 Nov 2026". */
export function date(time: number): string {
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** "Today", "Yesterday", or the date. */
export function day(time: number, now: number = Date.now()): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (date(time) === date(now)) return words.rounds.today;
  return date(time) === date(yesterday.getTime()) ? words.rounds.yesterday : date(time);
}

/** "3.4": seconds since a round began; "1:05" from a minute on. */
export function elapsed(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return seconds.toFixed(1);
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
