"""Games from outside: from a file and from an installed package, and broken ones of both kinds."""

import importlib.metadata
import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256

import pytest

from pitboss import games, load_rulebook
from pitboss.cards.hands import COLUMNS
from pitboss.cli import run
from pitboss.errors import BadRulebook, UnknownName
from pitboss.rulebooks import OWN, RULEBOOKS
from pitboss.rulebooks.registry import GROUP
from tests.support.outside import EXAMPLE, ROOT, WAR_THREE, announce, install

RULEBOOK = ("--rulebook", str(WAR_THREE))
SETTLE = ["settle", "--player", "As Kd 2c", "--dealer", "Kh 9d 4c", "--bet", "war=10"]
ROUND = """\
game war-three
table boxes=1

shoe As Kd 2c  Kh 9d 4c

open
bet 1 p1 war 1000
close
deal
return 1
show dealer
settle
"""


def places(points):
    """(key, folder): where games from outside are installed."""
    return {(point.name, str(point.dist.locate_file(""))) for point in points}


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """Only our own games are known before a test, and what it loads is gone after it."""
    look_up = importlib.metadata.entry_points
    before = places(look_up(group=GROUP))

    def entry_points(**named):
        listed = look_up(**named)
        if named != {"group": GROUP}:
            return listed
        return [point for point in listed if not places([point]) & before]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    monkeypatch.setattr(RULEBOOKS, "_scan", ((), {}))
    monkeypatch.setattr(RULEBOOKS, "_files", {})


def forget_files():
    RULEBOOKS._files.clear()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of installed packages with the example in it."""
    target = tmp_path_factory.mktemp("site")
    install(EXAMPLE, target)
    return target


# From a file


def test_a_file_is_loaded_and_its_game_known_by_its_key():
    assert "war-three" not in games
    rulebook = load_rulebook(WAR_THREE)
    game = games["war-three"]
    assert game.rulebook is rulebook is RULEBOOKS["war-three"]
    assert list(games)[-1] == "war-three"
    assert game.settle("As Kd 2c", "Kh 9d 4c", {"war": 1000}).net == 800
    assert game.configure(readings={"tie": "lost"}).fingerprint != game.fingerprint
    assert load_rulebook(str(WAR_THREE)) is games["war-three"].rulebook


def test_a_file_that_is_loaded_again_replaces_the_game(tmp_path):
    file = copy_of_the_example(tmp_path)
    load_rulebook(file)
    before = games["war-three"].odds()["war"].expectation
    file.write_text(file.read_text("utf-8").replace('"4 to 5"', '"9 to 5"'), "utf-8")
    load_rulebook(file)
    assert games["war-three"].odds()["war"].expectation > before


@pytest.mark.parametrize(
    "words",
    [
        SETTLE,
        ["odds"],
        ["odds", "--compare"],
        ["odds", "--wager", "red-alert"],
        ["deals"],
        ["clauses"],
        ["games"],
        ["about"],
        ["simulate", "--rounds", "10000"],
        ["session", "--bet", "war=1", "--rounds", "50"],
        ["design", "--wager", "red-alert", "--edge", "4%..6%"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_every_command_takes_the_file_and_needs_no_key(words, told, told_json):
    assert "war-three" in json.dumps(told_json(*words, *RULEBOOK))
    shown = told(*words, *RULEBOOK)
    assert "War Three" in shown or "red-alert" in shown


@pytest.mark.parametrize("ending", ["json", "html", "xlsx", "pdf"])
def test_par_sheets_and_cards_are_written(ending, told, tmp_path):
    file = tmp_path / f"par.{ending}"
    told("par", *RULEBOOK, "-o", str(file))
    assert file.stat().st_size > 1000
    if ending in ("html", "pdf"):
        told("card", *RULEBOOK, "-o", str(tmp_path / f"card.{ending}"))


def test_a_ruling_and_a_strategy(told_json, refused):
    words = ["rule", "war-three", "misdeal", "handled=no", "whole-hands-repair=no"]
    ruling = told_json(*words, *RULEBOOK)
    assert (ruling["game"], ruling["remedy"], ruling["clauses"]) == (
        "war-three",
        "void-round",
        ["5.2"],
    )
    assert "fold" in refused("strategy", *RULEBOOK)  # There is no decision in it.


def test_the_key_may_be_given_and_another_game_asked_for(told_json):
    assert told_json("odds", "war-three", *RULEBOOK)["game"] == "war-three"
    assert told_json("odds", "three-pictures", *RULEBOOK)["game"] == "three-pictures"


def test_a_game_is_needed_without_a_file(refused):
    assert "GAME" in refused("odds")


def test_a_record_is_replayed_and_names_its_game(told, told_json, refused, tmp_path):
    file = tmp_path / "war.round"
    file.write_text(ROUND, "utf-8")
    assert "+$8.00" in told("replay", str(file), *RULEBOOK)
    record = told_json("replay", str(file), *RULEBOOK)
    assert record["game"] == "war-three"
    file.write_text(json.dumps(record), "utf-8")
    assert told_json("replay", str(file), *RULEBOOK) == record
    forget_files()
    assert "Not settled again" in told("replay", str(file))  # A record holds its rules.
    file.write_text(ROUND, "utf-8")
    assert "There is no game 'war-three'" in refused("replay", str(file))


def test_the_commands_that_are_shown_can_be_run(told_json, capsys):
    for deal in told_json("deals", *RULEBOOK):
        program, *words = shlex.split(deal["command"])
        assert program == "pitboss"
        lines = told_json(*words)["lines"]
        assert deal["row"] in [line["row"] for line in lines if line["wager"] == deal["wager"]]
    sheet = told_json("par", *RULEBOOK)
    assert f"--rulebook {WAR_THREE}" in sheet["reproduce"]


def test_its_files_are_hashed_like_ours(told_json):
    digest = sha256(WAR_THREE.read_bytes()).hexdigest()
    about = told_json("about", *RULEBOOK)
    assert about["rule_files"]["war-three/__init__.py"] == digest
    assert about["fingerprints"]["war-three"] == games["war-three"].fingerprint
    sheet = told_json("par", *RULEBOOK)
    assert sheet["rule_files"]["war-three/__init__.py"] == digest
    ours = told_json("par", "three-pictures")["rule_files"]
    assert not any(name.startswith("war-three/") for name in ours)


def test_a_package_may_be_split_into_files(tmp_path, told_json):
    package = tmp_path / "split"
    package.mkdir()
    (package / "__init__.py").write_text('"""A package."""\n')
    (package / "clauses.csv").write_bytes(WAR_THREE.with_name("clauses.csv").read_bytes())
    (package / "numbers.py").write_text("RED = 2\n")
    text = WAR_THREE.read_text("utf-8").replace("RED = 2", "from .numbers import RED")
    (package / "rules.py").write_text(text, "utf-8")
    about = told_json("about", "--rulebook", str(package / "rules.py"))
    names = [name for name in about["rule_files"] if name.startswith("war-three/")]
    assert names == ["war-three/__init__.py", "war-three/numbers.py", "war-three/rules.py"]


def test_a_file_without_a_package_is_hashed_alone(tmp_path, told_json):
    file = copy_of_the_example(tmp_path)
    (tmp_path / "unrelated.py").write_text("")
    about = told_json("about", "--rulebook", str(file))
    assert [name for name in about["rule_files"] if name.startswith("war-three/")] == [
        "war-three/war.py"
    ]


# A column of its own


def with_column(name, body):
    column = f"""
