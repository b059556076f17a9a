"""What a table shows: a view that is enough to draw it, and the document that never changes."""

import json

import pytest

from pitboss.cards.hands import COLUMNS, COUNT, cards_of, points_of
from pitboss.language.expressions import Deal
from pitboss.play import SPECTATOR, Viewer, document, setup, view
from pitboss.play import commands as c
from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.prosperity_3_pictures import matching, matching_cards
from tests.support.playing import DEALS, SUPERVISOR, Table

POKER, PRIME, PICTURES, PROSPERITY = (
    "three-card-poker", "three-card-prime", "three-pictures", "prosperity-3-pictures",
)  # fmt: skip
P1, P2 = Viewer("player", "p1"), Viewer("player", "p2")
QUEENS = "Qs Qd 7h  9c 7d 3h  Qh 8c 4s"  # Box 1, box 2, the dealer.


def seen(table, viewer=SPECTATOR):
    return view(table.round, viewer, table.shoe)


# Payments


def test_a_payment_says_why():
    table = Table(POKER, QUEENS).to("settled")
    (ante, *_) = seen(table)["payments"]
    assert ante == {
        "box": 1, "bettor": "p1", "wager": "ante", "stake": 1000, "row": "player-higher",
        "outcome": "Player higher", "pays": "1 to 1", "net": 1000, "returned": 2000,
        "cut": 0, "breakage": 0, "from_meter": 0, "corrected": False,
        "says": "Ante: Pair of Queens beats Queen high, pays 1 to 1.",
        "clauses": ["3.14.1", "4.1"], "policies": ["order-of-hands"],
    }  # fmt: skip


def test_a_corrected_payment_says_why_it_was_corrected():
    table = Table(POKER, QUEENS).to("settled")
    table.say(c.CorrectPayment(SUPERVISOR, 1, "p1", "ante", 500, "A chip was short."))
    (ante, play, *_) = seen(table)["payments"]
    assert (ante["net"], ante["says"], ante["corrected"]) == (500, "A chip was short.", True)
    assert not play["corrected"]


def test_a_folded_hand_is_paid_without_a_word_about_its_cards():
    table = Table(POKER, QUEENS).to("examining").decide_all(folds=(1, 2)).show().settle()
    for payment in seen(table)["payments"]:
        assert payment["says"] == "Ante: the player folded, the bet loses."


def test_what_the_viewer_has_staked_been_returned_and_gained():
    table = Table(POKER, QUEENS).to("decided")
    assert seen(table, P1)["mine"] == {"staked": 2000, "returned": 0, "net": 0}
    table.show_all().settle()
    assert seen(table, P1)["mine"] == {"staked": 2000, "returned": 4000, "net": 2000}
    assert seen(table, P2)["mine"] == {"staked": 2000, "returned": 0, "net": -2000}
    assert seen(table)["mine"] == {"staked": 0, "returned": 0, "net": 0}


def test_the_previous_round_and_its_result():
    table = Table(POKER, QUEENS).to("settled")
    assert seen(table, P1)["previous"] is None
    before = seen(table, P1)
    table.open()
    previous = seen(table, P1)["previous"]
    assert previous["payments"] == before["payments"]
    assert previous["dealer"] == before["dealer"]
    assert (previous["round"], previous["phase"]) == (1, "settled")
    assert previous["mine"]["net"] == 2000


def test_why_a_round_is_void():
    table = Table(POKER).to("examining")
    assert seen(table)["void"] is None
    table.ruled("deck-count")
    void = seen(table, P2)["void"]
    assert (void["clauses"], void["policies"]) == (["5.2"], ["void-bets"])
    assert void["says"].endswith(".")
    assert void["bets"] == [
        {"box": box, "bettor": f"p{box}", "wager": "ante", "amount": 1000} for box in (1, 2)
    ]
    assert seen(table, P2)["mine"] == {"staked": 0, "returned": 1000, "net": 0}


def test_an_incident_says_what_was_ruled_and_why():
    table = Table(POKER).to("examining", look=False)
    table.ruled("misdeal", whole_hands_repair="yes")
    (incident,) = seen(table)["incidents"]
    assert incident["remedy"] == "reconstruct"
    assert incident["because"]["clauses"] == ["5.3"]


# Hands


@pytest.mark.parametrize(
    ("game", "dealer", "qualifies"),
    [
        (POKER, "Qh 8c 4s", True), (POKER, "Jh 8c 4s", False), (POKER, "2h 2c 4s", True),
        (PRIME, "Qh 8c 4s", True), (PRIME, "Jh 8c 4s", False),
        (PICTURES, "Jh 8c 4s", None),
    ],
)  # fmt: skip
def test_whether_the_dealer_qualifies(game, dealer, qualifies):
    fourth = "2d " if game == PRIME else ""
    areas = "Ks Kd 7h " if game == PICTURES else ""
    table = Table(game, f"{fourth}9s 9d 7c {areas}{dealer}", boxes=2 if areas else 1).open()
    table.bet(1, "p1").close().deal()
    assert "qualifies" not in seen(table)["dealer"]
    table.decide_all().show()
    assert seen(table)["dealer"].get("qualifies") is qualifies


