"""Game × incident × phase: what is ruled in each cell, read from the rulebooks by hand.

A cell names each remedy that the facts can lead to, with the clause (or policy) that decides. An
incident that is not listed is referred in every phase.
"""

import re

import pytest

from pitboss.language.irregularities import FACTS, INCIDENTS, REMEDIES
from pitboss.rulebooks import OWN
from scripts.floor_words import when
from scripts.phase_table import PAGE, cell, page
from tests.support.playing import PHASES


def always(*ruled):
    return (ruled,) * 7


def until_next(*ruled, then):
    """The same until the next round is open."""
    return (ruled,) * 6 + ((then,),)


def once_closed(before, *ruled):
    """One thing while bets are open, another ever after."""
    return ((before,),) + (ruled,) * 6


def once_handled(unhandled, handled):
    """One thing while nobody can have handled cards; then both, as it happens."""
    return (unhandled,) * 2 + ((*unhandled, *handled),) * 5


REFER = "refer referral"
WRONG_DEAL = once_handled(("reconstruct 5.3", "void-round 5.3"), (REFER,))

EXPECTED = {
    "three-pictures": {
        "foreign-card": until_next("void-round 5.1", then="stands 5.1"),
        "deck-count": always("void-round 5.2"),
        "misdeal": WRONG_DEAL,
        "player-count": WRONG_DEAL,
        "dealer-count": always("void-round 5.4"),
        "late-bet": once_closed("play-on 3.1", "refuse 5.5"),
        "late-withdrawal": once_closed("play-on 3.1", "bet-stands 5.6"),
        "orphan-side-bet": always("remove-bet 3.3"),
    },
    "prosperity-3-pictures": {
        "foreign-card": until_next("void-round 5.1", then="stands 5.1"),
        "deck-count": always("void-round 5.2"),
        "misdeal": WRONG_DEAL,
        "player-count": WRONG_DEAL,
        "dealer-count": until_next("reconstruct 5.4", "void-round 5.4", then="stands 5.4"),
        "late-bet": once_closed("play-on 3.1", "refuse 5.5"),
        "late-withdrawal": once_closed("play-on 3.1", "bet-stands 5.6"),
        "orphan-side-bet": always("remove-bet 3.4"),
    },
    "lucky-three-pictures": {
        "foreign-card": until_next("void-round 5.5", then="stands 5.5"),
        "deck-count": until_next("void-round 5.5", then="stands 5.5"),
        "unshuffled": until_next("void-round 5.5", then="stands 5.5"),
        "too-few-cards": until_next("void-round 5.5", then="stands 5.5"),
        "misdeal": (
            *((("offer-choice 5.5.4", "void-round 5.5"),) * 2),
            *((("offer-choice 5.6", "void-round 5.5"),) * 4),
            ("stands 5.11",),
        ),
        "dealer-count": until_next("offer-choice 5.6", "void-round 5.5", then="stands 5.5.6"),
        "player-count": until_next("offer-choice 5.6", "remove-hand 5.8", then="stands 5.8"),
        "exposed-cards": until_next("offer-choice 5.6", then="stands 5.11"),
        "face-up-in-shoe": until_next("next-card 5.9", then="stands 5.11"),
        "drawn-together": until_next(
            "offer-choice 5.10.1", "decide-order 5.10", then="stands 5.11"
        ),
        "late-bet": once_closed("play-on 3.4", "refuse 3.11"),
        "late-withdrawal": once_closed("play-on 3.4", "refuse 5.7"),
        "over-maximum": once_closed("reduce 5.1", "pro-rate 5.1.1"),
        "under-minimum": once_closed("offer-choice 5.2", "bet-stands 5.2.1"),
        "orphan-side-bet": always("remove-bet 5.13"),
        "misplaced-bet": once_closed("play-on 3.4", "bet-stands 5.12"),
        "walked-away": always("bet-stands 5.3"),
        # Nothing is decided before the dealer's hand is up: both hands here may win or lose.
        "interruption": (
            *((("void-round 5.4",),) * 4),
            *((("conclude 5.4",),) * 2),
            ("stands 1.18",),
        ),
        "late-discovery": always("stands 5.11"),
        "own-cards-exposed": always("refer 5.16"),
        "other": always("refer 5.16"),
    },
    "three-card-poker": {
        "foreign-card": until_next("void-round 5.1", then="stands 5.1"),
        "deck-count": always("void-round 5.2"),
        "misdeal": WRONG_DEAL,
        "player-count": WRONG_DEAL,
        "dealer-count": until_next("reconstruct 5.4", "void-round 5.4", then="stands 5.4"),
        "exposed-cards": always("void-round 5.5", REFER),
        "late-bet": once_closed("play-on 3.1", "refuse 5.6"),
        "late-withdrawal": once_closed("play-on 3.1", "bet-stands 5.7"),
        "orphan-side-bet": always("remove-bet 3.5"),
    },
    "three-card-prime": {
        "late-bet": once_closed("play-on 1", "refuse 2"),
        "late-withdrawal": once_closed("play-on calls", REFER),
        "orphan-side-bet": always("remove-bet 1"),
    },
}


@pytest.mark.parametrize("incident", INCIDENTS)
@pytest.mark.parametrize("game", OWN)
def test_every_cell_has_its_ruling(game, incident):
    expected = EXPECTED[game].get(incident, always(REFER))
    for phase, ruled in zip(PHASES, expected, strict=True):
        remedies = cell(game, incident, phase)
        rulings = {
            f"{remedy} {basis.cited[0].removeprefix('policy ')}"
            for remedy, basis in remedies.items()
        }
        assert rulings == set(ruled), phase


def test_the_page_is_up_to_date():
    assert PAGE.read_text("utf-8") == page(), "run python -m scripts.phase_table"


# Pages for the floor

KEYS = [key for key in (*FACTS, *INCIDENTS, *REMEDIES) if "-" in key]
FLOOR_PAGES = [
    *(PAGE.parent / name for name in ("irregularities.md", "irregularities-by-phase.md")),
    *sorted((PAGE.parent / "readings").glob("[a-z]*.md")),  # README.md lists readings by key.
]


@pytest.mark.parametrize("path", FLOOR_PAGES, ids=lambda path: path.name)
def test_rulings_are_sentences_without_keys(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith(("- ", "|"))]
    words = re.sub(r"`[^`]*`|policy [a-z-]+", "", "\n".join(lines))
    keys = re.compile(rf"(?<![\w-])(?:{'|'.join(KEYS)})(?![\w-])")
    assert keys.findall(words) == []
    assert not re.search(
        r"\b(?:handled|decided|noticed|cards|shown) (?:yes|no|late|never)\b", words
    )
    for ruling in re.findall(r"\*\*(.+?)\*\*", words):
        assert re.fullmatch(r"[A-Z].+\.", ruling)


def test_phases_in_a_row_with_the_same_rulings_are_one_sentence():
    assert [when(0, 6), when(0, 5), when(1, 6), when(2, 4)] == [
        "At any time.",
        "Until the next round is open.",
        "Once bets are closed.",
        "Once players look at their hands, until the round is settled.",
    ]
