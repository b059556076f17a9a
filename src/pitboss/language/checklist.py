"""What to do about an incident, step by step: the checklist that a ruling comes with.

The remedy is the rulebook's. How the table gets there is the floor's practice: stop, look, call
whoever decides, say it, do it, go on, write it down. A step cites a clause or a policy only where
one asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.language.irregularities import Ruling
from pitboss.language.policies import UNMADE_CHOICE, VOID_BETS
from pitboss.language.procedure import Clauses
from pitboss.language.readings import Alternatives
from pitboss.language.rulebook import Rules

STOP, LOOK, CALL, SAY, DO, GO_ON, RECORD = (
    "stop", "look", "call", "announce", "do", "go-on", "record",
)  # fmt: skip


class Step(NamedTuple):
    """One thing to do."""

    kind: str
    text: str
    clauses: Clauses = ()
    policies: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "do": self.text,
            "clauses": list(self.clauses),
            "policies": list(self.policies),
        }


# What to look at before anything is moved.
TO_LOOK_AT = {
    "foreign-card": "Set the foreign card aside, and keep it.",
    "deck-count": "Count the deck: 52 cards, each of them once.",
    "unshuffled": "Make sure that the cards were not shuffled.",
    "too-few-cards": "Count the cards that are left and those still to come.",
    "misdeal": "See which cards lie in the wrong place.",
    "dealer-count": "Count the dealer's hand.",
    "player-count": "Count the hand on that box, then all other hands.",
    "exposed-cards": "Count the cards that lie face up, and note which they are.",
    "face-up-in-shoe": "Note which card lies face up.",
    "drawn-together": "Keep the cards apart: is their order known?",
    "late-bet": "See which chips came after “No more bets”.",
    "late-withdrawal": "See what lay there at “No more bets”.",
    "over-maximum": "Count the bets on the box against its maximum.",
    "under-minimum": "Count the bets on the box against its minimum.",
    "orphan-side-bet": "Make sure that the bet it rests on is not there.",
    "misplaced-bet": "See where the chips lay at “No more bets”.",
    "walked-away": "Leave the chips where they lie.",
    "interruption": "Note which cards are up, and which bets lie there.",
    "late-discovery": "Find out which round it was.",
    "own-cards-exposed": "Note whose cards were shown, which, and who saw them.",
    "other": "Note what happened, before anything is moved.",
}
ACTIONS: Mapping[str, str] = {
    "play-on": "Go on with the round as it stands.",
    "conclude": "Finish the round, and settle every bet.",
    "reduce": "Take off what is over the maximum, and hand it back.",
    "remove-bet": "Hand the bet back to its owner.",
    "next-card": "Deal the card that lies face up as the next one, in its turn.",
    "stands": "Leave that round as it was settled; nothing moves.",
}
# Where what to do depends on what happened.
SPECIAL_ACTIONS: Mapping[tuple[str, str], str] = {
    ("late-bet", "refuse"): "Hand the late chips back; what lay there in time stays.",
    ("late-bet", "play-on"): "Leave the bet: it counts.",
    ("late-withdrawal", "refuse"): "The chips go back to where they lay.",
    ("late-withdrawal", "play-on"): "Hand the bet back.",
    ("late-withdrawal", "bet-stands"): "Settle the bet as if its chips still lay there.",
    ("misplaced-bet", "play-on"): "Let the chips be moved until “No more bets”.",
    ("misplaced-bet", "bet-stands"): "Settle the bet where the chips lay.",
    ("under-minimum", "offer-choice"): "Ask the player to raise the bet or to take it back.",
}  # fmt: skip
# What does not stop the game, unless somebody has to be called.
NOT_STOPPED = ("late-bet", "misplaced-bet", "walked-away", "late-discovery")


def checklist(
    rules: Rules, ruling: Ruling, facts: Mapping[str, str], is_settled: bool | None = None
) -> list[Step]:
    """The steps that a ruling asks for, in their order.

    `is_settled` says whether the round has been settled; None where that is not known.
    """
    opens = rules.rulebook.procedure.opens
    steps = []
    if ruling.remedy == "refer" or ruling.incident not in NOT_STOPPED:
        steps.append(Step(STOP, "Stop. Cards and chips stay where they are."))
    steps.append(Step(LOOK, TO_LOOK_AT[ruling.incident]))
    if ruling.authority != "dealer":
        role = ruling.authority.replace("-", " ")
        cited = ruling.clauses if ruling.remedy == "refer" else ()
        policies = tuple(policy.key for policy in ruling.policies) if not cited else ()
        steps.append(Step(CALL, f"Call the {role}.", cited, policies))
    steps.append(Step(SAY, "Say it to the players."))
    steps += _actions(rules, ruling, facts, is_settled)
    if ruling.remedy == "void-round":
        steps.append(Step(GO_ON, "Shuffle, and open the next round.", opens))
    steps.append(Step(RECORD, "Write it down: what happened, the clause, who decided."))
    return steps


def _actions(
    rules: Rules, ruling: Ruling, facts: Mapping[str, str], is_settled: bool | None
) -> Iterator[Step]:
    remedy, special = ruling.remedy, SPECIAL_ACTIONS.get((ruling.incident, ruling.remedy))
    procedure = rules.rulebook.procedure
    if special:
        yield Step(DO, special)
    elif remedy == "void-round":
        returns = procedure.void_returns
        policies = () if returns else (VOID_BETS.key,)
        yield Step(DO, "Hand back every bet of the round, side bets too.", returns, policies)
        if is_settled is not False:
            settled = "" if is_settled else "If it was settled: "
            text = f"{settled}take back what was paid."
            yield Step(DO, text[0].upper() + text[1:], returns, policies)
        yield Step(DO, "Collect all cards.")
    elif remedy == "reconstruct":
        whole_hands = facts.get("whole-hands-repair") == "yes"
        how = "Move complete hands to where they belong; no single card." if whole_hands else (
            "Put the cards back in the order of the deal."
        )  # fmt: skip
        yield Step(DO, how)
        yield Step(DO, "Go on with the round.")
    elif remedy == "remove-hand":
        yield Step(DO, "Take that hand out of play.")
        yield Step(DO, "Hand back every bet on its box.")
        if ruling.is_choice:
            yield from _choice(rules, ruling, facts, "other ")
    elif remedy == "offer-choice":
        yield from _choice(rules, ruling, facts)
    elif remedy == "decide-order":
        yield Step(DO, "Put the cards in the order decided.")
        if ruling.is_choice:
            yield from _choice(rules, ruling, facts)
    elif remedy == "pro-rate":
        cited = procedure.pro_rata
        yield Step(DO, "Work out each bettor's share of the maximum.", cited)
        yield Step(DO, "Settle that share; the rest neither wins nor loses.", cited)
    elif remedy == "refer":
        yield Step(DO, "Wait for the decision, and the reason for it.")
        yield Step(DO, "Do what was decided.")
    elif remedy == "bet-stands":
        yield Step(DO, "Leave the bet, and settle it with the hand.")
    elif remedy == "refuse":
        yield Step(DO, "Refuse it, and go on.")
    else:
        yield Step(DO, ACTIONS[remedy])


def _choice(
    rules: Rules, ruling: Ruling, facts: Mapping[str, str], others: str = ""
) -> Iterator[Step]:
    procedure = rules.rulebook.procedure
    shared: Alternatives[str] | None = procedure.shared_choice
    is_seated = shared is not None and shared.under(rules.readings) == "seated"
    whom = f"the seated player of each {others}box" if is_seated else f"each {others}player"
    yield Step(DO, f"Ask {whom}: go on with the hand, or have the bet back?")
    if goes_on := procedure.going_on(ruling.clauses, facts):
        yield Step(DO, "Leave the bets of those who go on.", goes_on)
    back = procedure.invalidates
    yield Step(DO, "Hand back the bets of those who want that; their hands are out.", back)
    yield Step(DO, "Who does not choose goes on.", (), (UNMADE_CHOICE.key,))
