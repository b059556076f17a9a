"""Whole rounds as text: read, played and written again, they are the same to the byte.

`python -m tests.test_playthroughs` writes the files anew after an intended change; check the
difference against the rulebook before you keep it.
"""

import json
from pathlib import Path

import pytest

from pitboss.cards.deck import parse
from pitboss.language.irregularities import REMEDIES
from pitboss.notation.record import check, run
from pitboss.notation.record_json import as_json, from_json
from pitboss.notation.text import read, write
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.commands import COMMANDS
from pitboss.play.events import EVENTS, RulingGiven, Settled
from tests.games import PLAIN
from tests.support.agreement import option_numbers

ANY_HAND = tuple(parse("2c 3d 5h"))  # Of a box whose cards nobody has seen: it folded.
FILES = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))

# What each bettor gains or loses, worked out by hand from the rulebooks. A file's rounds in turn;
# a void round gives back what was staked, and after settlement what was lost, less what was won.
NETS = {
    "after-the-close": [{"p1": 500, "p2": -2000}],
    "bad-beat-out-of-time": [{"p1": -1000 + 12000 + 40000, "p2": -1000, "p3": -1000 + 1000}],
    "chips-where-they-lay": [{"p1": 1000 + 5000, "p2": -1000}],
    "choice-after-settlement": [{"p1": -1000 + 1000, "p2": 2000}],
    "corrections": [{"p1": 5000 + 4000, "p2": 2000}],
    "dealing-error": [{"p1": 1000, "p3": -3000}],
    "drawn-together": [{}],
    "fold-keeps-pair-plus": [
        {"p1": -1000 + 500, "p2": -1000 + 1500 - 250, "p3": 1000, "p4": -1000}
    ],
    "hand-removed": [{"p1": 1000, "p3": -2000}],
    "interruption-concluded": [{"p1": 1000 - 500, "p2": -1000}],
    "interruption-void": [("void", {"p1": 1000, "p2": 1500})],
    "jackpot-and-envy": [
        {
            "p1": 1000 + 1000 + 5000 + 5_000_000 - 250,
            "p2": -1000 - 250 + 25_000,
            "p3": 2000,
            "p4": 20_000,
        }
    ],
    "lucky-three-pictures": [
        {"p1": 8000, "p2": 2000 + 2000, "p3": -500, "p4": 4000 - 1000 - 500 + 7500}
    ],
    "noticed-in-the-next-round": [("void", {"p1": -1000}), {"p1": 3000}],
    "pro-rata": [{"p1": 95_000, "p2": 5_000}],
    "prosperity-3-pictures": [
        {"p1": -1000 + 2000 - 100 + 500, "p2": 1000 + 25_000 + 1500, "p3": 1000 - 100}
    ],
    "referral": [{"p1": 2000, "p2": 2000}],
    "three-card-poker": [
        {"p1": 5000 + 5000 + 1000, "p2": 3000 + 1250, "p3": 500, "p4": -2000, "p5": 0}
    ],
    "three-card-prime": [
        {"p1": 1000 + 1000 + 1500 + 500, "p2": 2000 + 2000, "p3": -1500, "p4": 2000}
    ],
    "three-pictures": [{"p1": 1000 + 4000, "p2": 1250, "p3": 1000 + 3200, "p4": -1100}],
    "totals-and-time-out": [{"p1": 2000 + 2000, "p2": -1000 + 1500 - 250}],
    "void-after-settlement": [("void", {"p1": -5000, "p2": 2000})],
    "void-before-settlement": [("void", {"p1": 5250, "p2": 1000})],
}


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def path(request):
    return request.param


def events(record):
    answers = [outcome.answer for outcome in run(record)]
    return [event for answer in answers if not isinstance(answer, Refusal) for event in answer]


def test_it_comes_back_as_it_is_written(path):
    text = path.read_text("utf-8")
    assert write(read(text)) == text


def test_its_json_form_says_the_same(path):
    text = path.read_text("utf-8")
    data = json.loads(json.dumps(as_json(read(text))))
    record = from_json(data)
    check(run(record))
    assert as_json(record) == data
    assert write(record._replace(fingerprint=None)) == text


