/**
 * The fair shuffle, written from docs/fair-shuffle.md alone, so that the browser can check the
 * house's decks without trusting the house's code.
 */

const PROTOCOL = 'pitboss-shuffle-1';
const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
const CARDS = RANKS.length * SUITS.length;

/** What a deck follows from. Seed, entropy and fingerprint are hexadecimal digits. */
export interface ShuffleInputs {
  table: string;
  round: number;
  fingerprint: string;
  seed: string;
  entropy: string;
}

/** What a commitment is made for. */
export type SeedInputs = Omit<ShuffleInputs, 'entropy'>;

export interface MadeDeck {
  cards: string[];
  /** Blocks of the stream that were made, and bytes that were skipped for fairness. */
  blocks: number;
  skipped: number;
}

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error('Not pairs of hexadecimal digits.');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function lines(purpose: 'commitment' | 'deck', { table, round, fingerprint }: SeedInputs): Uint8Array {
  const text = [PROTOCOL, purpose, table, String(round), fingerprint].map((line) => `${line}\n`).join('');
  return new TextEncoder().encode(text);
}

/** The commitment that the house must have published for this seed, at this table, in this round. */
export async function commitmentTo(inputs: SeedInputs): Promise<string> {
  const message = joined(lines('commitment', inputs), bytesOf(inputs.seed));
  return hexOf(await crypto.subtle.digest('SHA-256', message));
}

/** The bytes that decide the shuffle, block by block. */
class Stream {
  blocks = 0;
  private block = new Uint8Array(0);
  private at = 0;

  private constructor(
    private readonly key: CryptoKey,
    private readonly context: Uint8Array,
  ) {}

  static async from(inputs: ShuffleInputs): Promise<Stream> {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytesOf(inputs.seed), hmac, false, ['sign']);
    return new Stream(key, joined(lines('deck', inputs), bytesOf(inputs.entropy)));
  }

  async next(): Promise<number> {
    if (this.at === this.block.length) {
      const counter = new Uint8Array(4);
      new DataView(counter.buffer).setUint32(0, this.blocks++);
      this.block = new Uint8Array(await crypto.subtle.sign('HMAC', this.key, joined(this.context, counter)));
      this.at = 0;
    }
    return this.block[this.at++]!;
  }
}

/** The whole deck, in the order in which it is dealt. */
export async function makeDeck(inputs: ShuffleInputs): Promise<MadeDeck> {
  const cards = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const stream = await Stream.from(inputs);
  let skipped = 0;
  for (let left = CARDS; left > 1; left--) {
    // Bytes from here on would favour small indices.
    const fair = Math.floor(256 / left) * left;
    let byte = await stream.next();
    while (byte >= fair) {
      skipped += 1;
      byte = await stream.next();
    }
    const [last, drawn] = [left - 1, byte % left];
    [cards[last], cards[drawn]] = [cards[drawn]!, cards[last]!];
  }
  return { cards, blocks: stream.blocks, skipped };
}
