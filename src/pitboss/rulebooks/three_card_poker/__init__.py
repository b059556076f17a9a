"""Three Card Poker (MBS) Game Rules, Version 4, with effect from 9 May 2013."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.cards.deck import QUEEN
from pitboss.cards.hand_names import by_category
from pitboss.language.expressions import (
    Columns,
    Deal,
    Expression,
    dealer,
    never,
    otherwise,
    player,
    plays,
)
from pitboss.language.pays import Pay, cash, gift, jackpot
from pitboss.language.policies import (
    AGGREGATE_CAP,
    HALF_UNIT,
    HIGHEST_ROW,
    LONE_SIDE_BET,
    ORDER_OF_HANDS,
    PROGRESSIVE_PRICE,
    REFERRAL,
    STATED,
    UNMET_MINIMUM,
    UNPAID_PLAY,
    VOID_BETS,
)
from pitboss.language.procedure import FACE_DOWN, THREES, Procedure
from pitboss.language.readings import Alternatives, Reading
from pitboss.language.rulebook import Rulebook
from pitboss.language.wagers import Envy, Needs, Wager, loses, nothing, pays, pushes
from pitboss.rulebooks.three_card_poker.irregularities import READINGS, RULINGS

# 1. Definitions

folds = (~plays).by("1.1.4")

BONUS_AFTER_FOLD = Reading(
    "ante-bonus-after-fold",
    "Is the Ante Bonus paid to a hand that folded?",
    {
        "none": "no: a folded Ante is lost, and nothing is paid on it",
        "paid": "yes: every Ante wager with a Straight or better receives it",
    },
    ("1.1.2", "3.8", "3.13.3", "3.14.4"),
    "1.1.2, 3.13.3 and 3.14.4 pay the bonus to all Ante wagers with such a hand, whatever the "
    "dealer has; by 3.8 the Ante of a hand that folded is lost.",
)
ENVY = Reading(
    "envy",
    "Does a player's own hand pay that player an Envy Bonus?",
    {
        "others": "no: it is paid on another player's hand",
        "everyone": "yes: all seated players with a Progressive Jackpot wager receive it",
    },
    ("1.1.3", "3.16"),
    "1.1.3 bases the payment on the hand of another player; 3.16 pays all seated players with the "
    "wager when any player has such a hand.",
)

# 3. How to play

needs_ante = Needs("ante", ("3.5",))

PROCEDURE = Procedure(
    opens=("3.1",),
    closes=("3.2",),
    deals=("3.6",),
    dealing=THREES,
    examines=("3.7",),
    returned=FACE_DOWN,
    returns=("3.10",),
    plays=("1.1.6", "3.7", "3.10"),
    folds=("1.1.4", "3.8", "3.9"),
    keeps=("3.11",),
    reveals=("3.12",),
    compares=("3.13", "3.14"),
    settles=("4.1", "4.2", "4.3", "4.4"),
    ends=("1.1.8",),
    late_bet=("5.6",),
    late_withdrawal=("5.7",),
    withdrawal_stands=True,
)

# 3.18 Order of hands, from the lowest; placed before its use in 3.13 to 3.16

ODD_CARDS, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)

ACE_LOW = Reading(
    "suited-ace-low",
    "Is a suited A 2 3 a Straight Flush?",
    {
        "straight-flush": "yes: three cards of one suit in consecutive ranking",
        "straight": "no: the Ace counts low in a Straight only",
    },
    ("3.18.1", "3.18.3"),
    "3.18.3 lets the Ace count high or low in a Straight; 3.18.1 does not say so of a Straight "
    "Flush.",
)


def category(hand: Columns) -> Expression:
    return ACE_LOW(straight_flush=hand.category, straight=hand.category_ace_low_plain)


def value(hand: Columns) -> Expression:
    """Place in the order of hands, ties within a kind broken by rank."""
    ranked = ACE_LOW(straight_flush=hand.strength, straight=hand.strength_ace_low_plain)
    return ranked.by("3.18", ORDER_OF_HANDS.citation)


straight_flush = (category(player) == STRAIGHT_FLUSH).by("3.18.1")
three_of_a_kind = (category(player) == THREE_OF_A_KIND).by("3.18.2")
straight = (category(player) == STRAIGHT).by("3.18.3")
flush = (category(player) == FLUSH).by("3.18.4")
pair = (category(player) == PAIR).by("3.18.5")
odd_cards_of_dealer = (category(dealer) == ODD_CARDS).by("3.18.6")

dealer_qualifies = (~odd_cards_of_dealer | (dealer.high >= QUEEN)).by("3.13")
player_higher = (value(player) > value(dealer)).by("3.3", "3.13", "3.14")
stand_off = (value(player) == value(dealer)).by("1.1.9", "3.13", "3.14")

akq_spades = (player.royal == 2).by("3.18.1", HIGHEST_ROW.citation)
akq_other = (player.royal == 1).by("3.18.1", HIGHEST_ROW.citation)

ENVY_UNIT = Reading(
    "envy-unit",
    "Is the Envy Bonus paid once per person, or once per Progressive Jackpot wager?",
    {
        "player": "once per person for each hand that earns it",
        "wager": "once for each Progressive Jackpot wager of that person",
    },
    ("3.16",),
    "3.16 gives one bonus to players who have wagered, and does not speak of a player with a "
    "Progressive Jackpot wager on each of two boxes.",
)


def name_hand(row: int, readings: Mapping[str, str]) -> str:
    kind = int(category(player).under(readings).ask(Deal(row, row)))
    words = (
        "{} high", "Pair of {}s", "Flush, {} high", "Straight, {} high",
        "Three of a kind, {}s", "Straight Flush, {} high",
    )  # fmt: skip
    return by_category(row, kind, words)


# 4. Settlement

ANTE = Wager(
    "ante",
    "Ante",
    (
        loses("folded", "Player folds", "3.8", says="the player folded", when=folds),
        pays("dealer-not-qualified", "Dealer below Queen High", "1 to 1", ~dealer_qualifies,
             "3.13.2", "4.1", says="{dealer} does not qualify"),
        pays("player-higher", "Player higher", "1 to 1", player_higher,
             "3.14.1", "4.1", says="{player} beats {dealer}"),
        pushes("stand-off", "Stand-off", stand_off, "3.14.3", says="{player} equals {dealer}"),
        loses("dealer-higher", "Dealer higher", "3.14.2", says="{dealer} beats {player}",
              when=otherwise(player_higher)),
    ),
    clauses=("1.1.1", "2.2.1", "3.4"),
)  # fmt: skip
PLAY = Wager(
    "play",
    "Play",
    (
        nothing("folded", "Player folds", "1.1.4", "3.7", says="the player folded", when=folds),
        pushes("dealer-not-qualified", "Dealer below Queen High", ~dealer_qualifies,
               "3.13.1", UNPAID_PLAY.citation, says="{dealer} does not qualify"),
        pays("player-higher", "Player higher", "1 to 1", player_higher,
             "3.14.1", "4.1", says="{player} beats {dealer}"),
        pushes("stand-off", "Stand-off", stand_off, "3.14.3", says="{player} equals {dealer}"),
        loses("dealer-higher", "Dealer higher", "3.14.2", says="{dealer} beats {player}",
              when=otherwise(player_higher)),
    ),
    clauses=("2.2.1",),
    needs=Needs("ante", ("1.1.6", "3.10")),
    equals="ante",
)  # fmt: skip
ANTE_BONUS = Wager(
    "ante-bonus",
    "Ante Bonus",
    (
        nothing("folded", "Player folds", "3.8", says="the player folded",
                when=BONUS_AFTER_FOLD(none=folds, paid=never)),
        pays("straight-flush", "Straight Flush", "5 to 1", straight_flush,
             "3.13.3", "3.14.4", "4.2", says="{player}"),
        pays("three-of-a-kind", "Three of a kind", "4 to 1", three_of_a_kind,
             "3.13.3", "3.14.4", "4.2", says="{player}"),
        pays("straight", "Straight", "1 to 1", straight,
             "3.13.3", "3.14.4", "4.2", says="{player}"),
        nothing("no-bonus", "Less than a Straight", "1.1.2",
                says="{player} is less than a Straight"),
    ),
    paid_on="ante",
)  # fmt: skip
PAIR_PLUS = Wager(
    "pair-plus",
    "Pair Plus",
    (
        pays("straight-flush", "Straight Flush", "40 to 1", straight_flush,
             "3.13.4", "3.14.5", "4.3", says="{player}"),
        pays("three-of-a-kind", "Three of a kind", "30 to 1", three_of_a_kind,
             "3.13.4", "3.14.5", "4.3", says="{player}"),
        pays("straight", "Straight", "5 to 1", straight,
             "3.13.4", "3.14.5", "4.3", says="{player}"),
        pays("flush", "Flush", "4 to 1", flush,
             "3.13.4", "3.14.5", "4.3", says="{player}"),
        pays("pair", "Pair", "1 to 1", pair, "3.13.4", "3.14.5", "4.3", says="{player}"),
        loses("no-win", "Less than a Pair", "1.1.5", says="{player} is less than a Pair",
              when=otherwise(pair)),
    ),
    clauses=("2.2.1", "3.4"),
)  # fmt: skip

STAKE_KEPT = Reading(
    "progressive-stake",
    "Is the price of a winning Progressive Jackpot wager returned?",
    {
        "kept": "no: the payment is all that is returned",
        "returned": "yes: the price is returned in addition to the payment",
    },
    ("3.15", "4.4"),
    "3.15 and 4.4 say what is paid, but not what happens to the price.",
)


def prize(pay: Pay) -> Alternatives[Pay]:
    return STAKE_KEPT.of(kept=pay, returned=pay.with_stake_returned())


PROGRESSIVE = Wager(
    "progressive",
    "Progressive Jackpot",
    (
        pays("akq-spades", "AKQ Spades", prize(jackpot(Fraction(1))), akq_spades,
             "3.15", "4.4", says="Ace, King and Queen of spades"),
        pays("akq-other", "AKQ Hearts/Diamonds/Clubs", prize(cash(1250)), akq_other,
             "3.15", "4.4", says="suited Ace, King and Queen"),
        pays("straight-flush", "Straight Flush", prize(cash(175)),
             straight_flush, "3.15", "4.4", says="{player}"),
        pays("three-of-a-kind", "Three of a kind", prize(cash(150)), three_of_a_kind,
             "3.15", "4.4", says="{player}"),
        pays("straight", "Straight", prize(cash(15)), straight,
             "3.15", "4.4", says="{player}"),
        loses("no-win", "Less than a Straight", "1.1.7", "4.4",
              says="{player} is less than a Straight", when=otherwise(straight)),
    ),
    clauses=("2.2.1", "3.8", PROGRESSIVE_PRICE.citation),
    needs=needs_ante,
    price=250,
)  # fmt: skip
ENVY_BONUS = Wager(
    "envy",
    "Envy Bonus",
    (
        pays("akq-spades", "AKQ Spades", gift(250), akq_spades,
             "1.1.3", "3.16", "4.4", says="a hand with the Ace, King and Queen of spades"),
        pays("akq-other", "AKQ Hearts/Diamonds/Clubs", gift(50), akq_other,
             "1.1.3", "3.16", "4.4", says="a hand with a suited Ace, King and Queen"),
        nothing("no-envy", "Not one of the top two hands", "3.16", says="no top hand"),
    ),
    envy=Envy(
        paid_to="progressive",
        hit_with="ante",
        hands=ENVY.of(others="others", everyone="everyone"),
        once_per=ENVY_UNIT.of(player="player", wager="wager"),
        clauses=("1.1.3", "3.16", "3.17"),
    ),
)  # fmt: skip

RULEBOOK = Rulebook(
    key="three-card-poker",
    title="Three Card Poker",
    version="MBS v4",
    effective="9 May 2013",
    tagline="Three cards against the dealer's three. Queen high plays.",
    hand_examples={  # As in 3.18.
        "straight-flush": "8h 7h 6h", "three-of-a-kind": "Ts Th Tc", "straight": "8d 7c 6h",
        "flush": "Th 4h 2h", "pair": "Ac Ah 8d", "odd-cards": "Qc Th 6d",
    },
    wagers=(ANTE, PLAY, ANTE_BONUS, PAIR_PLUS, PROGRESSIVE, ENVY_BONUS),
    readings=(ACE_LOW, BONUS_AFTER_FOLD, STAKE_KEPT, ENVY, ENVY_UNIT, *READINGS),
    main=("ante", "play", "ante-bonus"),
    name_hand=name_hand,
    decision=True,
    qualifies=dealer_qualifies,
    procedure=PROCEDURE,
    policies=(
        HALF_UNIT, HIGHEST_ROW, ORDER_OF_HANDS, AGGREGATE_CAP, REFERRAL, VOID_BETS, LONE_SIDE_BET,
        UNMET_MINIMUM, STATED, UNPAID_PLAY, PROGRESSIVE_PRICE,
    ),
    rulings=RULINGS,
)  # fmt: skip
