"""Limits that people set: tighter at once, looser after a day, and never passed by a bet."""

import pytest

from pitboss.house.office import limit_desk
from pitboss.house.people.player_limits import Usage, duration
from pitboss.house.records.days import SECOND, Period
from pitboss.house.records.ledger import accounts_of, player, transfers_of
from pitboss.house.requests import Ask, Asked, Exclude, SetLimit
from pitboss.house.tables.practice import FoldHand, PlayHand, Stake, allowed_now, possible
from pitboss.play import Round
from pitboss.play import events as e
from tests.support.houses import (
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    opened,
    settings_of,
)

HOUR = 3_600 * SECOND
DAY = 24 * HOUR
START = 1_700_028_000 * SECOND  # Wednesday 15 November 2023, 06:00 UTC: a gaming day begins.
POKER = "three-card-poker"


@pytest.fixture
def clock():
    return Clock(START)


@pytest.fixture
def guest(tmp_path, clock):
    with opened(tmp_path, clock=clock) as house:
        yield Guest(house, POKER)


def limit(guest, kind, amount, period="day", id=None):
    id = id or f"limit-{kind}-{period}-{amount}-{guest.house.clock()}"
    reply = guest.house.set_limit(guest.id, id, kind, period, amount).result(30)
    assert reply.refusal is None
    return reply


def now(guest):
    return guest.house.limits_of(guest.id).result(30).limits


def code(reply):
    return None if reply.refusal is None else reply.refusal.code


def box(ante, **more):
    return {1: {"ante": ante, **more}}


# When a limit holds


def test_a_tighter_limit_holds_for_the_very_next_bet(guest):
    limit(guest, "stake", 2000)
    assert code(guest.stake(box(1500))) == "limit/stake"  # With the Play wager that may follow.
    assert code(guest.stake(box(1000))) is None
    limit(guest, "stake", 1000)
    assert code(guest.deal()) == "limit/stake"
    assert code(guest.stake(box(500))) is None  # What is taken back is never too much.
    assert code(guest.deal()) is None


def test_a_looser_limit_holds_after_a_day_and_not_a_moment_sooner(guest, clock):
    limit(guest, "loss", 1000)
    limit(guest, "loss", 5000)
    row = max(now(guest).limits, key=lambda row: row.effective)
    assert row.amount == 5000
    clock.now = row.effective - 2  # Commands are a microsecond apart at least.
    assert code(guest.stake(box(1000))) == "limit/loss"
    clock.now = row.effective
    assert code(guest.stake(box(1000))) is None


def test_removing_a_limit_waits_as_well(guest, clock):
    limit(guest, "stake", 1000)
    limit(guest, "stake", None)
    clock.now += DAY - HOUR
    assert code(guest.stake(box(1000))) == "limit/stake"
    clock.now += 2 * HOUR
    assert code(guest.stake(box(1000))) is None


def test_setting_the_limit_in_force_again_cancels_a_change_that_waits(guest, clock):
    limit(guest, "stake", 1000)
    limit(guest, "stake", None)
    limit(guest, "stake", 1000, id="again")
    clock.now += 3 * DAY
    assert code(guest.stake(box(1000))) == "limit/stake"
    assert [row.amount for row in now(guest).limits] == [1000]


def test_a_tighter_limit_replaces_a_looser_one_that_waits(guest, clock):
    limit(guest, "stake", 3000)
    limit(guest, "stake", 9000)
    limit(guest, "stake", 2000)
    clock.now += 3 * DAY
    assert code(guest.stake(box(1500))) == "limit/stake"


def test_asking_again_for_a_looser_limit_begins_the_day_anew(guest, clock):
    limit(guest, "stake", 1000)
    limit(guest, "stake", 2000)
    clock.now += 20 * HOUR
    limit(guest, "stake", 4000)
    clock.now += 20 * HOUR
    assert code(guest.stake(box(1000))) == "limit/stake"


def test_a_clock_that_is_set_back_brings_nothing_forward(guest, clock):
    limit(guest, "stake", 1000)
    clock.now += HOUR
    limit(guest, "stake", None)
    clock.now -= 20 * HOUR
    assert code(guest.stake(box(1000))) == "limit/stake"
    clock.now += 20 * HOUR + DAY - HOUR
    assert code(guest.stake(box(1000))) == "limit/stake"
    clock.now += 2 * HOUR
    assert code(guest.stake(box(1000))) is None


