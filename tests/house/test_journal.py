"""The journal: any change, gap or cut is found and located."""

import hashlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.house.records.journal import (
    START,
    Entry,
    Head,
    Heads,
    check_chain,
    check_heads,
    hash_of,
    last_lines,
    sealed,
)
from tests.support.houses import heads_in

ALTERED = {"number": 9, "time": 7, "person": "p9", "command_id": "x", "request": "{}",
           "events": "[0]", "answer": "{}", "fingerprint": "f", "previous": "e" * 64,
           "hash": "d" * 64}  # fmt: skip


def chain(count, stream="T1"):
    entries, previous = [], START
    for number in range(1, count + 1):
        entry = sealed(
            Entry(number, stream, number, 1000 + number, f"p{number % 3}", f"c{number}",
                  f'{{"bet":{number}}}', f"[{number}]", '{"ok":true}', "ab" * 32, previous)
        )  # fmt: skip
        entries.append(entry)
        previous = entry.hash
    return entries


@pytest.mark.parametrize("body", ["{}", '{"name":"Zoë"}', '{"name":"\U0001f0a1"}'])
def test_a_hash_counts_bytes_and_not_characters(body):
    entry = chain(1)[0]._replace(request=body)
    fields = [str(value).encode() for value in entry[:-1]]
    text = b"".join(str(len(field)).encode() + b":" + field for field in fields)
    assert hash_of(entry) == hashlib.sha256(text).hexdigest()


def test_a_true_chain_holds():
    assert list(check_chain("T1", chain(50))) == []
    assert list(check_chain("T1", [])) == []


@pytest.mark.parametrize("field", ALTERED)
def test_a_changed_field_is_found_where_it_is(field):
    entries = chain(10)
    entries[4] = entries[4]._replace(**{field: ALTERED[field]})
    problems = list(check_chain("T1", entries))
    assert problems
    assert min(problem.sequence for problem in problems) == 5


def test_an_entry_written_anew_breaks_the_one_after_it():
    entries = chain(10)
    entries[4] = sealed(entries[4]._replace(request='{"bet":999}'))
    assert [problem.sequence for problem in check_chain("T1", entries)] == [6]


def test_a_missing_a_moved_and_a_doubled_entry_are_found():
    entries = chain(10)
    assert list(check_chain("T1", entries[:4] + entries[5:]))
    assert list(check_chain("T1", [*entries[:4], entries[5], entries[4], *entries[6:]]))
    assert list(check_chain("T1", [*entries[:5], *entries[4:]]))
    assert list(check_chain("T1", entries[1:]))


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_edits_are_all_found(seed):
    chance = random.Random(seed)
    entries, at = chain(12), chance.randrange(12)
    kind = chance.randrange(3)
    if kind == 0:
        field = chance.choice(("time", "person", "request", "events", "answer", "fingerprint"))
        value = getattr(entries[at], field)
        other = value + 1 if isinstance(value, int) else value[:-1] or "x"
        entries[at] = entries[at]._replace(**{field: other})
    elif kind == 1 and at < 11:
        del entries[at]
    else:
        entries.insert(at, entries[chance.randrange(12)])
    assert list(check_chain("T1", entries))


def test_fields_do_not_run_into_each_other():
    one, two = (
        Entry(1, "T", 1, 1, person, command, "", "", "", "", START)
        for person, command in (("ab", "c"), ("a", "bc"))
    )
    assert hash_of(one) != hash_of(two)


def heads_of(entries):
    return [Head(entry.stream, entry.sequence, entry.hash) for entry in entries]


def hashes_of(entries):
    return {(entry.stream, entry.sequence): entry.hash for entry in entries}


def test_a_tail_that_was_cut_off_is_found_by_the_heads():
    entries = chain(10)
    assert list(check_chain("T1", entries[:7])) == []
    (problem, *_) = check_heads(heads_of(entries), hashes_of(entries[:7]))
    says = "The journal ends before an entry whose head was kept: its tail was cut off."
    assert problem == ("T1", 8, says)


def test_a_chain_that_was_written_anew_is_found_by_the_heads():
    entries, forged = chain(10), chain(10, "T1")
    forged[3] = sealed(forged[3]._replace(answer="{}"))
    for at in range(4, 10):
        forged[at] = sealed(forged[at]._replace(previous=forged[at - 1].hash))
    assert list(check_chain("T1", forged)) == []
    problems = list(check_heads(heads_of(entries), hashes_of(forged)))
    says = "The entry is not the one whose head was kept: the chain was written anew."
    assert problems == [("T1", sequence, says) for sequence in range(4, 11)]


def test_heads_may_lag_behind_the_journal():
    entries = chain(10)
    assert list(check_heads(heads_of(entries[:6]), hashes_of(entries))) == []


def test_heads_are_kept_in_a_file_and_a_torn_line_is_left_out(tmp_path):
    file = tmp_path / "heads"
    assert heads_in(file) == []
    kept = heads_of(chain(4))
    heads = Heads(file)
    heads.append(kept[:2])
    heads.append(kept[2:3])
    heads.close()
    assert heads_in(file) == kept[:3]
    whole = file.stat().st_size
    with file.open("a") as opened:
        opened.write("T1 4 abc")
    assert heads_in(file) == kept[:3]
    assert [line[:3] for line in last_lines(file) if not line.is_whole] == [(4, whole, None)]
    again = Heads(file)
    again.cut(whole)
    again.append(kept[3:])
    again.close()
    assert heads_in(file) == kept
