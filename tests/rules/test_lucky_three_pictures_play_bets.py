"""Non-Commission Lucky Three Pictures: whose bets, how much, and where, in a round of play."""

from functools import partial

import pytest

from pitboss.notation.wording import placed
from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.decide import decide
from pitboss.play.document import document
from pitboss.play.events import Actor
from tests.support.clause import clause
from tests.support.playing import DEALS, PHASES, SUPERVISOR, Table, wallets, went_back

table = partial(Table, "lucky-three-pictures")
LIMITS = {"initial": (5_000, 100_000)}  # 50 and 1,000, in units of 100.
WINS = "Ks 2d 5c  Ac Ad 4d"  # One box against the dealer.
SIDE = ("lucky-tie", "lucky-pictures", "player-lucky-6", "dealer-lucky-6")


def bet(bettor, amount, wager="initial", box=1, seated=False):
    return c.PlaceBet(Actor(bettor), box, bettor, wager, amount, seated)


def on_box(made, wager="initial", box=1):
    """By bettor: what lies on one area."""
    return {who: n for (b, who, w), n in made.stakes().items() if (b, w) == (box, wager)}


# 1.19, 1.20: who is seated


@clause("1.19", "1.20")
def test_1_19_the_player_who_sits_there_looks_at_the_hand():
    made = table().open().bet(1, "p2", amount=9000).bet(1, "p1", amount=100, seated=True)
    made.close().deal()
    assert made.refused(c.Examine(Actor("p2"), 1)) == ("authority/not-yours", "1.19")
    made.look(1, "p1")


@clause("1.19")
def test_1_19_where_nobody_sits_the_highest_bettor_counts_as_seated():
    made = table().open().bet(1, "p1", amount=100).bet(1, "p2", amount=300).bet(1, "p3", amount=200)
    made.bet(1, "p3", "lucky-tie", 9000).close().deal()
    for bettor in ("p1", "p3"):
        assert made.refused(c.Examine(Actor(bettor), 1)) == ("authority/not-yours", "1.19")
    made.look(1, "p2")


@clause("1.19")
def test_1_19_of_equal_bets_the_first_counts_by_policy():
    made = table().open().bet(1, "p1", amount=100).bet(1, "p2", amount=300).bet(1, "p3", amount=300)
    made.close().deal()
    assert made.refused(c.Examine(Actor("p3"), 1))[0] == "authority/not-yours"
    made.look(1, "p2")


@clause("1.19")
def test_1_19_the_first_of_equal_initial_bets_whatever_else_was_bet_before():
    made = table().open().bet(1, "p1", amount=100).bet(1, "p3", "lucky-tie", 100)
    made.bet(1, "p2", amount=300).bet(1, "p3", amount=300).close().deal()
    made.look(1, "p2")


@clause("1.19")
def test_1_19_who_takes_every_bet_back_no_longer_sits_there():
    made = table().open().bet(1, "p1", seated=True).bet(1, "p2", amount=100)
    made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))
    assert made.round.boxes[1].seated is None
    made.bet(1, "p3", seated=True)
    assert made.refused(bet("p2", 100, seated=True)) == ("bet/seat-taken", "1.19")


@clause("1.19", "3.8")
def test_1_19_a_person_sits_at_one_box_and_stands_at_others():
    made = table().open().bet(1, "p1", seated=True)
    assert made.refused(bet("p1", 100, box=2, seated=True)) == ("bet/seated-elsewhere", "1.19")
    totals = c.SetBets(Actor("p1"), 2, "p1", {"initial": 100}, seated=True)
    assert made.refused(totals) == ("bet/seated-elsewhere", "1.19")
    made.bet(2, "p1")
    assert [box.seated for box in made.round.boxes.values()] == ["p1", None]
    made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))
    made.bet(2, "p1", seated=True)  # Nobody sits at box 1 any more.
    assert made.round.boxes[2].seated == "p1"


@clause("1.19")
@pytest.mark.parametrize(
    ("examiner", "looks"), [("seated", "p1"), ("highest", "p3"), ("first", "p2")]
)
def test_1_19_the_operator_may_say_who_looks_at_a_shared_hand(examiner, looks):
    made = table(examiner=examiner).open().bet(1, "p2", amount=200)
    made.bet(1, "p1", amount=100, seated=True).bet(1, "p3", amount=300).close().deal()
    cited = "1.19" if examiner == "seated" else "3.13"  # Else the operator has decided it.
    for bettor in {"p1", "p2", "p3"} - {looks}:
        assert made.refused(c.Examine(Actor(bettor), 1)) == ("authority/not-yours", cited)
    made.look(1, looks)
    assert made.round.boxes[1].examined_by == looks


@clause("1.20")
def test_1_20_a_standing_player_bets_on_a_seated_players_box():
    made = table(WINS).open().bet(1, "p1", amount=1000, seated=True).bet(1, "p2", amount=400)
    made.play_out()
    assert made.nets() == wallets(made.events) == {"p1": 1000, "p2": 400}
    assert made.round.boxes[1].seated == "p1"


