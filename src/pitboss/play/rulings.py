"""Rulings: who may give one, what the rulebook rules, and what follows for the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import AUTHORITIES, REMEDIES, MissingFact, Ruling
from pitboss.language.policies import STATED
from pitboss.language.procedure import Clauses
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.apply import replay, with_hands
from pitboss.play.closing import off, orphans
from pitboss.play.dealing import wrong_places
from pitboss.play.incidents import has_bet
from pitboss.play.limits import over_maximum
from pitboss.play.settling import set_right, unpayable, void
from pitboss.play.state import (
    BETTING,
    CONTINUE,
    DECIDED,
    EXAMINING,
    OVER,
    RETURN,
    REVEALED,
    SETTLED,
    Incident,
    Round,
    bound_by,
    priority,
    seated_player,
)

CHOICES = (CONTINUE, RETURN)
GIVES_CHOICE = ("offer-choice", "decide-order", "remove-hand")
MOVES_CARDS = ("reconstruct", "offer-choice", "decide-order", "next-card", "play-on")
RANK = {role: rank for rank, role in enumerate(("player", *AUTHORITIES))}


def rule_on(target: Round, incident: Incident) -> Ruling | MissingFact:
    """What the rulebook rules; else the operator's stated policy; else a referral."""
    setup = target.setup
    ruling = setup.rules.rule(incident.incident, incident.facts)
    if isinstance(ruling, MissingFact) or ruling.remedy != "refer" or ruling.clauses:
        return ruling  # Also where a clause says who decides.
    stated = setup.incidents.get(incident.incident)
    if stated and not nothing_there(target, incident, stated):  # Else a person has to decide.
        says = f"By the policy of this house: {REMEDIES[stated]}."
        return Ruling(incident.incident, stated, (), says, policies=(STATED,))
    return replace(ruling, authority=setup.referred_to)


def give(round: Round, target: Round, command: c.GiveRuling) -> Answer:
    number = command.number
    if type(number) is not int or not 0 <= number < len(target.incidents):
        return refuse("unknown/incident", f"There is no incident {number!r} in this round.")
    incident = target.incidents[number]
    if incident.remedy not in (None, "refer"):
        return refuse("rule/twice", "That incident has its ruling.")
    ruling = rule_on(target, incident)
    if isinstance(ruling, MissingFact):
        return refuse("fact/missing", f"{ruling.question} Report it again with {ruling.name}.")
    referred = ruling.remedy == "refer"
    refused = _not_so(command, ruling, incident) or _no_authority(command, ruling, referred)
    if refused:
        return refused
    remedy = command.remedy if referred and command.remedy else ruling.remedy
    refused = _bad_hands(target, incident, remedy, command.hands)
    if not refused and command.remedy:  # Who decides can decide otherwise.
        refused = nothing_there(target, incident, remedy)
    if refused:
        return refused
    policies = tuple(policy.key for policy in ruling.policies)
    says = ruling.says
    if referred and command.remedy:
        says = f"It was decided: {REMEDIES[command.remedy]}."
    because = e.Because(ruling.clauses, policies, says)
    moved = with_hands(target, command.hands) if command.hands else target
    phase, waits_for = _turned_back(moved) if command.hands else ("", ())
    may_choose = _asked(target, incident, remedy) if ruling.is_choice else None
    ruling_given = e.RulingGiven(
        target.number, number, remedy, because, ruling.authority, command.by, command.reason,
        () if may_choose is None else CHOICES, may_choose or (), command.hands, phase, waits_for,
    )  # fmt: skip
    now = _the_same(target, replay(round, [ruling_given]))
    events = CARRY_OUT.get(remedy, _nothing)(now, now.incidents[number], because, command.by)
    after = replay(now, events)
    message = unpayable(after) if after.phase == SETTLED else None
    if message:
        return refuse("round/face-down", message)
    return (ruling_given, *events, *settled_anew(target, after, because, command.by))


def _asked(target: Round, incident: Incident, remedy: str) -> tuple[tuple[int, str], ...] | None:
    """Who may choose by this ruling; None where nobody has a choice."""
    # Under the minimum the choice is to raise the bet or to take it back: that is betting.
    is_betting = remedy == "offer-choice" and incident.incident == "under-minimum"
    if remedy not in GIVES_CHOICE or is_betting:
        return None
    return tuple(sorted(choosers(target, incident.box if remedy == "remove-hand" else None)))


