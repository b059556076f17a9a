"""Verify: a true house is in order, and whatever is wrong with another is found and located."""

import json
import os
import random
import sqlite3

import pytest
import sqlalchemy as sa

from pitboss.cli import run
from pitboss.house.checks.table_check import Counts, TableCheck
from pitboss.house.checks.verify import NoHouse, verify
from pitboss.house.events import EntropyMixed, SeedSealed
from pitboss.house.keys.sealing import Key
from pitboss.house.records.kept_heads import hashes_at
from pitboss.house.records.ledger import player
from pitboss.house.storage.schema import connect_to_read, sqlite_url
from pitboss.house.tables.shuffle import commitment, deck
from pitboss.play import Round
from tests.support.golden import assert_golden
from tests.support.houses import (
    GAMES,
    Guest,
    assert_in_order,
    balances_by_the_round,
    balances_of,
    findings,
    heads_in,
    opened,
    play_by_chance,
    settings_of,
)
from tests.support.tampering import COLUMNS, Forger, edits_found, small_house, tampered

EDITS = 2_000  # `make torture` tries fifty times as many.


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("verified")
    small_house(folder)
    return folder


@pytest.fixture
def forger(folder):
    forger = Forger(folder)
    yield forger
    forger.close()


# A true house


def test_a_true_house_is_in_order_and_counted(folder):
    counts = assert_in_order(folder)
    assert (counts.entries, counts.tables, counts.guests) == (23, 3, 2)
    assert counts.days == 3
    assert (counts.rounds, counts.shuffles, counts.sealed_seeds) == (3, 3, 3)
    assert counts.transfers > 30
    assert counts.felts == 4000
    assert counts.meters == 500_100


def test_random_play_on_either_server_is_in_order(place):
    with opened(**place) as house:
        for number, game in enumerate(GAMES):
            play_by_chance(Guest(house, game, game), random.Random(number), 12)
        counts = assert_in_order(**place)  # While it is open.
        assert (counts.tables, counts.guests) == (5, 5)
        # A second road to every balance: the ledger of the round, which knows no account.
        have, meters = balances_by_the_round(house.engine)
        balances = balances_of(house.engine)
        assert have == {who: balances[player(who)] for who in have}
        assert len(have) == 5
        assert meters == {
            account.owner: amount for account, amount in balances.items() if account.kind == "meter"
        }
        assert meters


def test_progress_is_told(folder):
    told = []
    list(verify(folder, Counts(), progress=lambda *progress: told.append(progress)))
    assert told == [(23, 23)]


def test_nothing_is_changed_by_looking(folder):
    before = {file.name: file.read_bytes() for file in folder.iterdir() if "-" not in file.name}
    assert_in_order(folder)
    after = {file.name: file.read_bytes() for file in folder.iterdir() if "-" not in file.name}
    assert after == before


# What is no house


def test_a_folder_without_a_house(tmp_path):
    with pytest.raises(NoHouse, match="There is no house in"):
        findings(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_heads_that_are_not_there(folder):
    with pytest.raises(NoHouse, match="There is no file of heads"):
        findings(folder, others=folder / "nowhere")


def test_a_house_of_another_version(tmp_path):
    with opened(tmp_path) as house, house.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(NoHouse, match="from before the first release"):
        findings(tmp_path)


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "house.db").write_bytes(b"not a database at all" * 100)
    (problem,), _ = findings(tmp_path)
    assert problem.where == "The database"
    assert "can't be read" in problem.says


def test_a_database_that_was_cut_off(folder, tmp_path):
    data = (folder / "house.db").read_bytes()
    for part in (0.4, 0.7, 0.95):
        (tmp_path / "house.db").write_bytes(data[: int(len(data) * part)])
        (tmp_path / "heads").write_bytes((folder / "heads").read_bytes())
        assert findings(tmp_path)[0]


# Edits by chance


def test_every_edit_is_found(folder):
    found, unseen = edits_found(folder, EDITS, seed=0)
    assert (found.total(), unseen) == (EDITS, [])
    edited = {kind for kind in found if kind.startswith("edit")}
    assert edited == {"edit seals"} | {
        f"edit {table}.{name}" for table, names in COLUMNS.items() for name in names
    }
    assert {kind.split()[0] for kind in found} == {
        "edit", "delete", "insert", "truncate", "rewrite", "forge",
    }  # fmt: skip


# Forgeries whose chain holds, by somebody who has written heads and seals anew as well


def stream_of(forger, game):
    query = "SELECT id FROM tables WHERE game = ?"
    return forger.database.execute(query, (game,)).fetchone()[0]


