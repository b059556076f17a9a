/** Arithmetic of bets before they are dealt: totals by box and wager, never changed in place. */

import type { BetBounds, BoxNumber, BoxView, Cents, Stakes, TableDocument, WagerKey } from '../protocol';

export function stakeOn(stakes: Stakes, box: BoxNumber, wager: WagerKey): Cents {
  return stakes[box]?.[wager] ?? 0;
}

export function withStake(stakes: Stakes, box: BoxNumber, wager: WagerKey, total: Cents): Stakes {
  const { [wager]: _, ...others } = stakes[box] ?? {};
  const changed = total > 0 ? { ...others, [wager]: total } : others;
  const { [box]: __, ...boxes } = stakes;
  return Object.keys(changed).length > 0 ? { ...boxes, [box]: changed } : boxes;
}

export function totalOf(stakes: Stakes): Cents {
  return Object.values(stakes).reduce((sum, wagers) => sum + boxTotal(wagers), 0);
}

export function boxTotal(wagers: Record<WagerKey, Cents> | undefined): Cents {
  return Object.values(wagers ?? {}).reduce((sum, stake) => sum + stake, 0);
}

export function sameStakes(one: Stakes, other: Stakes): boolean {
  const flat = (stakes: Stakes) =>
    Object.entries(stakes)
      .flatMap(([box, wagers]) => Object.entries(wagers).map(([wager, stake]) => `${box} ${wager} ${stake}`))
      .sort()
      .join();
  return flat(one) === flat(other);
}

export function boundsOf(bets: BetBounds[], box: BoxNumber, wager: WagerKey): BetBounds | undefined {
  return bets.find((bounds) => bounds.box === box && bounds.wager === wager);
}

/**
 * One more chip. The first one counts as at least the minimum, so that a tap is always a bet; a
 * wager with one price takes that, and a second tap takes it back.
 */
export function withChip(
  stakes: Stakes,
  bounds: BetBounds | undefined,
  box: BoxNumber,
  wager: WagerKey,
  chip: Cents,
): Stakes {
  const lies = stakeOn(stakes, box, wager);
  const [least, most] = bounds?.ranges[0] ?? [0, Infinity];
  if (least === most) return withStake(stakes, box, wager, lies > 0 ? 0 : least);
  return withStake(stakes, box, wager, lies > 0 ? lies + chip : Math.max(chip, least));
}

/** One chip less; what would fall under the minimum is taken off whole. */
export function withoutChip(
  stakes: Stakes,
  bounds: BetBounds | undefined,
  box: BoxNumber,
  wager: WagerKey,
  chip: Cents,
): Stakes {
  const left = stakeOn(stakes, box, wager) - chip;
  const least = bounds?.ranges[0]?.[0] ?? 1;
  return withStake(stakes, box, wager, left >= least ? left : 0);
}

/** Every bet twice. Wagers with one price stay as they are. */
export function doubled(stakes: Stakes, document: TableDocument): Stakes {
  const priced = new Set(document.wagers.filter((wager) => wager.price !== null).map((wager) => wager.wager));
  let result = stakes;
  for (const [box, wagers] of Object.entries(stakes)) {
    for (const [wager, stake] of Object.entries(wagers)) {
      if (!priced.has(wager)) result = withStake(result, Number(box), wager, stake * 2);
    }
  }
  return result;
}

/** What one person has on the table. */
export function stakesIn(boxes: BoxView[], person: string): Stakes {
  let stakes: Stakes = {};
  for (const { box, bets } of boxes) {
    for (const [wager, stake] of Object.entries(bets[person] ?? {}))
      stakes = withStake(stakes, box, wager, stake);
  }
  return stakes;
}

/** Stakes as they were when the cards were dealt: without what was added after looking at them. */
export function beforeTheDeal(stakes: Stakes, document: TableDocument): Stakes {
  const added = document.follow_up;
  if (added === null) return stakes;
  return Object.keys(stakes).reduce((result, box) => withStake(result, Number(box), added, 0), stakes);
}
