/** Chips as data: their colours, and how an amount is stacked. */

export interface ChipColours {
  base: string;
  spots: string;
  inlay: string;
  figure: string;
  words: string;
}

export const CHIP_COLOURS: Record<number, ChipColours> = {
  100: { base: '#e9e6dd', spots: '#2f5d8c', inlay: '#f7f4ec', figure: '#20303f', words: '1' },
  250: { base: '#c9708f', spots: '#f6efe2', inlay: '#e7b4c4', figure: '#4a1526', words: '2½' },
  500: { base: '#b3202c', spots: '#f6efe2', inlay: '#8f1722', figure: '#fff6e6', words: '5' },
  2_500: { base: '#1c7a46', spots: '#f6efe2', inlay: '#135b34', figure: '#fff6e6', words: '25' },
  10_000: { base: '#16181c', spots: '#d9b96a', inlay: '#24272d', figure: '#f4e3b2', words: '100' },
  50_000: { base: '#55298a', spots: '#f1e6c8', inlay: '#43206e', figure: '#fff6e6', words: '500' },
  100_000: { base: '#d29a1e', spots: '#3a2605', inlay: '#f0c75a', figure: '#3a2605', words: '1K' },
};

/** The colours of a chip; one of an unusual value borrows those of the next lower, with its own words. */
export function coloursOf(cents: number): ChipColours {
  const known = CHIP_COLOURS[cents];
  if (known) return known;
  const lower = LARGEST_FIRST.find((value) => value <= cents) ?? 100;
  return { ...CHIP_COLOURS[lower]!, words: chipWords(cents) };
}

/** "20", "0.50", "5K": what is printed on a chip. */
function chipWords(cents: number): string {
  if (cents % 100) return (cents / 100).toFixed(2);
  return cents >= 100_000 && cents % 100_000 === 0 ? `${cents / 100_000}K` : String(cents / 100);
}

const LARGEST_FIRST = Object.keys(CHIP_COLOURS)
  .map(Number)
  .sort((one, other) => other - one);
const MOST_DRAWN = 5;

/** The chips of a stack from the bottom up. A tall stack is cut: its pill says the amount. */
export function chipsFor(cents: number): number[] {
  const chips: number[] = [];
  let left = cents;
  for (const value of LARGEST_FIRST) {
    while (left >= value && chips.length < MOST_DRAWN) {
      chips.push(value);
      left -= value;
    }
  }
  // Change below a dollar is still a chip that somebody can see.
  return chips.length === 0 && cents > 0 ? [100] : chips;
}
