"""A house whose currency is the euro reads its own symbol and shows no other, from bet to proof."""

import json
import re

import pytest

from pitboss.house.settings.cautions import cautions
from pitboss.house.settings.house_file import read_house_file
from pitboss.house.settings.house_settings import settings_from_json
from pitboss.house.tables.practice import FoldHand
from pitboss.language.currency import DOLLARS, Currency
from pitboss.notation.record_json import as_json, from_json
from pitboss.notation.setup_json import setup_from_json, setup_to_json
from pitboss.notation.text import read, write
from pitboss.play.document import document
from pitboss.reports.round_sheet.pages import sheet_html
from pitboss.rulebooks import RULEBOOKS
from tests.support.houses import Clock, Guest, opened
from tests.support.tampering import DAY

EURO = Currency("EUR", "€")
HOUSE = """
name = "Casino de Dinant"
chips = ["€5", "2500c"]

[currency]
code = "EUR"
symbol = "€"

[grant]
amount = "€1,000"
below = "€10"

[jackpots.city]
reset = "€10,000"

[[tables]]
game = "three-card-poker"
jackpot = "city"
price = "€5"
paytables = { progressive = "prizes.toml" }
caps = { pair-plus = { hand = "€90" } }
limits = { main = ["€10", "€500", "€5"], side = ["€5", "€100", "€5"] }

[[tables]]
game = "prosperity-3-pictures"
limits = { main = ["€5", "€500", "€5"], side = ["€1", "€100", "€1"] }
"""
PRIZES = """
game = "three-card-poker"
wager = "progressive"
key = "prizes"

[pays]
akq-spades = "100 % of the jackpot"
akq-other = "€1,500"
straight-flush = "20000c"
three-of-a-kind = "€150"
straight = "€15.50"
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("euro")
    (folder / "prizes.toml").write_text(PRIZES, "utf-8")
    (folder / "house.toml").write_text(HOUSE, "utf-8")
    return folder / "house.toml"


@pytest.fixture(scope="module")
def settings(file):
    return read_house_file(file)


@pytest.fixture(scope="module")
def played(settings, tmp_path_factory):
    """The folder of a house that has played, a round of it, and what it refused."""
    folder, clock = tmp_path_factory.mktemp("played"), Clock()
    with opened(folder, clock=clock, settings=settings) as house:
        guest = Guest(house, "three-card-poker")
        refused = [
            guest.deal({1: {"ante": stake, "pair-plus": 500}}).refusal.message
            for stake in (500, 60_000, 1_250)
        ]
        refused.append(guest.deal({1: {"ante": 1_000, "progressive": 400}}).refusal.message)
        for _ in range(2):
            guest.deal({1: {"ante": 1_000, "pair-plus": 500, "progressive": 500}})
            guest.decide_all()
        guest.deal({1: {"ante": 1_000}})
        guest.decide_all(FoldHand)
        house.move_bank("cage", guest.table, "F-1", 40_000).result()
        taken = house.move_bank("cage", guest.table, "F-2", -90_000_000).result()
        refused.append(taken.refusal.message)
        clock.now += DAY
        guest.deal({1: {"ante": 1_000}})  # The day before is closed and signed.
    return folder, guest.table, refused


def in_euros(text):
    """The text, with amounts in euros and in nothing else; a digest cites the rulebook's "$250"."""
    assert "€" in text
    assert re.findall(r"\$[0-9,]+\.[0-9]{2}", text) == []
    return text


def test_amounts_of_the_file_are_read_with_its_symbol(settings):
    rules = settings.offer("three-card-poker").setup.rules
    assert settings.chips == (500, 2_500)
    assert rules.currency == EURO
    assert rules.prices == {"progressive": 500}
    prizes = {row.key: row.pay.cash for row in rules.by_key["progressive"].rows if row.pay.cash}
    assert prizes["akq-other"] == 150_000
    assert prizes["straight-flush"] == 20_000
    assert prizes["straight"] == 1_550


def test_settings_come_back_with_their_currency(settings):
    kept = settings_from_json(json.dumps(settings.to_json()))
    assert kept == settings
    assert kept.offer("three-card-poker").setup.rules.currency == EURO


