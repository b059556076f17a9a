import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TableModel } from '../src/table/model.svelte';
import { Line, TABLE, document } from './line';

const RENEWED = { code: 'shuffle/renewed', message: 'The house has drawn a new seed.', clause: null };

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
  expect(Line.last.said).toMatchObject([{ command: 'deal', commitment: 'first' }]);
});

test('a deal that was refused is sent with the same bytes when the player deals again', async () => {
  Line.last.refuseLast('first', { code: 'money/balance', message: 'Bet less.', clause: null });
  await isShown('money/balance');
  expect(Line.last.said).toHaveLength(1);
  model.deal();
  const [first, second] = Line.last.said;
  expect([second!.commitment, second!.entropy]).toEqual([first!.commitment, first!.entropy]);
  expect(second!.id).not.toBe(first!.id);
});

test('after a new seed the page deals once more by itself, with new bytes, and never again', async () => {
  Line.last.refuseLast('second', RENEWED);
  await vi.waitFor(() => expect(Line.last.said).toHaveLength(2));
  const [first, second] = Line.last.said;
  expect(second!.commitment).toBe('second');
  expect(second!.entropy).not.toBe(first!.entropy);
  expect(model.refusal).toBeNull();
  expect(model.mode).toBe('busy');
  Line.last.refuseLast('third', RENEWED);
  await isShown('shuffle/renewed');
  expect(Line.last.said).toHaveLength(2);
  expect(model.mode).toBe('betting');
});

test.each([
  ['the round is another', { shuffle: { round: 3, commitment: 'second' } }],
  ['the limits are others', { fingerprint: 'other' }],
])('where %s the player decides', async (_, change) => {
  Line.last.refuseLast('second', RENEWED, change);
  await isShown('shuffle/renewed');
  expect(Line.last.said).toHaveLength(1);
});
