"""A table's set-up as plain data: the same fingerprint comes back, and nothing else comes in."""

import pytest

from pitboss.errors import PitbossError
from pitboss.notation.plain_setup import of_setup, to_setup
from pitboss.paytables import Paytable
from pitboss.play.setup import setup
from pitboss.rulebooks import RULEBOOKS
from tests.plain_values import changed, through_json

OWN = Paytable("mine", {"both-same-colour": "5 to 1", "same-colour": "2 to 1"})
OTHER = [
    ("three-card-poker", {
        "readings": {"envy": "everyone"},
        "prices": {"progressive": 500},
        "caps": {"pair-plus": {"hand": 100_000, "round": 300_000}},
        "chip": 50,
    }),
    ("three-card-prime", {
        "paytables": {"play": "bad-beat-3", "prime": OWN}, "policies": {"half-unit": "up"},
    }),
]  # fmt: skip
UNUSUAL = {
    "limits": {"ante": (500, 100_000, 100)},
    "boxes": 5,
    "led_by": "dealer",
    "shuffler": False,
    "offered": ("ante", "play"),
    "out_of_time": "best",
    "incidents": {"misdeal": "void-round"},
    "referred_to": "pit-manager",
    "contribution": "3/10",
}
SETUPS = [
    *(setup(book.configure()) for book in RULEBOOKS.values()),
    *(setup(RULEBOOKS[game].configure(**told), **UNUSUAL) for game, told in OTHER),
]


@pytest.mark.parametrize("one", SETUPS, ids=lambda one: one.rules.key)
def test_a_set_up_comes_back_with_its_fingerprint(one):
    data = through_json(of_setup(one))
    back = to_setup(data)
    assert back.fingerprint == one.fingerprint
    assert of_setup(back) == data


def test_what_a_set_up_does_not_name_is_as_usual():
    usual = to_setup({"game": "three-pictures"})
    assert usual.fingerprint == setup(RULEBOOKS["three-pictures"].configure()).fingerprint


USUAL = of_setup(setup(RULEBOOKS["three-card-poker"].configure()))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["game"], "three-card-pokr", "did you mean three-card-poker?"),
        (["game"], ["three-card-poker"], "There is no game"),
        (["version"], "MBS v3", "The version of the file is 'MBS v3'"),
        (["fingerprint"], "0123456789ab", "The fingerprint of the file"),
        (["fingerprint"], 5, "The fingerprint of the file"),
        (["hat"], 1, "an entry 'hat' that means nothing"),
        (["readings"], [], "readings is []"),
        (["readings", "envy"], 1, "readings.envy"),
        (["readings", "envy"], "nobody", "There is no option of reading envy"),
        (["paytables"], {"play": 5}, "paytables.play"),
        (["paytables"], {"play": {"key": "mine"}}, "paytables.play of one's own needs"),
        (["paytables"], {"play": {"key": "My own", "pays": {}}}, "needs a key such as"),
        (["chip"], True, "chip is True"),
        (["prices", "progressive"], 2.5, "prices.progressive"),
        (["caps"], {"play": {"hand": "5"}}, "caps.play.hand"),
        (["table", "boxes"], 7.0, "table.boxes"),
        (["table", "boxes"], 99, "One deck serves"),
        (["table", "shuffler"], "yes", "table.shuffler"),
        (["table", "offered"], "ante", "table.offered"),
        (["table", "limits"], {"ante": 5}, "table.limits.ante"),
        (["table", "contribution"], "1e999999999", "a part such as 1/5"),
        (["table", "contribution"], "1/0", "The table's set-up"),
        (["table", "hats"], 1, "There is no entry of the table 'hats'"),
        (["table", "rules"], {}, "There is no entry of the table 'rules'"),
    ],
)
def test_a_set_up_that_does_not_fit_is_refused(path, value, told):
    with pytest.raises(PitbossError) as refused:
        to_setup(changed(USUAL, path, value))
    assert told in refused.value.message
