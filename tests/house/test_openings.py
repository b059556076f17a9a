"""What is public of a house's future: no deck is made of a seed that another copy has shown.

A restored backup, a copied folder and a snapshot of a machine are forks of one history. Whoever
has played in one of them knows its seeds, and could choose their own entropy by them in another.
"""

import json
import shutil

import pytest
import sqlalchemy as sa

from pitboss.house import events as h
from pitboss.house.backups.backup import back_up
from pitboss.house.backups.restore import restore
from pitboss.house.reporting.records import Records, Scope
from pitboss.house.reporting.void_report import voids
from pitboss.house.rounds.archive import open_archive
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.practice import Deal, PlayHand
from pitboss.play.state import SETTLED, VOID
from tests.house.conftest import new_url
from tests.support.houses import (
    ENTROPY,
    START,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    events_in,
    findings,
    opened,
)
from tests.support.tampering import Forger

POKER, LUCKY, PICTURES = "three-card-poker", "lucky-three-pictures", "three-pictures"
MAIN = {POKER: "ante", LUCKY: "initial", PICTURES: "initial"}


@pytest.fixture
def another(request, tmp_path_factory):
    """A place for a house on a server."""

    def place(server):
        folder = tmp_path_factory.mktemp("another")
        return {"folder": folder, "url": new_url(request, server, folder)}

    return place


def bring_keys(source, target):
    for name in ("key", "signing-key"):
        if (source / name).exists():
            shutil.copy(source / name, target / name)


def seeds_of(house, table):
    """By round: every seed that is public."""
    events = events_in(house, table)
    return {
        (event.round, event.seed)
        for event in events
        if isinstance(event, h.SeedRevealed | h.SeedWithdrawn)
    }


def commitments_of(house, table):
    return [e.commitment for e in events_in(house, table) if isinstance(e, h.SeedSealed)]


def comes_back(guest, house):
    guest.house = house
    return guest


# A backup that is restored after its next rounds were played


@pytest.mark.parametrize("server", ["sqlite", "postgresql"])
def test_a_player_who_knows_the_seeds_chooses_no_deck(another, server):
    """They played on after the backup, and know the seed of every round that comes in it."""
    first, second = another("sqlite"), another(server)
    with opened(**first) as house:
        guests = [Guest(house, game, game) for game in MAIN]
        for guest, game in zip(guests, MAIN, strict=True):
            guest.deal({1: {MAIN[game]: 500}})
            guest.decide_all()
    back_up(**first, file=first["folder"] / "b.zip", now=START)
    with opened(**first, seed=1) as house:
        known = {}
        for guest, game in zip(guests, MAIN, strict=True):
            comes_back(guest, house).deal({1: {MAIN[game]: 500}}, "cd" * 32)
            guest.decide_all()
            known[guest.table] = seeds_of(house, guest.table)
            assert {number for number, _ in known[guest.table]} >= {1, 2}
    restore(first["folder"] / "b.zip", **second, clock=Clock())
    bring_keys(first["folder"], second["folder"])
    with opened(**second, seed=2) as house:
        for guest, game in zip(guests, MAIN, strict=True):
            standing = comes_back(guest, house).look()
            assert standing.table.round.number == 1
            assert (2, standing.table.seed.secret.hex()) not in known[guest.table]
            shown = seeds_of(house, guest.table)
            assert len([number for number, _ in shown if number == 2]) == 1  # Withdrawn in public.
            guest.deal({1: {MAIN[game]: 500}}, "cd" * 32)
            guest.decide_all()
            assert guest.round.number == 2
            second_deck = [seed for number, seed in seeds_of(house, guest.table) if number == 2]
            assert len(second_deck) == 2
            assert (
                not {(2, second_deck[-1])} <= known[guest.table] or second_deck[0] != second_deck[1]
            )
    assert_in_order(**second)


