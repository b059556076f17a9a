"""Three Card Prime (rules of play, undated), settled plainly.

Comments name the rule (`5a`, `6a`) or the appendix (`A` to `D`) a branch is taken from.
"""

# One `if` branch a clause, each with its comment, reads better here than a one-line choice.
# ruff: noqa: SIM108

from types import FunctionType, SimpleNamespace
from typing import NewType

from .three_card_prime_pays import all_six_net, nets, pair_bonus_net, play_net

READINGS = ("copy", "unqualified", "suited-ace-low")
OPTIONS = (
    ("wins", "play-pushes", "ante-pushes", "pushes"),
    ("automatic", "push", "bad-beat"),
    ("straight-flush", "straight"),
)

WAGERS = ("ante", "play", "prime", "pair-bonus", "all-six")
ROWS = (
    ("folded", "dealer-not-qualified", "copy", "player-higher", "dealer-higher"),
    (
        *("folded", "copy"),
        *("mini-royal", "straight-flush", "trips", "straight", "flush", "pair", "high-card"),
        "lower-than-unqualified",
        *("bad-beat-straight-flush", "bad-beat-trips", "bad-beat-straight"),
        *("bad-beat-flush", "bad-beat-pair"),
        "dealer-higher",
    ),
    ("both-same-colour", "same-colour", "no-win"),
    (
        *("mini-royal", "straight-flush", "trips", "straight", "flush", "pair"),
        *("loose-deuce-mini-royal", "loose-deuce-straight-flush", "loose-deuce-trips"),
        *("loose-deuce-straight", "loose-deuce-flush", "loose-deuce-pair"),
        "no-win",
    ),
    (
        *("six-card-royal-diamonds", "six-card-royal", "five-card-royal", "straight-flush"),
        *("four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind"),
        "no-win",
    ),
)
PAYTABLES = (
    ("standard",),
    ("bad-beat-1", "bad-beat-2", "bad-beat-3", "bad-beat-4"),
    ("standard",),
    ("loose-deuce-1", "loose-deuce-2", "loose-deuce-3", "loose-deuce-4"),
    ("a6-1", "a6-2", "a6-3", "a6-4", "a6-5"),
)

# The function that looks at both hands' cards together, and the wager that is decided by it.
SIX_CARDS = {"all_six": "all-six"}

Hand = tuple[int, int, int]
Card = NewType("Card", int)


def ranks(hand: Hand) -> tuple[int, int, int]:
    """The ranks of the three cards, highest first, ace 14."""
    high = hand[0] // 4 + 2
    mid = hand[1] // 4 + 2
    low = hand[2] // 4 + 2
    if high < mid:
        high, mid = mid, high
    if mid < low:
        mid, low = low, mid
    if high < mid:
        high, mid = mid, high
    return (high, mid, low)


def highest(hand: Hand) -> int:
    """The rank of the highest card, ace 14."""
    return ranks(hand)[0]


def category(hand: Hand, ace_low_straight: int) -> int:
    """0 mini-royal, 1 straight flush, 2 trips, 3 straight, 4 flush, 5 pair, 6 high card (A)."""
    high, mid, low = ranks(hand)
    suited = 0
    if hand[0] % 4 == hand[1] % 4 and hand[1] % 4 == hand[2] % 4:
        suited = 1
    if suited == 1 and high == 14 and mid == 13 and low == 12:
        return 0  # A.1: a suited Ace, King and Queen
    if high == 14 and mid == 3 and low == 2:
        if suited == 1 and ace_low_straight == 0:
            return 1  # suited-ace-low, straight-flush
        return 3  # A 2 3; under the other reading a suited one too is only a straight
    if high == mid + 1 and mid == low + 1:
        if suited == 1:
            return 1
        return 3
    if high == low:
        return 2
    if suited == 1:
        return 4
    if high == mid or mid == low:
        return 5
    return 6


def value(hand: Hand, ace_low_straight: int) -> int:
    """A number that is higher for a higher hand and the same for equal hands."""
    high, mid, low = ranks(hand)
    kind = category(hand, ace_low_straight)
    if kind == 1 or kind == 3:
        inside = high  # straights by their top card
        if high == 14 and mid == 3:
            inside = 3  # A 2 3 is the lowest
    elif kind == 5:
        inside = mid * 100 + high + low - mid  # the pair, then the odd card
    else:
        inside = high * 10000 + mid * 100 + low  # card by card, from the highest
    return (6 - kind) * 1000000 + inside


def colour(hand: Hand) -> int:
    """1 when all three cards are red, 2 when all are black, 0 when mixed (Prime)."""
    red = 0
    for card in hand:
        if card % 4 == 1 or card % 4 == 2:  # diamonds, hearts
            red = red + 1
    if red == 3:
        return 1
    if red == 0:
        return 2
    return 0


