"""What tests expect of Prosperity 3 Pictures."""

from tests.games.expected import Expected
from tests.plain import prosperity_3_pictures

GAME = Expected(
    key="prosperity-3-pictures",
    plain=prosperity_3_pictures,
    clauses="""
1.1 1.1.1 1.1.2 1.1.3 1.1.4 1.1.4.1 1.1.4.2 1.1.4.3 1.1.4.4 1.1.4.5 1.1.5 1.1.6 2.1 2.2
2.2.1 2.2.2 2.2.3 2.2.4 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.9.1 3.9.1.1 3.10 3.10.1
3.10.2 3.11 3.11.1 3.12 3.13 3.13.1 3.13.2 3.14 3.15 3.16 4.1 4.2 4.3 5.1 5.1.1 5.1.2
5.2 5.3 5.4 5.5 5.6
""",
    readings={
        "tie": "points",
        "three-pictures-total": "zero",
        "picture-pair": "same-rank",
        "perfect-tie": "instead",
        "picture-match": "same-rank",
        "deal-to": "every-area",
        "wrong-count": "specific",
        "player-miscount": "misdeal",
        "late-void": "void",
        "exposed-card": "referred",
    },
    rests={"3.4": ("tie", "player-prosperity", "dealer-prosperity", "picture-perfect")},
    alone=("initial",),
    warnings={"tie": "player-edge"},
    warnings_by_reading={
        ("tie", "ranking"): {},
        ("picture-pair", "any-two"): {
            "tie": "player-edge",
            "player-prosperity": "player-edge",
            "dealer-prosperity": "player-edge",
        },
        ("picture-match", "any-picture"): {"tie": "player-edge", "picture-perfect": "player-edge"},
        ("picture-match", "reused"): {"tie": "player-edge", "picture-perfect": "player-edge"},
    },
    odd_pays=("1 to 2",),
    counts={
        "initial": {
            "six-points": 24_886_104,
            "player-wins": 171_012_136,
            "tie": 15_373_920,
            "dealer-wins": 195_898_240,
        },
        "tie": {
            "perfect-tie": 505_440,
            "tie": 40_207_616,
            "no-win": 366_457_344,
        },
        "player-prosperity": {
            "three-kings": 4,
            "three-queens": 4,
            "three-jacks": 4,
            "three-mixed-pictures": 208,
            "any-picture-pair": 720,
            "no-win": 21_160,
        },
        "dealer-prosperity": {
            "three-kings": 4,
            "three-queens": 4,
            "three-jacks": 4,
            "three-mixed-pictures": 208,
            "any-picture-pair": 720,
            "no-win": 21_160,
        },
        "picture-perfect": {
            "one-matching": 44_008_560,
            "two-matching": 929_232,
            "three-matching": 2_160,
            "no-win": 362_230_448,
        },
    },
    equal_mutants={
        "initial": (
            "off by one player's pictures = 3 in six-points",
            "swap player-wins",
        ),
        "player-prosperity": (
            "swap three-kings",
            "swap three-queens",
            "swap three-mixed-pictures",
        ),
        "dealer-prosperity": (
            "swap three-kings",
            "swap three-queens",
            "swap three-mixed-pictures",
        ),
        "picture-perfect": (
            "swap one-matching",
            "swap two-matching",
        ),
    },
)
