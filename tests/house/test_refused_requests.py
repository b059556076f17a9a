"""Refused requests: large ones are kept by their hash, and some refusals are not written down."""

import hashlib
import json
from dataclasses import replace

import pytest

from pitboss.cards.deck import MOST_BOXES
from pitboss.errors import PitbossError
from pitboss.house.checks.proofs import make_proof
from pitboss.house.checks.round_verification import verify_round
from pitboss.house.checks.table_check import Counts
from pitboss.house.office.entries import LARGEST_KEPT, encode
from pitboss.house.rounds.archive import open_archive, reading
from pitboss.house.rounds.history import as_text, round_id
from pitboss.house.rounds.round_sheet import round_sheet
from pitboss.house.tables.practice import Deal, PlayHand, Stake
from pitboss.notation.text import read
from pitboss.server.rounds_played import replay
from tests.support.houses import (
    ENTROPY,
    GAMES,
    PRACTICE,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    opened,
    settings_of,
)
from tests.support.tampering import DAY

POKER, PROSPERITY = "three-card-poker", "prosperity-3-pictures"
HUNDRED_THOUSAND = 10_000_000  # Dollars, in cents.


def padded(length):
    """Boxes of a refused stake whose request has so many bytes."""
    boxes = {box: {f"wager-{box}-{n}": 100 for n in range(16)} for box in range(1, length // 320)}
    return {**boxes, 99: {"x" * (length - len(request_of({**boxes, 99: {"": 100}}))): 100}}


def request_of(boxes):
    """What the journal would have of a stake, were it whole."""
    named = {str(box): wagers for box, wagers in boxes.items()}
    return json.dumps({"command": "stake", "boxes": named}, separators=(",", ":"))


BIG, OTHER, SMALL = padded(15_000), padded(15_001), {1: {"ante": 750}}


def last_of(house, guest):
    return entries_of(house.engine, guest.table)[-1]


def test_a_large_request_is_kept_by_its_hash(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        assert guest.stake(BIG).refusal.code == "unknown/wager"
        entry, request = last_of(house, guest), request_of(BIG)
        assert json.loads(entry.request) == {
            "command": "stake",
            "sha256": hashlib.sha256(request.encode()).hexdigest(),
            "bytes": len(request),
        }
        promised = guest.look().table.seed.commitment
        for commitment in (None, promised):
            deal = Deal(ENTROPY, BIG, commitment)
            assert guest.ask(deal).refusal.code == "unknown/wager"
            kept = json.loads(last_of(house, guest).request)
            assert (kept["command"], kept["entropy"]) == ("deal", ENTROPY)  # The house has seen it.
            assert kept.get("commitment") == commitment
        guest.deal({1: {"ante": 500}}, "cd" * 32)
        guest.decide_all()
        shuffle = replay(house.history.round(guest.table, 1)).shuffle
        assert [(deal.commitment, deal.entropy, deal.times) for deal in shuffle.refused] == [
            (promised, ENTROPY, 2)
        ]
    assert_in_order(**place)


@pytest.mark.parametrize(("length", "is_whole"), [(LARGEST_KEPT, True), (LARGEST_KEPT + 1, False)])
def test_a_kilobyte_is_kept_whole(house, length, is_whole):
    guest = Guest(house, POKER)
    assert guest.stake(padded(length)).refusal.code == "unknown/wager"
    assert (last_of(house, guest).request == request_of(padded(length))) == is_whole


def test_a_large_request_that_is_repeated_gets_its_first_answer(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        first = guest.stake(BIG, "big")
        guest.stake(SMALL, "small")
        before = entries_of(house.engine)
        later = [guest.ask_later(Stake(BIG), "same-group") for _ in range(2)]
        assert [reply.result(30).is_repeated for reply in later] == [False, True]
    with opened(**place, seed=1) as house:
        guest.house = house
        for _ in range(2):
            again = guest.stake(BIG, "big")
            assert (again.is_repeated, again.refusal) == (True, first.refusal)
        for id, other in (("big", OTHER), ("big", SMALL), ("big", {}), ("small", BIG)):
            assert guest.stake(other, id).refusal.code == "command/id-used"
        assert guest.deal(BIG, id="big").refusal.code == "command/id-used"
        assert guest.stake(SMALL, "small").is_repeated
        assert len(entries_of(house.engine)) == len(before) + 2  # One of them opened the house.
    assert_in_order(**place)


@pytest.mark.parametrize("game", GAMES)
def test_lawful_bets_on_seven_boxes_are_kept_whole_if_they_are_refused(game):
    boxes = {box: dict.fromkeys(settings_of(game).offered, HUNDRED_THOUSAND) for box in range(1, 8)}
    assert len(encode({"command": "stake", "boxes": boxes})) <= LARGEST_KEPT


def test_what_is_carried_out_is_kept_whole_however_large(place):
    """At the largest table there can be, with every wager on every box."""
    offer = PRACTICE.offer(PROSPERITY)
    setup = replace(offer.setup, boxes=MOST_BOXES)
    offers = {**PRACTICE.offers, PROSPERITY: offer._replace(setup=setup)}
    bets = {key: setup.limits[key].minimum for key in setup.offered}
    boxes = dict.fromkeys(range(1, MOST_BOXES + 1), bets)
    with opened(**place, settings=replace(PRACTICE, offers=offers)) as house:
        guest = Guest(house, PROSPERITY)
        assert guest.deal(boxes, id="all").refusal is None
        request = json.loads(last_of(house, guest).request)
        assert len(encode(request)) > LARGEST_KEPT
        assert request["boxes"] == {str(box): bets for box in boxes}
        assert guest.deal(boxes, id="all").is_repeated
        assert guest.deal({**boxes, 1: {}}, id="all").refusal.code == "command/id-used"
    assert_in_order(**place)


def test_rounds_with_large_refused_requests_are_read_proven_and_verified(place):
    clock = Clock()
    with opened(**place, clock=clock) as house:
        guest = Guest(house, POKER)
        guest.stake({1: {"ante": 500}})
        guest.stake(BIG)
        guest.deal(BIG)
        guest.deal()
        guest.stake(BIG)
        guest.ask(PlayHand(1))
        id = f"{guest.table}-1"
        played = house.history.round(*round_id(id))
        assert [step.command["command"] for step in played.steps] == ["stake", "deal", "play"]
        assert len(played.entries) == 6
        assert read(as_text(played)).steps
        clock.now += DAY
        guest.stake({1: {"ante": 500}})
    with open_archive(place["folder"], place["url"]) as archive:
        journal = round_sheet(archive, id)["story"]
        assert [(line["command"], line["refused"]) for line in journal] == [
            ("stake", False), ("stake", True), ("deal", True), ("deal", False), ("stake", True),
            ("play", False),
        ]  # fmt: skip
    assert verify_round(id=round_id(id), counts=Counts(), **place)[0] == []
    with reading(**place) as connection:
        proven = make_proof(connection, round_id(id)).entries
        assert [json.loads(entry.request)["command"] for entry, _ in proven].count("deal") == 2
    assert_in_order(**place)


# Refusals that are not written down


def unwritten(guest, command, id="a"):
    """A command whose refusal may not be written."""
    return guest.house.ask(guest.id, guest.table, id, command, writes_refusal=False)


def test_a_refusal_that_is_not_written_leaves_nothing(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        before, stood = entries_of(house.engine), guest.look()
        for ask in (
            lambda: unwritten(guest, Stake(SMALL)),
            lambda: unwritten(guest, Deal(ENTROPY, BIG)),
            lambda: unwritten(guest, PlayHand(1)),
            lambda: house.grant(guest.id, "a", writes_refusal=False),
        ):
            with pytest.raises(PitbossError) as refused:
                ask().result(30)
            assert refused.value.code == "rate/refusals"
        assert entries_of(house.engine) == before
        assert guest.look() == stood
        # Their ids are not used up.
        assert guest.stake({1: {"ante": 500}}, "a").refusal is None
    assert_in_order(**place)


def test_what_is_lawful_is_carried_out_all_the_same(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        refused = guest.stake(BIG, "before").refusal
        again = unwritten(guest, Stake(BIG), "before").result(30)
        assert (again.is_repeated, again.refusal) == (True, refused)
        for number, command in enumerate((Stake({1: {"ante": 500}}), Deal(ENTROPY), PlayHand(1))):
            assert unwritten(guest, command, f"lawful-{number}").result(30).refusal is None
        assert house.exclude(guest.id, "b", 7, writes_refusal=False).result(30).refusal is None
        with pytest.raises(PitbossError, match="try again in a minute"):
            house.exclude(guest.id, "c", 1, writes_refusal=False).result(30)
        assert guest.stake({1: {"ante": 500}}).refusal.code == "limit/excluded"
    assert_in_order(**place)
