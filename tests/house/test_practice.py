"""The practice table: one click is one command, all or nothing, in every game."""

from itertools import count

import pytest

from pitboss.cards.deck import number
from pitboss.house.events import MeterFunded
from pitboss.house.people.person import readable_id
from pitboss.house.records.ledger import accounts_of, player
from pitboss.house.tables.practice import (
    FoldHand,
    PlayHand,
    Stake,
    allowed_now,
    possible,
)
from pitboss.house.tables.shuffle import deck
from pitboss.play import Dealt, HandExamined, HandReturned, Settled
from tests.support.houses import (
    GAMES,
    METER_RESET,
    Clock,
    Guest,
    House,
    assert_in_order,
    balances_of,
    entries_of,
    main_of,
    settings_of,
    waiting_boxes,
    watch_commits,
)

POKER, PRIME, PICTURES, LUCKY = (
    "three-card-poker", "three-card-prime", "three-pictures", "lucky-three-pictures",
)  # fmt: skip


def happened(reply, kind):
    return [event for event in reply.events if isinstance(event, kind)]


def felt(guest):
    return balances_of(guest.house.engine).get(accounts_of(guest.table).felt, 0)


@pytest.fixture
def commits(house):
    """How many transactions were committed so far."""
    counted = []
    watch_commits(house, lambda: counted.append(1))
    return counted


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_from_the_first_chip_to_the_end(house, commits, game):
    guest = Guest(house, game)
    main, before = main_of(game), len(commits)
    assert guest.stake({1: {main: 1000}, 2: {main: 500}}).balance == 98_500
    assert guest.stake({2: {main: 1500}}).balance == 98_500  # Box 1 is taken back, box 2 raised.
    assert guest.stake({1: {main: 500}, 2: {main: 1000}}).balance == 98_500
    assert felt(guest) == 1500
    asked = [guest.deal()]
    while boxes := waiting_boxes(asked[-1].standing.table.round):
        asked.append(guest.ask(PlayHand(boxes[0])))
    round = asked[-1].standing.table.round
    assert round.phase == "settled"
    assert len(asked) == (3 if settings_of(game).follow_up else 1)
    assert asked[-1].balance == 100_000 + sum(payment.net for payment in round.payments)
    assert felt(guest) == 0
    # Each click is one entry and one commit, and nothing else is.
    entries = entries_of(house.engine, guest.table)
    assert [entry.command_id for entry in entries] == [
        "sit", *(f"c{i + 1}" for i in range(3 + len(asked)))
    ]  # fmt: skip
    assert len(commits) - before == 3 + len(asked)
    assert_in_order(house.folder)


@pytest.mark.parametrize("game", GAMES)
def test_the_stakes_may_come_with_the_deal(house, game):
    guest = Guest(house, game)
    reply = guest.deal({2: {main_of(game): 500}})
    assert reply.refusal is None
    assert reply.standing.table.round.phase == (
        "examining" if game in (POKER, PRIME) else "settled"
    )
    guest.decide_all(FoldHand)
    assert guest.deal({1: {main_of(game): 500}}).refusal is None
    assert guest.round.number == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_stake_is_placed_whole_or_not_at_all(house, game):
    guest, main = Guest(house, game), main_of(game)
    guest.stake({1: {main: 500}})
    for wrong in (
        {1: {main: 1000}, 3: {main: 750}},
        {2: {main: 500}, 4: {main: 500}},
        {2: {main: 500}, 3: {main: 50_500}},
        {2: {main: 500}, 3: {"no-such-wager": 500}},
    ):
        for ask in (guest.stake, guest.deal):
            reply = ask(wrong)
            assert reply.refusal is not None
            assert (reply.balance, reply.events) == (99_500, ())
            stakes = {n: box.stakes for n, box in reply.standing.table.round.boxes.items()}
            assert stakes == {1: {guest.id: {main: 500}}}
    assert felt(guest) == 500