def test_a_limit_under_an_id_that_was_used_is_not_set_twice(guest):
    limit(guest, "stake", 1000, id="one")
    again = guest.house.set_limit(guest.id, "one", "stake", "day", 1000).result(30)
    other = guest.house.set_limit(guest.id, "one", "stake", "day", 9).result(30)
    assert (again.is_repeated, code(again), code(other)) == (True, None, "command/id-used")
    assert [row.amount for row in now(guest).limits] == [1000]


# What counts


def test_to_the_cent_and_no_further(guest):
    limit(guest, "loss", 1999)
    assert code(guest.stake(box(1000))) == "limit/loss"
    limit(guest, "loss", 2000, period="week")
    guest.house.set_limit(guest.id, "off", "loss", "day", None).result(30)
    assert code(guest.stake(box(500))) is None


def test_the_lowest_of_several_limits_decides(guest):
    limit(guest, "loss", 50_000, period="month")
    limit(guest, "loss", 1_000, period="week")
    limit(guest, "stake", 20_000)
    refusal = guest.stake(box(1000)).refusal
    assert refusal.code == "limit/loss"
    assert "$10.00 a week" in refusal.message
    assert "20 November 2023" in refusal.message  # The next Monday.


def test_a_hand_that_was_dealt_can_always_be_finished(guest):
    guest.deal(box(1000))
    limit(guest, "stake", 0)
    limit(guest, "loss", 0)
    limit(guest, "time", 0)
    guest.house.exclude(guest.id, "break", 1).result(30)
    assert code(guest.ask(PlayHand(1))) is None
    assert code(guest.deal(box(500))) == "limit/excluded"


def test_a_loss_counts_and_a_win_gives_room(guest):
    limit(guest, "loss", 10_000)
    for number in range(12):
        reply = guest.deal(box(500), entropy=f"{number:064x}")
        reply = guest.ask(PlayHand(1))
        lost = 100_000 - guest.balance
        assert reply.standing.room.left == 10_000 - lost
    assert now(guest).used["day"].lost == 100_000 - guest.balance


def test_stakes_count_whether_they_win_or_lose(guest):
    limit(guest, "stake", 100_000)
    staked = 0
    for number in range(6):
        guest.deal(box(500, **{"pair-plus": 100}), entropy=f"{number:064x}")
        decision = PlayHand(1) if number % 2 else FoldHand(1)
        reply = guest.ask(decision)
        staked += 1100 if number % 2 else 600
        assert reply.standing.room.left == 100_000 - staked


def test_what_lies_on_another_table_is_at_risk_too(guest):
    other = Guest(guest.house, "three-card-prime")
    assert other.id == guest.id
    limit(guest, "loss", 3000)
    other.deal(box(1000))  # And 1000 more may follow.
    assert code(guest.stake(box(1000))) == "limit/loss"
    assert code(guest.stake(box(500))) is None


def test_commands_of_one_commit_count_for_each_other(guest):
    replies = guest.house.office.commit(
        [
            Asked(guest.id, "1", SetLimit("stake", "day", 3000)),
            Asked(guest.id, "2", Ask(guest.table, Stake(box(1000)))),
            Asked(guest.id, "3", Ask(guest.table, Stake(box(2000)))),
            Asked(guest.id, "4", Ask(guest.table, Stake(box(1500)))),
        ]
    )
    assert [code(reply) for reply in replies] == [None, None, "limit/stake", None]


def test_a_limit_that_is_set_later_counts_what_was_played_before(guest):
    guest.deal(box(1000))
    guest.ask(FoldHand(1))
    limit(guest, "stake", 2500)
    assert guest.look().room.left == 1500


def test_a_void_gives_the_stake_back(guest):
    """As the ledger books it: no practice table is ever voided."""
    guest.stake(box(1000))
    round, accounts = guest.round, accounts_of(guest.table)
    void = e.Voided(round.number, (e.VoidedBet(1, guest.id, "ante", 1000),), e.Because(()), None)
    placed = e.BetPlaced(1, guest.id, "ante", 1000, True, None)
    usage = Usage(None)
    used = usage.after(guest.id, transfers_of(accounts, round, placed))
    assert (used.staked, used.lost) == (1000, 1000)
    unwound = used.after(guest.id, transfers_of(accounts, round, void))
    assert (unwound.staked, unwound.lost) == (0, 0)


def test_a_correction_changes_the_loss_and_not_the_stake(guest):
    round = Round(settings_of(POKER), 1)
    corrected = e.PaymentCorrected(
        1, 0, 1, guest.id, "ante", "row", -1000, 1000, e.Because(()), None
    )
    moved = transfers_of(accounts_of(guest.table), round, corrected)
    used = Usage(None, 1000, 1000).after(guest.id, moved)
    assert moved[0].credit == player(guest.id)
    assert (used.staked, used.lost) == (1000, -1000)


