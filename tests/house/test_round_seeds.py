"""What a round's proof tells of earlier seeds and refused deals, and deals for another seed."""

import random

import pytest

from pitboss.house.backups.back_room import BackRoom
from pitboss.house.backups.lost_key import void_unfinished
from pitboss.house.events import EntropyMixed, SeedRevealed, SeedSealed, SeedWithdrawn, to_json
from pitboss.house.office.entries import NOT_REFUSED, encode, refused_text
from pitboss.house.records.journal import Entry
from pitboss.house.rounds.history import as_text
from pitboss.house.rounds.round_seeds import seeds_of
from pitboss.house.tables.practice import Deal
from pitboss.house.tables.shuffle import check, commitment
from pitboss.play import Refusal
from pitboss.play.state import BETTING, IDLE, VOID
from pitboss.server.rounds_played import replay
from tests.house.test_settings import with_boxes
from tests.support.houses import Clock, Guest, assert_in_order, opened

POKER = "three-card-poker"
BETS = {2: {"ante": 500}}
TOO_MUCH = {2: {"ante": 50_000}, 3: {"ante": 30_000}}
FIRST, SECOND = "a1" * 32, "b2" * 32


def proof_of(guest):
    """As the page gets it, once the hands of the round are played."""
    guest.decide_all()
    return replay(guest.house.history.round(guest.table, guest.round.number)).shuffle


def promised(guest):
    return guest.look().table.seed.commitment


def refusal_of(guest, *deal):
    return guest.ask(Deal(*deal)).refusal.code


def asked(proof):
    return [(deal.commitment, deal.entropy, deal.code, deal.times) for deal in proof.refused]


def reopened_with_another_key(folder, *guests, is_exposed):
    """The house after all its seeds were given up."""
    if not is_exposed:
        (folder / "key").unlink()
    with BackRoom(folder, clock=Clock(), randomness=random.Random(7).randbytes) as room:
        void_unfinished(room, "The key was seen.", is_exposed=is_exposed)
    house = opened(folder, seed=3)
    for guest in guests:
        guest.house = house
    return house


def test_a_round_without_incident_has_one_seed_and_one_deal(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, POKER)
        for _ in range(2):
            commitment = promised(guest)
            guest.deal(BETS)
            proof = proof_of(guest)
            assert (proof.commitment, proof.withdrawn, proof.refused) == (commitment, [], [])


def test_refused_deals_are_told_with_what_the_house_saw_and_counted(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, POKER)
        for _ in range(2):  # The second round begins while the first one's number is still there.
            commitment = promised(guest)
            for entropy in (FIRST, FIRST, SECOND):
                assert refusal_of(guest, entropy, TOO_MUCH) == "money/play-not-covered"
            guest.stake(BETS)
            assert refusal_of(guest, FIRST, TOO_MUCH) == "money/play-not-covered"
            guest.deal(entropy=FIRST)
            assert refusal_of(guest, SECOND) == "round/order"  # This deck is made already.
            proof = proof_of(guest)
            assert (proof.commitment, proof.entropy) == (commitment, FIRST)
            assert asked(proof) == [
                (commitment, FIRST, "money/play-not-covered", 3),
                (commitment, SECOND, "money/play-not-covered", 1),
            ]


def test_entropy_goes_into_no_other_deck_than_it_was_drawn_for(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, "three-pictures")
        bets, before = {2: {"initial": 500}}, promised(guest)
        assert refusal_of(guest, FIRST, bets, "0" * 64) == "shuffle/renewed"
        assert (guest.round.phase, promised(guest)) == (IDLE, before)
        assert guest.ask(Deal(FIRST, bets, before)).refusal is None
        # A second page that has not seen the end of this round.
        assert refusal_of(guest, FIRST, bets, before) == "shuffle/renewed"
        assert guest.round.number == 1
        guest.ask(Deal(SECOND, bets, promised(guest)))
        assert (guest.round.number, proof_of(guest).refused) == (2, [])


