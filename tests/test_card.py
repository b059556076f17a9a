"""The rule card: one filled page in two languages, in words that follow the rules in force."""

import io
import json
import os
import re
import struct
import sys
from html import unescape

import numpy as np
import pytest
from PIL import Image

from pitboss.cli import run
from pitboss.language.paytables import Paytable
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.reports import fonts
from pitboss.reports.card.house import House
from pitboss.reports.card.language import LANGUAGES
from pitboss.reports.card.rule_card import TEMPLATE, card, card_data, printed
from pitboss.reports.felts import felt
from pitboss.reports.fonts import font_for
from pitboss.reports.pdf import png_pages
from pitboss.rulebooks import OWN, RULEBOOKS, load_rulebook
from tests.support.outside import WAR_THREE

GAMES = list(RULEBOOKS)
LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)
HOUSE_FILE = """
name = "The Green Room"
currency = { code = "SGD", symbol = "S$" }
jackpots.city = { reset = "$10,000" }

[[tables]]
game = "three-card-prime"
offered = ["ante", "play", "prime"]
paytables = { play = "bad-beat-4" }
caps = { prime = { hand = "$900" } }
limits = { main = ["$5", "$500", "$5"], side = ["$1", "$100", "$1"] }
incidents = { interruption = "void-round" }

[[tables]]
game = "three-card-poker"
jackpot = "city"

[[tables]]
key = "poker-high"
game = "three-card-poker"
jackpot = "city"
limits = { main = ["$50", "$2,000", "$50"], side = ["$10", "$500", "$10"] }
"""


def text_of(page):
    body = re.sub(r"<style>.*?</style>", "", page.decode(), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def with_everything_else(rulebook):
    """Each reading and pay table at its last option: as far from the default as it goes."""
    return rulebook.configure(
        {wager.key: wager.paytables[-1] for wager in rulebook.wagers},
        {reading.key: list(reading.options)[-1] for reading in rulebook.readings},
    )


def pages(rules, language="en", ppi=36, house=None):
    """The pages of the PDF as pictures."""
    house = house or House()
    data = printed(card_data(rules, language, house), house)
    return png_pages(TEMPLATE, data, ppi, font_for(language))


def paytable_choices(rulebook):
    """The rulebook under each of its pay tables, one wager at a time."""
    for wager in rulebook.wagers:
        for table in wager.paytables:
            yield rulebook.configure({wager.key: table})


def blocks_of(rules, language="en"):
    return {
        wager: block for block in card_data(rules, language)["wagers"] for wager in block["wagers"]
    }


# The page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", [False, True])
def test_the_pdf_is_one_page_of_a4(game, other, language):
    rulebook = RULEBOOKS[game]
    rules = with_everything_else(rulebook) if other else rulebook.configure()
    (page,) = pages(rules, language)
    assert struct.unpack(">II", page[16:24]) == (298, 421)
    made = card(rules, "pdf", language)
    assert made.startswith(b"%PDF-")
    assert made == card(rules, "pdf", language)
    assert b"CreationDate" not in made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(OWN))
def test_the_page_is_filled_with_every_pay_table(game, language):
    for rules in paytable_choices(RULEBOOKS[game]):
        (page,) = pages(rules, language, ppi=24)
        assert longest_gap(page) < 0.09, rules.paytable_keys


