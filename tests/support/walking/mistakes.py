"""What goes wrong at a table: orders mixed up, wrong people, names and amounts that are none.

Most of it must be refused; what is let through leads to rounds that no sensible table would see.
"""

from pitboss.language.irregularities import INCIDENTS, REMEDIES
from pitboss.play import commands as c
from pitboss.play.events import DEALER, FOURTH, Actor
from tests.support.walking.misdeals import dealt_by_hand, moved
from tests.support.walking.moves import go_on, set_bets, stake_for
from tests.support.walking.reports import facts, incident
from tests.support.walking.scene import DEALS, MANAGER, PEOPLE, STAFF

STRANGERS = (Actor("p9"), Actor("", "player"), Actor("x", "cashier"), Actor("x", "auditor"))
NUMBERS = (0, -1, 99, 10**30, True, 1.0, "1", None)
WORDS = ("", "no-such-thing", None, 7)
NONSENSE = {
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
    "was": (0, 51, 99, -1, True, 5.0),
    "card": (0, 51, 99, -1, True, 5.0),
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
        {}, {"": 1}, {"ante": -1}, {"initial": True}, {"ante": 1.0}, {7: 5}, None,
        {"ante": 10**30},
    ),
}  # fmt: skip


def wrong_person(scene, chance):
    return go_on(scene, chance)._replace(by=anybody(chance))


def anybody(chance):
    people = (*(Actor(name) for name in PEOPLE), *STAFF, *STRANGERS)
    return chance.choice(people)


def twice(scene, chance):
    return scene.last or c.OpenBets(DEALS)


def spoilt(scene, chance):
    """A sensible command with one thing that is none."""
    command = chance.choice((go_on, anything, anything))(scene, chance)
    names = [name for name in command._fields if name in NONSENSE]
    if not names:
        return command
    name = chance.choice(names)
    return command._replace(**{name: chance.choice(NONSENSE[name])})


def mistyped(scene, chance):
    """Cards are named, and one of them wrongly."""
    command = go_on(scene, chance)
    if not getattr(command, "cards", None) or type(command) is c.Deal:
        return corrected(scene, chance)
    cards = list(command.cards)
    at, kind = chance.randrange(len(cards)), chance.randrange(5)
    if kind == 0:
        chance.shuffle(cards)
    elif kind == 1:
        cards[at] = None
    elif kind == 2 and cards[at] is not None:
        cards[at] = float(cards[at])
    else:
        cards[at] = chance.randrange(52)
    return command._replace(cards=tuple(cards))


def corrected(scene, chance):
    faces, hands = scene.round.faces, dict(scene.round.hands())
    up = [(w, faces[p]) for w, places in hands.items() for p in places if p in faces]
    where, was = chance.choice(up) if up else (DEALER, 0)
    return c.CorrectCard(DEALS, where, was, chance.randrange(52))


def ruled(scene, chance):
    """A ruling on any incident there is, or is not."""
    target, about = some_round(scene, chance)
    if not target.incidents and chance.random() < 0.8:
        return incident(scene, chance)
    number = chance.randint(0, len(target.incidents))
    remedy = chance.choice((None, *REMEDIES))
    by = chance.choice((MANAGER, *STAFF))
    hands = moved(target, chance) if chance.random() < 0.3 else ()
    return c.GiveRuling(by, number, remedy, chance.choice(("", "So it is.")), hands, about)


def some_round(scene, chance):
    before = scene.round.before
    if before is not None and chance.random() < 0.3:
        return before, before.number
    return scene.round, None


def chosen(scene, chance):
    target, about = some_round(scene, chance)
    waiting = [
        (number, box, bettor)
        for number, one in enumerate(target.incidents)
        for box, bettor in sorted(one.choosing)
    ]
    if not waiting and chance.random() < 0.8:
        return ruled(scene, chance)
    number, box, bettor = chance.choice(waiting) if waiting else (0, 1, "p1")
    by = chance.choice((Actor(bettor), DEALS, Actor("p1")))
    return c.Choose(by, number, box, bettor, chance.choice(("continue", "return")), about)


