"""The order of play as a rulebook gives it: each step with its clauses.

A step without clauses is one that the rulebook does not describe. The operator then decides how it
is done, and `play.setup` has our default. Where the text is unclear, a reading decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from pitboss.language.readings import Alternatives

Clauses = tuple[str, ...]

EVERY_AREA, STAKED = "every-area", "staked"
FACE_UP, FACE_DOWN = "face-up", "face-down"
ONES, THREES = "ones", "threes"


@dataclass(frozen=True)
class Procedure:
    """What may happen in which order, and where it is written."""

    opens: Clauses  # “Place your bets, please.”
    closes: Clauses  # “No more bets.”
    deals: Clauses
    examines: Clauses
    reveals: Clauses  # The dealer's hand.
    compares: Clauses
    settles: Clauses
    ends: Clauses  # When the round of play is over.
    late_bet: Clauses
    late_withdrawal: Clauses
    withdrawal_stands: bool = False  # A late withdrawal is noted and the bet stands; or refused.
    dealing: str | None = None  # By ones or threes, where the rulebook says.
    shuffler_dealing: Clauses = ()  # Sets of three, where a shuffler is used.
    deal_to: Alternatives[str] | None = None  # Every area, or only those with a bet.
    returned: str | None = None  # How hands come back, where the rulebook says.
    returns: Clauses = ()
    plays: Clauses = ()  # A further wager after looking.
    folds: Clauses = ()
    announces: str | None = None  # The wager whose result the dealer announces with his hand.
    keeps: Clauses = ()  # A hand without the bet that may be folded still goes to its place.
    fourth: Clauses = ()  # The community card.
    limits: Clauses = ()  # That there are limits, and who keeps to them.
    seated: Clauses = ()  # Who counts as seated at a box.
    other_boxes: Clauses = ()  # That a player may bet on several boxes.
    balance: Clauses = ()  # That others may bet what a player leaves of a maximum.
    one_hand: Clauses = ()  # That a bettor on several boxes looks at one hand only.
    on_request: Clauses = ()  # That staff may bet for a player.
    chips_at_close: Clauses = ()  # That chips count where they lay.
    excess: Clauses = ()  # That the excess over a maximum is rejected.
    pro_rata: Clauses = ()  # That bets over a maximum count in proportion.
    minimum: Clauses = ()  # That a bet under the minimum is raised or taken back.
    unnoticed_minimum: Clauses = ()
    walked_away: Clauses = ()  # That the bets of a player who leaves are settled.
    orphan: Clauses = ()  # That a side bet without its bet is returned.
    continues: Clauses = ()  # That a player may go on after a dealing error, cards as they lie.
    continues_reconstructed: Clauses = ()  # The same, with the cards put back in their order.
    invalidates: Clauses = ()  # That a player may have the bet back after a dealing error.
    void_returns: Clauses = ()  # That a void round's bets go back.
    # Where a rulebook is unclear. Each field has the key of the reading that decides it; None where
    # the question does not arise. The comments name the options.
    unseated_priority: Alternatives[str] | None = None  # highest, placed-first
    whose_minimum: Alternatives[str] | None = None  # box, player
    under_minimum: Alternatives[str] | None = None  # box, player
    pro_rata_floor: Alternatives[str] | None = None  # rest, floor, exempt
    available_bets: Alternatives[str] | None = None  # placed, offered
    known: Alternatives[str] | None = None  # face-up, examined, dealt
    second_choice: Alternatives[str] | None = None  # again, bound
    shared_choice: Alternatives[str] | None = None  # each, seated

    def going_on(self, ruled: Clauses, facts: Mapping[str, str]) -> Clauses:
        """What going on rests on after a dealing error, by the ruling's clauses or by the facts."""
        cited = tuple(c for c in (*self.continues, *self.continues_reconstructed) if c in ruled)
        by_fact = {"yes": self.continues_reconstructed, "no": self.continues}
        return cited or by_fact.get(facts.get("reconstructible", ""), ())

    def __post_init__(self) -> None:
        # A record carries readings by key, so a recorded procedure can only be found by key.
        for name, key in QUESTIONS.items():
            alternatives: Alternatives[str] | None = getattr(self, name)
            if alternatives is not None and alternatives.reading != key:
                raise TypeError(f"{name} is decided by the reading {key!r}, not by another")


STEPS = tuple(step.name for step in fields(Procedure) if step.type == "Clauses")
QUESTIONS = {  # Field of a procedure to the key of the reading that decides it.
    name: name.replace("_", "-")
    for name in (
        "unseated_priority", "whose_minimum", "under_minimum", "pro_rata_floor",
        "available_bets", "known", "second_choice", "shared_choice",
    )
}  # fmt: skip
