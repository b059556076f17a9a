"""The rulebooks, one file each, in plain sight."""

from pitboss.configuration import Rulebook
from pitboss.rulebooks import (
    lucky_three_pictures,
    prosperity_3_pictures,
    three_card_poker,
    three_card_prime,
    three_pictures,
)

RULEBOOKS: dict[str, Rulebook] = {
    module.RULEBOOK.key: module.RULEBOOK
    for module in (
        three_pictures,
        prosperity_3_pictures,
        lucky_three_pictures,
        three_card_poker,
        three_card_prime,
    )
}
