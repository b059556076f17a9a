"""Three Card Poker (version 4, 9 May 2013), settled plainly. Comments name clauses."""

# One `if` branch a clause, each with its comment, reads better here than a one-line choice.
# ruff: noqa: SIM108

from types import FunctionType, SimpleNamespace

# The last two readings are about tables of several boxes: `outcomes` and `nets` never look at them.
READINGS = ("suited-ace-low", "ante-bonus-after-fold", "progressive-stake", "envy", "envy-unit")
OPTIONS = (
    ("straight-flush", "straight"),
    ("none", "paid"),
    ("kept", "returned"),
    ("others", "everyone"),
    ("player", "wager"),
)

WAGERS = ("ante", "play", "ante-bonus", "pair-plus", "progressive", "envy")
ROWS = (
    ("folded", "dealer-not-qualified", "player-higher", "stand-off", "dealer-higher"),
    ("folded", "dealer-not-qualified", "player-higher", "stand-off", "dealer-higher"),
    ("folded", "straight-flush", "three-of-a-kind", "straight", "no-bonus"),
    ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "no-win"),
    ("akq-spades", "akq-other", "straight-flush", "three-of-a-kind", "straight", "no-win"),
    ("akq-spades", "akq-other", "no-envy"),
)
PAYTABLES = (
    ("standard",),
    ("standard",),
    ("standard",),
    ("standard",),
    ("standard",),
    ("standard",),
)

Hand = tuple[int, int, int]


def highest(hand: Hand) -> int:
    """The rank of the highest card, ace 14."""
    high = 2
    for card in hand:
        if card // 4 + 2 > high:
            high = card // 4 + 2
    return high


def lowest(hand: Hand) -> int:
    """The rank of the lowest card, ace 14."""
    low = 14
    for card in hand:
        if card // 4 + 2 < low:
            low = card // 4 + 2
    return low


def middle(hand: Hand) -> int:
    """The rank of the card between the highest and the lowest."""
    total = 0
    for card in hand:
        total = total + card // 4 + 2
    return total - highest(hand) - lowest(hand)


def category(hand: Hand, ace_low_straight: int) -> int:
    """6 straight flush, 5 three of a kind, 4 straight, 3 flush, 2 pair, 1 odd cards (3.18)."""
    high = highest(hand)
    mid = middle(hand)
    low = lowest(hand)
    suited = 0
    if hand[0] % 4 == hand[1] % 4 and hand[1] % 4 == hand[2] % 4:
        suited = 1
    if high == 14 and mid == 3 and low == 2:  # 3.18.3: an Ace may count low
        if suited == 1 and ace_low_straight == 0:
            return 6  # suited-ace-low, straight-flush
        return 4  # A 2 3; under the other reading a suited one too is only a straight
    if high == mid + 1 and mid == low + 1:
        if suited == 1:
            return 6  # 3.18.1
        return 4  # 3.18.3
    if high == low:
        return 5  # 3.18.2
    if suited == 1:
        return 3  # 3.18.4
    if high == mid or mid == low:
        return 2  # 3.18.5
    return 1  # 3.18.6


def value(hand: Hand, ace_low_straight: int) -> int:
    """A number that is higher for a higher hand and the same for hands of the same poker value."""
    kind = category(hand, ace_low_straight)
    high = highest(hand)
    mid = middle(hand)
    low = lowest(hand)
    if kind == 6 or kind == 4:
        if high == 14 and mid == 3:
            inside = 3  # A 2 3: the three is its top card, the lowest straight
        else:
            inside = high  # straights by their top card
    elif kind == 5:
        inside = high  # three of a kind by its rank
    elif kind == 2:
        if high == mid:
            inside = mid * 100 + low  # the pair, then the odd card
        else:
            inside = mid * 100 + high
    else:
        inside = high * 10000 + mid * 100 + low  # card by card, from the highest
    return kind * 1000000 + inside


def akq(hand: Hand) -> int:
    """1 for a suited Ace, King and Queen of spades, 2 for one of another suit, else 0 (4.4)."""
    if category(hand, 0) != 6 or highest(hand) != 14 or lowest(hand) != 12:
        return 0
    if hand[0] % 4 == 3:
        return 1
    return 2


