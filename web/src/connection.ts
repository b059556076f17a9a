/**
 * The line to one table. Commands get their id before they are sent and are kept until they are
 * answered; after a lost line they are said again, and the server answers a repeated id with its
 * first answer. So nothing is bet twice and nothing is forgotten.
 */

import type { Command, ProblemMessage, Refusal, TableMessage } from './protocol';
import { commandId } from './randomness';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** More than this cannot be open at once in play; beyond it something is wrong. */
const MOST_UNANSWERED = 16;
const TOO_FAST = 'rate/too-fast';
const TOO_FAST_WAIT_MS = 600;
const SIGNED_OUT = 4401;

export interface ConnectionListener {
  heard(message: TableMessage): void;
  /** A command came to nothing before the table could answer it. */
  failed(id: string, error: Refusal): void;
  lineChanged(isOpen: boolean): void;
  /** Nobody is known by this browser's cookie any more. */
  signedOut(): void;
}

/** The part of a WebSocket that is used here. */
export type Line = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>;

type NumberedCommand = Command & { id: string };

export class TableConnection {
  private line: Line | null = null;
  private readonly unanswered: NumberedCommand[] = [];
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private lastSequence = -1;

  constructor(
    private readonly address: string,
    private readonly listener: ConnectionListener,
    private readonly open: (address: string) => Line = (url) => new WebSocket(url),
  ) {
    this.connect();
  }

  /** Says a command, now or as soon as the line is back. Returns its id. */
  send(command: Command): string {
    const numbered = { id: commandId(), ...command };
    if (this.unanswered.length >= MOST_UNANSWERED) {
      throw new Error('Too many commands wait for an answer.');
    }
    this.unanswered.push(numbered);
    this.say(numbered);
    return numbered.id;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.line?.close();
  }

  /** Tries at once, for instance when the browser reports that it is online again. */
  retryNow(): void {
    if (this.line === null && !this.isClosed) {
      clearTimeout(this.timer);
      this.connect();
    }
  }

  private say(command: NumberedCommand): void {
    if (this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(command));
  }

  private repeat(): void {
    for (const command of this.unanswered) this.say(command);
  }

  private connect(): void {
    const line = this.open(this.address);
    this.line = line;
    // The server speaks first; only then is the line known to work.
    let hasSpoken = false;
    line.addEventListener('message', (event) => {
      const message = JSON.parse(String((event as MessageEvent).data)) as TableMessage | ProblemMessage;
      if (message.type === 'problem') return this.hearProblem(message);
      if (!hasSpoken) {
        hasSpoken = true;
        this.attempts = 0;
        this.lastSequence = -1;
        this.listener.lineChanged(true);
        this.repeat();
      }
      this.hear(message);
    });
    line.addEventListener('close', (event) => {
      if (this.line !== line) return;
      this.line = null;
      if (this.isClosed) return;
      if ((event as CloseEvent).code === SIGNED_OUT) {
        this.isClosed = true;
        return this.listener.signedOut();
      }
      this.listener.lineChanged(false);
      const wait = Math.min(FIRST_WAIT_MS * 2 ** this.attempts++, LONGEST_WAIT_MS);
      // Spread out, so that a table of people does not come back in one moment.
      this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
    });
  }

  private hearProblem({ id, error }: ProblemMessage): void {
    if (error.code === TOO_FAST) {
      setTimeout(() => this.repeat(), TOO_FAST_WAIT_MS);
      return;
    }
    // A message that could not be read has no id: the one that has waited longest is meant.
    const failed = this.unanswered.findIndex((command) => id === null || command.id === id);
    const [command] = failed >= 0 ? this.unanswered.splice(failed, 1) : [];
    if (command) this.listener.failed(command.id, error);
  }

  private hear(message: TableMessage): void {
    const answered = this.unanswered.findIndex((command) => command.id === message.answer?.id);
    if (answered >= 0) this.unanswered.splice(answered, 1);
    // An answer said again may describe an older table than the one already shown.
    if (message.sequence < this.lastSequence) return;
    this.lastSequence = message.sequence;
    this.listener.heard(message);
  }
}

/** The address of a table's line, on the server that the page came from. */
export function tableAddress(table: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/v1/tables/${encodeURIComponent(table)}`;
}