# 3.5 to 3.10: limits and other people's boxes


@clause("3.5")
def test_3_5_the_limits_are_displayed():
    made = table(limits={"initial": (5000, 100_000, 500)}).open()
    limits = {wager["wager"]: wager["limit"] for wager in document(made.setup)["wagers"]}
    assert limits["initial"] == {"minimum": 5000, "maximum": 100_000, "step": 500}
    assert limits["lucky-tie"] is None


@clause("3.6")
def test_3_6_a_bet_keeps_within_the_limits():
    made = table(limits={"initial": (5000, 100_000, 500)}).open()
    assert made.refused(bet("p1", 4500)) == ("rule/under-minimum", "5.2")
    assert made.refused(bet("p1", 100_500)) == ("rule/over-maximum", "5.1")
    assert made.refused(bet("p1", 5200)) == ("bet/increment", "3.5")
    made.say(bet("p1", 5000))
    made.say(bet("p1", 95_000))
    assert made.refused(bet("p1", 500)) == ("rule/over-maximum", "5.1")
    takes = c.TakeBack(Actor("p1"), 1, "p1", "initial", 95_500)
    assert made.refused(takes) == ("rule/under-minimum", "5.2")
    made.say(takes._replace(amount=95_000))
    assert on_box(made) == {"p1": 5000}


@clause("3.6")
@pytest.mark.parametrize(("whose", "is_taken"), [("box", True), ("player", False)])
def test_3_6_read_whose_bets_meet_the_minimum(whose, is_taken):
    made = table(limits=LIMITS, readings={"whose-minimum": whose}).open().bet(1, "p1", amount=6000)
    if is_taken:
        made.say(bet("p2", 100))
    else:
        assert made.refused(bet("p2", 100)) == ("rule/under-minimum", "5.2")


@clause("3.7")
def test_3_7_others_take_up_what_is_left_of_the_maximum():
    made = table(limits=LIMITS).open().bet(1, "p1", amount=60_000, seated=True)
    assert made.refused(bet("p2", 40_100)) == ("rule/over-maximum", "5.1")
    made.say(bet("p2", 30_000))
    made.say(bet("p3", 10_000))
    assert on_box(made) == {"p1": 60_000, "p2": 30_000, "p3": 10_000}
    assert made.refused(bet("p4", 5_000)) == ("rule/over-maximum", "5.1")


@clause("3.8")
def test_3_8_a_player_bets_on_other_boxes_too():
    made = table().open().bet(1, "p1", seated=True).bet(2, "p2", seated=True).bet(2, "p1")
    assert set(made.stakes()) == {
        (1, "p1", "initial"), (2, "p1", "initial"), (2, "p2", "initial"),
    }  # fmt: skip


@clause("3.8", "1.8")
def test_3_8_is_cited_for_a_bet_on_another_box_and_no_other():
    made = table().open()
    said = []
    for box in (1, 2, 1):
        before = made.round
        (event,) = made.say(bet("p1", 100, box=box))
        said += placed(before, event)
    assert said == [
        "p1 bets $1.00 on Initial Bet, box 1 (1.8).",
        "p1 bets $1.00 on Initial Bet, box 2 (1.8, 3.8).",
        "p1 raises Initial Bet by $1.00 to $2.00, box 1 (1.8, 3.8).",
    ]


@clause("3.9")
@pytest.mark.parametrize("wager", SIDE)
def test_3_9_a_side_bet_rests_on_anybodys_initial_bet_on_that_box(wager):
    made = table().open().bet(2, "p2")
    assert made.refused(bet("p2", 100, wager)) == ("rule/orphan-side-bet", "3.9")
    made.bet(1, "p1").say(bet("p2", 100, wager))
    assert on_box(made, wager) == {"p2": 100}


@clause("3.10")
def test_3_10_the_limit_holds_for_each_hand():
    made = table(limits=LIMITS).open()
    for box in (1, 2, 3):
        made.say(bet("p1", 100_000, box=box))
        assert made.refused(bet("p1", 5_000, box=box)) == ("rule/over-maximum", "5.1")


@clause("3.10")
def test_3_10_where_nobody_sits_a_bettor_on_several_boxes_looks_at_one():
    made = table().open().bet(1, "p1").bet(2, "p1").close().deal().look(1)
    assert made.refused(c.Examine(Actor("p1"), 2)) == ("rule/one-hand", "3.10")
    assert made.refused(c.Examine(DEALS, 2)) == ("rule/one-hand", "3.10")
    elsewhere = Table("three-pictures").open().bet(1, "p1").bet(2, "p1").close().deal()
    assert elsewhere.look(1).look(2).round.boxes[2].examined_by == "p1"


# 5.7, 5.12, 5.13, 5.15


