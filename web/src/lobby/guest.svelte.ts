/** Who sits at this browser, as far as the pages around the tables need to know. */

import { RequestFailed, getJson, postJson } from '../http';
import type { Guest } from '../protocol';
import { words } from '../words';
import { takeLaunchToken } from './launch';

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
  /** Why a launch came to nothing. */
  problem = $state('');
  private launch: Promise<void> | undefined;

  /** Looks without opening an account; whoever was sent here by their operator comes in. */
  async look(): Promise<void> {
    const token = takeLaunchToken();
    if (token) {
      this.launch = this.comeInBy(token);
      return this.launch;
    }
    if (!hasBeenHere()) return;
    this.guest = await getJson<Guest>('/v1/guests/me').catch(() => null);
  }

  /** The guest of this browser; a new one if there is none. */
  async comeIn(): Promise<Guest> {
    await this.launch;
    this.guest = await postJson<Guest>('/v1/guests');
    markAsKnown();
    return this.guest;
  }

  private async comeInBy(token: string): Promise<void> {
    try {
      this.guest = await postJson<Guest>(`/v1/launches/${encodeURIComponent(token)}`);
      markAsKnown();
    } catch (failure) {
      const refusal = failure instanceof RequestFailed ? failure.refusal : null;
      this.problem = refusal?.message ?? words.lobby.notReached;
    }
  }
}

export const account = new Account();
