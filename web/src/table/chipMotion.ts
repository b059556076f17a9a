/** How chips move, in units of the stage. Svelte plays these through the Web Animations API. */

import type { TransitionConfig } from 'svelte/transition';
import { FADE_MS, motionIsReduced, paced } from '../motion';

interface Move {
  /** From where, or to where, measured from the chip's place. */
  dx: number;
  dy: number;
  duration: number;
  delay?: number;
}

function settleDown(progress: number): number {
  // A chip that lands hops once, by four units.
  return progress > 0.8 ? Math.sin(((progress - 0.8) / 0.2) * Math.PI) * 4 : 0;
}

export function arrive(_: Element, { dx, dy, duration, delay = 0 }: Move): TransitionConfig {
  if (motionIsReduced()) return { duration: duration && FADE_MS, css: (t) => `opacity: ${t}` };
  return {
    duration: paced(duration),
    delay: paced(delay),
    css: (t) => {
      const left = (1 - t) ** 3;
      return `transform: translate(${dx * left}px, ${dy * left - settleDown(t)}px); opacity: ${t < 0.03 ? 0 : 1}`;
    },
  };
}

export function leave(_: Element, { dx, dy, duration, delay = 0 }: Move): TransitionConfig {
  if (motionIsReduced()) return { duration: duration && FADE_MS, css: (t) => `opacity: ${t}` };
  return {
    duration: paced(duration),
    delay: paced(delay),
    css: (t, u) => `transform: translate(${dx * u * u}px, ${dy * u * u}px); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** A card from the shuffler, turning as it flies. */
export function flyIn(_: Element, { dx, dy, duration }: Move): TransitionConfig {
  if (motionIsReduced()) return { duration: duration && FADE_MS, css: (t) => `opacity: ${t}` };
  return {
    duration: paced(duration),
    css: (t) => {
      const left = (1 - t) ** 3;
      return `transform: translate(${dx * left}px, ${dy * left}px) rotate(${left * 70}deg); opacity: ${t < 0.02 ? 0 : 1}`;
    },
  };
}