@clause("5.7")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_5_7_nothing_is_placed_raised_or_withdrawn_after_the_close(phase):
    made = table().to(phase)
    stakes = made.stakes()
    for late in (bet("p1", 1000), bet("p3", 1000, box=3), bet("p1", 100, "lucky-tie")):
        assert made.refused(late) == ("rule/late-bet", "5.7")
    for amount in (None, 100):
        takes = c.TakeBack(Actor("p1"), 1, "p1", "initial", amount)
        assert made.refused(takes) == ("rule/late-withdrawal", "5.7")
    assert made.ruled("late-bet", box=1) == ("refuse", ("3.11", "5.7"))
    assert made.ruled("late-withdrawal", box=1) == ("refuse", ("5.7",))
    assert made.stakes() == stakes


@clause("5.7")
def test_5_7_does_not_touch_what_is_in_time():
    made = table().open().bet(1, "p1")
    assert made.ruled("late-bet", box=1) == ("play-on", ("3.4",))
    assert made.ruled("late-withdrawal", box=1) == ("play-on", ("3.4",))


@clause("5.12")
@pytest.mark.parametrize("phase", PHASES[1:6])
def test_5_12_bets_are_settled_where_the_chips_lay_at_the_close(phase):
    made = table(led_by="dealer").to(phase)
    stakes = made.stakes()
    told = {"box": 1, "bet": ("p1", "initial")}
    assert made.ruled("misplaced-bet", **told) == ("bet-stands", ("5.12", "5.15"))
    assert made.stakes() == stakes


@clause("5.12")
def test_5_12_while_bets_are_open_a_misplaced_bet_is_moved():
    made = table(led_by="dealer").open().bet(1, "p1").bet(1, "p1", "lucky-tie", 100)
    told = {"box": 1, "bet": ("p1", "lucky-tie")}
    assert made.ruled("misplaced-bet", **told) == ("play-on", ("3.4", "5.12"))
    made.say(c.TakeBack(DEALS, 1, "p1", "lucky-tie"))
    made.bet(1, "p1", "lucky-pictures", 100)
    assert made.stakes() == {(1, "p1", "initial"): 1000, (1, "p1", "lucky-pictures"): 100}


@clause("5.13")
@pytest.mark.parametrize("wager", SIDE)
def test_5_13_a_side_bet_without_an_initial_bet_goes_back(wager):
    made = table(led_by="dealer").open().bet(2, "p2").bet(1, "p1", wager, 100).close()
    gone = went_back(made)[-1]
    assert gone[:4] == (1, "p1", wager, 100)
    assert gone.because.clauses == ("3.9", "5.13")
    assert made.stakes() == {(2, "p2", "initial"): 1000}
    assert wallets(made.events)["p1"] == 0


@clause("5.13")
def test_5_13_noticed_while_bets_are_open():
    made = table(led_by="dealer").open().bet(1, "p1", "lucky-tie", 100).bet(2, "p2")
    told = {"box": 1, "bet": ("p1", "lucky-tie")}
    assert made.ruled("orphan-side-bet", **told) == ("remove-bet", ("5.13",))
    assert made.stakes() == {(2, "p2", "initial"): 1000}


@clause("5.13")
@pytest.mark.parametrize("wager", ["initial", "lucky-tie"])
def test_5_13_does_not_take_off_a_bet_that_has_what_it_rests_on(wager):
    made = table().open().bet(1, "p1").bet(1, "p1", "lucky-tie", 100).close().deal()
    made.decide_all().show()
    report = c.ReportIncident(DEALS, "orphan-side-bet", box=1, bet=("p1", wager))
    if not isinstance(decide(made.round, report), Refusal):
        made.say(report)
        made.rule(0)
    assert made.stakes() == {(1, "p1", "initial"): 1000, (1, "p1", "lucky-tie"): 100}


@clause("5.13")
@pytest.mark.parametrize("led_by", ["table", "dealer"])
def test_5_13_side_bets_go_back_with_the_last_initial_bet_of_the_box(led_by):
    made = table(led_by=led_by).open().bet(1, "p1").bet(1, "p2").bet(1, "p3", "lucky-tie", 100)
    made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))
    assert on_box(made, "lucky-tie") == {"p3": 100}
    gone = made.say(c.TakeBack(Actor("p2"), 1, "p2", "initial"))[1]
    assert (gone.bettor, gone.because.clauses) == ("p3", ("3.9", "5.13"))
    assert made.stakes() == {}


@clause("5.15")
@pytest.mark.parametrize("by", [DEALS, SUPERVISOR])
def test_5_15_staff_bet_for_a_player_who_asks(by):
    made = table().open().bet(1, "p1", amount=700, by=by)
    placed = made.events[-1]
    assert (placed.bettor, placed.by) == ("p1", by)
    assert made.refused(bet("p1", 100)._replace(by=Actor("p2"))) == ("authority/not-yours", None)
    assert Table("three-pictures").open().refused(bet("p1", 100)._replace(by=by)) == (
        "authority/not-yours", None,
    )  # fmt: skip