def forged(forger, kind, change, game="three-card-poker", nth=0):
    """What is found when the nth event of a kind is changed: to others, or to nothing."""
    stream = "house" if game is None else stream_of(forger, game)

    def edit():
        entries, left = forger.entries(stream), nth
        for at, entry in enumerate(entries):
            events = []
            for event in json.loads(entry.events):
                if event["event"] == kind:
                    events += change(event) if left == 0 else [event]
                    left -= 1
                else:
                    events.append(event)
            entries[at] = entry._replace(events=json.dumps(events))
        assert left < 0, f"there is no {kind}"
        forger.write_anew(stream, entries)

    problems = forger.after(edit, knows_heads=False)
    assert problems
    first = problems[0]
    assert stream in first.where or game is None
    return " ".join(map(str, problems))


def with_field(name, value):
    return lambda event: [{**event, name: value}]


def nothing(event):
    return []


def twice(event):
    return [event, event]


def test_a_chain_that_is_written_anew_holds(forger):
    stream = stream_of(forger, "three-card-poker")
    changed = [entry._replace(command_id=f"{entry.sequence}") for entry in forger.entries(stream)]
    assert forger.after(lambda: forger.write_anew(stream, changed), knows_heads=False) == []


def test_a_payment_that_is_not_by_the_rules(forger):
    def higher(event):
        payments = [{**paid, "net": paid["net"] + 100} for paid in event["payments"]]
        return [{**event, "payments": payments}]

    problems = forged(forger, "Settled", higher)
    assert "entry 4: Round 1 is not paid as it settles by the rules." in problems
    assert "and the ledger has" in problems


def test_a_row_that_the_cards_do_not_give(forger):
    def other_row(event):
        (first, *rest) = event["payments"]
        return [{**event, "payments": [{**first, "row": "another"}, *rest]}]

    assert "is not paid as it settles" in forged(forger, "Settled", other_row)


@pytest.mark.parametrize(("jackpot", "said"), [(500_051, "$5,000.51"), (None, "nothing")])
def test_a_jackpot_that_the_meter_did_not_hold(forger, jackpot, said):
    problems = forged(forger, "Settled", with_field("jackpot", jackpot))
    assert f"The meter held $5,000.50, and the round was settled with {said}." in problems


def test_a_contribution_that_is_not_by_the_rules(forger):
    def less(event):
        return [{**event, "contributions": []}]

    problems = forged(forger, "BetsClosed", less)
    assert "The bets are closed otherwise by the rules." in problems
    assert "from bank" in problems


def test_a_round_that_is_not_the_next_one(forger):
    problems = forged(forger, "BetsOpened", with_field("round", 7))
    assert "The round is opened as no round is by the rules." in problems


def test_a_card_that_the_deck_does_not_have_there(forger):
    def other_card(event):
        (place, card), *rest = event["faces"]
        return [{**event, "faces": [[place, (card + 1) % 52], *rest]}]

    problems = forged(forger, "Revealed", other_card)
    assert "The shuffle of round 1: The record says card" in problems


@pytest.mark.parametrize("game", ["three-card-poker", "lucky-three-pictures"])
def test_a_seed_that_was_not_the_committed_one(forger, game):
    problems = forged(forger, "SeedRevealed", with_field("seed", "ab" * 32), game)
    assert "The revealed seed is not the one committed to." in problems


def test_a_seed_that_was_never_revealed(forger):
    problems = forged(forger, "SeedRevealed", nothing)
    assert "Round 1 is over, and its seed was not revealed." in problems


def test_a_seed_that_was_revealed_too_early(forger):
    def also_revealed(event):
        early = {"event": "SeedRevealed", "round": 1, "seed": "00" * 32}
        return [event, early]

    problems = forged(forger, "BetsClosed", also_revealed)
    assert "A seed was revealed before its round was over." in problems


def test_a_commitment_that_was_never_published(forger):
    problems = forged(forger, "SeedSealed", nothing)
    assert "There is no commitment to the deck of round 1." in problems
    assert "Bets were closed before a commitment to the deck was published." in problems


def test_a_second_commitment(forger):
    assert "A second commitment for round 1" in forged(forger, "SeedSealed", twice)
    late = forged(forger, "SeedSealed", with_field("round", 9))
    assert "A commitment for round 9 came at the wrong time." in late


