/**
 * One seat at one table: what the server last said, what the person is doing about it, and the
 * scene that is drawn. Every figure of money comes from the server's messages.
 */

import { firstChip } from '../house.svelte';
import { TableConnection, tableAddress } from '../connection';
import { RequestFailed, getJson, postJson } from '../http';
import { account } from '../lobby/guest.svelte';
import { motionIsReduced, paced } from '../motion';
import { fullMoney, shortMoney } from '../money';
import { preloadCourts } from '../parts/cards';
import { preferences } from '../preferences.svelte';
import { entropyFor } from '../proof/kept';
import type {
  BoxNumber,
  Cents,
  HandActions,
  Refusal,
  Stakes,
  TableDocument,
  TableMessage,
  WagerKey,
} from '../protocol';
import { commandId } from '../randomness';
import { router } from '../router.svelte';
import { call, playSound, vibrate } from '../sound';
import { words } from '../words';
import { spokenDeal, spokenDecision, spokenResult, spokenSummary } from './announcements';
import { Director } from './director';
import { feltOf } from './felts';
import { Scene, boxesOf } from './scene.svelte';
import {
  beforeTheDeal,
  boundsOf,
  doubled,
  sameStakes,
  stakesIn,
  totalOf,
  withChip,
  withoutChip,
} from './stakes';

/** Taps that follow each other closely go out as one message. */
const STAKE_DELAY_MS = 120;
const DOCUMENT_RETRY_MS = 2_000;
const REFUSAL_SHOWN_MS = 3_000;
/** A limit says how much is left and when it begins anew: that takes longer to read. */
const LIMIT_SHOWN_MS = 7_000;
/** The refusal of a deal whose commitment is not the table's any more. */
const RENEWED = 'shuffle/renewed';
/**
 * For this long after faces are up nothing is played, folded or dealt: a press that was meant for
 * what came before must not decide a hand that nobody has seen. Each such press begins it anew.
 */
export const LOOK_MS = 400;
/** The refusal of a bet without the one that it rests on. */
const UNSUPPORTED = 'rule/orphan-side-bet';
/** The reasons of the first rounds open by themselves. */
const ROUNDS_EXPLAINED = 3;

export interface Place {
  box: BoxNumber;
  wager: WagerKey;
}

export interface ShownRefusal extends Refusal {
  place: Place | null;
  chip: Cents;
}

/** A deal that was sent, and what it was sent to. */
interface SentDeal {
  id: string;
  stakes: Stakes;
  message: TableMessage;
  isSecond: boolean;
}

export type Mode = 'arriving' | 'busy' | 'betting' | 'deciding' | 'settled';

export class TableModel {
  readonly scene = new Scene();
  document = $state.raw<TableDocument | null>(null);
  message = $state.raw<TableMessage | null>(null);
  isOnline = $state(true);
  /** There is no such table. */
  isUnknown = $state(false);
  /** Why this browser may not come to the table. */
  door = $state<'signed-out' | 'not-yours' | null>(null);
  /** What the table plays by could not be fetched; it is asked for again. */
  lacksDocument = $state(false);
  /** The chip in hand; until one is picked, the one that the house suggests. */
  private chosen = $state<Cents | null>(null);
  refusal = $state<ShownRefusal | null>(null);
  whyIsOpen = $state(false);
  /** The sentence in the live region. */
  spoken = $state('');
  figures = $state({
    balance: 0,
    bet: 0,
    /** What the last round came to; null before one has been seen. */
    lastNet: null as Cents | null,
    net: 0,
    meter: null as Cents | null,
  });

  /** Faces have just been turned up, and presses that come too early are not heard. */
  isDeaf = $state(false);
  private isPlaying = $state(false);
  private waitsFor = $state<string | null>(null);
  private sentDeal: SentDeal | null = null;
  private earlier = $state.raw<Stakes[]>([]);
  private lastDealt = $state.raw<Stakes>({});
  private connection: TableConnection | null = null;
  private readonly arrived: { message: TableMessage; isFresh: boolean }[] = [];
  private nextIsFresh = true;
  private stakeTimer: ReturnType<typeof setTimeout> | undefined;
  private refusalTimer: ReturnType<typeof setTimeout> | undefined;
  private documentTimer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private lookTimer: ReturnType<typeof setTimeout> | undefined;
  private lastPlace: Place | null = null;
  private readonly placeOf = new Map<string, Place | null>();
  private hurry: (() => void) | null = null;
  private isHurried = false;

