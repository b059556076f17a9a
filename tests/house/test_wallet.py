"""Players with an operator's wallet: their money is here only while it is at the tables."""

import logging
import random
import shutil
import threading
from dataclasses import replace
from itertools import count, pairwise

import pytest

from pitboss.errors import HouseIsStopped, PitbossError
from pitboss.house.backups.back_room import BackRoom
from pitboss.house.backups.backup import back_up
from pitboss.house.backups.lost_key import void_unfinished
from pitboss.house.backups.restore import restore
from pitboss.house.events import (
    GuestExpired,
    Swept,
    WalletCreditDue,
    WalletDebitAsked,
    WalletRolledBack,
)
from pitboss.house.office import errands
from pitboss.house.people.person import hash_of_token
from pitboss.house.records.days import SECOND
from pitboss.house.records.ledger import accounts_of, player, transit
from pitboss.house.tables.practice import Deal, FoldHand, PlayHand, Stake
from pitboss.house.tables.recovery import events_of
from pitboss.house.wallets.wallet import Declined, Unreachable
from pitboss.testing.reference_wallet import ReferenceWallet
from tests.support.houses import (
    ENTROPY,
    EXPIRES_AFTER,
    GAMES,
    PRACTICE,
    Clock,
    Guest,
    assert_in_order,
    balances_of,
    entries_of,
    findings,
    main_of,
    opened,
    settings_of,
    waiting_boxes,
)
from tests.support.serving import wait_until
from tests.support.wallet_trials import (
    FUNDS,
    Crash,
    Player,
    assert_books_agree,
    kill_while_it_plays,
    open_calls,
    play_over_a_bad_line,
    settle_up,
    wait_for_calls,
)
from tests.support.wallets import FaultyWallet

POKER, PICTURES, PRIME = "three-card-poker", "three-pictures", "three-card-prime"


class Scripted(ReferenceWallet):
    """Notes each call, and does with it what a test says: wait, fail before or after, decline."""

    def __init__(self):
        super().__init__()
        self.calls, self.fails, self.first = [], {}, {}  # `first` fails once.
        self.goes = threading.Event()
        self.goes.set()

    def _call(self, name, *arguments):
        self.calls.append(name)
        assert self.goes.wait(30)
        fault = self.first.pop(name, None) or self.fails.get(name)
        if fault == "before":
            raise Unreachable("lost on the way")
        if isinstance(fault, Exception):
            raise fault
        answer = getattr(ReferenceWallet, name)(self, *arguments)
        if fault == "after":
            raise Unreachable("the answer was lost")
        return fault if isinstance(fault, tuple | str) else answer

    def balance(self, *arguments):
        return self._call("balance", *arguments)

    def debit(self, *arguments):
        return self._call("debit", *arguments)

    def credit(self, *arguments):
        return self._call("credit", *arguments)

    def rollback(self, *arguments):
        return self._call("rollback", *arguments)