def test_randomness_of_the_players_that_is_exchanged_missing_or_there_twice(forger):
    other = with_field("entropy", "00" * 32)
    assert "The record says card" in forged(forger, "EntropyMixed", other)
    assert "own randomness is missing" in forged(forger, "EntropyMixed", nothing)
    assert "came in a second time" in forged(forger, "EntropyMixed", twice)
    problems = forged(forger, "EntropyMixed", with_field("absent", True))
    assert "The player had left, and the deck has other bytes than zeros." in problems
    assert "The player had left, and no clause settles the bets" in problems
    # And in the round that is not over: the sealed seed and its cards are held to it.
    assert "came in before bets" in forged(forger, "EntropyMixed", with_field("round", 9), nth=1)


def test_a_sealed_seed_that_was_exchanged(forger):
    problems = forged(forger, "SeedSealed", with_field("commitment", "00" * 32), nth=1)
    assert "The sealed seed of round 2: It is not the one committed to." in problems
    table = stream_of(forger, "lucky-three-pictures")
    fingerprint = forger.entries(table)[-1].fingerprint
    seed, key = bytes(32), Key(bytes(32))
    foreign = key.seal(seed, table, 3, fingerprint)
    problems = forged(
        forger, "SeedSealed", with_field("sealed", foreign), "lucky-three-pictures", nth=2
    )
    assert "The sealed seed of round 3: The round was sealed with the key" in problems
    ours = forger.key.seal(seed, table, 3, fingerprint)

    def other_seed(event):
        return [{**event, "sealed": ours}]

    problems = forged(forger, "SeedSealed", other_seed, "lucky-three-pictures", nth=2)
    assert "The sealed seed of round 3: It is not the one committed to." in problems

    def other_round(event):
        moved = forger.key.seal(seed, table, 4, fingerprint)
        promise = commitment(seed, table, 3, fingerprint)
        return [{**event, "sealed": moved, "commitment": promise}]

    problems = forged(forger, "SeedSealed", other_round, "lucky-three-pictures", nth=2)
    assert "was changed" in problems


def test_cards_of_an_open_round_that_the_sealed_seed_does_not_make():
    """Hands are turned up while others are still decided: the key shows what they should be."""
    table, key = TableCheck("T1", {}.get, {}, Counts()), Key(bytes(32))
    seed, place = bytes(range(32)), ("T1", 1, "ab" * 32)
    table.fingerprint = place[2]
    table.sealed = SeedSealed(1, commitment(seed, *place), key.seal(seed, *place))
    table.entropy = EntropyMixed(1, "cd" * 32)
    cards = deck(seed, bytes.fromhex("cd" * 32), *place)
    for card, is_right in ((cards[4], True), (cards[5], False)):
        table.round = Round(settings_of("three-pictures"), 1, "revealed", faces={4: card})
        table.check_sealed(key)
        assert (table.problems == []) == is_right


def test_a_felt_that_is_not_the_bets(tmp_path, monkeypatch):
    """A fault of the booking itself: the ledger and the events agree, and both are wrong."""
    monkeypatch.setattr("pitboss.house.records.ledger._Booking.payment", lambda booking, paid: ())
    with opened(tmp_path) as house:
        Guest(house, "three-pictures").deal({1: {"initial": 500}})
    (problem,), _ = findings(tmp_path)
    assert problem.says == "$5.00 lies on the felt, and the bets are $0.00."


def test_a_bet_that_was_not_placed_so(forger):
    problems = forged(forger, "BetPlaced", with_field("amount", 1000))
    assert "Its events come to $10.00 from player" in problems
    assert "and the ledger has $5.00 from player" in problems


def test_money_that_was_not_granted_so(forger):
    problems = forged(forger, "Granted", with_field("amount", 100_100), None)
    assert "$1,001.00 from issue house to player" in problems
    few = forged(forger, "Granted", with_field("amount", 100), None)
    assert "would fall below zero" in few


def test_an_event_where_it_does_not_belong(forger):
    def came(event):
        return [event, {"event": "GuestCame", "person": "x", "name": "Guest 9"}]

    assert "GuestCame does not belong to a table." in forged(forger, "TableOpened", came)

    def funded(event):
        return [event, {"event": "MeterFunded", "amount": 5}]

    assert "MeterFunded belongs to a table." in forged(forger, "GuestCame", funded, None)


def test_a_table_that_is_opened_twice_or_never_or_by_another(forger):
    assert "opened a second time" in forged(forger, "TableOpened", twice)
    assert "It can't be replayed, nor what follows" in forged(forger, "TableOpened", nothing)
    problems = forged(forger, "TableOpened", with_field("person", "Somebody"))
    assert "and the journal has Somebody three-card-poker" in problems
    problems = forged(forger, "TableOpened", with_field("fingerprint", "ab" * 32))
    assert "the configuration abababababab is not in the database" in problems


