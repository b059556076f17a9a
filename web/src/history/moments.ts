/**
 * A finished round as moments: one sentence each, and what lies on the table at that moment. They
 * follow from the events; which faces are seen comes from the view of the same step.
 */

import { FACE_DOWN, cardsOf } from '../parts/cards';
import { fullMoney } from '../money';
import type {
  BoxNumber,
  Cents,
  PaymentView,
  RoundView,
  Stakes,
  TableDocument,
  VoidView,
  Where,
} from '../protocol';
import type { components } from '../protocol.gen';
import { paidAt, spotKey, type Scene, type ShownHand, type SpotResult } from '../table/scene.svelte';
import { stakeOn, withStake } from '../table/stakes';
import { words } from '../words';
import { cardSymbol } from './cardSymbols';

type Schemas = components['schemas'];

export type RoundRecord = Schemas['RoundReplay'];
type RecordedEvent = RoundRecord['steps'][number]['events'][number];

/** What lies on the table. Never changed in place: every moment has its own. */
export interface Picture {
  stakes: Stakes;
  hands: ShownHand[];
  results: Record<string, SpotResult>;
  boxNets: Record<BoxNumber, Cents>;
  payments: PaymentView[];
  matches: Record<BoxNumber, string[][]>;
  dealerQualifies: boolean | null;
  void: VoidView | null;
  active: BoxNumber;
  betsAreClosed: boolean;
  isOver: boolean;
}

export interface Moment {
  /** Milliseconds since the round began. */
  time: number;
  who: 'you' | 'house' | 'payment';
  says: string;
  clauses: string[];
  /** Of a payment. */
  net: Cents | null;
  picture: Picture;
}

const EMPTY: Picture = {
  stakes: {},
  hands: [],
  results: {},
  boxNets: {},
  payments: [],
  matches: {},
  dealerQualifies: null,
  void: null,
  active: 2,
  betsAreClosed: false,
  isOver: false,
};

function bettorOf(record: RoundRecord): string {
  const bets = record.steps.flatMap(({ view }) => view.boxes.flatMap((box) => Object.keys(box.bets)));
  return bets[0] ?? '';
}

function firstBox(record: RoundRecord): BoxNumber {
  return record.steps.at(-1)?.view.boxes[0]?.box ?? EMPTY.active;
}

class Narrator {
  readonly moments: Moment[] = [];
  private picture: Picture;
  private readonly person: string;
  private readonly began: number;
  private readonly hasManyBoxes: boolean;
  private time = 0;

  constructor(
    record: RoundRecord,
    private readonly document: TableDocument,
  ) {
    this.person = bettorOf(record);
    this.began = record.steps[0]?.time ?? 0;
    this.hasManyBoxes = (record.steps.at(-1)?.view.boxes.length ?? 0) > 1;
    this.picture = { ...EMPTY, active: firstBox(record) };
    for (const step of record.steps) {
      this.time = step.time - this.began;
      // The same shape, described twice: once by hand for the table, once by the server.
      const view = step.view as unknown as RoundView;
      for (const event of step.events) this.tell(event, view);
    }
  }

  private say(
    who: Moment['who'],
    says: string,
    clauses: string[] = [],
    change: Partial<Picture> = {},
    net: Cents | null = null,
  ): void {
    this.picture = { ...this.picture, ...change };
    // A policy of the house is not a clause of the rulebook.
    const cited = clauses.filter((clause) => !clause.startsWith('policy/'));
    this.moments.push({ time: this.time, who, says, clauses: cited, net, picture: this.picture });
  }

  private clauses(step: string): string[] {
    return this.document.procedure[step] ?? [];
  }

  private wager(key: string): { title: string; clauses: string[] } {
    return this.document.wagers.find(({ wager }) => wager === key) ?? { title: key, clauses: [] };
  }

  private inBox(box: BoxNumber): string {
    return this.hasManyBoxes ? words.replay.inBox(box) : '';
  }

