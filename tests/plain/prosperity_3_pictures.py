"""Prosperity 3 Pictures (18 August 2017), settled plainly. Comments name clauses."""

# One `if` branch a clause, each with its comment, reads better here than a one-line choice.
# ruff: noqa: SIM108

from types import FunctionType, SimpleNamespace

READINGS = ("tie", "three-pictures-total", "picture-pair", "perfect-tie", "picture-match")
OPTIONS = (
    ("points", "ranking"),
    ("zero", "apart"),
    ("same-rank", "any-two"),
    ("instead", "also"),
    ("same-rank", "any-picture", "reused"),
)

WAGERS = ("initial", "tie", "player-prosperity", "dealer-prosperity", "picture-perfect")
PROSPERITY_ROWS = (
    "three-kings",
    "three-queens",
    "three-jacks",
    "three-mixed-pictures",
    "any-picture-pair",
    "no-win",
)
ROWS = (
    ("six-points", "player-wins", "tie", "dealer-wins"),
    ("perfect-tie", "tie", "no-win"),
    PROSPERITY_ROWS,
    PROSPERITY_ROWS,
    ("one-matching", "two-matching", "three-matching", "no-win"),
)
PAYTABLES = (("standard",), ("standard",), ("standard",), ("standard",), ("standard",))

Hand = tuple[int, int, int]


def points(hand: Hand) -> int:
    """The point total of a hand (3.9, 3.10)."""
    total = 0
    for card in hand:
        rank = card // 4 + 2
        if rank == 14:
            total = total + 1  # 3.9.1: the ace at its face value, one
        elif rank <= 9:
            total = total + rank  # 3.9.1: two to nine at their face value
        else:
            total = total + 0  # 3.9.1.1: ten, Jack, Queen, King are zero
    return total % 10  # 3.10.1, 3.10.2: the right digit


def of_rank(hand: Hand, rank: int) -> int:
    """How many cards of one rank a hand holds."""
    count = 0
    for card in hand:
        if card // 4 + 2 == rank:
            count = count + 1
    return count


def pictures(hand: Hand) -> int:
    """How many "Picture" cards, that is Jacks, Queens and Kings, a hand holds (1.1.2)."""
    return of_rank(hand, 11) + of_rank(hand, 12) + of_rank(hand, 13)


def compare(p: Hand, d: Hand) -> int:
    """1 when p ranks higher than d, -1 when lower, 0 when the ranking is the same."""
    if pictures(p) == 3 and pictures(d) == 3:
        return 0  # 3.11.1
    if pictures(p) == 3:
        return 1  # 3.11: three "Picture" cards is the highest hand
    if pictures(d) == 3:
        return -1  # 3.11
    if points(p) > points(d):
        return 1  # 3.12: by point total
    if points(p) < points(d):
        return -1  # 3.12
    if pictures(p) > pictures(d):
        return 1  # 3.13: same total, most "Picture" cards wins
    if pictures(p) < pictures(d):
        return -1  # 3.13
    return 0  # 3.13.1: same ranking


def same_three(p: Hand, d: Hand) -> int:
    """1 when both hands are the same three cards but for suit (1.1.1, 3.13.2), else 0."""
    for rank in range(2, 15):
        if of_rank(p, rank) != of_rank(d, rank):
            return 0
    return 1


def prosperity(hand: Hand, any_two: int) -> int:
    """The row of a Prosperity Pictures wager on a hand (1.1.4)."""
    if of_rank(hand, 13) == 3:
        return 0  # 1.1.4.1: three-kings
    if of_rank(hand, 12) == 3:
        return 1  # 1.1.4.2: three-queens
    if of_rank(hand, 11) == 3:
        return 2  # 1.1.4.3: three-jacks
    if pictures(hand) == 3:
        return 3  # 1.1.4.4: three-mixed-pictures
    if pictures(hand) == 2:
        if any_two == 1:
            return 4  # 1.1.4.5, any-two: two "Picture" cards of any ranks
        if of_rank(hand, 11) == 2 or of_rank(hand, 12) == 2 or of_rank(hand, 13) == 2:
            return 4  # 1.1.4.5, same-rank: a pair of one rank and one Non-Picture card
    return 5  # no-win


def matching(p: Hand, d: Hand, option: int) -> int:
    """How many "Picture" cards match (1.1.3, the note of 4.3).

    same-rank: each card of both hands used once; any-picture: whatever the rank, each used once;
    reused: a Dealer's card may be used for several of the Player's.
    """
    if option == 1:
        if pictures(p) < pictures(d):
            return pictures(p)
        return pictures(d)
    count = 0
    for rank in range(11, 14):
        if option == 2:
            if of_rank(d, rank) > 0:
                count = count + of_rank(p, rank)
        elif of_rank(p, rank) < of_rank(d, rank):
            count = count + of_rank(p, rank)
        else:
            count = count + of_rank(d, rank)
    return count