def choosers(round: Round, gone: int | None) -> frozenset[tuple[int, str]]:
    """Box and bettor of everyone who may choose after a dealing error.

    Who went on after an earlier one chooses again, unless the rules are read otherwise.
    """
    seated_only, bound = round.setup.seated_player_chooses, round.setup.first_choice_binds
    people = set()
    for number, box in round.boxes.items():
        if number == gone or not box.stakes:
            continue
        bettors = [seated_player(box, round.setup.first)] if seated_only else list(box.stakes)
        people |= {
            (number, str(bettor)) for bettor in bettors if not (bound and bettor in box.accepts)
        }
    return frozenset(people)


def option_clauses(round: Round, incident: Incident) -> Mapping[str, Clauses]:
    """What each option of a choice rests on."""
    steps, ruled = round.setup.procedure, incident.because
    goes_on = steps.going_on(ruled.clauses if ruled else (), incident.facts)
    by_option = {CONTINUE: goes_on, RETURN: steps.invalidates}
    return {option: by_option[option] for option in incident.options}


def _turned_back(round: Round) -> tuple[str, tuple[int, ...]]:
    """The phase that play goes back to once cards have been moved, and the boxes then awaited."""
    if round.phase not in (EXAMINING, DECIDED, REVEALED):
        return "", ()
    phase, waiting = round.phase, round.waiting
    if phase == REVEALED and not round.is_up(round.dealer):
        phase = DECIDED
    if round.setup.comes_back_up:
        waiting = frozenset(
            number
            for number, box in round.boxes.items()
            if box.stakes and not round.is_up(box.places)
        )
        phase = EXAMINING if waiting else DECIDED if phase == EXAMINING else phase
    return phase, tuple(sorted(waiting))


def _the_same(target: Round, after: Round) -> Round:
    """A round as it stands after an event: the current one, or the one before."""
    if target.number == after.number:
        return after
    assert after.before is not None
    return after.before


def _not_so(command: c.GiveRuling, ruling: Ruling, incident: Incident) -> Refusal | None:
    """Nobody may rule otherwise than the rulebook, and a referral is not made twice."""
    if command.remedy is not None and command.remedy not in REMEDIES:
        return refuse("unknown/remedy", f"There is no remedy {command.remedy!r}.")
    if ruling.remedy != "refer":
        if command.remedy not in (None, ruling.remedy):
            message = f"The rulebook gives the ruling here: {ruling.remedy}."
            return refuse("rule/remedy", message, ruling.clauses)
        return None
    if command.remedy == "refer" or (command.remedy is None and incident.remedy == "refer"):
        return refuse("rule/twice", "It is referred already: a decision is awaited.")
    if command.remedy is not None and not command.reason.strip():
        return refuse("rule/reason", "Say why it is decided so.")
    return None


def nothing_there(target: Round, incident: Incident, remedy: str) -> Refusal | None:
    """Whether the hand or the bet that should go is not there."""
    if remedy == "remove-hand" and (incident.box is None or incident.box not in target.boxes):
        return refuse("unknown/box", "There is no hand on that box to take out: report which.")
    is_named = incident.bet is not None and has_bet(target, incident.box, incident.bet)
    if remedy == "remove-bet" and incident.incident != "orphan-side-bet" and not is_named:
        return refuse("unknown/bet", "There is no such bet: report whose and which it is.")
    return None


def _no_authority(command: c.GiveRuling, ruling: Ruling, referred: bool) -> Refusal | None:
    # Anyone on the staff may refer a matter; deciding it is for the one it is referred to.
    needed = "dealer" if referred and command.remedy is None else ruling.authority
    if RANK[command.by.role] >= RANK[needed]:
        return None
    message = f"That is for the {needed.replace('-', ' ')} or above."
    return refuse("authority/role", message, ruling.clauses)


def _bad_hands(target: Round, incident: Incident, remedy: str, hands: e.Hands) -> Refusal | None:
    if not hands:
        return None
    if remedy not in MOVES_CARDS:
        return refuse("cards/place", "This ruling moves no cards.")
    wrong = wrong_places(target, hands, frozenset(range(DECK)))
    if wrong:
        return wrong
    moved_hands = dict(hands)
    held = {where: moved_hands.get(where, places) for where, places in target.hands()} | moved_hands
    places = [place for places in held.values() for place in places]
    if len(set(places)) != len(places):
        return refuse("cards/dealt", "A card lies in two hands: name every hand that changes.")
    if incident.facts.get("whole-hands-repair") == "yes" and incident.facts.get("handled") == "no":
        was = sorted(sorted(places) for _, places in target.hands())
        if sorted(sorted(places) for places in held.values() if places) != was:
            message = "Only complete hands may be moved."
            return refuse("cards/whole-hands", message)
    return None


# What follows


