"""A day is closed by the first commit of the next one, once, whatever the clock and settings do."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from pitboss.errors import BadKey
from pitboss.house.events import DayClosed
from pitboss.house.keys.signing import SigningKey
from pitboss.house.records.days import SECOND, GamingDay
from pitboss.house.records.seals import read_seals
from pitboss.house.settings.house_settings import Day
from pitboss.house.tables.recovery import events_of
from tests.support.houses import (
    PRACTICE,
    START,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    findings,
    opened,
    play_by_chance,
)

HOUR = 3_600 * SECOND
DAY = 24 * HOUR
FIRST, SECOND_DAY = "2023-11-14", "2023-11-15"  # The clock begins at 22:13 UTC; days at 06:00.


def closed(engine):
    """The days that were closed, with the sequence of their entries in the house's stream."""
    return [
        event
        for entry in entries_of(engine, "house")
        for event in events_of(entry)
        if isinstance(event, DayClosed)
    ]


def days(engine):
    return [(seal.day, seal.opens) for seal in closed(engine)]


def kept(folder):
    return [seal for _, seal in read_seals((folder / "seals").read_bytes())]


def test_the_first_commit_of_a_day_closes_the_one_before(place):
    clock = Clock()
    with opened(**place, clock=clock) as house:
        guest = Guest(house)
        clock.now = GamingDay().start(GamingDay().of(START)) + DAY - 1
        guest.deal({1: {"initial": 500}})
        assert days(house.engine) == []
        before = len(entries_of(house.engine))
        clock.now += 1
        guest.look()  # Though nothing happens by it.
        assert days(house.engine) == [(FIRST, SECOND_DAY)]
        (seal,) = closed(house.engine)
        assert (seal.first, seal.last) == (1, before)
        guest.deal({1: {"initial": 500}})
        clock.now += DAY
        house.sweep().result(30)
        assert days(house.engine)[1:] == [(SECOND_DAY, "2023-11-16")]
        (seal, after) = closed(house.engine)
        assert (after.first, after.last) == (before + 1, before + 2)
        assert [tuple(one[1:]) for one in kept(place["folder"])] == [seal, after]
    assert assert_in_order(**place).days == 2


def test_the_seal_comes_before_the_commands_of_its_group(house, tmp_path):
    guest = Guest(house)
    house.clock.now += DAY
    guest.deal({1: {"initial": 500}})
    entries = entries_of(house.engine)
    assert [entry.command_id for entry in entries[-2:]] == [f"day-{FIRST}", "c1"]
    assert entries[-2].person == "house"
    assert entries[-2].time == entries[-1].time


def test_a_clock_that_jumps_closes_one_day(house, tmp_path):
    for _ in range(3):
        house.clock.now += 10 * DAY
        house.sweep().result(30)
    assert days(house.engine) == [
        (FIRST, "2023-11-24"), ("2023-11-24", "2023-12-04"), ("2023-12-04", "2023-12-14"),
    ]  # fmt: skip
    house.clock.now -= 20 * DAY  # It stands still until the clock has caught up.
    house.sweep().result(30)
    assert len(days(house.engine)) == 3
    assert_in_order(tmp_path)


def test_a_house_that_was_closed_over_night(place):
    clock = Clock()
    for nights in range(3):
        with opened(**place, clock=clock, seed=nights) as house:
            Guest(house, token=str(nights))
            assert len(days(house.engine)) == nights
        clock.now += DAY
    assert assert_in_order(**place).days == 2


def test_a_house_from_before_there_were_seals(tmp_path, monkeypatch):
    clock = Clock()
    with (
        monkeypatch.context() as patch,
        opened(tmp_path, clock=clock) as house,
    ):
        patch.setattr(house.office.closing, "begin", lambda group: None)
        for night in range(3):
            Guest(house, token=str(night))
            clock.now += DAY
    (tmp_path / "seals").unlink()
    (tmp_path / "signing-key").unlink()
    assert_in_order(tmp_path)
    with opened(tmp_path, clock=clock) as house:
        assert days(house.engine) == [("2023-11-16", "2023-11-17")]  # All of it under one seal.
        assert closed(house.engine)[0].first == 1
    assert_in_order(tmp_path)


def with_day(begins, zone="UTC"):
    return replace(PRACTICE, day=Day(begins, zone))


@pytest.mark.parametrize("is_restarted", [False, True])
def test_days_that_begin_at_another_hour(tmp_path, is_restarted):
    """No day is closed twice and no date goes back, whatever the settings say of a moment."""
    chance, clock = random.Random(5), Clock()
    zones = ("UTC", "Asia/Singapore", "America/Los_Angeles", "Pacific/Kiritimati")
    house = opened(tmp_path, clock=clock)
    guest = Guest(house)
    for step in range(60):
        clock.now += chance.randint(1, 14) * HOUR
        if chance.random() < 0.4:
            settings = with_day(f"{chance.randrange(24):02}:00", chance.choice(zones))
            if chance.random() < 0.3:
                settings = replace(settings, effective=clock.now + chance.randint(1, 30) * HOUR)
            if is_restarted:
                house.close()
                house = opened(tmp_path, clock=clock, seed=step, settings=settings)
                guest = Guest(house)
            else:
                house.adopt(settings).result(30)
        guest.look()
    seals = closed(house.engine)
    house.close()
    assert len(seals) > 10
    assert all(seal.day < seal.opens for seal in seals)
    assert all(one.opens == other.day for one, other in pairwise(seals))
    assert_in_order(tmp_path)


