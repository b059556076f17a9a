"""Irregularities: incidents, the facts that matter, and the rulings of a rulebook.

The floor reports an incident and its facts. A game lists its rulings in the order of its rulebook;
the first that fits applies, and cites its clause. If none fits, the incident is referred to the
person named by the rulebook, or by our policy. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.cards.deck import DECK
from pitboss.errors import BadFact, unknown
from pitboss.language.policies import REFERRAL, Policy

INCIDENTS = {
    "foreign-card": "A card that does not belong to the deck is found",
    "deck-count": "The deck has too many or too few cards",
    "unshuffled": "The cards were not shuffled",
    "too-few-cards": "There are not enough cards left to finish the round",
    "misdeal": "Cards were dealt to the wrong places or in the wrong order",
    "dealer-count": "The dealer's hand has the wrong number of cards",
    "player-count": "A player's hand has the wrong number of cards",
    "exposed-cards": "Cards were turned up by mistake during the deal",
    "face-up-in-shoe": "A card lies face up in the shoe or the shuffler",
    "drawn-together": "Two or more cards were drawn at once",
    "late-bet": "A bet was placed or raised after “No more bets”",
    "late-withdrawal": "A bet was taken back after “No more bets”",
    "over-maximum": "The bets on a box are over its maximum",
    "under-minimum": "The bets on a box are under its minimum",
    "orphan-side-bet": "A side bet stands without the bet it rests on",
    "misplaced-bet": "A bet lies where its owner did not mean it to",
    "walked-away": "A player with a bet has left the table",
    "interruption": "Power or equipment has failed in the middle of a round",
    "late-discovery": "An error of an earlier round is noticed now",
    "own-cards-exposed": "A player has shown cards of their own hand",
    "other": "Something else",
}

# The incidents by when they happen, as the floor looks for them.
MOMENTS: Mapping[str, tuple[str, ...]] = {
    "Bets": (
        *("late-bet", "late-withdrawal", "over-maximum", "under-minimum", "orphan-side-bet"),
        "misplaced-bet",
    ),
    "The deal": (
        *("misdeal", "dealer-count", "player-count", "exposed-cards", "face-up-in-shoe"),
        *("drawn-together", "too-few-cards", "own-cards-exposed"),
    ),
    "The cards": ("foreign-card", "deck-count", "unshuffled"),
    "After settlement": ("late-discovery",),
    "The room": ("walked-away", "interruption", "other"),
}

YES_OR_NO = ("yes", "no")
TOLD_APART = ("1", "2")  # Numbers of cards: more than two are ruled on like two.
NUMBERS = {str(number) for number in range(1, DECK + 1)}
FACTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "handled": ("Has any player handled the cards?", YES_OR_NO),
    "whole-hands-repair": ("Can it be put right by moving complete hands?", YES_OR_NO),
    "reconstructible": ("Can the cards be put back in their intended order?", YES_OR_NO),
    "order-known": ("Is the order of the cards known?", YES_OR_NO),
    "decided": ("Has any bet been won or lost for certain?", YES_OR_NO),
    "noticed": ("When was it noticed?", ("before-close", "in-time", "late", "never")),
    "cards": ("How many cards?", ()),  # A number.
    "shown": ("Has the dealer's hand been shown?", YES_OR_NO),
    "small-bet": ("Is any bet on that box under the minimum?", YES_OR_NO),
}
ANSWERS = {  # What an answer means, where it does not speak for itself.
    "before-close": "before “No more bets”",
    "in-time": "after “No more bets”, and before the next round",
    "late": "after the next round had begun",
    "never": "by nobody at the table",
}

REMEDIES = {
    "void-round": "the round is void and all bets of it go back",
    "reconstruct": "put the cards right and play on",
    "remove-hand": "take that hand out of play and return its bets",
    "offer-choice": "let the players choose",
    "play-on": "play on",
    "conclude": "finish the round",
    "refuse": "refuse it",
    "bet-stands": "the bet stands and is settled by the result",
    "reduce": "take the excess off",
    "pro-rate": "settle the bets in proportion to the maximum",
    "remove-bet": "take the bet off and return it",
    "next-card": "use it as the next card",
    "decide-order": "the order of the cards is decided",
    "stands": "what was settled stands",
    "refer": "refer it",
}

# The ways to decide a matter that is referred, where no clause says which.
WAYS_TO_RULE: Mapping[str, tuple[str, ...]] = {
    "foreign-card": ("play-on", "reconstruct", "void-round"),
    "deck-count": ("play-on", "void-round"),
    "unshuffled": ("play-on", "void-round"),
    "too-few-cards": ("conclude", "void-round"),
    "misdeal": ("play-on", "reconstruct", "offer-choice", "remove-hand", "void-round"),
    "dealer-count": ("play-on", "reconstruct", "offer-choice", "void-round"),
    "player-count": ("play-on", "reconstruct", "offer-choice", "remove-hand", "void-round"),
    "exposed-cards": ("play-on", "offer-choice", "remove-hand", "void-round"),
    "face-up-in-shoe": ("play-on", "next-card", "offer-choice", "void-round"),
    "drawn-together": ("play-on", "decide-order", "offer-choice", "void-round"),
    "late-bet": ("play-on", "refuse"),
    "late-withdrawal": ("play-on", "refuse", "bet-stands"),
    "over-maximum": ("bet-stands", "reduce", "pro-rate"),
    "under-minimum": ("bet-stands", "offer-choice", "remove-bet"),
    "orphan-side-bet": ("bet-stands", "remove-bet"),
    "misplaced-bet": ("bet-stands", "play-on", "remove-bet"),
    "walked-away": ("bet-stands", "remove-bet"),
    "interruption": ("conclude", "offer-choice", "void-round"),
    "late-discovery": ("stands", "void-round"),
    "own-cards-exposed": ("play-on", "offer-choice", "remove-hand", "void-round"),
    "other": ("play-on", "offer-choice", "remove-hand", "void-round"),
}


def ways_to_rule(incident: str, is_settled: bool) -> tuple[str, ...]:
    """The ways to decide a referred incident, before or after the round was settled."""
    return WAYS_TO_RULE["late-discovery" if is_settled else incident]


AUTHORITIES = ("dealer", "pit-supervisor", "pit-manager", "shift-manager")


@dataclass(frozen=True)
class AtLeast:
    """A number of cards of at least this many."""

    least: int


Wanted = str | tuple[str, ...] | AtLeast


@dataclass(frozen=True)
class Ruling:
    """The remedy for an incident under certain facts."""

    incident: str
    remedy: str
    clauses: tuple[str, ...]
    says: str  # The sentence to say to the table.
    when: Mapping[str, Wanted] = field(default_factory=dict)
    under: Mapping[str, str] = field(default_factory=dict)  # Readings under which it applies.
    authority: str = "dealer"
    policies: tuple[Policy, ...] = ()
    if_told: Mapping[str, Wanted] = field(default_factory=dict)  # Facts that are not asked for.
    is_choice: bool = True  # Whether players get the choice that its remedy offers.


def ruling(
    incident: str,
    remedy: str,
    *clauses: str,
    says: str,
    under: Mapping[str, str] | None = None,
    authority: str = "dealer",
    if_told: Mapping[str, Wanted] | None = None,
    policies: tuple[Policy, ...] = (),
    is_choice: bool = True,
    **facts: Wanted,
) -> Ruling:
    """A ruling as a rulebook gives it; `handled="no"` is a fact that it asks for.

    Facts in `if_told` count if they are known, as they always are in a round of play. The floor is
    not asked for them.
    """
    when = {name.replace("_", "-"): wanted for name, wanted in facts.items()}
    return Ruling(
        incident, remedy, clauses, says, when, under or {}, authority, policies, if_told or {},
        is_choice,
    )  # fmt: skip


@dataclass(frozen=True)
class MissingFact:
    """A fact that matters and has not been given."""

    name: str

    @property
    def question(self) -> str:
        return FACTS[self.name][0]

    @property
    def answers(self) -> tuple[str, ...]:
        return FACTS[self.name][1]


def rule(
    rulings: tuple[Ruling, ...],
    readings: Mapping[str, str],
    incident: str,
    facts: Mapping[str, str],
    referral: tuple[str, ...] = (),
) -> Ruling | MissingFact:
    """The first ruling that fits, or the next fact that is needed to find it."""
    if incident not in INCIDENTS:
        raise unknown("incident", incident, INCIDENTS)
    known = {name: check(name, value) for name, value in facts.items()}
    for ruling in rulings:
        if ruling.incident != incident or any(readings[k] != v for k, v in ruling.under.items()):
            continue
        unasked = ruling.if_told.items()
        if not all(name in known and _fits(known[name], wanted) for name, wanted in unasked):
            continue
        missing = [name for name in ruling.when if name not in known]
        if all(_fits(known[name], ruling.when[name]) for name in ruling.when if name in known):
            return MissingFact(missing[0]) if missing else ruling
    says = "This is for the shift manager to decide; please wait."
    policies = () if referral else (REFERRAL,)
    return Ruling(incident, "refer", referral, says, authority="shift-manager", policies=policies)


def possible(
    rule_on: Callable[[Mapping[str, str]], Ruling | MissingFact],
    facts: Mapping[str, str] | None = None,
) -> Iterator[tuple[Mapping[str, str], Ruling]]:
    """Every ruling that the answers of the floor can lead to, each with those answers."""
    facts = facts or {}
    ruling = rule_on(facts)
    if isinstance(ruling, Ruling):
        yield facts, ruling
    else:
        for answer in ruling.answers or TOLD_APART:
            yield from possible(rule_on, {**facts, ruling.name: answer})


def _fits(value: str, wanted: Wanted) -> bool:
    if isinstance(wanted, AtLeast):
        return int(value) >= wanted.least
    return value in wanted if isinstance(wanted, tuple) else value == wanted


def check(name: str, value: str) -> str:
    """The value of a fact, if it is a valid one."""
    if name not in FACTS:
        raise unknown("fact", name, FACTS)
    answers = FACTS[name][1]
    if not answers:
        if value not in NUMBERS:
            raise BadFact("fact/value", f"{name} is {value!r}: give a number of cards, 1 to 52.")
    elif value not in answers:
        raise BadFact("fact/value", f"{name} is {value!r}: say {', '.join(answers)}.")
    return value
