"""Bets that are the same in every round: checked as the rules ask, before anything is counted."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.errors import BadBet
from pitboss.language.pays import money
from pitboss.language.rulebook import LARGEST_STAKE, Rules
from pitboss.language.wagers import Wager

USUAL_STAKE = 1000


def stake_of(wager: Wager) -> str:
    """The wager whose stake it is paid on."""
    return wager.equals or wager.paid_on or wager.key


def every_wager(rules: Rules) -> dict[str, int]:
    """A bet on every wager, at the posted price where there is one."""
    staked = (wager for wager in rules.wagers if wager.is_staked and not wager.equals)
    return {wager.key: rules.prices.get(wager.key, USUAL_STAKE) for wager in staked}


def placed(rules: Rules, stakes: Mapping[str, int], where: str = "") -> dict[str, int]:
    """The stakes before the deal: the wager that equals another follows from it.

    A wager that rests on anybody's bet is taken by itself: somebody else has bet on the same box.
    """
    if not isinstance(stakes, Mapping) or not stakes:
        first = rules.rulebook.main[0]
        raise BadBet("bet/none", f"There is no bet{where}: place {first}={USUAL_STAKE}.")
    for key, stake in stakes.items():
        wager = rules.wager(key)
        if not wager.is_staked:
            told = f"{wager.title} is paid without a stake of its own: leave it out."
            raise BadBet("bet/not-staked", told)
        if type(stake) is not int or not 0 < stake <= LARGEST_STAKE:
            told = f"give a whole number of units from 1 to {LARGEST_STAKE:,}."
            raise BadBet("bet/amount", f"{wager.title} is staked with {stake!r}: {told}")
        price = rules.prices.get(key, stake)
        if stake != price:
            told = f"{wager.title} has one posted price, {price} ({money(price)}), and not {stake}."
            raise BadBet("bet/price", told)
        needs = wager.needs
        if needs is not None and not needs.anybody and needs.wager not in stakes:
            told = f"{wager.title} rests on the {rules.wager(needs.wager).title}: bet on it, too."
            raise BadBet("bet/needs", told, needs.clauses[0])
        if wager.equals and stake != stakes[wager.equals]:
            title = rules.wager(wager.equals).title
            told = f"{wager.title} must equal the {title}: {stakes[wager.equals]}, not {stake}."
            raise BadBet("bet/equal", told)
    return {key: stake for key, stake in stakes.items() if not rules.wager(key).equals}
