"""The lines of the round notation: every command comes back from its line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.deck import parse as cards
from pitboss.notation.record import Record, beginning, run
from pitboss.notation.steps import VERB_OF, VERBS
from pitboss.notation.steps import read as read_line
from pitboss.notation.steps import write as write_line
from pitboss.notation.syntax import parse
from pitboss.notation.text import read, write
from pitboss.play import commands as c
from pitboss.play.commands import COMMANDS
from pitboss.play.events import Actor
from pitboss.play.setup import setup
from pitboss.play.shoe import Shoe
from pitboss.play.shoe import parse as shoe
from pitboss.rulebooks import RULEBOOKS
from tests.support.json_values import values
from tests.support.playing import DEALS
from tests.test_notation import ROUND


def at(*lines, game="three-pictures", shoe_of="Qs Jd 5h  Kc 3d 2h", **table):
    """Where a table stands after these steps."""
    table_setup = setup(RULEBOOKS[game].configure(readings={"deal-to": "staked"}), **table)
    text = write(Record(table_setup, shoe=shoe(shoe_of))) + "\n".join(lines)
    record = read(text)
    return (
        (list(run(record)) or [None])[-1].after if lines else beginning(table_setup, shoe(shoe_of))
    )


BEGINNING = beginning(setup(RULEBOOKS["three-pictures"].configure()), Shoe())
DEALT = at("open", "bet 1 p1 initial 1000", "close", "deal")


def test_every_command_has_a_line():
    assert set(VERB_OF) == set(COMMANDS.values())
    assert set(VERB_OF.values()) == set(VERBS)


@pytest.mark.parametrize("point", [BEGINNING, DEALT], ids=["before", "dealt"])
@pytest.mark.parametrize("kind", COMMANDS.values(), ids=lambda kind: kind.__name__)
def test_a_command_comes_back_from_its_line(kind, point):
    words = st.sampled_from(["p1", "dealer", "fourth", "because", "hands", "by=x", "#", "5", "->"])
    usual = st.sampled_from([DEALS, Actor("p1"), Actor("dealer"), Actor("x y", "pit-supervisor")])

    @settings(max_examples=40, deadline=None)
    @given(values(kind), words, usual)
    def comes_back(drawn, word, actor):
        named = {name: word for name in ("bettor", "reason") if name in kind._fields}
        for command in (drawn, drawn._replace(by=actor), drawn._replace(**named)):
            text = write_line(command, point)
            assert text.isprintable()
            back = read_line(parse(text), point)
            assert back == command
            assert repr(back) == repr(command)

    comes_back()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("open", c.OpenBets(DEALS)),
        ("open by=pit-manager", c.OpenBets(Actor("pit-manager", "pit-manager"))),
        ("bet 1 p1 ante 500", c.PlaceBet(Actor("p1"), 1, "p1", "ante", 500)),
        ("bet 1 p1 ante 500 seated", c.PlaceBet(Actor("p1"), 1, "p1", "ante", 500, True)),
        ("bet 1 p1 ante 500 by=dealer", c.PlaceBet(DEALS, 1, "p1", "ante", 500)),
        (
            'bet 1 "Guest 417" ante 500',
            c.PlaceBet(Actor("Guest 417"), 1, "Guest 417", "ante", 500),
        ),
        ("take 1 p1 ante", c.TakeBack(Actor("p1"), 1, "p1", "ante")),
        ("take 1 p1 ante 20", c.TakeBack(Actor("p1"), 1, "p1", "ante", 20)),
        ("close", c.CloseBets(DEALS)),
        ("deal", c.Deal(DEALS)),
        ("deal 4", c.Deal(DEALS, 4)),
        (
            "deal 1:0,1,2 dealer:3,4 more",
            c.Deal(DEALS, None, ((1, (0, 1, 2)), ("dealer", (3, 4))), False),
        ),
        ("look 1 p1", c.Examine(Actor("p1"), 1)),
        ("look 1 dealer", c.Examine(DEALS, 1)),
        ("return 1 Qs 10d 7♥", c.ReturnHand(DEALS, 1, tuple(cards("Qs Td 7h")))),
        ("return 1 face-down by=p1", c.ReturnHand(Actor("p1"), 1, ())),
        ("play 1", c.Play(DEALS, 1)),
        ("fold 1 by=p1", c.Fold(Actor("p1"), 1)),
        ("time-out", c.TimeOut(DEALS)),
        ("time-out 1=play 2=fold", c.TimeOut(DEALS, {1: True, 2: False})),
        ("show dealer Qh 8c 3d", c.Reveal(DEALS, "dealer", tuple(cards("Qh 8c 3d")))),
        ("show fourth 2c", c.Reveal(DEALS, "fourth", tuple(cards("2c")))),
        ("show 2 ?? 8c ??", c.Reveal(DEALS, 2, (None, *cards("8c"), None))),
        ("correct dealer 3d 3h", c.CorrectCard(DEALS, "dealer", *cards("3d 3h"))),
        (
            "incident exposed-cards cards=2 box=1 bet=p1:ante round=3 shown=4:Qh,5:9c decided=yes",
            c.ReportIncident(
                DEALS, "exposed-cards", {"cards": "2"}, 1, ("p1", "ante"), 3,
                {4: cards("Qh")[0], 5: cards("9c")[0]}, True,
            ),
        ),
        ('incident other "shown"=yes', c.ReportIncident(DEALS, "other", {"shown": "yes"})),
        ("rule 0", c.GiveRuling(DEALS, 0)),
        (
            "rule 0 void-round by=shift-manager:x because a card = lost, by=all # accounts",
            c.GiveRuling(
                Actor("x", "shift-manager"), 0, "void-round", "a card = lost, by=all # accounts"
            ),
        ),
        (
            "rule 1 hands 1:0,1,2 2:3,4,5 round=2",
            c.GiveRuling(DEALS, 1, None, "", ((1, (0, 1, 2)), (2, (3, 4, 5))), 2),
        ),
        ("choose 0 1 p1 continue", c.Choose(Actor("p1"), 0, 1, "p1", "continue")),
        ("choose 0 1 p1 return by=dealer", c.Choose(DEALS, 0, 1, "p1", "return")),
        ("settle", c.Settle(DEALS)),
        ("settle 1000000", c.Settle(DEALS, 1_000_000)),
        (
            "pay 1 p1 ante -20 nth=1 by=pit-supervisor because it was wrong",
            c.CorrectPayment(
                Actor("pit-supervisor", "pit-supervisor"), 1, "p1", "ante", -20,
                "it was wrong", None, 1,
            ),
        ),
    ],
)  # fmt: skip
def test_lines_as_people_write_them(line, command):
    assert read_line(parse(line), BEGINNING) == command


def test_cards_come_from_the_shoe_where_they_are_not_named():
    first, dealers = tuple(cards("Qs Jd 5h")), tuple(cards("Kc 3d 2h"))
    assert read_line(parse("return 1"), DEALT) == c.ReturnHand(DEALS, 1, first)
    assert read_line(parse("show dealer"), DEALT) == c.Reveal(DEALS, "dealer", dealers)
    assert read_line(parse("show 2"), DEALT) == c.Reveal(DEALS, 2, ())
    assert write_line(c.ReturnHand(DEALS, 1, first), DEALT) == "return 1"
    assert write_line(c.ReturnHand(DEALS, 1, ()), DEALT) == "return 1 face-down"
    assert write_line(c.ReturnHand(DEALS, 1, dealers), DEALT) == "return 1 Kc 3d 2h"


def test_a_card_that_nobody_knows_is_left_out():
    point = at("open", "bet 1 p1 initial 1000", "close", "deal", shoe_of="Qs ?? 5h ?? ?? 2h")
    assert read_line(parse("show dealer"), point) == c.Reveal(DEALS, "dealer", (cards("2h")[0],))


def test_a_hand_that_stays_face_down_takes_no_cards_from_the_shoe():
    text = ROUND.replace("ante", "pair-plus").replace("play 1 by=p1", "return 1")
    record = read(text)
    assert record.steps[4].command == c.ReturnHand(DEALS, 1, ())


def test_a_card_that_lies_face_up_counts_for_more_than_the_shoe():
    lines = ("open", "bet 1 p1 initial 1000", "close", "deal", "incident exposed-cards shown=3:Ks")
    point = at(*lines, led_by="dealer")
    assert read_line(parse("show dealer"), point).cards == tuple(cards("Ks 3d 2h"))
