"""War Three, version 1: the rules of RULES.md, in their order."""

from collections.abc import Mapping

from pitboss.cards.hand_names import ranks_of
from pitboss.language.expressions import dealer, otherwise, player
from pitboss.language.irregularities import ruling
from pitboss.language.pays import LOSS, PUSH
from pitboss.language.policies import (
    AGGREGATE_CAP,
    HALF_UNIT,
    LONE_SIDE_BET,
    REFERRAL,
    STATED,
    UNMET_MINIMUM,
    VOID_BETS,
)
from pitboss.language.procedure import FACE_UP, STAKED, THREES, Procedure
from pitboss.language.readings import Reading
from pitboss.language.rulebook import Rulebook
from pitboss.language.wagers import Needs, Wager, loses, pays

# 1. Words

RED = 2  # The column `colour` is 2 for a hand of three red cards.
player_red = (player.colour == RED).by("1.1", "1.2")
dealer_red = (dealer.colour == RED).by("1.1", "1.2")

# 3. How to play

player_higher = (player.ranks > dealer.ranks).by("1.1", "3.7")
tied = (player.ranks == dealer.ranks).by("3.7", "3.8")
holds_an_ace = player.high == 14

TIE = Reading(
    "tie",
    "The hands tie: what becomes of the War bet?",
    {"returned": "it goes back to the player", "lost": "it loses"},
    ("3.8", "4.1"),
    "3.8 gives a tied War bet back; 4.1 pays the higher hand and says that every other bet loses.",
)
DEAL_TO = Reading(
    "deal-to",
    "Does a box without a bet get a hand?",
    {"staked": "no: 3.4 speaks of boxes with a bet", "every-area": "yes, to keep the pace"},
    ("3.4",),
    "3.4 deals to each box with a bet and does not forbid dealing to the others.",
    kind="procedure",
)
PROCEDURE = Procedure(
    opens=("3.1",),
    closes=("3.2",),
    deals=("3.4",),
    dealing=THREES,
    deal_to=DEAL_TO.of(staked=STAKED, every_area="every-area"),
    examines=("3.5",),
    returned=FACE_UP,
    returns=("3.5",),
    reveals=("3.6",),
    compares=("3.7",),
    settles=("4.1", "4.2"),
    ends=("3.9",),
    late_bet=("5.4",),
    late_withdrawal=("5.5",),
    withdrawal_stands=True,
)


def name_hand(row: int, readings: Mapping[str, str]) -> str:
    return ranks_of(row)


# 4. Payments

WAR = Wager(
    "war",
    "War bet",
    (
        pays("ace-wins", "Player higher with an Ace", "4 to 5", player_higher & holds_an_ace,
             "4.1", says="{player} beats {dealer}"),
        pays("player-wins", "Player higher", "1 to 1", player_higher,
             "4.1", says="{player} beats {dealer}"),
        pays("tie", "Tie", TIE.of(returned=PUSH, lost=LOSS), tied,
             "3.8", says="{player} ties with {dealer}"),
        loses("dealer-wins", "Dealer higher", "4.1", says="{dealer} beats {player}",
              when=otherwise(player_higher, tied)),
    ),
    clauses=("2.2.1",),
)  # fmt: skip
RED_ALERT = Wager(
    "red-alert",
    "Red Alert",
    (
        pays("both-red", "Both hands red", "15 to 1", player_red & dealer_red,
             "4.2", says="six red cards"),
        pays("player-red", "Player's hand red", "6 to 1", player_red,
             "4.2", says="three red cards"),
        loses("no-win", "Player's hand not red", "4.2", says="not three red cards",
              when=otherwise(player_red)),
    ),
    needs=Needs("war", ("3.3",)),
    clauses=("2.2.2",),
)  # fmt: skip

# 5. Irregularities

RULINGS = (
    ruling("foreign-card", "void-round", "5.1",
           says="A foreign card was found: this round is void."),
    ruling("misdeal", "reconstruct", "5.2", handled="no", whole_hands_repair="yes",
           says="Complete hands are moved to their places, and we play on."),
    ruling("misdeal", "void-round", "5.2", handled="no", whole_hands_repair="no",
           says="The cards were dealt wrongly: this round is void."),
    ruling("dealer-count", "void-round", "5.3",
           says="The dealer's hand has the wrong number of cards: this round is void."),
    ruling("late-bet", "refuse", "5.4", says="No more bets were called: this bet can't be taken."),
    ruling("late-withdrawal", "bet-stands", "5.5",
           says="No more bets were called: the bet stands."),
    ruling("exposed-cards", "play-on", "5.6", says="The card is turned down, and we play on."),
    ruling("orphan-side-bet", "remove-bet", "3.3", policies=(LONE_SIDE_BET,),
           says="There is no War bet with it: Red Alert goes back."),
)  # fmt: skip

RULEBOOK = Rulebook(
    key="war-three",
    title="War Three",
    version="v1",
    effective="1 January 2026",
    tagline="Three cards against the dealer's three. The highest card wins.",
    hand_order="The highest card decides, then the middle one, then the lowest. Aces are high, and "
    "suits do not count.",
    hand_examples={
        "ace-high": "As Kd 2c",
        "queen-second": "Kh Qs 5d",
        "nine-second": "Kc 9d 8s",
        "four-third": "Ks 9h 4c",
        "lowest": "3d 2s 2h",
    },
    wagers=(WAR, RED_ALERT),
    readings=(TIE, DEAL_TO),
    main=("war",),
    name_hand=name_hand,
    procedure=PROCEDURE,
    policies=(HALF_UNIT, AGGREGATE_CAP, REFERRAL, VOID_BETS, LONE_SIDE_BET, UNMET_MINIMUM, STATED),
    rulings=RULINGS,
    referral=("5.7",),
)