from pitboss.cards.hands import SUITS, column

@column
def {name}():
    return {body}

"""
    text = WAR_THREE.read_text("utf-8").replace("# 1. Words", f"{column}# 1. Words")
    return text.replace("player.colour == RED", f"player.{name} == 3")


def test_a_rulebook_may_have_columns_of_its_own(tmp_path, request):
    request.addfinalizer(lambda: COLUMNS.pop("reds"))
    file = copy_of_the_example(tmp_path)
    file.write_text(with_column("reds", "((SUITS == 1) | (SUITS == 2)).sum(1)"), "utf-8")
    load_rulebook(file)
    ours = games["war-three"].odds()["red-alert"].ways
    load_rulebook(file)  # The same column again is no contradiction.
    forget_files()
    load_rulebook(WAR_THREE)
    assert games["war-three"].odds()["red-alert"].ways == ours
    forget_files()
    file.write_text(with_column("reds", "(SUITS == 1).sum(1)"), "utf-8")
    with pytest.raises(BadRulebook, match="the column reds has changed: start Python again"):
        load_rulebook(file)


# What can be wrong with a file


def copy_of_the_example(folder, name="war.py"):
    (folder / "clauses.csv").write_bytes(WAR_THREE.with_name("clauses.csv").read_bytes())
    file = folder / name
    file.write_bytes(WAR_THREE.read_bytes())
    return file


BROKEN = [
    ("RULEBOOK = Rulebook(", "RULEBOOK = (", "rulebook/import", "syntax error in line"),
    ('"""War', 'raise OSError("no\\nway")\n"""War', "rulebook/import",
     "line 1 of war.py raised OSError (no way)"),
    ('"""War', 'raise SystemExit\n"""War', "rulebook/import", "line 1 of war.py raised SystemExit"),
    ('"""War', 'import no_such_module\n"""War', "rulebook/import", "no_such_module"),
    ("player.colour", "player.weight", "rulebook/import",
     "of war.py raised AttributeError (player has no column 'weight'"),
    ("RULEBOOK = ", "OTHER = ", "rulebook/missing", "has no RULEBOOK: give its Rulebook that name"),
    ("# 1. Words", "class Rulebook(dict): pass", "rulebook/type", "is of type Rulebook: make it"),
    ('key="war-three"', 'key="War 3"', "rulebook/key", "use lower-case letters"),
    ('key="war-three"', 'key="three-pictures"', "rulebook/key", "already a game three-pictures"),
    ('main=("war",)', 'main=("wart",)', "rulebook/contents", "a wager 'wart' that it does not"),
    ("main=", "no_such_field=", "rulebook/import", "no_such_field"),
    ("(HALF_UNIT, ", "(", "rulebook/contents", "half-unit"),
    ('Needs("war"', 'Needs("wart"', "rulebook/contents", "'wart'"),
    ('"player-wins", "P', '"ace-wins", "P', "rulebook/contents", "war needs two rows or more"),
    ('"5.6", says', '"5.9", says', "rulebook/citation", "cites 5.9 (incident:exposed-cards)"),
    ("LONE_SIDE_BET, UNMET", "UNMET", None, ""),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "holds"), BROKEN, ids=lambda text: str(text)[:30])
def test_a_broken_file_is_one_sentence(old, new, code, holds, tmp_path, refused, told_json):
    file = copy_of_the_example(tmp_path)
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    if code is None:  # A policy that only a ruling names as such is no citation of a clause.
        assert told_json("odds", "--rulebook", str(file))["game"] == "war-three"
        return
    line = refused("odds", "--rulebook", str(file))
    assert holds in line
    assert line.endswith(".")
    assert json.loads(refused("odds", "--rulebook", str(file), "--json"))["error"] == code
    assert "war-three" not in RULEBOOKS


CLAUSES = [
    (None, "has no clauses.csv in its folder"),
    ("", "its first line should read clause,kind,digest,where,tested,why_not"),
    ("clause,kind,digest,where,tested,why_not\n1.1,definition\n", "line 2 should have 6 fields"),
    ("clause,kind,digest,where,tested,why_not\n1.1,fun,x,,,\n", "line 2 should have a kind of"),
    ("clause,kind,digest,where,tested,why_not\n1.1,pay,x,,,\n1.1,pay,x,,,\n", "number of its own"),
    ('clause,kind,digest,where,tested,why_not\n1.1,pay,"x"y,,,\n', "can't be read (',' expected"),
    ("clause,kind,digest,where,tested,why_not\n1.1,pay,x,,,\n", "which is neither in its clauses"),
    (b"\xff\xfe", "can't decode"),
]


@pytest.mark.parametrize(("text", "holds"), CLAUSES, ids=lambda text: str(text)[-30:])
def test_a_broken_list_of_clauses_is_one_sentence(text, holds, tmp_path, refused):
    file = copy_of_the_example(tmp_path)
    listed = tmp_path / "clauses.csv"
    listed.unlink()
    if text is not None:
        listed.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert holds in refused("odds", "--rulebook", str(file))


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("none.py", "is not a rulebook"),
        (".", "give its __init__.py"),
        ("a.txt", "an existing Python file"),
    ],
)
def test_what_is_no_python_file_is_no_rulebook(name, holds, tmp_path, refused):
    (tmp_path / "a.txt").write_text("RULEBOOK = 1")
    assert holds in refused("odds", "--rulebook", str(tmp_path / name))


def test_two_files_can_not_have_one_key(tmp_path):
    load_rulebook(WAR_THREE)
    with pytest.raises(BadRulebook, match="There is already a game war-three"):
        load_rulebook(copy_of_the_example(tmp_path))


# From an installed package


def test_an_installed_package_is_found_by_its_entry_point(site, monkeypatch, told_json):
    with pytest.raises(UnknownName):
        games["war-three"]
    monkeypatch.syspath_prepend(str(site))
    assert "war-three" in games
    assert list(games)[-1] == "war-three"
    assert games["war-three"].odds()["red-alert"].expectation == Fraction(-1671, 22372)
    assert told_json(*SETTLE[:1], "war-three", *SETTLE[1:])["net"] == 800
    about = told_json("about")
    assert "war-three" in about["fingerprints"]
    installed = site / "war_three" / "__init__.py"
    digest = sha256(installed.read_bytes()).hexdigest()
    assert about["rule_files"]["war-three/__init__.py"] == digest
    assert "--rulebook" not in told_json("par", "war-three")["reproduce"]
    with pytest.raises(BadRulebook, match="A package with the game war-three is installed"):
        load_rulebook(WAR_THREE)
    assert load_rulebook(installed) is RULEBOOKS["war-three"]


def test_the_example_passes_its_own_tests_as_an_installed_package(site):
    """Its kit and its clause tests, in a process that knows it by its entry point alone."""
    configuration = EXAMPLE / "pyproject.toml"  # Else it would be found further up, in ours.
    ran = run_tests(EXAMPLE, "-c", configuration, "tests", path=[ROOT / "src", site])
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-1000:]
    assert " passed" in ran.stdout
    assert "skipped" not in ran.stdout


SUITES = (
    "agreement", "bets", "card", "clauses", "cli", "comparison", "configuration", "costs",
    "counting", "design*", "documents", "expressions", "irregularities", "moments", "odds",
    "par_*", "refusals", "running", "saved", "sessions*", "settlement*", "simulat*", "strategy",
    "views", "walker", "witness",
)  # fmt: skip


def test_a_sixth_game_passes_the_tests_of_every_game(site):
    """Whatever is tested of each rulebook there is, with the example as one of them."""
    files = [file for name in SUITES for file in (ROOT / "tests").glob(f"test_{name}.py")]
    assert len(files) > 35
    ran = run_tests(ROOT, "-k", "war-three", *files, path=[ROOT / "src", ROOT, site])
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-1000:]
    assert int(re.search(r"(\d+) passed", ran.stdout)[1]) > 150


def run_tests(folder, *words, path):
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_our_own_games_need_no_look_at_what_is_installed(monkeypatch, told):
    def scanned(path):
        raise AssertionError("entry points were looked up")

    monkeypatch.setattr("pitboss.rulebooks.registry._entry_points", scanned)
    monkeypatch.syspath_prepend("nowhere")  # Else what was looked up before would do.
    told("odds", "three-card-poker", "--wager", "pair-plus")
    with pytest.raises(AssertionError, match="looked up"):
        run(["odds", "three-card-pokr"])


INSTALLED = [
    ({"bad": "no_such_module:RULEBOOK"}, "an import failed (No module named 'no_such_module')"),
    ({"bad": "war_bad:NOTHING"}, "has no NOTHING"),
    ({"bad": "war_bad:NUMBER"}, "is of type int"),
    (
        {"bad": "war_bad:RULEBOOK"},
        "its rulebook has the key war-three; rename the entry point to match",
    ),
    ({"three-pictures": "war_bad:RULEBOOK"}, "is one of Pitboss's own"),
    ({"war-three": "war_bad:RULEBOOK"}, "has no clauses.csv in its folder"),
]


@pytest.mark.parametrize(("announced", "holds"), INSTALLED, ids=lambda text: str(text)[-40:])
def test_a_broken_package_breaks_no_other_game(
    announced, holds, tmp_path, monkeypatch, capsys, told_json, refused
):
    (tmp_path / "war_bad.py").write_bytes(WAR_THREE.read_bytes() + b"\nNUMBER = 1\n")
    announce(tmp_path, "war-bad", announced)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "war_bad", raising=False)
    (key,) = announced
    assert told_json("odds", "three-card-poker")["game"] == "three-card-poker"
    assert run(["games", "--json"]) == 0
    out, err = capsys.readouterr()
    assert [game["game"] for game in json.loads(out)] == list(OWN)
    assert holds in json.loads(err)["message"]
    assert run(["games"]) == 0
    assert holds in capsys.readouterr().err
    if key != "three-pictures":
        assert holds in refused("odds", key)
        assert key not in games
        with pytest.raises(BadRulebook):
            games[key]


def test_two_packages_with_one_key_are_told_apart_by_nobody(site, tmp_path, monkeypatch, refused):
    announce(tmp_path, "war-four", {"war-three": "war_four:RULEBOOK"})
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.syspath_prepend(str(tmp_path))
    line = refused("odds", "war-three")
    assert "several packages have its key (war_four:RULEBOOK, war_three:RULEBOOK)" in line


# The page that says how


def blocks_of_the_page():
    """The fenced blocks of docs/adding-a-game.md: a clauses file, a rulebook, its tests."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    blocks = re.findall(r"^```\w+\n(.*?)^```", page, re.M | re.S)
    commands = re.findall(r"^    (pitboss .*--rulebook high_card\.py.*)$", page, re.M)
    return blocks, commands


def test_the_page_that_says_how_to_add_a_game_works(tmp_path, monkeypatch, told):
    (clauses, rulebook, tests), commands = blocks_of_the_page()
    for name, text in (
        ("clauses.csv", clauses),
        ("high_card.py", rulebook),
        ("test_high_card.py", tests),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    # A server never ends by itself, and a house needs its file: test_pages says who tests those.
    apart = ("pitboss serve", "pitboss check", "pitboss house")
    ending = [command for command in commands if not command.startswith(apart)]
    assert len(ending) > 7
    for command in ending:
        assert told(*shlex.split(command)[1:])
    assert (tmp_path / "card.html").is_file()
    ran = run_tests(tmp_path, "test_high_card.py", path=[ROOT / "src"])
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-1000:]