def test_random_play_over_many_days(place):
    clock, chance = Clock(), random.Random(3)
    with opened(**place, clock=clock) as house:
        guest = Guest(house, "three-card-poker")
        for _ in range(8):
            play_by_chance(guest, chance, 6)
            clock.now += chance.randint(1, 30) * HOUR
        house.sweep().result(30)
        count = len(closed(house.engine))
        assert_in_order(**place)  # While it is open.
    assert count > 2
    assert assert_in_order(**place, seals=place["folder"] / "seals").kept_seals == count


# Crashes, and keys


def test_a_seal_that_a_crash_kept_from_the_file(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        for _ in range(2):
            clock.now += DAY
            house.sweep().result(30)
    whole = (tmp_path / "seals").read_text()
    lines = whole.splitlines(keepends=True)
    for left in (lines[0], lines[0] + lines[1][:-40]):
        (tmp_path / "seals").write_text(left)
        assert_in_order(tmp_path)  # It may lag.
        opened(tmp_path, clock=clock).close()
        assert (tmp_path / "seals").read_text() == whole
    (tmp_path / "seals").unlink()
    problems, _ = findings(tmp_path)
    assert [str(problem) for problem in problems] == [
        "The seals in seals: There are none: nothing was kept."
    ]
    opened(tmp_path, clock=clock).close()
    assert (tmp_path / "seals").read_text() == whole


def test_a_file_that_can_not_be_written_stops_the_house(tmp_path, monkeypatch):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:

        def fail(seal):
            raise OSError("no space")

        monkeypatch.setattr(house.office.closing._file, "append", fail)
        clock.now += DAY
        with pytest.raises(Exception, match="restart it"):
            house.sweep().result(30)
    with opened(tmp_path, clock=clock) as house:
        assert len(kept(tmp_path)) == len(closed(house.engine)) == 1
    assert_in_order(tmp_path)


def new_key(folder, number):
    secret = bytes([number]) * 32
    file = folder / "signing-key.next"
    file.write_text(secret.hex())
    file.chmod(0o600)
    return SigningKey(secret).public


def test_a_key_is_replaced_in_the_open(tmp_path):
    clock = Clock()
    opened(tmp_path, clock=clock).close()
    old = (tmp_path / "signing-key.pub").read_text().strip()
    new = new_key(tmp_path, 1)
    with opened(tmp_path, clock=clock) as house:
        for _ in range(3):
            clock.now += DAY
            house.sweep().result(30)
        keys = [(seal.public_key, seal.next_key) for seal in closed(house.engine)]
    assert keys == [(old, new), (new, new), (new, new)]
    assert (tmp_path / "signing-key.pub").read_text().strip() == new
    assert_in_order(tmp_path)
    (tmp_path / "trusted").write_text(old)  # Who trusts the old one trusts what it announced.
    assert_in_order(tmp_path, public_keys=tmp_path / "trusted")
    (tmp_path / "trusted").write_text(new)
    problems, _ = findings(tmp_path, public_keys=tmp_path / "trusted")
    assert [problem.says for problem in problems] == [
        f"It is signed by the key {old[:16]}, and that is not one that is trusted."
    ]


def test_a_key_that_was_lost_shows(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        clock.now += DAY
        house.sweep().result(30)
    old = (tmp_path / "signing-key.pub").read_text().strip()
    (tmp_path / "signing-key").unlink()
    with pytest.raises(BadKey, match="If it is lost"):
        opened(tmp_path, clock=clock)
    new = new_key(tmp_path, 2)
    opened(tmp_path, clock=clock).close()
    with opened(tmp_path, clock=clock) as house:
        clock.now += DAY
        house.sweep().result(30)
    (problem,), _ = findings(tmp_path)
    assert problem.where == "The house, entry 6"
    assert problem.says == (
        f"It is signed by the key {new[:16]}, and that is not the one that the seal before named."
    )
    (tmp_path / "trusted").write_text(f"{old}\n{new}\n")  # Unless somebody vouches for it.
    assert_in_order(tmp_path, public_keys=tmp_path / "trusted")


def test_a_house_with_another_key_is_refused_and_can_be_opened_again(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        clock.now += DAY
        house.sweep().result(30)
    right = (tmp_path / "signing-key").read_text()
    (tmp_path / "signing-key").write_text("ab" * 32)
    with pytest.raises(BadKey, match="put the right key there"):
        opened(tmp_path, clock=clock)
    (tmp_path / "signing-key").write_text(right)
    opened(tmp_path, clock=clock).close()


def test_ids_like_those_of_the_house_close_nothing(tmp_path):
    """Guests make up their ids: what the house itself has said is known by who said it."""
    clock = Clock()
    ids = [f"day-{FIRST}", f"day-{SECOND_DAY}", "reopen-1"]
    for _ in range(2):
        with opened(tmp_path, clock=clock) as house:
            guest = Guest(house)
            for id in ids:
                assert house.grant(guest.id, id).result(30).refusal is not None
            clock.now += DAY
            guest.look()
            expected = days(house.engine)
        assert [(seal.day, seal.opens) for seal in kept(tmp_path)] == expected
        assert_in_order(tmp_path)
    assert [day for day, _ in expected] == [FIRST, SECOND_DAY]
