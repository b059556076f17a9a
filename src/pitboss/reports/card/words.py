"""The words of a rule card that no declaration holds: how a round goes.

That follows from the rules in force: which bets come first, whether there is a decision, a dealer
who may not qualify, a fourth card.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.language.pays import Pay, money
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager


def listed(words: Sequence[str], last: str = "and") -> str:
    """As people list things: a, b and c."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def steps(rules: Rules) -> list[str]:
    """How a round goes, in a few short steps."""
    decision, fourth = rules.rulebook.decision, rules.rulebook.fourth_card
    table = ", and one more card lies face down on the table" if fourth else ""
    made = [*_bets(rules), f"You get three cards of one deck, the dealer three{table}."]
    made.append(_decision(rules) if decision else "There is nothing to decide: the cards tell.")
    made.append("The dealer's cards are turned and compared with yours. The higher hand wins.")
    turned = [wager.title for wager in rules.wagers if wager.columns("fourth")]
    if turned:
        made.append(f"The card on the table is turned last. It counts for {listed(turned)} only.")
    return made


def _bets(rules: Rules) -> list[str]:
    first = rules.wager(rules.rulebook.main[0])
    others = [w for w in rules.wagers if w.is_staked and w is not first and w.equals is None]
    alone = [wager.title for wager in others if wager.needs is None]
    resting = [_priced(rules, wager) for wager in others if wager.needs]
    opening = f"Place your {first.title}."
    if alone:
        opening += f" {listed(alone)} may be bet with it or alone."
    if not resting:
        return [opening]
    anybodys = any(wager.needs and wager.needs.anybody for wager in others)
    whose = f"Where a box has an {first.title}, anybody's," if anybodys else "With it"
    return [opening, f"{whose} you may also bet {listed(resting)}."]


def _priced(rules: Rules, wager: Wager) -> str:
    price = rules.prices.get(wager.key)
    return wager.title if price is None else f"{wager.title} ({money(price)})"


def _decision(rules: Rules) -> str:
    first = rules.wager(rules.rulebook.main[0]).title
    play = next(wager.title for wager in rules.wagers if wager.equals)
    return (
        f"Look at your hand. Play on with a {play} bet equal to your {first}, or fold and lose the "
        f"{first}. Your other bets stay in play either way."
    )


def qualifying(rules: Rules) -> str:
    """What a dealer who does not qualify means, where that can be."""
    told, outcome = [], ""
    for key in rules.rulebook.main:
        wager = rules.wager(key)
        for row in wager.rows:
            if row.key == "dealer-not-qualified":
                outcome = row.outcome
                told.append(f"{wager.title} {verdict(row.pay)}")
    return f"{outcome}: the hand does not qualify. {listed(told)}." if told else ""


def verdict(pay: Pay) -> str:
    if pay.is_win:
        return f"pays {pay.words()}"
    return "loses" if pay.is_loss else "is returned"
