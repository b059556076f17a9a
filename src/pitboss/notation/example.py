"""An example round of any game: something to read, to change and to replay.

It is written down and read like any other round. One box bets on every wager, the other one folds
where a hand can be folded.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.language.rulebook import Rulebook
from pitboss.language.stakes import USUAL_STAKE, every_wager
from pitboss.notation.text import read, write

FOURTH_CARD, HANDS = "2c  ", "Qs Qd 7h  5d 9s 2h  Qh 8c 3d"
JACKPOT = 1_000_000


def example(rulebook: Rulebook) -> str:
    """A whole round of two boxes as text, with what followed from each step."""
    return write(read("\n".join(_lines(rulebook))))


def _lines(rulebook: Rulebook) -> Iterator[str]:
    rules, fourth = rulebook.configure(), rulebook.fourth_card
    yield f"# A round of {rulebook.title}. Change it, and replay it: the rules say what follows."
    yield "# Lines with an arrow say what followed. Delete those below a line that you change."
    yield f"game {rulebook.key}"
    yield "table boxes=2"
    yield f"shoe {FOURTH_CARD if fourth else ''}{HANDS}"
    yield "open"
    for wager, stake in every_wager(rules).items():
        yield f"bet 1 p1 {wager} {stake}"
    yield f"bet 2 p2 {rulebook.main[0]} {USUAL_STAKE}"
    yield from ("close", "deal", "look 1 p1")
    if rulebook.decision:
        yield from ("play 1 by=p1", "fold 2 by=p2", "show dealer")
        if fourth:
            yield "show fourth"
        yield from ("show 1", "show 2")
    else:
        yield from ("return 1", "look 2 p2", "return 2", "show dealer")
    has_meter = any(row.pay.meter for wager in rules.wagers for row in wager.rows)
    yield f"settle {JACKPOT}" if has_meter else "settle"
