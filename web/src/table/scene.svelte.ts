/** What lies on the table at this moment of the show. It lags behind the server while cards fly. */

import type {
  BoxNumber,
  Cents,
  HandView,
  PaymentView,
  RoundView,
  Stakes,
  TableDocument,
  VoidView,
  WagerKey,
  Where,
} from '../protocol';
import { tick } from 'svelte';
import { FACE_DOWN, cardsOf } from '../parts/cards';
import { stakesIn } from './stakes';

export interface ShownHand {
  where: Where;
  cards: string[];
  /** What the hand is called, once all of it has been turned. */
  name: string | null;
  /** The point count, where the game has one: the view's, shown with the last card it speaks of. */
  points: number | null;
  isFolded: boolean;
}

/** What became of one spot. */
export interface SpotResult {
  isSwept: boolean;
  paid: Cents;
}

export function spotKey(box: BoxNumber, wager: WagerKey): string {
  return `${box}/${wager}`;
}

/** Wagers without a stake of their own are paid at the spot that they belong to. */
export function paidAt(document: TableDocument, wager: WagerKey): WagerKey {
  return document.wagers.find((candidate) => candidate.wager === wager)?.paid_at ?? wager;
}

export class Scene {
  hands = $state<ShownHand[]>([]);
  stakes = $state<Stakes>({});
  results = $state<Record<string, SpotResult>>({});
  boxNets = $state<Record<BoxNumber, Cents>>({});
  payments = $state<PaymentView[]>([]);
  void = $state<VoidView | null>(null);
  dealerQualifies = $state<boolean | null>(null);
  /** Cards of both hands that match, joined by a line at settlement. */
  matches = $state<Record<BoxNumber, string[][]>>({});
  /** The box that is large, in the middle. */
  active = $state<BoxNumber>(2);
  /** Chips are drawn without motion while another box comes to the middle. */
  chipsAreStill = $state(true);
  /** Drawn at once, without motion: after a reload or a lost line. */
  isStill = $state(true);
  isOver = $state(false);
  betsAreClosed = $state(false);
  /** A large win is lit once; the jackpot dims the room. */
  celebration = $state<'light' | 'jackpot' | null>(null);
  /** Counts the times that the felt was cleared, so that old chips leave as new ones come. */
  deal = $state(0);

  hand(where: Where): ShownHand | undefined {
    return this.hands.find((hand) => hand.where === where);
  }

  /** Brings a box to the middle. Its chips have lain there before, so they do not fly in again. */
  bring(box: BoxNumber): boolean {
    if (this.active === box) return false;
    this.chipsAreStill = true;
    this.active = box;
    void tick().then(() => (this.chipsAreStill = this.isStill));
    return true;
  }

  /** From now on things move. */
  begin(): void {
    this.isStill = false;
    this.chipsAreStill = false;
  }

  clear(): void {
    this.hands = [];
    this.stakes = {};
    this.results = {};
    this.boxNets = {};
    this.payments = [];
    this.void = null;
    this.dealerQualifies = null;
    this.matches = {};
    this.isOver = false;
    this.betsAreClosed = false;
    this.celebration = null;
    this.deal += 1;
  }

  /** Lays a face-down card for a hand. */
  addCard(where: Where): void {
    const hand = this.hand(where);
    if (hand) hand.cards.push(FACE_DOWN);
    else this.hands.push({ where, cards: [FACE_DOWN], name: null, points: null, isFolded: false });
  }

  /** Draws the round as it is, without motion. */
  draw(view: RoundView, document: TableDocument, person: string): void {
    this.isStill = true;
    this.chipsAreStill = true;
    this.clear();
    if (view.phase === 'idle') return;
    this.stakes = stakesIn(view.boxes, person);
    this.betsAreClosed = view.phase !== 'betting';
    const hands: [Where, HandView][] = view.boxes.map((box) => [box.box, box]);
    hands.push(['dealer', view.dealer]);
    if (view.fourth) hands.push(['fourth', view.fourth]);
    for (const [where, { cards, hand, points }] of hands) {
      const isFolded = view.boxes.some((box) => box.box === where && box.played === false);
      if (!cards) continue;
      this.hands.push({
        where,
        cards: cardsOf(cards),
        name: hand ?? null,
        points: points ?? null,
        isFolded,
      });
    }
    this.dealerQualifies = view.dealer.qualifies ?? null;
    if (view.phase === 'settled' || view.phase === 'void') {
      for (const box of boxesOf(view.payments)) this.settleBox(view, document, person, box);
      this.finish(view);
    }
    const mine = Object.keys(this.stakes).map(Number);
    const waiting = view.waiting.find((box) => mine.includes(box));
    this.active = waiting ?? (mine.includes(this.active) ? this.active : (mine[0] ?? this.active));
  }

  sweep(document: TableDocument, payments: PaymentView[]): void {
    for (const { box, wager, net } of payments) {
      if (net < 0) this.result(box, paidAt(document, wager)).isSwept = true;
    }
  }

  pay(document: TableDocument, payments: PaymentView[]): void {
    for (const { box, wager, net } of payments) {
      if (net > 0) this.result(box, paidAt(document, wager)).paid += net;
    }
  }

  settleBox(view: RoundView, document: TableDocument, person: string, box: BoxNumber): void {
    const mine = view.payments.filter((payment) => payment.box === box && payment.bettor === person);
    this.sweep(document, mine);
    this.pay(document, mine);
    this.closeBox(view, person, box);
  }

  /** Notes what a box came to, as the server says it. */
  closeBox(view: RoundView, person: string, box: BoxNumber): void {
    const mine = view.payments.filter((payment) => payment.box === box && payment.bettor === person);
    if (mine.length > 0) this.boxNets[box] = mine.reduce((sum, payment) => sum + payment.net, 0);
  }

  finish(view: RoundView): void {
    this.payments = view.payments;
    this.void = view.void;
    this.matches = Object.fromEntries(view.boxes.map((box) => [box.box, box.matches ?? []]));
    if (view.void) this.stakes = {};
    this.isOver = true;
  }

  private result(box: BoxNumber, spot: WagerKey): SpotResult {
    const key = spotKey(box, spot);
    this.results[key] ??= { isSwept: false, paid: 0 };
    return this.results[key]!;
  }
}

/** The boxes that payments speak of, in the order in which the table settles them. */
export function boxesOf(payments: PaymentView[]): BoxNumber[] {
  return [...new Set(payments.map((payment) => payment.box))];
}
