"""The identity of a PAR sheet covers whatever changes a figure; filing lines are not part of it."""

import json
import os
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction

import pytest

from pitboss.cli import run
from pitboss.errors import BadConfiguration
from pitboss.language.paytables import Paytable
from pitboss.reports.par import sheet as sheets
from pitboss.reports.par.data import par_json
from pitboss.reports.par.filing import Filing
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.terms import HouseTerms
from pitboss.rulebooks import RULEBOOKS
from tests.support.par_sheets import GAMES, sheet_of

POKER, PRIME = RULEBOOKS["three-card-poker"], RULEBOOKS["three-card-prime"]
OTHER_TERMS = {
    "maximum": 50_000, "boxes": 5, "jackpot": 2_000_000, "reset": 500_000,
    "contribution": Fraction(1, 4), "rounds_per_hour": 55, "stake": 2_500,
}  # fmt: skip


def own_paytable():
    pays = {"straight-flush": "40 to 1", "three-of-a-kind": "30 to 1", "straight": "6 to 1",
            "flush": "3 to 1", "pair": "1 to 1"}  # fmt: skip
    return Paytable("mine", pays)


def changed_rules():
    """Rules that differ from those as written in one thing."""
    for book in (POKER, PRIME):
        for wager in book.wagers:
            for key in wager.paytables[1:]:
                yield book, book.configure(paytables={wager.key: key})
        for reading in book.readings:
            for option in reading.options:
                if option != reading.default:
                    yield book, book.configure(readings={reading.key: option})
        for policy in book.policies:
            for option in policy.options:
                if option != policy.default:
                    yield book, book.configure(policies={policy.key: option})
        yield book, book.configure(chip=100)
    yield POKER, POKER.configure(caps={"pair-plus": {"hand": 1_000_000}})
    yield POKER, POKER.configure(caps={"pair-plus": {"round": 1_000_000}})
    yield POKER, POKER.configure(prices={"progressive": 500})
    yield POKER, POKER.configure(paytables={"pair-plus": own_paytable()})


def test_every_term_has_another_value_here():
    assert {field.name for field in fields(HouseTerms)} == set(OTHER_TERMS)


@pytest.mark.parametrize("name", OTHER_TERMS)
def test_each_term_changes_the_identity_and_a_figure(name):
    usual = sheet_of("three-card-poker")
    other = ParSheet(usual.rules, replace(HouseTerms(), **{name: OTHER_TERMS[name]}))
    assert other.identity != usual.identity
    assert figures(other) != figures(usual)
    assert other.rules.fingerprint == usual.rules.fingerprint


def figures(sheet):
    """All that a sheet tells, without what identifies it or states its terms."""
    said = par_json(sheet)
    for key in ("identity", "reproduce", "limits", "filing"):
        del said[key]
    return said


def test_each_choice_of_the_rules_changes_the_identity():
    seen = {sheet_of(game).identity: game for game in GAMES}
    assert len(seen) == len(GAMES)
    for book, rules in changed_rules():
        identity = ParSheet(rules).identity
        assert identity not in seen, (book.key, rules.canonical(), seen[identity])
        seen[identity] = rules
    assert len(seen) > 30


@pytest.mark.parametrize("folder", ["maths", "table", "reports/par"])
def test_the_code_that_makes_the_figures_is_part_of_it(folder, monkeypatch):
    sheet = sheet_of("three-pictures")
    before = sheet.identity
    files = sheets.rule_files(sheets.FILES)
    changed = next(file for file in files if file.startswith(f"{folder}/"))
    monkeypatch.setattr(sheets, "rule_files", lambda _: {**files, changed: "0" * 64})
    assert ParSheet(sheet.rules).identity != before


def test_another_version_of_the_software_is_another_identity(monkeypatch):
    sheet = sheet_of("three-pictures")
    before = sheet.identity
    monkeypatch.setattr(sheets, "__version__", "99.0")
    assert ParSheet(sheet.rules).identity != before


def test_the_same_inputs_give_the_same_identity_whoever_files_it():
    sheet = sheet_of("three-card-poker")
    filed = ParSheet(
        POKER.configure(), HouseTerms(), filing=Filing("J. Doe", "3", "2026-11-18")
    )  # fmt: skip
    assert filed.identity == sheet.identity
    assert len(sheet.identity) == 64
    assert sheet.identity.startswith(sheet.short_identity)


# Filing lines


def test_lines_that_are_not_stated_stay_blank(capsys):
    assert run(["par", "three-pictures", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["filing"] == {"preparer": None, "date": None, "revision": None}
    assert [text for _, text in Filing().lines] == ["", "", "", ""]


def test_lines_as_stated_and_in_the_command(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["--preparer", "Test Laboratory", "--revision", "2 of 3", "--date", "2026-11-18"]
    assert run(["par", "three-pictures", "--json", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    filed = {"preparer": "Test Laboratory", "date": "2026-11-18", "revision": "2 of 3"}
    assert told["filing"] == filed
    assert "--preparer 'Test Laboratory' --revision '2 of 3' --date 2026-11-18" in told["reproduce"]


def test_today_is_written_as_a_date(capsys):
    before = date.today().isoformat()
    assert run(["par", "three-pictures", "--json", "--date", "today"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["filing"]["date"] in (before, date.today().isoformat())
    assert f"--date {told['filing']['date']}" in told["reproduce"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--date", "18.11.2026"], "give it as 2026-11-18, or today"),
        (["--date", "2026-02-30"], "'2026-02-30'"),
        (["--date", "20261118"], "'20261118'"),
        (["--preparer", "x" * 61], "one line of up to 60 characters"),
        (["--preparer", "two\nlines"], "The preparer is"),
        (["--revision", " 3"], "without spaces at its ends"),
        (["--rounds-per-hour", "0"], "The number of rounds an hour is 0"),
        (["--rounds-per-hour", "10001"], "give 1 to 10,000"),
        (["--stake", "0"], "The stake is $0.00: give $0.01 to $100,000,000.00."),
        (["--contribution", "200"], "give a share of the wager"),
        (["--reset", "5"], "There is no jackpot in three-pictures"),
        (["--contribution", "1/4"], "There is no jackpot in three-pictures"),
    ],
)
def test_terms_and_lines_are_refused_in_one_sentence(words, told, refused, tmp_path):
    assert told in refused("par", "three-pictures", "-o", str(tmp_path / "x.json"), *words)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "terms", [{"reset": -1}, {"contribution": Fraction(3, 2)}, {"jackpot": -1}]
)
def test_terms_of_the_meter_that_make_no_sense(terms):
    with pytest.raises(BadConfiguration):
        HouseTerms(**terms)
