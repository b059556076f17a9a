"""What a table does next if all goes well, and how it gets over what went wrong."""

from pitboss.language.irregularities import REMEDIES, MissingFact
from pitboss.play import commands as c
from pitboss.play.dealing import order
from pitboss.play.events import DEALER, FOURTH, Actor
from pitboss.play.player_actions import examiner, may_fold
from pitboss.play.rulings import MOVES_CARDS, rule_on
from pitboss.play.state import CONTINUE, IDLE, OVER, RETURN
from tests.support.walking.misdeals import dealt_by_hand, moved
from tests.support.walking.reports import again, incident, wrong_count
from tests.support.walking.scene import DEALS, MANAGER, PEOPLE

DECISIONS = [remedy for remedy in REMEDIES if remedy != "refer"]
PATIENCE = 6  # So often a sensible command may be refused.


def go_on(scene, chance):
    """A sensible command."""
    round, before = scene.round, scene.round.before
    if round.is_stopped:
        return clear(scene, chance, round)
    # What is open about the round before has time until the next.
    now = round.phase in OVER or (not scene.is_hasty and chance.random() < 0.2)
    if now and before is not None and before.is_stopped:
        return clear(scene, chance, before)
    if scene.in_vain > PATIENCE and round.phase != IDLE and round.phase not in OVER:
        return c.ReportIncident(DEALS, "other")
    return STEPS[round.phase](scene, chance)


def clear(scene, chance, target):
    """Deal with an incident of this round, which stops play, or of the one before."""
    about = None if target is scene.round else target.number
    number = chance.choice([n for n, one in enumerate(target.incidents) if one.is_open])
    one = target.incidents[number]
    if one.choosing:
        if about is None and chance.random() < 0.2:
            return c.TimeOut(DEALS)
        box, bettor = chance.choice(sorted(one.choosing))
        option = RETURN if chance.random() < 0.3 else CONTINUE
        return c.Choose(Actor(bettor), number, box, bettor, option, about)
    found = rule_on(target, one)
    if isinstance(found, MissingFact):
        return again(scene, chance, one, about)
    remedy, reason = None, ""
    if found.remedy == "refer" and (one.remedy == "refer" or chance.random() < 0.5):
        remedy, reason = chance.choice(DECISIONS), "It is best so."
        if scene.is_hasty or scene.in_vain > PATIENCE:
            remedy = "void-round"
    hands = ()
    if (remedy or found.remedy) in MOVES_CARDS and chance.random() < 0.4:
        hands = moved(target, chance)
    return c.GiveRuling(MANAGER, number, remedy, reason, hands, about)


def open_bets(scene, chance):
    """The next round; but much is noticed only after settlement."""
    if scene.round.phase in OVER and not scene.is_hasty and chance.random() < 0.3:
        return incident(scene, chance)
    return c.OpenBets(DEALS)


