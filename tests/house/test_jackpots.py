"""Jackpots that several tables and games' tables play for: who pays what, and when terms change."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from pitboss.cards.deck import number
from pitboss.house.events import (
    JackpotOpened,
    JackpotTermsChanged,
    MeterCharged,
    MeterFunded,
    MeterLinked,
)
from pitboss.house.records.ledger import CAGE, Account, accounts_of, meter, player
from pitboss.house.settings.house_settings import BANK, METER, Jackpot, Terms
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables.practice import PlayHand
from pitboss.house.tables.shuffle import deck
from pitboss.play import Settled
from tests.support.houses import (
    PRACTICE,
    Clock,
    Guest,
    assert_in_order,
    balances_of,
    entries_of,
    events_in,
    findings,
    opened,
)

POKER = "three-card-poker"
BEST = frozenset(number(card) for card in ("As", "Ks", "Qs"))
BETS = {2: {"ante": 500, "progressive": 250}}
RESET = 800_000
TERMS = Terms(RESET, "1/4")


def linked(terms=TERMS, is_shared=True):
    """The practice house with two kinds of poker tables that play for one jackpot."""
    poker = PRACTICE.offer(POKER)._replace(jackpot="city")
    high = poker._replace(key="poker-high", title="Three Card Poker, high")
    offers = {**PRACTICE.offers, POKER: poker, "poker-high": high}
    return replace(PRACTICE, offers=offers, jackpots={"city": Jackpot("city", terms, is_shared)})


def entropy_for(guest, is_wanted):
    """The player's randomness that deals the first box a hand like this; the seed is known here."""
    table = guest.look().table
    for guess in range(600_000):
        entropy = guess.to_bytes(32, "big")
        cards = deck(
            table.seed.secret, entropy, table.id, table.seed.round, table.setup.fingerprint
        )
        if is_wanted(cards[:3]):
            return entropy.hex()
    raise AssertionError("no such deal")


def is_best(cards):
    return frozenset(cards) == BEST


def of_kind(events, kind):
    return [event for event in events if isinstance(event, kind)]


def hit(guest):
    """Play a round that takes the whole meter; what it was settled with."""
    guest.deal(BETS, entropy_for(guest, is_best))
    return of_kind(guest.ask(PlayHand(2)).events, Settled)[0]


def test_tables_share_one_meter(place):
    with opened(**place, settings=linked()) as house:
        one, two = Guest(house, POKER, "one"), Guest(house, "poker-high", "two")
        assert of_kind(events_in(house, "house"), JackpotOpened) == [JackpotOpened("city", *TERMS)]
        assert balances_of(house.engine)[CAGE] == -RESET
        for guest in (one, two):
            assert guest.look().meter == RESET
            assert accounts_of(guest.table).meter not in balances_of(house.engine)
        one.deal(BETS)
        held = RESET + 62  # A quarter of the price, and the half cent is the house's.
        assert one.look().meter == two.look().meter == held
        two.deal(BETS)
        assert one.look().meter == held + 62
        with house.reading.connect() as connection:
            jackpots = connection.execute(sa.select(TABLES.c.jackpot)).scalars().all()
        assert jackpots == ["city", "city"]
    assert_in_order(**place)
    with opened(**place, settings=linked()) as house:
        one.house = house
        assert one.look().meter == held + 62
    assert_in_order(**place)


def test_two_hits_at_once_are_paid_in_the_order_of_their_commit(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock, settings=linked()) as house:
        one, two = Guest(house, POKER, "one"), Guest(house, "poker-high", "two")
        for guest in (one, two):
            guest.deal(BETS, entropy_for(guest, is_best))
        held = RESET + 124
        clock.hold()
        house.sweep()
        assert clock.asked.wait(30)
        replies = [guest.ask_later(PlayHand(2)) for guest in (one, two)]
        clock.release()
        first, second = (of_kind(reply.result(30).events, Settled)[0] for reply in replies)
        times = {entry.time for entry in entries_of(house.engine)[-2:]}
        assert len(times) == 1  # One commit.
        paid = [
            sum(payment.from_meter for payment in settled.payments) for settled in (first, second)
        ]
        assert paid == [held, RESET]
        assert balances_of(house.engine)[meter("city")] == RESET
    assert_in_order(tmp_path)


def test_changed_terms_wait_for_the_next_hit(place):
    with opened(**place, settings=linked()) as house:
        one, two = Guest(house, POKER, "one"), Guest(house, "poker-high", "two")
        changed = Terms(900_000, "1/2")
        house.adopt(linked(changed)).result(30)
        one.deal(BETS)
        assert one.look().meter == RESET + 62  # As before.
        one.decide_all()
        hit(two)
        assert of_kind(events_in(house, "house"), JackpotTermsChanged) == [
            JackpotTermsChanged("city", *changed)
        ]
        assert two.look().meter == 900_000  # The reset that had waited.
        entries = [e for e in entries_of(house.engine, "house") if "jackpot-" in e.command_id]
        assert [e.request for e in entries] == ['{"command":"jackpot","jackpot":"city"}'] * 2
        assert [e.command_id for e in entries] == [f"jackpot-city-{e.sequence}" for e in entries]
        one.deal(BETS)
        assert one.look().meter == 900_125
        assert one.round.setup.contribution == changed.share
    assert_in_order(**place)


