"""Recovery: the table as it stood, at every step; and nothing hidden that could be read."""

import random
import shutil

import pytest

from pitboss.cards.deck import names
from pitboss.errors import BadKey
from pitboss.house.keys.sealing import create_key
from pitboss.house.tables.recovery import TableIsLost, recover
from pitboss.play.state import BETTING, EXAMINING, IDLE, OVER
from tests.support.houses import (
    GAMES,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    findings,
    opened,
    play_by_chance,
    regardless_of_opening,
)

POKER, PICTURES = "three-card-poker", "three-pictures"


def recovered(house, table, person, until=None):
    entries = entries_of(house.engine, table)[:until]
    return recover(table, person, reversed(entries), house.office.tables.setup_of, house.key)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_recovered_at_every_step_of_random_play(tmp_path, game):
    """Round, seed and shoe equal the live ones after every single command."""
    phases = set()
    with opened(tmp_path) as house:
        guest = Guest(house, game)
        assert recovered(house, guest.table, guest.id) == guest.look().table

        def compare(reply):
            live = reply.standing.table
            again = recovered(house, guest.table, guest.id)
            assert again == live
            phases.add(live.round.phase)

        refused = play_by_chance(guest, random.Random(game), 80, compare)
        assert refused[None] > 40
    assert phases >= {BETTING, *((EXAMINING,) if game in (POKER, "three-card-prime") else ())}
    assert phases & set(OVER)
    assert_in_order(tmp_path)


def test_a_house_goes_on_where_it_stopped(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}, 3: {"ante": 1000, "progressive": 250}})
        before = guest.look()
    for seed in (1, 2):
        with opened(**place, seed=seed) as house:
            guest.house = house
            assert regardless_of_opening(guest.look()) == before
            guest.house.sit(guest.id, POKER).result(30)
            assert house.hands_waiting() == 1
    with opened(**place, seed=3) as house:
        guest.house = house
        assert guest.decide_all().standing.table.round.phase == "settled"
    assert_in_order(**place)


def test_only_the_last_two_rounds_are_read(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, PICTURES)
        for number in range(8):
            guest.deal({1: {"initial": 500}}, random.Random(number).randbytes(32).hex())
        entries, live = entries_of(house.engine, guest.table), guest.look().table
        read = []

        def backwards():
            for entry in reversed(entries):
                read.append(entry.sequence)
                yield entry

        setup_of = house.office.tables.setup_of
        assert recover(guest.table, guest.id, backwards(), setup_of, house.key) == live
        assert read == [9, 8]


def test_a_journal_without_a_beginning_gives_no_table(house):
    with pytest.raises(TableIsLost):
        recover("T", "p", [], house.office.tables.setup_of, house.key)


# Keys


def test_a_wrong_or_missing_key_refuses_the_start(place):
    key = place["folder"] / "key"
    with opened(**place) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}})
    kept = key.read_text()
    key.unlink()
    with pytest.raises(BadKey, match="There is no key in"):
        opened(**place)
    assert not key.exists()  # No other key is made in its place.
    create_key(key)
    with pytest.raises(BadKey, match="put the right key there"):
        opened(**place)
    key.write_text(kept)
    with opened(**place) as house:
        guest.house = house
        assert guest.decide_all().refusal is None
    assert_in_order(**place)


def test_without_the_key_sealed_seeds_are_not_checked_and_all_else_is(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}})
    (place["folder"] / "key").unlink()
    counts = assert_in_order(**place)
    assert (counts.sealed_seeds, counts.sealed_seeds_not_opened) == (0, 1)
    create_key(place["folder"] / "key")
    (problem,), _ = findings(**place)
    assert "The round was sealed with the key" in problem.says


# Secrets


def secrets_of(table):
    """A table's seed and its deck, in the forms in which they might be written down."""
    secret = table.seed.secret
    yield from (secret, secret.hex().encode(), secret.hex().upper().encode())
    if table.round.phase == EXAMINING:
        cards = table.shoe.cards
        yield from (bytes(cards), names(cards).encode(), names(cards[:9]).encode())
        for separator in (",", ", ", " "):
            yield separator.join(str(card) for card in cards[:9]).encode()


def test_nothing_hidden_is_in_clear_on_the_disk_before_the_round_is_over(tmp_path):
    """The raw bytes of the database, its write-ahead log and the heads are searched."""
    later = []
    with opened(tmp_path, clock=Clock()) as house:
        guests = [Guest(house, game, game) for game in GAMES]
        chance = random.Random(5)

        def on_disk():
            files = [file for file in tmp_path.iterdir() if file.name not in ("key", "lock")]
            assert {file.name for file in files} >= {"house.db", "house.db-wal", "heads"}
            return b"".join(file.read_bytes() for file in files)

        for _ in range(12):
            for guest in guests:
                play_by_chance(guest, chance, 1)
            data = on_disk()
            for guest in guests:
                table = guest.look().table
                assert table.round.phase != IDLE or table.seed.round == 1
                for secret in secrets_of(table):
                    assert secret not in data
                later.append((table.id, table.seed))
        # The search does find a seed: once its round is over it is there for everybody.
        data, over = on_disk(), {guest.table: guest.round.number for guest in guests}
        shown = [seed for table, seed in later if seed.round < over[table]]
        assert len(shown) > 20
        assert all(seed.secret.hex().encode() in data for seed in shown)


def test_a_table_and_a_seed_do_not_print_their_secrets(house):
    table = Guest(house, POKER).look().table
    for text in (repr(table), repr(table.seed), str(table)):
        assert table.seed.secret.hex() not in text
        assert repr(table.seed.secret) not in text


def test_a_copy_of_the_folder_is_the_same_house(tmp_path):
    with opened(tmp_path / "one") as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}})
        before = guest.look()
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with opened(tmp_path / "two") as house:
        guest.house = house
        assert regardless_of_opening(guest.look()) == before
