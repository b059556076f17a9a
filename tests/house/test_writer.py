"""The writer: groups of one commit, first answers, and nothing acknowledged that is not on disk."""

import logging
import random
import threading
from dataclasses import replace

import pytest
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.events import (
    EntropyMixed,
    GuestExpired,
    SeedSealed,
    SeedWithdrawn,
    Swept,
    TableConfigured,
)
from pitboss.house.office import books
from pitboss.house.office.statements import Statements
from pitboss.house.office.writer import HouseIsStopped
from pitboss.house.people.person import hash_of_token
from pitboss.house.records.days import SECOND
from pitboss.house.records.ledger import Account, accounts_of, player
from pitboss.house.storage.schema import ACCOUNTS, connect, sqlite_url
from pitboss.house.tables import practice
from pitboss.house.tables.practice import Deal, FoldHand, PlayHand, Stake
from pitboss.house.tables.recovery import events_of
from pitboss.play import BetRemoved, Folded, HandReturned, Settled, setup
from tests.support.houses import (
    ENTROPY,
    EXPIRES_AFTER,
    GAMES,
    NEW_SESSION_AFTER,
    PRACTICE,
    START,
    Clock,
    Guest,
    assert_in_order,
    balances_of,
    entries_of,
    main_of,
    opened,
    play_by_chance,
    settings_of,
    watch_commits,
)

POKER, PICTURES, LUCKY = "three-card-poker", "three-pictures", "lucky-three-pictures"


def events_in(house, stream):
    return [event for entry in entries_of(house.engine, stream) for event in events_of(entry)]


def together(house, clock, *asks, replies=None):
    """Ask for all of this so that it waits together, and is one group."""
    replies = [] if replies is None else replies
    clock.hold()
    first = house.look("nobody", "nowhere")  # The writer takes it, and waits for the clock.
    assert clock.asked.wait(30)
    replies += [ask() for ask in asks]
    clock.release()
    with pytest.raises(PitbossError, match="do not know you"):
        first.result(30)
    return replies


# Groups


def test_what_waits_together_is_committed_together(place):
    clock = Clock()
    with opened(**place, clock=clock) as house:
        one, two = Guest(house, POKER), Guest(house, PICTURES, "two")
        commits, waiting = [], []

        def is_committed():
            commits.append([reply.done() for reply in waiting])

        watch_commits(house, is_committed)
        together(
            house, clock,
            lambda: one.ask_later(Stake({1: {"ante": 500}})),
            lambda: two.ask_later(Stake({1: {"initial": 500}})),
            lambda: one.ask_later(Stake({1: {"ante": 2000}})),
            lambda: one.ask_later(Deal(ENTROPY)),
            lambda: one.ask_later(PlayHand(1)),
            replies=waiting,
        )  # fmt: skip
        replies = [reply.result(30) for reply in waiting]
        # The look alone, and one commit for all five before any of them was answered.
        assert commits == [[False] * 5] * 2
        assert [reply.refusal for reply in replies] == [None] * 5
        assert [reply.balance for reply in replies[:4]] == [99_500, 99_500, 98_000, 98_000]
        assert replies[4].standing.table.round.phase == "settled"
        times = {entry.time for entry in entries_of(house.engine) if entry.command_id != "sit"}
        assert len(times) == 4  # The settings, two guests who came, and the group.
    assert_in_order(**place)


