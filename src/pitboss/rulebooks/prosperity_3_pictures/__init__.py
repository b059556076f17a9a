"""Prosperity 3 Pictures (MBS) Game Rules, with effect from 18 August 2017."""

from collections.abc import Mapping, Sequence

from pitboss.cards.deck import JACK, KING, RANK
from pitboss.cards.hand_names import by_points
from pitboss.language.expressions import (
    Columns,
    Expression,
    dealer,
    lesser,
    otherwise,
    player,
    where,
)
from pitboss.language.policies import (
    AGGREGATE_CAP,
    CARD_POINTS,
    HALF_UNIT,
    HIGHEST_ROW,
    LONE_SIDE_BET,
    REFERRAL,
    STATED,
    TIED_BET,
    UNMET_MINIMUM,
    VOID_BETS,
)
from pitboss.language.procedure import FACE_UP, THREES, Procedure
from pitboss.language.readings import Reading
from pitboss.language.rulebook import Rulebook
from pitboss.language.wagers import Needs, Row, Wager, loses, pays, pushes
from pitboss.rulebooks.prosperity_3_pictures.irregularities import READINGS, RULINGS

# 1. Definitions

perfect_tie = (player.ranks == dealer.ranks).by("1.1.1", "3.13.2")

MATCH = Reading(
    "picture-match",
    "Which Picture cards of the Player's and the Dealer's hand match?",
    {
        "same-rank": "those of the same rank, each card of either hand once",
        "any-picture": "any Picture card matches any other, each card of either hand once",
        "reused": "those of the same rank; a card of the Dealer's may match several",
    },
    ("1.1.3", "4.3"),
    "1.1.3 counts the matching cards by their number in both hands, and its one example fits every "
    "option; 4.3 lets a card of the Player's match once, and does not speak of the Dealer's.",
)


def dealer_has(mine: Expression, theirs: Expression) -> Expression:
    return where(theirs > 0, mine, 0)


matching = MATCH(
    same_rank=lesser(player.jacks, dealer.jacks)
    + lesser(player.queens, dealer.queens)
    + lesser(player.kings, dealer.kings),
    any_picture=lesser(player.pictures, dealer.pictures),
    reused=dealer_has(player.jacks, dealer.jacks)
    + dealer_has(player.queens, dealer.queens)
    + dealer_has(player.kings, dealer.kings),
).by("1.1.2", "1.1.3", "4.3")


def matching_cards(
    mine: Sequence[int], theirs: Sequence[int], readings: Mapping[str, str]
) -> Sequence[tuple[int, int]]:
    """Which Picture cards of the Player's and the Dealer's hand match, as pairs."""
    option = readings[MATCH.key]
    left = [card for card in theirs if JACK <= RANK[card] <= KING]
    pairs = []
    for card in mine:
        if not JACK <= RANK[card] <= KING:
            continue
        partners = [other for other in left if option == "any-picture" or RANK[other] == RANK[card]]
        if partners:
            pairs.append((card, partners[0]))
            if option != "reused":
                left.remove(partners[0])
    return pairs


PAIR = Reading(
    "picture-pair",
    "What is a pair of Picture cards?",
    {
        "same-rank": "two Picture cards of the same rank, and one card that is not a Picture",
        "any-two": "any two Picture cards, and one card that is not a Picture",
    },
    ("1.1.4.5",),
    "1.1.4.5 asks for a pair of Picture cards: a pair as in poker, or simply two of them?",
)


def picture_pair(hand: Columns) -> Expression:
    same_rank = (hand.jacks == 2) | (hand.queens == 2) | (hand.kings == 2)
    return (PAIR(same_rank=same_rank, any_two=True) & (hand.pictures == 2)).by("1.1.4.5", "1.1.2")


TOTAL = Reading(
    "three-pictures-total",
    "Three Picture cards total 0 points: does a Tie wager win against another hand of 0 points?",
    {
        "zero": "yes: both hands have the point count 0",
        "apart": "no: three Picture cards are the highest hand and have no point count to tie with",
    },
    ("1.1.6", "3.9.1.1", "3.11", "4.1"),
    "1.1.6 and 4.1 pay a Tie on the same point count, and 3.9.1.1 gives a Picture card no points; "
    "but 3.11 ranks three Picture cards by themselves. Moot where tie=ranking.",
)

