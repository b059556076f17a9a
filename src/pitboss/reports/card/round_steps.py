"""How a round goes, when the dealer does not qualify, and how to play, in a few sentences.

All of it follows from the rules in force: which bets come first, whether there is a decision,
whether the dealer may fail to qualify, whether there is a fourth card.
"""

from __future__ import annotations

from pitboss.cards.deck import signs
from pitboss.cards.hand_names import ranks_of, suit_count
from pitboss.cards.hands import cards_of
from pitboss.language.pays import Pay
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.strategy import Strategy, kinds
from pitboss.reports.card.house import House
from pitboss.reports.card.language import Words
from pitboss.reports.card.pay_lines import pay_words

SUITS = ("one-suit", "two-suits", "three-suits")


def steps(rules: Rules, house: House, words: Words) -> list[str]:
    """A round in a few short steps."""
    book = rules.rulebook
    first = words.wager(rules, rules.wager(book.main[0]))
    sentences = [
        *_betting(rules, house, words),
        words("steps", "deal-and-fourth" if book.fourth_card else "deal"),
        _decision(rules, words) if book.decision else words("steps", "no-decision", first=first),
        words("steps", "compare"),
    ]
    counted = [
        words.wager(rules, wager)
        for wager in rules.wagers
        if wager.columns("fourth") and house.offers(wager)
    ]
    if counted:
        sentences.append(words("steps", "fourth", wagers=words.listed(counted)))
    return sentences


def _betting(rules: Rules, house: House, words: Words) -> list[str]:
    first = rules.wager(rules.rulebook.main[0])
    title = words.wager(rules, first)
    others = [
        wager
        for wager in rules.wagers
        if wager.is_staked and wager is not first and wager.equals is None and house.offers(wager)
    ]
    independent = [words.wager(rules, wager) for wager in others if wager.needs is None]
    dependent = [_with_price(rules, wager, words) for wager in others if wager.needs]
    opening = [words("steps", "first", first=title)]
    if independent:
        opening.append(words("steps", "alone", wagers=words.listed(independent), first=title))
    if not dependent:
        return [words.sentences(opening)]
    anybody = any(wager.needs and wager.needs.anybody for wager in others)
    form = "anybody" if anybody else "with-it"
    more = words("steps", form, first=title, wagers=words.listed(dependent))
    return [words.sentences(opening), more]


def _with_price(rules: Rules, wager: Wager, words: Words) -> str:
    title, price = words.wager(rules, wager), rules.prices.get(wager.key)
    if price is None:
        return title
    return words("steps", "priced", wager=title, price=rules.currency.money(price))


def _decision(rules: Rules, words: Words) -> str:
    first = rules.wager(rules.rulebook.main[0])
    play = next(wager for wager in rules.wagers if wager.equals)
    titles = {"first": words.wager(rules, first), "play": words.wager(rules, play)}
    return words("steps", "decision", **titles)


def qualifying(rules: Rules, words: Words) -> str:
    """What follows if the dealer does not qualify; empty where the dealer always does."""
    consequences, outcome = [], ""
    for key in rules.rulebook.main:
        wager = rules.wager(key)
        for row in wager.rows:
            if row.key == "dealer-not-qualified":
                outcome = words.outcome(rules, wager, row)
                consequences.append(_consequence(rules, wager, row.pay, words))
    if not consequences:
        return ""
    joined = words("qualifying", "join").join(consequences)
    says = words("qualifying", "says", outcome=outcome, consequences=joined)
    return words.sentences([says, *words.notes(rules, "qualifying")])


def _consequence(rules: Rules, wager: Wager, pay: Pay, words: Words) -> str:
    title = words.wager(rules, wager)
    if pay.is_win:
        pays = pay_words(pay, words, rules.currency)
        return words("qualifying", "pays", wager=title, pays=pays)
    return words("qualifying", "loses" if pay.is_loss else "returned", wager=title)


def strategy_words(strategy: Strategy, words: Words) -> str:
    """The strategy for a player."""
    if strategy.plays.all() or not strategy.plays.any():
        return words("strategy", "every" if strategy.plays.all() else "none")
    if strategy.threshold is not None:
        return words("strategy", "threshold", hand=ranks_of(strategy.threshold))
    parts = []
    for decision, rows in strategy.exceptions_by_decision.items():
        hands = words("lists", "comma").join(_kind(*kind, words) for kind in kinds(rows))
        count = words("strategy", "one" if len(rows) == 1 else "many", count=len(rows))
        parts.append(words("strategy", decision, hands=hands, count=count))
    exceptions = words("strategy", "join").join(parts)
    lowest = ranks_of(strategy.nearest_threshold[0])
    return words("strategy", "exceptions", hand=lowest, exceptions=exceptions)


def _kind(row: int, is_whole: bool, words: Words) -> str:
    if not is_whole:
        return signs(cards_of(row))
    return words("strategy", SUITS[suit_count(row) - 1], ranks=ranks_of(row))