@pytest.mark.parametrize("is_exposed", [True, False])
def test_a_seed_that_was_withdrawn_is_told_and_what_was_sent_for_it(tmp_path, is_exposed):
    with opened(tmp_path) as house:
        guest = Guest(house, POKER)
        first = promised(guest)
        refusal_of(guest, FIRST, TOO_MUCH)
    with reopened_with_another_key(tmp_path, guest, is_exposed=is_exposed):
        second = promised(guest)
        assert refusal_of(guest, FIRST, BETS, first) == "shuffle/renewed"
        guest.ask(Deal(SECOND, BETS, second))
        proof = proof_of(guest)
        assert (proof.commitment, proof.entropy) == (second, SECOND)
        withdrawn, by_opening = proof.withdrawn  # The key's seeds, and what was drawn before it.
        assert withdrawn.commitment == first != second
        assert by_opening.seed
        if is_exposed:
            seed, place = bytes.fromhex(withdrawn.seed), (guest.table, 1, withdrawn.fingerprint)
            assert commitment(seed, *place) == first
        else:
            assert withdrawn.seed == ""
        assert asked(proof) == [
            (first, FIRST, "money/play-not-covered", 1),
            (first, FIRST, "shuffle/renewed", 1),
        ]
        text = as_text(guest.house.history.round(guest.table, 1))
        lines = [f"withdrawn {first}", f"its seed {withdrawn.seed or 'not revealed'}"]
        lines += ["refused 1 x shuffle/renewed", f"with entropy {FIRST}"]
        assert all(f"# {line}\n" in text for line in lines)
    assert_in_order(tmp_path)


def test_a_seed_may_be_drawn_anew_while_bets_lie_there():
    """By an entry of the house, within the round."""
    renewed = [SeedWithdrawn(1, "5e" * 32), SeedSealed(1, "c2", "sealed")]
    seeds = seeds_of(1, [
        entry([SeedSealed(1, "c1", "sealed")], "sit"),
        entry([], "deal", {"entropy": FIRST, "boxes": None, "commitment": None}, "limit/loss"),
        entry(renewed, "renew"),
        entry([], "deal", {"entropy": FIRST, "boxes": None, "commitment": "c1"}, "shuffle/renewed"),
        entry([EntropyMixed(1, SECOND), SeedRevealed(1, "5f" * 32)], "deal"),
        entry([], "deal", {"entropy": FIRST, "boxes": None, "commitment": None}, "round/order"),
    ])  # fmt: skip
    assert (seeds.last, seeds.entropy) == (("c2", "rules", "5f" * 32), SECOND)
    assert seeds.withdrawn == (("c1", "rules", "5e" * 32),)
    assert seeds.refused == (("c1", FIRST, "limit/loss", 1), ("c1", FIRST, "shuffle/renewed", 1))


def entry(events, command, fields=None, code=None):
    request = encode({"command": command, **(fields or {})})
    answer = refused_text(Refusal(code, "No.")) if code else NOT_REFUSED
    happened = encode([to_json(event) for event in events])
    return Entry(1, "T1", 1, 0, "p", "id", request, happened, answer, "rules", "")


def test_a_seed_for_other_rules_is_told_with_their_fingerprint(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, "three-pictures")
        first, before = promised(guest), guest.look().table.setup.fingerprint
        refusal_of(guest, FIRST, {2: {}})
    with opened(tmp_path, seed=1, settings=with_boxes(2)) as house:
        guest.house = house
        assert refusal_of(guest, FIRST, {2: {"initial": 500}}, first) == "shuffle/renewed"
        guest.deal({2: {"initial": 500}}, SECOND)
        proof = proof_of(guest)
        (withdrawn,) = proof.withdrawn
        assert (withdrawn.commitment, withdrawn.fingerprint) == (first, before)
        seed, place = bytes.fromhex(withdrawn.seed), (guest.table, 1, before)
        assert commitment(seed, *place) == first
        assert proof.fingerprint != before
        assert [deal.commitment for deal in proof.refused] == [first, first]


def test_a_round_that_was_void_after_its_deal_shows_the_seed_it_was_dealt_from(tmp_path):
    with opened(tmp_path) as house:
        dealt, betting = Guest(house, POKER, "dealt"), Guest(house, POKER, "betting")
        dealt.deal(BETS, FIRST)
        betting.stake(BETS)
        assert betting.round.phase == BETTING
    with reopened_with_another_key(tmp_path, dealt, betting, is_exposed=True) as house:
        assert (dealt.round.phase, betting.round.phase) == (VOID, VOID)
        played = house.history.round(dealt.table, 1)
        check(played.shuffle, dict(played.round.faces))
        assert (proof_of(dealt).entropy, proof_of(dealt).withdrawn) == (FIRST, [])
        proof = proof_of(betting)  # Its seed is known, and nothing was made of it.
        place = proof.table, proof.round, proof.fingerprint
        assert commitment(bytes.fromhex(proof.seed), *place) == proof.commitment
        assert (proof.entropy, proof.withdrawn) == ("", [])
