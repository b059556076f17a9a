"""Rules as a house has configured them: defaults, fingerprints and what can't be configured."""

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.errors import BadConfiguration, UnknownName
from pitboss.language.paytables import Paytable
from pitboss.language.readings import Reading
from pitboss.rulebooks import RULEBOOKS
from tests.games import GAMES

POKER, PRIME = RULEBOOKS["three-card-poker"], RULEBOOKS["three-card-prime"]
PAIR_PLUS = {
    "straight-flush": "40 to 1",
    "three-of-a-kind": "25 to 1",
    "straight": "6 to 1",
    "flush": "4 to 1",
    "pair": "1 to 1",
}
BAD_AMOUNTS = [0, -1, 1.5, 100.0, True, False, "100", None, Fraction(100), 2**53, 10**30]


def refused(kind, ask, *given, **named):
    with pytest.raises(kind) as error:
        ask(*given, **named)
    assert type(error.value) is kind
    return error.value.code, error.value.message


# Defaults


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_the_default_reading_is_the_first_option(game):
    rulebook = RULEBOOKS[game]
    assert rulebook.configure().readings == {
        reading.key: next(iter(reading.options)) for reading in rulebook.readings
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_default_readings_are_the_ones_written_down(game):
    assert RULEBOOKS[game.key].configure().readings == game.readings


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_the_default_pay_table_is_the_first(game):
    rules = RULEBOOKS[game].configure()
    assert rules.paytables == {w.key: w.paytables[0] for w in RULEBOOKS[game].wagers}
    assert rules.chip == 1
    assert rules.caps == {}
    assert rules.policies["half-unit"] == "down"
    assert rules.policies["aggregate-cap"] == "pro-rata"


def test_the_pay_tables_that_there_are_to_choose():
    assert PRIME.configure().paytable_keys == {
        "play": "bad-beat-1",
        "pair-bonus": "loose-deuce-1",
        "all-six": "a6-1",
    }
    assert POKER.configure().paytable_keys == {}
    assert {w.key: len(w.paytables) for w in PRIME.wagers} == {
        "ante": 1,
        "play": 4,
        "prime": 1,
        "pair-bonus": 4,
        "all-six": 5,
    }


def test_the_posted_price_of_the_progressive():
    assert POKER.configure().prices == {"progressive": 250}
    assert PRIME.configure().prices == {}


def test_nothing_that_is_configured_touches_the_rulebook():
    before = POKER.configure().fingerprint
    POKER.configure(readings={"envy": "everyone"}, prices={"progressive": 500}, chip=100)
    assert POKER.configure().fingerprint == before


def test_configuring_a_game_again_keeps_what_was_configured():
    game = games["three-card-prime"].configure(
        paytables={"play": "bad-beat-2"}, readings={"copy": "pushes"}, chip=100
    )
    again = game.configure(paytables={"all-six": "a6-5"}, caps={"all-six": {"hand": 900}})
    assert again.rules.paytable_keys == {
        "play": "bad-beat-2",
        "pair-bonus": "loose-deuce-1",
        "all-six": "a6-5",
    }
    assert again.rules.readings["copy"] == "pushes"
    assert (again.rules.chip, again.rules.caps) == (100, {"all-six": {"hand": 900}})
    assert games["three-card-prime"].rules.chip == 1


# Fingerprints


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_a_fingerprint_is_twelve_hex_digits_and_the_same_for_the_same(game):
    one, other = RULEBOOKS[game].configure(), RULEBOOKS[game].configure()
    assert one is not other
    assert one.fingerprint == other.fingerprint == games[game].fingerprint
    assert len(one.fingerprint) == 12
    assert set(one.fingerprint) <= set("0123456789abcdef")


def test_asking_for_the_defaults_changes_nothing():
    for rulebook in RULEBOOKS.values():
        asked = rulebook.configure(
            paytables={w.key: w.paytables[0] for w in rulebook.wagers},
            readings={one.key: one.default for one in rulebook.readings},
            policies={one.key: one.default for one in rulebook.policies},
            caps={},
            chip=1,
            prices={w.key: w.price for w in rulebook.wagers if w.price is not None},
        )
        assert asked.fingerprint == rulebook.configure().fingerprint


def test_whatever_changes_a_payment_changes_the_fingerprint():
    fingerprints = [rulebook.configure().fingerprint for rulebook in RULEBOOKS.values()]
    for rulebook in RULEBOOKS.values():
        for wager in rulebook.wagers:
            for table in wager.paytables[1:]:
                fingerprints.append(rulebook.configure(paytables={wager.key: table}).fingerprint)
            for cap in ({"hand": 900}, {"round": 900}, {"hand": 901}):
                fingerprints.append(rulebook.configure(caps={wager.key: cap}).fingerprint)
        for reading in rulebook.readings:
            for option in list(reading.options)[1:]:
                fingerprints.append(rulebook.configure(readings={reading.key: option}).fingerprint)
        fingerprints.append(rulebook.configure(policies={"half-unit": "up"}).fingerprint)
        fingerprints.append(rulebook.configure(chip=100).fingerprint)
    fingerprints.append(POKER.configure(prices={"progressive": 500}).fingerprint)
    own = Paytable("own", PAIR_PLUS)
    fingerprints.append(POKER.configure(paytables={"pair-plus": own}).fingerprint)
    changed = Paytable("own", {**PAIR_PLUS, "straight": "5 to 1"})
    fingerprints.append(POKER.configure(paytables={"pair-plus": changed}).fingerprint)
    assert len(fingerprints) == len(set(fingerprints)) > 100


def test_the_order_in_which_it_is_said_does_not_matter():
    paytables = {"play": "bad-beat-3", "pair-bonus": "loose-deuce-2", "all-six": "a6-4"}
    readings = {"copy": "pushes", "unqualified": "push", "suited-ace-low": "straight"}
    caps = {"play": {"hand": 5, "round": 9}, "all-six": {"round": 7, "hand": 3}}
    turned = {key: dict(reversed(scopes.items())) for key, scopes in reversed(caps.items())}
    one = PRIME.configure(paytables, readings, {"half-unit": "up"}, caps)
    other = PRIME.configure(
        dict(reversed(paytables.items())),
        dict(reversed(readings.items())),
        {"half-unit": "up"},
        turned,
    )
    assert one.fingerprint == other.fingerprint
    own = Paytable("own", PAIR_PLUS)
    backwards = Paytable("own", dict(reversed(PAIR_PLUS.items())))
    assert (
        POKER.configure({"pair-plus": own}).fingerprint
        == POKER.configure({"pair-plus": backwards}).fingerprint
    )


def test_every_process_has_the_same_fingerprints():
    program = "from pitboss import games\nfor g in games.values(): print(g.key, g.fingerprint)"
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    ]
    here = "".join(f"{game.key} {game.fingerprint}\n" for game in games.values())
    assert told == [here, here]


