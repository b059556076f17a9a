"""Keys: rotated at any moment, and given up with the rounds that they are needed for."""

import json
import os
import random
from dataclasses import replace

import pytest

from pitboss.errors import BadKey, PitbossError
from pitboss.house.backups.back_room import BackRoom
from pitboss.house.backups.key_rotation import rotate_key
from pitboss.house.backups.lost_key import void_unfinished
from pitboss.house.checks.proofs import ProofCheck, make_proof, proof_from_json
from pitboss.house.checks.round_verification import verify_round
from pitboss.house.checks.table_check import Counts
from pitboss.house.keys.key_files import NEW, OLD
from pitboss.house.keys.sealing import create_key, load_key
from pitboss.house.office import errands
from pitboss.house.records.days import SECOND
from pitboss.house.records.ledger import player
from pitboss.house.reporting.records import Scope, open_records
from pitboss.house.reporting.results import Results
from pitboss.house.reporting.void_report import voids
from pitboss.house.rounds.archive import reading
from pitboss.house.rounds.history import RoundId
from pitboss.house.tables.recovery import events_of
from pitboss.play.state import BETTING, EXAMINING, OVER, VOID
from pitboss.server.rounds_played import replay, summary
from pitboss.server.sockets import table_message
from pitboss.testing.reference_wallet import ReferenceWallet
from tests.support.houses import (
    EXPIRES_AFTER,
    GAMES,
    GRANT,
    PRACTICE,
    START,
    Clock,
    Guest,
    assert_in_order,
    balances_of,
    entries_of,
    findings,
    opened,
    play_by_chance,
)
from tests.support.killing import Trials
from tests.support.tampering import Forger
from tests.support.wallet_trials import Player, wait_for_calls

POKER, PICTURES = "three-card-poker", "three-pictures"
STAKES = {1: {"ante": 500, "pair-plus": 100}, 3: {"ante": 1000, "progressive": 250}}


def rotated(place):
    with BackRoom(**place, clock=Clock()) as room:
        return rotate_key(room)


def voided(place, reason="The disk with the key is gone.", **named):
    with BackRoom(**place, clock=Clock(), randomness=random.Random(7).randbytes) as room:
        return void_unfinished(room, reason, **named)


def busy_house(place, guests=GAMES):
    """Some tables in the middle of a round, some between two; what everybody has in all."""
    with opened(**place) as house:
        people = [Guest(house, game, game) for game in guests]
        for number, guest in enumerate(people):
            play_by_chance(guest, random.Random(number), 9)
        poker = Guest(house, POKER, "poker")
        poker.deal(STAKES)
        betting = Guest(house, PICTURES, "betting")
        betting.stake({2: {"initial": 500, "tie": 100}})
        assert (poker.round.phase, betting.round.phase) == (EXAMINING, BETTING)
        Guest(house, PICTURES, "new")
    return poker, betting


# Rotation


def test_a_rotated_key_leaves_every_round_as_it_was(place):
    folder = place["folder"]
    poker, betting = busy_house(place)
    with opened(**place) as house:
        poker.house = betting.house = house
        before = [guest.round for guest in (poker, betting)]
        entries = len(entries_of(house.engine))
    old = (folder / "key").read_text()
    rotation = rotated(place)
    assert rotation.tables == 8
    assert load_key(folder / "key").id == rotation.new != rotation.old
    assert (folder / f"{OLD}{rotation.old}").read_text() == old
    assert os.stat(folder / f"{OLD}{rotation.old}").st_mode & 0o777 == 0o600
    assert not (folder / NEW).exists()
    counts = assert_in_order(**place)
    assert (counts.entries, counts.sealed_seeds) == (entries + 1 + 8, 8)
    with opened(**place, seed=1) as house:
        poker.house = betting.house = house
        assert [guest.round for guest in (poker, betting)] == before
        assert poker.decide_all().standing.table.round.phase == "settled"
        assert betting.deal().refusal is None
    assert_in_order(**place)
    assert rotated(place).old == rotation.new  # And once more.
    assert_in_order(**place)


