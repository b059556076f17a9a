"""Questions on payments: what a wager is paid, and which payment of a box is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from pitboss.cards.hands import cards_of
from pitboss.language.pays import money
from pitboss.maths.odds.witness import Witness
from pitboss.school.deals import Dealt, Rows, bets_in_words
from pitboss.school.question import ERROR, PAY, PUSH, TAKE, Question, Random, Shown, Topic
from pitboss.table.money import net
from pitboss.table.receipt import Line

NOTHING_WRONG = "Nothing is wrong."
RIGHT_ONES = 6  # One box in so many is paid rightly.


def action(line: Line) -> str:
    """What the dealer does with a bet: an amount to pay, or else push it or take it."""
    if line.winnings > 0:
        return money(line.winnings)
    return TAKE if line.net < 0 else PUSH


# Pay this wager


def payments(rows: Rows) -> Iterator[Topic]:
    """A wager to pay, for every row of every wager."""
    for witness in _settled(rows):
        yield Topic(rows.weight(witness), partial(_payment, rows, witness))


def _settled(rows: Rows) -> list[Witness]:
    """The rows with something to do: a bonus that is not paid has no line."""
    return [each for each in rows.all if each.row.pay.staked or each.row.pay.is_win]


def _payment(rows: Rows, witness: Witness, random: Random) -> Question:
    wager = witness.wager
    dealt = rows.deal(witness, random)
    bets = rows.bets_for(wager, random)
    meter = rows.meter(bets, random)
    hands, whose = dealt.hands, ""
    if wager.envy:
        own, line = rows.envy(dealt, bets, meter)
        hands = (
            Shown("Player", tuple(cards_of(own))),
            Shown("Another box", hands[0].cards),
            hands[1],
        )
        whose = " for the hand of the other box"
    else:
        line = next(ln for ln in rows.settle(dealt, bets, meter) if ln.wager.key == wager.key)
    return Question(
        PAY,
        f"What do you do about the {wager.title}{whose}: pay how much, push, or take it?",
        action(line),
        line.says,
        line.clauses,
        hands,
        (*bets_in_words(rows.rules, bets, meter), *_decision(rows, dealt, bets)),
    )


def _decision(rows: Rows, dealt: Dealt, bets: Mapping[str, int]) -> tuple[str, ...]:
    if not rows.rules.rulebook.decision or rows.rules.rulebook.main[0] not in bets:
        return ()  # Nothing was decided.
    return ("The player folded.",) if dealt.folded else ("The player plays.",)


# Find the error


def errors(rows: Rows) -> Iterator[Topic]:
    """A box with a bet on everything, of which one wager is paid as another row would be."""
    for witness in _settled(rows):
        if not witness.wager.envy:
            yield Topic(rows.weight(witness), partial(_error, rows, witness))


def _error(rows: Rows, witness: Witness, random: Random) -> Question:
    dealt = rows.deal(witness, random)
    bets = rows.all_bets(random)
    meter = rows.meter(bets, random)
    lines = rows.settle(dealt, bets, meter)
    paid, wrong = list(lines), None
    at = next(i for i, line in enumerate(lines) if line.wager.key == witness.wager.key)
    others = _otherwise(rows, lines[at], meter)
    if others and int(random.integers(RIGHT_ONES)):
        wrong = lines[at]
        paid[at] = others[int(random.integers(len(others)))]
    listed = [_listed(line) for line in paid]
    answer = NOTHING_WRONG if wrong is None else listed[at]
    why = (
        "Every line is as the rules have it."
        if wrong is None
        else f"Right: {_done(wrong)}. {wrong.says}"
    )
    return Question(
        ERROR,
        "The dealer has done this. Which line is wrong?",
        answer,
        why,
        () if wrong is None else wrong.clauses,
        dealt.hands,
        (*bets_in_words(rows.rules, bets, meter), *_decision(rows, dealt, bets)),
        (*listed, NOTHING_WRONG),
    )


def _otherwise(rows: Rows, line: Line, meter: int | None) -> Sequence[Line]:
    """The line as other rows of its wager would have it, where that is not the same to do."""
    rules = rows.rules
    others = []
    for row in line.wager.rows:
        if row.pay.staked == line.row.pay.staked or not line.wager.is_staked:
            won = net(row.pay, rules.chip, rules.rounds_up())(line.base, meter)
            other = line._replace(row=row, net=won)
            if action(other) != action(line):
                others.append(other)
    return others


def _listed(line: Line) -> str:
    return f"{line.wager.title}: {_done(line)}"


def _done(line: Line) -> str:
    done = action(line)
    if done == TAKE:
        return "taken"
    if done == PUSH:
        return "pushed" if line.wager.is_staked else "not paid"
    return f"paid {done}"
