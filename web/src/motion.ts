/** How long things take: as designed, a third of it in quick mode, short fades if motion is unwelcome. */

import { preferences } from './preferences.svelte';

const calm = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');

export const FADE_MS = 120;

export function motionIsReduced(): boolean {
  return calm?.matches ?? false;
}

/** A designed duration or delay as it is to be played now. */
export function paced(milliseconds: number): number {
  if (motionIsReduced()) return Math.min(milliseconds, FADE_MS);
  return preferences.quick ? milliseconds / 3 : milliseconds;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