def test_a_configuration_in_the_middle_of_a_round(forger):
    fingerprint = forger.entries(stream_of(forger, "three-card-poker"))[-1].fingerprint

    def configured(event):
        return [event, {"event": "TableConfigured", "fingerprint": fingerprint}]

    problems = forged(forger, "BetsClosed", configured)
    assert "The configuration changed in the middle of a round." in problems


def test_guests_who_came_twice_or_were_never_there(forger):
    assert "Guest 1 came in a second time." in forged(forger, "GuestCame", twice, None)
    problems = forged(forger, "GuestCame", nothing, None)
    assert "Money moved for a guest" in problems
    assert "The journal does not know them." in problems
    problems = forged(forger, "GuestCame", with_field("name", "Guest 8"), None, nth=1)
    assert "They are Guest 2, and came in as Guest 8." in problems
    assert "who is not here was seen off" in forged(forger, "GuestExpired", twice, None)
    assert "They are gone, and were not in the journal." in forged(
        forger, "GuestExpired", nothing, None
    )


def test_an_entry_with_another_configuration(forger):
    stream = stream_of(forger, "three-card-poker")

    def edit():
        entries = forger.entries(stream)
        entries[2] = entries[2]._replace(fingerprint="ab" * 32)
        forger.write_anew(stream, entries)

    (problem,) = forger.after(edit, knows_heads=False)
    assert problem == (
        f"Table {stream}, entry 3",
        "It names another configuration than the table has.",
    )


def test_an_entry_that_is_older_than_the_one_before_it(forger):
    stream = stream_of(forger, "lucky-three-pictures")

    def edit():
        entries = forger.entries(stream)
        entries[-1] = entries[-1]._replace(time=entries[0].time - 1)
        forger.write_anew(stream, entries)

    (problem,) = forger.after(edit, knows_heads=False)
    assert problem == (f"Table {stream}, entry 4", "It is older than the entry before it.")


def test_a_journal_with_a_gap_in_its_numbers(forger):
    problems = forger.after(lambda: forger.run("UPDATE journal SET id = 25 WHERE id = 23"))
    assert [problem.says for problem in problems][:2] == [
        "Its content is not what its hash was made of.",
        "It is number 25 of the journal, after 22.",
    ]


# The rows that stand beside the journal


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE people SET is_gone = NOT is_gone", "They are here, and were seen off"),
        ("UPDATE people SET number = number + 10", "They are Guest 11, and came in as Guest 1."),
        ("DELETE FROM people", "Guest 1 came in, and is not in the list of people."),
        ("UPDATE people SET id = id || 'x'", "The journal does not know them."),
        ("DELETE FROM tables", "It is in the journal, and not in the list of tables."),
        ("UPDATE tables SET id = id || 'x'", "The journal does not know it."),
        ("UPDATE tables SET game = 'x' || game", "and the journal has"),
        ("UPDATE tables SET person = 'x'", "It is listed as x three-pictures"),
        ("DELETE FROM configurations", "is not in the database"),
        ("UPDATE configurations SET body = replace(body, '\"boxes\":3', '\"boxes\":4')",
         "It can't be read: The fingerprint of the file is"),
        ("UPDATE configurations SET body = '{}'", "It can't be read:"),
        ("UPDATE configurations SET fingerprint = 'a' || substr(fingerprint, 2)",
         "What is filed under it has the fingerprint"),
        ("UPDATE accounts SET balance = balance + 1 WHERE id = 2", "They come to $0.01, and not"),
        ("UPDATE accounts SET balance = balance + CASE id WHEN 2 THEN 5 WHEN 3 THEN -5 ELSE 0 END",
         "and its transfers come to"),
        ("UPDATE accounts SET balance = -5 WHERE kind = 'felt'", "It is below zero: -$0.05."),
        ("UPDATE transfers SET debit = 99 WHERE id = 3", "Transfers name it, and it is not there."),
        ("UPDATE transfers SET entry = 99 WHERE id = 3", "There is no entry 99 for it."),
        ("UPDATE accounts SET balance = 'much' WHERE id = 2",
         "Row 2 of the accounts: It has 'much' as its balance."),
    ],
)  # fmt: skip
def test_rows_agree_with_the_journal(forger, statement, says):
    forger.database.execute("BEGIN")
    forger.run(statement)
    assert says in " ".join(map(str, forger.findings(knows_heads=False)))


# Heads