def outcomes(
    p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]
) -> tuple[int, int, int, int, int]:
    """The row number of each wager. There is no fourth card and no decision to play here."""
    result = compare(p, d)

    # The initial wager.
    if result == 1:
        if points(p) == 6:
            initial = 0  # 4.1: six-points
        else:
            initial = 1  # 4.1: player-wins
    elif result == 0:
        initial = 2  # 3.11.1, 3.13.1: tie
    else:
        initial = 3  # 3.8: dealer-wins

    # The tie wager.
    tie = 2  # no-win
    if same_three(p, d) == 1:
        tie = 0  # 1.1.1, 3.13.2, 3.15: perfect-tie
    elif reading[0] == 1:
        if result == 0:
            tie = 1  # ranking: the hand is declared a "Tie" (3.11.1, 3.13.1)
    elif points(p) == points(d):  # points: the same point count (1.1.6, 4.1)
        if reading[1] == 0:
            tie = 1  # zero: three pictures total zero points
        elif pictures(p) == 3 and pictures(d) == 3:
            tie = 1  # apart: three pictures against three pictures
        elif pictures(p) < 3 and pictures(d) < 3:
            tie = 1  # apart: neither hand is three pictures

    # Player and Dealer Prosperity Pictures (1.1.4).
    player = prosperity(p, reading[2])
    dealer = prosperity(d, reading[2])

    # Picture Perfect (1.1.3, 4.3).
    count = matching(p, d, reading[4])
    if count == 1:
        perfect = 0  # one-matching
    elif count == 2:
        perfect = 1  # two-matching
    elif count == 3:
        perfect = 2  # three-matching
    else:
        perfect = 3  # no-win

    return (initial, tie, player, dealer, perfect)


def prosperity_net(row: int, stake: int) -> int:
    """The net gain on a Prosperity Pictures wager (4.2)."""
    if row == 0:
        return stake * 250  # "Three Kings", 250 to 1
    if row == 1:
        return stake * 250  # "Three Queens", 250 to 1
    if row == 2:
        return stake * 250  # "Three Jacks", 250 to 1
    if row == 3:
        return stake * 25  # "Three Mixed Pictures", 25 to 1
    if row == 4:
        return stake * 15  # "Any Picture Pair", 15 to 1
    return -stake


def nets(
    rows: tuple[int, ...],
    reading: tuple[int, ...],
    paytable: tuple[int, ...],
    stakes: tuple[int, ...],
    meter: int,
) -> tuple[int, int, int, int, int]:
    """The net gain on each wager, in units (4.1 to 4.3)."""
    if rows[0] == 0:
        initial = stakes[0] // 2  # 4.1: wins on six points, 1 to 2
    elif rows[0] == 1:
        initial = stakes[0] * 1  # 4.1: wins on other points, 1 to 1
    elif rows[0] == 2:
        initial = 0  # 3.11.1, 3.13.1: tied, the wager stays the Player's
    else:
        initial = -stakes[0]

    if rows[1] == 0:
        if reading[3] == 1:
            tie = stakes[1] * 410  # 4.1, also: 400 to 1 and the tie's 10 to 1
        else:
            tie = stakes[1] * 400  # 4.1, instead: "Perfect Tie", 400 to 1
    elif rows[1] == 1:
        tie = stakes[1] * 10  # 4.1: "Tie", 10 to 1
    else:
        tie = -stakes[1]

    player = prosperity_net(rows[2], stakes[2])
    dealer = prosperity_net(rows[3], stakes[3])

    if rows[4] == 0:
        perfect = stakes[4] * 5  # 4.3: 1 matching, 5 to 1
    elif rows[4] == 1:
        perfect = stakes[4] * 100  # 4.3: 2 matching, 100 to 1
    elif rows[4] == 2:
        perfect = stakes[4] * 500  # 4.3: 3 matching, 500 to 1
    else:
        perfect = -stakes[4]

    return (initial, tie, player, dealer, perfect)


def compiled(njit) -> SimpleNamespace:
    """The same functions, each put through `njit`."""
    names: dict = {"__name__": __name__}
    plain = (points, of_rank, pictures, compare, same_three, prosperity, matching, outcomes)
    for f in (*plain, prosperity_net, nets):
        names[f.__name__] = njit(FunctionType(f.__code__, names, f.__name__))
    return SimpleNamespace(**names)