  private stakesWith(box: BoxNumber, wager: string, amount: Cents): Stakes {
    const { stakes } = this.picture;
    return withStake(stakes, box, wager, stakeOn(stakes, box, wager) + amount);
  }

  private tell(event: RecordedEvent, view: RoundView): void {
    switch (event.event) {
      case 'BetsOpened':
        return this.say('house', words.replay.opened, this.clauses('opens'));
      case 'BetPlaced': {
        const { title, clauses } = this.wager(event.wager);
        const says = words.replay.bet(fullMoney(event.amount), title, this.inBox(event.box));
        const stakes = this.stakesWith(event.box, event.wager, event.amount);
        return this.say('you', says, clauses, { stakes, active: event.box });
      }
      case 'BetReduced':
      case 'BetRemoved': {
        const { title } = this.wager(event.wager);
        const says = words.replay.tookBack(fullMoney(event.amount), title, this.inBox(event.box));
        const stakes = this.stakesWith(event.box, event.wager, -event.amount);
        return this.say('you', says, [], { stakes, active: event.box });
      }
      case 'BetsClosed': {
        const meter = event.contributions.reduce((sum, { amount }) => sum + amount, 0);
        const says = meter > 0 ? words.replay.meter(fullMoney(meter)) : words.replay.closed;
        return this.say('house', says, this.clauses('closes'), { betsAreClosed: true });
      }
      case 'EntropyMixed':
        return event.absent
          ? this.say('house', words.replay.mixedWithout)
          : this.say('you', words.replay.mixed);
      case 'Dealt':
        return this.deal(event.hands as [Where, number[]][]);
      case 'HandExamined': {
        const hand = this.turned(event.box, view);
        const says = words.replay.looked(this.inBox(event.box), hand.name ?? cardLine(hand.cards));
        return this.say('you', says, this.clauses('examines'), {
          hands: this.withHand(hand),
          active: event.box,
        });
      }
      case 'HandReturned': {
        const hand = this.turned(event.box, view);
        this.picture = { ...this.picture, hands: this.withHand(hand) };
        return;
      }
      case 'Played': {
        const { title } = this.wager(event.wager);
        const says = words.replay.played(fullMoney(event.amount), title, this.inBox(event.box));
        const stakes = this.stakesWith(event.box, event.wager, event.amount);
        return this.say('you', says, this.clauses('plays'), { stakes, active: event.box });
      }
      case 'Folded': {
        const hand = { ...this.turned(event.box, view), isFolded: true };
        const change = { hands: this.withHand(hand), active: event.box };
        return this.say('you', words.replay.folded(this.inBox(event.box)), this.clauses('folds'), change);
      }
      case 'Revealed':
        return this.reveal(event.where as Where, view);
      case 'Settled':
        return this.settle(view);
      case 'Voided':
        return this.say('house', words.replay.voided(view.void?.says ?? ''), view.void?.clauses ?? [], {
          stakes: {},
          void: view.void,
          isOver: true,
        });
      case 'SeedRevealed':
        return this.say('house', words.replay.unsealed);
      case 'IncidentReported':
      case 'RulingGiven':
        return this.say('house', words.replay.other);
    }
  }

  private deal(dealt: [Where, number[]][]): void {
    const hands = dealt.map(([where, places]) => ({
      where,
      cards: places.map(() => FACE_DOWN),
      name: null,
      points: null,
      isFolded: false,
    }));
    const numbers = dealt.map(([where]) => where).filter((where) => typeof where === 'number');
    const boxes = words.replay.boxes(numbers.join(', '), numbers.length);
    const says = words.replay.dealt(words.replay.and(boxes, words.replay.theDealer));
    const hasFourth = dealt.some(([where]) => where === 'fourth');
    const sentence = hasFourth ? `${says}; ${words.replay.fourth}` : says;
    this.say('house', sentence, this.clauses('deals'), { hands });
  }

