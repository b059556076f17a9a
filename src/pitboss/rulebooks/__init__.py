"""The rulebooks: our own, one folder each, and those that the registry finds outside."""

from pathlib import Path

from pitboss.language.rulebook import Rulebook
from pitboss.rulebooks import (
    lucky_three_pictures,
    prosperity_3_pictures,
    three_card_poker,
    three_card_prime,
    three_pictures,
)
from pitboss.rulebooks.registry import Rulebooks, Source

OWN: dict[str, Rulebook] = {
    module.RULEBOOK.key: module.RULEBOOK
    for module in (
        three_pictures,
        prosperity_3_pictures,
        lucky_three_pictures,
        three_card_poker,
        three_card_prime,
    )
}
RULEBOOKS = Rulebooks(
    Source(rulebook, Path(__file__).parent / key.replace("-", "_"), ())
    for key, rulebook in OWN.items()
)


def load_rulebook(path: str | Path) -> Rulebook:
    """Load a game from a file; from then on this process knows it by its key."""
    return RULEBOOKS.load(path)
