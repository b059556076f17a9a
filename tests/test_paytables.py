"""Pay tables of the user's own, from TOML files."""

import pytest

from pitboss import games
from pitboss.errors import BadPaytable, UnknownName
from pitboss.language.paytables import LARGEST_FILE, Paytable, load

POKER = games["three-card-poker"]
PAIR_PLUS = {
    "straight-flush": "35 to 1",
    "three-of-a-kind": "25 to 1",
    "straight": "6 to 1",
    "flush": "3 to 2",
    "pair": "1 to 1",
}
PROGRESSIVE = {
    "akq-spades": "60 % of the jackpot",
    "akq-other": "$1,250",
    "straight-flush": "10% of the jackpot",
    "three-of-a-kind": "$90",
    "straight": "$20.50",
}
EXAMPLES = {
    "straight-flush": "6s 7s 8s",
    "three-of-a-kind": "7s 7d 7h",
    "straight": "6s 7s 8d",
    "flush": "2s 7s 8s",
    "pair": "7s 7d 8h",
    "no-win": "2s 7s 8d",
}


def toml(pays, game="three-card-poker", wager="pair-plus", key="own"):
    lines = "\n".join(f'{row} = "{pay}"' for row, pay in pays.items())
    return f'game = "{game}"\nwager = "{wager}"\nkey = "{key}"\n\n[pays]\n{lines}\n'


@pytest.fixture
def from_file(tmp_path):
    """The pay table in a file of that text."""

    def made(text, game="three-card-poker", wager="pair-plus"):
        path = tmp_path / "own.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load(path, game, wager)

    return made


def refused(kind, ask, *given):
    with pytest.raises(kind) as error:
        ask(*given)
    assert type(error.value) is kind
    assert "\n" not in error.value.message
    return error.value.code, error.value.message


def paying(pays, wager="pair-plus", **readings):
    return POKER.configure({wager: Paytable("own", pays)}, readings)


# A good one


@pytest.mark.parametrize(
    ("row", "net"),
    [
        ("straight-flush", 35_350),
        ("three-of-a-kind", 25_250),
        ("straight", 6_060),
        ("flush", 1_515),
        ("pair", 1_010),
        ("no-win", -1_010),
    ],
)
def test_a_good_one_settles_as_written(from_file, row, net):
    game = POKER.configure({"pair-plus": from_file(toml(PAIR_PLUS))})
    made = game.settle(player=EXAMPLES[row], dealer="Qh 9c 3d", bets={"pair-plus": 1010})
    assert [(line.row.key, line.net) for line in made.lines] == [(row, net)]
    assert game.rules.paytable_keys == {"pair-plus": "own"}
    assert made.as_json()["paytables"] == {"pair-plus": "own"}


def test_it_is_for_its_wager_alone(from_file):
    game = POKER.configure({"pair-plus": from_file(toml(PAIR_PLUS))})
    made = game.settle(player="6s 7s 8s", dealer="Qh 9c 3d", bets={"ante": 100, "pair-plus": 100})
    assert {line.wager.key: line.net for line in made.lines} == {
        "ante": 100,
        "play": 100,
        "ante-bonus": 500,
        "pair-plus": 3500,
    }
    assert made["pair-plus"].says.endswith(", pays 35 to 1.")


def test_halves_are_rounded_by_the_policy():
    for policy, net in (("down", 151), ("up", 152)):
        game = paying(PAIR_PLUS).configure(policies={"half-unit": policy})
        line = game.settle("2s 7s 8s", "Qh 9c 3d", {"pair-plus": 101})["pair-plus"]
        assert line.net == net
        assert line.policies == ("half-unit",)


