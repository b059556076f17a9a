/** The house that this page is a page of: its name, its currency and its chips. */

import { getJson } from './http';
import type { components } from './protocol.gen';
import type { Cents } from './protocol';

type Facts = components['schemas']['HouseFacts'];

export const MOST_PICKABLE = 5;

/** Until the server has spoken, and if it never does, the practice house. */
export const house = $state({
  name: 'Pitboss',
  symbol: '$',
  chips: [100, 500, 2_500, 10_000, 50_000] as Cents[],
  grant: 100_000 as Cents,
});

export async function learnHouse(): Promise<void> {
  try {
    const facts = await getJson<Facts>('/v1/house');
    house.name = facts.name;
    house.symbol = facts.symbol;
    house.grant = facts.grant;
    if (facts.chips.length > 0) house.chips = facts.chips.slice(0, MOST_PICKABLE);
  } catch {
    // The lobby and the table say so themselves.
  }
}

/** The chip that is picked when somebody sits down: the third, or the largest of fewer. */
export function firstChip(): Cents {
  return house.chips[Math.min(2, house.chips.length - 1)]!;
}