def settled_anew(was: Round, now: Round, because: e.Because, by: e.Actor) -> Sequence[e.Event]:
    """A settled round whose cards or bets have changed is paid anew; one without bets is over."""
    if now.phase == SETTLED:
        return set_right(was, now, because, by)
    if now.phase in OVER or now.phase == BETTING or now.is_bet_on:
        return ()
    return (e.Settled((), None, by),)


def _nothing(
    target: Round, incident: Incident, because: e.Because, by: e.Actor
) -> Sequence[e.Event]:
    return ()


def _void(target: Round, incident: Incident, because: e.Because, by: e.Actor) -> Sequence[e.Event]:
    return (void(target, because, by),)


def _remove_hand(
    target: Round, incident: Incident, because: e.Because, by: e.Actor
) -> Sequence[e.Event]:
    if incident.box is None or incident.box not in target.boxes:
        return ()  # Its bets have gone back already.
    return taken_off(
        target, incident.box, frozenset(target.boxes[incident.box].stakes), because, by
    )


def taken_off(
    target: Round, number: int, bettors: frozenset[str], because: e.Because, by: e.Actor
) -> Sequence[e.Event]:
    """These people's bets go off a box; side bets that rested on them follow."""
    gone: list[e.Event] = [
        off(target, by, because, box, whose, wager)
        for box, whose, wager, _ in target.bets()
        if box == number and whose in bettors
    ]
    return (*gone, *orphans(replay(target, gone), by))


def _remove_bet(
    target: Round, incident: Incident, because: e.Because, by: e.Actor
) -> Sequence[e.Event]:
    if incident.incident == "orphan-side-bet":
        lone = orphans(target, by)
        return [event for event in lone if incident.box in (None, getattr(event, "box", None))]
    assert incident.box is not None
    assert incident.bet is not None
    gone = off(target, by, because, incident.box, *incident.bet)
    return (gone, *orphans(replay(target, [gone]), by))


def _reduce(
    target: Round, incident: Incident, because: e.Because, by: e.Actor
) -> Sequence[e.Event]:
    """The excess over each maximum of the box is taken off, standing bets first."""
    box = target.boxes.get(incident.box or 0)
    if box is None or incident.box is None:
        return ()
    if len(box.stakes) > 1 and priority(target.setup, box):
        because = _with_clauses(because, target.setup.procedure.seated)
    events: list[e.Event] = [
        off(target, by, because, incident.box, bettor, key, amount)
        for bettor, key, amount in over_maximum(target, box)
    ]
    return (*events, *orphans(replay(target, events), by))


def _with_clauses(because: e.Because, clauses: tuple[str, ...]) -> e.Because:
    return because._replace(clauses=tuple(dict.fromkeys((*because.clauses, *clauses))))


def _pro_rate(
    target: Round, incident: Incident, because: e.Because, by: e.Actor
) -> Sequence[e.Event]:
    """Done when bets were closed, where the rulebook has it; else a box has one bettor to cut."""
    return () if target.setup.procedure.pro_rata else _reduce(target, incident, because, by)


CARRY_OUT: dict[str, Callable[[Round, Incident, e.Because, e.Actor], Sequence[e.Event]]] = {
    "void-round": _void,
    "remove-hand": _remove_hand,
    "remove-bet": _remove_bet,
    "reduce": _reduce,
    "pro-rate": _pro_rate,
}


def choose(round: Round, target: Round, command: c.Choose) -> Answer:
    """A player's choice after a dealing error."""
    by, number, box, bettor, option, _ = command
    if type(number) is not int or not 0 <= number < len(target.incidents):
        return refuse("unknown/incident", f"There is no incident {number!r} in this round.")
    incident = target.incidents[number]
    if type(box) is not int or (box, bettor) not in incident.choosing:
        message = f"{bettor} has nothing to choose on box {box}."
        return refuse("rule/no-choice", message)
    if option not in incident.options:
        return refuse("unknown/option", f"Choose from {', '.join(incident.options)}.")
    if by.role == "player" and by.id != bettor:
        return refuse("authority/not-yours", "Each player chooses for themselves.")
    chosen = e.OptionChosen(target.number, number, box, bettor, option, by)
    if option != RETURN:
        return (chosen,)
    bound = bound_by(target, box, bettor)
    now = _the_same(target, replay(round, [chosen]))
    cited = target.setup.procedure.invalidates
    policies = () if cited else ("referral",)
    because = e.Because(cited, policies, "The bet goes back and the hand is invalid.")
    if len(bound) > 1:  # The seated player has chosen for everybody on the box.
        because = _with_clauses(because, target.setup.procedure.seated)
    events = taken_off(now, box, bound, because, by)
    # What was paid is put right on the word of whoever gave the ruling.
    corrections = settled_anew(target, replay(now, events), because, incident.ruled_by or by)
    return (chosen, *events, *corrections)