def test_every_row_of_a_rulebook_with_several_tables_needs_its_line():
    prime = games["three-card-prime"]
    pays = {
        "mini-royal": "11 to 1",
        "straight-flush": "7 to 1",
        "trips": "6 to 1",
        "straight": "3 to 1",
        "flush": "2 to 1",
        "pair": "1 to 1",
        "high-card": "1 to 2",
        "bad-beat-straight-flush": "13 to 1",
        "bad-beat-trips": "9 to 1",
        "bad-beat-straight": "push",
        "bad-beat-flush": "5 to 2",
    }
    game = prime.configure({"play": Paytable("own", pays)})
    lines = {
        "high-card": ("As 7d 8h", "Kc 9c 3d", 50),
        "bad-beat-straight": ("6s 7d 8h", "Kc Ks Kd", 0),
        "bad-beat-flush": ("2s 7s 8s", "Kc Ks Kd", 250),
        "bad-beat-pair": ("7s 7d 8h", "Kc Ks Kd", -100),
    }
    for row, (player, dealer, net) in lines.items():
        play = game.settle(player, dealer, {"ante": 100}, fourth="2c")["play"]
        assert (play.row.key, play.net) == (row, net)


# Rows made to lose or push


@pytest.mark.parametrize(
    ("written", "net", "says"), [("loses", -100, "loses"), ("push", 0, "push")]
)
def test_a_row_made_to_lose_or_to_push(from_file, written, net, says):
    game = POKER.configure({"pair-plus": from_file(toml({**PAIR_PLUS, "pair": written}))})
    line = game.settle("7s 7d 8h", "Qh 9c 3d", {"pair-plus": 100})["pair-plus"]
    assert (line.row.key, line.net, line.returned, line.pays) == ("pair", net, 100 + net, says)


def test_a_bonus_without_a_stake_of_its_own_has_none_to_lose():
    pays = {"straight-flush": "5 to 1", "three-of-a-kind": "4 to 1", "straight": "loses"}
    made = paying(pays, "ante-bonus").settle("6s 7s 8d", "Qh 9c 3d", {"ante": 100})
    assert {line.wager.key: line.net for line in made.lines} == {"ante": 100, "play": 100}


def test_an_envy_bonus_made_to_pay_nothing():
    pays = {"akq-spades": "$250", "akq-other": "loses"}
    bets = {"ante": 100, "progressive": 250}
    made = paying(pays, "envy").settle("6s 7d 9d", "Qh 9c 3d", bets, others=["Ac Kc Qc"])
    assert [line.wager.key for line in made.lines] == ["ante", "play", "progressive"]
    made = paying(pays, "envy").settle("6s 7d 9d", "Qh 9c 3d", bets, others=["As Ks Qs"])
    assert made["envy"].net == 25_000


# Prizes


@pytest.mark.parametrize(
    ("player", "row", "prize"),
    [
        ("As Ks Qs", "akq-spades", 600_000),
        ("Ad Kd Qd", "akq-other", 125_000),
        ("6s 7s 8s", "straight-flush", 100_000),
        ("7s 7d 7h", "three-of-a-kind", 9_000),
        ("6s 7s 8d", "straight", 2_050),
    ],
)
@pytest.mark.parametrize(("reading", "kept"), [("kept", 250), ("returned", 0)])
def test_prizes_of_the_progressive(from_file, player, row, prize, reading, kept):
    own = from_file(toml(PROGRESSIVE, wager="progressive"), wager="progressive")
    game = POKER.configure({"progressive": own}, {"progressive-stake": reading})
    made = game.settle(player, "Qh 9c 3d", {"ante": 100, "progressive": 250}, jackpot=1_000_000)
    assert (made["progressive"].row.key, made["progressive"].net) == (row, prize - kept)


def test_a_progressive_row_made_to_lose():
    game = paying({**PROGRESSIVE, "straight": "loses"}, "progressive")
    bets = {"ante": 100, "progressive": 250}
    assert game.settle("6s 7s 8d", "Qh 9c 3d", bets)["progressive"].net == -250


@pytest.mark.parametrize(
    "written",
    [
        *(
            "$0",
            "0c",
            "$",
            "$-5",
            "-$5",
            "1250",
            1250,
            True,
            "12.50c",
            "$1,25",
            "$1.234",
            "$ 5",
            "$1e3",
            "15 to 1",
            "",
        ),
        *("0 % of the jackpot", "101 % of the jackpot", "100 %", "-5 % of the jackpot"),
        *("12.5 % of the jackpot", "$10000000001", "$99999999999999"),
    ],
)
def test_what_is_no_prize(written):
    code, message = refused(
        BadPaytable, paying, {**PROGRESSIVE, "straight": written}, "progressive"
    )
    assert code == "paytable/prize"
    assert repr(written) in message