def test_a_prize_without_the_symbol_is_refused_with_it(file):
    (file.parent / "bad.toml").write_text(PRIZES.replace('"€150"', '"150"'), "utf-8")
    other = file.parent / "other.toml"
    other.write_text(HOUSE.replace("prizes.toml", "bad.toml"), "utf-8")
    with pytest.raises(Exception, match='write an amount as "€1,250"'):
        read_house_file(other)


def test_a_currency_is_part_of_the_configuration_and_dollars_are_as_they_were():
    book = RULEBOOKS["three-card-poker"]
    assert "currency" not in book.configure().canonical()
    assert book.configure(currency=EURO).fingerprint != book.configure().fingerprint
    assert book.configure(currency=DOLLARS).fingerprint == book.configure().fingerprint


def test_a_set_up_carries_its_currency(settings):
    setup = settings.offer("three-card-poker").setup
    data = setup_to_json(setup)
    assert data["currency"] == {"code": "EUR", "symbol": "€"}
    assert setup_from_json(data) == setup
    with pytest.raises(Exception, match="a symbol such as €"):
        setup_from_json({**data, "currency": {"code": "EUR", "symbol": "5"}})
    in_euros(json.dumps(document(setup), ensure_ascii=False))


def test_refusals_name_amounts_in_euros(played):
    minimum, maximum, step, price, bank = map(in_euros, played[2])
    assert "The minimum of Ante is €10.00" in minimum
    assert "The maximum of Ante on a box is €500.00" in maximum
    assert "in steps of €5.00" in step
    assert "one posted price, €5.00" in price
    assert "holds €" in bank


COMMANDS = [
    ("verify",),
    ("verify", "--proof", "{proof}"),
    ("rounds",),
    ("rounds", "--at-least", "€5"),
    ("rounds", "{round}"),
    ("report",),
    ("report", "jackpots"),
    ("bank", "fill", "{table}", "€500"),
    ("bank", "credit", "{table}", "1.50"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_on_the_house_read_and_show_euros(words, played, tmp_path, told):
    folder, table, _ = played
    proof = tmp_path / "proof.json"
    if "{proof}" in words:
        told("proof", f"{table}-1", "-o", str(proof), "--data", str(folder))
    named = [word.format(round=f"{table}-1", table=table, proof=proof) for word in words]
    data = [] if "{proof}" in words else ["--data", str(folder)]
    in_euros(told(*named, *data))


def test_a_sheet_of_a_round_is_in_euros(played, tmp_path, told):
    folder, table, _ = played
    file = tmp_path / "sheet.json"
    told("rounds", f"{table}-1", "-o", str(file), "--data", str(folder))
    sheet = json.loads(file.read_text("utf-8"))
    assert sheet["currency"] == EURO._asdict()
    sheet["clauses"] = []  # Their digests cite the dollars of the rulebook.
    in_euros(json.dumps(sheet, ensure_ascii=False))
    in_euros(sheet_html(sheet).decode())


def test_an_amount_that_is_none_is_refused_in_euros(played, refused):
    folder, table, _ = played
    data = "--data", str(folder)
    assert "'€50'" in in_euros(refused("bank", "fill", table, "five", *data))
    assert "'€500'" in in_euros(refused("bank", "fill", table, "0", *data))
    assert "'€50'" in in_euros(refused("rounds", "--at-least", "£5", *data))


def test_check_and_cards_are_in_euros(file, settings, told):
    in_euros(told("check", "--house", str(file)))
    for caution in cautions(settings):
        assert "$" not in caution.says
    words = "card", "three-card-poker", "--house", str(file), "--limit", "ante=€10-€50", "--json"
    in_euros(json.dumps(json.loads(told(*words)), ensure_ascii=False))


ROUND = """\
game three-card-poker
currency EUR €
limit ante 500 5000 500

shoe Qs Qd 7h  Qh 8c 3d

open
bet 1 p1 ante 500
bet 1 p1 pair-plus 500
close
"""


def test_a_round_written_down_names_its_currency():
    record = read(ROUND)
    assert record.setup.rules.currency == EURO
    text = in_euros(write(record))
    assert 'currency EUR "€"\n' in text
    assert read(text).setup == record.setup
    assert from_json(as_json(record)).setup == record.setup
