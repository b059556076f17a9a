/** When the coach speaks. Whether it speaks at all is among the preferences. */

import { preferences } from '../preferences.svelte';

export type CoachMode = 'off' | 'before' | 'after';

const STORED_AS = 'pitboss.coach';

function stored(): 'before' | 'after' {
  try {
    return localStorage.getItem(STORED_AS) === 'after' ? 'after' : 'before';
  } catch {
    return 'before'; // Storage is blocked.
  }
}

class Coaching {
  private moment = $state<'before' | 'after'>(stored());

  get mode(): CoachMode {
    return preferences.coach ? this.moment : 'off';
  }

  set mode(mode: CoachMode) {
    preferences.coach = mode !== 'off';
    if (mode === 'off') return;
    this.moment = mode;
    try {
      localStorage.setItem(STORED_AS, mode);
    } catch {
      // Storage is blocked: the choice lasts until the page is closed.
    }
  }
}

export const coaching = new Coaching();
