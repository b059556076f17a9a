"""A table as its operator has set it up: what the rulebooks leave to the house.

Each default is ours, not a rulebook's, and can be changed. Rules and set-up together have one
fingerprint, which every round carries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypedDict, Unpack

from pitboss.cards.deck import MOST_BOXES
from pitboss.cards.hands import COUNT
from pitboss.errors import BadConfiguration, PitbossError, unknown
from pitboss.language.expressions import Deal
from pitboss.language.irregularities import AUTHORITIES, INCIDENTS, REMEDIES
from pitboss.language.procedure import FACE_DOWN, FACE_UP, ONES, STAKED, THREES, Procedure
from pitboss.language.readings import Alternatives
from pitboss.language.rulebook import LARGEST_AMOUNT, LARGEST_STAKE, SHORT, Rules, digest
from pitboss.language.wagers import Needs
from pitboss.maths.odds import strategy
from pitboss.table.settlement import Settler

DEALER_LED, SELF_RUNNING = "dealer", "table"
FOLD, BEST = "fold", "best"
SEATED_PLAYER = "seated"

CHOICES: Mapping[str, Mapping[str, str]] = {
    "led_by": {
        SELF_RUNNING: "the table runs itself and always notices a bet outside the limits",
        DEALER_LED: "a dealer records what lies on the felt, within the limits or not",
    },
    "dealing": {THREES: "three cards at a time", ONES: "one card at a time"},
    "out_of_time": {
        FOLD: "a hand without a decision folds; its other wagers stay",
        BEST: "the best strategy decides for it",
    },
    "returned": {
        FACE_UP: "hands come back face up before the dealer's is shown",
        FACE_DOWN: "hands stay face down until they are compared",
    },
    "fourth_turned": {"last": "after the dealer's hand", "first": "before the dealer's hand"},
    "examiner": {
        SEATED_PLAYER: "of several bettors the one who sits there, or counts as seated, looks",
        "highest": "of several bettors the highest looks",
        "first": "of several bettors the first to bet looks",
    },
    "cut_first": {
        "latest": "of standing bets the last to come is cut first",
        "earliest": "of standing bets the first to come is cut first",
    },
}


class Limit(NamedTuple):
    """What one betting area takes in all."""

    minimum: int
    maximum: int
    increment: int = 1


class ProRata(NamedTuple):
    """How bets over a maximum count in proportion, where the text leaves it open."""

    under_minimum: str  # "box" or "player": whose bets count in full if one is under the minimum.
    floor: str  # "rest", "floor" or "exempt": what a share under the minimum counts for.


@dataclass(frozen=True, eq=False)
class Setup:
    """One table: its rules, its boxes, its limits, and how it is run."""

    rules: Rules
    boxes: int = 7
    limits: Mapping[str, Limit] = field(default_factory=dict)  # By wager, for each box.
    offered: tuple[str, ...] = ()  # The wagers on the felt; all of them if none are named.
    led_by: str = SELF_RUNNING
    shuffler: bool = True  # Sets of three come from a shuffler, where the rulebook tells apart.
    dealing: str = THREES  # Where the rulebook does not say.
    out_of_time: str = FOLD
    returned: str = FACE_UP  # Where the rulebook does not say.
    fourth_turned: str = "last"
    examiner: str = SEATED_PLAYER  # Of a hand that several people have bet on.
    cut_first: str = "latest"
    incidents: Mapping[str, str] = field(default_factory=dict)  # The operator's stated policy.
    referred_to: str = "shift-manager"  # Who decides where no clause and no policy speaks.
    contribution: Fraction = Fraction(1, 5)  # The part of a progressive wager that feeds the meter.

    def __post_init__(self) -> None:
        staked = [wager.key for wager in self.rules.wagers if wager.is_staked]
        object.__setattr__(self, "offered", self.offered or tuple(staked))
        if type(self.boxes) is not int or not 1 <= self.boxes <= MOST_BOXES:
            _refuse("boxes", f"One deck serves 1 to {MOST_BOXES} boxes, not {self.boxes!r}.")
        for key in (*self.limits, *self.offered):
            if key not in staked:
                raise unknown("wager", key, staked, self.rules.key)
        for key, limit in self.limits.items():
            _check_limit(key, limit)
        for name, options in CHOICES.items():
            if getattr(self, name) not in options:
                raise unknown(name.replace("_", " "), getattr(self, name), options)
        for incident, remedy in self.incidents.items():
            if incident not in INCIDENTS:
                raise unknown("incident", incident, INCIDENTS)
            if remedy not in REMEDIES:
                raise unknown("remedy", remedy, REMEDIES)
        if self.referred_to not in AUTHORITIES:
            raise unknown("authority", self.referred_to, AUTHORITIES)
        if not isinstance(self.contribution, Fraction) or not 0 <= self.contribution <= 1:
            _refuse("contribution", "The contribution is a fraction of the wager, from 0 to 1.")

    @cached_property
    def procedure(self) -> Procedure:
        return self.rules.rulebook.procedure

    @cached_property
    def settler(self) -> Settler:
        return Settler(self.rules, compile=True)

    @cached_property
    def first(self) -> str:
        """The wager that opens a hand: the initial bet, or the ante."""
        return self.rules.rulebook.main[0]

    @cached_property
    def needs(self) -> Mapping[str, Needs | None]:
        """By wager: the bet that it rests on."""
        return {wager.key: wager.needs for wager in self.rules.wagers}

    @cached_property
    def carries_hand(self) -> frozenset[str]:
        """The wagers that a hand is dealt to by themselves: they rest on no other."""
        return frozenset(w.key for w in self.rules.wagers if w.is_staked and not w.needs)

    @cached_property
    def follow_up(self) -> str | None:
        """The wager placed after looking, in games where a hand may fold."""
        return next((w.key for w in self.rules.wagers if w.equals), None)

    @cached_property
    def by_ones(self) -> bool:
        """Whether the deal goes round card by card."""
        said = self.procedure.dealing
        if self.procedure.shuffler_dealing:
            return not self.shuffler
        return (said or self.dealing) == ONES

    @cached_property
    def only_staked(self) -> bool:
        """Whether an area without a bet is left out of the deal."""
        deal_to = self.procedure.deal_to
        return deal_to is None or deal_to.under(self.rules.readings) == STAKED

    def _read(self, question: Alternatives[str] | None, otherwise: str) -> str:
        """The option in force where a rulebook is unclear; `otherwise` where it is not."""
        return otherwise if question is None else question.under(self.rules.readings)

    @cached_property
    def placed_first(self) -> bool:
        """Whether bets on a box where nobody sits have priority in the order they came."""
        return self._read(self.procedure.unseated_priority, "") == "placed-first"

    @cached_property
    def whose_minimum(self) -> str:
        """Whether a minimum is met by each "player" or by the "box" together."""
        return self._read(self.procedure.whose_minimum, "player")

    @cached_property
    def pro_rata(self) -> ProRata:
        """How bets over a maximum count in proportion."""
        steps = self.procedure
        return ProRata(
            self._read(steps.under_minimum, "box"), self._read(steps.pro_rata_floor, "rest")
        )

    @cached_property
    def offered_bets_decide(self) -> bool:
        """Whether a bet that nobody placed can establish an outcome."""
        return self._read(self.procedure.available_bets, "placed") == "offered"

    @cached_property
    def hidden_cards_decide(self) -> bool:
        """Whether cards that are not face up can establish an outcome."""
        return self._read(self.procedure.known, "face-up") != "face-up"

    @cached_property
    def first_choice_binds(self) -> bool:
        """Whether a player who went on after a dealing error has no further choice."""
        return self._read(self.procedure.second_choice, "again") == "bound"

    @cached_property
    def seated_player_chooses(self) -> bool:
        """Whether the seated player chooses for everybody on the box."""
        return self._read(self.procedure.shared_choice, "each") == "seated"

    @cached_property
    def face_up(self) -> bool:
        """Whether hands come back face up before the dealer's is shown."""
        return (self.procedure.returned or self.returned) == FACE_UP

    @cached_property
    def comes_back_up(self) -> bool:
        """Whether a player who looked returns the hand face up."""
        return self.face_up and not self.follow_up

    @cached_property
    def envied_for(self) -> str | None:
        """The wager that pays on other boxes' hands, if there is one."""
        return next((w.envy.paid_to for w in self.rules.wagers if w.envy), None)

    @cached_property
    def envied_with(self) -> str | None:
        """The wager whose hands pay others, if there is one."""
        return next((w.envy.hit_with for w in self.rules.wagers if w.envy), None)

    @cached_property
    def meter_wagers(self) -> frozenset[str]:
        """Wagers with a row that pays from the jackpot meter."""
        return frozenset(wager.key for wager in self.rules.wagers if wager.has_jackpot)

    @cached_property
    def blind_after_fold(self) -> frozenset[str]:
        """Wagers that come to the same whatever the cards, once the hand has folded."""
        blind = set()
        for wager in self.rules.wagers:
            if wager.reads_decision():
                rows = wager.result(Deal(0, 0, played=False))
                every = wager.result(Deal(range(COUNT), COUNT - 1, played=False))
                if (every == rows).all():
                    blind.add(wager.key)
        return frozenset(blind)

    def canonical(self) -> dict[str, Any]:
        """All that decides how this table is run, as plain data."""
        data: dict[str, Any] = {"rules": self.rules.canonical()}
        for setting in fields(self):
            value = getattr(self, setting.name)
            if setting.name != "rules":
                data[setting.name] = str(value) if isinstance(value, Fraction) else value
        return data

    @cached_property
    def fingerprint(self) -> str:
        """The whole SHA-256 over the canonical JSON; people are shown `short_fingerprint`."""
        return digest(self.canonical())

    @property
    def short_fingerprint(self) -> str:
        return self.fingerprint[:SHORT]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def warm(self) -> Setup:
        """This set-up with its tables compiled, so that no first time is slow."""
        self.settler.warm()
        if self.out_of_time == BEST and self.follow_up:
            strategy.hands_played(self.rules, strategy.BEST)
        self.__dict__.update(blind_after_fold=self.blind_after_fold)
        return self


