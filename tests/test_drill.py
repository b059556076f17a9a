"""The dealer school: every answer is that of the rules, the same seed gives the same drill."""

import io
import json
import re
from functools import partial

import pytest

from pitboss import games
from pitboss.cli import run
from pitboss.language.irregularities import INCIDENTS, REMEDIES, possible
from pitboss.language.pays import money
from pitboss.rulebooks import RULEBOOKS
from pitboss.school.deals import Rows
from pitboss.school.drill import Drill
from pitboss.school.pay_topics import NOTHING_WRONG
from pitboss.school.question import KINDS, PUSH, TAKE, Question, weight

LACKING = {
    *((game, "qualifies") for game in RULEBOOKS if RULEBOOKS[game].qualifies is None),
    ("three-card-prime", "ruling"),
}
POKER = ("three-card-poker", "--kind")


def drill(game, kind, count=40, seed=5, **choices):
    return Drill(RULEBOOKS[game].configure(), kind, count, seed, **choices)


def kinds_of(kind):
    return [game for game in RULEBOOKS if (game, kind) not in LACKING]


def cards(question, name):
    return next((h["cards"] for h in question.as_json()["hands"] if h["name"] == name), None)


def staked(game, question):
    """The bets that the question shows, by wager; and the meter."""
    keys = {wager.title: wager.key for wager in RULEBOOKS[game].wagers}
    bets = next(fact for fact in question.facts if fact.startswith("Bets: "))
    amounts = re.findall(r"([A-Z][\w \-]*?) \$([\d,]+\.\d\d)", bets.removeprefix("Bets: "))
    meter = [fact for fact in question.facts if "meter" in fact]
    jackpot = int(re.sub(r"\D", "", meter[0])) if meter else None
    return {keys[title]: int(re.sub(r"\D", "", text)) for title, text in amounts}, jackpot


def settled(game, question):
    bets, jackpot = staked(game, question)
    return games[game].settle(
        cards(question, "Player"),
        cards(question, "Dealer"),
        bets,
        fourth=cards(question, "Fourth card"),
        fold="The player folded." in question.facts,
        jackpot=jackpot,
        others=[other] if (other := cards(question, "Another box")) else [],
    )


def done(line):
    """What a dealer does with a bet, from what the bettor gets."""
    if line.net < 0:
        return TAKE
    return (
        money(line.returned - (0 if line.row.pay.stake < 0 else line.stake)) if line.net else PUSH
    )


# Answers


@pytest.mark.parametrize("game", kinds_of("name"))
def test_a_hand_has_the_name_that_the_rules_give_it(game):
    for question in drill(game, "name").questions:
        assert question.answer == games[game].hand(cards(question, "Hand")).name
        assert len(question.choices) == 4


@pytest.mark.parametrize("game", kinds_of("higher"))
def test_the_higher_hand_is_the_one_that_wins(game):
    main = RULEBOOKS[game].main[0]
    asked = drill(game, "higher", 12).questions
    for question in asked:
        fourth = "2c" if RULEBOOKS[game].fourth_card else None
        held = f"{cards(question, 'Player')} {cards(question, 'Dealer')}"
        fourth = fourth and next(
            c for c in ("2c", "3c", "4c", "5c", "6c", "7c", "8c") if c not in held
        )
        settlement = games[game].settle(
            cards(question, "Player"), cards(question, "Dealer"), {main: 1000}, fourth=fourth
        )
        assert question.answer == settlement[main].row.outcome
    assert len({question.answer for question in asked}) > 2


@pytest.mark.parametrize("game", kinds_of("qualifies"))
def test_the_dealer_qualifies_by_the_rules(game):
    asked = drill(game, "qualifies").questions
    for question in asked:
        row = games[game].hand(cards(question, "Dealer")).row
        qualifies = games[game].rules.dealer_qualifies(row)
        assert question.answer == ("yes" if qualifies else "no")
        assert question.clauses
    assert {question.answer for question in asked} == {"yes", "no"}


@pytest.mark.parametrize("game", kinds_of("pay"))
def test_a_wager_is_paid_as_it_is_settled(game):
    titles = {wager.title: wager.key for wager in RULEBOOKS[game].wagers}
    for question in drill(game, "pay", 60).questions:
        title = re.search(r"about the (.*?)(?: for the hand of the other box)?:", question.asks)[1]
        line = settled(game, question)[titles[title]]
        assert question.answer == done(line)
        assert question.why == line.says


@pytest.mark.parametrize("game", kinds_of("error"))
def test_one_line_at_most_is_wrong(game):
    right_ones = 0
    for question in drill(game, "error", 60).questions:
        settlement = settled(game, question)
        wrong = []
        for choice in question.choices[:-1]:
            title, _, words = choice.partition(": ")
            line = next(ln for ln in settlement.lines if ln.wager.title == title)
            right = {TAKE: "taken", PUSH: "pushed"}.get(done(line), f"paid {done(line)}")
            if words != right:
                wrong.append(choice)
        assert wrong == ([] if question.answer == NOTHING_WRONG else [question.answer])
        right_ones += not wrong
    assert 0 < right_ones < 30


