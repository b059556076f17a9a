/** The server's end of the line to a table, with the first round of a recorded game. */

import document from './history/document.json';
import record from './history/round.json';

export { document, record };

export const TABLE = 'T1';
export const view = {
  ...record.steps[0]!.view,
  phase: 'betting',
  boxes: record.steps[0]!.view.boxes.map((box) => ({ ...box, cards: '' })),
  dealer: { cards: '' },
};

export interface Said {
  id: string;
  command: string;
  commitment: string;
  entropy: string;
}

export class Line extends EventTarget {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = Line.OPEN;
  /** All that the page has said. */
  readonly said: Said[] = [];
  private sequence = 0;

  constructor() {
    super();
    Line.last = this;
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as Said);
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

  refuseLast(commitment: string, refused: object, change: object = {}): void {
    this.tell(commitment, { answer: { id: this.said.at(-1)!.id, refused }, ...change });
  }
}
