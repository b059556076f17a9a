"""Write docs/simulation.md: how the simulator works, and what a billion hands of each game came to.

Takes some minutes: python -m scripts.billion [HANDS]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import NormalDist

from pitboss.maths.simulation.result import Simulated
from pitboss.maths.simulation.simulate import simulate
from pitboss.rulebooks import OWN

PAGE = Path(__file__).parent.parent / "docs" / "simulation.md"
BILLION = 10**9
BOXES, SEED, WORKERS = 7, 2026, 2

TEXT = """\
# Simulation

Exact odds answer for one box and one round. The simulator plays whole tables: boxes that share
the dealer's hand, each with its own bets and strategy, a jackpot that grows and is hit, envy.

```sh
pitboss simulate three-card-poker --rounds 10000000 --seats 6 --workers 0 -o table.svg
pitboss simulate three-card-poker --box "ante=1000 progressive=250" --box "ante=2500"
```

![What rounds come to, the actual edge, and the jackpot](pictures/simulation.svg)

```python
from pitboss import games
from pitboss.maths.simulation.boxes import BoxBets


def brave(cards):  # asked once about each of 22,100 hands, as "Qs 6d 4h"
    return cards[0] in "AKQJ"  # True to play, False to fold


made = games["three-card-poker"].simulate(
    10_000_000,
    boxes=[BoxBets({{"ante": 1000, "pair-plus": 500}}), BoxBets({{"ante": 2500}}, brave)],
    seed=7,
    workers=2,
)
made.verdict, made.edge, made.exact_edge, made.standard_error
made.wagers["pair-plus"].outcomes
```

## What is simulated

- Every box has one player's bets, the same in every round. `player` names whose box it is: envy
  is paid once a person where the reading says so.
- Strategies: `best`; `threshold`, the one hand that comes closest to it, and better; `play-all`;
  a hand, for playing that and better; or, from Python, a function of your own.
- Pays are exact, as they are in the odds: before rounding to the chip, and before caps.
- The jackpot: a part of each progressive wager (1/5 unless told otherwise) feeds the meter before
  the cards are dealt; a hit is paid of what it then shows; afterwards it is what is left, or the
  reset amount if that is more. It starts with $10,000.00 unless told otherwise. These terms are
  ours: no rulebook has any. `--jackpot`, `--contribution` and `--reset` change them.

## The same totals everywhere

Rounds come in blocks of 2^20. Block k draws its cards from `SeedSequence(seed, spawn_key=(k,))`,
and blocks are added up in their order: one core, all cores (`--workers 0`) and a Dask cluster
(`--cluster tcp://…`, needs `pip install 'pitboss[cluster]'` here and Pitboss there) give the same
totals to the last bit. Any `concurrent.futures.Executor` will do. Ctrl-C keeps the blocks that
are finished, and so does an engine that breaks.

## How it works

- **Cards.** xoshiro256++, 256 generators side by side, each with a state of its own. A card is
  drawn as its place among those left: 16 random bits times the number of cards left, and bits are
  refused where they would favour a place (a test goes through all 65,536, for every number of
  cards left). Which card that is follows from the places drawn before it by comparing alone, 1,024
  rounds at a time, and the compiler does that for 32 rounds in one instruction
  ([decision 8](decisions/0008-cards-by-arithmetic.md)). A test deals the same cards from lists.
- **Outcomes.** A box's whole bet, decision included, is a table over classes of the player's and
  the dealer's hands; an entry numbers a combination of rows of all its wagers. `Wager.result` has
  filled it: there is no second set of rules. The table is then taken apart: what the player's hand
  is, what the dealer's is, and which of them is higher by whatever the rules compare
  ([decision 9](decisions/0009-hands-compared-boxes-in-pairs.md)). Six cards are looked up by ranks,
  and by suits only where five are of one.
- **Counting.** One compiled loop for every game draws, looks up and counts a thousand rounds at
  a time, two boxes together where their outcomes are few. It also adds up what the whole table won
  in each round, squared, for the standard error; and it lists the rare hands that hit the meter or
  are envied, so that the meter is followed exactly.

## How fast

`make bench` prints each rate beside a reference measured in the same run. On two cores that do
other things as well: six boxes of Three Card Poker with ante, play, bonus and pair plus come to
some 400 million hands a second and core, 6 times a loop written by hand in C
(`bench/simulation.c`, `cc -O3`), which comes to the same counts when it is given the same cards;
Three Card Prime with every wager on to 4.6 times C; two workers to 1.9 times one. For each hand of
OpenSpiel's blackjack played from Python it plays 3,400, of PokerKit's 120,000, of EnvPool's
blackjack (C++, a thousand tables at once) 1,200, of pokers' hold'em (Rust) 1,100. Of Pgx's Leduc
hold'em, whose hands are one card of a deck of six, it plays some 300 for each.

## How it is judged

Every row of every wager is counted over all boxes and compared with its exact chance: from
counting all deals, never from the simulation's own tables. Boxes share the dealer's hand (and the
fourth card), so their outcomes hang together: the standard error of a count adds the spread of
its mean, given what the dealer holds, to each box's own. Where fewer than a hundred are expected,
the chance of a count at least as far off is told as the standard errors that would be as
unlikely. The verdict names every outcome that is more than five standard errors away.

The edge of the table is compared with the exact edge at the meter as it was in each round.

## What it came to

{hands} hands of each game, as its rulebook is written: {boxes} boxes, every wager on, best play,
seed {seed}. Written by `python -m scripts.billion`; `make exhaustive` runs the same.

| game | rounds | outcomes | farthest off | house edge, actual | exact | standard errors | |
|---|---|---|---|---|---|---|---|
{lines}

The edge is of all that is staked. Of all {outcomes} outcomes the farthest is {worst:.2f} standard
errors off; of so many that are right, the farthest is as likely as not beyond {usual:.2f}.
"""


def run(game: str, hands: int = BILLION, workers: int = WORKERS) -> Simulated:
    """So many player's hands of a game as written, every wager on."""
    rules = OWN[game].configure()
    return simulate(rules, -(-hands // BOXES), boxes=BOXES, seed=SEED, workers=workers)


def page(found: Mapping[str, Simulated], hands: int) -> str:
    outcomes = sum(len(made.outcomes) for made in found.values())
    worst = max(abs(outcome.z) for made in found.values() for _, outcome in made.outcomes)
    return TEXT.format(
        hands="A billion" if hands == BILLION else f"{hands:,}",
        boxes=BOXES,
        seed=SEED,
        lines="\n".join(_line(made) for made in found.values()),
        outcomes=outcomes,
        worst=worst,
        usual=-NormalDist().inv_cdf((1 - 0.5 ** (1 / outcomes)) / 2),
    )


def _line(made: Simulated) -> str:
    wager, outcome = max(made.outcomes, key=lambda pair: abs(pair[1].z))
    cells = (
        made.table.rules.rulebook.title,
        f"{made.rounds:,}",
        str(len(made.outcomes)),
        f"{outcome.z:+.2f} ({wager.wager.key}, {outcome.row.key})",
        f"{float(made.edge):.5%}".replace("%", " %"),
        f"{float(made.exact_edge):.5%}".replace("%", " %"),
        f"{made.z:+.2f}",
        "within five" if made.agrees else made.verdict,
    )
    return f"| {' | '.join(cells)} |"


def main() -> int:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else BILLION
    found = {game: run(game, hands) for game in OWN}
    PAGE.write_text(page(found, hands), "utf-8")
    return 0 if all(made.agrees for made in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
