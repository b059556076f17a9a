"""Pay tables by plain enumeration: each one configured and priced by the odds, one by one."""

from fractions import Fraction
from itertools import pairwise, product
from math import inf

from pitboss import games
from pitboss.language.paytables import Paytable

POKER, PRIME = games["three-card-poker"], games["three-card-prime"]
LUCKY, PROSPERITY = games["lucky-three-pictures"], games["prosperity-3-pictures"]
HALF = Fraction(1, 2)
PAIR_PLUS = {
    "straight-flush": (30, 60),
    "three-of-a-kind": (20, 40),
    "straight": (4, 8),
    "flush": (3, 6),
    "pair": (1, 2),
}
WIDE = {
    "six-card-royal-diamonds": (1000, 5000, 100),
    "six-card-royal": (500, 2000, 50),
    "five-card-royal": (300, 1000, 50),
    "straight-flush": (100, 300, 10),
    "four-of-a-kind": (30, 100),
    "full-house": (15, 30),
    "flush": (10, 25),
    "straight": (5, 15),
    "three-of-a-kind": (3, 8),
}


def values_of(span):
    if not isinstance(span, tuple):
        return [span]
    low, high, step = span if len(span) == 3 else (*span, 1)
    values = []
    while low <= high:
        values.append(Fraction(low))
        low += step
    return values


def written(value, prize=False):
    if value in ("push", "loses"):
        return value
    if not value:
        return "loses"
    return f"${int(value):,}.00" if prize else f"{value.numerator:,} to {value.denominator}"


def worth(value):
    return {"push": 0, "loses": -1, 0: -1}.get(value, value)


def looks_odd(value):
    if value in ("push", "loses"):
        return False
    unit = 1 if value <= 20 else 5 if value <= 100 else 25 if value <= 1000 else 50
    return value % unit != 0


def priced(game, wager, pays, jackpot=0):
    """Edge, share of wins and variance of the wager, or of the main bet it belongs to."""
    odds = game.configure({wager: Paytable("own", pays)}).odds(jackpot)
    if game.rulebook.decision and wager in game.rulebook.main:
        results = odds.main.results
        wins = Fraction(sum(n for net, n in results.ways.items() if net > 0), results.total)
        return odds.main.house_edge, wins, results.variance
    return odds[wager].house_edge, odds[wager].hit_frequency, odds[wager].results.variance


class Enumerated:
    """Every pay table of the product of the ranges, the rest of the wager as it is in force."""

    def __init__(self, game, wager, ranges, ordered=True, jackpot=0):
        prize = wager == "progressive"
        rows = game.rules.wager(wager).rows
        won = {row.key: row.pay for row in rows if row.pay.is_win or row.key in ranges}
        now = {
            row: pay.cash + pay.meter * jackpot if prize else pay.stake for row, pay in won.items()
        }
        # A pay table has a line for every row that the rulebook pays, whatever the reading.
        book = games[game.key].rules.wager(wager).rows
        words = {row.key: row.pay.words() for row in book if row.pay.is_win}
        words |= {row: pay.words() for row, pay in won.items()}
        self.all = []
        for chosen in product(*(values_of(ranges[row]) for row in ranges)):
            pays = dict(zip(ranges, chosen, strict=True))
            scale = 100 if prize else 1
            nets = {**now, **{row: scale * worth(value) for row, value in pays.items()}}
            if ordered and any(
                nets[a] < nets[b] if now[a] >= now[b] else nets[a] > nets[b]
                for a, b in pairwise(now)
            ):
                continue
            table = {**words, **{row: written(value, prize) for row, value in pays.items()}}
            figures = priced(game, wager, table, jackpot)
            odd = sum(looks_odd(value) for value in pays.values())
            self.all.append((figures, odd, tuple(nets.values()), table))

    def meeting(self, edge, hit=(0, 1), volatility=(0, inf)):
        """The pay tables that meet a target, the best first; an edge alone is to be near."""
        low, high = edge if isinstance(edge, tuple) else (-inf, inf)
        middle = sum(edge) / Fraction(2) if isinstance(edge, tuple) else edge
        kept = [
            (abs(figures[0] - middle), odd, figures[2], nets, table, figures)
            for figures, odd, nets, table in self.all
            if low <= figures[0] <= high
            and hit[0] <= figures[1] <= hit[1]
            and volatility[0] ** 2 <= figures[2] <= volatility[1] ** 2
        ]
        return [
            (table, figures) for *_, table, figures in sorted(kept, key=lambda entry: entry[:4])
        ]


def told(designs):
    """What a search came to, as `Enumerated.meeting` has it."""
    return [
        (dict(design.pays), (design.house_edge, design.hit_frequency, design.variance))
        for design in designs
    ]


def words_of(odds):
    return {row.key: row.pay.words() for row in odds.wager.rows if row.pay.is_win}
