"""Views leak nothing: whatever the hidden cards are, each viewer is sent the same bytes."""

import json

import pytest

from pitboss.cards.deck import names, parse
from pitboss.errors import UnknownName
from pitboss.play import commands as c
from pitboss.play import views
from pitboss.play.events import DEALER, FOURTH, Actor
from pitboss.play.shoe import Shoe
from pitboss.play.views import SPECTATOR, VIEWERS, Viewer, view
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_fault import RoundFault
from pitboss.testing.round_machine import walk
from pitboss.testing.view_checks import viewers
from tests.support.playing import DEALS, MANAGER, Table

STAFF = ("dealer", "pit-supervisor", "pit-manager", "shift-manager")
DOWN = "?? ?? ??"


# Random walks look at every step with the eyes of one viewer after the other; each planted leak is
# found. That nothing leaks without one is shown in test_round_machine.py.


def walk_finds(message, game="three-card-prime"):
    with pytest.raises(RoundFault, match=message):
        walk(RULEBOOKS[game], 600, shrink=False)


def plant(monkeypatch, leak):
    """Let viewers look where `leak(round, viewer, where)` says so, too."""
    right = views._may_look
    monkeypatch.setattr(
        views, "_may_look", lambda *arguments: right(*arguments) or leak(*arguments)
    )


@pytest.mark.parametrize(
    "leak",
    [
        lambda round, viewer, where: viewer.role == "spectator",
        lambda round, viewer, where: viewer.role == "dealer" and where == DEALER,
        lambda round, viewer, where: viewer.role == "shift-manager" and round.phase == "revealed",
        lambda round, viewer, where: viewer.role == "auditor",
        lambda round, viewer, where: viewer.role == "player" and where == FOURTH,
        lambda round, viewer, where: (
            viewer.role == "player" and where in round.boxes and round.boxes[where].examined_by
        ),
        lambda round, viewer, where: (
            where in round.boxes and viewer.id in round.boxes[where].stakes
        ),
        lambda round, viewer, where: (
            where in round.boxes and round.boxes[where].played is False
        ),
    ],
)  # fmt: skip
def test_a_planted_leak_is_found(monkeypatch, leak):
    plant(monkeypatch, leak)
    walk_finds("A view leaks")


def test_a_view_that_asks_for_too_much_and_shows_nothing_of_it_is_found(monkeypatch):
    """The name of a hand gives its cards away as well."""
    right = views._hand

    def with_a_hint(round, viewer, shoe, where):
        hand = right(round, viewer, shoe, where)
        cards = [shoe.card(place) for place in round.places(where)]
        return {**hand, "size": "odd" if sum(card or 0 for card in cards) % 2 else "even"}

    monkeypatch.setattr(views, "_hand", with_a_hint)
    walk_finds("A view leaks")


def test_a_view_that_hides_too_much_is_found(monkeypatch):
    monkeypatch.setattr(views, "_may_look", lambda *arguments: False)
    walk_finds("A view hides too much")


# One by one


def hands(table, viewer, shoe=None):
    """By box: the cards as this viewer is shown them."""
    shown = view(table.round, viewer, shoe or table.shoe)
    return {box["box"]: box["cards"] for box in shown["boxes"]}


def cards(table, where):
    return names(table.cards(where))


def everybody(table):
    return [Viewer("player", "p1"), Viewer("player", "p2"), *(Viewer(role) for role in VIEWERS)]


def test_a_player_sees_the_hand_they_looked_at_and_no_other():
    table = Table("three-card-poker").to("examining")
    assert hands(table, Viewer("player", "p1")) == {1: cards(table, 1), 2: DOWN}
    assert hands(table, Viewer("player", "p2")) == {1: DOWN, 2: DOWN}
    own = view(table.round, Viewer("player", "p1"), table.shoe)["boxes"][0]
    assert own["hand"] == table.setup.rules.name_hand(views.row_of(table.cards(1)))
    assert "hand" not in view(table.round, Viewer("player", "p2"), table.shoe)["boxes"][0]


def test_3_10_a_bettor_on_several_boxes_sees_one_hand_only():
    table = Table("lucky-three-pictures").open()
    for box in (1, 2, 3):
        table.bet(box, "p1")
    table.close().deal().look(2, "p1")
    for box in (1, 3):
        assert table.refused(c.Examine(Actor("p1"), box)) == ("rule/one-hand", "3.10")
    assert hands(table, Viewer("player", "p1")) == {1: DOWN, 2: cards(table, 2), 3: DOWN}


def test_standing_players_see_no_hand():
    table = Table("lucky-three-pictures").open()
    table.bet(1, "p1", seated=True).bet(1, "p2", amount=9000).bet(2, "p3").bet(2, "p2", amount=500)
    table.close().deal().look(1, "p1").look(2, "p3")
    for box in (1, 2):
        assert table.refused(c.Examine(Actor("p2"), box))[0] == "rule/twice"
    assert hands(table, Viewer("player", "p2")) == {1: DOWN, 2: DOWN}
    assert hands(table, Viewer("player", "p1")) == {1: cards(table, 1), 2: DOWN}