@pytest.mark.parametrize("game", [POKER, PRIME])
def test_3_13_the_dealer_qualifies_just_where_no_row_says_otherwise(game):
    rules = RULEBOOKS[game].configure()
    ante = rules.by_key["ante"]
    for dealer in range(0, COUNT, 7):
        rows = ante.result(Deal(range(0, COUNT, 1111), dealer))
        fails = {ante.rows[row].key == "dealer-not-qualified" for row in rows.tolist()}
        assert fails == {not rules.dealer_qualifies(dealer)}


def test_points_of_a_hand_so_far():
    table = Table(PICTURES, "Ks 2d 4c  Jh Qh Kh  9c Ac 8c").to("examining").decide_all()
    assert [box["points"] for box in seen(table)["boxes"][:2]] == [6, 0]
    assert "points" not in seen(table)["dealer"]
    places = table.round.places("dealer")
    table.say(c.Reveal(DEALS, "dealer", (*table.shoe.hand(places[:2]), None)))
    shown = seen(table)["dealer"]
    assert shown["points"] == points_of(table.shoe.hand(places[:2]))
    assert "hand" not in shown


def test_points_of_a_whole_hand_are_the_column():
    points = {row: points_of(cards_of(row)) for row in range(0, COUNT, 13)}
    column = COLUMNS["points"]()
    assert points == {row: int(column[row]) for row in points}


def test_4_3_the_cards_that_match_are_as_many_as_the_wager_counts():
    for option in ("same-rank", "any-picture", "reused"):
        readings = {"picture-match": option}
        count = matching.under(readings)
        for mine in range(0, COUNT, 401):
            for theirs in range(5, COUNT, 397):
                pairs = matching_cards(cards_of(mine), cards_of(theirs), readings)
                assert len(pairs) == int(count.ask(Deal(mine, theirs)))
                assert all(a in cards_of(mine) and b in cards_of(theirs) for a, b in pairs)


def test_4_3_matching_cards_are_shown_once_both_hands_are_up():
    table = Table(PROSPERITY, "Ks Qd 2c  3c 4c 5c  Kh Qh Jh", readings={"deal-to": "staked"})
    table.to("decided")
    assert "matches" not in seen(table)["boxes"][0]
    table.show()
    assert seen(table)["boxes"][0]["matches"] == [["Ks", "Kh"], ["Qd", "Qh"]]
    assert seen(table)["boxes"][1]["matches"] == []


# The document


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_document_holds_what_views_leave_out(game):
    book = RULEBOOKS[game]
    table = Table(game, limits={book.main[0]: (500, 5000, 100)}).to("settled")
    text = json.dumps(document(table.setup))
    shown = document(table.setup)
    assert shown["fingerprint"] == seen(table)["fingerprint"]
    assert [wager["wager"] for wager in shown["wagers"]] == [wager.key for wager in book.wagers]
    first = next(wager for wager in shown["wagers"] if wager["wager"] == book.main[0])
    assert first["limit"] == {"minimum": 500, "maximum": 5000, "step": 100}
    rows = {wager["wager"]: {row["row"] for row in wager["rows"]} for wager in shown["wagers"]}
    for payment in seen(table)["payments"]:
        assert payment["row"] in rows[payment["wager"]]
    assert json.loads(text) == shown
    assert not {"limits", "readings", "title", "wagers"} & set(seen(table))


def test_where_a_wager_without_a_stake_is_paid():
    shown = document(setup(RULEBOOKS[POKER].configure()))
    wagers = {wager["wager"]: wager for wager in shown["wagers"]}
    assert (wagers["ante-bonus"]["paid_at"], wagers["envy"]["paid_at"]) == ("ante", "progressive")
    assert wagers["progressive"]["price"] == 250
    assert wagers["progressive"]["needs"] == {
        "wager": "ante", "anybody": False, "clauses": ["3.5"],
    }  # fmt: skip
    assert wagers["play"]["equals"] == "ante"


def test_the_document_follows_the_pay_table_in_force():
    book = RULEBOOKS[PRIME]
    usual, other = (
        document(setup(book.configure(paytables={"all-six": key}))) for key in ("a6-1", "a6-2")
    )
    assert usual["fingerprint"] != other["fingerprint"]
    pays = [
        [row["pays"] for wager in shown["wagers"] if wager["wager"] == "all-six"
         for row in wager["rows"]]
        for shown in (usual, other)
    ]  # fmt: skip
    assert pays[0] != pays[1]