def test_terms_of_a_meter_of_ones_own_wait_for_its_hit(tmp_path):
    own = linked(Terms(500_000, "1/5"), is_shared=False)
    with opened(tmp_path, settings=own) as house:
        one, two = Guest(house, POKER, "one"), Guest(house, POKER, "two")
        house.adopt(linked(Terms(600_000, "1/2"), is_shared=False)).result(30)
        hit(one)
        one.deal(BETS)
        two.deal(BETS)
        assert (one.look().meter, two.look().meter) == (600_125, 500_050)
        late = Guest(house, POKER, "three")
        late.deal(BETS)
        assert late.look().meter == 600_125
    assert_in_order(tmp_path)


def is_straight(cards):
    """A straight that is no straight flush: a fixed prize of $15."""
    ranks = sorted(card // 4 for card in cards)
    suits = {card % 4 for card in cards}
    return ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2] and len(suits) > 1


@pytest.mark.parametrize("payer", [BANK, METER])
def test_who_funds_the_fixed_prizes(tmp_path, payer):
    with opened(tmp_path, settings=linked(TERMS._replace(fixed_pays=payer))) as house:
        guest = Guest(house, POKER)
        guest.deal(BETS, entropy_for(guest, is_straight))
        reply = guest.ask(PlayHand(2))
        (settled,) = of_kind(reply.events, Settled)
        (prize,) = [p for p in settled.payments if p.wager == "progressive"]
        assert (prize.row, prize.from_meter) == ("straight", 0)
        paid = prize.stake + prize.net
        charged = [event.amount for event in of_kind(reply.events, MeterCharged)]
        assert charged == ([paid] if payer == METER else [])
        assert guest.look().meter == RESET + 62 - sum(charged)
        assert not of_kind(reply.events, MeterFunded)  # Nobody hit the jackpot itself.
    assert_in_order(tmp_path)


def test_a_meter_funds_no_more_than_it_holds(tmp_path):
    poor = Terms(100, "0", fixed_pays=METER)
    with opened(tmp_path, settings=linked(poor)) as house:
        guest = Guest(house, POKER)
        guest.deal(BETS, entropy_for(guest, is_straight))
        reply = guest.ask(PlayHand(2))
        assert [event.amount for event in of_kind(reply.events, MeterCharged)] == [100]
        assert guest.look().meter == 0
    assert_in_order(tmp_path)


def test_what_a_meter_of_ones_own_held_goes_along_to_a_shared_jackpot(place):
    with opened(**place) as house:
        guest = Guest(house, POKER)
        guest.deal(BETS)
        held = guest.look().meter
        house.adopt(linked()).result(30)
        assert guest.look().meter == held  # The round is finished first.
        guest.decide_all()
        assert guest.look().meter == RESET + held
        assert of_kind(events_in(house, guest.table), MeterLinked) == [MeterLinked("city", held)]
        assert balances_of(house.engine)[accounts_of(guest.table).meter] == 0
        house.adopt(PRACTICE).result(30)
        assert guest.look().meter == 500_000  # Its own again; the city's stays where it is.
        assert balances_of(house.engine)[meter("city")] == RESET + held
    assert_in_order(**place)


def test_an_expired_hand_keeps_its_part_in_the_jackpot(tmp_path):
    """A fold does not end eligibility: the price was paid (3.16)."""
    clock = Clock()
    with opened(tmp_path, clock=clock, settings=linked()) as house:
        guest = Guest(house, POKER)
        guest.deal(BETS, entropy_for(guest, is_best))
        clock.now += 31 * 86_400 * 1_000_000
        house.sweep().result(30)
        assert balances_of(house.engine)[meter("city")] == RESET
        (settled,) = of_kind(events_in(house, guest.table), Settled)
        assert sum(p.from_meter for p in settled.payments) == RESET + 62
        assert balances_of(house.engine)[player(guest.id)] == 0  # Swept with the guest.
    assert_in_order(tmp_path)


def test_a_round_under_other_terms_than_the_jackpots_is_found(tmp_path):
    with opened(tmp_path, settings=linked()) as house:
        guest = Guest(house, POKER)
        house.office.rule._terms["city"] = TERMS._replace(contribution="1/3")  # By nobody's say.
        guest.deal(BETS)
    problems, _ = findings(tmp_path)
    assert any("by other terms than its own" in problem.says for problem in problems)


def test_the_meter_never_lends(tmp_path):
    with opened(tmp_path, settings=linked()) as house:
        guest = Guest(house, POKER)
        hit(guest)
        assert all(
            amount >= 0
            for account, amount in balances_of(house.engine).items()
            if account.kind in ("meter", "player", "felt")
        )
        assert balances_of(house.engine)[Account("bank", guest.table)] < 0