@pytest.mark.parametrize("game", kinds_of("ruling"))
def test_the_ruling_is_the_rulebooks(game):
    rules = RULEBOOKS[game].configure()
    known = {
        (f"{INCIDENTS[incident]}.", len(facts), ruling.says, REMEDIES[ruling.remedy])
        for incident in INCIDENTS
        for facts, ruling in possible(partial(rules.rule, incident))
    }
    for question in drill(game, "ruling").questions:
        happened, *facts = question.facts
        remedies = {words for told, n, _, words in known if (told, n) == (happened, len(facts))}
        assert question.answer.removesuffix(" to the shift manager") in remedies
    for question in drill(game, "say", 80).questions:
        if question.facts:
            assert question.answer in {
                says for told, _, says, _ in known if told == question.facts[0]
            }
        else:
            assert question.answer.startswith(games[game].hand(cards(question, "Dealer")).name)


# Drawing


@pytest.mark.parametrize("game", list(RULEBOOKS))
def test_the_same_seed_gives_the_same_drill(game):
    assert drill(game, "all").as_json() == drill(game, "all").as_json()
    assert drill(game, "all").questions != drill(game, "all", seed=6).questions
    for question in drill(game, "all").questions:
        assert not question.choices or question.answer in question.choices
        assert len(set(question.choices)) == len(question.choices)


def test_without_a_seed_each_drill_is_new_and_can_be_had_again(told_json):
    words = ["drill", *POKER, "name", "--n", "3"]
    drawn = [told_json(*words) for _ in range(4)]
    assert len({drill["seed"] for drill in drawn}) > 1
    assert told_json(*words, "--seed", str(drawn[0]["seed"])) == drawn[0]


def test_a_drawn_seed_is_printed(tmp_path, monkeypatch, capsys, told, told_json):
    monkeypatch.setattr("pitboss.cli.drill.secrets.randbelow", lambda below: below - 1)
    words = ["drill", *POKER, "name", "--n", "3"]
    sheet = str(tmp_path / "drill.json")
    assert told(*words, "-o", sheet).endswith("and their key (seed 999999)\n")
    assert told_json(*words, "-o", sheet) == {"written": sheet, "seed": 999_999}
    again = told_json(*words, "--seed", "999999")
    assert json.loads((tmp_path / "drill.json").read_text("utf-8")) == again
    typed(monkeypatch, [])
    assert run(words) == 1
    assert "seed 999999." in capsys.readouterr().out


@pytest.mark.parametrize("game", list(RULEBOOKS))
def test_a_kind_that_the_game_lacks_is_named(game, capsys):
    for kind in KINDS:
        code = run(["drill", game, "--kind", kind, "--n", "2", "--json"])
        told = capsys.readouterr()
        assert code == (2 if (game, kind) in LACKING else 0)
        if code:
            message = json.loads(told.err)["message"]
            assert message.startswith((RULEBOOKS[game].title, "In "))
            assert message.count(".") == 1
    whole = drill(game, "all")
    assert len(whole.left_out) == sum(key == game for key, _ in LACKING)
    assert {question.kind for question in whole.questions} == set(whole.pools)


def test_rare_and_costly_rows_weigh_more():
    rows = Rows(RULEBOOKS["three-card-poker"].configure())
    pair_plus = {w.row.key: rows.weight(w) for w in rows.of(rows.rules.wager("pair-plus"))}
    assert pair_plus["straight-flush"] > pair_plus["straight"] > pair_plus["flush"]
    assert pair_plus["flush"] > pair_plus["pair"]
    assert weight(0.01, 1) > weight(0.1, 1)
    assert weight(0.1, 40) > weight(0.1, 1)


def test_deals_differ_from_time_to_time():
    dealt = {question.hands for question in drill("three-card-poker", "pay", 120).questions}
    assert len(dealt) > 100


# Marking


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        *(("a", "Straight"), ("B", "Straight Flush"), ("3)", "Pair"), ("pa", "Pair")),
        *(("straight", "Straight"), ("straight f", "Straight Flush"), ("s", None), ("d", None)),
        *(("", None), ("4", None), ("0", None)),
    ],
)
def test_how_a_choice_is_understood(answer, meant):
    question = Question("name", "?", "Pair", "", choices=("Straight", "Straight Flush", "Pair"))
    assert question.understood(answer) == meant


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        *(("125", "$125.00"), ("$1,250", "$1,250.00"), ("12.5", "$12.50"), ("0.50", "$0.50")),
        *(("take", TAKE), ("T", TAKE), ("take it", TAKE), ("push", PUSH), ("p", PUSH)),
        *(("much", None), ("", None), ("-5", None)),
    ],
)
def test_how_an_amount_is_understood(answer, meant):
    assert Question("pay", "?", "", "").understood(answer) == meant


