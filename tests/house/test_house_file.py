"""The house file: every mistake has a sentence, and what is valid is kept and comes back."""

import json
import random
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.house.records.days import GamingDay
from pitboss.house.settings.cautions import cautions
from pitboss.house.settings.house_file import BadHouseFile, read_house_file
from pitboss.house.settings.house_settings import METER, Grant, Timers, settings_from_json
from pitboss.house.settings.obstacles import least_stake
from pitboss.play.setup import Limit
from pitboss.rulebooks import RULEBOOKS
from tests.support.golden import assert_golden
from tests.support.houses import GAMES, PRACTICE

POKER = """
[[tables]]
game = "three-card-poker"
jackpot = "city"
limits = { main = ["$5", "$500", "$5"], side = ["100c", "$100", "$1"] }
"""
CITY = """
[jackpots.city]
reset = "$10,000"
"""
WHOLE = """
name = "The Green Room"
chips = ["$2.50", "$5", "$25"]
effective = 2026-12-01T06:00:00+08:00

[currency]
code = "SGD"
symbol = "S$"

[gaming-day]
begins = "04:30"
zone = "Asia/Singapore"

[grant]
amount = "$500.00"
below = "1500c"

[timers]
decision = "45 s"
sitting = "90 min"
guest = "7 d"

[jackpots.city]
reset = "$10,000"
contribution = "0.25"
fixed-pays = "meter"
envy = "bank"

[[tables]]
key = "poker-low"
title = "Poker for beginners"
game = "three-card-poker"
jackpot = "city"
bank = "$20,000"
price = "$5"
boxes = 5
offered = ["ante", "play", "pair-plus", "progressive"]
limits = { ante = ["$5", "$50", "$5"], side = ["$5", "$25", "$5"] }
paytables = { pair-plus = "six.toml" }
readings = { envy = "everyone" }
policies = { half-unit = "up" }
caps = { pair-plus = { hand = "$2,000" } }
chip = "$2.50"
out-of-time = "best"
incidents = { interruption = "void-round" }
referred-to = "pit-manager"
"""


def wrote(folder, text):
    file = folder / "house.toml"
    file.write_text(text, "utf-8")
    return file


def mistakes(folder, text):
    with pytest.raises(BadHouseFile) as bad:
        read_house_file(wrote(folder, text))
    assert all(mistake.endswith((".", "?")) for mistake in bad.value.mistakes)
    return bad.value.mistakes


def test_the_practice_house_offers_every_game():
    assert {offer.game for offer in PRACTICE.offers.values()} == set(GAMES)
    assert PRACTICE.gaming_day == GamingDay()
    assert PRACTICE.offer("three-pictures").setup.rules.readings["deal-to"] == "staked"


LUCKY = """
[[tables]]
game = "lucky-three-pictures"
"""


@pytest.mark.parametrize(("shuffler", "by_ones"), [("", False), ("shuffler = true", False),
                                                    ("shuffler = false", True)])  # fmt: skip
def test_3_12_the_house_says_whether_a_shuffler_deals_sets_of_three(tmp_path, shuffler, by_ones):
    settings = read_house_file(wrote(tmp_path, LUCKY + shuffler))
    assert settings.offer("lucky-three-pictures").setup.by_ones is by_ones


