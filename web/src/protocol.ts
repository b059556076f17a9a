/**
 * What the page and the server say to each other. Money is whole cents; a card is written `Qs`,
 * `Th`, or `??` when it lies face down.
 */

export type Cents = number;
export type BoxNumber = number;
export type WagerKey = string;
/** A box by its number, or one of the two hands that belong to nobody. */
export type Where = BoxNumber | 'dealer' | 'fourth';

// The document: what never changes within one configuration of a table.

export interface PayRow {
  row: string;
  outcome: string;
  pays: string;
  clauses: string[];
  policies: string[];
}

export interface WagerDocument {
  wager: WagerKey;
  title: string;
  offered: boolean;
  clauses: string[];
  paytable: string;
  rows: PayRow[];
  needs: { wager: WagerKey; anybody: boolean; clauses: string[] } | null;
  equals: WagerKey | null;
  paid_at: WagerKey | null;
  price: Cents | null;
  limit: { minimum: Cents; maximum: Cents; step: Cents } | null;
  caps: Record<string, number>;
}

export interface TableDocument {
  fingerprint: string;
  game: string;
  title: string;
  version: string;
  tagline: string;
  rules_fingerprint: string;
  readings: Record<string, string>;
  policies: Record<string, string>;
  wagers: WagerDocument[];
  first: WagerKey;
  follow_up: WagerKey | null;
  fourth_card: boolean;
  shared_boxes: boolean;
  boxes: number;
  chip: Cents;
  procedure: Record<string, string[]>;
}

// The view: what this person may see of the round.

export interface HandView {
  cards: string;
  hand?: string;
  points?: number;
  qualifies?: boolean;
}

export interface BoxView extends HandView {
  box: BoxNumber;
  seated: string | null;
  bets: Record<string, Record<WagerKey, Cents>>;
  examined_by: string | null;
  played: boolean | null;
  matches?: string[][];
}

export interface PaymentView {
  box: BoxNumber;
  bettor: string;
  wager: WagerKey;
  stake: Cents;
  row: string;
  outcome: string;
  pays: string;
  net: Cents;
  returned: Cents;
  cut: Cents;
  breakage: Cents;
  from_meter: Cents;
  corrected: boolean;
  says: string;
  clauses: string[];
  policies: string[];
}

export interface VoidView {
  says: string;
  clauses: string[];
  policies: string[];
  bets: { box: BoxNumber; bettor: string; wager: WagerKey; amount: Cents }[];
}

export interface MoneyView {
  staked: Cents;
  returned: Cents;
  net: Cents;
}

export type Phase =
  'idle' | 'betting' | 'dealing' | 'examining' | 'decided' | 'revealed' | 'settled' | 'void';

export interface RoundView {
  fingerprint: string;
  round: number;
  phase: Phase;
  stopped: boolean;
  boxes: BoxView[];
  dealer: HandView;
  fourth?: HandView;
  waiting: BoxNumber[];
  payments: PaymentView[];
  void: VoidView | null;
  mine: MoneyView;
}

// What may be done now.

export interface BetBounds {
  box: BoxNumber;
  bettor: string | null;
  wager: WagerKey;
  total: Cents;
  ranges: [Cents, Cents][];
  if_seated: [Cents, Cents][];
  step: Cents;
  needs?: WagerKey | null;
}

export interface HandActions {
  box: BoxNumber;
  commands: string[];
  stake?: Cents;
  face_up?: boolean;
}

export interface Allowed {
  bets?: BetBounds[];
  hands?: HandActions[];
}

// Events: what happened since the last message, in the order in which it happened.

export type TableEvent =
  | { event: 'BetsOpened'; round: number }
  | { event: 'BetPlaced'; box: BoxNumber; bettor: string; wager: WagerKey; amount: Cents }
  | { event: 'BetsClosed' }
  | { event: 'Dealt'; hands: [Where, number[]][] }
  | { event: 'HandExamined'; box: BoxNumber }
  | { event: 'HandReturned'; box: BoxNumber }
  | { event: 'Played'; box: BoxNumber; wager: WagerKey; amount: Cents }
  | { event: 'Folded'; box: BoxNumber }
  | { event: 'Revealed'; where: Where }
  | { event: 'Settled' }
  | { event: 'Voided' }
  | { event: 'BetReduced' | 'BetRemoved' | 'BetWithdrawn' | 'IncidentReported' | 'RulingGiven' };

// Messages.

export interface Refusal {
  code: string;
  message: string;
  clause: string | null;
}

export type CommandName = 'stake' | 'deal' | 'play' | 'fold';

export interface TableMessage {
  type: 'table';
  sequence: number;
  person: string;
  table: string;
  round: string;
  game: string;
  fingerprint: string;
  answer: { id: string; refused: Refusal | null } | null;
  events: TableEvent[];
  view: RoundView;
  allowed: Allowed;
  commands: CommandName[];
  balance: Cents;
  meter: Cents;
  shuffle: { round: number; commitment: string };
  session: { began: number; net: Cents };
  head: string;
}

/** Something that was said could not be read, or came too fast: nothing happened by it. */
export interface ProblemMessage {
  type: 'problem';
  id: string | null;
  error: Refusal;
}

/** Everything somebody has on the table, as totals by box and wager. */
export type Stakes = Record<BoxNumber, Record<WagerKey, Cents>>;

export type Command =
  | { command: 'stake'; boxes: Stakes }
  | { command: 'deal'; entropy: string; boxes?: Stakes }
  | { command: 'play'; box: BoxNumber }
  | { command: 'fold'; box: BoxNumber };

export interface Guest {
  person: string;
  name: string;
  balance: Cents;
}