@pytest.mark.parametrize("game", [POKER, PRIME])
def test_a_stake_leaves_enough_for_the_play_wager(house, game):
    guest = Guest(house, game)
    assert guest.stake({1: {"ante": 50_000}}).refusal is None
    reply = guest.stake({1: {"ante": 50_000}, 2: {"ante": 500}})
    assert reply.refusal.code == "money/play-not-covered"
    assert reply.refusal.message == "This leaves $10.00 too little for the Play wager: bet less."
    side = "pair-plus" if game == POKER else "pair-bonus"
    assert guest.stake({1: {"ante": 50_000, side: 100}}).refusal.code == "money/play-not-covered"
    assert guest.deal().refusal is None
    assert guest.ask(PlayHand(1)).refusal is None


def test_nobody_bets_more_than_they_have(house):
    guest = Guest(house, PICTURES)
    reply = guest.stake({box: {"initial": 50_000} for box in (1, 2, 3)})
    assert reply.refusal.code == "money/balance"
    assert reply.refusal.message == "You have $1,000.00, and that is not enough: bet less."
    assert (reply.balance, felt(guest)) == (100_000, 0)
    assert guest.stake({box: {"initial": 50_000} for box in (1, 2)}).balance == 0


def test_money_on_one_table_is_not_on_another(house):
    one, two = Guest(house, PICTURES), Guest(house, LUCKY)
    assert one.id == two.id
    one.stake({1: {"initial": 50_000}, 2: {"initial": 30_000}})
    assert two.stake({1: {"initial": 20_500}}).refusal.code == "money/balance"
    assert two.stake({1: {"initial": 20_000}}).balance == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_person_sits_at_one_box_and_looks_at_the_others_where_the_rulebook_lets_them(house, game):
    """Lucky 3.10: who bets on several boxes examines one hand only."""
    guest, main = Guest(house, game), main_of(game)
    reply = guest.deal({box: {main: 500} for box in (1, 2, 3)})
    boxes = reply.standing.table.round.boxes
    assert [boxes[box].seated for box in (1, 2, 3)] == [guest.id, None, None]
    looked = [event.box for event in happened(reply, HandExamined)]
    assert looked == ([1] if game == LUCKY else [1, 2, 3])
    returned_by = [(event.box, event.by.id) for event in happened(reply, HandReturned)]
    if game == LUCKY:  # The table hands back what nobody has looked at.
        assert returned_by == [(1, guest.id), (2, "table"), (3, "table")]
    else:
        decides = game in ("three-card-poker", "three-card-prime")
        assert returned_by == ([] if decides else [(box, guest.id) for box in (1, 2, 3)])


def test_the_seat_goes_along_when_its_box_is_left(house):
    guest = Guest(house, LUCKY)
    guest.stake({1: {"initial": 500}})
    boxes = guest.stake({3: {"initial": 500}}).standing.table.round.boxes
    assert {box: state.seated for box, state in boxes.items()} == {3: guest.id}


def test_pair_plus_alone_goes_through(house):
    guest = Guest(house, POKER)
    reply = guest.deal({2: {"pair-plus": 500}})
    assert reply.standing.table.round.phase == "settled"
    assert [payment.wager for payment in reply.standing.table.round.payments] == ["pair-plus"]


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_dealt_to_boxes_with_a_bet(house, game):
    (dealt,) = happened(Guest(house, game).deal({2: {main_of(game): 500}}), Dealt)
    assert [where for where, _ in dealt.hands if where != "fourth"] == [2, "dealer"]


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_said_once(house, game):
    guest = Guest(house, game)
    first = guest.deal({2: {main_of(game): 500}}, id="d")
    again = guest.deal({2: {main_of(game): 500}}, id="d")
    assert (again.is_repeated, again.refusal) == (True, None)
    assert again.standing == first.standing
    assert guest.deal().refusal is not None  # Another one: nothing lies there, or it is dealt.


@pytest.mark.parametrize("entropy", ["", "ab" * 31, "ab" * 33, "AB" * 32, "zz" * 32, "é" * 64])
def test_the_players_randomness_is_32_bytes(house, entropy):
    guest = Guest(house, POKER)
    reply = guest.deal({2: {"ante": 500}}, entropy)
    assert reply.refusal.code == "shuffle/entropy"
    assert (reply.balance, guest.round.phase) == (100_000, "idle")