@pytest.mark.parametrize(("table", "mistake"), [
    (LUCKY + "dealing = 'ones'", "Table lucky-three-pictures: dealing is fixed by 3.12 and 3.12.1: "
     "say shuffler = true for sets of three, or shuffler = false for card by card."),
    (LUCKY + "shuffler = 'yes'", "Table lucky-three-pictures: shuffler should be true or false."),
    ("[[tables]]\ngame = 'three-pictures'\ndealing = 'threes'",
     "Table three-pictures: dealing is fixed by 3.4: leave it out."),
    ("[[tables]]\ngame = 'three-pictures'\nshuffler = true",
     "Table three-pictures: its rulebook deals the same with a shuffler and without: "
     "leave it out."),
    ("[[tables]]\ngame = 'three-card-prime'\nshuffler = false",
     "Table three-card-prime: its rulebook deals the same with a shuffler and without: "
     'say dealing = "threes" or "ones".'),
])  # fmt: skip
def test_3_12_how_cards_are_dealt_is_refused_where_a_rulebook_fixes_it(tmp_path, table, mistake):
    assert mistakes(tmp_path, table) == [mistake]
    for command in ("check", "serve"):
        result = run(
            [
                command,
                "--house",
                str(tmp_path / "house.toml"),
                *(["--data", str(tmp_path / "var")] if command == "serve" else []),
            ]
        )
        assert result == 2
    prime = "[[tables]]\ngame = 'three-card-prime'\ndealing = 'ones'"
    assert read_house_file(wrote(tmp_path, prime)).offer("three-card-prime").setup.by_ones


def test_everything_that_a_file_can_say(tmp_path):
    example = (Path(__file__).parents[2] / "examples" / "pair-plus-6-4-1.toml").read_text("utf-8")
    (tmp_path / "six.toml").write_text(example, "utf-8")
    settings = read_house_file(wrote(tmp_path, WHOLE))
    assert (settings.name, tuple(settings.currency)) == ("The Green Room", ("SGD", "S$"))
    assert settings.chips == (250, 500, 2_500)
    assert settings.effective == 1_796_076_000_000_000  # 2026-11-30T22:00:00Z.
    assert tuple(settings.day) == ("04:30", "Asia/Singapore")
    assert settings.grant == Grant(50_000, 1_500)
    assert settings.timers == Timers(45, 5_400, 7 * 86_400)
    city = settings.jackpots["city"]
    assert (city.terms.reset, city.terms.share, city.is_shared) == (1_000_000, Fraction(1, 4), True)
    assert (city.terms.fixed_pays, city.terms.envy) == (METER, "bank")
    offer = settings.offer("poker-low")
    assert settings.offer("three-card-poker") is offer  # The first table of that game.
    setup, rules = offer.setup, offer.setup.rules
    assert (offer.title, offer.bank, setup.boxes) == ("Poker for beginners", 2_000_000, 5)
    assert tuple(setup.limits["ante"]) == (500, 5_000, 500)
    assert tuple(setup.limits["pair-plus"]) == (500, 2_500, 500)
    assert rules.prices == {"progressive": 500}
    assert rules.paytables["pair-plus"].key in example
    assert (rules.readings["envy"], rules.policies["half-unit"]) == ("everyone", "up")
    assert (rules.caps, rules.chip) == ({"pair-plus": {"hand": 200_000}}, 250)
    assert (setup.out_of_time, setup.referred_to) == ("best", "pit-manager")
    assert setup.incidents == {"interruption": "void-round"}
    assert setup.contribution == Fraction(1, 4)
    kept = settings_from_json(json.dumps(settings.to_json()))
    assert kept == settings
    assert kept.fingerprint == settings.fingerprint != PRACTICE.fingerprint