def outcomes(
    p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]
) -> tuple[int, int, int, int, int, int]:
    """The row number of each wager. There is no fourth card; `played` is 0 for a fold."""
    kind = category(p, reading[0])
    dealer_kind = category(d, reading[0])
    mine = value(p, reading[0])
    dealers = value(d, reading[0])

    # Ante and Play: the rows of the two have the same numbers.
    if played == 0:
        ante = 0  # 3.8: folded
    elif dealer_kind == 1 and highest(d) < 12:
        ante = 1  # 3.13: dealer-not-qualified, below Queen High
    elif mine > dealers:
        ante = 2  # 3.14.1: player-higher
    elif mine == dealers:
        ante = 3  # 3.14.3: stand-off
    else:
        ante = 4  # 3.14.2: dealer-higher
    play = ante

    # Ante Bonus: a Straight or better, irrespective of the Dealer's hand (1.1.2, 3.13.3, 3.14.4).
    if played == 0 and reading[1] == 0:
        bonus = 0  # folded, reading none: the Ante is lost, nothing carries a bonus
    elif kind == 6:
        bonus = 1  # straight-flush
    elif kind == 5:
        bonus = 2  # three-of-a-kind
    elif kind == 4:
        bonus = 3  # straight
    else:
        bonus = 4  # no-bonus

    # Pair Plus: a pair or better, irrespective of the Dealer's hand and of a fold (1.1.5, 3.9).
    if kind == 6:
        pair_plus = 0  # straight-flush
    elif kind == 5:
        pair_plus = 1  # three-of-a-kind
    elif kind == 4:
        pair_plus = 2  # straight
    elif kind == 3:
        pair_plus = 3  # flush
    elif kind == 2:
        pair_plus = 4  # pair
    else:
        pair_plus = 5  # no-win

    # Progressive Jackpot: irrespective of the Dealer's hand and of a fold (3.8, 3.15, 4.4).
    if akq(p) == 1:
        progressive = 0  # akq-spades
    elif akq(p) == 2:
        progressive = 1  # akq-other
    elif kind == 6:
        progressive = 2  # straight-flush
    elif kind == 5:
        progressive = 3  # three-of-a-kind
    elif kind == 4:
        progressive = 4  # straight
    else:
        progressive = 5  # no-win

    # Envy Bonus: p taken as the hand of another Player with an Ante (3.16): the top two hands.
    if progressive == 0:
        envy = 0  # akq-spades
    elif progressive == 1:
        envy = 1  # akq-other
    else:
        envy = 2  # no-envy

    return (ante, play, bonus, pair_plus, progressive, envy)


def nets(
    rows: tuple[int, ...],
    reading: tuple[int, ...],
    paytable: tuple[int, ...],
    stakes: tuple[int, ...],
    meter: int,
) -> tuple[int, int, int, int, int, int]:
    """The net gain on each wager, in units; $1 is 100 units."""
    if rows[0] == 0:
        ante = -stakes[0]  # 3.8: a fold loses the Ante
    elif rows[0] == 1:
        ante = stakes[0] * 1  # 3.13.2, 4.1: 1 to 1
    elif rows[0] == 2:
        ante = stakes[0] * 1  # 3.14.1, 4.1: 1 to 1
    elif rows[0] == 3:
        ante = 0  # 1.1.9, 3.14.3
    else:
        ante = -stakes[0]  # 3.14.2

    if rows[1] == 2:
        play = stakes[1] * 1  # 3.14.1, 4.1: 1 to 1
    elif rows[1] == 4:
        play = -stakes[1]  # 3.14.2
    else:
        play = 0  # never placed (3.8), no payment (3.13.1), Stand-off (3.14.3)

    if rows[2] == 1:
        bonus = stakes[2] * 5  # 4.2: Straight Flush, 5 to 1
    elif rows[2] == 2:
        bonus = stakes[2] * 4  # 4.2: Three of a kind, 4 to 1
    elif rows[2] == 3:
        bonus = stakes[2] * 1  # 4.2: Straight, 1 to 1
    else:
        bonus = 0  # no stake of its own to lose

    if rows[3] == 0:
        pair_plus = stakes[3] * 40  # 4.3: Straight Flush, 40 to 1
    elif rows[3] == 1:
        pair_plus = stakes[3] * 30  # 4.3: Three of a kind, 30 to 1
    elif rows[3] == 2:
        pair_plus = stakes[3] * 5  # 4.3: Straight, 5 to 1
    elif rows[3] == 3:
        pair_plus = stakes[3] * 4  # 4.3: Flush, 4 to 1
    elif rows[3] == 4:
        pair_plus = stakes[3] * 1  # 4.3: Pair, 1 to 1
    else:
        pair_plus = -stakes[3]

    if rows[4] == 0:
        cash = meter  # 4.4: 100% of the jackpot
    elif rows[4] == 1:
        cash = 125000  # 4.4: $1250
    elif rows[4] == 2:
        cash = 17500  # 4.4: $175
    elif rows[4] == 3:
        cash = 15000  # 4.4: $150
    elif rows[4] == 4:
        cash = 1500  # 4.4: $15
    else:
        cash = 0
    if stakes[4] == 0:
        progressive = 0  # no wager, no Jackpot payout (1.1.7, 3.15)
    elif rows[4] != 5 and reading[2] == 1:
        progressive = cash  # returned: a winner's price comes back
    else:
        progressive = cash - stakes[4]  # kept, or no qualifying hand

    if stakes[4] == 0:
        envy = 0  # 3.16: only for Players who have wagered on the Progressive Jackpot
    elif rows[5] == 0:
        envy = 25000  # 4.4: $250
    elif rows[5] == 1:
        envy = 5000  # 4.4: $50
    else:
        envy = 0

    return (ante, play, bonus, pair_plus, progressive, envy)


def compiled(njit) -> SimpleNamespace:
    """The same functions, each put through `njit`."""
    names: dict = {"__name__": __name__}
    for f in (highest, lowest, middle, category, value, akq, outcomes, nets):
        names[f.__name__] = njit(FunctionType(f.__code__, names, f.__name__))
    return SimpleNamespace(**names)
