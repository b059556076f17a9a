"""Three Card Prime, rules of play, undated. It numbers little: clauses are as in the records."""

from collections.abc import Mapping

from pitboss.cards import six_cards
from pitboss.cards.deck import DEUCE, QUEEN
from pitboss.cards.hand_names import by_category
from pitboss.language.expressions import (
    Columns,
    Deal,
    Expression,
    dealer,
    fourth,
    otherwise,
    player,
    plays,
    six,
)
from pitboss.language.irregularities import ruling
from pitboss.language.pays import PUSH, odds
from pitboss.language.policies import (
    AGGREGATE_CAP,
    BEST_FIVE,
    CALLS,
    HALF_UNIT,
    HIGHEST_ROW,
    LONE_SIDE_BET,
    ORDER_OF_HANDS,
    POKER_HANDS,
    REFERRAL,
    STATED,
    UNMET_MINIMUM,
    VOID_BETS,
)
from pitboss.language.procedure import Procedure
from pitboss.language.readings import Reading
from pitboss.language.rulebook import Rulebook
from pitboss.language.wagers import Needs, Row, Wager, loses, nothing, pays, pushes

# Poker hands of three cards: the rulebook names them and gives no order

HIGH_CARD, PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH = range(6)

ACE_LOW = Reading(
    "suited-ace-low",
    "Is a suited A 2 3 a Straight Flush?",
    {
        "straight-flush": "yes, as in five-card poker",
        "straight": "no: the Ace counts low in a Straight only",
    },
    ("A", "C"),
    "Appendices A and C name the hands; nothing says how the Ace counts.",
)


def category(hand: Columns) -> Expression:
    return ACE_LOW(straight_flush=hand.category, straight=hand.category_ace_low_plain)


def value(hand: Columns) -> Expression:
    ranked = ACE_LOW(straight_flush=hand.strength, straight=hand.strength_ace_low_plain)
    return ranked.by(POKER_HANDS.citation, ORDER_OF_HANDS.citation)


def makes(kind: int) -> Expression:
    return (category(player) == kind).by(POKER_HANDS.citation)


mini_royal = player.royal > 0
straight_flush = makes(STRAIGHT_FLUSH)
trips = makes(TRIPS)
straight = makes(STRAIGHT)
flush = makes(FLUSH)
pair = makes(PAIR)
high_card = makes(HIGH_CARD)


def name_hand(row: int, readings: Mapping[str, str]) -> str:
    if int(mini_royal.ask(Deal(row, row))):
        return "Mini-Royal"
    kind = int(category(player).under(readings).ask(Deal(row, row)))
    words = (
        "{} high", "Pair of {}s", "Flush, {} high", "Straight, {} high",
        "Trips, {}s", "Straight Flush, {} high",
    )  # fmt: skip
    return by_category(row, kind, words)


# 1 to 4: Ante and Play wagers

needs_ante = Needs("ante", ("1",))

PROCEDURE = Procedure(
    opens=(),  # The rulebook has no calls: see the policy on them.
    closes=(),
    deals=("2",),
    fourth=("2",),
    examines=("3",),
    plays=("3", "3a"),
    folds=("3b",),
    reveals=("4",),
    compares=("4",),
    settles=("5a", "5b", "5c", "6a", "6b"),
    ends=(),
    late_bet=("2",),
    late_withdrawal=(),
    limits=("intro",),
)
# There is no section on irregularities; by rules 1 and 2 wagers are placed before the cards come,
# and nothing speaks of taking one back.
RULINGS = (
    ruling("orphan-side-bet", "remove-bet", "1", policies=(LONE_SIDE_BET,),
           says="There is no Ante for it to rest on: the side bet goes back."),
    ruling("late-bet", "play-on", "1", if_told={"noticed": "before-close"},
           says="Bets are open: this bet is in time."),
    ruling("late-bet", "refuse", "2", policies=(CALLS,),
           says="No more bets were called: this bet can't be taken."),
    ruling("late-withdrawal", "play-on", policies=(CALLS,), if_told={"noticed": "before-close"},
           says="Bets are open: the bet may be taken back."),
)  # fmt: skip
folds = (~plays).by("3b")
dealer_qualifies = ((category(dealer) > HIGH_CARD) | (dealer.high >= QUEEN)).by("4")
higher = (value(player) > value(dealer)).by("4")
lower = (value(player) < value(dealer)).by("4")
copies = (value(player) == value(dealer)).by("4")

