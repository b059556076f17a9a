"""Proofs of rounds: checked by Pitboss, and by an implementation that shares no line with it."""

import json
import random
import sqlite3
from contextlib import suppress
from hashlib import sha256

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.cli import run
from pitboss.errors import PitbossError
from pitboss.house.checks.proofs import ProofCheck, make_proof, proof_from_json
from pitboss.house.checks.round_verification import verify_round
from pitboss.house.checks.table_check import Counts
from pitboss.house.rounds.archive import reading
from pitboss.house.rounds.history import round_id
from pitboss.house.tables.practice import PlayHand
from tests.support.houses import GAMES, Clock, Guest, opened, play_by_chance
from tests.support.tampering import DAY

NAMES = ["number", "stream", "sequence", "time", "person", "command_id", "request", "events",
         "answer", "fingerprint", "previous", "round", "version"]  # fmt: skip
SEALED = ["house", "day", "opens", "first", "last", "root", "previous", "public_key", "next_key"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Rounds of every game on one day, one that goes on over night, and one after it."""
    folder, clock = tmp_path_factory.mktemp("proven"), Clock()
    with opened(folder, clock=clock) as house:
        for number, game in enumerate(GAMES):
            play_by_chance(Guest(house, game, game), random.Random(number), 20)
        late = Guest(house, "three-card-poker", "late")
        late.deal({1: {"ante": 500}})
        clock.now += DAY
        late.ask(PlayHand(1))
        late.deal({1: {"ante": 500}})
        clock.now += DAY
        late.ask(PlayHand(1))
        late.deal({1: {"ante": 500}})
        (folder / "late").write_text(late.table)
    return folder


def finished(folder):
    """Every round that is over, by the journal's own words."""
    with sqlite3.connect(folder / "house.db") as database:
        rows = database.execute("SELECT stream, events FROM journal ORDER BY id").fetchall()
    database.close()
    return [
        f"{stream}-{event['round']}"
        for stream, events in rows
        for event in json.loads(events)
        if event["event"] == "SeedRevealed"
    ]


def proof_of(folder, round):
    with reading(folder) as connection:
        return make_proof(connection, round_id(round)).to_json()


def late_proof(folder):
    return proof_of(folder, f"{(folder / 'late').read_text()}-1")


def problems(data, trusted=None):
    return list(ProofCheck(proof_from_json(data), trusted, Counts()).findings())


# An implementation of its own, from docs/history.md


def hash_of(entry):
    parts = [str(entry[name]).encode() for name in NAMES]
    return sha256(b"".join(b"%d:%b" % (len(part), part) for part in parts)).hexdigest()


def root_of(hash, at, size, path):
    """RFC 9162, 2.1.3.2, with r as the hash and the path as the rest."""
    value, rest, first, last = sha256(b"\0" + hash.encode()).digest(), list(path), at, size - 1
    while rest:
        assert last > 0
        step = bytes.fromhex(rest.pop(0))
        if first % 2 or first == last:
            value = sha256(b"\1" + step + value).digest()
            while first % 2 == 0 and first:
                first, last = first // 2, last // 2
        else:
            value = sha256(b"\1" + value + step).digest()
        first, last = first // 2, last // 2
    assert last == 0
    return value.hex()


def check_independently(data):
    """Raises if anything is wrong with the entries, their paths or their seals."""
    assert data["format"] == "pitboss-proof-1"
    for seal in data["seals"]:
        assert seal["format"] == "pitboss-seal-1"
        text = "".join(f"{name} {seal[name]}\n" for name in SEALED)
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal["public_key"]))
        key.verify(bytes.fromhex(seal["signature"]), f"pitboss-seal-1\n{text}".encode())
    before = None
    for proven in data["entries"]:
        entry = proven["entry"]
        number = entry["number"]
        assert entry["hash"] == hash_of(entry)
        if before is not None:
            assert (entry["stream"], entry["previous"]) == (before["stream"], before["hash"])
            assert entry["sequence"] == before["sequence"] + 1
        (seal,) = (seal for seal in data["seals"] if seal["first"] <= number <= seal["last"])
        size = seal["last"] - seal["first"] + 1
        found = root_of(entry["hash"], number - seal["first"], size, proven["path"])
        assert found == seal["root"]
        before = entry


# Proofs that hold


def test_every_round_of_a_closed_day_is_proven_by_both(folder):
    rounds = finished(folder)[:-1]  # The day of the last one is open.
    proofs = [proof_of(folder, round) for round in rounds]
    last = [json.loads(proof["entries"][-1]["entry"]["request"]) for proof in proofs]
    assert {request["command"] for request in last} == {"deal", "play", "fold"}
    for round, proof in zip(rounds, proofs, strict=True):
        text = json.loads(json.dumps(proof))
        assert text["round"] == round
        check_independently(text)
        assert problems(text) == []
    assert len(rounds) > 30