# 3. How to play

POINTS = ("3.9", "3.9.1", "3.9.1.1", "3.10.1", "3.10.2", CARD_POINTS.citation)


def ranking(hand: Columns) -> Expression:
    """Three Picture cards, then the point total, then the most Picture cards."""
    value = where(hand.pictures == 3, 30, 3 * hand.points + hand.pictures)
    return value.by("1.1.2", *POINTS)


player_wins = (ranking(player) > ranking(dealer)).by("3.3", "3.11", "3.12", "3.13")
same_ranking = (ranking(player) == ranking(dealer)).by("3.11.1", "3.13.1", "3.14", "3.16")
on_six_points = (player.points == 6).by(*POINTS)

SAME = Reading(
    "tie",
    "When are the two hands a Tie, for the Tie wager?",
    {
        "points": "when they have the same point count",
        "ranking": "when they have the same ranking, that is when the initial bet ties",
    },
    ("1.1.6", "3.11.1", "3.13.1", "4.1"),
    "1.1.6 and 4.1 speak of the same point count; 3.11.1 and 3.13.1 declare a Tie on the same "
    "ranking. As written, it strongly favours the player.",
)

same_points = TOTAL(
    zero=player.points == dealer.points,
    apart=(player.points == dealer.points) & ((player.pictures == 3) == (dealer.pictures == 3)),
)
tie = SAME(points=same_points.by(*POINTS), ranking=same_ranking).by("1.1.6")

needs_initial = Needs("initial", ("3.4",))

DEAL_TO = Reading(
    "deal-to",
    "Does a playing area without a bet get a hand?",
    {
        "every-area": "yes: three cards go to each playing area",
        "staked": "no: only areas with a bet are dealt to",
    },
    ("3.5", "3.6"),
    "3.5 deals to each playing area, whether or not it holds a wager; 3.6 has each player return "
    "a hand, and an area without a bet has no player.",
    kind="procedure",
)
PROCEDURE = Procedure(
    opens=("3.1",),
    closes=("3.2",),
    deals=("3.5",),
    dealing=THREES,
    deal_to=DEAL_TO.itself(),
    examines=("3.6",),
    returned=FACE_UP,
    returns=("3.6",),
    reveals=("3.7",),
    announces="dealer-prosperity",
    compares=("3.8",),
    settles=("4.1", "4.2", "4.3"),
    ends=("1.1.5",),
    late_bet=("5.5",),
    late_withdrawal=("5.6",),
    withdrawal_stands=True,
)

PERFECT = Reading(
    "perfect-tie",
    "Is a Perfect Tie paid instead of the Tie, or in addition to it?",
    {
        "instead": "400 to 1 instead of the Tie's pay",
        "also": "400 to 1 and the Tie's pay",
    },
    ("1.1.1", "3.15", "4.1"),
    "3.15 entitles a Tie wager to the pay of a Perfect Tie; such hands are also a Tie, and 4.1 "
    "lists both pays without saying that one excludes the other.",
)


def name_hand(row: int, readings: Mapping[str, str]) -> str:
    return by_points(row, "{} points", "{} points with one Picture", "{} points with two Pictures")


# 4. Settlement

INITIAL = Wager(
    "initial",
    "Initial wager",
    (
        pays("six-points", "Player wins on Six Points", "1 to 2", player_wins & on_six_points,
             "3.8", "4.1", says="{player} beats {dealer}"),
        pays("player-wins", "Player wins on other Points", "1 to 1", player_wins,
             "3.8", "4.1", says="{player} beats {dealer}"),
        pushes("tie", "Tie", same_ranking,
               "3.8", "3.13.1", TIED_BET.citation, says="{player} ties with {dealer}"),
        loses("dealer-wins", "Player loses", "3.8", says="{dealer} beats {player}",
              when=otherwise(player_wins, same_ranking)),
    ),
    clauses=("2.2.1",),
)  # fmt: skip
TIE = Wager(
    "tie",
    "Tie",
    (
        pays("perfect-tie", "Perfect Tie", "400 to 1", perfect_tie,
             "3.15", "4.1", says="Perfect Tie, the same three cards but for suit",
             adds=PERFECT.of(instead="", also="tie")),
        pays("tie", "Tie", "10 to 1", tie, "4.1",
             says="the same point count, {player} and {dealer}"),
        loses("no-win", "No tie", "1.1.6", says="no tie between {player} and {dealer}",
              when=otherwise(perfect_tie, tie)),
    ),
    needs=needs_initial,
    clauses=("2.2.2",),
)  # fmt: skip


