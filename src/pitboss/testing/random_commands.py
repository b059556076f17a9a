"""Commands drawn by chance: what goes wrong at a table, and what nobody in their senses would say.

Most of them must be refused. Those that are accepted lead to rounds that a sensible table never
sees: cards dealt to the wrong hand, moved by a ruling, mistyped; incidents with any facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import AUTHORITIES, FACTS, INCIDENTS, REMEDIES
from pitboss.play import DEALER, FOURTH, Actor, Command, Round
from pitboss.play import commands as c
from pitboss.play.dealing import order
from pitboss.play.events import Where
from pitboss.play.incidents import FROM_EVENTS

PLAYERS = [Actor(person) for person in ("p1", "p2", "p3", "p4")]
STAFF = [Actor(role, role) for role in AUTHORITIES]
EVERYBODY = [*PLAYERS, *STAFF]
DEALS, MANAGER = STAFF[0], STAFF[-1]
STRANGERS = [Actor("p9"), Actor(""), Actor("x", "cashier"), Actor("x", "auditor")]

# Whether a bet is decided is counted over every deal that is left, and that takes time.
QUICK_INCIDENTS = [incident for incident in INCIDENTS if incident != "interruption"]
ONE_INTERRUPTION_IN = 100
REASON = "It is best so."

# By field: values that are out of range, unknown or of a wrong type.
NUMBERS = (0, -1, 99, 10**30, True, 1.0, "1", None)
WORDS = ("", "no-such-thing", None, 7)
CARDS = (0, 51, 99, -1, True, 5.0)
NONSENSE: Mapping[str, Sequence[object]] = {
    "box": NUMBERS,
    "amount": (*NUMBERS[:-1], 2.5, -100),
    "number": NUMBERS,
    "net": NUMBERS,
    "nth": (-1, 1, 99),
    "round": (0, -1, 99),
    "jackpot": (-1, True, 1.5, 10**30, "1"),
    "cards": (
        (), (0,), (0, 1, 2, 3), (5, 5, 6), (99, 1, 2), (-1, 1, 2), (None, None, None), (None, 5),
    ),
    "was": CARDS,
    "card": CARDS,
    "where": (*NUMBERS, "fifth", DEALER, FOURTH),
    "bettor": ("p9", "", "p1"),
    "wager": WORDS,
    "incident": WORDS,
    "remedy": ("", "no-such-thing", *REMEDIES),
    "option": ("raise", "", "continue", "return"),
    "reason": ("", "   "),
    "bet": (("p9", "ante"), ("p1", "initial"), ("", "")),
    "facts": ({"noticed": "late"}, {"cards": "0"}, {"card": "1"}, {"cards": 2}),
    "shown": ({99: 0}, {0: 99}, {-1: 3}, {0: 5, 1: 5}, {40.0: 3}, {41: 2.0}, {True: 9}, {42: True}),
    "hands": (
        ((99, (0, 1, 2)),), ((1, (0, 0, 1)),), ((1, (0,)), (1, (1,))), ((DEALER, (60,)),),
        ((1, (40.0, 41, 42)),), ((1.0, (40, 41, 42)),), ((DEALER, (True, 41, 42)),),
    ),
    "best": ({}, {1: True}),
    "totals": (
        {}, {"": 1}, {"ante": -1}, {"initial": True}, {"ante": 1.0}, {7: 5}, None, {"ante": 10**30},
    ),
}  # fmt: skip


def with_nonsense(command: Command, chance: Random) -> Command:
    """The command with one field that makes no sense."""
    names = [name for name in command._fields if name in NONSENSE]
    if not names:
        return command
    name = chance.choice(names)
    return _changed(command, name, chance.choice(NONSENSE[name]))


def _changed(command: Command, field: str, value: object) -> Command:
    return type(command)(**{**command._asdict(), field: value})


def mistyped(command: Command, chance: Random) -> Command:
    """A command that names cards: one is wrong, is left face down, or they change places."""
    if not isinstance(command, c.Reveal | c.ReturnHand) or not command.cards:
        return command
    cards: list[object] = list(command.cards)
    at, mistake = chance.randrange(len(cards)), chance.randrange(5)
    if mistake == 0:
        chance.shuffle(cards)
    elif mistake == 1:
        cards[at] = None
    elif mistake == 2:
        cards[at] = float(command.cards[at] or 0)
    else:
        cards[at] = chance.randrange(DECK)
    return _changed(command, "cards", tuple(cards))


def some_cards(round: Round, cards: Sequence[int], chance: Random) -> c.Reveal | None:
    """Some cards of a hand that lies face down, and not the others."""
    hands = [where for where, places in round.hands() if not round.is_up(places)]
    if not hands:
        return None
    where = chance.choice(hands)
    places = round.places(where)
    turned = [chance.random() < 0.5 for _ in places]
    shown = (cards[place] if up else None for place, up in zip(places, turned, strict=True))
    return c.Reveal(DEALS, where, tuple(shown))


# Incidents and rulings


def facts(chance: Random, share: float = 1.0) -> dict[str, str]:
    """Values of the facts that people report, or of a share of them."""
    return {
        name: chance.choice(options or ("1", "2", "3", "4"))
        for name, (_, options) in FACTS.items()
        if name not in FROM_EVENTS and chance.random() < share
    }


def incident(round: Round, cards: Sequence[int], chance: Random) -> c.ReportIncident:
    """Any incident, in any phase, about this round or the one before."""
    target, about = _some_round(round, chance)
    too_many = any(len(places) > 3 for _, places in round.hands())
    one_in = 5 if too_many else ONE_INTERRUPTION_IN  # Such hands are quick to judge.
    # Hypothesis prefers numbers at the ends of a range, so a rare one lies within.
    is_interrupted = chance.randrange(one_in) == one_in // 2
    kind = "interruption" if is_interrupted else chance.choice(QUICK_INCIDENTS)
    box = chance.choice((None, 1, 2, 3, 4))
    bet = None
    bets = list(target.bets())
    if bets and chance.random() < 0.3:
        box, bettor, wager, _ = chance.choice(bets)
        bet = (bettor, wager)
    shown = {}
    if target is round and chance.random() < 0.3:
        shown = _exposed(round, cards, chance)
    stated = facts(chance, chance.choice((1, 1, 0.7)))
    decided = _decided(round, kind, chance)
    return c.ReportIncident(chance.choice(STAFF), kind, stated, box, bet, about, shown, decided)


def with_all_facts(round: Round, target: Round, number: int, chance: Random) -> c.ReportIncident:
    """An incident reported again with all its facts, as the refusal of its ruling asks."""
    reported = target.incidents[number]
    about = None if target is round else target.number
    decided = _decided(round, reported.incident, chance)
    return c.ReportIncident(
        DEALS,
        reported.incident,
        facts(chance),
        reported.box,
        reported.bet,
        about,
        decided=decided,
    )


def _decided(round: Round, incident: str, chance: Random) -> bool | None:
    """What the house says where hidden cards count as known."""
    asks_house = round.setup.rules.readings.get("known", "face-up") != "face-up"
    return chance.random() < 0.5 if incident == "interruption" and asks_house else None


def _exposed(round: Round, cards: Sequence[int], chance: Random) -> dict[int, int]:
    """Cards that lie face up by mistake: a whole hand, some cards, or one still in the shoe."""
    hands = [places for _, places in round.hands()]
    dealt = [place for places in hands for place in places]
    down = [place for place in (*dealt, round.dealt) if place not in round.faces and place < DECK]
    if hands and chance.random() < 0.3:
        places = [place for place in chance.choice(hands) if place in down]
    else:
        places = chance.sample(down, min(len(down), chance.choice((1, 1, 2, 3))))
    return {place: cards[place] for place in places}


def ruling(round: Round, chance: Random) -> c.GiveRuling:
    """A ruling on any incident, also on one that does not exist, with any remedy."""
    target, about = _some_round(round, chance)
    number = chance.randint(0, len(target.incidents))
    remedy = chance.choice((None, *REMEDIES))
    hands = moved_hands(target, chance) if chance.random() < 0.4 else ()
    by, reason = chance.choice((MANAGER, *STAFF)), chance.choice(("", REASON))
    return c.GiveRuling(by, number, remedy, reason, hands, about)


def correction(round: Round, chance: Random) -> c.CorrectPayment:
    """A correction of any payment, by anybody on the staff, to any amount."""
    target, about = _some_round(round, chance)
    by = chance.choice(STAFF)
    if not target.payments:
        return c.CorrectPayment(by, 1, "p1", round.setup.first, 0, REASON, about)
    paid = chance.choice(target.payments)
    net = chance.choice((-paid.stake, -paid.stake - 1, 0, paid.net, paid.net + 50))
    nth = chance.choice((0, 0, 1))
    return c.CorrectPayment(by, paid.box, paid.bettor, paid.wager, net, REASON, about, nth)


def _some_round(round: Round, chance: Random) -> tuple[Round, int | None]:
    """This round, or now and then the one before; and how a command names it."""
    if round.before is not None and chance.random() < 0.3:
        return round.before, round.before.number
    return round, None


# Misdeals


def dealt_by_hand(round: Round, chance: Random) -> c.Deal:
    """A dealer records where the cards went, rightly or not."""
    hands: dict[Where, list[int]] = {}
    for place, where in enumerate(order(round)[round.dealt :], round.dealt):
        hands.setdefault(where, []).append(place)
    if hands and chance.random() < 0.6:
        _misdeal(hands, round, chance)
    return c.Deal(DEALS, hands=_as_tuples(hands), is_last=chance.random() < 0.9)


def moved_hands(round: Round, chance: Random) -> tuple[tuple[Where, tuple[int, ...]], ...]:
    """Where the cards lie after a ruling: hands swapped, single cards moved, or all put right."""
    hands = {where: list(places) for where, places in round.hands()}
    if not hands:
        return ()
    kind = chance.random()
    if kind < 0.4:
        where, other = chance.choice(list(hands)), chance.choice(list(hands))
        hands = {where: hands[other], other: hands[where]}
    elif kind < 0.7:
        _put_right(hands, round)
    else:
        _misdeal(hands, round, chance)
    return _as_tuples(hands)


def _misdeal(hands: dict[Where, list[int]], round: Round, chance: Random) -> None:
    """One thing goes wrong."""
    where, other = chance.choice(list(hands)), chance.choice(list(hands))
    beyond = max([round.dealt - 1, *(place for hand in hands.values() for place in hand)]) + 1
    mistake = chance.randrange(6)
    if mistake == 0:
        hands[where], hands[other] = hands[other], hands[where]
    elif mistake == 1 and hands[where]:
        hands[other].append(hands[where].pop())
    elif mistake == 2 and beyond < DECK:
        hands[where].append(beyond)
    elif mistake == 3 and hands[where]:
        hands[where].pop()
    elif mistake == 4:
        hands[chance.randint(1, round.setup.boxes)] = hands.pop(where)
    else:
        del hands[where]


def _put_right(hands: dict[Where, list[int]], round: Round) -> None:
    """Three cards for every hand with a bet and for the dealer, one for the table."""
    staked = [number for number, box in round.boxes.items() if box.stakes]
    places = [place for hand in hands.values() for place in hand]
    places += [place for place in range(DECK) if place not in places]
    for where in dict.fromkeys((*hands, *staked, DEALER)):
        count = 1 if where == FOURTH else 3
        hands[where] = places[:count]
        del places[:count]


def _as_tuples(hands: Mapping[Where, list[int]]) -> tuple[tuple[Where, tuple[int, ...]], ...]:
    return tuple((where, tuple(places)) for where, places in hands.items())


# Anything at any time


def out_of_order(round: Round, cards: Sequence[int], chance: Random) -> Command:
    """A command of any kind, in whatever phase the round is."""
    by = chance.choice((*EVERYBODY, *STRANGERS)) if chance.random() < 0.5 else DEALS
    number = chance.randint(1, min(round.setup.boxes, 4))
    bettor, wager = chance.choice(PLAYERS).id, chance.choice(round.setup.offered)
    amount, seated = chance.choice((1, 75, 500, 1000, 2500)), chance.random() < 0.5
    where = chance.choice((number, DEALER, FOURTH))
    hand = tuple(cards[place] for place in round.places(where)) or tuple(cards[:3])
    jackpot = chance.choice((None, 1000))
    kinds: list[Callable[[], Command]] = [
        lambda: c.OpenBets(by),
        lambda: c.PlaceBet(by, number, bettor, wager, amount, seated),
        lambda: c.SetBets(by, number, bettor, {wager: amount}, seated),
        lambda: c.TakeBack(by, number, bettor, wager),
        lambda: _less(round, by, chance),
        lambda: c.CloseBets(by),
        lambda: c.Deal(by, chance.choice((None, 0, 1, 60))),
        lambda: dealt_by_hand(round, chance),
        lambda: c.Examine(by, number),
        lambda: c.ReturnHand(by, number, hand),
        lambda: c.Fold(by, number),
        lambda: c.Play(by, number),
        lambda: c.TimeOut(by, {number: True}, chance.choice((None, bettor))),
        lambda: c.Reveal(by, where, hand),
        lambda: c.CorrectCard(by, where, hand[0], chance.randrange(DECK)),
        lambda: c.Choose(by, 0, number, bettor, chance.choice(("continue", "return"))),
        lambda: c.Settle(by, jackpot),
        lambda: ruling(round, chance)._replace(by=by),
        lambda: correction(round, chance)._replace(by=by),
    ]
    return chance.choice(kinds)()


def _less(round: Round, by: Actor, chance: Random) -> Command:
    """Part of a bet is taken back, all of it, or more than there is."""
    bets = list(round.bets())
    if not bets:
        return c.TakeBack(by, 1, "p1", round.setup.first)
    box, bettor, wager, stake = chance.choice(bets)
    amount = chance.choice((None, stake, stake // 2, stake + 1, 1))
    return c.TakeBack(chance.choice((by, Actor(bettor))), box, bettor, wager, amount)