def test_cents_of_a_prize():
    for written, units in (
        ("$20.5", 2_050),
        ("$20.05", 2_005),
        ("$0.01", 1),
        ("$1,000.00", 100_000),
        ("2050c", 2_050),
    ):
        game = paying({**PROGRESSIVE, "straight": written}, "progressive")
        assert game.rules.wager("progressive").row("straight").pay.cash == units


def test_the_largest_prize():
    game = paying({**PROGRESSIVE, "straight": "$10,000,000,000"}, "progressive")
    assert game.rules.wager("progressive").row("straight").pay.cash == 10**12


# Paid besides


@pytest.mark.parametrize(("reading", "net"), [("instead", 30_000), ("also", 30_700)])
def test_a_perfect_tie_with_the_tie_adds_the_own_pay_of_the_tie(from_file, reading, net):
    game = "prosperity-3-pictures"
    own = from_file(toml({"perfect-tie": "300 to 1", "tie": "7 to 1"}, game, "tie"), game, "tie")
    rules = games[game].configure({"tie": own}, {"perfect-tie": reading})
    bets = {"initial": 100, "tie": 100}
    perfect = rules.settle("5s 6d 7h", "5h 6c 7d", bets)["tie"]
    assert (perfect.row.key, perfect.net) == ("perfect-tie", net)
    plain = rules.settle("5s 6d 7h", "4h 4c Td", bets)["tie"]
    assert (plain.row.key, plain.net) == ("tie", 700)


# Rows that are missing or unknown


@pytest.mark.parametrize("row", PAIR_PLUS)
def test_a_missing_row_is_named(row):
    pays = {key: pay for key, pay in PAIR_PLUS.items() if key != row}
    assert refused(BadPaytable, paying, pays) == (
        "paytable/missing-row",
        f"Pay table own says nothing for {row} of pair-plus.",
    )


def test_all_missing_rows_are_named_in_order():
    code, message = refused(BadPaytable, paying, {"straight": "6 to 1"})
    assert code == "paytable/missing-row"
    assert "straight-flush, three-of-a-kind, flush, pair of pair-plus" in message


@pytest.mark.parametrize("row", ["straight-flsh", "no-win", "akq-spades", ""])
def test_an_unknown_row_is_named(row):
    code, message = refused(UnknownName, paying, {**PAIR_PLUS, row: "6 to 1"})
    assert code == "unknown/row"
    assert f"There is no row {row!r} in pair-plus, which pay table own is for" in message


def test_an_unknown_row_comes_with_the_nearest():
    _, message = refused(UnknownName, paying, {**PAIR_PLUS, "straight-flsh": "6 to 1"})
    assert message.endswith("did you mean straight-flush?")


# Pays that are none


@pytest.mark.parametrize(
    "written",
    [
        *("40", "40:1", "40/1", "40 for 1", "2.5 to 1", "-1 to 1", "0 to 1", "1 to 0", "to 1"),
        *("40 to", "40  to 1", " 40 to 1", "40 to 1 ", "40 TO 1", "4,0 to 1", "1,0000 to 1"),
        *("1000001 to 1", "99999999 to 1", "1 to 1000001", "٤ to 1", "lose", "Push", "", "$5"),
    ],
)
def test_odds_that_are_no_ratio(written):
    code, message = refused(BadPaytable, paying, {**PAIR_PLUS, "pair": written})
    assert code == "paytable/odds"
    assert repr(written) in message
    assert "40 to 1" in message


def test_the_largest_odds():
    game = paying({**PAIR_PLUS, "pair": "500,000 to 1"})
    largest = game.settle("7s 7d 8h", "Qh 9c 3d", {"pair-plus": 10**10})["pair-plus"]
    assert largest.returned == 500_001 * 10**10 < 2**53
    with pytest.raises(BadPaytable, match="row pair: '500,001 to 1' is not odds up to"):
        paying({**PAIR_PLUS, "pair": "500,001 to 1"})


