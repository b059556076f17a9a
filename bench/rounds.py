"""Rounds of play: boxes a second through decide, apply and settle, against peers in the same run.

Every box is played by commands alone: a bet, a look at the hand, fold, play or return, the hand
turned up, settlement. The cards are shuffled anew for each round, and the table has seven boxes.
And a command costs the same at a table's ten-thousandth round as at its first.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

from bench.peers import blackjack_rounds, blackjack_rounds_at_best, pokerkit_hands
from bench.timing import Report, best_of, seconds
from pitboss.cards.deck import DECK
from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.decide import decide, start
from pitboss.play.events import DEALER, FOURTH, Actor
from pitboss.play.setup import Setup
from pitboss.play.state import Round
from pitboss.rulebooks import OWN

BOXES = 7
ROUNDS = 250
TURNS = 9
PEER_SECONDS = 0.4
OF_OPENSPIEL, OF_POKERKIT = 0.3, 10.0
LATER = 10_000  # Rounds of history.
GROWTH = 1.25  # More than noise would be growth.
STAFF = Actor("dealer", "dealer")
PLAYERS = [Actor(f"p{number}") for number in range(BOXES + 1)]


def said(round: Round, command: c.Command) -> Round:
    events = decide(round, command)
    assert not isinstance(events, Refusal), events
    return replay(round, events)


def one_round(round: Round, cards: list[int]) -> Round:
    """A whole round of seven boxes, from the call for bets to settlement."""
    first, folds = round.setup.first, round.setup.follow_up is not None
    round = said(round, c.OpenBets(STAFF))
    for box in range(1, BOXES + 1):
        player = PLAYERS[box]
        round = said(round, c.PlaceBet(player, box, player.id, first, 1000))
    round = said(said(round, c.CloseBets(STAFF)), c.Deal(STAFF))
    for box in range(1, BOXES + 1):
        player = PLAYERS[box]
        round = said(round, c.Examine(player, box))
        if folds:
            round = said(round, c.Play(player, box))
        else:
            hand = tuple([cards[place] for place in round.boxes[box].places])
            round = said(round, c.ReturnHand(player, box, hand))
    round = said(round, c.Reveal(STAFF, DEALER, tuple([cards[place] for place in round.dealer])))
    if round.fourth is not None:
        round = said(round, c.Reveal(STAFF, FOURTH, (cards[round.fourth],)))
    if folds:
        for box in range(1, BOXES + 1):
            hand = tuple([cards[place] for place in round.boxes[box].places])
            round = said(round, c.Reveal(STAFF, box, hand))
    return said(round, c.Settle(STAFF))


class Table:
    """One table of a game, round after round."""

    def __init__(self, game: str) -> None:
        self.round = start(Setup(OWN[game].configure(), boxes=BOXES))
        self._chance = random.Random(1)
        self._cards = list(range(DECK))

    def play(self, rounds: int = ROUNDS) -> None:
        for _ in range(rounds):
            self._chance.shuffle(self._cards)
            self.round = one_round(self.round, self._cards)


def run() -> int:
    report = Report("Rounds of play")
    tables = {game: Table(game) for game in OWN}
    for table in tables.values():
        table.play()
    peers = [0.0, 0.0, 0.0]

    def measured(peer: int, rate: Callable[[float], float]) -> Callable[[], None]:
        def measure() -> None:
            peers[peer] = max(peers[peer], rate(PEER_SECONDS))

        return measure

    runs: list[Callable[[], object]] = [table.play for table in tables.values()]
    rates = (blackjack_rounds, pokerkit_hands, blackjack_rounds_at_best)
    runs += [measured(peer, rate) for peer, rate in enumerate(rates)]
    times = best_of(*runs, rounds=TURNS)
    for game, time in zip(tables, times, strict=False):
        boxes = ROUNDS * BOXES / time
        for peer, what, goal in (
            (peers[0], "rounds of OpenSpiel's blackjack", OF_OPENSPIEL),
            (peers[1], "hands of PokerKit", OF_POKERKIT),
        ):
            ratio = boxes / peer
            report.add(
                f"{game}: boxes a second, against {what}",
                f"{boxes:,.0f}", f"{peer:,.0f}", ratio, f"≥ {goal:g}", ratio >= goal,
            )  # fmt: skip
        ratio = boxes / peers[2]
        report.add(
            f"{game}: against OpenSpiel by the shortest road",
            f"{boxes:,.0f}", f"{peers[2]:,.0f}", ratio, "", True,
        )  # fmt: skip
    _growth(report, "three-card-poker")
    report.show()
    return report.missed


def _growth(report: Report, game: str) -> None:
    young, old = Table(game), Table(game)
    old.play(LATER)
    first, later = best_of(young.play, old.play, rounds=TURNS)
    first, later = first / ROUNDS, later / ROUNDS
    report.add(
        f"{game}: a round after {LATER:,} others, against one of the first",
        seconds(later), seconds(first), later / first, f"≤ {GROWTH}", later <= GROWTH * first,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(run())
