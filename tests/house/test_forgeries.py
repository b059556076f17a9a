"""Entries that are at odds with themselves, by a forger who makes everything else fit.

The chain is hashed anew, every day is signed again with the house's own key, and the ledger agrees
with the events. What is left is what was asked, by whom, and the rules in force at that moment.
"""

import json
import sqlite3

import pytest
import sqlalchemy as sa

from pitboss.house.checks.schema_check import as_text, expected, parts_of
from pitboss.house.records.days import SECOND
from pitboss.house.storage.schema import connect_to_read
from pitboss.house.tables.practice import PlayHand
from tests.support.houses import Clock, Guest, assert_in_order, findings, opened
from tests.support.tampering import Forger

POKER, PICTURES = "three-card-poker", "three-pictures"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two guests, one of whom limits their loss and then takes a break."""
    folder, clock = tmp_path_factory.mktemp("forged"), Clock()
    with opened(folder, clock=clock) as house:
        one, two = Guest(house, PICTURES, "one"), Guest(house, POKER, "two")
        one.deal({1: {"initial": 500}})
        house.set_limit(two.id, "l1", "loss", "day", 5_000).result(30)
        two.deal({1: {"ante": 1000}})
        two.ask(PlayHand(1))
        two.stake({1: {"ante": 3_000}})
        one.stake({1: {"initial": 1_000}})
        one.stake({1: {"initial": 1}})
        house.grant(one.id, "too-early").result(30)
        clock.now += SECOND
        house.exclude(one.id, "break", 7).result(30)
        one.stake({1: {"initial": 2_000}})
    assert_in_order(folder)
    return folder


@pytest.fixture
def forger(folder):
    forger = Forger(folder)
    yield forger
    forger.close()


def stream_of(forger, game):
    return forger.all("SELECT id FROM tables WHERE game = ?", game)[0][0]


def person_at(forger, game):
    return forger.all("SELECT person FROM tables WHERE game = ?", game)[0][0]


def found(forger, stream, change, *statements):
    """What is found once `change` was made to the entries of a stream, and these to the ledger."""

    def edit():
        for statement in statements:
            forger.run(*statement) if isinstance(statement, tuple) else forger.run(statement)
        forger.write_anew(stream, [change(entry) for entry in forger.entries(stream)])
        forger.run(
            "UPDATE accounts SET balance = (SELECT total(amount) FROM transfers WHERE credit = "
            "accounts.id) - (SELECT total(amount) FROM transfers WHERE debit = accounts.id)"
        )
        forger.run("UPDATE accounts SET balance = CAST(balance AS INTEGER)")

    return [str(problem) for problem in forger.after(edit, knows_heads=False)]


def said(problems, part):
    return any(part in problem for problem in problems)


# Money


def test_a_grant_of_a_million(forger):
    def more(entry):
        text = '"event":"Granted","person":"{}","amount":100000'
        guest = person_at(forger, PICTURES)
        events = entry.events.replace(
            text.format(guest), text.format(guest).replace("100000", "100000000")
        )
        return entry._replace(events=events)

    (problem,) = found(
        forger, "house", more,
        "UPDATE transfers SET amount = 100000000 WHERE id = "
        "(SELECT min(id) FROM transfers WHERE reason = 'grant')",
    )  # fmt: skip
    assert "A guest is granted $1,000.00, and not what is recorded." in problem


def test_a_grant_that_was_not_due(forger):
    """A second one, where the house had refused it."""
    guest = person_at(forger, PICTURES)

    def granted(entry):
        if entry.command_id != "too-early":
            return entry
        event = {"event": "Granted", "person": guest, "amount": 5_000}
        return entry._replace(events=json.dumps([event]), answer='{"refused":null}')

    problems = found(
        forger, "house", granted,
        "INSERT INTO transfers (id, entry, debit, credit, amount, reason) SELECT "
        "(SELECT max(id) + 1 FROM transfers), (SELECT id FROM journal WHERE command_id = "
        "'too-early'), (SELECT id FROM accounts WHERE kind = 'issue'), (SELECT id FROM accounts "
        f"WHERE kind = 'player' AND owner = '{guest}'), 5000, 'grant'",
    )  # fmt: skip
    assert said(problems, "and are granted money below $10.00: it should be otherwise.")


def test_a_request_of_99_beside_a_bet_of_5(forger):
    table = stream_of(forger, PICTURES)

    def smaller(entry):
        if '"initial":1000' not in entry.request:
            return entry
        return entry._replace(request=entry.request.replace('"initial":1000', '"initial":9900'))

    (problem,) = found(forger, table, smaller)
    assert "Its request leads to" in problem or "the rules refuse it" in problem


def test_a_refusal_beside_events_with_money(forger):
    table = stream_of(forger, PICTURES)
    refused = '{"refused":{"error":"rule/late-bet","clause":"5.5","message":"Too late."}}'

    def changed(entry):
        return entry._replace(answer=refused) if '"initial":1000' in entry.request else entry

    problems = found(forger, table, changed)
    assert said(problems, "It was refused, and events stand beside it.")
    assert said(problems, "It was refused, and the rules allow it.")


def test_an_acceptance_without_events(forger):
    table = stream_of(forger, PICTURES)

    def changed(entry):
        is_refused = '"initial":{"x":1}' in entry.request or entry.answer != '{"refused":null}'
        return entry._replace(answer='{"refused":null}') if is_refused else entry

    problems = found(forger, table, changed)
    assert said(problems, "It was carried out, and the rules refuse it")


# Who said it


def test_a_strangers_command_at_anothers_table(forger):
    table, stranger = stream_of(forger, PICTURES), person_at(forger, POKER)

    def by_stranger(entry):
        is_bet = '"initial":1000' in entry.request
        return entry._replace(person=stranger) if is_bet else entry

    (problem,) = found(forger, table, by_stranger)
    assert f"It was said by {stranger}, whose table this is not." in problem


def test_a_step_of_the_house_that_a_player_said(forger):
    table = stream_of(forger, PICTURES)

    def configured(entry):
        is_bet = '"initial":1000' in entry.request
        return entry._replace(request='{"command":"renew-seed"}') if is_bet else entry

    assert said(found(forger, table, configured), "Only the house itself says that.")


def test_a_limit_that_another_person_set(forger):
    other = person_at(forger, PICTURES)

    def by_another(entry):
        return entry._replace(person=other) if '"limit"' in entry.request else entry

    assert said(found(forger, "house", by_another), "and it is about")


def test_a_request_that_no_version_knows(forger):
    def unknown(entry):
        is_grant = entry.command_id == "too-early"
        return entry._replace(request='{"command":"gift"}') if is_grant else entry

    problems = found(forger, "house", unknown)
    assert said(problems, "No version of Pitboss asks the house for 'gift'.")


# What people allow themselves


def test_bets_after_an_exclusion(forger):
    """The refusal is turned into a bet, with its money."""
    table, guest = stream_of(forger, PICTURES), person_at(forger, PICTURES)
    bet = None

    def accepted(entry):
        nonlocal bet
        events = json.loads(entry.events)
        if '"initial":1000' in entry.request:
            bet = next(event for event in events if event["event"] == "BetPlaced")
        if '"initial":2000' not in entry.request:
            return entry
        opened = {"event": "BetsOpened"}
        assert opened
        placed = [{**bet, "amount": 2000}]
        return entry._replace(events=json.dumps(placed), answer='{"refused":null}')

    problems = found(
        forger, table, accepted,
        "INSERT INTO transfers (id, entry, debit, credit, amount, reason, round, box, wager) "
        "SELECT (SELECT max(id) + 1 FROM transfers), (SELECT max(id) FROM journal), "
        f"(SELECT id FROM accounts WHERE kind = 'player' AND owner = '{guest}'), "
        f"(SELECT id FROM accounts WHERE kind = 'felt' AND owner = '{table}'), "
        "2000, 'stake', 2, 1, 'initial'",
    )  # fmt: skip
    assert said(problems, "the rules refuse it: You take a break until")


def test_an_exclusion_that_is_shorter_than_asked_for(forger):
    def shorter(entry):
        is_break = entry.command_id == "break"
        return entry._replace(request='{"command":"exclude","days":30}') if is_break else entry

    problems = found(forger, "house", shorter)
    assert said(problems, "Another exclusion is recorded than was asked for.")


def test_a_bet_beyond_an_own_limit(forger):
    """The limit is made to look as if it had been tighter all along."""
    guest = person_at(forger, POKER)

    def tighter(entry):
        if '"limit"' not in entry.request:
            return entry
        return entry._replace(
            request=entry.request.replace("5000", "500"), events=entry.events.replace("5000", "500")
        )

    problems = found(
        forger, "house", tighter,
        f"UPDATE player_limits SET amount = 500 WHERE person = '{guest}'",
    )  # fmt: skip
    assert said(problems, "the rules refuse it: Your loss limit, $5.00 a day")


# The schema

SIX = ("journal_no_update", "journal_no_delete", "journal_no_replace",
       "transfers_no_update", "transfers_no_delete", "transfers_no_replace")  # fmt: skip


@pytest.fixture
def small(tmp_path):
    opened(tmp_path).close()
    return tmp_path


def after(folder, *statements):
    database = sqlite3.connect(folder / "house.db")
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()
    return [str(problem) for problem in findings(folder)[0]]


def test_triggers_that_were_dropped(small):
    problems = after(small, *(f"DROP TRIGGER {name}" for name in SIX))
    assert problems == [f"The database: The trigger {name} is missing." for name in sorted(SIX)]


def test_a_trigger_that_pays_at_every_insert(small):
    (problem,) = after(
        small,
        "CREATE TRIGGER gift AFTER INSERT ON journal BEGIN UPDATE accounts SET balance = balance "
        "+ 1 WHERE kind = 'player'; END",
    )
    assert problem == "The database: There is a trigger gift, which no version of Pitboss makes."


def test_a_trigger_that_says_something_else(small):
    (problem,) = after(
        small,
        "DROP TRIGGER journal_no_update",
        "CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal WHEN 0 BEGIN SELECT 1; END",
    )
    assert problem == "The database: The trigger journal_no_update is not as Pitboss makes it."


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DROP INDEX ix_transfers_entry", "The index ix_transfers_entry is missing."),
        ("CREATE TABLE more (x)", "There is a table more, which no version of Pitboss makes."),
        ("CREATE VIEW v AS SELECT 1", "There is a view v, which no version of Pitboss makes."),
        ("ALTER TABLE people ADD COLUMN more", "The table people is not as Pitboss makes it."),
    ],
)
def test_other_parts_of_the_schema(small, statement, says):
    assert f"The database: {says}" in after(small, statement)


def test_a_page_that_is_damaged(small):
    """One in the middle of an index, which no query of ours may ever read."""
    file = small / "house.db"
    database = sqlite3.connect(file)
    size = database.execute("PRAGMA page_size").fetchone()[0]
    query = "SELECT rootpage FROM sqlite_master WHERE name = 'ix_journal_person_id'"
    page = database.execute(query).fetchone()[0]
    database.close()
    data = bytearray(file.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    file.write_bytes(data)
    assert any(problem.where == "The database" for problem in findings(small)[0])


def test_rows_that_the_constraints_forbid(folder, tmp_path):
    for name in ("house.db", "heads", "seals", "key"):
        if (folder / name).exists():
            (tmp_path / name).write_bytes((folder / name).read_bytes())
            (tmp_path / name).chmod(0o600)
    database = sqlite3.connect(tmp_path / "house.db")
    database.execute("PRAGMA ignore_check_constraints=ON")
    database.execute("UPDATE accounts SET balance = -5 WHERE kind = 'felt'")
    database.execute("DELETE FROM sign_ins")
    database.execute("INSERT INTO sign_ins (token, person, began) VALUES ('t', 'nobody', 1)")
    database.commit()
    database.close()
    problems = [str(problem) for problem in findings(tmp_path)[0]]
    assert said(problems, "It is below zero: -$0.05.")
    assert said(problems, "of sign_ins refers to a row of people that is not there.")


@pytest.fixture
def on_a_server(place):
    opened(**place).close()
    return place


def test_the_schema_on_a_server(on_a_server):
    """The file that describes it is what the migrations make, and every change is found."""
    reading = connect_to_read(on_a_server["url"])
    dialect = reading.dialect.name
    with reading.connect() as connection:
        assert as_text(parts_of(connection)) == as_text(expected(dialect))
    reading.dispose()
    if dialect == "sqlite":
        return
    statements = {
        "ALTER TABLE journal DISABLE TRIGGER journal_no_change":
            "The trigger journal_no_change is not as Pitboss makes it.",
        "ALTER TABLE transfers DROP CONSTRAINT ck_transfers_ck_transfers_amount":
            "The constraint ck_transfers_ck_transfers_amount is missing.",
        "CREATE RULE quiet AS ON DELETE TO people DO INSTEAD NOTHING":
            "There is a rule quiet, which no version of Pitboss makes.",
        "CREATE OR REPLACE FUNCTION transfers_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RETURN NEW; END $$":
            "The function transfers_is_append_only is not as Pitboss makes it.",
        "ALTER TABLE sign_ins DISABLE TRIGGER ALL":
            "There is a constraint trigger sign_ins, which no version of Pitboss makes.",
        "DROP INDEX ix_journal_person_id": "The index ix_journal_person_id is missing.",
        "ALTER TABLE people ALTER COLUMN seen DROP NOT NULL":
            "The column people.seen is not as Pitboss makes it.",
        "CREATE FUNCTION more() RETURNS integer LANGUAGE sql AS 'SELECT 1'":
            "There is a function more, which no version of Pitboss makes.",
    }  # fmt: skip
    engine = sa.create_engine(on_a_server["url"])
    for statement in statements:
        with engine.begin() as connection:
            connection.exec_driver_sql(statement)
    engine.dispose()
    problems = {problem.says for problem in findings(**on_a_server)[0]}
    assert problems == set(statements.values())