  private reveal(where: Where, view: RoundView): void {
    const hand = this.turned(where, view);
    const cards = cardLine(hand.cards);
    const name = hand.name ? `, ${hand.name}` : '';
    const change: Partial<Picture> = { hands: this.withHand(hand) };
    if (where === 'fourth') {
      this.say('house', words.replay.fourthShows(cards), this.clauses('fourth'), change);
    } else if (where === 'dealer') {
      change.dealerQualifies = view.dealer.qualifies ?? null;
      this.say('house', words.replay.dealerShows(cards, name), this.clauses('reveals'), change);
    } else if (typeof where === 'number') {
      change.active = where;
      this.say('house', words.replay.boxShows(where, cards, name), this.clauses('compares'), change);
    }
  }

  private settle(view: RoundView): void {
    const mine = view.payments.filter(({ bettor }) => bettor === this.person);
    mine.forEach((payment, index) => {
      const isLast = index === mine.length - 1;
      const closesBox = isLast || mine[index + 1]!.box !== payment.box;
      const change: Partial<Picture> = {
        active: payment.box,
        results: this.withResult(payment),
        payments: mine.slice(0, index + 1),
      };
      if (closesBox) change.boxNets = { ...this.picture.boxNets, [payment.box]: netOf(mine, payment.box) };
      if (isLast) {
        change.isOver = true;
        change.matches = Object.fromEntries(view.boxes.map((box) => [box.box, box.matches ?? []]));
      }
      const sentence = payment.says.replace(/\.$/, '');
      const says = this.hasManyBoxes ? words.replay.ofBox(payment.box, sentence) : sentence;
      this.say('payment', says, payment.clauses, change, payment.net);
    });
  }

  private withResult({ box, wager, net, stake }: PaymentView): Record<string, SpotResult> {
    const key = spotKey(box, paidAt(this.document, wager));
    const before = this.picture.results[key] ?? { isSwept: false, paid: 0 };
    const after = {
      isSwept: before.isSwept || (net < 0 && stake > 0),
      paid: before.paid + Math.max(0, net),
    };
    return { ...this.picture.results, [key]: after };
  }

  /** A hand with the faces that are seen in this step. */
  private turned(where: Where, view: RoundView): ShownHand {
    const seen =
      where === 'dealer'
        ? view.dealer
        : where === 'fourth'
          ? view.fourth
          : view.boxes.find(({ box }) => box === where);
    const hand = this.picture.hands.find((shown) => shown.where === where);
    return {
      where,
      cards: cardsOf(seen?.cards ?? ''),
      name: seen?.hand ?? null,
      points: seen?.points ?? null,
      isFolded: hand?.isFolded ?? false,
    };
  }

  private withHand(hand: ShownHand): ShownHand[] {
    return this.picture.hands.map((shown) => (shown.where === hand.where ? hand : shown));
  }
}

function cardLine(cards: string[]): string {
  return cards.map(cardSymbol).join(' ');
}

function netOf(payments: PaymentView[], box: BoxNumber): Cents {
  return payments.filter((payment) => payment.box === box).reduce((sum, { net }) => sum + net, 0);
}

export function momentsOf(record: RoundRecord, document: TableDocument): Moment[] {
  return new Narrator(record, document).moments;
}

/** Draws a moment: with motion when it follows the one before, at once otherwise. */
export function drawOn(scene: Scene, picture: Picture, isStill: boolean): void {
  const movesBox = scene.active !== picture.active;
  scene.isStill = isStill;
  scene.chipsAreStill = isStill || movesBox;
  scene.hands = picture.hands.map((hand) => ({ ...hand, cards: [...hand.cards] }));
  scene.stakes = picture.stakes;
  scene.results = { ...picture.results };
  scene.boxNets = { ...picture.boxNets };
  scene.payments = picture.payments;
  scene.matches = picture.matches;
  scene.dealerQualifies = picture.dealerQualifies;
  scene.void = picture.void;
  scene.active = picture.active;
  scene.betsAreClosed = picture.betsAreClosed;
  scene.isOver = picture.isOver;
}
