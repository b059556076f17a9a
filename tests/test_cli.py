"""The command line: what programs and people read from it, and how it refuses."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

import pitboss
from pitboss import games
from pitboss.cli import COMMANDS, run
from pitboss.house.settings.house_file import PRACTICE
from pitboss.maths.odds.wager_odds import count
from tests.games import GAMES

INSTALLED = str(Path(sys.executable).with_name("pitboss"))
POKER = ["settle", "three-card-poker", "--player", "Qs Qd 7h", "--dealer", "Qh 8c 3d"]
POKER_ANTE = [*POKER, "--bet", "ante=9"]
PRIME = ["settle", "three-card-prime", "--player", "2s 7s 8s", "--dealer", "Kh Kc Kd"]
PRIME_ANTE = [*PRIME, "--bet", "ante=9"]
PICTURES = ["settle", "three-pictures", "--player", "6s Th Kd", "--dealer", "5h Tc Js"]


def bet(*pairs):
    return [word for pair in pairs for word in ("--bet", pair)]


def with_player(cards):
    return [*POKER_ANTE[:3], cards, *POKER_ANTE[4:]]


# settle


def test_settle_as_the_contract_shows_it(told_json):
    made = told_json(*POKER, *bet("ante=10"))
    assert list(made) == [
        *("game", "version", "fingerprint", "paytables", "readings"),
        *("player", "dealer", "lines", "net"),
    ]
    assert (made["game"], made["version"]) == ("three-card-poker", "MBS v4")
    assert made["fingerprint"] == games["three-card-poker"].fingerprint
    assert made["paytables"] == {}
    assert made["readings"] == {
        "suited-ace-low": "straight-flush",
        "ante-bonus-after-fold": "none",
        "progressive-stake": "kept",
        "envy": "others",
        "envy-unit": "player",
        "wrong-count": "specific",
        "player-miscount": "misdeal",
        "late-void": "void",
        "exposed-card": "referred",
    }
    assert made["player"] == {"cards": "Qs Qd 7h", "hand": "Pair of Queens"}
    assert made["dealer"] == {"cards": "Qh 8c 3d", "hand": "Queen high"}
    assert made["net"] == 2000
    contract = {
        "wager": "ante",
        "stake": 1000,
        "row": "player-higher",
        "outcome": "Player higher",
        "pays": "1 to 1",
        "net": 1000,
        "returned": 2000,
        "clauses": ["3.14.1", "4.1"],
        "says": "Ante: Pair of Queens beats Queen high, pays 1 to 1.",
    }
    assert {key: made["lines"][0][key] for key in contract} == contract


def test_a_line_has_the_keys_of_the_contract_and_what_it_rests_on(told_json):
    for line in told_json(*POKER, *bet("ante=10", "pair-plus=5"))["lines"]:
        assert set(line) == {
            *("wager", "stake", "row", "outcome", "pays"),
            *("net", "returned", "clauses", "says"),
            *("breakage", "definitions", "policies"),
        }


def test_amounts_are_integers_of_the_smallest_unit(told_json):
    made = told_json(*POKER, *bet("ante=10", "pair-plus=5", "progressive=2.50"))
    kept = ("wager", "stake", "net", "returned")
    assert [[line[key] for key in kept] for line in made["lines"]] == [
        ["ante", 1000, 1000, 2000],
        ["play", 1000, 1000, 2000],
        ["pair-plus", 500, 500, 1000],
        ["progressive", 250, -250, 0],
    ]
    assert made["net"] == 2250
    assert all(type(line[key]) is int for line in made["lines"] for key in kept[1:])


def test_a_straight_on_the_progressive_by_both_readings(told_json):
    words = ["settle", "three-card-poker", "--player", "6s 7d 8h", "--dealer", "Qh 8c 3d"]
    words += bet("ante=1", "progressive=2.50")
    for reading, kept in (("kept", 1250), ("returned", 1500)):
        made = told_json(*words, "--reading", f"progressive-stake={reading}")
        (line,) = (line for line in made["lines"] if line["wager"] == "progressive")
        assert (line["net"], line["returned"]) == (kept, kept + 250)
        assert made["readings"]["progressive-stake"] == reading
        (bonus,) = (line for line in made["lines"] if line["wager"] == "ante-bonus")
        assert (bonus["stake"], bonus["net"], bonus["returned"]) == (0, 100, 100)


def test_fold_leaves_the_play_wager_out(told_json):
    made = told_json(*POKER, *bet("ante=10", "pair-plus=5"), "--fold")
    nets = {line["wager"]: (line["row"], line["net"]) for line in made["lines"]}
    assert nets == {"ante": ("folded", -1000), "pair-plus": ("pair", 500)}


def test_jackpot_and_others(told_json):
    words = ["settle", "three-card-poker", "--player", "As Ks Qs", "--dealer", "Qh 8c 3d"]
    words += bet("ante=1", "progressive=2.50")
    made = told_json(*words, "--jackpot", "50000", "--others", "Ad Kd Qd", "--others", "2c 3h 9s")
    nets = {line["wager"]: line["net"] for line in made["lines"]}
    assert nets == {
        "ante": 100,
        "play": 100,
        "ante-bonus": 500,
        "progressive": 4_999_750,
        "envy": 5_000,
    }


def test_fourth_card_and_pay_table(told_json):
    words = [*PRIME, *bet("ante=1", "pair-bonus=0.10"), "--fourth", "2c"]
    for table, net in (("bad-beat-1", -100), ("bad-beat-2", 100)):
        made = told_json(*words, "--paytable", f"play={table}")
        assert made["fourth"] == "2c"
        assert made["paytables"] == {
            "play": table,
            "pair-bonus": "loose-deuce-1",
            "all-six": "a6-1",
        }
        nets = {line["wager"]: line["net"] for line in made["lines"]}
        assert nets == {"ante": -100, "play": net, "pair-bonus": 60}


def test_a_pay_table_from_a_file(told_json, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'game = "three-pictures"\nwager = "initial"\nkey = "mine"\n'
        '[pays]\nsix-points = "3 to 4"\nplayer-wins = "1 to 1"\n'
    )
    made = told_json(*PICTURES, *bet("initial=10"), "--paytable", f"initial={path}")
    assert made["paytables"] == {"initial": "mine"}
    assert [line["net"] for line in made["lines"]] == [750]


def test_settle_for_people(told):
    out = told(*POKER, *bet("ante=50", "pair-plus=10"))
    for part in ("Q♠ Q♦ 7♥", "Pair of Queens", "Q♥ 8♣ 3♦", "Ante", "$50.00", "+$110.00", "3.14.1"):
        assert part in out
    assert "Ante: Pair of Queens beats Queen high, pays 1 to 1." in out
    assert games["three-card-poker"].fingerprint in out


def test_the_library_and_the_command_line_agree(told_json):
    made = games["three-card-poker"].settle("Qs Qd 7h", "Qh 8c 3d", {"ante": 1000})
    assert told_json(*POKER, *bet("ante=10")) == made.as_json()


# The other commands


def test_games(told, told_json):
    made = told_json("games")
    assert [game["game"] for game in made] == list(games)
    listed = {game["game"]: [wager["wager"] for wager in game["wagers"]] for game in made}
    for key, game in GAMES.items():
        assert listed[key] == list(game.counts)
    for game in made:
        assert game["fingerprint"] == games[game["game"]].fingerprint
        for reading in game["readings"]:
            assert reading["default"] == next(iter(reading["options"]))
    out = told("games")
    assert all(game["title"] in out and game["game"] in out for game in made)


def test_one_game(told, told_json):
    listed = {game["game"]: game for game in told_json("games")}
    for key, game in games.items():
        alone = told_json("games", key)
        assert alone | listed[key] == alone
        for wager, tables in alone["pays"].items():
            for table, pays in tables.items():
                rows = game.configure({wager: table}).rules.wager(wager).rows
                assert pays == {row.key: row.pay.words() for row in rows}
        shown = " ".join(told("games", key).split())
        for wager in alone["wagers"]:
            assert f"{wager['title']} {wager['wager']}" in shown
            assert all(f"{row['outcome']} {row['pays']}" in shown for row in wager["rows"])
            assert all(table in shown for table in wager["paytables"])
        for question in (*alone["readings"], *alone["policies"]):
            assert question["question"] in shown
            assert f"* {question['default']}: " in shown
    assert "Its price is $2.50. It rests on the bettor's own ante." in shown_game(told, "poker")
    assert "exactly the stake of ante" in shown_game(told, "prime")
    assert "a6-3 as a6-1, but Four of a Kind 100 to 1" in shown_game(told, "prime")


def test_one_game_with_the_limits_of_a_house(told, told_json):
    house = ["--house", str(PRACTICE)]
    (table,) = told_json("games", "prime", *house)["tables"]
    assert (table["table"], table["boxes"]) == ("three-card-prime", 3)
    assert table["limits"]["ante"] == {"minimum": 500, "maximum": 50_000, "increment": 500}
    assert "ante $5.00 to $500.00 in steps of $5.00" in shown_game(told, "prime", *house)


def shown_game(told, *words):
    return " ".join(told("games", *words).split())


def test_odds(told, told_json):
    made = told_json("odds", "three-card-poker", "--wager", "pair-plus")
    assert list(made["wagers"]) == ["pair-plus"]
    pair_plus = made["wagers"]["pair-plus"]
    assert [(one["row"], one["pays"], one["ways"]) for one in pair_plus["outcomes"]] == [
        ("straight-flush", "40 to 1", 48),
        ("three-of-a-kind", "30 to 1", 52),
        ("straight", "5 to 1", 720),
        ("flush", "4 to 1", 1096),
        ("pair", "1 to 1", 3744),
        ("no-win", "loses", 16440),
    ]
    assert (pair_plus["deals"], pair_plus["expectation"]) == (22100, "-308/5525")
    assert pair_plus["house_edge"] == 308 / 5525
    assert made["main"]["wagers"] == ["ante", "play", "ante-bonus"]
    assert (made["main"]["folds"], made["main"]["expectation"]) == (7200, "-686689/20358520")
    assert "5.5747 %" in told("odds", "three-card-poker", "--wager", "pair-plus")


def test_strategy(told, told_json):
    for cards, decision in (("Qs 6d 4h", "play"), ("Qs 6d 3h", "fold")):
        made = told_json("strategy", "three-card-poker", "--hand", cards)
        assert (made["folds"], made["hand"]["decision"]) == (7200, decision)
    assert "Q-6-4" in told("strategy", "three-card-poker")


def test_clauses(told, told_json):
    every, prime = told_json("clauses"), told_json("clauses", "three-card-prime")
    assert {clause["game"] for clause in every} == set(games)
    assert [clause for clause in every if clause["game"] == "three-card-prime"] == prime
    numbers = [clause["clause"] for clause in prime]
    assert len(numbers) == len(set(numbers)) > 30
    assert set(prime[0]) == {
        *("game", "clause", "kind", "digest"),
        *("status", "where", "tested", "why_not"),
    }
    out = told("clauses", "three-card-prime")
    assert f"{len(prime)} clauses: " in out


def test_about(told, told_json):
    made = told_json("about")
    assert made["version"] == pitboss.__version__
    assert made["fingerprints"] == {key: game.fingerprint for key, game in games.items()}
    package = Path(pitboss.__file__).parent
    assert "rulebooks/three_card_poker/__init__.py" in made["rule_files"]
    for name, digest in made["rule_files"].items():
        if name.partition("/")[0] not in games:  # Files of games from outside are elsewhere.
            assert digest == sha256((package / name).read_bytes()).hexdigest()
    out = told("about")
    assert f"Pitboss {pitboss.__version__}" in out
    assert games["three-card-prime"].fingerprint in out


def test_tour(told):
    out = told("tour")
    assert all(game.rulebook.title in out for game in games.values())
    assert "Ante: Pair of Queens beats Queen high, pays 1 to 1." in out


# Help


def test_the_commands_there_are():
    known = {"games", "settle", "odds", "strategy", "clauses", "about", "tour"}
    assert known <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(told, command):
    assert f"Example: pitboss {command}" in " ".join(told(command, "--help").split())


def test_help_lists_the_commands(told):
    out = told("--help")
    assert all(f" {command} " in out for command in COMMANDS)


@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)], ids=" ".join)
def test_help_has_a_short_option(told, words):
    assert told(*words, "-h") == told(*words, "--help")


def test_the_version(told):
    assert told("--version") == f"pitboss {pitboss.__version__}\n"


def test_nothing_asked_shows_help(capsys):
    assert run([]) == 2
    assert "Usage: pitboss" in capsys.readouterr().out


# Refusals: what was asked, the code, the clause, and what the sentence must hold.

REFUSALS = [
    (["settle", "three-card-pokr", *POKER_ANTE[2:]], "unknown/game", None, "three-card-poker?"),
    ([*POKER, *bet("antee=1")], "unknown/wager", None, "did you mean ante?"),
    ([*POKER, *bet("ante=0")], "bet/amount", None, "The bet on ante is nothing"),
    ([*POKER, *bet("ante=100000000.01")], "bet/amount", None,
     "Ante is staked with $100,000,000.01"),
    *(
        ([*POKER, *bet(f"ante={text}")], "bet/amount", None, f"The bet on ante is {text!r}")
        for text in ("-5", "1.555", "true", "+5", "1e3", "1_000", "1,00", "5.00c", "$1e3", "１０",
                     "9" * 19)
    ),
    ([*POKER, *bet("tie")], "option/pair", None, "--bet 'tie' should read NAME=VALUE."),
    ([*POKER, *bet("ante=")], "option/pair", None, "--bet 'ante=' should read NAME=VALUE."),
    ([*POKER, *bet("=5")], "option/pair", None, "--bet '=5' should read NAME=VALUE."),
    ([*POKER, *bet("ante=1", "ante=1")], "option/twice", None, "--bet ante is given twice."),
    ([*POKER, *bet("progressive=2.50")], "bet/needs", "3.5", "Progressive Jackpot rests on"),
    ([*POKER, *bet("ante=9", "play=8")], "bet/equal", "1.1.6", "Play must equal the Ante"),
    ([*POKER, *bet("ante=9", "progressive=9")], "bet/price", None,
     "one posted price, $2.50, and not $9.00"),
    ([*POKER, *bet("ante=9", "envy=9")], "bet/not-staked", "3.16", "Envy Bonus"),
    ([*POKER_ANTE, "--jackpot", "-1"], "bet/amount", None, "The jackpot is '-1'"),
    ([*POKER_ANTE, "--fourth", "2c"], "cards/fourth", None, "has no fourth card"),
    ([*POKER_ANTE, "--others", "Qs 2c 3c"], "cards/twice", None, "Qs is there twice"),
    ([*POKER_ANTE, "--reading", "envi=x"], "unknown/reading", None, "mean envy?"),
    ([*POKER_ANTE, "--reading", "envy=other"], "unknown/option-of-reading-envy", None,
     "did you mean others?"),
    ([*POKER_ANTE, "--reading", "envy"], "option/pair", None, "--reading 'envy'"),
    ([*PICTURES, *bet("initial=9"), "--fold"], "bet/fold", None, "Nobody folds in three-pictures."),
    ([*PICTURES, *bet("tie=9")], "bet/needs", "3.3", "Tie rests on the bettor's own Initial bet"),
    (PRIME_ANTE, "cards/fourth", None, "needs a fourth card"),
    ([*PRIME_ANTE, "--fourth", "2s"], "cards/twice", None, "2s is there twice"),
    ([*PRIME_ANTE, "--paytable", "play=a6-1"], "unknown/pay-table-of-play", None, "bad-beat"),
    ([*PRIME_ANTE, "--paytable", "plai=a6-1"], "unknown/wager", None, "did you mean play?"),
    ([*PRIME_ANTE, "--paytable", "play=no-such.toml"], "paytable/file", None,
     "no-such.toml can't be read"),
    (with_player("Qs Qs 7h"), "cards/twice", None, "Qs is there twice"),
    (with_player("Qs Qh 7h"), "cards/twice", None, "Qh is there twice"),
    (with_player("Qs Qd"), "cards/count", None, "'Qs Qd'"),
    (with_player("Qs Qd 7h 8h"), "cards/count", None, "'Qs Qd 7h 8h'"),
    (with_player("Qs Qd Zz"), "cards/unknown", None, "'Zz' is not a card"),
    (with_player("Qs Qd\nQh"), "cards/twice", None, "Qh is there twice"),
    (["clauses", "pokr"], "unknown/game", None, "There is no game 'pokr'"),
    (["odds", "three-card-poker", "--wager", "anti"], "unknown/wager", None, "did you mean ante?"),
    (["odds", "three-card-poker", "--jackpot", "1.555"], "bet/amount", None,
     "The jackpot is '1.555'"),
    (["strategy", "three-card-poker", "--hand", "Qs 6d"], "cards/count", None, "'Qs 6d'"),
    (["setle"], "command", None, "No such command 'setle'."),
    (["settle", "--nope"], "command", None, "--nope"),
    (["games", "three-pictrs"], "unknown/game", None, "did you mean three-pictures?"),
    (["games", "--house", "x.toml"], "games/house", None, "give the game as well"),
    (["games", "prime", "--house", "no.toml"], "house/file", None, "It can't be read"),
    (POKER, "command", None, "--bet"),
    (POKER[:4], "command", None, "--dealer"),
    (["settle"], "command", None, "GAME"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "clause", "holds"), REFUSALS)
def test_bad_input_prints_one_sentence(refused, words, code, clause, holds):
    line = refused(*words)
    assert holds in line
    if clause:
        assert line.endswith(f" (clause {clause})")
    else:
        assert "(clause " not in line


@pytest.mark.parametrize(("words", "code", "clause", "holds"), REFUSALS)
def test_bad_input_with_json_prints_one_object(refused, words, code, clause, holds):
    made = json.loads(refused(*words, "--json"))
    assert holds in made.pop("message")
    assert made == ({"error": code, "clause": clause} if clause else {"error": code})


def test_a_strange_file_name_still_makes_one_line(refused):
    words = [*PRIME_ANTE, "--fourth", "2c", "--paytable", "play=two\nlines.toml"]
    assert "can't be read" in refused(*words)


# Shell completion


def completions(told, monkeypatch, line):
    """The words that a shell offers for the last word of a line, which may be empty."""
    words = line.split(" ")
    monkeypatch.setenv("_PITBOSS_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    return told().split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pitboss cl", ["clauses"]),
        ("pitboss odds ", list(games)),
        ("pitboss clauses three-card-p", ["three-card-poker", "three-card-prime"]),
        ("pitboss odds three-card-poker --wager p", ["play", "pair-plus", "progressive"]),
        ("pitboss design three-pictures --wager t", ["tie", "three-pictures"]),
        ("pitboss settle three-card-prime --paytable all-six=a6-",
         [f"all-six=a6-{n}" for n in range(1, 6)]),
        ("pitboss odds three-card-poker --reading envy=", ["envy=others", "envy=everyone"]),
        ("pitboss settle three-card-poker --bet p", ["pair-plus=", "play=", "progressive="]),
        ("pitboss rule three-pictures mis", ["misdeal", "misplaced-bet"]),
        ("pitboss odds no-such-game --wager p", []),
    ],
)  # fmt: skip
def test_a_shell_completes_keys(told, monkeypatch, line, offered):
    assert sorted(completions(told, monkeypatch, line)) == sorted(offered)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_given_its_script(told, monkeypatch, shell):
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert "_PITBOSS_COMPLETE=complete" in told("--show-completion", shell)


# What is imported and computed


SLOW = "print([m for m in sys.modules if m.startswith(('pitboss.maths.simulation', 'numba'))])"


@pytest.mark.parametrize(
    "words",
    [
        *(["games"], ["clauses"], ["replay", "examples/three-card-poker.round"], ["--help"]),
        *(POKER_ANTE, ["odds", "three-card-poker"]),
        ["rule", "three-card-poker", "exposed-cards", "cards=2"],
    ],
    ids=lambda words: words[0],
)
def test_a_command_imports_no_simulation(words):
    assert imported_by(words, SLOW) == "[]"


def test_help_imports_neither_numpy_nor_rich():
    question = "print('numpy' in sys.modules, 'rich' in sys.modules)"
    assert imported_by(["--help"], question) == "False False"


def test_the_list_of_games_imports_no_rich_and_no_metadata():
    question = "print('rich' in sys.modules, 'importlib.metadata' in sys.modules)"
    assert imported_by(["games"], question) == "False False"


def test_a_command_imports_no_other():
    question = "print([name for name in sys.modules if name.startswith('pitboss.cli.simulate')])"
    assert imported_by(["games"], question) == "[]"


def imported_by(words, question):
    """The answer to a question about sys.modules, after a command."""
    program = f"import sys; from pitboss.cli import run; assert run({words!r}) == 0; {question}"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[1],
    )  # fmt: skip
    return ended.stdout.splitlines()[-1]


def test_the_odds_of_one_wager_count_no_other(told, monkeypatch):
    counted = []

    def count_and_note(wager):
        counted.append(wager.key)
        return count(wager)

    monkeypatch.setattr("pitboss.maths.odds.game_odds.count", count_and_note)
    assert "5.5747 %" in told("odds", "three-card-poker", "--wager", "pair-plus")
    assert counted == ["pair-plus"]
    told("odds", "three-card-poker")
    assert set(counted) == {"pair-plus", "progressive", "envy"}


# The command as it is installed


def installed(*words, **named):
    return subprocess.run([INSTALLED, *words], capture_output=True, text=True, check=False, **named)


def test_the_installed_command_settles():
    made = installed(*POKER, *bet("ante=10"), "--json")
    assert (made.returncode, made.stderr) == (0, "")
    assert json.loads(made.stdout)["net"] == 2000


def test_the_package_runs_as_a_module():
    words = [sys.executable, "-m", "pitboss", *POKER, *bet("ante=10"), "--json"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["net"] == 2000


def test_the_installed_command_refuses():
    made = installed(*POKER, *bet("ante=9", "play=8"))
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr == "Play must equal the Ante: $9.00, not $8.00. (clause 1.1.6)\n"


@pytest.mark.parametrize(
    "words", [["games"], ["clauses", "--json"], [*POKER_ANTE, "--json"]], ids=lambda words: words[0]
)
def test_a_reader_that_went_away_is_no_error(words):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        made = subprocess.run(
            [INSTALLED, *words], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writing)
    assert (made.returncode, made.stderr) == (0, "")