@pytest.mark.parametrize("game", [POKER, LUCKY])
def test_a_dealt_hand_does_not_come_back(another, game):
    """Its player has seen the dealer's cards by then."""
    first, second = another("sqlite"), another("sqlite")
    with opened(**first) as house:
        guest = Guest(house, game, "one")
        pictures = Guest(house, PICTURES, "two")
        guest.deal({1: {MAIN[game]: 500}})
        pictures.stake({1: {"initial": 1000}})
        is_dealt = guest.round.phase not in (SETTLED, VOID)
        before, held = guest.balance, pictures.balance
    assert is_dealt == (game == POKER)
    back_up(**first, file=first["folder"] / "b.zip", now=START)
    restore(first["folder"] / "b.zip", **second, clock=Clock())
    bring_keys(first["folder"], second["folder"])
    with opened(**second, seed=2) as house:
        comes_back(guest, house)
        comes_back(pictures, house)
        if is_dealt:
            assert guest.round.phase == VOID
            assert guest.balance == before + 500
            (reason,) = [
                json.loads(entry.events)[1]["reason"]
                for entry in entries_of(house.engine, guest.table)
                if entry.command_id.startswith("after-restore")
            ]
            assert "restored" in reason
            assert {number for number, _ in seeds_of(house, guest.table)} == {1}
        # Bets that were not closed lie where they lay, under a new commitment.
        assert (pictures.round.phase, pictures.balance) == ("betting", held)
        assert len(commitments_of(house, pictures.table)) == 2
        assert pictures.deal().refusal is None
    assert_in_order(**second)


def test_every_table_begins_anew_in_the_commit_of_the_opening(another):
    """Before anybody can ask for anything."""
    first, second = another("sqlite"), another("sqlite")
    with opened(**first) as house:
        tables = [Guest(house, game, game).table for game in MAIN]
    back_up(**first, file=first["folder"] / "b.zip", now=START)
    restore(first["folder"] / "b.zip", **second, clock=Clock())
    bring_keys(first["folder"], second["folder"])
    with opened(**second) as house:
        entries = entries_of(house.engine)
    (opening,) = [e for e in entries if e.command_id.startswith("open-") and e.time > START + 4]
    together = {entry.stream for entry in entries if entry.time == opening.time}
    assert together == {"house", *tables}
    with opened(**second) as house:  # And not again.
        assert len(entries_of(house.engine)) == len(entries) + 1


def test_restores_are_counted_in_the_report_of_voids(another):
    first, second = another("sqlite"), another("sqlite")
    with opened(**first) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}})
        guest.decide_all()
        guest.deal({1: {"ante": 500}}, "ef" * 32)
    back_up(**first, file=first["folder"] / "b.zip", now=START)
    restore(first["folder"] / "b.zip", **second, clock=Clock())
    bring_keys(first["folder"], second["folder"])
    opened(**second).close()
    with open_archive(second["folder"]) as archive, archive.engine.connect() as connection:
        report = voids(Records(connection, archive), Scope())
    facts = {fact.key: fact.value for fact in report.facts}
    assert (facts["voids"], facts["restores"], facts["voids_after_restores"]) == (1, 1, 1)


# Copies that say nothing of being one


def test_a_copied_folder_deals_another_deck(tmp_path):
    """Of a house whose next commitment has been published."""
    with opened(tmp_path / "one") as house:
        guest = Guest(house, PICTURES)
        promised = guest.look().table.seed
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    decks = set()
    for seed, name in enumerate(("one", "two"), 5):
        with opened(tmp_path / name, seed=seed) as house:
            assert comes_back(guest, house).look().table.seed.commitment != promised.commitment
            reply = guest.deal({1: {"initial": 500}})
            decks.add(reply.standing.table.shoe.cards)
        assert_in_order(tmp_path / name)
    assert len(decks) == 2


