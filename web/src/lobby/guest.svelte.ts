/** Who sits at this browser, as far as the pages around the tables need to know. */

import { getJson, postJson } from '../http';
import type { Guest } from '../protocol';

const MARK = 'pitboss.guest';

/** Whoever was never here has no account to ask for, and gets one on sitting down. */
function hasBeenHere(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('pitboss.'));
  } catch {
    return true; // Storage is blocked: ask.
  }
}

function markAsKnown(): void {
  try {
    localStorage.setItem(MARK, '1');
  } catch {
    // Storage is blocked: the next visit asks again.
  }
}

class Account {
  guest = $state.raw<Guest | null>(null);

  /** Looks without opening an account. */
  async look(): Promise<void> {
    if (!hasBeenHere()) return;
    this.guest = await getJson<Guest>('/v1/guests/me').catch(() => null);
  }

  /** The guest of this browser; a new one if there is none. */
  async comeIn(): Promise<Guest> {
    this.guest = await postJson<Guest>('/v1/guests');
    markAsKnown();
    return this.guest;
  }
}

export const account = new Account();
