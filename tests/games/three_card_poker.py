"""What tests expect of Three Card Poker."""

from tests.games.expected import Expected
from tests.plain import three_card_poker

GAME = Expected(
    key="three-card-poker",
    plain=three_card_poker,
    clauses="""
1.1 1.1.1 1.1.2 1.1.3 1.1.4 1.1.5 1.1.6 1.1.7 1.1.8 1.1.9 2.1 2.2 2.2.1 3.1 3.2 3.3 3.4
3.5 3.6 3.7 3.8 3.9 3.10 3.11 3.12 3.13 3.13.1 3.13.2 3.13.3 3.13.4 3.14 3.14.1 3.14.2
3.14.3 3.14.4 3.14.5 3.15 3.16 3.17 3.18 3.18.1 3.18.2 3.18.3 3.18.4 3.18.5 3.18.6 4.1
4.2 4.3 4.4 5.1 5.1.1 5.1.2 5.2 5.3 5.4 5.5 5.6 5.7
""",
    readings={
        "suited-ace-low": "straight-flush",
        "ante-bonus-after-fold": "none",
        "progressive-stake": "kept",
        "envy": "others",
        "envy-unit": "player",
        "wrong-count": "specific",
        "player-miscount": "misdeal",
        "late-void": "void",
        "exposed-card": "referred",
    },
    rests={"3.5": ("progressive",)},
    alone=("ante", "pair-plus"),
    warnings={"progressive": "low-return"},
    suit_wagers=("progressive", "envy"),
    suit_renamings=6,
    common_bets={"ante": 1000, "pair-plus": 500},
    counts={
        "ante": {
            "folded": 132_652_800,
            "dealer-not-qualified": 85_493_652,
            "player-higher": 97_354_684,
            "stand-off": 267_648,
            "dealer-higher": 91_401_616,
        },
        "play": {
            "folded": 132_652_800,
            "dealer-not-qualified": 85_493_652,
            "player-higher": 97_354_684,
            "stand-off": 267_648,
            "dealer-higher": 91_401_616,
        },
        "ante-bonus": {
            "folded": 132_652_800,
            "straight-flush": 884_352,
            "three-of-a-kind": 958_048,
            "straight": 13_265_280,
            "no-bonus": 259_409_920,
        },
        "pair-plus": {
            "straight-flush": 48,
            "three-of-a-kind": 52,
            "straight": 720,
            "flush": 1_096,
            "pair": 3_744,
            "no-win": 16_440,
        },
        "progressive": {
            "akq-spades": 1,
            "akq-other": 3,
            "straight-flush": 44,
            "three-of-a-kind": 52,
            "straight": 720,
            "no-win": 21_280,
        },
        "envy": {
            "akq-spades": 1,
            "akq-other": 3,
            "no-envy": 22_096,
        },
    },
    equal_mutants={
        "ante": ("swap player-higher",),
        "play": ("swap player-higher",),
        "ante-bonus": (
            "swap straight-flush",
            "swap three-of-a-kind",
        ),
        "pair-plus": (
            "swap straight-flush",
            "swap three-of-a-kind",
            "swap straight",
            "swap flush",
        ),
        "progressive": (
            "swap akq-spades",
            "swap straight-flush",
            "swap three-of-a-kind",
        ),
        "envy": ("swap akq-spades",),
    },
)