def test_the_old_key_no_longer_opens_the_house_and_the_sentence_says_which_does(tmp_path):
    busy_house({"folder": tmp_path}, ())
    rotation = rotated({"folder": tmp_path})
    (tmp_path / "key").unlink()
    with pytest.raises(BadKey, match=f"need {rotation.new}"):
        opened(tmp_path)
    (tmp_path / f"{OLD}{rotation.old}").rename(tmp_path / "key")
    with pytest.raises(BadKey, match="put the right key there"):
        opened(tmp_path)


def test_seeds_of_guests_who_are_gone_stay_under_the_old_key(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        Guest(house, PICTURES, "gone").stake({1: {"initial": 500}})
        clock.now += EXPIRES_AFTER + 1_000_000
        house.sweep().result(30)
    rotation = rotated({"folder": tmp_path})
    assert rotation.tables == 0
    assert assert_in_order(tmp_path).sealed_seeds == 1
    (tmp_path / f"{OLD}{rotation.old}").unlink()
    counts = assert_in_order(tmp_path)
    assert (counts.sealed_seeds, counts.sealed_seeds_not_opened) == (0, 1)
    with opened(tmp_path, seed=2, clock=clock) as house:  # Its key is the new one.
        Guest(house, POKER, "next").deal({1: {"ante": 500}})
    assert_in_order(tmp_path)


@pytest.mark.parametrize("change", ["rotate", "expose"])
def test_a_change_of_keys_may_end_at_any_point(tmp_path, change):
    """It is killed before each call that changes a file, and within the commit."""
    poker, _ = busy_house({"folder": tmp_path}, ())
    trials = Trials("tests.support.key_change", change, tmp_path)
    is_killed, step, phases = True, 0, set()
    while is_killed:
        step += 1
        is_killed = trials.is_killed_at(step)
        assert_in_order(tmp_path)  # As the crash has left it.
        with opened(tmp_path, seed=step) as house:
            poker.house = house
            phases.add(poker.round.phase)
            if poker.round.phase == EXAMINING and step % 3 == 0:
                poker.decide_all()
            if poker.round.phase in OVER and is_killed:
                poker.deal({1: {"ante": 500}})
    trials.close()
    assert_in_order(tmp_path)
    assert step > 10
    assert (VOID in phases) == (change == "expose")


# A lost key


def test_a_lost_key_voids_what_is_unfinished_and_play_goes_on(place):
    folder = place["folder"]
    poker, betting = busy_house(place)
    with opened(**place) as house:
        poker.house = betting.house = house
        commitments = {g.table: g.look().table.seed.commitment for g in (poker, betting)}
        before = balances_of(house.engine)
        unfinished = house.hands_waiting()
    meter = before["meter", poker.table]
    (folder / "key").unlink()
    voiding = voided(place)
    assert voiding.rounds == unfinished
    assert voiding.seeds == 8
    counts = assert_in_order(**place)
    assert counts.felts == 0
    assert counts.seeds_lost == unfinished
    with opened(**place, seed=3) as house:
        poker.house = betting.house = house
        after = balances_of(house.engine)
        assert after[player(poker.id)] == after[player(betting.id)] == GRANT
        assert after["meter", poker.table] == meter - 50  # The progressive's contribution.
        assert sum(after.values()) == 0
        table = poker.look().table
        assert table.round.phase == VOID
        assert table.seed.commitment != commitments[poker.table]
        played = house.history.round(poker.table, table.round.number)
        assert (played.is_over, played.shuffle) == (True, None)
        shown = replay(played)  # As its player's page gets it.
        assert (shown.shuffle.seed, shown.steps[-1].view["phase"]) == ("", VOID)
        assert (summary(played).net, summary(played).staked) == (0, 0)
        message = table_message(poker.look())
        assert message["view"]["void"]["says"].startswith("It was decided")
        for guest in (poker, betting):
            main = "ante" if guest is poker else "initial"
            assert guest.deal({1: {main: 500}}).refusal is None
            guest.decide_all()
            assert guest.round.phase == "settled"
    assert_in_order(**place)


def test_what_comes_back_goes_on_to_operators_wallets(tmp_path, monkeypatch):
    monkeypatch.setattr(errands, "FIRST_WAIT", 0.01)
    wallet = ReferenceWallet()
    wallet.open_account("p-1", 100_000)
    with opened(tmp_path, wallet=wallet) as house:
        seats = [Player(house, "p-1", game) for game in (POKER, PICTURES)]
        seats[0].deal(STAKES)
        seats[1].stake({2: {"initial": 500}})
    assert wallet.balances["p-1"] == 100_000 - 1850 - 1500 - 500  # With what Play may need.
    (tmp_path / "key").unlink()
    assert voided({"folder": tmp_path}).returned == 2350
    counts = assert_in_order(tmp_path)
    assert (counts.players, counts.felts, counts.in_transit) == (0, 0, 3850)
    with opened(tmp_path, seed=3, wallet=wallet) as house:
        wait_for_calls(house)
    assert wallet.balances["p-1"] == 100_000
    assert_in_order(tmp_path)


def test_a_day_that_is_over_is_closed_first(tmp_path):
    """Whatever the back room enters is of the day on which it happens."""
    busy_house({"folder": tmp_path}, ())
    clock = Clock(START + 3 * 86_400 * SECOND)
    with BackRoom(tmp_path, clock=clock) as room:
        rotate_key(room)
    (tmp_path / "key").unlink()
    clock.now += 2 * 86_400 * SECOND
    with BackRoom(tmp_path, clock=clock) as room:
        void_unfinished(room, "It is gone.")
    assert assert_in_order(tmp_path).days == 2


def test_a_void_round_is_verified_and_proven_by_itself(tmp_path):
    poker, betting = busy_house({"folder": tmp_path}, ())
    rotated({"folder": tmp_path})
    (tmp_path / "key").unlink()
    voided({"folder": tmp_path})
    with opened(tmp_path, clock=Clock(START + 86_400 * SECOND)):
        pass
    for guest in (poker, betting):
        id = RoundId(guest.table, 1)
        counts = Counts()
        problems, days = verify_round(tmp_path, id, counts)
        assert (problems, len(days), counts.seeds_lost) == ([], 1, 1)
        with reading(tmp_path) as connection:
            proof = proof_from_json(make_proof(connection, id).to_json())
        assert list(ProofCheck(proof, None, Counts()).findings()) == []


def test_the_reason_stands_first_in_the_journal(tmp_path):
    poker, _ = busy_house({"folder": tmp_path}, ())
    (tmp_path / "key").unlink()
    voided({"folder": tmp_path}, " Water  in the\ncellar. ")
    with opened(tmp_path, seed=3) as house:
        entries = entries_of(house.engine)
    first = next(e for e in entries if e.command_id.startswith("void-unfinished"))
    (replaced,) = events_of(first)
    assert (first.stream, replaced.reason) == ("house", "Water in the cellar.")
    request = '{"command":"void-unfinished","reason":"Water in the cellar."}'
    entry = next(e for e in entries if e.stream == poker.table and e.person == "house")
    assert (first.request, entry.request) == (request, request)
    assert first.command_id == entry.command_id
    kinds = [type(event).__name__ for event in events_of(entry)]
    assert kinds == ["IncidentReported", "RulingGiven", "Voided", "SeedWithdrawn", "SeedSealed"]
    ruling, void = events_of(entry)[1:3]
    assert ruling.reason == "Water in the cellar."
    assert "void-bets" in void.because.policies
    assert {(bet.box, bet.wager): bet.amount for bet in void.bets} == {
        (1, "ante"): 500, (1, "pair-plus"): 100, (3, "ante"): 1000, (3, "progressive"): 250,
    }  # fmt: skip
    with open_records(tmp_path) as records:
        reasons, *_, listed = voids(records, Scope()).sections
    says = f"{void.because.says} Water in the cellar."
    assert {row[0] for row in reasons.rows} == {row[4] for row in listed.rows} == {says}


def test_the_price_of_a_progressive_goes_back_with_its_round(tmp_path):
    _, betting = busy_house({"folder": tmp_path}, ())
    (tmp_path / "key").unlink()
    voided({"folder": tmp_path})
    with opened(tmp_path, seed=3) as house:
        betting.house = house
        assert betting.deal({1: {"initial": 500}}).refusal is None
    with open_records(tmp_path) as records:
        check = Results(records, Scope()).ledger_check()
    assert (check.in_progress, check.difference) == (0, 0)


def test_a_remedy_that_the_house_has_announced_does_not_hinder_it(tmp_path):
    offers = {
        key: offer._replace(setup=replace(offer.setup, incidents={"other": "conclude"}))
        for key, offer in PRACTICE.offers.items()
    }
    with opened(tmp_path, settings=replace(PRACTICE, offers=offers)) as house:
        guest = Guest(house, POKER)
        guest.deal(STAKES)
    (tmp_path / "key").unlink()
    assert voided({"folder": tmp_path}).returned == 1850
    assert_in_order(tmp_path)


def test_a_key_of_another_house_takes_over(tmp_path):
    busy_house({"folder": tmp_path}, ())
    (tmp_path / "key").unlink()
    other = create_key(tmp_path / "key")
    assert voided({"folder": tmp_path}).new == other.id
    assert_in_order(tmp_path)


def test_nothing_is_void_while_the_right_key_is_there(tmp_path):
    busy_house({"folder": tmp_path}, ())
    with pytest.raises(PitbossError, match="there is nothing to void"):
        voided({"folder": tmp_path})
    (tmp_path / "key").unlink()
    with pytest.raises(PitbossError, match="is not there"):
        voided({"folder": tmp_path}, is_exposed=True)
    for reason in ("", " \n", "x" * 501):
        with pytest.raises(PitbossError, match="Say why"):
            voided({"folder": tmp_path}, reason)
    with opened(tmp_path / "empty"):
        pass
    with pytest.raises(PitbossError, match="Nothing is sealed"):
        voided({"folder": tmp_path / "empty"})


def test_an_exposed_key_shows_the_seeds_of_the_void_rounds(place):
    folder = place["folder"]
    poker, _ = busy_house(place)
    with opened(**place) as house:
        poker.house = house
        cards = poker.look().table.shoe
        shuffles = assert_in_order(**place).shuffles
    voiding = voided(place, is_exposed=True)
    assert (folder / f"{OLD}{voiding.old}").exists()
    counts = assert_in_order(**place)
    assert counts.seeds_lost == 0
    assert counts.shuffles > shuffles
    with opened(**place, seed=3) as house:
        poker.house = house
        table = poker.look().table
        assert (table.round.phase, table.shoe) == (VOID, cards)


# What verify makes of them


@pytest.fixture
def forger(tmp_path):
    poker, _ = busy_house({"folder": tmp_path}, ())
    rotated({"folder": tmp_path})
    (tmp_path / "key").unlink()
    voided({"folder": tmp_path})
    forger = Forger(tmp_path)
    yield forger, poker.table
    forger.close()


def forged(forger, stream, change):
    def edit():
        entries = [
            entry._replace(events=json.dumps([change(event) for event in json.loads(entry.events)]))
            for entry in forger.entries(stream)
        ]
        forger.rehash(stream, entries)

    return " ".join(str(finding) for finding in forger.after(edit, knows_heads=False))


def test_a_seed_that_is_given_up_without_a_word_is_found(forger):
    forger, table = forger

    def kept(event):
        return {**event, "old": "0" * 16} if event["event"] == "KeyReplaced" else event

    assert "was given up without a cause" in forged(forger, "house", kept)

    def another(event):
        return {**event, "round": 5} if event["event"] == "SeedWithdrawn" else event

    assert "the round is not void" in forged(forger, table, another)

    def wrong_seed(event):
        return {**event, "seed": "00" * 32} if event["event"] == "SeedWithdrawn" else event

    assert "is not the one committed to" in forged(forger, table, wrong_seed)

    def other_round(event):
        return {**event, "round": 9} if event["event"] == "SeedResealed" else event

    assert "There was no seed of round 9 to seal again" in forged(forger, table, other_round)


def test_a_wrong_key_is_still_found(tmp_path):
    busy_house({"folder": tmp_path}, ())
    rotated({"folder": tmp_path})
    (tmp_path / "key").unlink()
    create_key(tmp_path / "key")
    problems, _ = findings(tmp_path)
    assert len(problems) == 3
    assert "sealed with the key" in problems[0].says
