"""The round notation: what is written comes back, and a bad line is named with its reason."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.deck import parse as cards
from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.record import Record, run
from pitboss.notation.record_json import as_json
from pitboss.notation.text import read, write
from pitboss.play.answers import Refusal
from pitboss.play.setup import setup
from pitboss.rulebooks import RULEBOOKS
from tests.test_setup_json import SETUPS

ROUND = """\
game three-card-poker
table boxes=2

shoe Qs Qd 7h  Qh 8c 3d

open
bet 1 p1 ante 5000
close
deal
play 1 by=p1
show dealer
show 1
settle
"""
TWO = (
    f"{ROUND}shoe 2c 2d 2h  3c 3d 3h\nopen\nbet 2 p1 ante 5000\nclose\ndeal\nplay 2\nshow dealer\n"
)


def answers(text):
    """What follows from the last step of a text."""
    return list(run(read(text)))[-1].answer


def test_a_text_comes_back_and_is_written_the_same():
    record = read(ROUND)
    text = write(record)
    assert as_json(read(text)) == as_json(record)
    assert write(read(text)) == text
    assert [line for line in text.splitlines() if not line.startswith("    → ")] == [
        *ROUND.splitlines()
    ]


def test_what_a_file_says_that_followed_is_not_believed():
    text = write(read(ROUND))
    forged = text.replace("+$50.00", "+$5,000.00").replace("(3.12)", "(9.9)")
    assert forged != text
    assert write(read(forged)) == text


def test_comments_blank_lines_and_spaces():
    loose = (
        "\ufeff# One.\n#\n\n game   three-card-poker\r\n# Two.\n table boxes=2\n\n\n"
        "# Three.\n  open\n#Four."
    )
    assert write(read(loose)) == (
        "# One.\n#\n# Two.\ngame three-card-poker\ntable boxes=2\n\n# Three.\nopen\n"
        "    → Round 1: “Place your bets, please” (3.1).\n\n# Four.\n"
    )


def test_a_refusal_is_part_of_the_story():
    text = write(read(ROUND.replace("close\n", "close\nbet 2 p2 ante 500\n")))
    assert (
        "bet 2 p2 ante 500\n    → refused (rule/late-bet, 5.6): No more bets were called: "
        "this bet can't be taken.\n"
    ) in text


@pytest.mark.parametrize("table", SETUPS, ids=lambda table: table.rules.key)
def test_a_header_gives_the_same_table(table):
    text = write(Record(table))
    assert read(text).setup.fingerprint == table.fingerprint
    assert write(read(text)) == text


def test_a_header_says_only_what_is_not_as_usual():
    assert write(Record(SETUPS[3])) == "game three-card-poker\n"
    assert write(Record(SETUPS[-2])).splitlines() == [
        "game three-card-poker",
        "reading envy=everyone",
        "chip 50",
        "price progressive 500",
        "cap pair-plus hand=100000 round=300000",
        "table boxes=5 offered=ante,play led-by=dealer shuffler=no out-of-time=best "
        "referred-to=pit-manager contribution=3/10",
        "limit ante 500 100000 100",
        "incident-policy misdeal=void-round",
    ]
    assert 'paytable prime=mine both-same-colour="5 to 1" same-colour="2 to 1"' in write(
        Record(SETUPS[-1])
    )


def test_a_fingerprint_is_kept_and_held_to():
    print_of = setup(RULEBOOKS["three-card-poker"].configure(), boxes=2).fingerprint
    for digits in (print_of, print_of[:12]):
        text = ROUND.replace("table", f"fingerprint {digits}\ntable")
        assert write(read(text)).splitlines()[1] == f"fingerprint {digits}"
    with pytest.raises(BadNotation, match="The fingerprint of the file is"):
        read(ROUND.replace("table", f"fingerprint {print_of[:11]}\ntable"))
    with pytest.raises(BadNotation, match="Line 5: The fingerprint of the file is '0123"):
        read(ROUND.replace("table", "fingerprint 0123456789ab\ntable"))


def test_a_later_round_has_cards_of_its_own():
    assert answers(TWO)[0].faces == tuple(enumerate(cards("3c 3d 3h"), 3))
    assert write(read(write(read(TWO)))) == write(read(TWO))
    assert "\n\nshoe 2c 2d 2h  3c 3d 3h\nopen\n" in write(read(TWO))
    lines = [line for line in TWO.splitlines() if not line.startswith("shoe 2c")]
    unknown = answers("\n".join(lines))
    assert isinstance(unknown, Refusal)
    assert unknown.code == "cards/count"


def test_the_first_round_may_name_its_cards_after_a_refused_step():
    text = ROUND.replace("shoe", "bet 1 p1 ante 5000\nshoe")
    assert list(run(read(text)))[-1].after.round.phase == "settled"
    assert write(read(write(read(text)))) == write(read(text))


def test_a_record_without_steps():
    assert read("game three-card-poker").steps == ()


# What is wrong with a line

WRONG = [
    ("", "Name the game first"),
    ("open", "Line 1: Name the game first"),
    ("table boxes=3", "Line 1: Name the game first"),
    ("shoe Qs", "Line 1: Name the game first"),
    ("game three-card-pokr", "Line 1: There is no game 'three-card-pokr'"),
    ("game", "Line 1: Write game GAME."),
    ("game three-card-poker now", "Line 1: Write game GAME."),
    ("game three-card-poker because x", "Line 1: A header line takes no reason: delete because."),
    ("+ game three-card-poker", "Line 2: The game has already been named."),
    ("+ opne", "Line 2: There is no step 'opne': did you mean open?"),
    ("+ readin envy=others", "Line 2: There is no step 'readin': did you mean reading?"),
    ("+ reading envy", "Line 2: Write reading NAME=OPTION."),
    ("+ reading envy=nobody", "Line 2: There is no option of reading envy 'nobody'"),
    ("+ reading envy=others\n  reading envy=others", "Line 3: 'envy' is given twice."),
    ("+ policy half-unit=side", "Line 2: There is no option of policy half-unit"),
    ("+ paytable play=bad", "Line 2: There is no pay table of play 'bad'"),
    ("+ paytable play=mine row=5", "Line 2: There is no row 'row' in play"),
    ("+ chip 0", "Line 2: The smallest chip is 0"),
    ("+ chip ten", "Line 2: chip is 'ten': give a whole number."),
    ("+ price ante 5", "Line 2: ante has no posted price"),
    ("+ price ante", "Line 2: Write price WAGER AMOUNT."),
    ("+ cap ante 5", "Line 2: Write cap WAGER"),
    ("+ cap ante table=5", "Line 2: There is no cap 'table' in ante"),
    ("+ table boxes=six", "Line 2: boxes is 'six': give a whole number."),
    ("+ table boxes=17", "Line 2: One deck serves"),
    ("+ table shuffler=maybe", "Line 2: shuffler is 'maybe': say yes or no."),
    ("+ table bxes=1", "Line 2: There is no entry of the table 'bxes': did you mean boxes?"),
    ("+ table limits=1", "Line 2: There is no entry of the table 'limits'"),
    ("+ table led-by=nobody", "Line 2: "),
    ("+ table contribution=1e9", "Line 2: The contribution should be a fraction such as 1/5."),
    ("+ limit ante 500", "Line 2: Write limit WAGER MINIMUM MAXIMUM [STEP]."),
    ("+ limit ante 500 100", "Line 2: The limits of ante"),
    ("+ incident-policy misdeal=shrug", "Line 2: There is no remedy 'shrug'"),
    ("+ shoe Qs Qs", "Line 2: Qs is there twice"),
    ("+ shoe Qx", "Line 2: 'Qx' is not a card"),
    ("+ shoe Qs\n  shoe Qd", "Line 3: This round already has a shoe."),
    (
        "+ shoe Qs\n  reading envy=others",
        "Line 3: reading belongs in the header, above the shoe and the steps.",
    ),
    (
        "+ open\n  reading envy=others",
        "Line 3: reading belongs in the header, above the shoe and the steps.",
    ),
    ("+ open\n  shoe Qs\n  close", "Line 4: The shoe of a later round goes right before its open."),
    ("+ open\n  shoe Qs", "The last shoe has no round: add open after it, or delete it."),
    ("+ bet 1 p1 ante", "Line 2: bet needs AMOUNT: write bet BOX BETTOR WAGER AMOUNT [seated]."),
    ("+ bet one p1 ante 5", "Line 2: BOX is 'one': give a whole number."),
    ("+ bet 1 p1 ante 5.5", "Line 2: AMOUNT is '5.5': give a whole number."),
    ("+ bet 1 p1 ante 05", "Line 2: AMOUNT is '05'"),
    ("+ bet 1 p1 ante 1_000", "Line 2: AMOUNT is '1_000'"),
    ("+ bet 1 p1 ante ５", "Line 2: AMOUNT is '５'"),
    ("+ bet 1 p1 ante 9007199254740992", "Line 2: AMOUNT is '9007199254740992'"),
    ("+ bet 1 p1 ante 99999999999999999999", "Line 2: AMOUNT is"),
    ("+ bet 1 p1 ante 5 standing", "Line 2: 'standing' is not expected here: write bet"),
    ("+ bet 1 p1 ante 5 box=2", "Line 2: 'box=' is not expected here"),
    ("+ bet 1 p1 ante 5 because so", "Line 2: 'because' is not expected here"),
    ("+ bet 1 p1 ante 5 by=a:b:c", "Line 2: 'a:b:c' should read ROLE:NAME."),
    ("+ bet 1 p1 ante 5 by=p1 by=p2", "Line 2: 'by' is given twice."),
    ("+ bet 1 p1 ante 5 by=a=b", "Line 2: 'by=a=b' should read NAME=VALUE."),
    ('+ bet 1 "p1 ante 5', "Line 2: A quote is not closed."),
    ('+ bet 1 "p1"x ante 5', "Line 2: '\"p1\"x' is not one word in double quotes."),
    (r'+ bet 1 "\ud800" ante 5', "Line 2: '\"\\\\ud800\"' is not one word in double quotes."),
    ("+ deal 1:x", "Line 2: A place in the shoe is 'x'"),
    ("+ deal x", "Line 2: 'x' should read BOX:PLACE,PLACE,PLACE."),
    ("+ look 1", "Line 2: look needs WHO: write look BOX WHO."),
    ("+ show dealer Qx", "Line 2: 'Qx' is not a card"),
    ("+ show", "Line 2: show needs dealer, fourth or BOX"),
    ("+ time-out 1=stay", "Line 2: '1' is 'stay': say play or fold."),
    ("+ time-out one=play", "Line 2: BOX is 'one'"),
    ("+ correct dealer 3d", "Line 2: correct needs CARD"),
    ("+ incident misdeal bet=p1", "Line 2: bet is 'p1': write BETTOR:WAGER."),
    ("+ incident misdeal decided=maybe", "Line 2: decided is 'maybe'"),
    ("+ incident misdeal shown=Qh", "Line 2: A place in the shoe is 'Qh'"),
    ('+ incident misdeal cards=2 "cards"=3', "Line 2: 'cards' is given twice."),
    ("+ rule", "Line 2: rule needs NUMBER"),
    ("+ rule 0 because", "Line 2: Give the reason after because."),
    ('+ rule 0 because "x', "Line 2: "),
    ("+ pay 1 p1 ante because x", "Line 2: pay needs NET"),
    ("+ # tab\tbell\a", "Line 2: The comment contains a character that can't be printed."),
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_a_bad_line_is_named_with_one_sentence(text, expected):
    with pytest.raises(PitbossError) as refused:
        read(text.replace("+ ", "game three-card-poker\n", 1))
    message = refused.value.message
    assert message.startswith(expected)
    assert message.endswith((".", "?"))
    assert message.isprintable()
    assert "/" in refused.value.code


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([*ROUND.split(), "\n", '"', "=", "because", "by=", "é", "\x1b"])))
def test_whatever_is_written_is_read_or_refused(words):
    text = "game three-card-poker\n" + " ".join(words)
    try:
        record = read(text)
    except PitbossError as error:
        message = error.message
    else:
        message = ""
        assert as_json(read(write(record))) == as_json(record)
    assert message == "" or message.isprintable()