def test_heads_that_somebody_else_kept(folder, tmp_path):
    kept = tmp_path / "kept"
    kept.write_text("".join(f"{' '.join(map(str, head))}\n" for head in heads_in(folder / "heads")))
    assert findings(folder, others=kept)[0] == []
    with kept.open("a") as file:
        file.write(f"house 99 {'ab' * 32}\n")
    (problem,), _ = findings(folder, others=kept)
    assert problem.where == "The house, entry 99"
    assert "its tail was cut off" in problem.says


@pytest.mark.parametrize("text", ["", "nonsense\n", "T1 1 abc\n\xff\n"])
def test_heads_that_are_gone(folder, tmp_path, text):
    for name in ("house.db", "seals"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    if text:
        (tmp_path / "heads").write_text(text, "latin-1")
    *unreadable, problem = findings(tmp_path)[0]
    assert str(problem) == "The heads in heads: There are none: nothing was kept."
    lines = range(1, text.count("\n") + 1)
    assert [found.says for found in unreadable] == [f"Line {n} can't be read." for n in lines]


def test_heads_that_came_after_the_moment_looked_at_are_left_alone(place):
    with opened(**place) as house:
        guest = Guest(house, "three-pictures")
        looking = verify(place["folder"], Counts(), url=place["url"], progress=lambda *_: play())

        def play():
            assert guest.deal({1: {"initial": 500}}).refusal is None

        assert list(looking) == []
    assert assert_in_order(**place).entries == 5


# The command


def test_the_command_says_what_was_checked(folder, told, told_json):
    out = told("verify", "--data", str(folder))
    assert "Everything is in order." in out
    assert "Entries of the journal, each following from the one before" in out
    assert "$5,001.00" in out
    report = told_json("verify", "--data", str(folder))
    assert (report["ok"], report["problems"]) == (True, [])
    assert (report["tables"], report["rounds"]) == (3, 3)
    assert report["events"] > report["checked"]["entries"]
    assert report["transfers"] == report["checked"]["transfers"] > 0
    assert report["checked"]["entries"] == 23


def test_the_command_says_what_is_wrong(folder, tmp_path, capsys):
    (tmp_path / "heads").write_bytes((folder / "heads").read_bytes())
    (tmp_path / "house.db").write_bytes((folder / "house.db").read_bytes())
    with sqlite3.connect(tmp_path / "house.db") as database:
        database.execute("UPDATE accounts SET balance = balance + 1")
    database.close()
    assert run(["verify", "--data", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "Its balance is" in out
    assert "3 sealed seeds were not opened: there is no key." in " ".join(out.split())
    assert "problems were found." in out
    assert run(["verify", "--data", str(tmp_path), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["ok"]
    assert report["problems"][0]["where"].startswith("Account 1, ")


def test_a_missing_house_is_one_sentence(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused("verify") == "There is no house in var: name its folder."
    assert json.loads(refused("verify", "--json"))["error"] == "house/missing"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("seed", range(3))
def test_findings_are_told_in_the_same_words(folder, seed):
    forger = Forger(folder)
    lines = []
    for name, problems in tampered(forger, seed):
        lines += [f"\n{name}\n", *(f"{where}: {says}\n" for where, says in problems)]
    forger.close()
    assert_golden(f"findings/{seed}.txt", "".join(lines))


def test_what_is_entered_in_the_journal_is_as_it_was(folder):
    """Who asked for what, and the answer; events hold secrets that differ from house to house."""
    database = sqlite3.connect(folder / "house.db")
    columns = "stream, sequence, time, person, command_id, request, answer, round"
    rows = database.execute(f"SELECT {columns} FROM journal ORDER BY id").fetchall()
    database.close()
    assert_golden("journal.txt", "".join(f"{row}\n" for row in rows))


def test_heads_are_looked_up_and_not_searched_for(folder):
    """Else each batch of them would read the whole journal, and a long one would take hours."""
    engine = connect_to_read(sqlite_url(folder / "house.db"))
    statements = []
    with engine.connect() as connection:
        heads = [(head.stream, head.sequence) for head in heads_in(folder / "heads")]
        cursors = "before_cursor_execute"
        sa.event.listen(engine, cursors, lambda *told: statements.append(told[2:4]))
        hashes = hashes_at(connection, heads)
        assert hashes.keys() == set(heads)
        sql, values = statements[-1]  # The first one begins the transaction.
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    engine.dispose()
    assert any(step[3].startswith("SEARCH journal USING INDEX") for step in plan)
    assert not any("SCAN journal" in step[3] for step in plan)
