"""Questions on hands: what they are called, which is higher, and whether the dealer's qualifies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COLUMNS, COUNT, cards_of, masks, row_of
from pitboss.errors import BadConfiguration
from pitboss.language.expressions import Deal
from pitboss.language.wagers import Row
from pitboss.maths.odds.witness import Witness
from pitboss.school.deals import TRIES, Dealt, Rows
from pitboss.school.question import (
    HIGHER,
    NAME,
    QUALIFIES,
    SAY,
    TITLES,
    Question,
    Random,
    Shown,
    Topic,
    mixed,
    picked,
    weight,
)
from pitboss.table.receipt import POLICY, announced

CHOICES = 4
NEAREST = 10  # Of the hands on either side of qualifying, the tenth that is nearest to it.


def names(rows: Rows) -> Iterator[Topic]:
    """A hand to name."""
    for share, units, hands in _named_hands(rows):
        yield Topic(weight(share, units), partial(_name, rows, hands))


def announcements(rows: Rows) -> Iterator[Topic]:
    """The dealer's hand to announce."""
    for share, units, hands in _named_hands(rows):
        yield Topic(weight(share, units), partial(_announcement, rows, hands))


def _named_hands(rows: Rows) -> Iterator[tuple[float, float, Sequence[int]]]:
    """Hands by their name: the share of all hands, the most that they win, and the hands."""
    by_name: dict[str, list[int]] = {}
    for hand, name in enumerate(rows.names):
        by_name.setdefault(name, []).append(hand)
    for hands in by_name.values():
        yield len(hands) / COUNT, _most_won(rows, hands[0]), hands


def _most_won(rows: Rows, hand: int) -> float:
    """The most units that a hand wins on a wager about nothing but this hand."""
    won = 0.0
    for wager in rows.rules.wagers:
        if not any(wager.columns(whose) for whose in ("dealer", "six", "fourth")):
            row = wager.rows[int(wager.result(Deal(hand, hand)))]
            if row.pay.is_win and not wager.envy:
                won = max(won, float(rows.odds[wager.key].net(row.pay)))
    return won


def _name(rows: Rows, hands: Sequence[int], random: Random) -> Question:
    hand = picked(random, hands)
    name_hand = rows.rules.name_hand
    answer = name_hand(hand)
    return Question(
        NAME,
        "What is this hand called?",
        answer,
        f"{answer}.",
        hands=(Shown("Hand", tuple(_shuffled(hand, random))),),
        choices=mixed(random, [answer, *_mistaken(hand, name_hand, random)]),
    )


def _announcement(rows: Rows, hands: Sequence[int], random: Random) -> Question:
    hand, rules = picked(random, hands), rows.rules
    answer = announced(rules, hand)
    return Question(
        SAY,
        "You turn up your own hand. What do you announce?",
        answer,
        f"“{answer}.”",
        rules.rulebook.procedure.reveals,
        (Shown("Dealer", tuple(_shuffled(hand, random))),),
        choices=mixed(random, [answer, *_mistaken(hand, partial(announced, rules), random)]),
    )


def _shuffled(hand: int, random: Random) -> list[int]:
    cards = cards_of(hand)
    return [cards[place] for place in random.permutation(len(cards)).tolist()]


def _mistaken(hand: int, words: Callable[[int], str], random: Random) -> list[str]:
    """What the hand would be called if one of its cards were another, or two where that is few."""
    cards, answer = cards_of(hand), words(hand)
    wrong: dict[str, None] = {}
    tries = 0
    while len(wrong) < CHOICES - 1:
        tries += 1
        kept = random.permutation(cards).tolist()[: 2 if tries <= TRIES else 1]
        others = random.permutation([card for card in range(DECK) if card not in cards]).tolist()
        called = words(row_of([*kept, *others[: len(cards) - len(kept)]]))
        if called != answer:
            wrong[called] = None
    return list(wrong)


# Which is higher


def comparisons(rows: Rows) -> Iterator[Topic]:
    """Two hands to compare: the rows of the main bet that compare them."""
    comparing = _comparing(rows)
    outcomes = [witness.row.outcome for witness in comparing]
    for witness in comparing:
        yield Topic(rows.weight(witness), partial(_comparison, rows, witness, outcomes))


def _comparing(rows: Rows) -> list[Witness]:
    main = rows.rules.wager(rows.rules.rulebook.main[0])
    return [
        witness
        for witness in rows.of(main)
        if not witness.folded and rows.rules.dealer_qualifies(witness.dealer) is not False
    ]


def _comparison(rows: Rows, witness: Witness, outcomes: Sequence[str], random: Random) -> Question:
    dealt = _close(rows, witness.row, random) or rows.deal(witness, random)
    main = rows.rules.rulebook.main[0]
    bets = {main: 100 * rows.rules.chip}
    line = next(ln for ln in rows.settle(dealt, bets, None) if ln.wager.key == main)
    return Question(
        HIGHER,
        TITLES[HIGHER],
        line.row.outcome,
        line.says,
        _numbers((*line.clauses, *line.definitions)),
        dealt.hands[:2],
        choices=tuple(dict.fromkeys(outcomes)),
    )


def _close(rows: Rows, row: Row, random: Random) -> Dealt | None:
    """Two hands of the same name, or else nothing: those are the ones that are mistaken."""
    rules, mask = rows.rules, np.array(masks())
    main = rules.wager(rules.rulebook.main[0])
    for _ in range(TRIES):
        player = picked(random, range(COUNT))
        fourth = None
        taken = int(mask[player])
        if rules.rulebook.fourth_card:
            fourth = picked(random, [card for card in range(DECK) if not taken >> card & 1])
            taken |= 1 << fourth
        dealers = rows.dealers(main, row, player, fourth)
        dealers = dealers[mask[dealers] & taken == 0]
        alike = rows.called_alike(player, dealers)
        if len(alike):
            return Dealt(player, picked(random, alike), fourth, False)
    return None


# Whether the dealer qualifies


def qualifications(rows: Rows) -> Iterator[Topic]:
    """Hands of the dealer's that just qualify, or just do not."""
    rules = rows.rules
    if rules.rulebook.qualifies is None:
        message = (
            f"In {rules.rulebook.title} every hand of the dealer's plays: there is no "
            "qualification to ask about."
        )
        raise BadConfiguration("drill/kind", message)
    strength = COLUMNS["strength"]()
    by_strength = np.argsort(strength, kind="stable")
    qualify = np.array([bool(rules.dealer_qualifies(hand)) for hand in by_strength.tolist()])
    above, below = by_strength[qualify], by_strength[~qualify]
    sides = above[: len(above) // NEAREST], below[-max(len(below) // NEAREST, 1) :]
    for side in sides:
        share = len(side) / COUNT
        yield Topic(weight(share, 1.0), partial(_qualification, rows, side.tolist()))


def _qualification(rows: Rows, hands: Sequence[int], random: Random) -> Question:
    hand, rules = picked(random, hands), rows.rules
    assert rules.rulebook.qualifies is not None
    qualifies = bool(rules.dealer_qualifies(hand))
    says = "qualifies" if qualifies else "does not qualify"
    return Question(
        QUALIFIES,
        TITLES[QUALIFIES],
        "yes" if qualifies else "no",
        f"{rules.name_hand(hand)} {says}.",
        _numbers(rules.rulebook.qualifies.cited()),
        (Shown("Dealer", tuple(_shuffled(hand, random))),),
        choices=("yes", "no"),
    )


def _numbers(cited: Sequence[str]) -> tuple[str, ...]:
    """Clauses without policies."""
    return tuple(Counter(number for number in cited if not number.startswith(POLICY)))
