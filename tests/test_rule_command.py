"""pitboss rule: the ruling, and what each option costs, by itself or in a round."""

import io
import json
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.language.irregularities import FACTS, INCIDENTS, MOMENTS
from pitboss.reports.formatting import signed_money

ROUND = """
game lucky-three-pictures
table boxes=2
shoe Ks Kd 9c  2s 2d 7c  4h 4c Js
open
bet 1 p1 initial 1000 seated
bet 2 p2 initial 3000 seated
close
deal
look 1 p1
return 1
return 2
"""


@pytest.fixture
def file(tmp_path):
    made = tmp_path / "one.round"
    made.write_text(ROUND, "utf-8")
    return str(made)


def ruled(capsys, *words):
    assert run(["rule", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_command_gives_the_ruling_as_json(capsys):
    made = ruled(capsys, "three-card-poker", "exposed-cards", "cards=2")
    steps = made.pop("steps")
    assert made == {
        "game": "three-card-poker",
        "incident": "exposed-cards",
        "facts": {"cards": 2},
        "remedy": "void-round",
        "clauses": ["5.5"],
        "authority": "dealer",
        "says": "Two or more cards were turned up in the deal: this round is void.",
        "announce": "Two or more cards were turned up in the deal: this round is void.",
        "digests": {"5.5": "Exposing two cards or more by mistake in the deal voids the round."},
    }
    kinds = [step["kind"] for step in steps]
    assert kinds == ["stop", "look", "announce", "do", "do", "do", "go-on", "record"]
    assert steps[3]["policies"] == ["void-bets"]
    assert steps[-2]["clauses"] == ["3.1"]


def test_a_missing_fact_is_named(capsys):
    assert run(["rule", "three-pictures", "misdeal", "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert json.loads(told.err)["error"] == "fact/missing"
    assert "handled" in json.loads(told.err)["message"]


def typed(monkeypatch, *lines):
    """What a person types; the lines end where the input ends."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.fixture
def width(monkeypatch):
    def set_to(columns):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("pitboss.cli.screen._consoles", [])

    return set_to


def test_the_command_asks_in_the_floors_words(monkeypatch, capsys):
    typed(monkeypatch, "7", "n", "y")
    assert run(["rule", "three-pictures"]) == 0
    told = capsys.readouterr().out
    assert all(moment in told for moment in MOMENTS)
    assert INCIDENTS["misdeal"] in told
    assert "Has any player handled the cards? y/n:" in told
    assert "Can it be put right by moving complete hands? y/n:" in told
    assert "Complete hands are moved to their places, and we play on." in told
    assert "5.3" in told


def test_every_incident_is_offered_once():
    offered = [incident for incidents in MOMENTS.values() for incident in incidents]
    assert sorted(offered) == sorted(INCIDENTS)


@pytest.mark.parametrize(
    ("answer", "incident"),
    [
        *(("1", "late-bet"), ("21", "other"), ("foreign", "foreign-card")),
        *(("MISD", "misdeal"), ("what\npower", "interruption"), ("turned up", "exposed-cards")),
    ],
)  # fmt: skip
def test_numbers_prefixes_and_words_are_understood(monkeypatch, capsys, answer, incident):
    typed(monkeypatch, answer, "1")
    assert run(["rule", "three-card-prime"]) == 0
    assert f"{INCIDENTS[incident]}." in " ".join(capsys.readouterr().out.split())


def test_a_slip_is_asked_again(monkeypatch, capsys):
    typed(monkeypatch, "", "99", "late", "exposed", "many", "0", "2")
    assert run(["rule", "three-card-poker"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "the numbers are 1 to 21" in told
    assert "late could be late-bet, late-withdrawal or late-discovery." in told
    assert told.count("How many cards? 1 to 52:") == 3
    assert "this round is void" in told


def test_every_answer_of_a_fact_is_shown(monkeypatch, capsys):
    typed(monkeypatch, "b", "before", "n")
    assert run(["rule", "three-card-poker", "dealer-count"]) == 0
    told = capsys.readouterr().out
    for answer in FACTS["noticed"][1]:
        assert f"{answer} " in told
    assert "this round is void" in told


def test_where_the_input_ends_the_missing_fact_is_named(monkeypatch, capsys):
    typed(monkeypatch, "maybe")
    assert run(["rule", "three-pictures", "misdeal"]) == 2
    told = capsys.readouterr()
    assert "maybe is not an answer here: say yes or no." in told.out
    assert told.err == "The ruling needs to know handled: give it on the command line.\n"


def test_short_facts_on_the_command_line(capsys):
    made = ruled(capsys, "three-pictures", "misd", "handled=n", "whole-hands-repair=y")
    assert made["incident"] == "misdeal"
    assert made["facts"] == {"handled": "no", "whole-hands-repair": "yes"}


def test_referred_incidents_are_marked(monkeypatch, capsys):
    typed(monkeypatch)
    assert run(["rule", "three-card-poker"]) == 2
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    marks = {line[0]: line[1] for line in lines if line and line[0].isdigit()}
    assert (marks["3"], marks["7"], marks["1"]) == ("↑", "(↑)", "A")


@pytest.mark.parametrize("columns", [40, 80, 140])
@pytest.mark.parametrize("incident", INCIDENTS)
def test_a_ruling_fits_the_screen(capsys, width, columns, incident):
    width(columns)
    facts = ("handled=yes", "noticed=in-time", "reconstructible=no", "order-known=no", "decided=no")
    assert run(["rule", "lucky-three-pictures", incident, *facts]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= columns for line in lines)
    assert not any(line.rstrip().endswith("…") for line in lines)


def test_without_a_round_nothing_is_priced(capsys):
    for incident in ("exposed-cards", "late-bet", "other"):
        assert "costs" not in ruled(capsys, "three-pictures", incident, "cards=1")
    assert run(["rule", "three-pictures", "other"]) == 0
    assert "worth" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [("--exposed", "Qh"), ("--box", "1"), ("--jackpot", "1"), ("shown=21:Qh",)]
)
def test_cards_boxes_and_jackpots_belong_to_a_round(capsys, words):
    assert run(["rule", "three-card-poker", "exposed-cards", *words]) == 2
    assert "give it with --round" in capsys.readouterr().err


def test_a_round_tells_what_the_floor_is_not_asked(capsys, file):
    words = ("lucky-three-pictures", "misdeal", "reconstructible=no")
    made = ruled(capsys, *words, "--round", file)
    assert made["facts"] == {
        "reconstructible": "no", "noticed": "in-time", "handled": "yes", "shown": "no",
    }  # fmt: skip
    assert (made["remedy"], made["clauses"]) == ("offer-choice", ["5.6", "5.6.1", "5.6.3"])
    costs = {one["remedy"]: one["bettors"] for one in made["costs"]}
    assert costs["play-on"]["p1"] > 0 > costs["play-on"]["p2"]
    assert costs["offer-choice"] == {"p1": costs["play-on"]["p1"], "p2": 0}
    assert costs["void-round"] == {"p1": 0, "p2": 0}


def test_the_hand_it_is_about_is_priced(capsys, file):
    words = ("lucky-three-pictures", "player-count", "reconstructible=no", "--box", "2")
    made = ruled(capsys, *words, "--round", file)
    assert made["remedy"] == "remove-hand"
    costs = {one["remedy"]: one["bettors"] for one in made["costs"]}
    assert costs["remove-hand"] == {"p1": costs["play-on"]["p1"], "p2": 0}


def test_the_costs_are_shown(capsys, file):
    words = ["lucky-three-pictures", "misdeal", "reconstructible=yes"]
    assert run(["rule", *words, "--round", file]) == 0
    told = capsys.readouterr().out
    assert "What each way to rule is worth" in told
    assert "let the players choose" in told
    assert "Counted exactly" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("three-pictures", "misdeal"), "not of three-pictures"),
        (("lucky-three-pictures", "misdeal", "handled=no"), "leave it out"),
        (("lucky-three-pictures", "player-count"), "Say which box"),
        (("lucky-three-pictures", "player-count", "--box", "9"), "no box 9"),
    ],
)
def test_what_does_not_fit_the_round(capsys, file, words, message):
    assert run(["rule", *words, "--round", file]) == 2
    assert message in capsys.readouterr().err


def test_a_round_that_has_not_begun(capsys, tmp_path):
    made = tmp_path / "empty.round"
    made.write_text("game three-pictures\n", "utf-8")
    assert run(["rule", "three-pictures", "misdeal", "--round", str(made)]) == 2
    assert "no step" in capsys.readouterr().err


SEVEN = """
game three-card-poker
table boxes=7
{shoe}
open
{bets}
{last}
close
deal
"""
BETS = "\n".join(f"bet {box} p{box} ante {12_345_600 * box}" for box in range(1, 8))
SHOE = "shoe Qs Qd 7h As Ks Qc 5d 9s 2c 6c 6d 2h Jh Tc 9c 4c 8d Ts Ad 3s 7c Qh 8c 3d"


@pytest.fixture
def seven(tmp_path):
    def written(*steps, shoe=SHOE, bets=BETS, last="bet 7 p7 pair-plus 10000"):
        path = tmp_path / "seven.round"
        table = SEVEN.format(shoe=shoe, bets=bets, last=last)
        path.write_text("\n".join([table, *steps]) + "\n", "utf-8")
        return str(path)

    return written


def priced(made):
    return {one["remedy"]: (one["bettors"], one["house"]) for one in made["costs"]}


EXPOSED = ("three-card-poker", "exposed-cards", "--round")


def test_an_exposed_card_is_priced_for_everybody(capsys, seven):
    made = ruled(capsys, *EXPOSED, seven(), "--exposed", "Qh")
    assert made["facts"]["cards"] == 1
    assert made["exposed"] == [{"place": 21, "card": "Qh"}]
    bettors, house = priced(made)["play-on"]
    assert list(bettors) == [f"p{box}" for box in range(1, 8)]
    assert house == pytest.approx(-sum(bettors.values()))
    assert made["unexposed"]["house"] > 0 > house


@pytest.mark.parametrize("words", [("shown=21:Qh",), ("--exposed", "dealer:Qh")])
def test_an_exposed_card_is_named_by_its_place_or_its_hand(capsys, seven, words):
    unknown = ruled(capsys, *EXPOSED, seven(shoe=""), "cards=1", *words)
    assert unknown["exposed"] == [{"place": 21, "card": "Qh"}]
    known = ruled(capsys, *EXPOSED, seven(), "--exposed", "Qh")
    assert priced(unknown) == priced(known)


def test_an_incident_that_the_file_holds_is_priced_at_its_moment(capsys, seven):
    new = ruled(capsys, *EXPOSED, seven(), "--exposed", "Qh")
    reported = "incident exposed-cards cards=1 shown=21:Qh"
    held = ruled(capsys, "three-card-poker", "--round", seven(reported))
    assert held == new
    decided = "rule 0 void-round by=shift-manager because a card was seen"
    assert ruled(capsys, *EXPOSED, seven(reported, decided)) == new


def test_a_card_can_be_named_for_an_incident_of_the_file(capsys, seven):
    file = seven("incident exposed-cards cards=1")
    assert ruled(capsys, *EXPOSED, file)["exposed"] == []
    new = ruled(capsys, *EXPOSED, seven(), "--exposed", "Qh")
    assert ruled(capsys, *EXPOSED, file, "--exposed", "Qh") == new


def test_a_card_exposed_in_the_shoe_counts_where_it_is_due(capsys, seven):
    file = seven()
    dealt = ruled(capsys, *EXPOSED, file, "--exposed", "Qh")
    path = Path(file)
    path.write_text(path.read_text("utf-8").replace("\ndeal\n", "\n"), "utf-8")
    assert priced(ruled(capsys, *EXPOSED, file, "--exposed", "Qh")) == priced(dealt)


def test_a_void_says_what_goes_back(capsys, seven):
    made = ruled(capsys, *EXPOSED, seven(), "shown=21:Qh,22:8c")
    assert made["remedy"] == "void-round"
    assert sum(bet["amount"] for bet in made["returns"]) == 12_345_600 * 28 + 10_000
    assert "If it was settled" not in str(made["steps"])


@pytest.mark.parametrize("incident", ["late-bet", "walked-away"])
def test_what_is_about_one_bet_is_not_priced(capsys, seven, incident):
    assert "costs" not in ruled(capsys, "three-card-poker", incident, "--round", seven())


@pytest.mark.parametrize("columns", [40, 60, 80, 140])
def test_seven_bettors_break_no_number(capsys, seven, width, columns):
    file = seven()
    made = ruled(capsys, *EXPOSED, file, "--exposed", "Qh")
    width(columns)
    assert run(["rule", *EXPOSED, file, "--exposed", "Qh"]) == 0
    told = capsys.readouterr().out
    assert all(len(line) <= columns for line in told.splitlines())
    used = [option["informed"] for option in made["costs"] if "informed" in option]
    for option in (*made["costs"], *used, made["unexposed"]):
        for units in (*option["bettors"].values(), option["house"]):
            assert signed_money(units) in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--exposed", "Zz"), "not a card"),
        (("--exposed", "2d"), "says where 2d lies"),
        (("--exposed", "dealer:2d"), "no hidden card that can be 2d"),
        (("--exposed", "9:Qh"), "Box 9 has no hidden card"),
        (("shown=99:Qh",), "holds no hidden card"),
        (("--exposed", "Qh", "--jackpot", "much"), "The jackpot is 'much'"),
    ],
)
def test_exposed_cards_that_can_not_be(capsys, seven, words, message):
    assert run(["rule", *EXPOSED, seven(), "cards=1", *words]) == 2
    assert message in capsys.readouterr().err


# Players who use the card that they see


def test_an_exposed_card_has_two_figures(capsys, seven):
    bets = "\n".join(f"bet {box} p{box} ante {3_841 * box}" for box in range(1, 8))
    file = seven(shoe="", bets=bets)
    made = ruled(capsys, *EXPOSED, file, "--exposed", "dealer:Kh")
    by_remedy = {one["remedy"]: one for one in made["costs"]}
    on, used = by_remedy["play-on"], by_remedy["play-on"]["informed"]
    assert used["house"] < 0 < on["house"]
    assert used["house"] == pytest.approx(-sum(used["bettors"].values()))
    assert list(used["bettors"]) == list(on["bettors"])
    assert used["standard_error"] is None
    assert "informed" in by_remedy["offer-choice"]
    assert "informed" not in by_remedy["void-round"]
    assert "informed" not in made["unexposed"]
    assert run(["rule", *EXPOSED, file, "--exposed", "dealer:Kh"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "As usual: players decide by their own hand alone" in told
    change = signed_money(used["house"] - made["unexposed"]["house"])
    assert f"and by {change} if players use it." in told


def test_a_game_without_a_decision_has_one_figure(capsys, file):
    words = ("lucky-three-pictures", "exposed-cards", "--round", file, "--exposed", "4h")
    made = ruled(capsys, *words)
    assert not any("informed" in one for one in made["costs"])
    assert run(["rule", *words]) == 0
    told = capsys.readouterr().out
    assert "play on, 4♥ seen" in " ".join(told.split())
    assert "decide by" not in told


# A referral


def test_a_referral_lists_the_ways_to_rule(capsys):
    made = ruled(capsys, "three-card-poker", "exposed-cards", "cards=1")
    assert made["ways"] == ["play-on", "offer-choice", "remove-hand", "void-round"]
    assert "costs" not in made
    assert run(["rule", "three-card-poker", "exposed-cards", "cards=1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "The shift manager may play-on play on." in told
    assert "void-round the round is void and all bets of it go back." in told
    assert "--boxes and --bet, or --round" in told


def test_a_ruling_of_the_rulebook_leaves_no_ways(capsys):
    assert "ways" not in ruled(capsys, "three-card-poker", "exposed-cards", "cards=2")


def test_every_way_of_a_referral_is_priced_in_a_round(capsys, seven):
    made = ruled(capsys, *EXPOSED, seven(), "--exposed", "Qh")
    assert made["ways"] == [one["remedy"] for one in made["costs"]]
    assert made["ways"] == ["play-on", "offer-choice", "void-round"]
    with_box = ruled(capsys, *EXPOSED, seven(), "--exposed", "Qc", "--box", "2")
    assert with_box["ways"] == ["play-on", "offer-choice", "remove-hand", "void-round"]
    assert priced(with_box)["remove-hand"][0]["p2"] == 0


@pytest.mark.parametrize(
    ("words", "is_asked_for"),
    [
        (("--exposed", "Qh"), False),
        (("--exposed", "Qc"), True),
        (("--exposed", "Qc", "--box", "2"), False),
    ],
)
def test_the_box_of_a_hand_that_may_go_is_asked_for(capsys, seven, words, is_asked_for):
    assert run(["rule", *EXPOSED, seven(), *words]) == 0
    told = capsys.readouterr().out
    assert ("To price taking a hand out, say which: --box." in told) == is_asked_for


def test_what_was_noticed_late_stands_or_is_void(capsys):
    made = ruled(capsys, "three-card-prime", "late-discovery")
    assert made["ways"] == ["stands", "void-round"]


def test_ways_to_rule_on_a_bet_have_no_price(capsys, seven):
    made = ruled(capsys, "three-card-poker", "misplaced-bet", "--round", seven(), "--box", "2")
    assert made["ways"] == ["bet-stands", "play-on", "remove-bet"]
    assert "costs" not in made


# A table without a file


def test_a_table_without_a_file_is_priced_like_its_file(capsys, seven):
    words = ("three-card-poker", "exposed-cards", "cards=1")
    bets = ("--boxes", "7", "--bet", "pair-plus=5", "--bet", "ante=25")
    made = ruled(capsys, *words, *bets, "--exposed", "dealer:Kh")
    lines = [
        f"bet {box} p{box} {bet}" for box in range(1, 8) for bet in ("ante 2500", "pair-plus 500")
    ]
    file = seven(shoe="", bets="\n".join(lines), last="")
    assert made == ruled(capsys, *words, "--round", file, "--exposed", "dealer:Kh")
    assert made["facts"] == {"cards": 1, "noticed": "in-time", "handled": "no", "shown": "no"}
    assert made["costs"][0]["house"] > 0 > made["costs"][0]["informed"]["house"]


def test_one_box_where_their_number_is_left_out(capsys):
    made = ruled(capsys, "three-pictures", "exposed-cards", "--bet", "initial=25", "shown=3:Qh")
    assert list(made["costs"][0]["bettors"]) == ["p1"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--boxes", "7"), "Say what is bet on each box: --bet WAGER=AMOUNT."),
        (("--boxes", "0", "--bet", "ante=25"), "1 to 16 boxes, not 0"),
        (("--boxes", "17", "--bet", "ante=25"), "1 to 16 boxes, not 17"),
        (("--bet", "anti=25"), "did you mean ante?"),
        (("--bet", "play=25"), "placed after looking at the hand"),
        (("--bet", "ante=much"), "The bet on ante is 'much'"),
        (("--bet", "ante=0"), "The bet on ante is nothing"),
        (("--bet", "ante"), "should read NAME=VALUE"),
        (("--bet", "progressive=3"), "one posted price, $2.50"),
        (("--bet", "ante=25", "--exposed", "Kh"), "write --exposed dealer:Kh or 3:Kh"),
        (("--bet", "ante=25", "--exposed", "2:Kh"), "Box 2 has no hidden card"),
    ],
)
def test_a_table_that_can_not_be(capsys, words, message):
    assert run(["rule", "three-card-poker", "exposed-cards", "cards=1", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--boxes", "7"), ("--bet", "ante=25")])
def test_a_file_and_a_table_without_one_are_not_mixed(capsys, seven, words):
    assert run(["rule", *EXPOSED, seven(), "--exposed", "Qh", *words]) == 2
    assert "leave out --round, or --boxes and --bet" in capsys.readouterr().err


# Which game


@pytest.mark.parametrize("answer", ["4", "poker", "3 card poker", "three-card-poker", "six\npoker"])
def test_without_a_game_it_asks(monkeypatch, capsys, answer):
    typed(monkeypatch, answer, "exposed-cards", "2")
    assert run(["rule"]) == 0
    told = capsys.readouterr().out
    assert "Which game?" in told
    assert "Three Card Prime" in told
    assert "Two or more cards were turned up in the deal: this round is void." in told


def test_an_unclear_game_is_asked_again(monkeypatch, capsys):
    typed(monkeypatch, "three card", "", "9", "prime", "other")
    assert run(["rule"]) == 0
    told = capsys.readouterr().out
    assert "write which" in told
    assert "the numbers are 1 to" in told
    assert told.count("Number or name:") >= 4


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_game_that_nobody_names_is_missing(monkeypatch, capsys, words):
    typed(monkeypatch)
    assert run(["rule", *words]) == 2
    assert "The ruling needs to know the game" in capsys.readouterr().err


def test_the_game_of_a_file_is_not_asked(capsys, file):
    assert run(["rule", "--round", file, "--json"]) == 2  # The incident is still missing.
    assert "needs to know incident" in capsys.readouterr().err
