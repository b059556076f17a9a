"""A game under its rules, and the games by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, overload

from pitboss.cards.hands import hand
from pitboss.language.paytables import Paytable
from pitboss.language.rulebook import Caps, Rulebook, Rules
from pitboss.library.odds import OddsTable
from pitboss.library.settlement import BoxSettlement, Hand, settle_box
from pitboss.maths.odds.strategy import BEST, Decisions, Strategy, best
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.settlement import Settler

# Whoever settles a hand does not wait for these: their functions are imported when called.
if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pitboss.maths.design import Designs, Number, Span
    from pitboss.maths.sessions.session import Session
    from pitboss.maths.simulation.jackpot import Jackpot
    from pitboss.maths.simulation.result import Simulated
    from pitboss.maths.simulation.simulate import RoundsDone
    from pitboss.maths.simulation.table import BoxBets

Default = TypeVar("Default")


class Game:
    """A game as configured; without any configuration, as its rulebook is written."""

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
        """Twelve hex digits that two configurations share only if they pay the same."""
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
        """This game with part of its configuration changed."""
        rules = self.rules
        return Game(
            self.rulebook.configure(
                paytables={**rules.paytables, **(paytables or {})},
                readings={**rules.readings, **(readings or {})},
                policies={**rules.policies, **(policies or {})},
                caps={**rules.caps, **(caps or {})},
                chip=rules.chip if chip is None else chip,
                prices={**rules.prices, **(prices or {})},
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
        """Settle one box; `others` are the hands of other boxes with an ante, for envy bonuses."""
        return settle_box(self._settler, player, dealer, bets, fourth, fold, jackpot, others)

    def hand(self, text: str) -> Hand:
        """A hand from notation, such as "Qs Qd 7h"."""
        return Hand(self.rules, hand(text))

    def odds(self, jackpot: int = 0) -> OddsTable:
        """Exact odds of every wager; `jackpot` is what the meter holds, if the game has one."""
        return OddsTable(self.rules, meter=jackpot)

    def strategy(self) -> Strategy:
        """The best strategy, worked out hand by hand."""
        return best(self.rules)

    def simulate(
        self,
        rounds: int,
        *,
        boxes: Sequence[BoxBets] | int = 1,
        bets: Mapping[str, int] | None = None,
        strategy: Decisions = BEST,
        seed: int = 0,
        workers: int = 1,
        executor: Executor | None = None,
        jackpot: Jackpot | int | None = None,
        progress: RoundsDone | None = None,
    ) -> Simulated:
        """Simulate rounds of a whole table, and compare them with the exact odds.

        `boxes` has the bets of each box, or is a number of boxes that all have `bets`; without
        bets, every wager is on. `pitboss.maths.simulation.simulate` explains each option.
        """
        from pitboss.maths.simulation.simulate import simulate

        return simulate(
            self.rules,
            rounds,
            boxes=boxes,
            bets=bets,
            strategy=strategy,
            seed=seed,
            workers=workers,
            executor=executor,
            jackpot=jackpot,
            progress=progress,
        )

    def session(
        self, bets: Mapping[str, int], strategy: Decisions = BEST, jackpot: int = 0
    ) -> Session:
        """The same bets on one box, round after round: results, risk of ruin, the house's side."""
        from pitboss.maths.sessions.session import Session

        return Session(self.rules, bets, strategy, jackpot)

    def design(
        self,
        wager: str,
        ranges: Mapping[str, Span | None] | None = None,
        *,
        edge: Number | tuple[Number, Number],
        hit: tuple[Number, Number] | None = None,
        volatility: tuple[Number, Number] | None = None,
        keep_others: bool = False,
        monotone: bool = True,
        limit: int = 20,
        jackpot: int = 0,
    ) -> Designs:
        """Pay tables of a wager that meet a target, the best first.

        `ranges` gives the pays that each row may have, and `edge` the house edge, as a range or a
        single value to come close to. `pitboss.maths.design` explains each option.
        """
        from pitboss.maths.design import design

        return design(
            self.rules,
            wager,
            ranges,
            edge=edge,
            hit=hit,
            volatility=volatility,
            keep_others=keep_others,
            monotone=monotone,
            limit=limit,
            jackpot=jackpot,
        )

    @cached_property
    def _settler(self) -> Settler:
        return Settler(self.rules, compile=True)


class Games(Mapping[str, Game]):
    """The games by key, as their rulebooks are written: our own, and those from outside."""

    def __init__(self) -> None:
        self._configured: dict[str, Game] = {}

    def __getitem__(self, key: str) -> Game:
        rulebook = RULEBOOKS.find(key)
        game = self._configured.get(key)
        if game is None or game.rulebook is not rulebook:  # A file may have been loaded again.
            game = self._configured[key] = Game(rulebook.configure())
        return game

    @overload
    def get(self, key: str, /) -> Game | None: ...

    @overload
    def get(self, key: str, /, default: Game | Default) -> Game | Default: ...

    def get(self, key: str, /, default: Game | Default | None = None) -> Game | Default | None:
        """The game, or the default; also for a package that is installed but can't be used."""
        if key in self:
            return self[key]
        return default

    def __contains__(self, key: object) -> bool:
        return key in RULEBOOKS

    def __iter__(self) -> Iterator[str]:
        return iter(RULEBOOKS)

    def __len__(self) -> int:
        return len(RULEBOOKS)

    def __repr__(self) -> str:
        return f"<{len(self)} games>"


games = Games()
