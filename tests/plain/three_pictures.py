"""Three Pictures (version 2, 31 December 2010), settled plainly. Comments name clauses."""

# One `if` branch a clause, each with its comment, reads better here than a one-line choice.
# ruff: noqa: SIM108

from types import FunctionType, SimpleNamespace

READINGS = ("three-pictures-total",)
OPTIONS = (("zero", "apart"),)

WAGERS = ("initial", "tie", "three-pictures")
ROWS = (
    ("six-points", "player-wins", "tie", "dealer-wins"),
    ("tie", "no-win"),
    ("three-pictures", "no-win"),
)
PAYTABLES = (("standard",), ("standard",), ("standard",))

Hand = tuple[int, int, int]


def points(hand: Hand) -> int:
    """The point total of a hand (3.8, 3.9)."""
    total = 0
    for card in hand:
        rank = card // 4 + 2
        if rank == 14:
            total = total + 1  # 3.8.1: the ace at its face value, one
        elif rank <= 9:
            total = total + rank  # 3.8.1: two to nine at their face value
        else:
            total = total + 0  # 3.8.1.1: ten, Jack, Queen, King are zero
    return total % 10  # 3.9.1, 3.9.2: the right digit


def knights(hand: Hand) -> int:
    """How many Knights, that is Jacks, Queens and Kings, a hand holds (1.1.1)."""
    count = 0
    for card in hand:
        rank = card // 4 + 2
        if rank == 11 or rank == 12 or rank == 13:
            count = count + 1
    return count


def compare(p: Hand, d: Hand) -> int:
    """1 when p ranks higher than d, -1 when lower, 0 when the ranking is the same."""
    if knights(p) == 3 and knights(d) == 3:
        return 0  # 3.10, 3.14: both highest, Knights have no ranking
    if knights(p) == 3:
        return 1  # 3.10: three Knights is the highest hand
    if knights(d) == 3:
        return -1  # 3.10
    if points(p) > points(d):
        return 1  # 3.11: by point total
    if points(p) < points(d):
        return -1  # 3.11
    if knights(p) > knights(d):
        return 1  # 3.12: same total, most Knights wins
    if knights(p) < knights(d):
        return -1  # 3.12
    return 0  # 3.13: same ranking


def outcomes(
    p: Hand, d: Hand, fourth: int, played: int, reading: tuple[int, ...]
) -> tuple[int, int, int]:
    """The row number of each wager. There is no fourth card and no decision to play here."""
    result = compare(p, d)

    # The initial bet.
    if result == 1:
        if points(p) == 6:
            initial = 0  # 4.1: six-points
        else:
            initial = 1  # 4.1: player-wins
    elif result == 0:
        initial = 2  # 3.13: tie
    else:
        initial = 3  # 3.7: dealer-wins

    # The tie bet: the same point count (1.1.3, 3.13.1), whatever the number of Knights.
    tie = 1  # no-win
    if points(p) == points(d):
        if reading[0] == 0:
            tie = 0  # zero: three Knights total zero points (3.8.1.1, 3.9.1)
        elif knights(p) == 3 and knights(d) == 3:
            tie = 0  # apart: three Knights against three Knights
        elif knights(p) < 3 and knights(d) < 3:
            tie = 0  # apart: neither hand is three Knights

    # The Three Pictures bet: the Player's hand is three Knights (1.1.2).
    if knights(p) == 3:
        pictures = 0  # three-pictures
    else:
        pictures = 1  # no-win

    return (initial, tie, pictures)


def nets(
    rows: tuple[int, ...],
    reading: tuple[int, ...],
    paytable: tuple[int, ...],
    stakes: tuple[int, ...],
    meter: int,
) -> tuple[int, int, int]:
    """The net gain on each wager, in units (4.1)."""
    if rows[0] == 0:
        initial = stakes[0] // 2  # 4.1: wins on six points, 1 to 2
    elif rows[0] == 1:
        initial = stakes[0] * 1  # 4.1: wins on other points, 1 to 1
    elif rows[0] == 2:
        initial = 0  # 3.13: tied, the bet stays the Player's
    else:
        initial = -stakes[0]

    if rows[1] == 0:
        tie = stakes[1] * 8  # 4.1: tie, 8 to 1
    else:
        tie = -stakes[1]

    if rows[2] == 0:
        pictures = stakes[2] * 16  # 4.1: Three Pictures, 16 to 1
    else:
        pictures = -stakes[2]

    return (initial, tie, pictures)


def compiled(njit) -> SimpleNamespace:
    """The same functions, each put through `njit`."""
    names: dict = {"__name__": __name__}
    for f in (points, knights, compare, outcomes, nets):
        names[f.__name__] = njit(FunctionType(f.__code__, names, f.__name__))
    return SimpleNamespace(**names)
