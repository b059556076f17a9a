"""Policies: what we do where the rulebook says nothing.

A policy is cited as a policy, never as a clause that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.language.readings import Options


@dataclass(frozen=True)
class Policy(Options):
    """A question on which the text is silent, and what we do."""

    kind: str = "pay"  # Or "procedure".

    @property
    def citation(self) -> str:
        return f"policy/{self.key}"


HALF_UNIT = Policy(
    "half-unit",
    "What becomes of a fraction of the smallest chip in a payment?",
    {"down": "the house keeps it", "up": "the player is given the whole chip"},
)
PRO_RATA_ROUNDING = Policy(
    "pro-rata-rounding",
    "A bet's share of the maximum is not a whole number of chips: how is it rounded?",
    {
        "largest-remainder": "down to the smallest chip; chips left over go to the largest "
        "remainders, never beyond a bet; less than a chip goes back",
    },
    kind="procedure",
)
HIGHEST_ROW = Policy(
    "highest-row",
    "A hand fits several lines of a pay table: which pays?",
    {"highest": "only the highest line that fits"},
)
AGGREGATE_CAP = Policy(
    "aggregate-cap",
    "How is a maximum payment shared when several wagers win?",
    {"pro-rata": "winnings are cut in proportion, by largest remainder"},
)
TIED_BET = Policy(
    "tied-bet",
    "The hands tie: what becomes of the initial bet?",
    {"returned": "it is returned"},
)
UNPAID_PLAY = Policy(
    "unpaid-play",
    "The dealer does not qualify and the Play wager is not paid: what becomes of its stake?",
    {"returned": "it is returned"},
)
PROGRESSIVE_PRICE = Policy(
    "progressive-price",
    "What does a Progressive Jackpot wager cost?",
    {"posted": "the price posted at the table: 2.50, unless the operator sets another"},
)
CARD_POINTS = Policy(
    "card-points",
    "What is an Ace worth, and which point total is the best?",
    {"usual": "an Ace is worth 1, and 9 is the highest total"},
)
ORDER_OF_HANDS = Policy(
    "order-of-hands",
    "Which of two hands of the same kind is higher?",
    {"usual": "by rank from the top, a pair before its odd card; A 2 3 is the lowest straight"},
)
POKER_HANDS = Policy(
    "poker-hands",
    "What are the poker hands of three cards, and their order?",
    {"usual": "straight flush, trips, straight, flush, pair, high card"},
)
REFERRAL = Policy(
    "referral",
    "No clause fits an irregularity: who decides?",
    {"shift-manager": "the shift manager or above, and the decision is recorded as such"},
    kind="procedure",
)
STATED = Policy(
    "stated",
    "No clause fits an irregularity, and the house has announced what follows: who decides?",
    {"house": "the dealer does what was announced, and it is recorded as the house's policy"},
    kind="procedure",
)
BEST_FIVE = Policy(
    "best-five",
    "What do six cards make?",
    {"usual": "the best five of them; a six-card royal is 9 to A of one suit; A 2 3 4 5 runs"},
)
VOID_BETS = Policy(
    "void-bets",
    "A round is void: what becomes of its bets?",
    {"returned": "every bet of the round goes back, whatever it had come to"},
    kind="procedure",
)
LONE_SIDE_BET = Policy(
    "orphan-side-bet",
    "A side bet lies without the bet it rests on: what becomes of it?",
    {"returned": "it goes back when bets are closed"},
    kind="procedure",
)
UNMET_MINIMUM = Policy(
    "unmet-minimum",
    "A bet under the minimum is not raised before bets are closed: what becomes of it?",
    {"returned": "it goes back"},
    kind="procedure",
)
EQUAL_BETTORS = Policy(
    "equal-bettors",
    "Nobody sits at a box and several have the highest bet: who counts as seated?",
    {"first": "of equal Initial Bets, the first that was placed"},
    kind="procedure",
)
UNMADE_CHOICE = Policy(
    "unmade-choice",
    "A player does not choose after a dealing error: what counts?",
    {"continue": "the hand goes on"},
    kind="procedure",
)
CALLS = Policy(
    "calls",
    "The rulebook has no call that opens or closes bets: when may bets be placed?",
    {"called": "from “Place your bets” to “No more bets”, before the first card is dealt"},
    kind="procedure",
)
TIME_OUT = Policy(
    "time-out",
    "A player has left, or has run out of time: what becomes of open bets and of the hand?",
    {"returned": "open bets go back unless a clause settles them; a hand comes back as announced"},
    kind="procedure",
)
EVERY_TABLE = (STATED, TIME_OUT)  # What every table may cite, whatever its rulebook.