MISTAKES = [
    ("", "offers no table"),
    ("tables = 5", "tables should be written as [[tables]]"),
    ("[tables]\ngame = 'x'", "tables should be written as [[tables]]"),
    ("[[tables]]", "has no game None"),
    ("[[tables]]\ngame = 'three-card-pokr'", "did you mean three-card-poker?"),
    ("[[tables]]\ngame = 'three-card-poker'", "needs a jackpot"),
    (CITY + "[[tables]]\ngame = 'three-pictures'\njackpot = 'city'", "its game has none"),
    (CITY + POKER + POKER, "is a second three-card-poker: give it a key of its own"),
    (POKER, "plays for the jackpot 'city'; there is none"),
    (CITY.replace("reset", "rest") + POKER, "did you mean reset?"),
    (CITY + "contribution = '6/5'" + POKER, "write a part of the price"),
    (CITY + "contribution = '1/0'" + POKER, "write a part of the price"),
    (CITY + "contribution = 0.2" + POKER, "write a part of the price"),
    (CITY + "envy = 'nobody'" + POKER, "it should be bank or meter"),
    (CITY + "shared = 'yes'" + POKER, "should be true or false"),
    (CITY.replace("city", "City") + POKER, "needs a key of small letters"),
    ("nmae = 'x'" + CITY + POKER, "did you mean name?"),
    ("name = ''" + CITY + POKER, "1 to 60 characters"),
    ("chips = []" + CITY + POKER, "1 to 8 chips"),
    ("chips = ['$5', '$1']" + CITY + POKER, "in ascending order"),
    ("chips = [true]" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("chips = ['5 dollars']" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("chips = ['$1,00']" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("chips = [500]" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("chips = ['5']" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("chips = ['€5']" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("chips = [-5]" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("chips = [99999999999999999999]" + CITY + POKER, 'write an amount as "$5" or "500c"'),
    ("effective = 2026-12-01" + CITY + POKER, "a moment with its zone"),
    ("effective = 2026-12-01T06:00:00" + CITY + POKER, "a moment with its zone"),
    ("[gaming-day]\nbegins = '24:00'" + CITY + POKER, "a time of day such as"),
    ("[gaming-day]\nzone = 'Mars'" + CITY + POKER, "write a time zone such as"),
    ("[gaming-day]\nzone = 'America'" + CITY + POKER, "write a time zone such as"),
    ("[gaming-day]\nzone = '../x'" + CITY + POKER, "write a time zone such as"),
    ("[currency]\ncode = 'usd'" + CITY + POKER, "three capital letters"),
    ("[currency]\nsymbol = '1'" + CITY + POKER, "a sign of 1 to 4 characters"),
    ("[timers]\ndecision = 45" + CITY + POKER, "write a time such as"),
    ("[timers]\ndecisoin = '45 s'" + CITY + POKER, "did you mean decision?"),
    ("[grant]\namount = '$5'\nbelow = '$6'" + CITY + POKER, "nobody would ever play"),
    (CITY + POKER + "boxes = 17", "One deck serves 1 to 16 boxes"),
    (CITY + POKER + "boxes = '3'", "give a whole number"),
    (CITY + POKER + "offered = 'ante'", "should be a list of wagers"),
    (CITY + POKER + "offered = ['anta']", "did you mean ante?"),
    (CITY + POKER + "out-of-time = 'never'", "There is no out of time 'never'"),
    (CITY + POKER + "readings = { envy = 'all' }", "There is no option of reading envy 'all'"),
    (CITY + POKER + "paytables = { pair-plus = 'nope' }", "no pay table of pair-plus 'nope'"),
    (CITY + POKER + "paytables = { pair-plus = 'no.toml' }", "No such file"),
    (CITY + POKER + "caps = { ante = { day = '$5' } }", "There is no cap 'day'"),
    (CITY + POKER + "key = 'Poker!'", "should be a key of small letters"),
    (CITY + POKER.replace('"$5", "$500", "$5"', '"$5", "$501", "$5"'), "whole steps of 500"),
    (CITY + POKER.replace('"$5", "$500", "$5"', '"$5", "$500"'), "minimum, maximum and step"),
    (CITY + POKER.replace("main", "mian"), "did you mean main?"),
    ("[[tables]]\ngame = 'three-pictures'\nprice = '$5'", "has no wager that takes one"),
    ("= 5", "It is not valid TOML"),
    ("name = '\x00'" + CITY + POKER, "It is not valid TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), MISTAKES)
def test_each_mistake_has_a_sentence(tmp_path, text, says):
    assert any(says in mistake for mistake in mistakes(tmp_path, text)), mistakes(tmp_path, text)


def test_every_sentence_is_as_it_was(tmp_path):
    lines = [f"{line}\n" for text, _ in MISTAKES for line in mistakes(tmp_path, text)]
    assert_golden("mistakes.txt", "".join(lines).replace(str(tmp_path), "(folder)"))


def test_all_mistakes_are_told_at_once(tmp_path):
    text = "nmae = 'x'\nchips = []" + CITY + "envy = 'x'" + POKER + "boxes = 0\nreadings = 5"
    assert len(mistakes(tmp_path, text)) == 5


def test_a_file_that_is_not_there_or_far_too_large(tmp_path):
    with pytest.raises(BadHouseFile, match="No such file"):
        read_house_file(tmp_path / "house.toml")
    with pytest.raises(BadHouseFile, match="too large"):
        read_house_file(wrote(tmp_path, "#" * 1_000_001))


# Cautions


def cautioned(settings):
    return {(caution.table, caution.wager, caution.kind) for caution in cautions(settings)}


def test_cautions_of_the_practice_house():
    assert cautioned(PRACTICE) == {
        ("three-pictures", "three-pictures", "low-return"),
        ("prosperity-3-pictures", "tie", "player-edge"),
        ("three-card-poker", "progressive", "low-return"),
        *((f"{game}", "initial", "chips") for game in GAMES if "pictures" in game),
    }


def test_a_wager_that_is_not_offered_raises_no_caution(tmp_path):
    text = "[[tables]]\ngame = 'prosperity-3-pictures'\noffered = ['initial']"
    assert cautioned(read_house_file(wrote(tmp_path, text))) == set()


@pytest.mark.parametrize(("least", "is_payable"), [("$5", False), ("$10", False), ("$2", True)])
def test_chips_that_can_make_half_of_a_bet(tmp_path, least, is_payable):
    """Half of $5 needs a half dollar; a step of $5 leads to $15 whatever the minimum."""
    step = "$2" if is_payable else "$5"
    text = "chips = ['$1']\n[[tables]]\ngame = 'three-pictures'\noffered = ['initial']\n"
    text += f"limits = {{ main = ['{least}', '$100', '{step}'] }}"
    assert cautioned(read_house_file(wrote(tmp_path, text))) == (
        set() if is_payable else {("three-pictures", "initial", "chips")}
    )


def said(folder, text, now=0):
    return [(c.table, c.wager, c.kind, c.says) for c in cautions(
        read_house_file(wrote(folder, text)), now
    ) if c.kind in ("no-bets", "bank", "effective") or "less than" in c.says]  # fmt: skip


TABLE = "[[tables]]\ngame = 'three-pictures'\n"
ANTE = "[[tables]]\ngame = 'three-card-prime'\n"
NOBODY = "Nobody can bet at this table. "


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("chips = ['$25']\n" + TABLE + "limits = { main = ['$5', '$20', '$5'] }",
         "Initial bet takes $5.00 to $20.00 in steps of $5.00, and chips of $25.00 and up make "
         "none of that."),
        ("chips = ['$10']\n" + TABLE + "limits = { main = ['$15', '$30', '$15'] }", ""),
        ("chips = ['$10']\n" + TABLE + "limits = { main = ['$15', '$15', '$15'] }",
         "Initial bet takes $15.00 to $15.00 in steps of $15.00, and chips of $10.00 and up make "
         "none of that."),
        ("[grant]\namount = '$40'\n" + TABLE + "limits = { main = ['$50', '$500', '$5'] }",
         "At least $50.00 is needed for Initial bet; guests have $40.00."),
        ("[grant]\namount = '$90'\n" + ANTE + "limits = { main = ['$50', '$500', '$5'] }",
         "At least $100.00 is needed for Ante and Play; guests have $90.00."),
        ("[grant]\namount = '$100'\n" + ANTE + "limits = { main = ['$50', '$500', '$5'] }",
         ""),
        (ANTE + "offered = ['ante']",
         "Ante is offered without Play: no hand could be played on."),
    ],
)  # fmt: skip
def test_a_table_where_nobody_can_bet(tmp_path, text, says):
    (key,) = read_house_file(wrote(tmp_path, text)).offers
    due = [(key, "", "no-bets", NOBODY + says)] if says else []
    assert [caution for caution in said(tmp_path, text) if caution[2] == "no-bets"] == due


def test_a_table_without_the_bet_that_a_hand_is_dealt_to(tmp_path):
    says = NOBODY + "A hand is dealt to Initial bet, which is not offered."
    raised = said(tmp_path, TABLE + "offered = ['tie']")
    assert raised == [("three-pictures", "", "no-bets", says)]


def test_a_side_bet_that_chips_can_not_make(tmp_path):
    chips, limits = "chips = ['$5']\n", "limits = { main = ['$5', '$50', '$5'], side = [%s] }"
    less = "The minimum of Tie is $1.00, less than the smallest chip, $5.00."
    raised = said(tmp_path, chips + TABLE + limits % "'$1', '$100', '$1'")
    assert ("three-pictures", "tie", "chips", less) in raised
    none = (
        "Tie takes $1.00 to $4.00 in steps of $1.00, and chips of $5.00 and up make none of that."
    )
    raised = said(tmp_path, chips + TABLE + limits % "'$1', '$4', '$1'")
    assert ("three-pictures", "tie", "no-bets", none) in raised
    assert all(wager for _, wager, _, _ in raised)  # Others can be bet: the table is not idle.


def test_every_stake_that_chips_make_is_found_by_trying_them_all():
    chance = random.Random(7)
    for _ in range(2_000):
        chips = tuple(sorted(chance.sample((2, 3, 4, 5, 6, 10, 12, 25), chance.randint(1, 3))))
        chips = tuple(chip for chip in chips if chip % chips[0] == 0)  # As real chips are.
        step = chance.randint(1, 12)
        minimum = step * chance.randint(1, 6)
        stakes = Limit(minimum, minimum + step * chance.randint(0, 8), step)
        made = {0}
        for chip in chips:
            made |= {have + chip * n for have in made for n in range(stakes.maximum // chip + 1)}
        able = [s for s in range(stakes.minimum, stakes.maximum + 1, step) if s in made]
        assert least_stake(stakes, chips) == min(able, default=None), (stakes, chips)


def test_a_bank_that_can_not_pay_one_win(tmp_path):
    table = TABLE + "bank = '$%s'\nlimits = { main = ['$5', '$500', '$5'] }"
    says = "The bank is kept at $4.00, less than one win at the minimum of Initial bet, $5.00."
    assert said(tmp_path, table % 4) == [("three-pictures", "initial", "bank", says)]
    assert said(tmp_path, table % 5) == []


def test_a_file_that_was_to_begin_on_a_day_that_is_over(tmp_path):
    text = "effective = 2026-12-01T05:00:00+08:00\n[gaming-day]\nzone = 'Asia/Singapore'\n" + TABLE
    begins = GamingDay.named("06:00", "Asia/Singapore")
    over = begins.end(date(2026, 11, 30))  # At five in the morning it is still that day.
    says = (
        "effective is 05:00 on 1 December 2026 (Asia/Singapore), on the gaming day 2026-11-30, "
        "which is over: the file begins to hold when the house opens with it."
    )
    assert said(tmp_path, text, over) == [("", "", "effective", says)]
    assert said(tmp_path, text, over - 1) == []
    assert said(tmp_path, TABLE, over) == []


# The command


def test_the_command_checks_a_file(tmp_path, told, told_json, capsys):
    assert "practice.toml can be used." in told("check")
    report = told_json("check")
    assert (report["ok"], report["fingerprint"]) == (True, PRACTICE.fingerprint)
    assert len(report["cautions"]) == len(list(cautions(PRACTICE)))
    file = wrote(tmp_path, "nmae = 'x'\nchips = []" + CITY + POKER)
    assert run(["check", "--house", str(file)]) == 2
    assert "2 mistakes." in capsys.readouterr().out
    assert run(["check", "--house", str(file), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["mistakes"][0].endswith("did you mean name?")


def test_every_game_can_be_offered(tmp_path):
    for game in RULEBOOKS:
        has_jackpot = any(wager.has_jackpot for wager in RULEBOOKS[game].configure().wagers)
        text = CITY + f"[[tables]]\ngame = '{game}'\n" + "jackpot = 'city'" * has_jackpot
        assert read_house_file(wrote(tmp_path, text)).offer(game).game == game
