"""The steps of the round notation, written: the line that says a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.notation import line as n
from pitboss.notation.record import Point
from pitboss.play import commands as c
from pitboss.play.events import Actor

BY = "by"
ABOUT = (BY, "box", "bet", "round", "shown", "decided")  # Options of an incident, not its facts.


def write(command: c.Command, at: Point) -> str:
    """The line that says a command when the table stands at this point."""
    verb, words = WRITERS[type(command)]
    return " ".join([verb, *words(command, at)])


def _by(actor: Actor, usual: Actor = n.DEALS) -> list[str]:
    return [] if actor == usual else [f"{BY}={n.write_actor(actor)}"]


def _option(name: str, value: object) -> list[str]:
    return [] if value is None else [f"{name}={value}"]


def _cards(cards: Sequence[int | None], known: Sequence[int]) -> list[str]:
    """The cards, unless the reader of the line knows them anyway."""
    if tuple(cards) == tuple(known):
        return []
    return [n.write_card(card) for card in cards] or [n.FACE_DOWN]


def _bet(command: c.PlaceBet, at: Point) -> list[str]:
    words = [str(command.box), n.quote(command.bettor), n.quote(command.wager), str(command.amount)]
    return [
        *words,
        *([n.SEATED] if command.seated else []),
        *_by(command.by, Actor(command.bettor)),
    ]


def _set(command: c.SetBets, at: Point) -> list[str]:
    reserved = (*n.KEYWORDS, BY)
    totals = [f"{n.quote(wager, reserved)}={total}" for wager, total in command.totals.items()]
    words = [
        str(command.box),
        n.quote(command.bettor),
        *([n.SEATED] if command.seated else []),
        *totals,
    ]
    return [*words, *_by(command.by, Actor(command.bettor))]


def _take(command: c.TakeBack, at: Point) -> list[str]:
    amount = [] if command.amount is None else [str(command.amount)]
    words = [str(command.box), n.quote(command.bettor), n.quote(command.wager), *amount]
    return [*words, *_by(command.by, Actor(command.bettor))]


def _deal(command: c.Deal, at: Point) -> list[str]:
    cards = [] if command.cards is None else [str(command.cards)]
    more = [] if command.is_last else [n.MORE]
    return [*cards, *n.write_hands(command.hands), *more, *_by(command.by)]


def _return(command: c.ReturnHand, at: Point) -> list[str]:
    known = at.known(command.box) if at.round.setup.comes_back_up else ()
    return [str(command.box), *_cards(command.cards, known), *_by(command.by)]


def _show(command: c.Reveal, at: Point) -> list[str]:
    cards = _cards(command.cards, at.known(command.where))
    return [n.write_where(command.where), *cards, *_by(command.by)]


def _time_out(command: c.TimeOut, at: Point) -> list[str]:
    best = [f"{box}={n.PLAY if plays else n.FOLD}" for box, plays in command.best.items()]
    whose = [] if command.bettor is None else [n.quote(command.bettor)]
    return [*whose, *best, *_by(command.by)]


def _correct(command: c.CorrectCard, at: Point) -> list[str]:
    cards = [n.write_card(card) for card in (command.was, command.card)]
    return [n.write_where(command.where), *cards, *_by(command.by)]


def _incident(command: c.ReportIncident, at: Point) -> list[str]:
    facts = [
        f"{n.quote(key, ABOUT)}={n.quote_value(value)}" for key, value in command.facts.items()
    ]
    bet = None if command.bet is None else ":".join(n.quote(part) for part in command.bet)
    shown = ",".join(f"{place}:{n.write_card(card)}" for place, card in command.shown.items())
    return [
        n.quote(command.incident), *facts, *_option("box", command.box), *_option("bet", bet),
        *_option("round", command.round), *_option("shown", shown or None),
        *_option("decided", None if command.decided is None else n.yes(command.decided)),
        *_by(command.by),
    ]  # fmt: skip


def _rule(command: c.GiveRuling, at: Point) -> list[str]:
    remedy = [] if command.remedy is None else [n.quote(command.remedy)]
    hands = [n.HANDS, *n.write_hands(command.hands)] if command.hands else []
    about = [*_option("round", command.round), *_by(command.by)]
    return [str(command.number), *remedy, *hands, *about, *n.write_reason(command.reason)]


def _choose(command: c.Choose, at: Point) -> list[str]:
    words = [
        str(command.number),
        str(command.box),
        n.quote(command.bettor),
        n.quote(command.option),
    ]
    return [*words, *_option("round", command.round), *_by(command.by, Actor(command.bettor))]


def _settle(command: c.Settle, at: Point) -> list[str]:
    return [*([] if command.jackpot is None else [str(command.jackpot)]), *_by(command.by)]


def _pay(command: c.CorrectPayment, at: Point) -> list[str]:
    words = [str(command.box), n.quote(command.bettor), n.quote(command.wager), str(command.net)]
    about = [
        *_option("nth", command.nth or None),
        *_option("round", command.round),
        *_by(command.by),
    ]
    return [*words, *about, *n.write_reason(command.reason)]


def _box(command: c.Play | c.Fold, at: Point) -> list[str]:
    return [str(command.box), *_by(command.by)]


def _plain(command: c.OpenBets | c.CloseBets, at: Point) -> list[str]:
    return _by(command.by)


def _look(command: c.Examine, at: Point) -> list[str]:
    return [str(command.box), n.write_actor(command.by)]


WRITERS: Mapping[type[c.Command], tuple[str, Callable[[Any, Point], list[str]]]] = {
    c.OpenBets: ("open", _plain),
    c.PlaceBet: ("bet", _bet),
    c.SetBets: ("set", _set),
    c.TakeBack: ("take", _take),
    c.CloseBets: ("close", _plain),
    c.Deal: ("deal", _deal),
    c.Examine: ("look", _look),
    c.ReturnHand: ("return", _return),
    c.Fold: ("fold", _box),
    c.Play: ("play", _box),
    c.TimeOut: ("time-out", _time_out),
    c.Reveal: ("show", _show),
    c.CorrectCard: ("correct", _correct),
    c.ReportIncident: ("incident", _incident),
    c.GiveRuling: ("rule", _rule),
    c.Choose: ("choose", _choose),
    c.Settle: ("settle", _settle),
    c.CorrectPayment: ("pay", _pay),
}