def bet(scene, chance):
    """One more bet, until there are enough."""
    setup, round = scene.setup, scene.round
    placed = list(round.bets())
    enough = len(placed) >= (1 if scene.is_hasty else scene.wanted) or scene.in_vain > 1
    if placed and enough and chance.random() < 0.8:
        return c.CloseBets(DEALS)
    if placed and chance.random() < 0.02:
        return c.TimeOut(DEALS, bettor=chance.choice((None, placed[0][1])))
    if placed and chance.random() < 0.08:
        box, bettor, wager, stake = chance.choice(placed)
        part = chance.choice((None, None, stake // 2, stake))
        return c.TakeBack(Actor(bettor), box, bettor, wager, part or None)
    number = chance.randint(1, min(setup.boxes, 4 if chance.random() < 0.9 else setup.boxes))
    box, bettor = round.boxes.get(number), chance.choice(PEOPLE)
    if box and chance.random() < (0.5 if setup.rules.rulebook.shared_boxes else 0.95):
        bettor = chance.choice(list(box.stakes))
    wager = setup.first
    if box and chance.random() < 0.7:
        wager = chance.choice([key for key in setup.offered if key != setup.follow_up])
    by = Actor(bettor)
    if setup.led_by == "dealer" and chance.random() < 0.8:
        by = DEALS
    seated = chance.random() < 0.4
    if chance.random() < 0.3:
        return set_bets(scene, chance, by, number, bettor, seated)
    return c.PlaceBet(by, number, bettor, wager, stake_for(setup, wager, chance), seated)


def set_bets(scene, chance, by, number, bettor, seated):
    """All that a bettor has on a box: the first bet, mostly, and some others."""
    setup, box = scene.setup, scene.round.boxes.get(number)
    totals = dict(box.stakes.get(bettor, {})) if box and chance.random() < 0.5 else {}
    for wager in setup.offered:
        if wager != setup.follow_up and chance.random() < (0.8 if wager == setup.first else 0.3):
            totals[wager] = stake_for(setup, wager, chance) if chance.random() < 0.9 else 0
    return c.SetBets(by, number, bettor, totals, seated)


def stake_for(setup, wager, chance):
    if wager in setup.rules.prices:
        return setup.rules.prices[wager]
    limit = setup.limits.get(wager)
    if limit is None:
        return chance.choice((1, 75, 500, 1000, 2500))
    most = 2 * limit.maximum if setup.led_by == "dealer" else limit.maximum
    least = limit.increment if setup.led_by == "dealer" else limit.minimum
    return chance.randrange(least, most + 1, limit.increment)


def deal(scene, chance):
    left = len(order(scene.round)) - scene.round.dealt
    if scene.setup.led_by == "dealer" and chance.random() < 0.25:
        return dealt_by_hand(scene, chance)
    if left > 1 and chance.random() < 0.3:
        return c.Deal(DEALS, chance.randint(1, left))
    return c.Deal(DEALS)


def look_or_decide(scene, chance):
    round, setup = scene.round, scene.setup
    number = chance.choice(sorted(round.waiting))
    box = round.boxes[number]
    if chance.random() < 0.05:
        best = {n: chance.random() < 0.5 for n in round.waiting}
        whose = chance.choice((None, None, *box.stakes))
        return c.TimeOut(DEALS, best if setup.out_of_time == "best" else {}, whose)
    player = Actor(examiner(round, box))
    if box.examined_by is None and chance.random() < 0.4:
        return c.Examine(chance.choice((player, DEALS)), number)
    by = chance.choice((DEALS, player))
    if may_fold(round, box):
        return c.Fold(by, number) if chance.random() < 0.35 else c.Play(by, number)
    if setup.follow_up or not setup.face_up:
        return c.ReturnHand(by, number)
    if len(box.places) != 3:
        return wrong_count(scene, chance, number)
    if not scene.down(number):  # All of it lies face up already.
        return c.ReturnHand(by, number)
    return c.ReturnHand(by, number, scene.hand(number))


def show_dealer(scene, chance):
    if scene.down(FOURTH) and scene.setup.fourth_turned == "first":
        return c.Reveal(DEALS, FOURTH, scene.hand(FOURTH))
    return show(scene, chance, DEALER)


def show(scene, chance, where):
    if len(scene.round.places(where)) != 3:
        return wrong_count(scene, chance, where)
    down, cards = scene.down(where), scene.hand(where)
    if len(down) > 1 and chance.random() < 0.1:
        if chance.random() < 0.3:
            return c.Reveal(DEALS, where, down[: chance.randint(1, len(down) - 1)])
        cards = tuple(None if card in down[:-1] else card for card in cards)
    return c.Reveal(DEALS, where, cards)


def show_or_settle(scene, chance):
    round = scene.round
    if scene.down(FOURTH):
        return c.Reveal(DEALS, FOURTH, scene.hand(FOURTH))
    for number, box in sorted(round.boxes.items()):
        is_up = len(box.places) == 3 and not scene.down(number)
        if box.stakes and not is_up and (box.played is not False or chance.random() < 0.5):
            return show(scene, chance, number)
    if chance.random() < 0.1 and round.boxes:
        return show(scene, chance, chance.choice(sorted(round.boxes)))
    jackpot = chance.choice((0, 12_345, 10**7)) if scene.setup.rules.prices else None
    return c.Settle(DEALS, jackpot)


STEPS = {
    "idle": open_bets,
    "betting": bet,
    "dealing": deal,
    "examining": look_or_decide,
    "decided": show_dealer,
    "revealed": show_or_settle,
    "settled": open_bets,
    "void": open_bets,
}
