"""The fair shuffle: against a second implementation, and against false records."""

import hashlib
import hmac
import re
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.deck import name, names
from pitboss.errors import BadShuffle
from pitboss.house.tables.shuffle import ShuffleFacts, check, commitment, deck

PAGE = (Path(__file__).parents[2] / "docs" / "fair-shuffle.md").read_text("utf-8")
SEED, ENTROPY = bytes(range(32)), bytes(range(255, 223, -1))
PLACE = ("T7", 12, "ab" * 32)
THOUSAND_DECKS = "5113f2a0c4b336d300ac5354f4aa63d52bc5e11d8eb51c7416add5e78d716477"
keys = st.binary(min_size=32, max_size=32)


def plain_deck(seed, entropy, table, round, fingerprint):
    """Written from docs/fair-shuffle.md alone."""
    context = "\n".join(["pitboss-shuffle-1", "deck", table, str(round), fingerprint, ""])
    key_stream = b""
    blocks = count()
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    used = 0
    for places in range(52, 1, -1):
        while True:
            if used == len(key_stream):
                message = context.encode() + entropy + next(blocks).to_bytes(4, "big")
                key_stream += hmac.new(seed, message, hashlib.sha256).digest()
            value = key_stream[used]
            used += 1
            if value < 256 // places * places:
                break
        chosen = value % places
        cards[places - 1], cards[chosen] = cards[chosen], cards[places - 1]
    return cards


@settings(max_examples=300, deadline=None)
@given(seed=keys, entropy=keys, table=st.text("T0123456789-", max_size=8), round=st.integers(1))
def test_a_second_implementation_makes_the_same_deck(seed, entropy, table, round):
    ours = deck(seed, entropy, table, round, "f" * 64)
    assert [name(card) for card in ours] == plain_deck(seed, entropy, table, round, "f" * 64)
    assert sorted(ours) == list(range(52))


def test_a_thousand_decks_are_those_of_the_page_in_the_browser():
    """web/tests/proof/shuffle.test.ts holds its own implementation to the same hash."""
    decks = hashlib.sha256()
    for number in range(1, 1001):
        seed, entropy = (
            hashlib.sha256(f"{what} {number}".encode()).digest() for what in ("seed", "entropy")
        )
        made = deck(seed, entropy, f"T{number % 7}", number, "ab" * 32)
        decks.update(names(made).encode() + b"\n")
    assert decks.hexdigest() == THOUSAND_DECKS


def test_the_example_of_the_page():
    figures = dict(re.findall(r"^\| (seed|entropy|table|round|fingerprint|commitment) \| `(.*)` \|",
                              PAGE, re.M))  # fmt: skip
    seed, entropy = bytes.fromhex(figures["seed"]), bytes.fromhex(figures["entropy"])
    place = figures["table"], int(figures["round"]), figures["fingerprint"]
    assert commitment(seed, *place) == figures["commitment"]
    cards = names(deck(seed, entropy, *place)).split()
    assert cards == re.search(r"```text\n(.*?)```", PAGE, re.S)[1].split()
    assert cards == plain_deck(seed, entropy, *place)


def facts(**changes):
    kept = ShuffleFacts(*PLACE, commitment(SEED, *PLACE), SEED.hex(), ENTROPY.hex())
    return kept._replace(**changes)


def test_a_true_record_holds():
    cards = deck(SEED, ENTROPY, *PLACE)
    check(facts(), dict(enumerate(cards)))
    check(facts(), {5: cards[5]})


@pytest.mark.parametrize("bit", range(0, 256, 7))
def test_a_seed_that_was_exchanged_is_found(bit):
    other = int.from_bytes(SEED, "big") ^ (1 << bit)
    with pytest.raises(BadShuffle, match="not the one committed to"):
        check(facts(seed=other.to_bytes(32, "big").hex()), {})


@pytest.mark.parametrize(
    ("changed", "value"), [("table", "T8"), ("round", 13), ("fingerprint", "cd" * 32)]
)
def test_a_commitment_is_for_one_round_of_one_configuration(changed, value):
    with pytest.raises(BadShuffle, match="not the one committed to"):
        check(facts(**{changed: value}), {})


def test_a_card_or_an_entropy_that_was_exchanged_is_found():
    cards = dict(enumerate(deck(SEED, ENTROPY, *PLACE)))
    with pytest.raises(BadShuffle, match="at place 6; the seed makes it"):
        check(facts(), {**cards, 6: cards[7], 7: cards[6]})
    with pytest.raises(BadShuffle, match="The record says card"):
        check(facts(entropy=bytes(32).hex()), cards)


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"seed": "00"}, "shuffle/length"), ({"seed": "zz"}, "shuffle/digits"),
     ({"entropy": "x"}, "shuffle/digits")],
)  # fmt: skip
def test_what_is_no_seed_is_refused(changes, code):
    with pytest.raises(BadShuffle) as refused:
        check(facts(**changes), {})
    assert refused.value.code == code


def test_no_entropy_of_the_players_means_no_deck():
    with pytest.raises(BadShuffle, match="The player's entropy has 0 bytes and needs 32"):
        deck(SEED, b"", *PLACE)


def test_a_seed_that_is_too_short_makes_no_deck():
    with pytest.raises(BadShuffle, match=r"^The seed has 31 bytes and needs 32"):
        deck(SEED[:31], ENTROPY, *PLACE)