class Settings(TypedDict, total=False):
    """The settings of a table as plain data, such as a file's; see `Setup`."""

    boxes: int
    offered: tuple[str, ...]
    led_by: str
    shuffler: bool
    dealing: str
    out_of_time: str
    returned: str
    fourth_turned: str
    examiner: str
    cut_first: str
    incidents: Mapping[str, str]
    referred_to: str
    contribution: str | Fraction


def setup(
    rules: Rules,
    limits: Mapping[str, Iterable[int]] | None = None,
    **settings: Unpack[Settings],
) -> Setup:
    """A table's set-up from plain data: limits as (minimum, maximum, step) by wager."""
    try:
        by_wager = {key: Limit(*amounts) for key, amounts in (limits or {}).items()}
        options: dict[str, Any] = dict(settings)
        if "contribution" in options:
            options["contribution"] = Fraction(options["contribution"])
        return Setup(rules, limits=by_wager, **options)
    except PitbossError:
        raise
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise BadConfiguration("configuration/table", f"The table's set-up: {error}.") from None


def _check_limit(key: str, limit: Limit) -> None:
    whole = all(type(amount) is int and 0 < amount <= LARGEST_AMOUNT for amount in limit)
    if not whole or not limit.minimum <= limit.maximum <= LARGEST_STAKE:
        _refuse("limit", f"The limits of {key} are {tuple(limit)}: give minimum, maximum, step.")
    if limit.minimum % limit.increment or limit.maximum % limit.increment:
        _refuse("limit", f"The limits of {key} must be whole steps of {limit.increment}.")


def _refuse(what: str, message: str) -> None:
    raise BadConfiguration(f"configuration/{what}", message)
