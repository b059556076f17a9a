/** Who sits at this browser, as far as the pages around the tables need to know. */

import { deleteAt, getJson, postJson, putJson, RequestFailed } from '../http';
import type { Guest, Schemas } from '../protocol';
import { commandId } from '../randomness';
import { words } from '../words';
import { takeLaunchToken } from './launch';

const MARK = 'pitboss.guest';
const HERE = '1';
const GONE = '0';

/** Whoever was never here has no account to ask for, and gets one on sitting down. */
function hasBeenHere(): boolean {
  try {
    if (localStorage.getItem(MARK) === GONE) return false;
    return Object.keys(localStorage).some((key) => key.startsWith('pitboss.'));
  } catch {
    return true; // Storage is blocked: ask.
  }
}

function mark(as: string): void {
  try {
    localStorage.setItem(MARK, as);
  } catch {
    // Storage is blocked: the next visit asks again.
  }
}

class Account {
  guest = $state.raw<Guest | null>(null);
  /** Play money of the guest that this browser was before somebody signed in. */
  leftBehind = $state(0);
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

  /** Whether the house knows nobody by this browser. A house that does not answer has not said so. */
  async isNobody(): Promise<boolean> {
    await this.launch;
    try {
      this.guest = await getJson<Guest>('/v1/guests/me');
      mark(HERE);
      return false;
    } catch (failure) {
      const isUnknown = failure instanceof RequestFailed && failure.status === 401;
      if (isUnknown) this.forget();
      return isUnknown;
    }
  }

  /** The guest of this browser; a new one if there is none. */
  async comeIn(): Promise<Guest> {
    await this.launch;
    this.guest = await postJson<Guest>('/v1/guests');
    mark(HERE);
    return this.guest;
  }

  /** The guest of this browser becomes a player. */
  async register(name: string, password: string): Promise<void> {
    await this.comeIn();
    try {
      this.guest = await postJson<Guest>('/v1/players', { id: commandId(), name, password });
    } catch (failure) {
      // An answer may have been lost on the way: then the new name is known, and this cookie no more.
      if (!(failure instanceof RequestFailed) || failure.status !== 401) throw failure;
      await this.signIn(name, password);
    }
  }

  async signIn(name: string, password: string): Promise<void> {
    const { left_behind, ...guest } = await postJson<Schemas['SignedIn']>('/v1/sessions', { name, password });
    [this.guest, this.leftBehind] = [guest, left_behind];
    mark(HERE);
  }

  async changePassword(old: string, password: string): Promise<void> {
    this.guest = await putJson<Guest>('/v1/players/me/password', { id: commandId(), old, new: password });
  }

  async signOut(): Promise<void> {
    await deleteAt('/v1/sessions/current');
    this.forget();
  }

  /** Nobody is known here any more. */
  forget(): void {
    this.guest = null;
    mark(GONE);
  }

  private async comeInBy(token: string): Promise<void> {
    try {
      this.guest = await postJson<Guest>(`/v1/launches/${encodeURIComponent(token)}`);
      mark(HERE);
    } catch (failure) {
      const refusal = failure instanceof RequestFailed ? failure.refusal : null;
      this.problem = refusal?.message ?? words.lobby.notReached;
    }
  }
}

export const account = new Account();
