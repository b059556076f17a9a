"""Pay tables and readings side by side, and the warnings they raise."""

import json
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.cli import run
from pitboss.maths.odds.comparison import MAIN, edges, priced_options
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing import configurations
from tests.games import GAMES
from tests.support.enumeration import DEALS, plainly
from tests.test_strategy import named

LOW, PLAYER = "low-return", "player-edge"
RULES = [rules for book in RULEBOOKS.values() for rules in configurations(book)]
EXPECTED = [rules for rules in RULES if rules.key in GAMES]


def warned(rules, meter=0):
    return {one.wager: one.kind for one in GameOdds(rules, meter).warnings()}


@pytest.mark.parametrize("rules", EXPECTED, ids=named)
def test_which_wagers_are_warned_of(rules):
    game = GAMES[rules.key]
    by_reading = [game.warnings_by_reading.get(option) for option in rules.readings.items()]
    (expected,) = [some for some in by_reading if some is not None] or [game.warnings]
    assert warned(rules) == expected


def test_a_warning_is_an_edge_over_100_or_under_75_per_cent():
    for rules in RULES:
        odds, kinds = GameOdds(rules), warned(rules)
        for key in odds:
            if not odds[key].wager.is_staked or key in rules.rulebook.main:
                continue
            back = odds[key].player_return
            kind = PLAYER if back > 1 else LOW if back < Fraction(3, 4) else None
            assert kinds.get(key) == kind, (rules.key, key)
        assert Fraction(3, 4) < 1 - odds.main.house_edge < 1


def test_the_progressive_is_warned_of_by_its_meter():
    rules = RULEBOOKS["three-card-poker"].configure()
    # Break-even at 2,520,000; three quarters of the price come back at 1,138,750.
    for meter, kind in (
        (0, LOW),
        (1_138_749, LOW),
        (1_138_750, None),
        (2_520_000, None),
        (2_520_001, PLAYER),
    ):
        assert warned(rules, meter).get("progressive") == kind, meter


def test_what_a_warning_says():
    (one,) = games["three-pictures"].odds().warnings()
    assert one.wager == "three-pictures"
    assert "16.9231 %" in one.message
    (one,) = games["prosperity-3-pictures"].odds().warnings()
    assert "158.4018 %" in one.message
    assert "the player has the edge" in one.message


# Alternatives


def options(rules):
    """Every other pay table, then every other reading of pay, in the rulebook's order."""
    book = rules.rulebook
    tables = [("paytable", w.key, t) for w in book.wagers for t in w.paytables[1:]]
    readings = [
        ("reading", one.key, option)
        for one in book.readings
        if one.kind == "pay"
        for option in list(one.options)[1:]
    ]
    return tables + readings


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_every_alternative_is_the_game_configured_so(game):
    rules = games[game].rules
    found = priced_options(rules)
    assert [(one.kind, one.key, one.option) for one in found] == options(rules)
    before = edges(GameOdds(rules))
    for one in found:
        kind = {f"{one.kind}s": {one.key: one.option}}
        odds = games[game].configure(**kind).odds()
        after = edges(odds)
        assert one.edges == {
            key: (before[key], after[key]) for key in before if before[key] != after[key]
        }
        for key, (_, edge) in one.edges.items():
            assert edge == (odds.main if key == MAIN else odds[key]).house_edge


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_what_can_be_judged_by_itself(game):
    rules = games[game].rules
    decision, main = rules.rulebook.decision, rules.rulebook.main
    alone = [w.key for w in rules.wagers if w.is_staked and not (decision and w.key in main)]
    assert list(edges(GameOdds(rules))) == alone + ([MAIN] if decision else [])


def changed(game, key, option):
    (found,) = [one for one in priced_options(games[game].rules) if (one.key, one.option) ==
                (key, option)]  # fmt: skip
    return found.edges


def test_which_wagers_an_alternative_touches():
    assert set(changed("prosperity-3-pictures", "tie", "ranking")) == {"tie"}
    assert set(changed("three-card-prime", "copy", "pushes")) == {MAIN}
    assert set(changed("three-card-prime", "pair-bonus", "loose-deuce-2")) == {"pair-bonus"}
    assert set(changed("three-card-poker", "suited-ace-low", "straight")) == {
        "pair-plus",
        "progressive",
        MAIN,
    }
    # A hand that earns a bonus is never folded, and envy is of tables.
    for key, option in (("ante-bonus-after-fold", "paid"), ("envy", "everyone")):
        assert changed("three-card-poker", key, option) == {}
    # Nor is a hand played that is lower than a dealer who does not qualify.
    for option in ("push", "bad-beat"):
        assert changed("three-card-prime", "unqualified", option) == {}


def test_a_tie_by_ranking_is_priced_from_plain_counts():
    rules = RULEBOOKS["prosperity-3-pictures"].configure(readings={"tie": "ranking"})
    ways = plainly(rules).ways("tie")
    won = 400 * ways["perfect-tie"] + 10 * ways["tie"] - ways["no-win"]
    _, edge = changed("prosperity-3-pictures", "tie", "ranking")["tie"]
    assert edge == -Fraction(won, DEALS) > 0


def test_alternatives_of_another_configuration_leave_the_rest_alone():
    game = games["three-card-prime"].configure({"play": "bad-beat-2"}, {"copy": "pushes"})
    found = priced_options(game.rules)
    listed = [(one.kind, one.key, one.option) for one in found]
    for kind, key in (("paytable", "play"), ("reading", "copy")):
        assert len([one for one in listed if one[:2] == (kind, key)]) == 3
    assert {("paytable", "play", "bad-beat-1"), ("reading", "copy", "wins")} <= set(listed)
    assert not {("paytable", "play", "bad-beat-2"), ("reading", "copy", "pushes")} & set(listed)
    one = next(o for o in found if o.key == "suited-ace-low")
    both = game.configure(readings={"suited-ace-low": "straight"})
    assert one.edges[MAIN] == (game.odds().main.house_edge, both.odds().main.house_edge)


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_comparison_as_json(game, capsys):
    assert run(["odds", game, "--compare", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["alternatives"]
    found = priced_options(games[game].rules)
    assert [(one["kind"], one["key"], one["option"]) for one in told] == options(games[game].rules)
    for one, exact in zip(told, found, strict=True):
        assert one["house_edges"] == {
            key: {"from": float(before), "to": float(after), "exact": str(after)}
            for key, (before, after) in exact.edges.items()
        }
