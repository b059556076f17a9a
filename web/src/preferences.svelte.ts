/** What a person has chosen about this page. Kept in this browser only. */

const STORED_AS = 'pitboss.preferences';

const DEFAULTS = {
  sound: true,
  vibration: true,
  spokenCalls: false,
  quick: false,
  fourColours: false,
  largeIndex: false,
  coach: false,
  /** Rounds settled before the eyes of this person: the first few explain themselves. */
  roundsSeen: 0,
};

export type Preference = keyof typeof DEFAULTS;

function stored(): Partial<typeof DEFAULTS> {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Partial<typeof DEFAULTS>;
  } catch {
    return {}; // Storage is blocked, or holds something else.
  }
}

function keep(values: typeof DEFAULTS): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(values));
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

const values = $state({ ...DEFAULTS, ...stored() });

export const preferences = new Proxy(values, {
  set(target, name, value) {
    const changed = Reflect.set(target, name, value);
    keep($state.snapshot(target));
    return changed;
  },
});
