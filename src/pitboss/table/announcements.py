"""What the dealer announces on turning up his hand."""

from __future__ import annotations

from pitboss.language.expressions import Deal
from pitboss.language.rulebook import Rules


def announced(rules: Rules, dealer: int) -> str:
    """The dealer's hand in words, and the wager on it that the rulebook has him announce.

    Such a wager reads the dealer's hand alone, and is announced whether or not anybody bet on it.
    """
    hand, key = rules.name_hand(dealer), rules.rulebook.procedure.announces
    if key is None:
        return hand
    wager = rules.by_key[key]
    row = wager.rows[int(wager.result(Deal(dealer, dealer)))]
    return f"{hand}; {wager.title}: {row.outcome}"