# 5: Ante wager

COPY = Reading(
    "copy",
    "The player's hand equals a qualifying dealer's: what happens to the Ante and the Play?",
    {
        "wins": "both win",
        "play-pushes": "the Ante wins; the Play pushes, because the hand is not higher",
        "ante-pushes": "the Ante pushes; the Play wins",
        "pushes": "both push",
    },
    ("5b", "6a", "A", "A.4"),
    "5b and 6a pay equal hands, and appendix A heads its column Win/Copy; its note 4 asks for a "
    "higher hand. Other publishers push the Ante.",
)
even_money = odds("1 to 1")

ANTE = Wager(
    "ante",
    "Ante",
    (
        loses("folded", "Player folds", "3b", says="the player folded", when=folds),
        pushes("dealer-not-qualified", "Dealer below Queen-high", ~dealer_qualifies,
               "5a", says="{dealer} does not qualify"),
        pays("copy", "Player copies",
             COPY.of(wins=even_money, play_pushes=even_money, ante_pushes=PUSH, pushes=PUSH),
             copies, "5b", says="{player} equals {dealer}"),
        pays("player-higher", "Player higher", "1 to 1", higher,
             "5b", says="{player} beats {dealer}"),
        loses("dealer-higher", "Dealer higher", "5c", says="{dealer} beats {player}",
              when=otherwise(higher)),
    ),
    clauses=("intro", "1"),
)  # fmt: skip

# 6 and appendix A: Play wager

UNQUALIFIED = Reading(
    "unqualified",
    "The dealer does not qualify and the player's hand is even lower: what happens to the Play?",
    {
        "automatic": "it wins, because the dealer does not qualify",
        "push": "it pushes: only a higher hand is paid",
        "bad-beat": "it is paid by the Bad Beat columns, where a high card loses",
    },
    ("6a", "6b", "A.4"),
    "6a pays whenever the dealer does not qualify; 6b sends a lower hand to the Bad Beat columns, "
    "and note A.4 asks for a higher one.",
)

wins_automatically = (
    ~dealer_qualifies & UNQUALIFIED(automatic=True, push=False, bad_beat=False)
).by("6a")
pushes_on_copy = COPY(wins=False, play_pushes=True, ante_pushes=False, pushes=True)
wins = (wins_automatically | ~lower).by("6a")
loses_to_unqualified = ~dealer_qualifies & UNQUALIFIED(automatic=False, push=True, bad_beat=False)


def win_or_copy(key: str, outcome: str, pay: str, kind: Expression, *clauses: str) -> Row:
    says = "{player} against {dealer}"
    return pays(key, outcome, pay, wins & kind, "6a", "A", *clauses, says=says)


def bad_beat(key: str, outcome: str, pay: tuple[str, ...], kind: Expression) -> Row:
    return pays(f"bad-beat-{key}", f"Bad Beat, {outcome}", pay, kind.by(*lower.cited()),
                "6b", "A", "A.2", says="Bad Beat, {dealer} beats {player}")  # fmt: skip


