/**
 * Plays what happened. Cards and chips move event by event, in the order in which the table did it;
 * which faces they show comes from the view of the same message, since events do not tell a player
 * cards that only they may see.
 */

import type { BoxNumber, BoxView, HandView, RoundView, TableDocument, TableEvent, Where } from '../protocol';
import { cardsOf } from '../parts/cards';
import { beforeTheDeal, sameStakes, stakesIn, stakeOn, withStake } from './stakes';
import { boxesOf, type Scene } from './scene.svelte';

export type Noise = 'card' | 'turn' | 'chip' | 'pay' | 'win';

/** What the director needs from the world around it. */
export interface House {
  document: TableDocument;
  person: string;
  /** Waits for a designed time, at the pace that the person has chosen. */
  pause(milliseconds: number): Promise<void>;
  sound(noise: Noise): void;
}

export const TIMES = {
  betweenCards: 90,
  cardFlies: 240,
  turn: 260,
  betweenDealerCards: 140,
  breath: 300,
  glide: 280,
  chipLands: 200,
  sweep: 380,
  pay: 420,
  count: 400,
  lightSweep: 1_200,
  jackpot: 3_000,
};

/** From this multiple of what was staked on, a win is lit. */
const LARGE_WIN = 10;

/** Cards in the order in which they left the shoe: places are numbered by it. */
export function dealOrder(hands: [Where, number[]][]): Where[] {
  return hands
    .flatMap(([where, places]) => places.map((place) => ({ where, place })))
    .sort((one, other) => one.place - other.place)
    .map(({ where }) => where);
}

function handIn(view: RoundView, where: Where): HandView | BoxView | undefined {
  if (where === 'dealer') return view.dealer;
  if (where === 'fourth') return view.fourth;
  return view.boxes.find((box) => box.box === where);
}

export class Director {
  constructor(
    private readonly scene: Scene,
    private readonly house: House,
  ) {}

  async play(events: TableEvent[], view: RoundView): Promise<void> {
    this.scene.begin();
    for (const event of events) await this.step(event, view);
  }

  private async step(event: TableEvent, view: RoundView): Promise<void> {
    const { scene, house } = this;
    switch (event.event) {
      case 'BetsOpened':
        if (scene.hands.length > 0) scene.clear();
        return;
      case 'BetsClosed':
        return this.closeBets(view);
      case 'Dealt':
        return this.deal(event.hands);
      case 'HandExamined':
      case 'HandReturned':
        return this.turn(event.box, view, 70);
      case 'Played':
        await this.bring(event.box);
        scene.stakes = withStake(
          scene.stakes,
          event.box,
          event.wager,
          stakeOn(scene.stakes, event.box, event.wager) + event.amount,
        );
        house.sound('chip');
        return house.pause(TIMES.chipLands + 120);
      case 'Folded': {
        const hand = scene.hand(event.box);
        if (hand) hand.isFolded = true;
        return house.pause(TIMES.chipLands);
      }
      case 'Revealed':
        return this.reveal(event.where, view);
      case 'Settled':
        return this.settle(view);
      case 'Voided':
        scene.finish(view);
        return house.pause(TIMES.count);
    }
  }

  private async closeBets(view: RoundView): Promise<void> {
    const { scene, house } = this;
    const stakes = beforeTheDeal(stakesIn(view.boxes, house.person), house.document);
    const chipsCome = !sameStakes(stakes, scene.stakes);
    scene.betsAreClosed = true;
    if (!chipsCome) return;
    scene.stakes = stakes;
    house.sound('chip');
    await house.pause(TIMES.chipLands);
  }

  private async deal(hands: [Where, number[]][]): Promise<void> {
    for (const where of dealOrder(hands)) {
      this.scene.addCard(where);
      this.house.sound('card');
      await this.house.pause(TIMES.betweenCards);
    }
    await this.house.pause(TIMES.cardFlies - TIMES.betweenCards);
  }

  /** Turns the cards of a hand that may be seen, one after the other. */
  private async turn(where: Where, view: RoundView, apart: number, breath = 0): Promise<void> {
    const shown = this.scene.hand(where);
    const seen = handIn(view, where);
    if (!shown || !seen) return;
    const faces = cardsOf(seen.cards);
    if (faces.every((face, index) => shown.cards[index] === face)) return;
    for (const [index, face] of faces.entries()) {
      if (index > 0) await this.house.pause(apart);
      if (index === faces.length - 1) await this.house.pause(breath);
      shown.cards[index] = face;
      this.house.sound('turn');
    }
    shown.points = seen.points ?? null;
    await this.house.pause(TIMES.turn);
    shown.name = seen.hand ?? null;
  }

  private async reveal(where: Where, view: RoundView): Promise<void> {
    if (where === 'fourth') {
      await this.turn(where, view, 0);
      return this.house.pause(TIMES.breath);
    }
    if (where !== 'dealer') return this.turn(where, view, 70);
    // The last card decides: a breath before it.
    await this.turn(where, view, TIMES.betweenDealerCards, TIMES.breath);
    this.scene.dealerQualifies = view.dealer.qualifies ?? null;
    await this.house.pause(TIMES.breath);
  }

  /** Box by box: losers are swept, then winners are paid. */
  private async settle(view: RoundView): Promise<void> {
    const { scene, house } = this;
    for (const box of boxesOf(view.payments)) {
      const payments = view.payments.filter(
        (payment) => payment.box === box && payment.bettor === house.person,
      );
      if (payments.length === 0) continue;
      await this.bring(box);
      if (payments.some((payment) => payment.net < 0)) {
        scene.sweep(house.document, payments);
        await house.pause(TIMES.sweep);
      }
      if (payments.some((payment) => payment.net > 0)) {
        scene.pay(house.document, payments);
        house.sound('pay');
        await house.pause(TIMES.pay);
      }
      scene.closeBox(view, house.person, box);
    }
    // With the first box in the middle the others stand at the left, clear of the reasons.
    const first = boxesOf(view.payments).find((box) => scene.boxNets[box] !== undefined);
    if (first !== undefined) await this.bring(first);
    scene.finish(view);
    if (view.mine.net > 0) house.sound('win');
    await this.celebrate(view);
  }

  private async bring(box: BoxNumber): Promise<void> {
    if (this.scene.bring(box)) await this.house.pause(TIMES.glide);
  }

  private async celebrate(view: RoundView): Promise<void> {
    const { scene, house } = this;
    const takesMeter = view.payments.some(
      (payment) => payment.bettor === house.person && payment.from_meter > 0,
    );
    if (takesMeter) scene.celebration = 'jackpot';
    else if (view.mine.net >= view.mine.staked * LARGE_WIN && view.mine.net > 0) scene.celebration = 'light';
    if (scene.celebration) await house.pause(takesMeter ? TIMES.jackpot : TIMES.lightSweep);
    scene.celebration = null;
  }
}