def test_a_round_that_went_on_over_night_is_under_two_seals(folder):
    proof = late_proof(folder)
    assert [seal["day"] for seal in proof["seals"]] == ["2023-11-14", "2023-11-15"]
    counts = Counts()
    check = ProofCheck(proof_from_json(proof), frozenset([key_of(folder)]), counts)
    assert list(check.findings()) == []
    assert (counts.entries, counts.rounds, counts.shuffles) == (3, 1, 1)
    assert check.round.payments


def key_of(folder):
    return (folder / "signing-key.pub").read_text().strip()


# Those that do not


def test_no_other_proof_holds(folder):
    """A letter anywhere in the entries or in the seals is changed."""
    proof = late_proof(folder)
    chance = random.Random(4)
    for _ in range(400):
        part = chance.choice(("seals", "entries"))
        text = json.dumps(proof[part])
        at = chance.randrange(len(text))
        new = text[:at] + chance.choice('0123456789abcdef"{}[], :-') + text[at + 1 :]
        try:
            changed = {**proof, part: json.loads(new)}
        except ValueError:
            continue
        if changed == proof:
            continue
        with suppress(PitbossError):  # It may be no proof at all.
            assert problems(changed)
        with pytest.raises((AssertionError, InvalidSignature, ValueError, KeyError, TypeError)):
            check_independently(changed)


@pytest.mark.parametrize(
    ("edit", "where", "says"),
    [
        (lambda p: p["entries"].pop(0), "Entry", "No commitment was published."),
        (lambda p: p["entries"].pop(1), "Entry", "The chain has a gap"),
        (lambda p: p["entries"].pop(), "The round", "are not the whole of round"),
        (lambda p: p["entries"][1]["path"].pop(), "Entry", "Its path does not lead to"),
        (lambda p: p["entries"][1]["path"].append("x"), "Entry", "Its path does not lead to"),
        (lambda p: p["entries"][1]["entry"].update(number=3), "Entry 3", "does not lead to"),
        (lambda p: p["seals"].pop(), "Entry", "Its path does not lead to"),
        (lambda p: p["seals"][0].update(signature="ab" * 64), "The seal of", "It is not signed by"),
        (lambda p: p["seals"][0].update(house="ab" * 32), "The seals", "They are of several"),
        (lambda p: p.update(round="X-1"), "Entry", "The shuffle of round 1"),
        (lambda p: p.update(configuration={}), "Entry", "It can't be replayed, nor what follows"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_proof(folder, edit, where, says):
    proof = json.loads(json.dumps(late_proof(folder)))
    edit(proof)
    found = problems(proof)
    assert any(at.startswith(where) and says in why for at, why in found), found


def test_another_round_under_the_same_seals(folder):
    proof = late_proof(folder)
    table = proof["round"].rpartition("-")[0]
    assert problems({**proof, "round": f"{table}-2"})


def test_a_forged_payment_is_not_under_the_seal(folder):
    proof = json.loads(json.dumps(late_proof(folder)))
    entry = proof["entries"][-1]["entry"]
    entry["events"] = entry["events"].replace('"net":', '"net":1', 1)
    entry["hash"] = hash_of(entry)
    found = problems(proof)
    assert any("Its path does not lead to a root that was signed." in why for _, why in found)
    assert any("is not paid as it settles by the rules" in why for _, why in found)


def test_a_key_that_is_not_trusted(folder):
    found = problems(late_proof(folder), frozenset(["ab" * 32]))
    assert len(found) == 2
    assert all("is not one that you trust" in why for _, why in found)


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"format": "pitboss-proof-2"}, {"format": "pitboss-proof-1"},
     {"format": "pitboss-proof-1", "seals": [{}]},
     {"format": "pitboss-proof-1", "seals": [], "entries": []}],
)  # fmt: skip
def test_what_is_no_proof(data):
    with pytest.raises(PitbossError):
        proof_from_json(data)


# When there is none yet


def test_rounds_that_can_not_be_proven_yet(folder):
    table = (folder / "late").read_text()
    with pytest.raises(PitbossError, match=rf"Round {table}-3 is not over yet"):
        proof_of(folder, f"{table}-3")
    expected = (
        rf"The day of round {table}-2 is not sealed yet: ask again once 2023-11-16 is over, at "
        r"06:00 UTC on 2023-11-17, and the house is open\."
    )
    with pytest.raises(PitbossError, match=expected):
        proof_of(folder, f"{table}-2")
    for unknown in (f"{table}-9", "NOWHERE-1"):
        with pytest.raises(PitbossError, match="There is no round"):
            proof_of(folder, unknown)
    for unknown in ("x", "x-", "-1", "x-1²", "x-1234567890123"):
        with pytest.raises(PitbossError, match="is not the id of a round"):
            proof_of(folder, unknown)