PLAY = Wager(
    "play",
    "Play",
    (
        nothing("folded", "Player folds", "3b", says="the player folded", when=folds),
        pushes("copy", "Player copies", copies & pushes_on_copy & ~wins_automatically,
               "A.4", says="{player} equals {dealer}"),
        win_or_copy("mini-royal", "Mini-Royal", "10 to 1", mini_royal, "A.1", "A.3", "A.5"),
        win_or_copy("straight-flush", "Straight Flush", "6 to 1", straight_flush, "A.5"),
        win_or_copy("trips", "Trips", "5 to 1", trips),
        win_or_copy("straight", "Straight", "2 to 1", straight),
        win_or_copy("flush", "Flush", "1 to 1", flush),
        win_or_copy("pair", "Pair", "1 to 1", pair),
        win_or_copy("high-card", "High Card", "1 to 1", high_card),
        pushes("lower-than-unqualified", "Lower than a dealer who does not qualify",
               loses_to_unqualified, "A.4",
               says="{player} is lower than {dealer}, which does not qualify"),
        bad_beat("straight-flush", "Straight Flush", ("12 to 1", "12 to 1", "6 to 1", "6 to 1"),
                 straight_flush),
        bad_beat("trips", "Trips", ("10 to 1", "10 to 1", "5 to 1", "5 to 1"), trips),
        bad_beat("straight", "Straight", ("4 to 1", "4 to 1", "2 to 1", "2 to 1"), straight),
        bad_beat("flush", "Flush", ("loses", "1 to 1", "loses", "1 to 1"), flush),
        bad_beat("pair", "Pair", ("loses",) * 4, pair),
        loses("dealer-higher", "Dealer higher", "6b", "A", says="{dealer} beats {player}",
              when=otherwise(lower)),
    ),
    paytables=("bad-beat-1", "bad-beat-2", "bad-beat-3", "bad-beat-4"),
    needs=Needs("ante", ("3a",)),
    equals="ante",
    cap_clauses=("A.6",),
)  # fmt: skip

# Optional bonus wagers: Prime and appendix B

one_colour = (player.colour > 0).by("Prime")
both_one_colour = (one_colour & (player.colour == dealer.colour)).by("Prime")

PRIME = Wager(
    "prime",
    "Prime",
    (
        pays("both-same-colour", "Same Color Player and Dealer Hands", "4 to 1", both_one_colour,
             "B", HIGHEST_ROW.citation, says="both hands of one colour"),
        pays("same-colour", "Same Color Player Hand", "3 to 1", one_colour,
             "B", says="three cards of one colour"),
        loses("no-win", "Mixed colours", "Prime", "B", says="mixed colours"),
    ),
    clauses=("3b", "Optional"),
    needs=needs_ante,
    cap_clauses=("B.1",),
)  # fmt: skip

# Pair Bonus and appendix C

no_deuce = (fourth.rank != DEUCE).by("2", "C.1", "Pair-Bonus")
deuce = (fourth.rank == DEUCE).by("2", "C.2", "Pair-Bonus")


def pair_bonus(key: str, outcome: str, pay: str, kind: Expression, *clauses: str) -> Row:
    says = "{player}, and the fourth card is no deuce"
    return pays(key, outcome, pay, no_deuce & kind, "C", *clauses, says=says)


def loose_deuce(
    key: str, outcome: str, pay: tuple[str, ...], kind: Expression, *clauses: str
) -> Row:
    says = "{player}, and the fourth card is a deuce"
    return pays(f"loose-deuce-{key}", f"Loose Deuce, {outcome}", pay, deuce & kind,
                "C", *clauses, says=says)  # fmt: skip


PAIR_BONUS = Wager(
    "pair-bonus",
    "Pair Bonus",
    (
        pair_bonus("mini-royal", "Mini Royal", "50 to 1", mini_royal, "C.3", "C.4"),
        pair_bonus("straight-flush", "Straight Flush", "40 to 1", straight_flush, "C.4"),
        pair_bonus("trips", "Trips", "30 to 1", trips),
        pair_bonus("straight", "Straight", "6 to 1", straight),
        pair_bonus("flush", "Flush", "3 to 1", flush),
        pair_bonus("pair", "Pair", "1 to 1", pair),
        loose_deuce("mini-royal", "Mini Royal", ("100 to 1", "75 to 1", "75 to 1", "75 to 1"),
                    mini_royal, "C.3", "C.4"),
        loose_deuce("straight-flush", "Straight Flush",
                    ("80 to 1", "60 to 1", "50 to 1", "50 to 1"), straight_flush, "C.4"),
        loose_deuce("trips", "Trips", ("60 to 1", "45 to 1", "40 to 1", "40 to 1"), trips),
        loose_deuce("straight", "Straight", ("12 to 1", "10 to 1", "8 to 1", "8 to 1"), straight),
        loose_deuce("flush", "Flush", ("6 to 1", "5 to 1", "4 to 1", "4 to 1"), flush),
        loose_deuce("pair", "Pair", ("1 to 1", "2 to 1", "2 to 1", "1 to 1"), pair),
        loses("no-win", "Less than a Pair", "Pair-Bonus", "C", says="{player} is less than a Pair",
              when=otherwise(pair)),
    ),
    clauses=("3b", "Optional"),
    paytables=("loose-deuce-1", "loose-deuce-2", "loose-deuce-3", "loose-deuce-4"),
    needs=needs_ante,
    cap_clauses=("C.5",),
)  # fmt: skip