# Periods


def test_a_day_begins_when_the_house_says(guest, clock):
    limit(guest, "stake", 1000)
    guest.deal(box(500))
    guest.ask(PlayHand(1))
    clock.now = START + DAY - 2
    assert code(guest.stake(box(500))) == "limit/stake"
    clock.now = START + DAY
    assert code(guest.stake(box(500))) is None


def test_bets_that_lie_over_the_end_of_a_day_count_in_both(guest, clock):
    limit(guest, "stake", 2000)
    guest.stake(box(500))
    clock.now = START + DAY + HOUR
    assert guest.look().room.left == 1000
    guest.stake({})
    assert guest.look().room.left == 2000


def test_all_survives_a_restart(tmp_path, clock):
    with opened(tmp_path, clock=clock) as house:
        guest = Guest(house, POKER)
        limit(guest, "stake", 20_000, period="month")
        limit(guest, "loss", 20_000, period="week")
        limit(guest, "time", 3_600)
        for number in range(5):
            clock.now += 100 * SECOND + number * DAY
            guest.deal(box(500), entropy=f"{number:064x}")
            clock.now += 50 * SECOND
            guest.ask(PlayHand(1))
        guest.stake(box(500))
        limit(guest, "stake", 90_000, period="month")
        before = now(guest)
    with opened(tmp_path, clock=clock) as house:
        after = house.limits_of(guest.id).result(30).limits
        assert {*after.limits} == {*before.limits}
        for period, used in before.used.items():
            assert after.used[period][:3] == used[:3]
            assert abs(after.used[period].played - used.played) < 10  # Each look takes time.
        assert before.used["week"].played > 0
    assert_in_order(tmp_path)


# Time


def test_time_counts_while_somebody_plays_and_pauses_do_not(guest, clock):
    limit(guest, "time", 600)
    for _ in range(2):
        clock.now += 5 * 60 * SECOND  # Just not a pause.
        guest.stake(box(500))
        clock.now += 2 * HOUR
        guest.stake({})
    used = now(guest).used["day"].played
    assert used == pytest.approx(600 * SECOND, abs=20)
    refusal = guest.stake(box(500)).refusal
    assert refusal.code == "limit/time"
    assert "10 min a day" in refusal.message
    assert "06:00 on 16 November 2023 (UTC)" in refusal.message


def test_when_the_time_is_up_bets_that_lie_can_be_taken_back_and_not_dealt(guest, clock):
    guest.stake(box(500))
    limit(guest, "time", 60)
    clock.now += 61 * SECOND
    assert code(guest.deal()) == "limit/time"
    assert code(guest.stake({2: {"ante": 500}})) == "limit/time"
    assert code(guest.stake({})) is None


def test_time_that_goes_over_the_end_of_a_day_is_cut_there(guest, clock):
    limit(guest, "time", 1_000)
    clock.now = START + DAY - 100 * SECOND
    guest.stake(box(500))
    clock.now = START + DAY + 40 * SECOND
    guest.stake({})
    assert now(guest).used["day"].played == pytest.approx(40 * SECOND, abs=10)


def test_what_the_house_does_at_a_table_is_not_its_guests_time(guest, clock):
    guest.stake(box(500))
    limit(guest, "time", 1_000)
    assert now(guest).used["day"].played < 10  # From now on it is kept at hand.
    clock.now += 200 * SECOND
    guest.house.move_bank("cage", guest.table, "fill", 1000).result(30)
    clock.now += 200 * SECOND
    assert now(guest).used["day"].played < 10


def test_five_minutes_of_silence_are_play_and_more_are_none():
    used = Usage(Period(START, START + DAY))
    for silence, played in ((299, 299), (300, 300), (301, 0)):
        now = START + 400 * SECOND + silence * SECOND
        assert used.seen(START + 400 * SECOND, now).played == played * SECOND
    assert used.seen(START - 40 * SECOND, START + 60 * SECOND).played == 60 * SECOND


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 min"), (30, "1 min"), (600, "10 min"), (3600, "1 h"), (5400, "1 h 30 min")],
)
def test_durations_in_words(seconds, words):
    assert duration(seconds) == words