def test_what_it_comes_to_was_worked_out_by_hand(path):
    assert nets(events(read(path.read_text("utf-8")))) == NETS[path.stem]


def nets(events):
    """What each round comes to by its events: each bettor's net, or what a void hands back."""
    by_round = {}
    for event in events:
        name = type(event).__name__
        if name == "BetsOpened":
            number = event.round
        elif name == "Settled":
            by_round[number] = {}
            for paid in event.payments:
                by_round[number][paid.bettor] = by_round[number].get(paid.bettor, 0) + paid.net
        elif name == "PaymentCorrected":
            by_round[event.round][event.bettor] += event.net - event.was
        elif name == "Voided":
            by_round[event.round] = ("void", returned(event))
    return list(by_round.values())


def returned(event):
    """By bettor: what a void hands back."""
    amounts = {}
    for bet in event.bets:
        amounts[bet.bettor] = amounts.get(bet.bettor, 0) + bet.amount
    return amounts


def test_every_payment_is_what_the_plain_settlement_gives(path):
    """The second road: rows and amounts of every box, by code that shares nothing with ours."""
    record = read(path.read_text("utf-8"))
    for outcome in run(record):
        if isinstance(outcome.answer, Refusal):
            continue
        for i, event in enumerate(outcome.answer):
            if isinstance(event, Settled):
                ours = {paid[:3]: paid[3:6] for paid in event.payments if paid.wager != "envy"}
                assert ours == plainly(
                    replay(outcome.before.round, outcome.answer[:i]), event.jackpot
                )


def plainly(round, jackpot):
    """(box, bettor, wager): (row, stake, net)."""
    rules, plain = round.setup.rules, PLAIN[round.setup.rules.key]
    reading = option_numbers(plain, dict(rules.readings))
    tables = [
        known.index(rules.paytables[wager])
        for wager, known in zip(plain.WAGERS, plain.PAYTABLES, strict=True)
    ]
    fourth = (*round.cards("fourth"), 0)[0]
    payments = {}
    for number, box in round.boxes.items():
        if not box.stakes:
            continue
        cards = tuple(round.cards(number)) or ANY_HAND
        played = int(box.played is not False)
        rows = plain.outcomes(cards, tuple(round.cards("dealer")), fourth, played, reading)
        for bettor, bets in box.stakes.items():
            on = {**bets, "ante-bonus": bets.get("ante", 0)}
            stakes = [on.get(wager, 0) for wager in plain.WAGERS]
            nets = plain.nets(rows, reading, tuple(tables), tuple(stakes), jackpot or 0)
            for i, wager in enumerate(plain.WAGERS):
                if wager in bets or (wager == "ante-bonus" and nets[i]):
                    row = plain.ROWS[i][rows[i]]
                    payments[number, bettor, wager] = (row, bets.get(wager, 0), nets[i])
    return payments


def test_the_files_there_are():
    assert {path.stem for path in FILES} == set(NETS)
    texts = [path.read_text("utf-8") for path in FILES]
    games = {read(text).setup.rules.key for text in texts}
    assert games == set(PLAIN)


def test_together_they_hold_every_event():
    seen = {
        type(event).__name__ for path in FILES for event in events(read(path.read_text("utf-8")))
    }
    assert seen == set(EVENTS)


def test_together_they_hold_every_command():
    steps = [step for path in FILES for step in read(path.read_text("utf-8")).steps]
    assert {type(step.command).__name__ for step in steps} == set(COMMANDS)


def test_together_they_hold_many_remedies():
    rulings = [
        event.remedy
        for path in FILES
        for event in events(read(path.read_text("utf-8")))
        if isinstance(event, RulingGiven)
    ]
    assert (
        {"void-round", "offer-choice", "remove-hand", "conclude", "refer", "play-on"}
        <= {*rulings}
        <= set(REMEDIES)
    )


if __name__ == "__main__":
    for file in FILES:
        file.write_text(write(read(file.read_text("utf-8"))), "utf-8")
