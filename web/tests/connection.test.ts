import { beforeEach, expect, test, vi } from 'vitest';
import { TableConnection, type Line } from '../src/connection';
import type { TableMessage } from '../src/protocol';

class FakeLine {
  readyState = 1;
  sent: { id: string; command: string }[] = [];
  private readonly listeners: Record<string, (event: unknown) => void> = {};
  addEventListener(name: string, listener: (event: unknown) => void) {
    this.listeners[name] = listener;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1006) {
    this.readyState = 3;
    this.listeners['close']?.({ code });
  }
  object(code: string, id: string | null = null) {
    const error = { code, message: '', clause: null };
    this.listeners['message']?.({ data: JSON.stringify({ type: 'problem', id, error }) });
  }
  say(sequence: number, answered: string | null = null) {
    const answer = answered === null ? null : { id: answered, refused: null };
    this.listeners['message']?.({ data: JSON.stringify({ sequence, answer }) });
  }
}

let lines: FakeLine[];
let heard: number[];
let failed: string[];
let isOpen: boolean;
let isSignedOut: boolean;
let connection: TableConnection;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  heard = [];
  failed = [];
  isOpen = false;
  isSignedOut = false;
  connection = new TableConnection(
    'ws://table',
    {
      heard: (message: TableMessage) => heard.push(message.sequence),
      failed: (id) => failed.push(id),
      lineChanged: (open) => (isOpen = open),
      signedOut: () => (isSignedOut = true),
    },
    () => {
      const line = new FakeLine();
      lines.push(line);
      return line as unknown as Line;
    },
  );
});

test('a command without an answer is said again after a lost line, under the same id', () => {
  lines[0]!.say(1);
  const id = connection.send({ command: 'fold', box: 2 });
  lines[0]!.close();
  expect(isOpen).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
  lines[1]!.say(1);
  expect(lines[1]!.sent.map((command) => command.id)).toEqual([id]);
});

test('an answered command is not said again', () => {
  lines[0]!.say(1);
  const id = connection.send({ command: 'fold', box: 2 });
  lines[0]!.say(2, id);
  lines[0]!.close();
  vi.advanceTimersByTime(1_000);
  lines[1]!.say(2);
  expect(lines[1]!.sent).toEqual([]);
});

test('a message older than the one shown is not drawn', () => {
  lines[0]!.say(5);
  lines[0]!.say(4);
  lines[0]!.say(6);
  expect(heard).toEqual([5, 6]);
});

test('the number of open commands is bounded', () => {
  lines[0]!.say(1);
  for (let count = 0; count < 16; count++) connection.send({ command: 'fold', box: 2 });
  expect(() => connection.send({ command: 'fold', box: 2 })).toThrow();
});

test('a closed connection stays closed', () => {
  lines[0]!.say(1);
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});

test('what came too fast is said again after a moment', () => {
  lines[0]!.say(1);
  const id = connection.send({ command: 'fold', box: 2 });
  lines[0]!.object('rate/too-fast');
  vi.advanceTimersByTime(1_000);
  expect(lines[0]!.sent.map((command) => command.id)).toEqual([id, id]);
  expect(failed).toEqual([]);
});

test('a command that could not be carried out is given up and reported', () => {
  lines[0]!.say(1);
  const id = connection.send({ command: 'fold', box: 2 });
  lines[0]!.object('message/invalid');
  expect(failed).toEqual([id]);
  lines[0]!.close();
  vi.advanceTimersByTime(1_000);
  lines[1]!.say(2);
  expect(lines[1]!.sent).toEqual([]);
});

test('whoever has signed out does not come back by themselves', () => {
  lines[0]!.say(1);
  lines[0]!.close(4401);
  vi.advanceTimersByTime(60_000);
  expect(isSignedOut).toBe(true);
  expect(lines).toHaveLength(1);
});