@pytest.mark.parametrize(
    "written", ["40", "40.0", "true", '["40 to 1"]', '{ x = "1" }', "1979-05-27"]
)
def test_a_pay_that_is_no_text(from_file, written):
    text = toml(PAIR_PLUS).replace('pair = "1 to 1"', f"pair = {written}")
    own = from_file(text)
    code, message = refused(BadPaytable, POKER.configure, {"pair-plus": own})
    assert code == "paytable/odds"
    assert message.endswith('is not a pay: write it as "40 to 1".')


# Files that are none


NO_PAYTABLES = {
    "game": (
        toml(PAIR_PLUS, game="three-card-prime"),
        "should say game = 'three-card-poker', not 'three-card-prime'",
    ),
    "wager": (toml(PAIR_PLUS, wager="play"), "should say wager = 'pair-plus', not 'play'."),
    "no game": ('key = "own"', "should say game = 'three-card-poker', not 'nothing'."),
    "key": (toml(PAIR_PLUS, key="My own"), "needs a key such as my-pair-plus."),
    "empty key": (toml(PAIR_PLUS, key=""), "needs a key such as my-pair-plus."),
    "half a key": (toml(PAIR_PLUS, key="own-"), "needs a key such as my-pair-plus."),
    "a number for a key": (toml(PAIR_PLUS).replace('"own"', "7"), "needs a key such as"),
    "no lines": (toml({}), "needs a [pays] table with a line for each row."),
    "no pays": (toml({}).replace("[pays]", ""), "needs a [pays] table with a line for each row."),
    "a number for pays": (toml({}).replace("[pays]", "pays = 3"), "needs a [pays] table with"),
    "entry": ("odds = 3\n" + toml(PAIR_PLUS), "has an entry 'odds' that means nothing."),
    "not TOML": ("{", "is not valid TOML"),
    "no quotes": ("game = three-card-poker", "is not valid TOML"),
    "a line twice": (toml(PAIR_PLUS) + 'pair = "2 to 1"', "is not valid TOML"),
    "not UTF-8": (b"game = '\xff\xfe'", "is not valid TOML"),
    "huge": ("#" * (LARGEST_FILE + 1), "is too large to be a pay table."),
}


@pytest.mark.parametrize("what", NO_PAYTABLES)
def test_a_file_that_is_no_pay_table(from_file, what):
    text, told = NO_PAYTABLES[what]
    code, message = refused(BadPaytable, from_file, text)
    assert code == "paytable/file"
    assert "own.toml " in message
    assert told in message


# TOML by its grammar, more or less, and too much for its reader.
@pytest.mark.parametrize(("sign", "times"), [("[", 50_000), ("1", 5_000)])
def test_a_file_that_overwhelms_the_reader_is_not_valid_toml(from_file, sign, times):
    assert refused(BadPaytable, from_file, "a = " + sign * times)[0] == "paytable/file"


def test_a_file_of_the_largest_size_is_read(from_file):
    text = toml(PAIR_PLUS)
    padded = text + "#" * (LARGEST_FILE - len(text))
    assert len(padded) == LARGEST_FILE
    assert from_file(padded) == Paytable("own", PAIR_PLUS)


def test_a_missing_file(tmp_path):
    path = tmp_path / "none.toml"
    assert refused(BadPaytable, load, path, "three-card-poker", "pair-plus") == (
        "paytable/file",
        f"{path} can't be read: No such file or directory.",
    )


def test_a_folder_is_no_file(tmp_path):
    code, message = refused(BadPaytable, load, tmp_path, "three-card-poker", "pair-plus")
    assert (code, message) == ("paytable/file", f"{tmp_path} can't be read: Is a directory.")


def test_a_strange_file_name_still_makes_one_sentence(tmp_path):
    path = tmp_path / "two\nlines.toml"
    assert refused(BadPaytable, load, path, "three-card-poker", "pair-plus")[0] == "paytable/file"
