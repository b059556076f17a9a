"""What tests expect of Lucky Three Pictures."""

from tests.games.expected import Expected
from tests.plain import lucky_three_pictures

GAME = Expected(
    key="lucky-three-pictures",
    plain=lucky_three_pictures,
    clauses="""
1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 1.12 1.13 1.14 1.15 1.16 1.17 1.18 1.19
1.20 1.21 1.22 2.1 2.1.1 2.1.1.a 2.2 2.2.1 3.1 3.2 3.2.1 3.2.2 3.2.3 3.3 3.4 3.5 3.6 3.7
3.8 3.9 3.10 3.11 3.12 3.12.1 3.13 3.13.1 3.13.2 3.13.3 3.13.4 4.1 5.1 5.1.1 5.1.2 5.2
5.2.1 5.3 5.4 5.4.1 5.4.2 5.5 5.5.1 5.5.2 5.5.3 5.5.4 5.5.5 5.5.6 5.6 5.6.1 5.6.2 5.6.3
5.7 5.8 5.8.1 5.9 5.10 5.10.1 5.11 5.12 5.13 5.14 5.15 5.16 G
""",
    readings={
        "three-pictures-total": "zero",
        "lucky-pictures": "combined",
        "unseated-priority": "highest",
        "under-minimum": "box",
        "pro-rata-floor": "rest",
        "whose-minimum": "box",
        "available-bets": "placed",
        "known": "face-up",
        "repaired-misdeal": "options",
        "wrong-count": "specific",
        "late-options": "always",
        "second-choice": "again",
        "exposed-card": "options",
        "shared-choice": "each",
        "face-up-card": "next-card",
        "late-error": "stands",
    },
    rests={"3.9": ("lucky-tie", "lucky-pictures", "player-lucky-6", "dealer-lucky-6")},
    alone=("initial",),
    odd_pays=("1 to 2",),
    counts={
        "initial": {
            "six-points": 24_886_104,
            "player-wins": 171_012_136,
            "tie": 15_373_920,
            "dealer-wins": 195_898_240,
        },
        "lucky-tie": {
            "tie-three-pictures": 18_480,
            "tie-8-or-9": 7_978_224,
            "tie-other": 32_716_352,
            "no-win": 366_457_344,
        },
        "lucky-pictures": {
            "six-pictures": 18_480,
            "five-pictures": 633_600,
            "four-pictures": 7_722_000,
            "three-pictures": 43_472_000,
            "no-win": 355_324_320,
        },
        "player-lucky-6": {
            "two-pictures": 3_339_600,
            "one-picture": 10_754_736,
            "no-picture": 10_791_768,
            "no-win": 382_284_296,
        },
        "dealer-lucky-6": {
            "two-pictures": 3_339_600,
            "one-picture": 10_754_736,
            "no-picture": 10_791_768,
            "no-win": 382_284_296,
        },
    },
    equal_mutants={
        "initial": (
            "off by one player's pictures = 3 in six-points",
            "swap player-wins",
        ),
        "lucky-tie": (
            "swap tie-three-pictures",
            "only player's points = dealer's points in tie-8-or-9",
            "off by one player's pictures = 3 in tie-8-or-9",
            "off by one dealer's pictures = 3 in tie-8-or-9",
        ),
        "lucky-pictures": (
            "swap six-pictures",
            "only (player's pictures + dealer's pictures) = 6 in six-pictures",
            "only player's pictures > 0 in six-pictures",
            "only dealer's pictures > 0 in six-pictures",
            "off by one player's pictures > 0 in six-pictures",
            "off by one dealer's pictures > 0 in six-pictures",
            "swap five-pictures",
            "only (player's pictures + dealer's pictures) = 5 in five-pictures",
            "only player's pictures > 0 in five-pictures",
            "only dealer's pictures > 0 in five-pictures",
            "off by one player's pictures > 0 in five-pictures",
            "off by one dealer's pictures > 0 in five-pictures",
            "swap four-pictures",
            "only (player's pictures + dealer's pictures) = 4 in four-pictures",
            "only player's pictures > 0 in four-pictures",
            "only dealer's pictures > 0 in four-pictures",
        ),
        "player-lucky-6": (
            "swap two-pictures",
            "off by one player's pictures = 3 in two-pictures",
            "swap one-picture",
            "off by one player's pictures = 3 in one-picture",
            "only ((30 if player's pictures = 3, else (3 × player's points + player's pictures)) > (30 if dealer's pictures = 3, else (3 × dealer's points + dealer's pictures)) and player's points = 6) in no-picture",
            "off by one player's pictures = 3 in no-picture",
        ),
        "dealer-lucky-6": (
            "swap two-pictures",
            "off by one dealer's pictures = 3 in two-pictures",
            "swap one-picture",
            "off by one dealer's pictures = 3 in one-picture",
            "only ((30 if player's pictures = 3, else (3 × player's points + player's pictures)) < (30 if dealer's pictures = 3, else (3 × dealer's points + dealer's pictures)) and dealer's points = 6) in no-picture",
            "off by one dealer's pictures = 3 in no-picture",
        ),
    },
)