# All-Six Bonus and appendix D


def all_six(key: str, outcome: str, pay: tuple[str, ...], made: int) -> Row:
    return pays(key, outcome, pay, (six == made).by("All-Six", BEST_FIVE.citation),
                "D", says=f"six cards, {outcome}")  # fmt: skip


EVERY = ("1,000 to 1",) * 4
ALL_SIX = Wager(
    "all-six",
    "All-Six Bonus",
    (
        all_six("six-card-royal-diamonds", "Six-Card Royal Diamonds", (*EVERY, "200,000 to 1"),
                six_cards.SIX_CARD_ROYAL_DIAMONDS),
        all_six("six-card-royal", "Six-Card Royal Other", (*EVERY, "20,000 to 1"),
                six_cards.SIX_CARD_ROYAL),
        all_six("five-card-royal", "Five-Card Royal", (*EVERY, "1,000 to 1"),
                six_cards.FIVE_CARD_ROYAL),
        all_six("straight-flush", "Five-Card Straight Flush", ("200 to 1",) * 5,
                six_cards.STRAIGHT_FLUSH),
        all_six("four-of-a-kind", "Four of a Kind",
                ("50 to 1", "50 to 1", "100 to 1", "100 to 1", "50 to 1"),
                six_cards.FOUR_OF_A_KIND),
        all_six("full-house", "Full House",
                ("25 to 1", "25 to 1", "20 to 1", "20 to 1", "20 to 1"), six_cards.FULL_HOUSE),
        all_six("flush", "Flush",
                ("20 to 1", "15 to 1", "15 to 1", "15 to 1", "15 to 1"), six_cards.FLUSH),
        all_six("straight", "Straight",
                ("10 to 1", "10 to 1", "9 to 1", "10 to 1", "10 to 1"), six_cards.STRAIGHT),
        all_six("three-of-a-kind", "Three of a Kind",
                ("5 to 1", "5 to 1", "8 to 1", "7 to 1", "5 to 1"), six_cards.THREE_OF_A_KIND),
        loses("no-win", "Less than Three of a Kind", "All-Six", "D",
              says="six cards, less than Three of a Kind"),
    ),
    clauses=("3b", "Optional"),
    paytables=("a6-1", "a6-2", "a6-3", "a6-4", "a6-5"),
    needs=needs_ante,
    cap_clauses=("D.1",),
)  # fmt: skip

RULEBOOK = Rulebook(
    key="three-card-prime",
    title="Three Card Prime",
    version="undated",
    effective="undated",
    tagline="Queen high qualifies, copies win, and a good hand that loses may still be paid.",
    hand_examples={
        "mini-royal": "Ad Kd Qd", "straight-flush": "9c 8c 7c", "trips": "6s 6h 6d",
        "straight": "Jh Tc 9s", "flush": "Kh 8h 3h", "pair": "Qs Qd 5c", "high-card": "As 9d 4h",
    },
    wagers=(ANTE, PLAY, PRIME, PAIR_BONUS, ALL_SIX),
    readings=(COPY, UNQUALIFIED, ACE_LOW),
    main=("ante", "play"),
    name_hand=name_hand,
    decision=True,
    qualifies=dealer_qualifies,
    fourth_card=True,
    procedure=PROCEDURE,
    policies=(
        HALF_UNIT, HIGHEST_ROW, POKER_HANDS, ORDER_OF_HANDS, BEST_FIVE, AGGREGATE_CAP, REFERRAL,
        VOID_BETS, LONE_SIDE_BET, UNMET_MINIMUM, STATED, CALLS,
    ),
    rulings=RULINGS,
)  # fmt: skip