# One round of a house


def test_every_round_is_verified_by_itself(folder):
    for round in finished(folder):
        counts = Counts()
        found, days = verify_round(folder, round_id(round), counts)
        assert found == []
        assert (counts.rounds, counts.shuffles, counts.tables) == (1, 1, 1)
        assert counts.transfers
        assert days or round == f"{(folder / 'late').read_text()}-2"


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE transfers SET amount = amount + 1 WHERE entry = {last}", "and the ledger has"),
        ("UPDATE journal SET answer = 'x' WHERE id = {last}", "Its content is not what its hash"),
        ("UPDATE journal SET previous = 'x' WHERE id = {last}", "It does not follow from the"),
        ("UPDATE journal SET hash = 'x' WHERE id = {other}", "Its path does not lead to a root"),
        ("UPDATE journal SET events = replace(events, '\"net\":', '\"net\":1') WHERE id = {last}",
         "is not paid as it settles by the rules"),
        ("UPDATE journal SET events = replace(events, '\"seed\":\"', '\"seed\":\"00') "
         "WHERE id = {last}", "The shuffle of round 1"),
        ("DELETE FROM configurations", "is not in the database"),
        ("UPDATE accounts SET balance = balance + 1 WHERE kind = 'meter' AND owner = '{table}'",
         "The meter held $5,000.01"),
    ],
)  # fmt: skip
def test_a_round_that_was_changed(folder, tmp_path, statement, says):
    with reading(folder) as connection:
        proof = make_proof(connection, round_id(f"{(folder / 'late').read_text()}-1"))
    last = proof.entries[-1].entry.number
    (tmp_path / "house.db").write_bytes((folder / "house.db").read_bytes())
    with sqlite3.connect(tmp_path / "house.db") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            database.execute(f"DROP TRIGGER {name}")
        database.execute(statement.format(last=last, other=2, table=proof.round.table))
    database.close()
    found, _ = verify_round(tmp_path, proof.round, Counts())
    assert says in " ".join(map(str, found))


# The commands


def test_the_commands(folder, tmp_path, told, told_json):
    table, file = (folder / "late").read_text(), str(tmp_path / "round.json")
    out = told("proof", f"{table}-1", "--data", str(folder), "-o", file)
    assert f"3 entries of round {table}-1, under the seal of 2023-11-14 and 2023-11-15" in out
    assert told_json("proof", f"{table}-1", "--data", str(folder)) == json.loads(
        (tmp_path / "round.json").read_text()
    )
    out = told("verify", "--proof", file)
    assert "Everything is in order." in out
    assert key_of(folder) in out
    key = str(folder / "signing-key.pub")
    out = told("verify", "--proof", file, "--public-key", key)
    assert "Compare it with" not in out
    report = told_json("verify", "--proof", file, "--public-key", key)
    assert (report["ok"], report["rounds"], report["problems"]) == (True, 1, [])
    assert report["public_keys"] == [key_of(folder)]
    out = told("verify", "--round", f"{table}-2", "--data", str(folder))
    assert "a day that is still open" in out
    report = told_json("verify", "--round", f"{table}-1", "--data", str(folder))
    assert (report["ok"], report["sealed"]) == (True, ["2023-11-14", "2023-11-15"])


def test_the_commands_say_what_is_wrong(folder, tmp_path, refused, capsys):
    table, file = (folder / "late").read_text(), tmp_path / "round.json"
    proof = late_proof(folder)
    proof["entries"][0]["entry"]["answer"] = "{}"
    file.write_text(json.dumps(proof))
    assert run(["verify", "--proof", str(file)]) == 1
    assert "Its content is not what its hash was made of." in capsys.readouterr().out
    assert run(["verify", "--proof", str(file), "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]
    data = ("--data", str(folder))
    assert "is not sealed yet" in refused("proof", f"{table}-2", *data, "-o", str(file))
    assert refused("proof", "X-1", *data, "-o", str(file)) == "There is no round X-1."
    assert "Say where to write it" in refused("proof", f"{table}-1", *data)
    assert "go with --public-key only" in refused("verify", "--proof", str(file), "--round", "X-1")
    assert "There is no round X-1." in refused("verify", "--round", "X-1", *data)
    file.write_text("nonsense")
    assert refused("verify", "--proof", str(file))
    assert "can't be read" in refused("verify", "--proof", str(tmp_path / "nowhere"))
