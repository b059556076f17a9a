"""Incidents as the floor reports them, with facts by chance."""

from pitboss.language.irregularities import FACTS, INCIDENTS
from pitboss.play import commands as c
from pitboss.play.events import DEALER
from pitboss.play.incidents import FROM_EVENTS, NEEDS_BOX
from tests.support.walking.scene import DEALS, STAFF

TOLD = [name for name in FACTS if name not in FROM_EVENTS]
# Whether a bet is decided is worked out over every deal that is left, and that takes time.
KINDS = [incident for incident in INCIDENTS if incident != "interruption"]
INTERRUPTIONS = 0.01


def facts(chance, share=1.0):
    told = {}
    for name in TOLD:
        if chance.random() < share:
            told[name] = chance.choice(FACTS[name][1] or ("1", "2", "3", "4"))
    return told


def again(scene, chance, one, about=None):
    """The same incident with all its facts, as the refusal asks."""
    return c.ReportIncident(
        DEALS, one.incident, facts(chance), one.box, one.bet, about,
        decided=house_says(scene, one.incident, chance),
    )  # fmt: skip


def house_says(scene, incident, chance):
    hidden = scene.setup.rules.readings.get("known", "face-up") != "face-up"
    return chance.random() < 0.5 if incident == "interruption" and hidden else None


def wrong_count(scene, chance, where):
    """A hand has too few or too many cards."""
    incident, box = ("dealer-count", None) if where == DEALER else ("player-count", where)
    if any((one.incident, one.box) == (incident, box) for one in scene.round.incidents):
        return c.ReportIncident(DEALS, "other")  # It was ruled on, and is still there.
    return c.ReportIncident(DEALS, incident, facts(chance), box)


def incident(scene, chance):
    """Any incident, in any phase, about this round or the one before."""
    round = scene.round
    target, about = round, None
    if round.before is not None and chance.random() < 0.25:
        target, about = round.before, round.before.number
    too_many = any(len(places) > 3 for _, places in round.hands())
    often = 0.2 if too_many else INTERRUPTIONS  # More cards than completions know of.
    kind = "interruption" if chance.random() < often else chance.choice(KINDS)
    box = chance.randint(1, min(scene.setup.boxes, 4))
    if kind not in NEEDS_BOX and chance.random() < 0.5:
        box = None
    bet = None
    bets = list(target.bets())
    if bets and chance.random() < 0.3:
        box, bettor, wager, _ = chance.choice(bets)
        bet = (bettor, wager)
    shown = {}
    if target is round and chance.random() < 0.3:
        shown = exposed(scene, chance)
    return c.ReportIncident(
        chance.choice(STAFF), kind, facts(chance, chance.choice((1, 1, 0.7))), box, bet, about,
        shown, house_says(scene, kind, chance),
    )  # fmt: skip


def exposed(scene, chance):
    """Cards that lie face up by mistake: of a hand, or still in the shoe."""
    round = scene.round
    dealt = [place for _, places in round.hands() for place in places]
    down = [place for place in [*dealt, round.dealt] if place not in round.faces and place < 52]
    chosen = chance.sample(down, min(len(down), chance.choice((1, 1, 2, 3))))
    if dealt and chance.random() < 0.3:  # A whole hand.
        places = chance.choice([places for _, places in round.hands()])
        chosen = [place for place in places if place in down]
    return {place: scene.cards[place] for place in chosen}
