import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preferences } from '../src/preferences.svelte';
import { pressedKey } from '../src/table/keyboard';
import { LOOK_MS, TableModel } from '../src/table/model.svelte';
import { Line, TABLE, document, record } from './line';

const [dealt, settled] = record.steps as [(typeof record.steps)[0], (typeof record.steps)[0]];
const HAND = { box: 2, commands: ['Play', 'Fold'], stake: 5_000, wager: 'play' };
const BETS = [{ box: 2, wager: 'ante', needs: null, ranges: [[500, 50_000]] }];

let model: TableModel;

beforeEach(async () => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.spyOn(window.document, 'hidden', 'get').mockReturnValue(true);
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/documents/') ? document : { person: 'GUEST0000001' }),
  );
  model = new TableModel(TABLE);
  await model.open();
  Line.last.tell('first');
  await vi.waitFor(() => expect(model.mode).toBe('betting'));
});

afterEach(() => {
  model.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function enter(repeat = false): void {
  pressedKey(new KeyboardEvent('keydown', { key: 'Enter', repeat, cancelable: true }), model, () => {});
}

function said(command: string): number {
  return Line.last.said.filter((said) => said.command === command).length;
}

function answered(): object {
  return { answer: { id: Line.last.said.at(-1)!.id, refused: null } };
}

/** In a hidden tab the show takes no time: it is over when its promises are. */
async function shown(mode: string): Promise<void> {
  for (let turn = 0; turn < 500 && model.mode !== mode; turn += 1) await Promise.resolve();
  expect(model.mode).toBe(mode);
}

/** The hand is dealt, and the show is played to its end. */
async function deal(): Promise<void> {
  enter();
  const { events, view } = dealt;
  Line.last.tell('first', { events, view, allowed: { bets: [], hands: [HAND] }, ...answered() });
  await shown('deciding');
}

async function settle(net: number): Promise<void> {
  const view = { ...settled.view, mine: { ...settled.view.mine, net } };
  Line.last.tell('first', {
    events: settled.events,
    view,
    allowed: { bets: BETS, hands: [] },
    ...answered(),
  });
  await shown('settled');
}

test('presses that were made ahead neither play nor fold a hand', async () => {
  enter(); // Deals,
  await deal(); // and again, ahead of the answer; the cards come up,
  enter(); // and a third one arrives with them.
  model.decide('fold');
  expect(said('play') + said('fold')).toBe(0);
  vi.advanceTimersByTime(LOOK_MS - 1);
  enter(); // Still too early, so the moment begins anew.
  vi.advanceTimersByTime(LOOK_MS - 1);
  expect(model.isDeaf).toBe(true);
  vi.advanceTimersByTime(1);
  enter();
  expect([said('deal'), said('play')]).toEqual([1, 1]);
});

test('a key that is held does not play a hand, however long', async () => {
  await deal();
  vi.advanceTimersByTime(LOOK_MS);
  enter(true);
  expect(said('play')).toBe(0);
});

test('a key that is held does not press a button again and again', () => {
  const button = window.document.createElement('button');
  window.document.body.append(button);
  const first = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
  button.addEventListener('keydown', (event) => pressedKey(event, model, () => {}));
  button.dispatchEvent(first);
  button.dispatchEvent(held);
  expect([first.defaultPrevented, held.defaultPrevented]).toEqual([false, true]);
  button.remove();
});

test('a press ahead does not stake on another round before the result was seen', async () => {
  await deal();
  vi.advanceTimersByTime(LOOK_MS);
  enter();
  await settle(-9_500);
  enter();
  expect(said('deal')).toBe(1);
  vi.advanceTimersByTime(LOOK_MS);
  enter();
  expect(said('deal')).toBe(2);
});

test('the last round is shown with its sign, whether it was won or lost', async () => {
  expect(model.figures.lastNet).toBeNull();
  await deal();
  vi.advanceTimersByTime(LOOK_MS);
  enter();
  await settle(7_500);
  expect(model.figures.lastNet).toBe(7_500);
  vi.advanceTimersByTime(LOOK_MS);
  await deal();
  vi.advanceTimersByTime(LOOK_MS);
  enter();
  await settle(-5_000);
  expect(model.figures.lastNet).toBe(-5_000);
});

test('where a game asks for no decision there is no coach to switch on', async () => {
  preferences.coach = false;
  model.document = { ...model.document!, follow_up: null };
  pressedKey(new KeyboardEvent('keydown', { key: 'c' }), model, () => {});
  expect(preferences.coach).toBe(false);
});
