"""The library: a game as an object, over what is below.

>>> from pitboss import games
>>> poker = games["three-card-poker"]
>>> print(poker.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets={"ante": 5000}))
Ante: Pair of Queens beats Queen high, pays 1 to 1.  +$50.00  (3.14.1, 4.1)
Play: Pair of Queens beats Queen high, pays 1 to 1.  +$50.00  (3.14.1, 4.1)
Net +$100.00
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pitboss.cards.deck import names, parse
from pitboss.cards.hands import cards_of, hand
from pitboss.errors import BadBet, BadCards, unknown
from pitboss.language.pays import money
from pitboss.language.paytables import Paytable
from pitboss.language.rulebook import Caps, Rulebook, Rules
from pitboss.maths.odds.decisions import BEST, Decisions
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.strategy import Strategy, best
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.maths.simulation.simulate import simulate
from pitboss.reports import notebook as drawing
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.receipt import Line
from pitboss.table.settlement import Settler

if TYPE_CHECKING:
    from pitboss.maths.design import Designs, Span
    from pitboss.maths.sessions.session import Session
    from pitboss.maths.simulation.result import Simulated

YOU = "you"


def signed(units: int) -> str:
    """A gain or a loss, with its sign."""
    return f"+{money(units)}" if units > 0 else money(units)


@dataclass(frozen=True)
class BoxSettlement:
    """What one box came to, line by line."""

    rules: Rules
    player: int
    dealer: int
    fourth: int | None
    lines: tuple[Line, ...]

    @property
    def net(self) -> int:
        """What the bettor gains or loses."""
        return sum(line.net for line in self.lines)

    @property
    def returned(self) -> int:
        """What the bettor is handed back, stakes included."""
        return sum(line.returned for line in self.lines)

    def __getitem__(self, wager: str) -> Line:
        for line in self.lines:
            if line.wager.key == wager:
                return line
        raise unknown("line", wager, [line.wager.key for line in self.lines], "this settlement")

    def __str__(self) -> str:
        lines = [
            f"{line.says}  {signed(line.net)}  ({', '.join(line.clauses)})" for line in self.lines
        ]
        return "\n".join([*lines, f"Net {signed(self.net)}"])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return drawing.settlement(self.rules, self.player, self.dealer, self.lines)

    def as_json(self) -> dict[str, Any]:
        rules = self.rules
        fourth = {} if self.fourth is None else {"fourth": names([self.fourth])}
        return {
            "game": rules.key,
            "version": rules.rulebook.version,
            "fingerprint": rules.fingerprint,
            "paytables": rules.paytable_keys,
            "readings": dict(rules.readings),
            "player": self._hand(self.player),
            "dealer": self._hand(self.dealer),
            **fourth,
            "lines": [line.as_json() for line in self.lines],
            "net": self.net,
        }

    def _hand(self, row: int) -> dict[str, str]:
        return {"cards": names(cards_of(row)), "hand": self.rules.name_hand(row)}


@dataclass(frozen=True)
class Hand:
    """A hand of a game: its cards, its name, and a picture of it in a notebook."""

    rules: Rules
    row: int

    @property
    def cards(self) -> str:
        return names(cards_of(self.row))

    @property
    def name(self) -> str:
        return self.rules.name_hand(self.row)

    def __repr__(self) -> str:
        return f"{self.cards} ({self.name})"

    def _repr_html_(self) -> str:
        return drawing.hand(self.rules, self.row)


class WagerTable(WagerOdds):
    """The odds of a wager; a table in a notebook."""

    def _repr_html_(self) -> str:
        return drawing.wager_odds(self)


class OddsTable(GameOdds):
    """The odds of a game; a table in a notebook."""

    def __getitem__(self, key: str) -> WagerTable:
        found = super().__getitem__(key)
        return WagerTable(found.wager, found.ways, found.price, found.meter)

    def __repr__(self) -> str:
        # A payment without a stake of its own has no edge; on the ante it counts in the main bet.
        found = {key: self[key].house_edge for key in self if self.rules.by_key[key].is_staked}
        if len(self.rules.rulebook.main) > 1:
            found = {"main bet": self.main.house_edge, **found}
        edges = (f"{key} {float(edge):.4%}" for key, edge in found.items())
        return f"<odds of {self.rules.rulebook.title}: {', '.join(edges)}>"

    def _repr_html_(self) -> str:
        return drawing.game_odds(self)


class Game:
    """A game as configured: as its rulebook is written, unless told otherwise."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def key(self) -> str:
        return self.rules.key

    @property
    def rulebook(self) -> Rulebook:
        return self.rules.rulebook

    @property
    def fingerprint(self) -> str:
        return self.rules.fingerprint

    def __repr__(self) -> str:
        return f"<{self.rulebook.title}, {self.rulebook.version}, {self.fingerprint}>"

    def configure(
        self,
        paytables: Mapping[str, str | Paytable] | None = None,
        readings: Mapping[str, str] | None = None,
        policies: Mapping[str, str] | None = None,
        caps: Caps | None = None,
        chip: int | None = None,
        prices: Mapping[str, int] | None = None,
    ) -> Game:
        """This game with some of its configuration changed."""
        was = self.rules
        return Game(
            self.rulebook.configure(
                paytables={**was.paytables, **(paytables or {})},
                readings={**was.readings, **(readings or {})},
                policies={**was.policies, **(policies or {})},
                caps={**was.caps, **(caps or {})},
                chip=was.chip if chip is None else chip,
                prices={**was.prices, **(prices or {})},
            )
        )

    def settle(
        self,
        player: str,
        dealer: str,
        bets: Mapping[str, int],
        fourth: str | None = None,
        fold: bool = False,
        jackpot: int | None = None,
        others: Sequence[str] = (),
    ) -> BoxSettlement:
        """One box, with the hands of other boxes with an ante where they matter."""
        return settle_box(self._settler, player, dealer, bets, fourth, fold, jackpot, others)

    def hand(self, text: str) -> Hand:
        """A hand from notation."""
        return Hand(self.rules, hand(text))

    def odds(self, jackpot: int = 0) -> OddsTable:
        """Exact odds of every wager; a jackpot, where there is one, holds so much."""
        return OddsTable(self.rules, meter=jackpot)

    def strategy(self) -> Strategy:
        """The best strategy, hand by hand."""
        return best(self.rules)

    def simulate(self, rounds: int, **options: Any) -> Simulated:
        """So many rounds of a table; `pitboss.maths.simulation.simulate` tells the options."""
        return simulate(self.rules, rounds, **options)

    def session(
        self, bets: Mapping[str, int], strategy: Decisions = BEST, jackpot: int = 0
    ) -> Session:
        """The same bets on one box, round after round: results, risk of ruin, the house's side."""
        from pitboss.maths.sessions.session import Session  # Not for everybody who settles a hand.

        return Session(self.rules, bets, strategy, jackpot)

    def design(
        self, wager: str, ranges: Mapping[str, Span | None] | None = None, **targets: Any
    ) -> Designs:
        """Pay tables of a wager that meet a target; `pitboss.maths.design` tells the options."""
        from pitboss.maths.design import design

        return design(self.rules, wager, ranges, **targets)

    @cached_property
    def _settler(self) -> Settler:
        return Settler(self.rules, compile=True)