# The terminal


def typed(monkeypatch, lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_drill_that_is_passed(monkeypatch, capsys):
    answers = [q.letter or q.answer for q in drill("three-card-poker", "all", 14).questions]
    typed(monkeypatch, ["?", *answers])
    assert run(["drill", "three-card-poker", "--n", "14", "--seed", "5"]) == 0
    told = capsys.readouterr().out
    assert told.count("✓ Right") == 14
    assert "Passed: 14 of 14 right (100 %)" in told


def test_a_drill_that_is_not_passed(monkeypatch, capsys):
    questions = drill("three-card-poker", "qualifies", 4).questions
    typed(monkeypatch, ["no" if q.answer == "yes" else "yes" for q in questions])
    assert run(["drill", *POKER, "qualifies", "--n", "4", "--seed", "5"]) == 1
    told = capsys.readouterr().out
    assert "Not passed: 0 of 4 right" in told
    assert "To practise: does the dealer qualify." in told
    assert "3.13" in told


def test_what_was_not_answered_is_not_right(monkeypatch, capsys):
    first = drill("three-card-poker", "name", 3).questions[0]
    typed(monkeypatch, [first.letter])
    assert run(["drill", *POKER, "name", "--n", "3", "--seed", "5"]) == 1
    assert "1 of 3 right (33 %), 2 unanswered" in capsys.readouterr().out


def test_an_answer_that_comes_too_late_does_not_count(monkeypatch, capsys):
    clock = iter(range(0, 1000, 31))
    monkeypatch.setattr("pitboss.cli.drill.time.monotonic", lambda: next(clock))
    typed(monkeypatch, [q.letter for q in drill("three-card-poker", "name", 2).questions])
    words = ["drill", *POKER, "name", "--n", "2", "--seed", "5"]
    assert run(words) == 1
    assert capsys.readouterr().out.count("Right, but too late: 31 s") == 2
    typed(monkeypatch, [q.letter for q in drill("three-card-poker", "name", 2).questions])
    assert run([*words, "--seconds", "31"]) == 0


@pytest.mark.parametrize("columns", [40, 80, 140])
def test_a_drill_fits_the_screen(monkeypatch, capsys, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("pitboss.cli.screen._consoles", [])
    questions = drill("lucky-three-pictures", "all", 24).questions
    typed(monkeypatch, [q.letter or q.answer for q in questions])
    assert run(["drill", "lucky-three-pictures", "--n", "24", "--seed", "5"]) == 0
    assert all(len(line) <= columns for line in capsys.readouterr().out.splitlines())


# The sheet


def test_a_sheet_with_its_key(tmp_path, capsys):
    words = ["drill", "three-card-poker", "--n", "14", "--seed", "5", "-o"]
    files = {ending: tmp_path / f"drill.{ending}" for ending in ("pdf", "html", "json")}
    for path in files.values():
        assert run([*words, str(path)]) == 0
    assert files["pdf"].read_bytes().startswith(b"%PDF")
    made = json.loads(files["json"].read_text("utf-8"))
    assert made == drill("three-card-poker", "all", 14).as_json()
    assert (made["needed"], made["pass_mark"], made["seconds"]) == (12, 0.8, 30)
    page = files["html"].read_text("utf-8")
    questions, key = page.split("<h1>Key: Three Card Poker</h1>")
    assert questions.count('class="exercise"') == 14
    assert "12 of 14 right" in questions
    assert all(question["why"].split(" ")[0] in key for question in made["questions"])
    assert "--kind all --n 14 --seed 5" in key


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--kind", "poetry"), "poetry"),
        (("--n", "0"), "give 1 to 500"),
        (("--n", "many"), "give a whole number"),
        (("--seed", "-1"), "give a whole number"),
        (("--seconds", "0"), "at least one second"),
        (("--pass", "0"), "above 0"),
        (("--pass", "150%"), "The pass mark is a share"),
        (("--pass", "most"), "give it as 80%"),
        (("-o", "drill.doc"), "should end in one of .pdf, .html, .json"),
    ],
)
def test_what_can_not_be_drilled(capsys, words, message):
    assert run(["drill", "three-card-poker", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("mark", ["75%", "75", "0.75", "3/4"])
def test_a_pass_mark_as_people_write_it(capsys, mark):
    words = ["drill", *POKER, "name", "--n", "4", "--pass", mark, "--json"]
    assert run(words) == 0
    assert json.loads(capsys.readouterr().out)["needed"] == 3