def test_a_standing_player_may_not_look_first():
    table = Table("lucky-three-pictures").open()
    table.bet(1, "p1", seated=True).bet(1, "p2", amount=9000).close().deal()
    assert table.refused(c.Examine(Actor("p2"), 1)) == ("authority/not-yours", "1.19")


@pytest.mark.parametrize("turned", ["last", "first"])
def test_nobody_sees_the_fourth_card_before_it_is_turned(turned):
    table = Table("three-card-prime", fourth_turned=turned).to("decided")
    for viewer in everybody(table):
        assert view(table.round, viewer, table.shoe)["fourth"] == {"cards": "??"}
    if turned == "last":
        table.show(DEALER)
        for viewer in everybody(table):
            assert view(table.round, viewer, table.shoe)["fourth"] == {"cards": "??"}
    table.show(FOURTH)
    for viewer in everybody(table):
        fourth = view(table.round, viewer, table.shoe)["fourth"]
        assert fourth == {"cards": cards(table, FOURTH)}


def test_a_folded_hand_stays_hidden_from_others():
    table = Table("three-card-poker").to("examining").decide_all(folds=(1, 2)).show()
    table.settle()
    assert hands(table, Viewer("player", "p1")) == {1: cards(table, 1), 2: DOWN}
    for viewer in (Viewer("player", "p2"), SPECTATOR, *(Viewer(role) for role in STAFF)):
        assert hands(table, viewer) == {1: DOWN, 2: DOWN}
    assert hands(table, Viewer("auditor")) == {1: cards(table, 1), 2: cards(table, 2)}


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("role", STAFF)
def test_staff_see_no_card_that_lies_face_down(game, role):
    table = Table(game).to("examining")
    shown = view(table.round, Viewer(role, "p1"), table.shoe)
    assert {box["cards"] for box in shown["boxes"] if box["cards"]} == {DOWN}
    assert shown["dealer"] == {"cards": DOWN}
    table.decide_all().show(DEALER)
    assert view(table.round, Viewer(role, "p1"), table.shoe)["dealer"]["cards"] == cards(
        table, DEALER
    )


@pytest.mark.parametrize("game", RULEBOOKS)
def test_an_auditor_sees_all_once_the_round_is_over_and_nothing_before(game):
    table = Table(game).to("examining")
    assert set(hands(table, Viewer("auditor")).values()) <= {DOWN}
    table.decide_all().show_all()
    before = view(table.round, Viewer("auditor"), table.shoe)
    assert before == view(table.round, SPECTATOR, table.shoe)
    table.settle()
    assert hands(table, Viewer("auditor")) == {
        box: cards(table, box) for box in hands(table, Viewer("auditor"))
    }


def test_an_auditor_sees_all_of_a_void_round():
    table = Table("three-card-poker").to("examining")
    table.ruled("deck-count")
    assert table.round.phase == "void"
    assert hands(table, Viewer("auditor")) == {1: cards(table, 1), 2: cards(table, 2)}
    assert hands(table, SPECTATOR) == {1: DOWN, 2: DOWN}


def test_who_looked_has_not_seen_a_hand_that_was_moved_there():
    table = Table("three-card-poker", led_by="dealer").to("examining")
    number = table.incident("other")
    moved = ((1, table.round.places(2)), (2, table.round.places(1)))
    table.rule(number, MANAGER, "reconstruct", "They were swapped.", moved)
    assert hands(table, Viewer("player", "p1")) == {1: DOWN, 2: DOWN}


def test_a_shoe_that_knows_no_cards_shows_those_that_were_turned():
    """At a table with real cards nobody knows the others."""
    table = Table("three-pictures").to("examining").decide(1)
    assert hands(table, SPECTATOR, Shoe())[1] == cards(table, 1)
    assert hands(table, Viewer("player", "p2"), Shoe())[2] == DOWN


def test_a_card_that_is_turned_alone_is_that_card():
    """Nobody is shown a card twice, and the one that is still down not at all."""
    table = Table("three-card-poker", "As Kd 2c").to("examining").decide_all().show()
    table.say(c.Reveal(DEALS, 1, (None, None, *parse("2c"))))
    assert hands(table, SPECTATOR) == {1: "?? ?? 2c", 2: DOWN}
    assert hands(table, Viewer("player", "p1")) == {1: "As Kd 2c", 2: DOWN}


def test_every_viewer_is_one_of_those_there_are():
    table = Table("three-pictures").to("examining")
    with pytest.raises(UnknownName, match="There is no viewer 'admin'"):
        view(table.round, Viewer("admin"), table.shoe)
    assert {viewer.role for viewer in viewers(table.round)} == set(VIEWERS)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_view_is_plain_data_and_the_same_each_time(game):
    table = Table(game).to("settled")
    for viewer in everybody(table):
        shown = view(table.round, viewer, table.shoe)
        assert json.loads(json.dumps(shown)) == json.loads(
            json.dumps(view(table.round, viewer, table.shoe))
        )
        assert shown["phase"] == "settled"
        assert shown["payments"]
