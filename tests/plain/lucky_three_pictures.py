"""Non-Commission Lucky Three Pictures (version 2, 28 June 2020), settled plainly.

Numbers in comments are clauses; G is the ranking list.
"""

# One `if` branch a clause, each with its comment, reads better here than a one-line choice.
# ruff: noqa: SIM108

from types import FunctionType, SimpleNamespace

READINGS = ("three-pictures-total", "lucky-pictures")
OPTIONS = (("zero", "apart"), ("combined", "each-has-one"))

WAGERS = ("initial", "lucky-tie", "lucky-pictures", "player-lucky-6", "dealer-lucky-6")
ROWS = (
    ("six-points", "player-wins", "tie", "dealer-wins"),
    ("tie-three-pictures", "tie-8-or-9", "tie-other", "no-win"),
    ("six-pictures", "five-pictures", "four-pictures", "three-pictures", "no-win"),
    ("two-pictures", "one-picture", "no-picture", "no-win"),
    ("two-pictures", "one-picture", "no-picture", "no-win"),
)
PAYTABLES = (("standard",), ("standard",), ("standard",), ("standard",), ("standard",))

Hand = tuple[int, int, int]


def points(hand: Hand) -> int:
    """The Point Total of a Hand (1.16, 3.2)."""
    total = 0
    for card in hand:
        rank = card // 4 + 2
        if rank == 14:
            total = total + 1  # 3.2.1: an Ace is 1 point
        elif rank <= 9:
            total = total + rank  # 3.2.2: 2 to 9 at face value
        else:
            total = total + 0  # 3.2.3: any Picture Card and 10 are 0 points
    return total % 10  # 1.16: the second digit when more than 9


def pictures(hand: Hand) -> int:
    """How many Picture Cards, that is Kings, Queens and Jacks, a Hand holds (1.12)."""
    count = 0
    for card in hand:
        rank = card // 4 + 2
        if rank == 11 or rank == 12 or rank == 13:
            count = count + 1
    return count


def place(hand: Hand) -> int:
    """The place of a Hand in the ranking list G, counted from Plain Zero = 0 upwards."""
    if pictures(hand) == 3:
        return 30  # G: Three Pictures stand first
    return points(hand) * 3 + pictures(hand)  # G: Double above Single above Plain of each total


def lucky_six(hand: Hand, other: Hand) -> int:
    """The row of a Lucky 6 Bet: `hand` wins with a Point Total of 6 (1.4, 1.15, 4.1)."""
    if place(hand) > place(other) and points(hand) == 6:
        if pictures(hand) == 2:
            return 0  # two-pictures
        if pictures(hand) == 1:
            return 1  # one-picture
        return 2  # no-picture
    return 3  # no-win


def outcomes(
    p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]
) -> tuple[int, int, int, int, int]:
    """The row number of each wager. There is no fourth card and no decision to play here."""
    # The Initial Bet.
    if place(p) > place(d):
        if points(p) == 6:
            initial = 0  # 3.13.1, 4.1: six-points
        else:
            initial = 1  # 3.13.1, 4.1: player-wins
    elif place(p) < place(d):
        initial = 3  # 3.13.2: dealer-wins
    else:
        initial = 2  # 3.13.3: tie, the Bet is returned

    # The Lucky Tie Bet: same Point Total (1.10), be the ranking the same (3.13.3) or not (3.13.4).
    same = 0
    if points(p) == points(d):
        if reading[0] == 0:
            same = 1  # zero: Three Pictures total 0 points (1.12, 1.16)
        elif pictures(p) == 3 and pictures(d) == 3:
            same = 1  # apart: Three Pictures against Three Pictures
        elif pictures(p) < 3 and pictures(d) < 3:
            same = 1  # apart: neither Hand is Three Pictures
    if same == 0:
        tie = 3  # no-win
    elif pictures(p) == 3 and pictures(d) == 3:
        tie = 0  # 4.1: tie-three-pictures
    elif points(p) == 8 or points(p) == 9:
        tie = 1  # 4.1: tie-8-or-9
    else:
        tie = 2  # 4.1: tie-other

    # The Lucky Pictures Bet: Picture Cards of both Hands together (1.9, 4.1).
    total = pictures(p) + pictures(d)
    if reading[1] == 1 and (pictures(p) == 0 or pictures(d) == 0):
        lucky = 4  # each-has-one: a Hand without a Picture Card, no-win
    elif total == 6:
        lucky = 0  # six-pictures
    elif total == 5:
        lucky = 1  # five-pictures
    elif total == 4:
        lucky = 2  # four-pictures
    elif total == 3:
        lucky = 3  # three-pictures
    else:
        lucky = 4  # no-win

    # Player Lucky 6 (1.15) and Dealer Lucky 6 (1.4).
    player_six = lucky_six(p, d)
    dealer_six = lucky_six(d, p)

    return (initial, tie, lucky, player_six, dealer_six)


def lucky_six_net(row: int, stake: int) -> int:
    """The net gain on a Lucky 6 Bet (4.1)."""
    if row == 0:
        return stake * 25  # with two Picture Cards, 25 to 1
    if row == 1:
        return stake * 15  # with one Picture Card, 15 to 1
    if row == 2:
        return stake * 10  # without Picture Card, 10 to 1
    return -stake


def nets(
    rows: tuple[int, ...],
    reading: tuple[int, ...],
    paytable: tuple[int, ...],
    stakes: tuple[int, ...],
    meter: int,
) -> tuple[int, int, int, int, int]:
    """The net gain on each wager, in units (4.1)."""
    if rows[0] == 0:
        initial = stakes[0] // 2  # 1.11, 4.1: wins on 6 points, 1 to 2
    elif rows[0] == 1:
        initial = stakes[0] * 1  # 1.11, 4.1: wins on other points, 1 to 1
    elif rows[0] == 2:
        initial = 0  # 3.13.3: returned
    else:
        initial = -stakes[0]  # 3.13.2

    if rows[1] == 0:
        tie = stakes[1] * 600  # Tie on Three Pictures, 600 to 1
    elif rows[1] == 1:
        tie = stakes[1] * 10  # Tie on 8 or 9 points, 10 to 1
    elif rows[1] == 2:
        tie = stakes[1] * 8  # Tie on other points, 8 to 1
    else:
        tie = -stakes[1]

    if rows[2] == 0:
        lucky = stakes[2] * 1000  # six Picture Cards, 1000 to 1
    elif rows[2] == 1:
        lucky = stakes[2] * 100  # five, 100 to 1
    elif rows[2] == 2:
        lucky = stakes[2] * 10  # four, 10 to 1
    elif rows[2] == 3:
        lucky = stakes[2] * 4  # three, 4 to 1
    else:
        lucky = -stakes[2]

    player_six = lucky_six_net(rows[3], stakes[3])
    dealer_six = lucky_six_net(rows[4], stakes[4])

    return (initial, tie, lucky, player_six, dealer_six)


def compiled(njit) -> SimpleNamespace:
    """The same functions, each put through `njit`."""
    names: dict = {"__name__": __name__}
    for f in (points, pictures, place, lucky_six, outcomes, lucky_six_net, nets):
        names[f.__name__] = njit(FunctionType(f.__code__, names, f.__name__))
    return SimpleNamespace(**names)