def repaid(scene, chance):
    target, about = some_round(scene, chance)
    if not target.payments and chance.random() < 0.8:
        return spoilt(scene, chance)
    if not target.payments:
        return c.CorrectPayment(STAFF[1], 1, "p1", scene.setup.first, 0, "Paid wrongly.", about)
    paid = chance.choice(target.payments)
    net = chance.choice((-paid.stake, -paid.stake - 1, 0, paid.net, paid.net + 50))
    by = chance.choice(STAFF)
    nth = chance.choice((0, 0, 1))
    return c.CorrectPayment(
        by, paid.box, paid.bettor, paid.wager, net, "Paid wrongly.", about, nth
    )  # fmt: skip


def anything(scene, chance):
    """Any command at all, with people, boxes and cards that may fit."""
    kind = chance.choice(list(ANYTHING))
    box = chance.randint(1, min(scene.setup.boxes, 4))
    by = anybody(chance) if chance.random() < 0.5 else DEALS
    return ANYTHING[kind](scene, chance, by, box)


def bets(scene, chance, by, box):
    wager = chance.choice(scene.setup.offered)
    amount = stake_for(scene.setup, wager, chance)
    return c.PlaceBet(by, box, chance.choice(PEOPLE), wager, amount, chance.random() < 0.5)


def takes_back(scene, chance, by, box):
    there = list(scene.round.bets())
    if there:
        box, bettor, wager, stake = chance.choice(there)
        amount = chance.choice((None, stake, stake // 2, stake + 1, 1))
        return c.TakeBack(chance.choice((by, Actor(bettor))), box, bettor, wager, amount)
    return c.TakeBack(by, box, "p1", scene.setup.first)


def shows(scene, chance, by, box):
    where = chance.choice((box, DEALER, FOURTH))
    cards = scene.hand(where) or tuple(scene.cards[:3])
    return c.Reveal(by, where, cards[: chance.choice((3, 3, 1, 2))])


ANYTHING = {
    c.OpenBets: lambda scene, chance, by, box: c.OpenBets(by),
    c.PlaceBet: bets,
    c.SetBets: lambda scene, chance, by, box: set_bets(
        scene, chance, by, box, chance.choice(PEOPLE), chance.random() < 0.5
    ),
    c.TakeBack: takes_back,
    c.CloseBets: lambda scene, chance, by, box: c.CloseBets(by),
    c.Deal: lambda scene, chance, by, box: chance.choice(
        (c.Deal(by), c.Deal(by, chance.choice((0, 1, 60))), dealt_by_hand(scene, chance))
    ),
    c.Examine: lambda scene, chance, by, box: c.Examine(by, box),
    c.ReturnHand: lambda scene, chance, by, box: c.ReturnHand(by, box, scene.hand(box)),
    c.Fold: lambda scene, chance, by, box: c.Fold(by, box),
    c.Play: lambda scene, chance, by, box: c.Play(by, box),
    c.TimeOut: lambda scene, chance, by, box: c.TimeOut(
        by, {box: True}, chance.choice((None, *PEOPLE))
    ),
    c.Reveal: shows,
    c.CorrectCard: lambda scene, chance, by, box: corrected(scene, chance)._replace(by=by),
    c.ReportIncident: lambda scene, chance, by, box: c.ReportIncident(
        by, chance.choice([one for one in INCIDENTS if one != "interruption"]), facts(chance), box
    ),
    c.GiveRuling: lambda scene, chance, by, box: ruled(scene, chance)._replace(by=by),
    c.Choose: lambda scene, chance, by, box: chosen(scene, chance)._replace(by=by),
    c.Settle: lambda scene, chance, by, box: c.Settle(by, chance.choice((None, 1000))),
    c.CorrectPayment: lambda scene, chance, by, box: repaid(scene, chance)._replace(by=by),
}
MISTAKES = (
    wrong_person, twice, spoilt, spoilt, mistyped, ruled, chosen, repaid, anything, anything,
    anything, incident,
)  # fmt: skip


def go_wrong(scene, chance):
    return chance.choice(MISTAKES)(scene, chance)