def test_a_hand_that_is_decided_is_not_decided_again(house):
    guest = Guest(house, POKER)
    guest.deal({1: {"ante": 500}, 2: {"ante": 500}})
    assert guest.ask(PlayHand(1)).balance == 98_500
    assert guest.ask(PlayHand(1)).refusal is not None
    assert guest.ask(FoldHand(1)).refusal is not None
    assert guest.ask(PlayHand(3)).refusal is not None
    assert guest.stake({1: {"ante": 500}}).refusal.code == "rule/late-bet"
    assert guest.balance == 98_500


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_accepted(house, game):
    """Bounds are lowered to the money that is there, the Play wager covered."""
    guest, main = Guest(house, game), main_of(game)
    for held in ({}, {1: {main: 500}}, {1: {main: 30_000}, 2: {main: 500}}):
        guest.stake(held)
        standing = guest.look()
        may = allowed_now(standing.table, standing.balance)
        assert possible(standing.table, may) == (("stake", "deal") if held else ("stake",))
        offers = may.bets
        assert {bounds.wager for bounds in offers} >= {main}
        for bounds in offers:
            mine = held.get(bounds.box, {})
            if bounds.needs and bounds.needs not in mine:
                continue
            for total in {end for ends in bounds.ranges for end in ends}:
                wanted = {**held, bounds.box: {**mine, bounds.wager: total}}
                assert guest.stake(wanted).refusal is None, (bounds, total)
        guest.stake(held)


# The jackpot

IDS = {12: bytes(12), 8: bytes(8)}  # Of the guest and of the table.
SEED = bytes(range(32))


def entropy_that_deals(cards, boxes, table):
    """Randomness of the player's that deals these cards to box 2."""
    fingerprint = settings_of(POKER).fingerprint
    first = 3 * boxes.index(2)
    for guess in range(400_000):
        entropy = guess.to_bytes(32, "big")
        dealt = deck(SEED, entropy, table, 1, fingerprint)
        if set(dealt[first : first + 3]) == cards:
            return entropy.hex()
    raise AssertionError("no such deal")


@pytest.mark.parametrize("boxes", [(2,), (1, 2, 3)])
def test_a_jackpot_is_paid_from_the_meter_which_begins_again(tmp_path, boxes):
    """The best hand on box 2; on other boxes of one's own nobody is envied."""
    seeds = count()
    randomness = {
        **{length: lambda length: IDS[length] for length in IDS},
        32: lambda _: SEED if not next(seeds) else bytes(32),
    }
    with House(
        tmp_path, clock=Clock(), randomness=lambda length: randomness[length](length)
    ) as house:
        guest = Guest(house, POKER)
        assert guest.table == readable_id(8, lambda _: IDS[8])
        meter = accounts_of(guest.table).meter
        assert balances_of(house.engine)[meter] == METER_RESET == 500_000
        best = {number(card) for card in ("As", "Ks", "Qs")}
        entropy = entropy_that_deals(best, boxes, guest.table)
        guest.deal({box: {"ante": 500, "progressive": 250} for box in boxes}, entropy)
        held = METER_RESET + 50 * len(boxes)
        assert guest.look().meter == held
        reply = guest.decide_all()
        (settled,) = happened(reply, Settled)
        assert settled.jackpot == held
        hits = [payment for payment in settled.payments if payment.from_meter]
        assert [(hit.box, hit.wager, hit.from_meter) for hit in hits] == [(2, "progressive", held)]
        assert not [payment for payment in settled.payments if payment.wager == "envy"]
        assert [event.amount for event in happened(reply, MeterFunded)] == [METER_RESET]
        assert balances_of(house.engine)[meter] == METER_RESET
        nets = sum(payment.net for payment in settled.payments)
        assert balances_of(house.engine)[player(guest.id)] == 100_000 + nets
        assert nets > METER_RESET - 10_000
    assert_in_order(tmp_path)


def test_a_table_without_a_progressive_has_no_meter(house):
    guest = Guest(house, PICTURES)
    assert guest.look().meter == 0
    assert accounts_of(guest.table).meter not in balances_of(house.engine)


def test_nothing_staked_is_nothing_dealt(house):
    guest = Guest(house, POKER)
    assert guest.deal().refusal is not None
    assert guest.ask(Stake({})).balance == 100_000
    assert guest.deal().refusal.code == "round/no-bets"