def test_a_deal_by_the_commitment_of_before_is_refused_once(tmp_path):
    """The house would draw its seed after it has seen the player's entropy."""
    with opened(tmp_path) as house:
        guest = Guest(house, PICTURES)
        guest.stake({1: {"initial": 500}})
    with opened(tmp_path, seed=1) as house:
        guest.house = house
        reply = guest.ask(Deal(ENTROPY))
        assert reply.refusal.code == "shuffle/renewed"
        assert reply.standing.table.round.phase == "betting"
        assert len(commitments_of(house, guest.table)) == 2
        assert guest.ask(Deal(ENTROPY)).refusal is None
    assert_in_order(tmp_path)


def test_a_dealt_round_goes_on_after_a_restart(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}})
        cards = guest.look().table.shoe.cards
    with opened(tmp_path, seed=1) as house:
        guest.house = house
        assert guest.look().table.shoe.cards == cards
        assert guest.ask(PlayHand(1)).standing.table.round.phase == SETTLED
        assert len(commitments_of(house, guest.table)) == 2
    assert_in_order(tmp_path)


# What verify demands


@pytest.fixture
def reopened(tmp_path):
    """A house that was restored and opened, as a forger has it before them."""
    first, second = tmp_path / "first", tmp_path / "second"
    with opened(first) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}})
        other = Guest(house, PICTURES, "two")
        other.deal({1: {"initial": 500}})
    back_up(first, file=tmp_path / "b.zip", now=START)
    restore(tmp_path / "b.zip", second, clock=Clock())
    bring_keys(first, second)
    with opened(second, seed=1) as house:
        comes_back(other, house).deal({1: {"initial": 500}}, "cd" * 32)
    assert findings(second)[0] == []
    forger = Forger(second)
    yield forger, guest.table, other.table
    forger.close()


def rewritten(forger, stream, change):
    """What is found when entries of a stream are other ones, and all else is made to fit."""

    def edit():
        forger.write_anew(stream, [change(entry) for entry in forger.entries(stream)])

    return " ".join(str(problem) for problem in forger.after(edit, knows_heads=False))


def without(kind):
    def change(entry):
        events = [event for event in json.loads(entry.events) if event["event"] != kind]
        return entry._replace(events=json.dumps(events))

    return change


def test_a_seed_that_outlives_a_restore_is_found(reopened):
    forger, _, other = reopened

    def kept(entry):
        if not entry.command_id.startswith("after-restore"):
            return entry
        return entry._replace(events="[]")

    said = rewritten(forger, other, kept)
    assert "The house was restored, and its next deck is still made of the same seed." in said
    assert "has a seed from before the house was opened" in said


def test_a_void_that_no_restore_is_the_cause_of_is_found(reopened):
    """The house would give back whatever its player has lost."""
    forger, poker, _ = reopened

    def by_hand(entry):
        if not entry.command_id.startswith("after-restore"):
            return entry
        return entry._replace(request='{"command":"expire"}')

    assert "Its request leads to" in rewritten(forger, poker, by_hand)


def test_a_restore_that_is_kept_silent_is_found(reopened):
    """Without the opening after it, its rounds would have no cause to be void."""
    forger, poker, _ = reopened
    said = rewritten(forger, "house", without("HouseRestored"))
    assert "HouseRestored" in said
    assert poker


def test_a_seed_given_up_without_a_cause_is_found(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, PICTURES)
        table = house.office.tables
        with house.office.one_commit() as group:
            standing = table.table(group, guest.table)
            group.tables[guest.table] = standing._replace(
                seed=standing.seed._replace(is_from_before=True)
            )
            table.look(group, guest.id, guest.table)  # A better one, perhaps.
    problems = " ".join(map(str, findings(tmp_path)[0]))
    assert "The seed of round 1 was given up without a cause." in problems


def test_the_journal_says_when_the_house_was_opened(tmp_path):
    for _ in range(3):
        opened(tmp_path).close()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'house.db'}")
    with engine.connect() as connection:
        events = connection.execute(sa.select(JOURNAL.c.events)).scalars().all()
    engine.dispose()
    assert sum('"event":"HouseOpened"' in text for text in events) == 3
