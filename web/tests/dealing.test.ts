import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TableModel } from '../src/table/model.svelte';
import document from './history/document.json';
import record from './history/round.json';

const TABLE = 'T1';
const RENEWED = { code: 'shuffle/renewed', message: 'The house has drawn a new seed.', clause: null };
const view = {
  ...record.steps[0]!.view,
  phase: 'betting',
  boxes: record.steps[0]!.view.boxes.map((box) => ({ ...box, cards: '' })),
  dealer: { cards: '' },
};

interface Said {
  id: string;
  commitment: string;
  entropy: string;
}

/** The server's end of the line. */
class Line extends EventTarget {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = Line.OPEN;
  readonly deals: Said[] = [];
  private sequence = 0;

  constructor() {
    super();
    Line.last = this;
  }

  send(text: string): void {
    this.deals.push(JSON.parse(text) as Said);
  }

  close(): void {}

  /** The table, with bets on it. */
  tell(commitment: string, change: object = {}): void {
    const message = {
      type: 'table',
      sequence: this.sequence++,
      person: 'GUEST0000001',
      table: TABLE,
      game: document.game,
      fingerprint: document.fingerprint,
      answer: null,
      events: [],
      view,
      allowed: { bets: [], hands: [] },
      commands: ['stake', 'deal'],
      limit: null,
      balance: 50_000,
      wallet: false,
      meter: null,
      shuffle: { round: 2, commitment },
      session: { began: 0, net: 0 },
      time_left: null,
      head: '',
      ...change,
    };
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  refuseLast(commitment: string, refused: object = RENEWED, change: object = {}): void {
    this.tell(commitment, { answer: { id: this.deals.at(-1)!.id, refused }, ...change });
  }
}

let model: TableModel;

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/documents/') ? document : { person: 'GUEST0000001' }),
  );
  model = new TableModel(TABLE);
  await model.open();
  Line.last.tell('first');
  await vi.waitFor(() => expect(model.mode).toBe('betting'));
  model.deal();
});

afterEach(() => {
  model.close();
  vi.unstubAllGlobals();
});

async function isShown(code: string): Promise<void> {
  await vi.waitFor(() => expect(model.refusal?.code).toBe(code));
}

test('a deal names the commitment that its bytes were drawn for', () => {
  expect(Line.last.deals).toMatchObject([{ command: 'deal', commitment: 'first' }]);
});

test('a deal that was refused is sent with the same bytes when the player deals again', async () => {
  Line.last.refuseLast('first', { code: 'money/balance', message: 'Bet less.', clause: null });
  await isShown('money/balance');
  expect(Line.last.deals).toHaveLength(1);
  model.deal();
  const [first, second] = Line.last.deals;
  expect([second!.commitment, second!.entropy]).toEqual([first!.commitment, first!.entropy]);
  expect(second!.id).not.toBe(first!.id);
});

test('after a new seed the page deals once more by itself, with new bytes, and never again', async () => {
  Line.last.refuseLast('second');
  await vi.waitFor(() => expect(Line.last.deals).toHaveLength(2));
  const [first, second] = Line.last.deals;
  expect(second!.commitment).toBe('second');
  expect(second!.entropy).not.toBe(first!.entropy);
  expect(model.refusal).toBeNull();
  expect(model.mode).toBe('busy');
  Line.last.refuseLast('third');
  await isShown('shuffle/renewed');
  expect(Line.last.deals).toHaveLength(2);
  expect(model.mode).toBe('betting');
});

test.each([
  ['the round is another', { shuffle: { round: 3, commitment: 'second' } }],
  ['the limits are others', { fingerprint: 'other' }],
])('where %s the player decides', async (_, change) => {
  Line.last.refuseLast('second', RENEWED, change);
  await isShown('shuffle/renewed');
  expect(Line.last.deals).toHaveLength(1);
});