# What can't be configured


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        (
            {"readings": {"envi": "others"}},
            "unknown/reading",
            "There is no reading 'envi' in three-card-poker: did you mean envy?",
        ),
        (
            {"readings": {"envy": "other"}},
            "unknown/option-of-reading-envy",
            "There is no option of reading envy 'other': did you mean others?",
        ),
        (
            {"readings": {"envy": "zzz"}},
            "unknown/option-of-reading-envy",
            "There is no option of reading envy 'zzz': choose from others, everyone.",
        ),
        (
            {"paytables": {"pair-pluss": "standard"}},
            "unknown/wager",
            "There is no wager 'pair-pluss' in three-card-poker: did you mean pair-plus?",
        ),
        (
            {"paytables": {"pair-plus": "standart"}},
            "unknown/pay-table-of-pair-plus",
            "There is no pay table of pair-plus 'standart': did you mean standard?",
        ),
        (
            {"policies": {"half-units": "up"}},
            "unknown/policy",
            "There is no policy 'half-units' in three-card-poker: did you mean half-unit?",
        ),
        (
            {"policies": {"half-unit": "upp"}},
            "unknown/option-of-policy-half-unit",
            "There is no option of policy half-unit 'upp': did you mean up?",
        ),
        (
            {"caps": {"anti": {"hand": 5}}},
            "unknown/wager",
            "There is no wager 'anti' in three-card-poker: did you mean ante?",
        ),
        (
            {"caps": {"ante": {"hands": 5}}},
            "unknown/cap",
            "There is no cap 'hands' in ante: did you mean hand?",
        ),
        (
            {"prices": {"progresive": 5}},
            "unknown/wager",
            "There is no wager 'progresive' in three-card-poker: did you mean progressive?",
        ),
    ],
)
def test_a_name_that_does_not_exist_with_the_nearest_that_does(asked, code, message):
    assert refused(UnknownName, POKER.configure, **asked) == (code, message)


def test_a_game_that_does_not_exist():
    code, message = refused(UnknownName, lambda: games["three-card-pokr"])
    assert code == "unknown/game"
    assert message == "There is no game 'three-card-pokr': did you mean three-card-poker?"
    assert "three-card-pokr" not in games


def test_a_row_that_does_not_exist():
    ante = POKER.configure().wager("ante")
    assert ante.row("folded").key == "folded"
    code, message = refused(UnknownName, ante.row, "foldet")
    assert (code, message) == (
        "unknown/row",
        "There is no row 'foldet' in ante: did you mean folded?",
    )


def test_the_pay_table_of_another_wager_is_unknown():
    code, message = refused(UnknownName, PRIME.configure, {"play": "a6-1"})
    assert code == "unknown/pay-table-of-play"
    assert message == (
        "There is no pay table of play 'a6-1': "
        "choose from bad-beat-1, bad-beat-2, bad-beat-3, bad-beat-4."
    )


@pytest.mark.parametrize("amount", BAD_AMOUNTS)
def test_amounts_that_are_no_caps(amount):
    for scope in ("hand", "round"):
        asked = {"all-six": {scope: amount}}
        assert refused(BadConfiguration, PRIME.configure, caps=asked) == (
            "configuration/amount",
            f"The cap of all-six per {scope} is {amount!r}: give a whole number above zero.",
        )


@pytest.mark.parametrize("amount", BAD_AMOUNTS)
def test_amounts_that_are_no_chips_and_no_prices(amount):
    assert refused(BadConfiguration, POKER.configure, chip=amount) == (
        "configuration/amount",
        f"The smallest chip is {amount!r}: give a whole number above zero.",
    )
    assert refused(BadConfiguration, POKER.configure, prices={"progressive": amount}) == (
        "configuration/amount",
        f"The price of progressive is {amount!r}: give a whole number above zero.",
    )


def test_a_wager_without_a_price_has_none_to_set():
    assert refused(BadConfiguration, POKER.configure, prices={"pair-plus": 500}) == (
        "configuration/price",
        "pair-plus has no posted price to set.",
    )


def test_a_question_of_procedure_is_decided_by_the_reading_of_its_name():
    other = Reading("who-chooses", "?", {"each": "", "seated": ""}, (), "", kind="procedure")
    procedure = RULEBOOKS["lucky-three-pictures"].procedure
    with pytest.raises(TypeError, match="shared_choice is decided by the reading 'shared-choice'"):
        replace(procedure, shared_choice=other.itself())