def prosperity(hand: Columns, name: str) -> tuple[Row, ...]:
    """The rows of both Prosperity Pictures wagers; `name` is filled in when it is said."""

    def three(key: str, rank: str, clause: str, column: Expression) -> Row:
        return pays(f"three-{key}", f"Three {rank}", "250 to 1", (column == 3).by(clause, "1.1.2"),
                    "1.1.4", "4.2", says=f"Three {rank}")  # fmt: skip

    mixed = (hand.pictures == 3).by("1.1.4.4", "1.1.2", HIGHEST_ROW.citation)
    return (
        three("kings", "Kings", "1.1.4.1", hand.kings),
        three("queens", "Queens", "1.1.4.2", hand.queens),
        three("jacks", "Jacks", "1.1.4.3", hand.jacks),
        pays("three-mixed-pictures", "Three Mixed Pictures", "25 to 1", mixed,
             "1.1.4", "4.2", says="Three Mixed Pictures"),
        pays("any-picture-pair", "Any Picture Pair", "15 to 1", picture_pair(hand),
             "1.1.4", "4.2", says="a Picture Pair"),
        loses("no-win", "No Prosperity Pictures", "1.1.4", says=f"no Prosperity Pictures, {name}",
              when=otherwise(mixed, picture_pair(hand))),
    )  # fmt: skip


PLAYER_PROSPERITY = Wager(
    "player-prosperity",
    "Player Prosperity Pictures",
    prosperity(player, "{player}"),
    needs=needs_initial,
    clauses=("2.2.3",),
)
DEALER_PROSPERITY = Wager(
    "dealer-prosperity",
    "Dealer Prosperity Pictures",
    prosperity(dealer, "{dealer}"),
    needs=needs_initial,
    clauses=("2.2.3",),
)
PICTURE_PERFECT = Wager(
    "picture-perfect",
    "Picture Perfect",
    (
        pays("one-matching", "1 Matching Picture card", "5 to 1", matching == 1,
             "4.3", says="one matching Picture card"),
        pays("two-matching", "2 Matching Picture cards", "100 to 1", matching == 2,
             "4.3", says="two matching Picture cards"),
        pays("three-matching", "3 Matching Picture cards", "500 to 1", matching == 3,
             "4.3", says="three matching Picture cards"),
        loses("no-win", "No matching Picture card", "1.1.3", says="no matching Picture card",
              when=otherwise(matching)),
    ),
    needs=needs_initial,
    clauses=("2.2.4",),
)  # fmt: skip

RULEBOOK = Rulebook(
    key="prosperity-3-pictures",
    title="Prosperity 3 Pictures",
    version="MBS 2017",
    effective="18 August 2017",
    tagline="Three cards against the dealer's three, and pictures to bet on in either hand.",
    hand_examples={
        "three-pictures": "Kc Qh Jd", "nine-two": "Ks Jc 9d", "nine-one": "Qd 5s 4c",
        "nine-none": "4s 3h 2d", "eight-two": "Qs Jh 8c", "zero-none": "Ts 9h Ad",
    },
    wagers=(INITIAL, TIE, PLAYER_PROSPERITY, DEALER_PROSPERITY, PICTURE_PERFECT),
    readings=(SAME, TOTAL, PAIR, PERFECT, MATCH, DEAL_TO, *READINGS),
    main=("initial",),
    name_hand=name_hand,
    counts_points=True,
    matching_cards=matching_cards,
    procedure=PROCEDURE,
    policies=(
        HALF_UNIT, HIGHEST_ROW, CARD_POINTS, TIED_BET, AGGREGATE_CAP, REFERRAL, VOID_BETS,
        LONE_SIDE_BET, UNMET_MINIMUM, STATED,
    ),
    rulings=RULINGS,
)  # fmt: skip
