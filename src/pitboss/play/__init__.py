"""The round of play: what may happen, in which order, who may see what, and what follows.

All that a server needs is imported from here:

    setup, start            a table as its operator has configured it, and its first round
    decide, apply           command -> events or a refusal; event -> the round after it; both pure
    carry_on, replay        decide and apply in one step; the round after many events
    allowed                 what a person may do now, each action with its bounds
    due, run_table          the table's own next step, and all of them until people are awaited
    view, document          what a person may see; what never changes within a configuration
    shoe                    the cards by place, apart from the round
    Ledger                  who has staked, been returned and been paid what, from events alone
    best_answers            the best strategy's decisions, for those who ran out of time
    ruling_options          what each way to rule on an incident costs

The events of a table are its whole record: replaying them is both audit and recovery. A round
never holds a card that is not face up. `docs/round-of-play.md` opens with a program that runs.

**The role of an `Actor` or a `Viewer` is set by whoever calls, from what they know of the person;
it must never come from the person.** A round obeys whoever is said to be the shift manager.
"""

from pitboss.play.allowed import Allowed, allowed
from pitboss.play.answers import Answer, Refusal
from pitboss.play.apply import apply, replay
from pitboss.play.commands import (
    COMMANDS,
    Choose,
    CloseBets,
    Command,
    CorrectCard,
    CorrectPayment,
    Deal,
    Examine,
    Fold,
    GiveRuling,
    OpenBets,
    PlaceBet,
    Play,
    ReportIncident,
    ReturnHand,
    Reveal,
    SetBets,
    Settle,
    TakeBack,
    TimeOut,
)
from pitboss.play.costs import options as ruling_options
from pitboss.play.decide import carry_on, decide, start
from pitboss.play.document import Document, document
from pitboss.play.events import (
    DEALER,
    EVENTS,
    FOURTH,
    Actor,
    Because,
    BetAnnulled,
    BetPlaced,
    BetReduced,
    BetRemoved,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    CardCorrected,
    Contribution,
    Dealt,
    Event,
    Folded,
    HandExamined,
    HandReturned,
    IncidentReported,
    OptionChosen,
    Payment,
    PaymentCorrected,
    Played,
    Revealed,
    RulingGiven,
    Settled,
    Voided,
    VoidedBet,
)
from pitboss.play.ledger import Ledger
from pitboss.play.running import Due, best_answers, command_for, due, run_table
from pitboss.play.setup import Limit, Setup, setup
from pitboss.play.shoe import Shoe, shoe
from pitboss.play.state import BoxState, Incident, Round
from pitboss.play.views import SPECTATOR, View, Viewer, view

__all__ = [
    "COMMANDS",
    "DEALER",
    "EVENTS",
    "FOURTH",
    "SPECTATOR",
    "Actor",
    "Allowed",
    "Answer",
    "Because",
    "BetAnnulled",
    "BetPlaced",
    "BetReduced",
    "BetRemoved",
    "BetWithdrawn",
    "BetsClosed",
    "BetsOpened",
    "BoxState",
    "CardCorrected",
    "Choose",
    "CloseBets",
    "Command",
    "Contribution",
    "CorrectCard",
    "CorrectPayment",
    "Deal",
    "Dealt",
    "Document",
    "Due",
    "Event",
    "Examine",
    "Fold",
    "Folded",
    "GiveRuling",
    "HandExamined",
    "HandReturned",
    "Incident",
    "IncidentReported",
    "Ledger",
    "Limit",
    "OpenBets",
    "OptionChosen",
    "Payment",
    "PaymentCorrected",
    "PlaceBet",
    "Play",
    "Played",
    "Refusal",
    "ReportIncident",
    "ReturnHand",
    "Reveal",
    "Revealed",
    "Round",
    "RulingGiven",
    "SetBets",
    "Settle",
    "Settled",
    "Setup",
    "Shoe",
    "TakeBack",
    "TimeOut",
    "View",
    "Viewer",
    "Voided",
    "VoidedBet",
    "allowed",
    "apply",
    "best_answers",
    "carry_on",
    "command_for",
    "decide",
    "document",
    "due",
    "replay",
    "ruling_options",
    "run_table",
    "setup",
    "shoe",
    "start",
    "view",
]
