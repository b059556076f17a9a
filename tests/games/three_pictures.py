"""What tests expect of Three Pictures."""

from tests.games.expected import Expected
from tests.plain import three_pictures

GAME = Expected(
    key="three-pictures",
    plain=three_pictures,
    clauses="""
1.1 1.1.1 1.1.2 1.1.3 1.1.4 2.1 2.2 2.2.1 2.2.2 2.2.3 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8
3.8.1 3.8.1.1 3.9 3.9.1 3.9.2 3.10 3.11 3.12 3.13 3.13.1 3.14 3.15 4.1 5.1 5.1.1 5.1.2
5.2 5.3 5.4 5.5 5.6
""",
    readings={
        "three-pictures-total": "zero",
        "deal-to": "every-area",
        "late-miscount": "void",
        "player-miscount": "misdeal",
        "late-void": "void",
        "exposed-card": "referred",
    },
    rests={"3.3": ("tie", "three-pictures")},
    alone=("initial",),
    warnings={"three-pictures": "low-return"},
    odd_pays=("1 to 2",),
    counts={
        "initial": {
            "six-points": 24_886_104,
            "player-wins": 171_012_136,
            "tie": 15_373_920,
            "dealer-wins": 195_898_240,
        },
        "tie": {
            "tie": 40_713_056,
            "no-win": 366_457_344,
        },
        "three-pictures": {
            "three-pictures": 220,
            "no-win": 21_880,
        },
    },
    equal_mutants={
        "initial": (
            "off by one player's pictures = 3 in six-points",
            "swap player-wins",
        ),
    },
)