def settle_box(
    settler: Settler,
    player: str,
    dealer: str,
    bets: Mapping[str, int],
    fourth: str | None = None,
    fold: bool = False,
    jackpot: int | None = None,
    others: Sequence[str] = (),
) -> BoxSettlement:
    """One box from notation; `Settler` is asked for the whole table."""
    rules = settler.rules
    envied = next((w.envy.hit_with for w in rules.wagers if w.envy), None)
    if others and envied is None:
        raise BadCards("cards/others", f"Other boxes' hands do not matter in {rules.key}.")
    if jackpot is not None and not any(row.pay.meter for w in rules.wagers for row in w.rows):
        raise BadBet("bet/jackpot", f"There is no jackpot in {rules.key}: leave it out.")
    if not isinstance(bets, Mapping):
        raise BadBet("bet/none", f"{bets!r} is not bets: give them by wager, such as ante 1000.")
    boxes = [Box(1, hand(player), {YOU: bets}, fold)]
    for number, text in enumerate(others, 2):
        boxes.append(Box(number, hand(text), {f"box {number}": {str(envied): 1}}))
    card = None if fourth is None else parse(fourth, 1)[0]
    made = settler.settle(boxes, hand(dealer), card, jackpot)
    lines = tuple(line for line in made.lines if line.bettor == YOU)
    return BoxSettlement(rules, boxes[0].hand, made.dealer, card, lines)


class Games(Mapping[str, Game]):
    """The games by key, as their rulebooks are written: ours, and those from outside."""

    def __init__(self) -> None:
        self._configured: dict[str, Game] = {}

    def __getitem__(self, key: str) -> Game:
        rulebook = RULEBOOKS.find(key)
        game = self._configured.get(key)
        if game is None or game.rulebook is not rulebook:  # A file may have been loaded again.
            game = self._configured[key] = Game(rulebook.configure())
        return game

    def __contains__(self, key: object) -> bool:
        return key in RULEBOOKS

    def __iter__(self) -> Iterator[str]:
        return iter(RULEBOOKS)

    def __len__(self) -> int:
        return len(RULEBOOKS)


games = Games()
