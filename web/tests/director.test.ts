import { expect, test } from 'vitest';
import type { RoundView, TableDocument, TableEvent } from '../src/protocol';
import { Director, dealOrder } from '../src/table/director';
import { Scene } from '../src/table/scene.svelte';

const document = {
  first: 'ante',
  follow_up: 'play',
  wagers: [
    { wager: 'ante', paid_at: null },
    { wager: 'play', paid_at: null },
    { wager: 'ante-bonus', paid_at: 'ante' },
    { wager: 'pair-plus', paid_at: null },
  ],
} as unknown as TableDocument;

function payment(box: number, wager: string, net: number) {
  return { box, bettor: 'me', wager, net, from_meter: 0 };
}

const settled = {
  phase: 'settled',
  boxes: [
    { box: 1, bets: { me: { ante: 500, play: 500 } }, cards: '9s Ts Js', hand: 'Straight flush' },
    { box: 2, bets: { me: { ante: 500, 'pair-plus': 100 } }, cards: '2s 3d 9h', hand: 'Nine high' },
  ],
  waiting: [],
  dealer: { cards: 'Qh 8c 3d', hand: 'Queen high', qualifies: true },
  payments: [
    payment(1, 'ante', 500),
    payment(1, 'play', 500),
    payment(1, 'ante-bonus', 2_500),
    payment(2, 'ante', -500),
    payment(2, 'pair-plus', -100),
  ],
  void: null,
  mine: { staked: 1_600, returned: 4_500, net: 2_900 },
} as unknown as RoundView;

const round = [
  { event: 'BetsClosed' },
  {
    event: 'Dealt',
    hands: [
      [1, [0, 1, 2]],
      [2, [3, 4, 5]],
      ['dealer', [6, 7, 8]],
    ],
  },
  { event: 'HandExamined', box: 1 },
  { event: 'HandExamined', box: 2 },
  { event: 'Played', box: 1, wager: 'play', amount: 500 },
  { event: 'Folded', box: 2 },
  { event: 'Revealed', where: 'dealer' },
  { event: 'Settled' },
] as unknown as TableEvent[];

/** Plays events without waiting, and notes what each pause would have shown. */
async function play(events: TableEvent[], seen: (scene: Scene) => void = () => {}): Promise<Scene> {
  const scene = new Scene();
  const director = new Director(scene, {
    document,
    person: 'me',
    pause: async () => seen(scene),
    sound: () => {},
  });
  await director.play(events, settled);
  return scene;
}

test('cards leave the shoe in the order of their places, one hand at a time or one card at a time', () => {
  expect(
    dealOrder([
      [1, [0, 3]],
      [2, [1, 4]],
      ['dealer', [2, 5]],
    ]),
  ).toEqual([1, 2, 'dealer', 1, 2, 'dealer']);
});

test('cards fly face down, though the view knows their faces already', async () => {
  const scene = await play(round.slice(0, 2));
  expect(scene.hands.map((hand) => hand.where)).toEqual([1, 2, 'dealer']);
  expect(scene.hands.flatMap((hand) => hand.cards)).toEqual(Array(9).fill('??'));
  expect(scene.stakes).toEqual({ 1: { ante: 500 }, 2: { ante: 500, 'pair-plus': 100 } });
});

test('a hand is named only when all of it has been turned', async () => {
  const names: (string | null)[] = [];
  const scene = await play(round.slice(0, 3), (now) => names.push(now.hand(1)?.name ?? null));
  expect(names.every((name) => name === null)).toBe(true);
  expect(scene.hand(1)).toMatchObject({ cards: ['9s', 'Ts', 'Js'], name: 'Straight flush' });
  expect(scene.hand('dealer')?.name).toBeNull();
});

test('a bonus is paid at its spot, losers are swept, and every box says its net', async () => {
  const scene = await play(round);
  expect(scene.results).toEqual({
    '1/ante': { isSwept: false, paid: 3_000 },
    '1/play': { isSwept: false, paid: 500 },
    '2/ante': { isSwept: true, paid: 0 },
    '2/pair-plus': { isSwept: true, paid: 0 },
  });
  expect(scene.boxNets).toEqual({ 1: 3_500, 2: -600 });
  expect(scene.hand(2)?.isFolded).toBe(true);
  expect(scene.isOver).toBe(true);
  expect(scene.active).toBe(1);
});

test('a reload draws the same table as the show leaves behind', async () => {
  const shown = await play(round);
  const drawn = new Scene();
  drawn.draw(settled, document, 'me');
  expect(drawn.results).toEqual(shown.results);
  expect(drawn.boxNets).toEqual(shown.boxNets);
  expect(drawn.hands.map((hand) => hand.cards)).toEqual(shown.hands.map((hand) => hand.cards));
  expect(drawn.isStill).toBe(true);
});

test('points are counted when the last card has turned, not before', async () => {
  const counted = structuredClone(settled);
  Object.assign(counted.boxes[0]!, { points: 9 });
  const scene = new Scene();
  const seen: (number | null)[] = [];
  const director = new Director(scene, {
    document,
    person: 'me',
    pause: async () => void seen.push(scene.hand(1)?.points ?? null),
    sound: () => {},
  });
  await director.play(round.slice(0, 3), counted);
  expect(scene.hand(1)?.points).toBe(9);
  expect(seen.at(-1)).toBe(9);
  expect(seen.slice(0, -1).every((points) => points === null)).toBe(true);
  expect(scene.hand('dealer')?.points).toBeNull();
});