def longest_gap(page):
    """The highest empty band of either column, as a part of the page's height."""
    grey = np.asarray(Image.open(io.BytesIO(page)).convert("L")).astype(int)
    height, width = grey.shape
    inside = grey[round(height * 0.12) : round(height * 0.86)]
    gaps = []
    for half in (inside[:, : width // 2], inside[:, width // 2 :]):
        printed_rows = np.flatnonzero(np.ptp(half, axis=1) > 12)
        edges = np.concatenate([[-1], printed_rows, [len(half)]])
        gaps.append(np.diff(edges).max() - 1)
    return max(gaps) / height


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_card_says_what_the_rules_say(game, language):
    rules = RULEBOOKS[game].configure()
    page = card(rules, "html", language)
    told, data = text_of(page), card_data(rules, language)
    for wager in rules.wagers:
        assert wager.title in told  # Also in Chinese: it is what the felt says.
    for block in data["wagers"]:
        assert block["title"] in told
        assert block["about"] in told
        for row in block["rows"]:
            assert all(text in told for text in (row["outcome"], *row["pays"]))
    for hand in data["examples"]:
        assert hand["name"] in told
        assert hand["says"] in told
    for part in (*data["steps"], data["qualifying"], data["strategy"], data["hands"]):
        assert part in told
    for line in ("responsible", "malfunction", "limits", "notice", "fingerprint", "tagline"):
        assert data[line] in told
    assert felt(game).encode() in page
    assert b"http" not in page
    assert page == card(rules, "html", language)


@pytest.mark.parametrize("game", GAMES)
def test_every_pay_is_on_the_english_card(game):
    rules = RULEBOOKS[game].configure()
    blocks = blocks_of(rules)
    for wager in rules.wagers:
        pays = [pay for row in blocks[wager.key]["rows"] for pay in row["pays"]]
        for row in wager.rows:
            if row.pay.is_win:
                assert row.pay.words() in pays


@pytest.mark.parametrize("game", list(OWN))
def test_nothing_on_the_card_is_called_unclear(game):
    told = text_of(card(RULEBOOKS[game].configure(), "html"))
    assert "unclear" not in told
    assert not any(reading.question in told for reading in RULEBOOKS[game].readings)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_goes_in_a_few_steps(game):
    rules = RULEBOOKS[game].configure()
    steps = card_data(rules)["steps"]
    assert 4 <= len(steps) <= 6
    told = " ".join(steps)
    assert ("fold" in told) == rules.rulebook.decision
    assert ("face down" in told) == rules.rulebook.fourth_card
    for wager in rules.wagers:
        assert not wager.is_staked or wager.title in told


def test_poker_tells_who_qualifies_and_how_to_play():
    made = card_data(RULEBOOKS["three-card-poker"].configure())
    assert made["qualifying"] == (
        "Dealer below Queen High: the hand does not qualify. Ante pays 1 to 1 and Play is returned."
    )
    assert made["strategy"] == "Play Q-6-4 and better; fold the rest."
    assert made["steps"][0] == "Place your Ante. Pair Plus may be bet with it or alone."
    assert made["steps"][1] == "With it you may also bet Progressive Jackpot ($2.50)."


def test_poker_in_chinese():
    made = card_data(RULEBOOKS["three-card-poker"].configure(), "zh")
    assert (made["title"], made["english"]) == ("三张牌扑克", "Three Card Poker")
    assert made["qualifying"] == "庄家不足 Q 高牌即为不合格：底注1赔1，跟注退回。"
    assert made["strategy"] == "Q-6-4或以上跟注，其余弃牌。"
    assert made["steps"][1] == "下底注后，还可投注累积大奖（每注$2.50）。"
    assert blocks_of(RULEBOOKS["three-card-poker"].configure(), "zh")["pair-plus"]["rows"][0] == {
        "outcome": "同花顺",
        "pays": ["1赔40"],
    }
    six_points = card_data(RULEBOOKS["three-pictures"].configure(), "zh")["wagers"][0]["rows"][0]
    assert six_points == {"outcome": "闲家以六点胜", "pays": ["1赔0.5"]}


def test_games_without_a_decision_tell_of_none():
    made = card_data(RULEBOOKS["three-pictures"].configure())
    assert (made["qualifying"], made["strategy"]) == ("", "")
    assert "Knights" in made["hands"]


def test_wagers_on_the_same_outcomes_share_a_table():
    poker = blocks_of(RULEBOOKS["three-card-poker"].configure())
    assert poker["ante"] is poker["play"]
    assert poker["ante"]["heads"] == ["Ante", "Play"]
    assert poker["ante"]["rows"][0] == {
        "outcome": "Dealer below Queen High",
        "pays": ["1 to 1", "returned"],
    }
    assert poker["envy"]["rows"][2] == {"outcome": "Straight Flush", "pays": ["$175.00", "–"]}
    prosperity = blocks_of(RULEBOOKS["prosperity-3-pictures"].configure())
    assert prosperity["player-prosperity"] is prosperity["dealer-prosperity"]
    assert prosperity["player-prosperity"]["heads"] == []


def test_another_pay_table_is_another_card():
    book = RULEBOOKS["three-card-prime"]
    rules = book.configure({"play": "bad-beat-4", "all-six": "a6-5"})
    made = blocks_of(rules)
    assert made["play"]["table"] == "pay table bad-beat-4"
    assert made["play"]["heads"] == ["Win", "Bad Beat"]
    assert {"outcome": "Flush", "pays": ["1 to 1", "1 to 1"]} in made["play"]["rows"]
    assert made["all-six"]["rows"][0]["pays"] == ["200,000 to 1"]
    assert card_data(rules)["strategy"] == GameOdds(rules).strategy.words()
    assert card_data(rules)["fingerprint"] != card_data(book.configure())["fingerprint"]
    plain = blocks_of(book.configure())["play"]["rows"]
    assert plain[-1] == {"outcome": "Flush, Pair or High Card", "pays": ["1 to 1", "–"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_are_explained_where_they_are_used(language):
    made = blocks_of(RULEBOOKS["three-card-prime"].configure(), language)
    terms = {
        "en": {"play": "Bad Beat: ", "pair-bonus": "Loose Deuce: ", "ante": "Copy: ",
               "prime": "all red or all black", "all-six": "Uses both hands"},
        "zh": {"play": "惜败：", "pair-bonus": "翻二加赔：", "ante": "平手：",
               "prime": "全红或全黑", "all-six": "双方的牌一并使用"},
    }  # fmt: skip
    for wager, explained in terms[language].items():
        assert explained in made[wager]["about"]


def test_ones_own_pay_table_and_reading_are_on_the_card():
    table = Paytable("mine", {"three-pictures": "18 to 1"})
    rules = RULEBOOKS["three-pictures"].configure(
        {"three-pictures": table}, {"three-pictures-total": "apart"}
    )
    told = text_of(card(rules, "html"))
    assert "pay table mine" in told
    assert "18 to 1" in told
    assert "16 to 1" not in told
    assert "Three Knights tie with three Knights only." in told


def test_the_example_is_settled_by_the_rules_in_force():
    made = card_data(RULEBOOKS["three-pictures"].configure())["sample"]
    assert [line["pays"] for line in made["lines"]] == ["1 to 2", "8 to 1", "loses"]
    assert made["hands"][0] == {"cards": ["Kd", "4s", "2h"], "says": "You: 6 points, one Knight"}


# The house


def test_equipment_that_fails_is_ruled_on_by_the_rulebook_or_the_house():
    lucky, poker = (
        RULEBOOKS[key].configure() for key in ("lucky-three-pictures", "three-card-poker")
    )
    assert "is played to its end" in card_data(lucky)["malfunction"]
    assert "the shift manager decides" in card_data(poker)["malfunction"]
    floor = House(referred_to="pit-manager")
    assert "the pit manager decides" in card_data(poker, house=floor)["malfunction"]
    stated = House(interruption="void-round")
    assert "the round is void" in card_data(poker, house=stated)["malfunction"]
    assert card_data(lucky, house=stated) == {**card_data(lucky)}  # A clause goes before a policy.


@pytest.fixture
def house_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(HOUSE_FILE)
    return str(file)


def test_a_house_file_fills_in_name_limits_and_rules(house_file, capsys):
    assert run(["card", "three-card-prime", "--house", house_file, "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["house"] == "The Green Room"
    assert made["limits"] == "Ante: S$5.00 to S$500.00; Prime: S$1.00 to S$100.00"
    assert [block["wagers"] for block in made["wagers"]] == [["ante"], ["play"], ["prime"]]
    assert made["wagers"][1]["table"] == "pay table bad-beat-4"
    assert made["wagers"][2]["about"].endswith("At most S$900.00 is paid for a hand.")
    assert "the round is void" in made["malfunction"]
    assert "Pair Bonus" not in " ".join(made["steps"])


def test_a_table_of_the_house_is_chosen_by_its_key(house_file, capsys):
    assert run(["card", "three-card-poker", "--house", house_file, "--json"]) == 2
    assert "give --table three-card-poker or poker-high." in capsys.readouterr().err
    words = ["card", "three-card-poker", "--house", house_file, "--json", "--table", "poker-high"]
    assert run(words) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["limits"].startswith("Ante: S$50.00 to S$2,000.00; Pair Plus: ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_name_logo_limits_and_help_line_by_options(ending, language, tmp_path, capsys):
    logo, file = tmp_path / "logo.svg", tmp_path / f"card.{ending}"
    logo.write_text(LOGO)
    options = ["--name", "Hôtel Étoile", "--logo", str(logo), "--help-line", "Call 555 0100.",
               "--limit", "initial=$5-$500", "--limit", "tie=1.00-100.00",
               "--limit", "three-pictures=100c-100", "--language", language]  # fmt: skip
    assert run(["card", "three-pictures", "-o", str(file), *options]) == 0
    if ending == "pdf":
        return
    told = text_of(file.read_bytes())
    assert "Hôtel Étoile" in told
    assert "Call 555 0100." in told
    assert "data:image/svg+xml;base64," in file.read_text()
    limits = {
        "en": "Initial bet: $5.00 to $500.00; Tie and Three Pictures: $1.00 to $100.00",
        "zh": "主注 $5.00 至 $500.00；和注及三公注 $1.00 至 $100.00",
    }
    assert limits[language] in told


def test_without_limits_the_card_refers_to_the_table():
    assert card_data(RULEBOOKS["three-pictures"].configure())["limits"] == "as posted at the table"


# Games from outside


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_from_outside_speaks_its_own_words(language, monkeypatch):
    monkeypatch.setattr(RULEBOOKS, "_files", {})
    rules = load_rulebook(WAR_THREE).configure()
    made = card_data(rules, language)
    assert (made["title"], made["hands"]) == (rules.rulebook.title, rules.rulebook.hand_order)
    assert made["english"] == ""
    told = text_of(card(rules, "html", language))
    for wager in rules.wagers:
        assert wager.title in told
        assert all(row.outcome in told for row in wager.rows if row.pay.is_win)
    assert len(pages(rules, language)) == 1
    assert made["headings"]["how"] == {"en": "How a round goes", "zh": "玩法"}[language]


# The Chinese font


def without_fonts(monkeypatch, *families):
    """As on a machine with only these fonts of its own, and without the extra."""
    import typst

    class Fonts:
        def __init__(self, include_system_fonts):
            self.families = lambda: ["Libertinus Serif", *families]

    monkeypatch.setattr(fonts, "find_spec", lambda name: None)
    monkeypatch.setattr(typst, "Fonts", Fonts)


def test_a_pdf_in_chinese_says_which_font_to_install(monkeypatch, tmp_path, capsys):
    without_fonts(monkeypatch)
    words = ["card", "three-pictures", "--language", "zh", "-o"]
    assert run([*words, str(tmp_path / "x.pdf")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "pip install 'pitboss[chinese]'" in err
    assert run([*words, str(tmp_path / "x.html")]) == 0
    assert run(["card", "three-pictures", "-o", str(tmp_path / "y.pdf")]) == 0


def test_a_font_of_the_machine_will_do(monkeypatch):
    without_fonts(monkeypatch, "WenQuanYi Micro Hei")
    assert font_for("zh") == fonts.Font("WenQuanYi Micro Hei", is_system=True)
    assert font_for("en") == fonts.OWN


# The command


@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_card_writes_by_the_ending(ending, tmp_path, capsys):
    file = tmp_path / f"card.{ending}"
    assert run(["card", "three-pictures", "-o", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": str(file)}
    assert file.read_bytes().startswith({"html": b"<!DOCTYPE", "pdf": b"%PDF"}[ending])
    assert os.listdir(tmp_path) == [file.name]
    assert run(["card", "three-pictures", "-o", str(file)]) == 0
    assert "rule card of Three Pictures" in capsys.readouterr().out


def test_card_as_json(capsys):
    words = ["card", "three-pictures", "--reading", "three-pictures-total=apart", "--json"]
    assert run(words) == 0
    made = json.loads(capsys.readouterr().out)
    rules = RULEBOOKS["three-pictures"].configure(readings={"three-pictures-total": "apart"})
    assert made == card_data(rules)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["card", "three-pictures"], "-o FILE, or --json"),
        (["card", "three-pictures", "-o", "x.xlsx"], ".html, .pdf"),
        (["card", "pokr", "-o", "x.pdf"], "There is no game 'pokr'"),
        (["card", "three-pictures", "-o", "nowhere/x.pdf"], "there is no folder nowhere."),
        (["card", "three-pictures", "-o", "x.pdf", "--paytable", "tie=x"], "pay table of tie"),
        (["card", "three-pictures", "-o", "x.pdf", "--language", "fr"], "choose from en, zh."),
        (["card", "three-pictures", "-o", "x.pdf", "--table", "x"], "give --house FILE"),
        (["card", "three-pictures", "-o", "x.pdf", "--house", "no.toml"], "no.toml"),
        (["card", "three-pictures", "-o", "x.pdf", "--limit", "tie=5"], "least and the most"),
        (["card", "three-pictures", "-o", "x.pdf", "--limit", "tie=9-5"], "the least comes first"),
        (["card", "three-pictures", "-o", "x.pdf", "--limit", "x=5-9"], "There is no wager 'x'"),
        (["card", "three-pictures", "-o", "x.pdf", "--name", "a\nb"], "on one line."),
        (["card", "three-pictures", "-o", "x.pdf", "--logo", "x.gif"], ".svg, .png, .jpg"),
        (["card", "three-pictures", "-o", "x.pdf", "--logo", "x.png"], "no such file"),
    ],
)
def test_card_refuses_in_one_sentence_and_writes_nothing(
    words, told, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert told in err
    assert os.listdir(tmp_path) == []


def test_html_needs_no_extra_and_pdf_says_which(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "typst", None)
    assert run(["card", "three-pictures", "-o", str(tmp_path / "x.html")]) == 0
    capsys.readouterr()
    assert run(["card", "three-pictures", "-o", str(tmp_path / "x.pdf")]) == 2
    assert "needs the reports extra" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["x.html"]


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("logo.svg", b"<html></html>", "not a picture in the format .svg"),
        ("logo.png", b"GIF89a", "not a picture in the format .png"),
        ("logo.png", b"\x89PNG\r\n\x1a\nand nothing more", "can't be drawn"),
        ("logo.jpg", b"\xff\xd8\xff" + bytes(1_000_000), "larger than 1 MB"),
    ],
)
def test_a_logo_that_is_no_picture_is_refused(name, data, told, tmp_path, capsys):
    (tmp_path / name).write_bytes(data)
    words = ["card", "three-pictures", "-o", str(tmp_path / "x.pdf"), "--logo"]
    assert run([*words, str(tmp_path / name)]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()


def test_a_house_file_and_pay_tables_of_ones_own_contradict_each_other(house_file, capsys):
    words = ["card", "three-card-prime", "--house", house_file, "--paytable", "play=bad-beat-1"]
    assert run([*words, "--json"]) == 2
    assert "leave them out" in capsys.readouterr().err
