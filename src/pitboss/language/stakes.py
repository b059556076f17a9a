"""Stakes on the wagers of a game: what a rulebook accepts, and the errors where it does not.

Settlement, sessions and simulation all refuse a stake with the same error. A settler checks every
bet of every round, so it makes the comparisons itself; the errors are built here for all.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.errors import BadBet
from pitboss.language.rulebook import LARGEST_STAKE, Rules
from pitboss.language.wagers import Stakes, Wager

USUAL_STAKE = 1000


def every_wager(rules: Rules) -> dict[str, int]:
    """A bet on every wager that is placed before the deal, at its posted price if it has one."""
    staked = (wager for wager in rules.wagers if wager.is_staked and not wager.equals)
    return {wager.key: rules.prices.get(wager.key, USUAL_STAKE) for wager in staked}


def placed_stakes(rules: Rules, stakes: Stakes, where: str = "") -> dict[str, int]:
    """One bettor's stakes before the deal, checked; a wager that equals another is left out.

    A wager that rests on anybody's bet is accepted by itself: somebody else may have placed that
    bet on the same box. `where` says in an error which box is meant.
    """
    if not isinstance(stakes, Mapping) or not stakes:
        raise no_bet(rules.rulebook.main[0], where)
    for key, stake in stakes.items():
        wager = rules.wager(key)
        if not wager.is_staked:
            raise not_staked(wager)
        if type(stake) is not int or not 0 < stake <= LARGEST_STAKE:
            raise wrong_amount(rules, wager, stake)
        price = rules.prices.get(key)
        if price is not None and stake != price:
            raise wrong_price(rules, wager, stake, price)
        needs = wager.needs
        if needs is not None and not needs.anybody and needs.wager not in stakes:
            message = f"{wager.title} rests on the {rules.wager(needs.wager).title}: bet on it too."
            raise BadBet("bet/needs", message, needs.clauses[0])
        if wager.equals and stake != stakes[wager.equals]:
            raise unequal(rules, wager, stakes)
    return {key: stake for key, stake in stakes.items() if not rules.wager(key).equals}


def no_bet(first: str, where: str) -> BadBet:
    """Nothing was staked; `first` is a wager that could be."""
    return BadBet("bet/none", f"There is no bet{where}: place {first}={USUAL_STAKE}.")


def not_staked(wager: Wager) -> BadBet:
    """A stake on a wager that takes none."""
    return BadBet(
        "bet/not-staked",
        f"{wager.title} is paid without a stake of its own: leave it out.",
        wager.rows[-1].clauses[0],
    )


def wrong_amount(rules: Rules, wager: Wager, stake: object) -> BadBet:
    """A stake that is not a whole number of units, or too large."""
    money = rules.currency.money
    if type(stake) is int:
        shown, wanted = money(stake), f"from {money(1)} to {money(LARGEST_STAKE)}"
    else:
        shown, wanted = repr(stake), f"a whole number of the smallest unit: 5000 is {money(5000)}"
    return BadBet("bet/amount", f"{wager.title} is staked with {shown}: give {wanted}.")


def wrong_price(rules: Rules, wager: Wager, stake: int, price: int) -> BadBet:
    """A stake other than the posted price."""
    money = rules.currency.money
    message = f"{wager.title} has one posted price, {money(price)}, and not {money(stake)}."
    return BadBet("bet/price", message)


def unequal(rules: Rules, wager: Wager, stakes: Stakes) -> BadBet:
    """A stake that differs from the one it has to equal."""
    money = rules.currency.money
    assert wager.equals is not None, f"{wager.key} equals no other wager"
    title, stake = rules.wager(wager.equals).title, stakes[wager.equals]
    return BadBet(
        "bet/equal",
        f"{wager.title} must equal the {title}: {money(stake)}, not {money(stakes[wager.key])}.",
        wager.needs.clauses[0] if wager.needs else None,
    )
