/**
 * What the page and the server say to each other, under the names that the page uses. The shapes
 * are generated from the server's OpenAPI document (`npm run types`). Money is whole cents; a card
 * is written `Qs`, `Th`, or `??` when it lies face down.
 */

import type { components } from './protocol.gen';

export type Schemas = components['schemas'];

export type Cents = number;
export type BoxNumber = number;
export type WagerKey = string;
/** A box by its number, or `dealer` or `fourth`: the hands that belong to nobody. */
export type Where = BoxNumber | 'dealer' | 'fourth';

/** What never changes within one configuration of a table. */
export type TableDocument = Schemas['Document'];
export type WagerDocument = Schemas['WagerDocument'];
export type PayRow = Schemas['RowDocument'];

/** What this person may see of the round. */
export type RoundView = Schemas['View'];
export type BoxView = Schemas['BoxView'];
export type HandView = Schemas['HandView'];
export type PaymentView = Schemas['PaymentView'];
export type VoidView = Schemas['VoidView'];

/** What this person may do now. */
export type BetBounds = Schemas['BetBounds'];
export type HandActions = Schemas['HandActions'];

/** What happened since the last message, in the order in which it happened. */
export type TableEvent = WithPlaces<Schemas['TableEvent']>;

/** The schema says of a hand's place only that it is a number or a text. */
type WithPlaces<Event> = Event extends { event: 'Dealt' }
  ? Omit<Event, 'hands'> & { hands: [Where, number[]][] }
  : Event extends { event: 'Revealed' }
    ? Omit<Event, 'where'> & { where: Where }
    : Event;

export type TableMessage = Omit<Schemas['TableMessage'], 'events'> & { events: TableEvent[] };
export type ProblemMessage = Schemas['ProblemMessage'];
export type Guest = Schemas['Guest'];
export type ClauseDigests = Schemas['ClauseDigests'];

/** Why something was not done. */
export interface Refusal {
  code: string;
  message: string;
  clause?: string | null;
}

/** Everything somebody has on the table, as totals by box and wager. */
export type Stakes = Record<BoxNumber, Record<WagerKey, Cents>>;

export type Command =
  | { command: 'stake'; boxes: Stakes }
  | { command: 'deal'; entropy: string; commitment: string; boxes?: Stakes }
  | { command: 'play'; box: BoxNumber }
  | { command: 'fold'; box: BoxNumber };