@pytest.fixture(autouse=True)
def no_long_waits(monkeypatch):
    monkeypatch.setattr(errands, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(errands, "LONGEST_WAIT", 0.02)


@pytest.fixture
def wallet():
    wallet = Scripted()
    wallet.open_account("p-1", 100_000)
    return wallet


@pytest.fixture
def house(tmp_path, wallet):
    with opened(tmp_path, wallet=wallet) as house:
        yield house
        wallet.goes.set()
        wallet.fails.clear()
    assert_in_order(tmp_path)


def money_of(house, seat):
    """What is here: the player's, on the felt, and on its way out."""
    ours = balances_of(house.engine)
    accounts = player(seat.id), accounts_of(seat.table).felt, transit(seat.id)
    return tuple(ours.get(account, 0) for account in accounts)


def events_in(house):
    return [event for entry in entries_of(house.engine, "house") for event in events_of(entry)]


# The way of money


@pytest.mark.parametrize("game", GAMES)
def test_money_is_here_while_it_is_at_risk(house, wallet, game):
    seat, main = Player(house, game=game), main_of(game)
    assert seat.balance == 100_000
    held = 2 if settings_of(game).follow_up else 1
    reply = seat.stake({1: {main: 1000}, 2: {main: 500}})
    assert (reply.refusal, reply.balance) == (None, 98_500)
    assert wallet.balances["p-1"] == 100_000 - 1500 * held
    assert money_of(house, seat) == (1500 * (held - 1), 1500, 0)
    assert seat.stake({2: {main: 500}}).balance == 99_500
    wait_for_calls(house)
    assert wallet.balances["p-1"] == 100_000 - 500 * held
    assert money_of(house, seat) == (500 * (held - 1), 500, 0)
    calls = [e for e in entries_of(house.engine, "house") if e.command_id[:2] in ("de", "cr")]
    assert [entry.request for entry in calls] == [
        f'{{"command":"debit","amount":{1500 * held}}}',
        f'{{"command":"credit","amount":{1000 * held}}}',
    ]
    reply = seat.deal()
    if game in (POKER, PRIME):
        reply = seat.ask(PlayHand(2))
        assert wallet.calls.count("debit") == 1  # The Play wager was covered.
    net = sum(payment.net for payment in reply.standing.table.round.payments)
    assert (reply.balance, reply.standing.session.net) == (100_000 + net, net)
    wait_for_calls(house)
    assert money_of(house, seat) == (0, 0, 0)
    assert wallet.balances["p-1"] == 100_000 + net == house.balance_of(seat.id)
    assert_books_agree(house, wallet.balances, {"p-1": 100_000})


def test_what_a_hand_that_folds_did_not_need_goes_back_at_once(house, wallet):
    seat = Player(house, game=POKER)
    seat.deal({1: {"ante": 1000}, 2: {"ante": 500}})
    assert wallet.balances["p-1"] == 97_000
    seat.ask(FoldHand(2))
    wait_for_calls(house)
    assert (wallet.balances["p-1"], money_of(house, seat)) == (97_500, (1000, 1500, 0))


def test_money_for_one_hand_is_not_bet_at_another_table(house, wallet):
    poker, pictures = Player(house, game=POKER), Player(house, game=PICTURES)
    assert poker.id == pictures.id
    poker.deal({1: {"ante": 5000}})
    assert pictures.deal({1: {"initial": 5000}}).refusal is None
    reply = poker.ask(PlayHand(1))
    assert (reply.refusal, reply.standing.table.round.phase) == (None, "settled")
    assert wallet.calls.count("debit") == 2


def test_what_was_just_won_can_be_bet(tmp_path, wallet):
    """A debit waits for credits on their way to the same wallet."""
    wallet.balances["p-1"] = 1000
    with opened(tmp_path, wallet=wallet) as house:
        seat = Player(house, game=PICTURES)
        seat.stake({1: {"initial": 1000}})
        for step in range(20):
            assert seat.stake({}, f"a{step}").refusal is None
            assert seat.stake({1: {"initial": 1000}}, f"b{step}").refusal is None


# What the wallet is not asked for


@pytest.mark.parametrize(
    "command",
    [
        Stake({1: {"ante": 750}}),
        Stake({9: {"ante": 500}}),
        Deal("no entropy", {1: {"ante": 500}}),
        Deal(ENTROPY, {1: {"pair-plus": 500}, 2: {"ante": 1}}),
        Deal(ENTROPY, {}),
        Deal(ENTROPY),
        PlayHand(1),
    ],
)
def test_a_bet_that_the_table_refuses_is_not_asked_for(house, wallet, command):
    seat = Player(house, game=POKER)
    assert not seat.ask(command).refusal.code.startswith(("wallet/", "money/"))
    assert set(wallet.calls) == {"balance"}


def test_guests_play_on_while_a_wallet_is_slow(house, wallet):
    seat, guest = Player(house, game=PICTURES), Guest(house, PICTURES, "a guest")
    wallet.goes.clear()
    waits = seat.ask_later(Stake({1: {"initial": 500}}))
    assert guest.deal({1: {"initial": 500}}).refusal is None
    assert guest.house.grant(guest.id, "g").result(30).refusal.code == "money/not-due"
    assert not waits.done()
    wallet.goes.set()
    assert waits.result(30).refusal is None


def test_an_operators_player_is_granted_nothing(house):
    seat = Player(house)
    with pytest.raises(PitbossError) as refused:
        house.grant(seat.id, "g").result(30)
    assert refused.value.code == "wallet/no-grants"


def test_a_player_comes_back_as_the_person_that_they_were(house):
    first, again = Player(house), Player(house, sitting="later")
    assert (first.id, first.table) == (again.id, again.table)
    assert first.person.name == "Player p-1"
    assert house.person_with(hash_of_token("p-1 later")).wallet_id == "p-1"
    with pytest.raises(PitbossError, match="letters and digits of one script"):
        house.launch("token", "p-2", "Ada \u0410").result(30)


def test_a_player_who_stays_away_gets_everything_back(tmp_path, wallet):
    clock = Clock()
    with opened(tmp_path, wallet=wallet, clock=clock) as house:
        seat = Player(house, game=POKER)
        seat.stake({1: {"ante": 500}})
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        wait_for_calls(house)
        assert wallet.balances["p-1"] == 100_000
        kinds = [type(event) for event in events_in(house)]
        assert (kinds.count(GuestExpired), kinds.count(Swept)) == (1, 0)
        assert Player(house, sitting="new").id != seat.id
    assert_in_order(tmp_path)


def test_what_a_hand_out_of_time_did_not_need_goes_back(tmp_path, wallet):
    settings = replace(PRACTICE, timers=PRACTICE.timers._replace(decision=30))
    clock = Clock()
    with opened(tmp_path, wallet=wallet, clock=clock, settings=settings) as house:
        seat = Player(house, game=POKER)
        seat.deal({1: {"ante": 500}})
        clock.now += 31 * SECOND
        (timed_out,) = house.tick().result(30).timed_out
        assert timed_out.standing.table.round.phase == "settled"
        assert (timed_out.balance, timed_out.standing.has_wallet) == (99_500, True)
        wait_for_calls(house)
        assert (wallet.balances["p-1"], money_of(house, seat)) == (99_500, (0, 0, 0))
    assert_in_order(tmp_path)


def test_a_players_own_limit_holds_before_the_wallet_is_asked(house, wallet):
    seat = Player(house, game=POKER)
    house.set_limit(seat.id, "limit", "stake", "day", 1_500).result(30)
    refused = seat.stake({1: {"ante": 1_000}})  # The Play wager would follow.
    assert refused.refusal.code == "limit/stake"
    assert not any(isinstance(event, WalletDebitAsked) for event in events_in(house))
    assert seat.stake({1: {"ante": 500}}).refusal is None


def test_a_player_who_takes_a_break_gets_their_bets_back(tmp_path, wallet):
    clock = Clock()
    with opened(tmp_path, wallet=wallet, clock=clock) as house:
        seat = Player(house, game=POKER)
        seat.stake({1: {"ante": 500}})
        house.exclude(seat.id, "break", None).result(30)
        wait_for_calls(house)
        assert (wallet.balances["p-1"], money_of(house, seat)) == (100_000, (0, 0, 0))
        assert seat.stake({1: {"ante": 500}}).refusal.code == "limit/excluded"
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        again = Player(house, game=POKER, sitting="later")  # However long they stay away.
        assert again.id == seat.id
        assert again.ask(Stake({1: {"ante": 500}}), "later").refusal.code == "limit/excluded"
        house.sign_out(seat.id, hash_of_token("p-1 later")).result(30)
        assert house.person_with(hash_of_token("p-1 later")) is None
    assert_in_order(tmp_path)


# No, and no answer


def test_a_declined_debit_refuses_the_command(house, wallet):
    seat = Player(house, game=POKER)
    refused = seat.stake({1: {"ante": 50_000}, 2: {"ante": 500}}, "a")
    assert refused.refusal.code == "wallet/declined"
    assert refused.refusal.message == (
        "This takes $1,010.00 from your wallet, which does not have it: bet less."
    )
    again = seat.stake({1: {"ante": 50_000}, 2: {"ante": 500}}, "a")
    assert (again.is_repeated, again.refusal) == (True, refused.refusal)
    wallet.fails["debit"] = Declined("self-excluded")
    assert "(self-excluded)" in seat.stake({1: {"ante": 500}}).refusal.message
    assert (wallet.balances["p-1"], money_of(house, seat)) == (100_000 - 1000, (0, 0, 0))


def test_no_wallet_is_asked_where_its_refusal_may_not_be_written(house, wallet):
    """Each debit that is declined is three entries. Hands that are dealt need none."""
    seat = Player(house, game=POKER)
    seat.stake({1: {"ante": 500}})

    def unwritten(id, command):
        return house.ask(seat.id, seat.table, id, command, writes_refusal=False).result(30)

    before = entries_of(house.engine)
    wallet.calls.clear()
    with pytest.raises(PitbossError) as refused:
        unwritten("more", Stake({1: {"ante": 1000}}))
    assert refused.value.code == "rate/refusals"
    assert (entries_of(house.engine), wallet.calls) == (before, [])
    for id, command in (("deal", Deal(ENTROPY)), ("play", PlayHand(1))):
        assert unwritten(id, command).refusal is None
    assert seat.stake({1: {"ante": 1000}}, "more").refusal is None


@pytest.mark.parametrize("fault", ["before", "after", RuntimeError("a bug"), "junk"])
def test_a_debit_without_an_answer_is_rolled_back(house, wallet, fault, caplog):
    caplog.set_level(logging.CRITICAL)
    seat = Player(house, game=POKER)
    wallet.fails["debit"] = fault
    reply = seat.stake({1: {"ante": 500}}, "a")
    assert reply.refusal.code == "wallet/unreachable"
    assert seat.stake({1: {"ante": 500}}, "a").refusal == reply.refusal
    wait_for_calls(house)
    assert (wallet.balances["p-1"], money_of(house, seat)) == (100_000, (0, 0, 0))
    (ended,) = [event for event in events_in(house) if isinstance(event, WalletRolledBack)]
    wallet.fails.clear()
    late = ReferenceWallet.debit(wallet, "p-1", 1000, ended.reference)
    assert isinstance(late, Declined)  # It arrives after all.
    assert seat.stake({1: {"ante": 500}}).refusal is None


def test_rollbacks_and_credits_are_repeated_until_they_are_acknowledged(house, wallet):
    seat = Player(house, game=PICTURES)
    wallet.fails = {"debit": "after", "rollback": "after"}
    seat.stake({1: {"initial": 500}})
    wait_until(lambda: wallet.calls.count("rollback") > 3)
    assert len(open_calls(house)) == 1
    wallet.fails = {"credit": "after"}
    wait_for_calls(house)
    seat.stake({1: {"initial": 500}})
    seat.stake({})
    wait_until(lambda: wallet.calls.count("credit") > 3)
    assert money_of(house, seat) == (0, 0, 500)
    wallet.fails = {}
    wait_for_calls(house)
    assert wallet.balances["p-1"] == 100_000


def test_a_declined_credit_stays_in_transit(house, wallet, caplog):
    seat = Player(house, game=PICTURES)
    seat.stake({1: {"initial": 500}})
    wallet.fails["credit"] = Declined("account-closed")
    seat.stake({})
    wait_until(lambda: wallet.calls.count("credit") > 2)
    assert "declined the credit of 500" in caplog.text
    assert money_of(house, seat) == (0, 0, 500)
    counts = assert_in_order(house.folder)
    assert counts.in_transit == 500


# Meanwhile


def test_a_command_repeated_while_it_waits_counts_once(house, wallet):
    seat = Player(house, game=PICTURES)
    wallet.goes.clear()
    stake = Stake({1: {"initial": 500}})
    waiting = [seat.ask_later(stake, "a") for _ in range(3)]
    other = seat.ask_later(Stake({1: {"initial": 1000}}), "a")
    with pytest.raises(PitbossError, match="Another command"):
        other.result(30)
    wallet.goes.set()
    replies = [waits.result(30) for waits in waiting]
    assert [reply.refusal for reply in replies] == [None] * 3
    assert wallet.calls.count("debit") == 1
    assert seat.ask(stake, "a").is_repeated
    assert wallet.balances["p-1"] == 99_500


def test_bets_that_change_meanwhile_are_placed_again(house, wallet):
    seat = Player(house, game=POKER)
    seat.stake({1: {"ante": 500}})
    wallet.goes.clear()
    waits = seat.ask_later(Stake({1: {"ante": 1000}}))
    assert seat.stake({}).refusal is None
    wallet.goes.set()
    assert waits.result(30).refusal.code == "wallet/changed"
    wait_for_calls(house)
    assert (wallet.balances["p-1"], money_of(house, seat)) == (100_000, (0, 0, 0))


def test_bets_that_come_too_late_are_refused_by_the_table(house, wallet):
    seat = Player(house, game=POKER)
    seat.stake({1: {"ante": 500}})
    wallet.goes.clear()
    waits = seat.ask_later(Stake({1: {"ante": 1000}}))
    assert seat.deal().refusal is None
    wallet.goes.set()
    assert waits.result(30).refusal.code == "rule/late-bet"
    wait_for_calls(house)
    assert (wallet.balances["p-1"], money_of(house, seat)) == (99_000, (500, 500, 0))


def test_a_table_that_stops_keeps_no_money(house, wallet, monkeypatch, caplog):
    seat = Player(house, game=PICTURES)
    caplog.set_level(logging.CRITICAL)
    with monkeypatch.context() as broken:
        broken.setattr("pitboss.house.tables.practice.Turn.deal", lambda *_: 1 / 0)
        with pytest.raises(PitbossError, match="has stopped"):
            seat.deal({1: {"initial": 500}})
    wait_for_calls(house)
    assert (wallet.balances["p-1"], money_of(house, seat)) == (100_000, (0, 0, 0))


def test_rounds_that_are_void_for_want_of_a_key_go_back_to_the_wallet(place, wallet):
    with opened(**place, wallet=wallet) as house:
        seat = Player(house, game=POKER)
        seat.deal({1: {"ante": 500}})
    (place["folder"] / "key").unlink()
    with BackRoom(**place, clock=Clock(), randomness=random.Random(5).randbytes) as room:
        voided = void_unfinished(room, "the disk is gone")
    assert (voided.rounds, voided.returned) == (1, 500)
    assert assert_in_order(**place).in_transit == 1000  # With what the Play wager would have taken.
    with opened(**place, seed=2, wallet=wallet) as house:
        wait_for_calls(house)
        assert wallet.balances["p-1"] == 100_000
        assert seat.person.name == Player(house, sitting="again").person.name
    assert_in_order(**place)


# Opening again


def test_a_house_that_closes_goes_on_where_it_stopped(place, wallet):
    wallet.fails = {"credit": "before"}
    with opened(**place, wallet=wallet) as house:
        seat = Player(house, game=PICTURES)
        seat.stake({1: {"initial": 500}})
        seat.stake({})
        wallet.fails |= {"debit": "after", "rollback": "before"}
        assert seat.stake({1: {"initial": 700}}).refusal.code == "bet/increment"
        assert seat.stake({1: {"initial": 1500}}).refusal.code == "wallet/unreachable"
        assert {call.kind: call.amount for call in open_calls(house)} == {
            "credit": 500, "debit": 1500,
        }  # fmt: skip
    assert_in_order(**place)
    wallet.fails.clear()
    with opened(**place, seed=1, wallet=wallet) as house:
        wait_for_calls(house)
        assert wallet.balances["p-1"] == 100_000
    assert_in_order(**place)


def test_a_command_that_waits_when_the_house_closes_is_not_lost(tmp_path, wallet):
    """The call that is being made is finished, and so is its command."""
    house = opened(tmp_path, wallet=wallet)
    seat = Player(house, game=PICTURES)
    wallet.goes.clear()
    waits = seat.ask_later(Stake({1: {"initial": 500}}))
    wait_until(lambda: "debit" in wallet.calls)
    closing = threading.Thread(target=house.close)
    closing.start()
    wallet.goes.set()
    closing.join(30)
    assert waits.result(30).refusal is None
    assert wallet.balances["p-1"] == 99_500
    assert_in_order(tmp_path)


def test_a_call_that_is_not_made_when_the_house_closes_is_rolled_back(tmp_path, wallet):
    house = opened(tmp_path, wallet=wallet)
    seat = Player(house, game=PICTURES)
    house.cashier.stop()
    waits = seat.ask_later(Stake({1: {"initial": 500}}), "a")
    wait_until(lambda: len(open_calls(house)) == 1)
    house.close()
    with pytest.raises(HouseIsStopped):
        waits.result(30)
    with opened(tmp_path, seed=1, wallet=wallet) as house:
        wait_for_calls(house)
        seat.house = house
        assert (wallet.balances["p-1"], wallet.calls.count("rollback")) == (100_000, 1)
        assert seat.stake({1: {"initial": 500}}, "a").refusal is None
    assert_in_order(tmp_path)


def test_a_house_that_opens_without_its_wallet(tmp_path, wallet):
    with opened(tmp_path, wallet=wallet) as house:
        seat = Player(house, game=POKER)
        seat.deal({1: {"ante": 500}})
    with opened(tmp_path, seed=1) as house:
        seat.house = house
        reply = seat.ask(PlayHand(1))  # What is here can be played to its end.
        assert reply.standing.table.round.phase == "settled"
        assert seat.stake({1: {"ante": 500}}).refusal.code == "wallet/unreachable"
        here = money_of(house, seat)
        assert here[:2] == (0, 0)
    assert_in_order(tmp_path)
    with opened(tmp_path, seed=2, wallet=wallet) as house:
        wait_for_calls(house)
        assert wallet.balances["p-1"] == 99_000 + here[2]
        assert_books_agree(house, wallet.balances, {"p-1": 100_000})


def test_a_house_is_restored_to_any_moment_with_the_calls_that_were_open_then(tmp_path, wallet):
    """The wallet knows what came later, and every call that is made again by its reference."""
    clock, commits = Clock(), []
    with opened(tmp_path / "house", wallet=wallet, clock=clock) as house:
        seat = Player(house, game=POKER)
        seat.deal({1: {"ante": 500}})
        seat.decide_all()
        wallet.first["debit"] = "after"
        assert seat.stake({1: {"ante": 1000}}).refusal.code == "wallet/unreachable"
        seat.stake({1: {"ante": 500}})
        wait_for_calls(house)
        times = [entry.time for entry in entries_of(house.engine)]
        commits = [at for at, pair in enumerate(pairwise([*times, 0]), 1) if pair[0] != pair[1]]
    back_up(tmp_path / "house", tmp_path / "backup.zip", clock.now)
    were_open = set()
    for entry in commits:
        folder = tmp_path / f"at {entry}"
        restore(tmp_path / "backup.zip", folder, entry=entry, clock=clock)
        shutil.copy(tmp_path / "house" / "key", folder / "key")
        assert_in_order(folder)
        with opened(folder, seed=entry, wallet=wallet, clock=clock) as house:
            were_open |= {call.kind for call in house.office.wallets.calls.open.values()}
            wait_for_calls(house)
        assert_in_order(folder)
    assert len(commits) >= 8  # Answers of the wallet may share a commit.
    assert were_open == {"debit", "credit"}


def scenario(house, sitting="", crash=None):
    """A hand from coming in to being paid, whatever was done of it before."""
    seat = Player(house, game=POKER, sitting=sitting)
    for attempt in range(3):
        if seat.look().table.round.number == 0:
            seat.deal({1: {"ante": 500}, 2: {"ante": 500}}, id=f"deal-{sitting}{attempt}")
    for box in waiting_boxes(seat.round):
        assert seat.ask(PlayHand(box), f"play-{sitting}{box}").refusal is None
    wait_for_calls(house, crash)
    return seat


STRIDE = 5  # `make torture` has every point.


@pytest.mark.parametrize("fault", [None, "before", "after"])
def test_a_house_may_die_at_any_point(tmp_path, fault, caplog):
    """Before and after every commit and every call; the first call of each kind may fail, too."""
    caplog.set_level(logging.CRITICAL)
    assert die_at_points(tmp_path, fault, STRIDE) > 20


def die_at_points(tmp_path, fault, stride):
    """A house dies at each of its points, or at every `stride`th; the number of points."""
    for at in count(1, stride):
        crash, wallet, folder = Crash(at), Scripted(), tmp_path / str(at)
        wallet.open_account("p-1", FUNDS)
        wallet.first = dict.fromkeys(("debit", "credit", "rollback"), fault)
        house = opened(folder, wallet=crash.wallet(wallet))
        crash.watch(house)
        try:
            scenario(house, crash=crash)
        except (HouseIsStopped, AssertionError):
            assert crash.is_over
        finally:
            house.close()
        assert_in_order(folder)
        with opened(folder, seed=1, wallet=wallet) as house:
            assert scenario(house, "again").round.phase == "settled"
            assert_books_agree(house, wallet.balances, {"p-1": FUNDS})
        assert_in_order(folder)
        if not crash.is_over:
            break
    return at


# Over a bad line


@pytest.mark.parametrize("seed", [1, 2])
def test_books_agree_after_play_over_a_bad_line(place, seed, caplog):
    caplog.set_level(logging.CRITICAL)
    wallet = FaultyWallet(seed)
    refusals, died = play_over_a_bad_line(place, wallet, 48, seed)
    assert died
    counts = settle_up(place, wallet, dict.fromkeys(wallet.inner.balances, FUNDS))
    assert counts.rounds > 20
    assert {None, "wallet/unreachable"} <= {*refusals}
    assert {"lost", "late", "unanswered", "twice", "slow", "fault", "declined"} <= {*wallet.faults}
    assert counts.in_transit == 0


def test_books_agree_after_a_kill(tmp_path):
    counts, said = kill_while_it_plays(tmp_path, 2)
    assert said["done"] > 5
    assert counts.in_transit == 0


# Verification


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ("DELETE FROM wallet_calls", "not in the list of calls"),
        ("UPDATE wallet_calls SET amount = amount + 1", "does not have it as one that is open"),
        ("UPDATE wallet_calls SET kind = 'refund'", "does not have it as one that is open"),
        ("UPDATE people SET wallet_id = 'p-2'", "Their wallet is p-2"),
        ("UPDATE people SET name = 'Eve'", "They are Eve, and came in as Player p-1"),
    ],
)
def test_what_is_wrong_with_wallets_is_found(tmp_path, wallet, edit, says):
    with opened(tmp_path, wallet=wallet) as house:
        seat = Player(house, game=PICTURES)
        seat.stake({1: {"initial": 500}})
        wallet.fails["credit"] = "before"
        seat.stake({})
        assert_in_order(tmp_path)
        with house.engine.begin() as connection:
            connection.exec_driver_sql(edit)
        problems, _ = findings(tmp_path)
        assert any(says in problem.says for problem in problems), problems


def test_money_that_is_not_paid_out_is_found(tmp_path, wallet, monkeypatch):
    with opened(tmp_path, wallet=wallet) as house:
        seat = Player(house, game=PICTURES)
        seat.stake({1: {"initial": 500}})
        monkeypatch.setattr(house.office.wallets, "pay_out", lambda *_: None)
        seat.stake({})
    (problem,), _ = findings(tmp_path)
    assert problem.says == "They have $5.00 here, and their hands need $0.00."


def test_every_credit_has_a_reference_of_its_own(house):
    seat = Player(house, game=PICTURES)
    for step in range(5):
        seat.stake({1: {"initial": 500}}, f"a{step}")
        seat.stake({}, f"b{step}")
    due = [event.reference for event in events_in(house) if isinstance(event, WalletCreditDue)]
    assert len(due) == len(set(due)) == 5