  constructor(readonly table: string) {}

  async open(): Promise<void> {
    preloadCourts();
    // A new guest has no tables: nobody becomes one here.
    if (await account.isNobody()) {
      this.door = 'signed-out';
      return;
    }
    if (this.isClosed) return;
    this.connection = new TableConnection(tableAddress(this.table), {
      heard: (message) => this.hear(message),
      failed: (id, error) => this.fail(id, error),
      signedOut: () => {
        account.forget();
        router.go('/');
      },
      lineChanged: (isOpen) => {
        if (this.isOnline !== isOpen && this.message)
          this.spoken = isOpen ? words.line.back : words.line.lost;
        this.isOnline = isOpen;
        if (isOpen) this.nextIsFresh = true;
        else if (this.message === null) void this.checkTable();
      },
    });
  }

  /** A line that never opens does not say why; a plain request does. */
  private async checkTable(): Promise<void> {
    const path = `/v1/tables/${encodeURIComponent(this.table)}/advice`;
    await getJson(path).catch((error: unknown) => {
      if (!(error instanceof RequestFailed)) return;
      if (error.status === 401) this.door = 'signed-out';
      else if (error.status === 403) this.door = 'not-yours';
      else if (error.status === 404) this.isUnknown = true;
      else return;
      this.close();
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.documentTimer);
    clearTimeout(this.stakeTimer);
    clearTimeout(this.refusalTimer);
    clearTimeout(this.lookTimer);
    this.connection?.close();
  }

  retry(): void {
    this.connection?.retryNow();
    if (this.lacksDocument) void this.showAll();
  }

  // What is the matter now

  get picked(): Cents {
    return this.chosen ?? firstChip();
  }

  set picked(chip: Cents) {
    this.chosen = chip;
  }

  /** Milliseconds for the decision that is due, where the house sets a time. */
  get timeLeft(): number | null {
    return this.mode === 'deciding' ? (this.message?.time_left ?? null) : null;
  }

  get mode(): Mode {
    if (!this.message || !this.document) return 'arriving';
    if (this.isPlaying || this.waitsFor !== null) return 'busy';
    if (this.decisions.length > 0) return 'deciding';
    return this.scene.isOver ? 'settled' : 'betting';
  }

  /** Hands that wait for this person to play or fold. */
  get decisions(): HandActions[] {
    return this.message?.allowed.hands?.filter((hand) => hand.commands.includes('Play')) ?? [];
  }

  get decision(): HandActions | undefined {
    return this.decisions.find((hand) => hand.box === this.scene.active) ?? this.decisions[0];
  }

  get staked(): Cents {
    return totalOf(this.scene.stakes);
  }

  /** What a repeat would stake. */
  get repeatTotal(): Cents {
    return totalOf(this.lastDealt);
  }

  get mayBet(): boolean {
    return this.isOnline && (this.mode === 'betting' || this.mode === 'settled');
  }

  get mayUndo(): boolean {
    return this.mode === 'betting' && this.earlier.length > 0;
  }

  get mayDeal(): boolean {
    return this.mode === 'betting' && this.staked > 0;
  }

  /** Whether this game asks for decisions, so that there is something to coach. */
  get hasDecision(): boolean {
    return this.document !== null && this.document.follow_up !== null;
  }

  /** Boxes whose decisions the coach may speak of once the round is over. */
  get decidedBoxes(): BoxNumber[] {
    if (this.mode !== 'settled' || !this.hasDecision || !this.message) return [];
    return boxesOf(this.scene.payments.filter(({ bettor }) => bettor === this.message?.person));
  }

  /** The meter, at a table with a progressive wager. */
  get meter(): Cents | null {
    return this.figures.meter;
  }

  /** Whose money it is. */
  get money(): string {
    return this.message?.wallet ? words.top.wallet : words.top.playMoney;
  }

  /** Not enough play money for any bet that can stand alone. */
  get isBroke(): boolean {
    if (!this.message || this.message.wallet || (this.mode !== 'betting' && this.mode !== 'settled'))
      return false;
    if (this.mode === 'betting' && this.staked > 0) return false;
    return this.hasNoBet && (this.message.limit?.left ?? Infinity) >= this.figures.balance;
  }

  /** The player's own limit that leaves no bet, between hands. */
  get closedBy(): Refusal | null {
    if (!this.message?.limit || (this.mode !== 'betting' && this.mode !== 'settled')) return null;
    if (this.mode === 'betting' && this.staked > 0) return null;
    return this.hasNoBet && !this.isBroke ? this.message.limit : null;
  }

  private get hasNoBet(): boolean {
    const bets = this.message?.allowed.bets ?? [];
    return bets.every(({ needs, ranges }) => needs || !ranges[0] || ranges[0][0] > this.figures.balance);
  }

  // Bets

  place(box: BoxNumber, wager: WagerKey): void {
    if (!this.mayBet) return;
    const stakes = this.mode === 'settled' ? {} : this.scene.stakes;
    const bounds = boundsOf(this.message?.allowed.bets ?? [], box, wager);
    this.lastPlace = { box, wager };
    playSound('chip');
    vibrate(8);
    this.change(withChip(stakes, bounds, box, wager, this.picked));
    this.sayStake(box, wager);
  }

  takeBack(box: BoxNumber, wager: WagerKey): void {
    if (this.mode !== 'betting' || !this.isOnline) return;
    const bounds = boundsOf(this.message?.allowed.bets ?? [], box, wager);
    this.lastPlace = { box, wager };
    this.change(withoutChip(this.scene.stakes, bounds, box, wager, this.picked));
    this.sayStake(box, wager);
  }

  undo(): void {
    const before = this.earlier.at(-1);
    if (!before || !this.mayUndo) return;
    this.earlier = this.earlier.slice(0, -1);
    this.scene.stakes = before;
    this.stakeSoon();
  }

  clear(): void {
    if (this.mode === 'betting' && this.staked > 0) this.change({});
  }

  double(): void {
    if (this.mode !== 'betting' || !this.document || this.staked === 0) return;
    playSound('chip');
    this.change(doubled(this.scene.stakes, this.document));
  }

  /** Lays the bets of the last deal again, without dealing. */
  repeatBets(): void {
    if (this.mode !== 'betting' || this.staked > 0 || this.repeatTotal === 0) return;
    playSound('chip');
    this.change(this.lastDealt);
  }

  /** Clears the felt of the round that is over. */
  newBets(): void {
    if (this.mode !== 'settled') return;
    this.startAfresh();
    this.say(words.calls.placeYourBets);
    call(words.calls.placeYourBets);
  }

  // The round

  deal(): void {
    if (!this.mayDeal || !this.isOnline) return;
    this.sendDeal($state.snapshot(this.scene.stakes));
  }

  repeatAndDeal(): void {
    if (this.mode !== 'settled' || this.repeatTotal === 0 || !this.isOnline || this.isTooEarly()) return;
    this.sendDeal(this.lastDealt);
  }

  decide(command: 'play' | 'fold'): void {
    const hand = this.decision;
    if (this.mode !== 'deciding' || !hand || !this.isOnline || this.isTooEarly()) return;
    this.lastPlace = { box: hand.box, wager: this.document?.follow_up ?? '' };
    this.waitsFor = this.send({ command, box: hand.box });
  }

  private isTooEarly(): boolean {
    if (this.isDeaf) this.letThemLook();
    return this.isDeaf;
  }

  private letThemLook(): void {
    this.isDeaf = true;
    clearTimeout(this.lookTimer);
    this.lookTimer = setTimeout(() => (this.isDeaf = false), LOOK_MS);
  }

  showBox(box: BoxNumber): void {
    if (this.mode === 'busy') return;
    this.scene.bring(box);
  }

  async refill(): Promise<void> {
    const { balance } = await postJson<{ balance: Cents }>('/v1/guests/me/grants', { id: commandId() });
    this.figures.balance = balance;
    this.say(words.spoken.refilled(fullMoney(balance)));
  }

  /** Plays the rest of the show at once. */
  skip(): void {
    if (!this.isPlaying) return;
    this.isHurried = true;
    this.hurry?.();
  }

  toggleWhy(): void {
    if (this.scene.isOver && this.mode === 'settled') this.whyIsOpen = !this.whyIsOpen;
  }

  say(sentence: string): void {
    this.spoken = sentence;
  }

  titleOf(wager: WagerKey): string {
    return this.document?.wagers.find((candidate) => candidate.wager === wager)?.title ?? wager;
  }

  // Sending

  private change(stakes: Stakes): void {
    if (this.mode === 'settled') this.startAfresh();
    if (sameStakes(stakes, this.scene.stakes)) return;
    this.earlier = [...this.earlier, $state.snapshot(this.scene.stakes)];
    this.scene.begin();
    this.scene.stakes = stakes;
    this.stakeSoon();
  }

  private startAfresh(): void {
    clearTimeout(this.lookTimer);
    this.isDeaf = false;
    this.scene.begin();
    this.scene.clear();
    this.earlier = [];
    this.whyIsOpen = false;
    this.figures.bet = 0;
  }

  private stakeSoon(): void {
    clearTimeout(this.stakeTimer);
    const place = this.lastPlace;
    this.stakeTimer = setTimeout(() => {
      this.stakeTimer = undefined;
      const id = this.send({ command: 'stake', boxes: $state.snapshot(this.scene.stakes) });
      this.placeOf.set(id, place);
    }, STAKE_DELAY_MS);
  }

  private sendDeal(stakes: Stakes): void {
    clearTimeout(this.stakeTimer);
    this.stakeTimer = undefined;
    this.dismissRefusal();
    this.lastDealt = stakes;
    this.earlier = [];
    this.whyIsOpen = false;
    call(words.calls.noMoreBets);
    this.askDeal(stakes);
  }

  private askDeal(stakes: Stakes, isSecond = false): void {
    const message = this.message;
    if (!message) return;
    const { round, commitment } = message.shuffle;
    // For this commitment alone, which has been on the table since before.
    const entropy = entropyFor(this.table, round, commitment);
    const id = this.send({ command: 'deal', entropy, commitment, boxes: stakes });
    this.sentDeal = { id, stakes, message, isSecond };
    this.waitsFor = id;
  }

  /** Deals once more where the house has drawn a new seed, and nothing else is another. */
  private dealsAgain(id: string, refusal: Refusal, message: TableMessage): boolean {
    const deal = this.sentDeal;
    if (refusal.code !== RENEWED || deal?.id !== id || deal.isSecond) return false;
    const before = deal.message;
    if (message.fingerprint !== before.fingerprint || message.shuffle.round !== before.shuffle.round)
      return false;
    this.askDeal(deal.stakes, true);
    return true;
  }

  private send(command: Parameters<TableConnection['send']>[0]): string {
    if (!this.connection) throw new Error('The table is not open.');
    const id = this.connection.send(command);
    this.placeOf.set(id, this.lastPlace);
    return id;
  }

  // Hearing

  private hear(message: TableMessage): void {
    this.arrived.push({ message, isFresh: this.nextIsFresh });
    this.nextIsFresh = false;
    if (this.arrived.length === 1) void this.showAll();
  }

  private async showAll(): Promise<void> {
    for (let next = this.arrived[0]; next; next = this.arrived[0]) {
      if (this.document?.fingerprint !== next.message.fingerprint) {
        if (!(await this.fetchDocument(next.message.fingerprint))) return;
      }
      await this.show(next.message, next.isFresh);
      this.arrived.shift();
    }
  }

  private async fetchDocument(fingerprint: string): Promise<boolean> {
    clearTimeout(this.documentTimer);
    this.lacksDocument = false;
    try {
      this.document = await getJson<TableDocument>(`/v1/documents/${fingerprint}`);
      return true;
    } catch {
      this.lacksDocument = true;
      if (!this.isClosed) this.documentTimer = setTimeout(() => void this.showAll(), DOCUMENT_RETRY_MS);
      return false;
    }
  }

  private async show(message: TableMessage, isFresh: boolean): Promise<void> {
    const { answer, view, events } = message;
    const document = this.document!;
    this.message = message;
    if (answer?.id === this.waitsFor || isFresh) this.waitsFor = null;
    if (answer?.refused && this.dealsAgain(answer.id, answer.refused, message)) return;
    if (answer?.refused) return this.refuse(answer.id, answer.refused, message);
    if (isFresh) return this.draw(message, document);
    if (view.phase === 'betting' || events.length === 0) {
      this.takeFigures(message);
      if (view.phase === 'betting' && this.stakeTimer === undefined) this.followStakes(message);
      if (this.closedBy) this.dismissRefusal();
      return;
    }
    await this.play(message, document);
  }

  private draw(message: TableMessage, document: TableDocument): void {
    const { view, person } = message;
    this.scene.draw(view, document, person);
    this.earlier = [];
    if (this.scene.betsAreClosed) this.lastDealt = beforeTheDeal(stakesIn(view.boxes, person), document);
    this.takeFigures(message);
    this.say(spokenSummary(message, feltOf(document).name, this.decision));
  }

  private async play(message: TableMessage, document: TableDocument): Promise<void> {
    const { view, events, person } = message;
    const isOver = view.phase === 'settled' || view.phase === 'void';
    this.isPlaying = true;
    this.isHurried = false;
    this.dismissRefusal();
    if (isOver) this.figures.bet = view.mine.staked;
    else this.takeFigures(message);
    const director = new Director(this.scene, {
      document,
      person,
      pause: (milliseconds) => this.pause(milliseconds),
      sound: playSound,
    });
    await director.play(events, view);
    this.takeFigures(message);
    if (isOver || this.decisions.length > 0) this.letThemLook();
    this.isPlaying = false;
    if (isOver) this.explain(message);
    else if (this.decision) {
      this.scene.bring(this.decisions[0]?.box ?? this.scene.active);
      const dealt = events.some((event) => event.event === 'Dealt') ? `${spokenDeal(message)} ` : '';
      this.say(dealt + spokenDecision(this.decision));
    }
  }

  private explain(message: TableMessage): void {
    this.whyIsOpen = message.view.void !== null || preferences.roundsSeen < ROUNDS_EXPLAINED;
    preferences.roundsSeen += 1;
    // Where the hand was looked at first, its cards have been called out already.
    const dealt = message.events.some((event) => event.event === 'Dealt') ? `${spokenDeal(message)} ` : '';
    this.say(dealt + spokenResult(message));
  }

  private takeFigures({ balance, meter, session, view }: TableMessage): void {
    const isOver = view.phase === 'settled' || view.phase === 'void';
    const lastNet = isOver ? view.mine.net : this.figures.lastNet;
    const bet = isOver && !this.scene.isOver ? 0 : view.mine.staked;
    this.figures = { balance, meter, net: session.net, bet, lastNet };
  }

  /** What the server holds is what lies on the table. */
  private followStakes({ view, person }: TableMessage): void {
    const held = view.phase === 'betting' ? stakesIn(view.boxes, person) : {};
    if (!sameStakes(held, this.scene.stakes)) this.scene.stakes = held;
  }

  private refuse(id: string, refusal: Refusal, message: TableMessage): void {
    clearTimeout(this.stakeTimer);
    this.stakeTimer = undefined;
    this.takeFigures(message);
    if (this.mode === 'betting') {
      this.followStakes(message);
      this.earlier = this.earlier.slice(0, -1);
    }
    this.showRefusal(id, refusal);
  }

  private fail(id: string, refusal: Refusal): void {
    if (this.waitsFor === id) this.waitsFor = null;
    if (this.message && this.mode === 'betting') this.followStakes(this.message);
    this.showRefusal(id, refusal);
  }

  private showRefusal(id: string, refusal: Refusal): void {
    const place = this.placeOf.get(id) ?? null;
    const message = this.worded(refusal, place);
    this.refusal = { ...refusal, message, place, chip: this.picked };
    this.say(words.spoken.refused(message));
    vibrate([20, 40, 20]);
    clearTimeout(this.refusalTimer);
    const shown = refusal.code.startsWith('limit/') ? LIMIT_SHOWN_MS : REFUSAL_SHOWN_MS;
    this.refusalTimer = setTimeout(() => (this.refusal = null), shown);
  }

  /** What to do first, in the words that are printed on the felt; else what the house says. */
  private worded({ code, message }: Refusal, place: Place | null): string {
    const wagers = this.document?.wagers ?? [];
    const needed = wagers.find(({ wager }) => wager === place?.wager)?.needs?.wager;
    if (code !== UNSUPPORTED || !this.document || !place || !needed) return message;
    const spot = feltOf(this.document).spots.find(({ wager }) => wager === needed);
    if (!spot) return message;
    return words.stage.needsFirst(spot.label.join(' '), this.titleOf(place.wager), this.titleOf(needed));
  }

  private dismissRefusal(): void {
    clearTimeout(this.refusalTimer);
    this.refusal = null;
  }

  private sayStake(box: BoxNumber, wager: WagerKey): void {
    const total = this.scene.stakes[box]?.[wager] ?? 0;
    const title = this.titleOf(wager);
    this.say(total > 0 ? words.stage.spotBet(title, shortMoney(total)) : words.stage.spotEmpty(title));
  }

  private pause(milliseconds: number): Promise<void> {
    // In a hidden tab timers are slowed down, and nobody watches.
    if (this.isHurried || document.hidden || milliseconds === 0) return Promise.resolve();
    const length = motionIsReduced() ? Math.min(milliseconds, 60) : paced(milliseconds);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, length);
      this.hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