def test_a_repeated_command_in_one_group_counts_once(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        guest = Guest(house, PICTURES)
        stake, other = Stake({1: {"initial": 500}}), Stake({1: {"initial": 1000}})
        replies = together(
            house, clock,
            lambda: guest.ask_later(stake, "a"), lambda: guest.ask_later(stake, "a"),
            lambda: guest.ask_later(other, "a"),
        )  # fmt: skip
        first, again, wrong = (reply.result(30) for reply in replies)
        assert (first.is_repeated, again.is_repeated) == (False, True)
        assert wrong.refusal.code == "command/id-used"
        assert {reply.balance for reply in (first, again, wrong)} == {99_500}
        assert len(entries_of(house.engine, guest.table)) == 2


def test_the_first_answer_is_given_again_also_after_a_restart(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        guest.stake({1: {"ante": 500}}, id="a")
        assert guest.stake({1: {"ante": 750}}, id="b").refusal.code == "bet/increment"
    with opened(**place, seed=1) as house:
        guest.house = house
        before = len(entries_of(house.engine))
        again = guest.stake({1: {"ante": 500}}, id="a")
        assert (again.is_repeated, again.refusal, again.balance) == (True, None, 99_500)
        refused = guest.stake({1: {"ante": 750}}, id="b")
        assert (refused.is_repeated, refused.refusal.code) == (True, "bet/increment")
        assert guest.stake({1: {"ante": 1000}}, id="a").refusal.code == "command/id-used"
        assert guest.deal(id="a").refusal.code == "command/id-used"
        assert len(entries_of(house.engine)) == before
        # An id is one person's at one table.
        assert not Guest(house, PICTURES).stake({1: {"initial": 500}}, id="a").is_repeated
        assert not Guest(house, POKER, "two").stake({1: {"ante": 500}}, id="a").is_repeated
    assert_in_order(**place)


@pytest.mark.parametrize("id", ["", " ", "a b", "\0", "\ud800", "é", "x" * 65])
def test_an_id_that_is_no_id_troubles_nobody(place, id):
    with opened(**place) as house:
        guest = Guest(house, PICTURES)
        stake = Stake({1: {"initial": 500}})
        for reply in (
            house.ask(guest.id, guest.table, id, stake),
            house.ask(guest.id, id, "a", stake),
            house.ask(id, guest.table, "a", stake),
            house.look(guest.id, id),
            house.look(id, guest.table),
            house.sit(id, PICTURES),
            house.grant(guest.id, id),
        ):
            with pytest.raises(PitbossError) as refused:
                reply.result(30)
            assert refused.value.code == "command/id"
        assert guest.ask(stake, "a").refusal is None


@pytest.mark.parametrize("text", ["\0", "\ud800", "é"])
def test_any_text_can_be_asked_and_kept(place, text):
    with opened(**place) as house:
        guest = Guest(house, PICTURES)
        assert guest.stake({1: {text: 500}}).refusal.code == "unknown/wager"
        assert guest.deal({1: {"initial": 500}}, text).refusal.code == "shuffle/entropy"
        with pytest.raises(PitbossError, match="There is no game"):
            house.sit(guest.id, text).result(30)
        assert guest.stake({1: {"initial": 500}}).refusal is None
    assert_in_order(**place)


def test_refused_commands_are_in_the_journal(house):
    guest = Guest(house, POKER)
    guest.stake({1: {"ante": 1}})
    guest.ask(FoldHand(2))
    entries = entries_of(house.engine, guest.table)
    assert [entry.events for entry in entries[1:]] == ["[]", "[]"]
    assert '"error":"bet/increment"' in entries[1].answer
    assert '"ante":1' in entries[1].request
    assert '"refused":{' in entries[2].answer


def test_another_guests_table_is_not_touched(house):
    one, two = Guest(house, POKER), Guest(house, POKER, "two")
    for table in (one.table, "no-such"):
        two.table = table
        for ask in (two.look, lambda: two.stake({1: {"ante": 500}})):
            with pytest.raises(PitbossError):
                ask()
    assert len(entries_of(house.engine, one.table)) == 1


# Faults


def test_a_commit_that_fails_fails_everybody_and_the_old_states_stand(place, caplog):
    clock = Clock()
    with opened(**place, clock=clock) as house:
        one, two = Guest(house, POKER), Guest(house, PICTURES, "two")
        one.stake({1: {"ante": 500}})
        before = len(entries_of(house.engine)), balances_of(house.engine)

        def fail():
            raise OSError("the disk is gone")

        replies = []
        clock.hold()
        replies.append(one.ask_later(Deal(ENTROPY)))
        assert clock.asked.wait(30)
        replies.append(two.ask_later(Stake({1: {"initial": 500}})))
        replies.append(house.grant(two.id, "g"))
        house.office.statements.commit = fail
        with caplog.at_level(logging.CRITICAL):
            clock.release()
            for reply in replies:
                with pytest.raises(HouseIsStopped, match="restart it"):
                    reply.result(30)
        assert (len(entries_of(house.engine)), balances_of(house.engine)) == before
        with pytest.raises(HouseIsStopped):
            house.sit(one.id, LUCKY).result(30)
        assert house.office._books.tables[one.table].round.phase == "betting"
    with opened(**place) as house:
        one.house = house
        assert one.round.phase == "betting"
        assert one.deal().refusal is None
    assert_in_order(**place)


def test_heads_that_can_not_be_written_stop_the_house_and_nobody_waits(
    tmp_path, monkeypatch, caplog
):
    with opened(tmp_path) as house:
        guest = Guest(house, POKER)

        def fail(_):
            raise OSError("the disk is full")

        monkeypatch.setattr(house.office._heads, "append", fail)
        with caplog.at_level(logging.CRITICAL), pytest.raises(HouseIsStopped):
            guest.stake({1: {"ante": 500}}, id="a")
    with opened(tmp_path) as house:
        guest.house = house
        assert guest.stake({1: {"ante": 500}}, id="a").is_repeated  # It had been committed.
    assert_in_order(tmp_path)


def test_a_fault_at_one_table_stops_only_that_table(tmp_path, monkeypatch, caplog):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        bad, good = Guest(house, PICTURES), Guest(house, POKER)
        bad.stake({1: {"initial": 500}}, id="first")
        decide = practice.decide

        def faulty(round, command):
            if round.setup.rules.key == PICTURES:
                raise ZeroDivisionError("a fault of ours")
            return decide(round, command)

        with monkeypatch.context() as faults, caplog.at_level(logging.CRITICAL):
            faults.setattr(practice, "decide", faulty)
            failing, working = together(
                house, clock, lambda: bad.ask_later(Deal(ENTROPY)),
                lambda: good.ask_later(Stake({1: {"ante": 500}})),
            )  # fmt: skip
            with pytest.raises(PitbossError, match="Your bets are safe"):
                failing.result(30)
            assert working.result(30).balance == 99_000
        with pytest.raises(PitbossError, match="has stopped"):
            bad.deal()
        assert bad.stake({1: {"initial": 500}}, id="first").is_repeated
        assert bad.round.phase == "betting"
        assert good.deal().refusal is None
        assert len(entries_of(house.engine, bad.table)) == 2
    with opened(tmp_path) as house:
        bad.house = house
        assert bad.deal().standing.table.round.phase == "settled"
    assert_in_order(tmp_path)


def test_two_houses_in_one_folder_are_refused(tmp_path):
    with opened(tmp_path), pytest.raises(PitbossError, match="Another process has the house"):
        opened(tmp_path)
    opened(tmp_path).close()


def test_who_only_reads_does_not_wait_for_the_writer(place):
    with opened(**place) as house:
        guest = Guest(house, PICTURES)
        with house.engine.begin() as connection:  # As the writer is in the middle of a group.
            connection.execute(sa.update(ACCOUNTS).values(balance=ACCOUNTS.c.balance))
            assert house.person_with(hash_of_token("one")).id == guest.id
            assert house.hands_waiting() == 0
            assert house.is_balanced()
            assert_in_order(**place)


def test_a_house_that_is_closed_takes_no_commands(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, POKER)
    with pytest.raises(HouseIsStopped, match="closed"):
        guest.look()


def test_time_does_not_go_back_though_the_clock_does(tmp_path):
    with opened(tmp_path, clock=Clock(10**15)) as house:
        Guest(house, POKER)
    with opened(tmp_path, seed=1, clock=Clock(10**14)) as house:
        Guest(house, POKER, "two")
        times = [entry.time for entry in entries_of(house.engine)]
    assert times == sorted(times)
    assert (len(times), times[0]) == (7, 10**15)
    assert times[-1] < 10**15 + 10
    assert_in_order(tmp_path)


def test_many_threads_ask_at_once(tmp_path):
    with opened(tmp_path) as house:
        guests = [Guest(house, game, str(number)) for number, game in enumerate(GAMES * 2)]

        def play(guest):
            for amount in (500, 1000, 1500):
                assert guest.stake({2: {main_of(guest.game): amount}}).refusal is None
            assert guest.deal().refusal is None

        threads = [threading.Thread(target=play, args=(guest,)) for guest in guests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert house.is_balanced()
        assert house.hands_waiting() == 4
    assert assert_in_order(tmp_path).entries == 2 + 2 * 10 + 4 * 10


# Guests


def lose_everything(guest):
    """Bet and fold until less is left than the least bet and its Play wager."""
    while (balance := guest.balance) >= 1000:
        guest.deal({1: {"ante": min(50_000, balance // 2 // 500 * 500)}})
        guest.ask(FoldHand(1))
    return balance


def test_a_grant_is_due_when_too_little_is_left_and_goes_back_to_a_thousand(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        refused = house.grant(guest.id, "g1").result(30)
        assert (refused.refusal.code, refused.balance) == ("money/not-due", 100_000)
        assert lose_everything(guest) == 500
        # What lies on the felt is theirs, too.
        pictures = Guest(house, PICTURES)
        pictures.stake({1: {"initial": 500}})
        granted = house.grant(guest.id, "g2").result(30)
        assert (granted.refusal, granted.balance) == (None, 99_500)
        assert pictures.stake({}).balance == 100_000
        again = house.grant(guest.id, "g2").result(30)
        assert (again.is_repeated, again.balance) == (True, 100_000)
        assert house.grant(guest.id, "g1").result(30).refusal.code == "money/not-due"
        assert pictures.look().session.net == -99_500
        assert balances_of(house.engine)[Account("issue", "house")] == -199_500
    assert_in_order(**place)


def test_a_session_is_a_sitting(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        guest = Guest(house, PICTURES)
        began = guest.look().session
        assert began.net == 0
        guest.deal({1: {"initial": 10_000}})
        won = guest.balance - 100_000
        clock.now += NEW_SESSION_AFTER - 10 * SECOND
        assert guest.look().session == (began.began, won)
        guest.stake({1: {"initial": 10_000}})
        clock.now += NEW_SESSION_AFTER + SECOND
        later = guest.look().session
        assert (later.began > began.began + NEW_SESSION_AFTER, later.net) == (True, 0)
    with opened(tmp_path, clock=clock) as house:
        guest.house = house
        assert guest.look().session == later


def test_the_same_token_is_the_same_guest(place):
    with opened(**place) as house:
        guest = Guest(house, PICTURES)
        guest.stake({1: {"initial": 500}})
        again = house.come_in(hash_of_token("one")).result(30)
        assert (again.person.id, again.balance) == (guest.id, 99_500)
        assert house.person_with(hash_of_token("one")).id == guest.id
        assert house.person_with(hash_of_token("two")) is None


def test_a_guest_who_stays_away_is_seen_off(place):
    clock = Clock()
    with opened(**place, clock=clock) as house:
        betting = Guest(house, PICTURES)
        betting.stake({1: {"initial": 500}, 3: {"initial": 1000}})
        deciding = Guest(house, POKER)
        deciding.deal({1: {"ante": 500}, 2: {"ante": 1000, "pair-plus": 100}})
        staying = Guest(house, POKER, "two")
        clock.now += EXPIRES_AFTER - SECOND
        staying.look()
        house.sweep().result(30)
        assert house.person_with(hash_of_token("one")) is not None
        clock.now += 2 * SECOND
        house.sweep().result(30)
        removed = [e for e in events_in(house, betting.table) if isinstance(e, BetRemoved)]
        assert [(bet.box, bet.amount) for bet in removed] == [(1, 500), (3, 1000)]
        folded = [e for e in events_in(house, deciding.table) if isinstance(e, Folded)]
        assert [(hand.box, hand.automatic) for hand in folded] == [(1, True), (2, True)]
        *_, swept, gone = events_in(house, "house")
        assert gone == GuestExpired(betting.id)
        assert isinstance(swept, Swept)
        assert 98_000 <= swept.amount < 103_000  # Pair Plus may have won.
        left = balances_of(house.engine)
        assert left[player(betting.id)] == 0
        assert left[accounts_of(betting.table).felt] == left[accounts_of(deciding.table).felt] == 0
        assert house.person_with(hash_of_token("one")) is None
        for ask in (betting.look, lambda: Guest(house, PICTURES)):
            with pytest.raises(PitbossError, match="do not know you"):
                ask()
        before = len(entries_of(house.engine))
        house.sweep().result(30)
        assert len(entries_of(house.engine)) == before
        assert staying.stake({1: {"ante": 500}}).refusal is None
    assert_in_order(**place)


def test_5_3_bets_of_a_guest_who_left_are_settled_in_lucky_three_pictures(place):
    """The deck is made with 32 zero bytes in place of the guest's own, and is marked so."""
    clock = Clock()
    with opened(**place, clock=clock) as house:
        guest = Guest(house, LUCKY)
        guest.deal({2: {"initial": 500}})
        guest.stake({1: {"initial": 2500, "lucky-tie": 300}, 3: {"initial": 1000}})
    with opened(**place, clock=clock, seed=1) as house:  # The first seed goes with the opening.
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        events = events_in(house, guest.table)
        mixed = [event for event in events if isinstance(event, EntropyMixed)]
        assert mixed == [
            EntropyMixed(1, ENTROPY), EntropyMixed(2, "00" * 32, absent=True),
        ]  # fmt: skip
        _, settled = (event for event in events if isinstance(event, Settled))
        assert [paid[:3] for paid in settled.payments] == [
            (box, guest.id, wager)
            for box, wager in ((1, "initial"), (1, "lucky-tie"), (3, "initial"))
        ]
        returned = [event for event in events if isinstance(event, HandReturned)]
        assert [(e.box, e.automatic) for e in returned] == [(2, False), (1, True), (3, True)]
        assert [e.round for e in events if isinstance(e, SeedWithdrawn)] == [2]
        assert events_in(house, "house")[-1] == GuestExpired(guest.id)
        left = balances_of(house.engine)
        assert left[player(guest.id)] == left[accounts_of(guest.table).felt] == 0
    assert_in_order(**place)


def test_a_table_that_has_stopped_keeps_nobody_else_from_being_seen_off(
    tmp_path, monkeypatch, caplog
):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        bad, good = Guest(house, PICTURES), Guest(house, POKER, "two")
        bad.stake({1: {"initial": 500}})
        decide = practice.decide

        def faulty(round, command):
            if round.setup.rules.key == PICTURES:
                raise ZeroDivisionError("a fault of ours")
            return decide(round, command)

        monkeypatch.setattr(practice, "decide", faulty)
        clock.now += EXPIRES_AFTER + SECOND
        with caplog.at_level(logging.CRITICAL):
            house.sweep().result(30)
        assert events_in(house, "house")[-1] == GuestExpired(good.id)
        assert house.person_with(hash_of_token("one")).id == bad.id
    monkeypatch.undo()
    assert_in_order(tmp_path)


def test_two_sweeps_at_once_are_one(place):
    clock = Clock()
    with opened(**place, clock=clock) as house:
        guest, back = Guest(house, PICTURES), Guest(house, POKER, "two")
        guest.stake({1: {"initial": 500}})
        clock.now += EXPIRES_AFTER + SECOND
        replies = together(
            house, clock, lambda: back.ask_later(Stake({1: {"ante": 500}})),
            house.sweep, house.sweep,
        )  # fmt: skip
        for reply in replies:
            reply.result(30)
        assert events_in(house, "house").count(GuestExpired(guest.id)) == 1
        # Somebody who came back in time stays.
        assert house.person_with(hash_of_token("two")).id == back.id
        assert back.deal().refusal is None
    assert_in_order(**place)


# Configurations


def test_another_configuration_begins_between_rounds_with_a_new_seed(place):
    with opened(**place) as house:
        guest, fresh = Guest(house, POKER), Guest(house, LUCKY)
        guest.deal({1: {"ante": 500}})
        old, seed = guest.round.setup, guest.look().table.seed
        new = setup(old.rules, old.limits, boxes=2)

        offers = {**PRACTICE.offers, POKER: PRACTICE.offer(POKER)._replace(setup=new)}
        house.adopt(replace(PRACTICE, offers=offers)).result(30)
        assert guest.look().table.setup == old  # A round that has begun is finished first.
        guest.ask(FoldHand(1))
        committed = [e for e in events_in(house, guest.table) if isinstance(e, SeedSealed)][-1]
        standing = guest.look()
        assert standing.table.setup == new
        *_, configured, sealed = events_in(house, guest.table)
        assert configured == TableConfigured(new.fingerprint)
        assert (sealed.round, committed.round) == (2, 2)
        assert sealed.commitment != committed.commitment
        assert standing.table.seed.secret != seed.secret
        assert guest.stake({3: {"ante": 500}}).refusal.code == "unknown/box"
        assert guest.deal({2: {"ante": 500}}).refusal is None
        assert guest.round.number == 2
        assert fresh.round.setup == settings_of(LUCKY)
        fingerprints = {entry.fingerprint for entry in entries_of(house.engine, guest.table)}
        assert fingerprints == {old.fingerprint, new.fingerprint}
    counts = assert_in_order(**place)
    assert counts.sealed_seeds == 2
    with opened(**place) as house:
        guest.house = house
        assert guest.ask(FoldHand(2)).refusal is None
    assert_in_order(**place)


# What is kept at hand


@pytest.mark.parametrize("keeps", [0, 1, 2])
def test_a_house_that_keeps_little_at_hand_gives_the_same_answers(tmp_path, monkeypatch, keeps):
    """Whatever is let go of is read again: answers, balances and chains are the same."""

    def play(folder):
        replies = []
        with opened(folder) as house:
            guests = [Guest(house, game, game) for game in (POKER, PICTURES, LUCKY)]
            chance = random.Random(5)
            for _ in range(6):
                for guest in guests:
                    play_by_chance(guest, chance, 2, seen=replies.append)
            kept = house.office._books
            held = len(kept.tables), len(kept.balances), len(kept.people)
            balances = balances_of(house.engine)
        assert_in_order(folder)
        return [(reply.refusal, reply.standing.balance) for reply in replies], balances, held

    expected = play(tmp_path / "all")
    monkeypatch.setattr(books, "MOST_TABLES", keeps)
    monkeypatch.setattr(books, "MOST_ACCOUNTS", keeps)
    *same, held = play(tmp_path / "little")
    assert same == [*expected[:2]]
    assert held[0] == keeps < expected[2][0]
    assert max(held[1:]) <= keeps


def test_money_out_of_nothing_is_not_written(tmp_path):
    with opened(tmp_path) as house:
        Guest(house, POKER)
    with connect(sqlite_url(tmp_path / "house.db")).connect() as connection:
        group = books.Group(books.Committed(Statements(connection)), START)
        account = player("nobody")
        group.balances.staged[account] = 5
        with pytest.raises(books.LedgerIsUnbalanced, match="would make 5 out of nothing"):
            group.write()
        group.balances.staged[Account("bank", "nowhere")] = -5
        group.write()
        group.balances.staged[account] = 4
        with pytest.raises(books.LedgerIsUnbalanced, match="would make -1 out of nothing"):
            group.write()
