"""A round that can't go on: its key is lost, or the house was restored.

Where the rulebook rules on interruptions (Lucky Three Pictures 5.4), an outcome that is established
and leaves nothing to decide is concluded. Everywhere else the round is void for the reason given,
which is in the journal before anything else happens.
"""

from __future__ import annotations

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.tables.practice import Refused, Turn
from pitboss.language.policies import REFERRAL
from pitboss.play import Actor, GiveRuling, ReportIncident, Round
from pitboss.play.events import Because
from pitboss.play.incidents import any_bet_decided
from pitboss.play.player_actions import may_fold
from pitboss.play.settling import void
from pitboss.play.state import OVER

INTERRUPTION = "interruption"
RESTORED = "The house was restored after this round was dealt: its seed may be known."
MANAGER = Actor(HOUSE, "shift-manager")  # To whom a table refers what no clause decides.


def end_after_restore(turn: Turn) -> None:
    """Conclude a round that was dealt before a restore, or void it; reveal its seed either way."""
    if _is_ruled_on(turn.round):
        turn.say(ReportIncident(MANAGER, INTERRUPTION, decided=_decided(turn)))
        turn.say(GiveRuling(MANAGER, len(turn.round.incidents) - 1, reason=RESTORED))
    else:
        void_round(turn, RESTORED)
    if turn.round.phase in OVER:
        turn.finish()
    else:
        turn.go_on()


def _is_ruled_on(round: Round) -> bool:
    """Whether a clause decides, and no player has a decision left that hidden cards could sway."""
    rulings = round.setup.rules.rulebook.rulings
    has_clause = any(ruling.incident == INTERRUPTION and ruling.clauses for ruling in rulings)
    may_decide = any(may_fold(round, round.boxes[number]) for number in round.waiting)
    return has_clause and not may_decide and not round.is_stopped


def _decided(turn: Turn) -> bool | None:
    """Whether an outcome is established, where hidden cards count as known.

    A round does not hold them, so it asks; otherwise it works this out from the cards that are up.
    """
    if not turn.round.setup.hidden_cards_decide:
        return None
    places = [place for _, places in turn.round.hands() for place in places]
    cards = dict(zip(places, turn.shoe.hand(places), strict=True))
    return any_bet_decided(turn.round, cards)


def void_round(turn: Turn, reason: str) -> None:
    """Every bet goes back, and what it put on the meter: by ruling, for the reason given."""
    fed = sum(turn.round.contributions.values())
    held = turn.balances[turn.accounts.meter]
    if held < fed:  # A shared jackpot was hit meanwhile: the bank makes it good.
        turn.happens_around(h.MeterFunded(fed - held))
    try:
        turn.say(ReportIncident(MANAGER, "other"))
        turn.say(GiveRuling(MANAGER, len(turn.round.incidents) - 1, "void-round", reason))
    except Refused:  # The house has announced another remedy, which needs the cards.
        turn.happens(void(turn.round, Because((), (REFERRAL.key,), reason), MANAGER))
    assert turn.round.phase in OVER