def all_six(p: Hand, d: Hand) -> int:
    """The row of the All-Six wager: the best five of the six cards (All-Six, D)."""
    six = p + d

    # Suit by suit: bit r stands for rank r, bit 1 for the ace counted low.
    best = 9  # no-win
    every = 0
    for suit in range(4):
        held = 0
        count = 0
        for card in six:
            if card % 4 == suit:
                held = held | (1 << (card // 4 + 2))
                count = count + 1
        if held & (1 << 14):
            held = held | (1 << 1)
        every = every | held
        if count < 5:
            continue
        best = 6  # flush
        for top in range(5, 15):
            five = 31 << (top - 4)
            if (held & five) == five:
                best = 3  # straight-flush
        royal = 31 << 10  # ten, Jack, Queen, King, Ace
        if (held & royal) == royal:
            best = 2  # five-card-royal
            if held & (1 << 9):
                best = 1  # six-card-royal: the nine as well
                if suit == 1:
                    best = 0  # six-card-royal-diamonds
    if best < 6:
        return best

    # Rank by rank: thirteen small counters side by side in one integer, three bits each.
    counters = 0
    for card in six:
        counters = counters + (1 << (3 * (card // 4)))
    fours = 0
    threes = 0
    twos = 0
    for rank in range(13):
        count = (counters >> (3 * rank)) & 7
        if count == 4:
            fours = fours + 1
        elif count == 3:
            threes = threes + 1
        elif count == 2:
            twos = twos + 1
    if fours == 1:
        return 4  # four-of-a-kind
    if threes == 2 or (threes == 1 and twos == 1):
        return 5  # full-house
    if best == 6:
        return 6  # flush
    for top in range(5, 15):
        five = 31 << (top - 4)
        if (every & five) == five:
            return 7  # straight
    if threes == 1:
        return 8  # three-of-a-kind
    return 9  # no-win


def is_deuce(card: Card) -> int:
    """1 for a deuce, else 0 (C.2)."""
    if card // 4 + 2 == 2:
        return 1
    return 0


def outcomes(
    p: Hand, d: Hand, fourth: Card, played: int, reading: tuple[int, ...]
) -> tuple[int, int, int, int, int]:
    """The row number of each wager; `played` is 0 for a fold."""
    kind = category(p, reading[2])
    mine = value(p, reading[2])
    dealers = value(d, reading[2])
    qualified = 1
    if category(d, reading[2]) == 6 and highest(d) < 12:
        qualified = 0  # 4: below Queen-high

    # Ante.
    if played == 0:
        ante = 0  # 3b: folded
    elif qualified == 0:
        ante = 1  # 5a: dealer-not-qualified
    elif mine == dealers:
        ante = 2  # 5b: copy
    elif mine > dealers:
        ante = 3  # 5b: player-higher
    else:
        ante = 4  # 5c: dealer-higher

    # Play. Rows 2 to 8 are the win/copy rows, in the order of `category`.
    if played == 0:
        play = 0  # 3b: folded, never placed
    elif qualified == 0 and reading[1] == 0:
        play = 2 + kind  # 6a, automatic: wins whatever the player holds
    elif mine > dealers:
        play = 2 + kind  # 6a: higher wins
    elif mine == dealers:
        if reading[0] == 1 or reading[0] == 3:
            play = 1  # A.4, play-pushes or pushes: copy
        else:
            play = 2 + kind  # 6a: equal wins
    elif qualified == 0 and reading[1] == 1:
        play = 9  # 6a, push: lower-than-unqualified
    elif kind == 1:
        play = 10  # 6b, A.2: bad-beat-straight-flush
    elif kind == 2:
        play = 11  # bad-beat-trips
    elif kind == 3:
        play = 12  # bad-beat-straight
    elif kind == 4:
        play = 13  # bad-beat-flush
    elif kind == 5:
        play = 14  # bad-beat-pair
    else:
        play = 15  # dealer-higher: a high card; a Mini-Royal is never lower (A.3)

    # Prime.
    if colour(p) == 0:
        prime = 2  # B: other, no-win
    elif colour(p) == colour(d):
        prime = 0  # B: both-same-colour
    else:
        prime = 1  # B: same-colour

    # Pair Bonus. Rows 0 to 5 and 6 to 11 are mini-royal to pair, in the order of `category`.
    if kind == 6:
        pair_bonus = 12  # no-win: less than a Pair
    elif is_deuce(fourth) == 1:
        pair_bonus = 6 + kind  # C.2: the fourth card is a deuce
    else:
        pair_bonus = kind  # C.1: it is not

    return (ante, play, prime, pair_bonus, all_six(p, d))


def compiled(njit) -> SimpleNamespace:
    """The same functions, each put through `njit`."""
    names: dict = {"__name__": __name__}
    rows = (ranks, highest, category, value, colour, all_six, is_deuce, outcomes)
    for f in (*rows, play_net, pair_bonus_net, all_six_net, nets):
        names[f.__name__] = njit(FunctionType(f.__code__, names, f.__name__))
    return SimpleNamespace(**names)