@pytest.mark.parametrize("keeps", [0, 1])
def test_limits_hold_though_little_is_kept_at_hand(tmp_path, clock, monkeypatch, keeps):
    """What is let go of is read from the journal again."""
    monkeypatch.setattr(limit_desk, "MOST_PEOPLE", keeps)
    with opened(tmp_path, clock=clock) as house:
        guests = [Guest(house, POKER, token) for token in "ab"]
        for guest, amount in zip(guests, (2_000, 3_000), strict=True):
            limit(guest, "stake", amount)
        for _ in range(2):
            for guest in guests:
                assert code(guest.stake(box(500))) is None
                assert code(guest.deal()) is None
                guest.decide_all(FoldHand)
        assert [now(guest).used["day"].staked for guest in guests] == [1_000, 1_000]
        assert code(guests[0].stake(box(1_000))) == "limit/stake"
        assert code(guests[1].stake(box(1_000))) is None


# What may be done


def test_the_bounds_are_what_will_be_accepted(guest):
    limit(guest, "loss", 3_300)
    standing = guest.look()
    allowed = allowed_now(standing.table, standing.balance, standing.room)
    most = {bet.wager: bet.ranges[-1][1] for bet in allowed.bets if bet.box == 1}
    assert most["ante"] == 1_500  # Twice, for the Play wager.
    assert most["pair-plus"] == 3_300
    assert code(guest.stake(box(1_500))) is None
    assert code(guest.stake(box(2_000))) == "limit/loss"


def test_nothing_is_offered_to_somebody_who_may_not_bet(guest):
    guest.stake(box(500))
    limit(guest, "loss", 0)
    standing = guest.look()
    allowed = allowed_now(standing.table, standing.balance, standing.room)
    assert {bet.wager: bet.ranges[-1][1] for bet in allowed.bets} == {"ante": 500}
    assert possible(standing.table, allowed, standing.room) == ("stake",)


# Exclusion


def test_an_exclusion_refuses_the_very_next_bet_and_gives_open_ones_back(guest):
    other = Guest(guest.house, "three-card-prime")
    guest.stake(box(500))
    other.stake(box(1000))
    commands = [
        Asked(guest.id, "break", Exclude(7)),
        Asked(guest.id, "next", Ask(guest.table, Stake(box(500)))),
    ]
    replies = guest.house.office.commit(commands)
    assert [code(reply) for reply in replies] == [None, "limit/excluded"]
    assert guest.balance == 100_000
    assert other.look().table.round.boxes == {}


def test_an_exclusion_is_entered_with_its_days_and_answered_to_the_person(guest):
    replies = [guest.house.exclude(guest.id, id, days).result(30) for id, days in EXCLUSIONS]
    assert [reply.person.id for reply in replies] == [guest.id] * 3
    requests = [entry.request for entry in entries_of(guest.house.engine)[-3:]]
    assert requests == [f'{{"command":"exclude","days":{days}}}' for days in (7, 1, "null")]


EXCLUSIONS = (("a", 7), ("b", 1), ("c", None))


def test_an_exclusion_can_be_made_longer_and_never_shorter(guest, clock):
    exclude = guest.house.exclude
    assert code(exclude(guest.id, "1", 7).result(30)) is None
    assert code(exclude(guest.id, "2", 1).result(30)) == "limit/shorter"
    assert code(exclude(guest.id, "3", 30).result(30)) is None
    clock.now += 29 * DAY
    assert code(guest.stake(box(500))) == "limit/excluded"
    clock.now += DAY + SECOND
    assert code(guest.stake(box(500))) is None
    assert code(exclude(guest.id, "4", None).result(30)) is None
    assert code(exclude(guest.id, "5", 180).result(30)) == "limit/shorter"
    clock.now += 5_000 * DAY
    assert "for good" in guest.stake(box(500)).refusal.message


def test_nobody_who_is_excluded_gets_play_money(guest):
    guest.house.exclude(guest.id, "break", 1).result(30)
    reply = guest.house.grant(guest.id, "grant").result(30)
    assert code(reply) == "limit/excluded"


def test_an_exclusion_outlives_a_restart_and_a_clock_that_is_set_back(tmp_path, clock):
    with opened(tmp_path, clock=clock) as house:
        guest = Guest(house, POKER)
        guest.house.exclude(guest.id, "break", 1).result(30)
    clock.now -= 10 * DAY
    with opened(tmp_path, clock=clock) as house:
        guest.house = house
        assert code(guest.stake(box(500))) == "limit/excluded"
        clock.now = START + DAY + HOUR
        assert code(guest.stake(box(500))) is None
    assert_in_order(tmp_path)
