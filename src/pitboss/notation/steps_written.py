"""The steps of the round notation, written: the line that says a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.notation import line as n
from pitboss.notation.record import Point
from pitboss.play import commands as c
from pitboss.play.events import Actor

ABOUT = ("by", "box", "bet", "round", "shown", "decided")  # Of an incident: these are no facts.


def write(command: c.Command, at: Point) -> str:
    """The line of a command, said where the table stands so."""
    verb, words = WRITERS[type(command)]
    return " ".join([verb, *words(command, at)])


def _by(one: Actor, usual: Actor = n.DEALS) -> list[str]:
    return [] if one == usual else [f"by={n.write_actor(one)}"]


def _option(name: str, value: object) -> list[str]:
    return [] if value is None else [f"{name}={value}"]


def _cards(given: Sequence[int | None], known: Sequence[int]) -> list[str]:
    """The cards, unless they would be known without."""
    if tuple(given) == tuple(known):
        return []
    return [n.write_card(one) for one in given] or [n.FACE_DOWN]


def _bet(one: c.PlaceBet, at: Point) -> list[str]:
    words = [str(one.box), n.quote(one.bettor), n.quote(one.wager), str(one.amount)]
    return [*words, *([n.SEATED] if one.seated else []), *_by(one.by, Actor(one.bettor))]


def _take(one: c.TakeBack, at: Point) -> list[str]:
    amount = [] if one.amount is None else [str(one.amount)]
    words = [str(one.box), n.quote(one.bettor), n.quote(one.wager), *amount]
    return [*words, *_by(one.by, Actor(one.bettor))]


def _deal(one: c.Deal, at: Point) -> list[str]:
    cards = [] if one.cards is None else [str(one.cards)]
    more = [] if one.is_last else [n.MORE]
    return [*cards, *n.write_hands(one.hands), *more, *_by(one.by)]


def _return(one: c.ReturnHand, at: Point) -> list[str]:
    known = at.known(one.box) if at.comes_back_up else ()
    return [str(one.box), *_cards(one.cards, known), *_by(one.by)]


def _show(one: c.Reveal, at: Point) -> list[str]:
    cards = _cards(one.cards, at.known(one.where))
    return [n.write_where(one.where), *cards, *_by(one.by)]


def _time_out(one: c.TimeOut, at: Point) -> list[str]:
    best = [f"{box}={n.PLAY if plays else n.FOLD}" for box, plays in one.best.items()]
    return [*best, *_by(one.by)]


def _correct(one: c.CorrectCard, at: Point) -> list[str]:
    cards = [n.write_card(card) for card in (one.was, one.card)]
    return [n.write_where(one.where), *cards, *_by(one.by)]


def _incident(one: c.ReportIncident, at: Point) -> list[str]:
    facts = [f"{n.quote(key, ABOUT)}={n.quote_value(value)}" for key, value in one.facts.items()]
    bet = None if one.bet is None else ":".join(n.quote(part) for part in one.bet)
    shown = ",".join(f"{place}:{n.write_card(card)}" for place, card in one.shown.items())
    return [
        n.quote(one.incident), *facts, *_option("box", one.box), *_option("bet", bet),
        *_option("round", one.round), *_option("shown", shown or None),
        *_option("decided", None if one.decided is None else n.yes(one.decided)), *_by(one.by),
    ]  # fmt: skip


def _rule(one: c.GiveRuling, at: Point) -> list[str]:
    remedy = [] if one.remedy is None else [n.quote(one.remedy)]
    hands = [n.HANDS, *n.write_hands(one.hands)] if one.hands else []
    about = [*_option("round", one.round), *_by(one.by)]
    return [str(one.number), *remedy, *hands, *about, *n.write_reason(one.reason)]


def _choose(one: c.Choose, at: Point) -> list[str]:
    words = [str(one.number), str(one.box), n.quote(one.bettor), n.quote(one.option)]
    return [*words, *_option("round", one.round), *_by(one.by, Actor(one.bettor))]


def _settle(one: c.Settle, at: Point) -> list[str]:
    return [*([] if one.jackpot is None else [str(one.jackpot)]), *_by(one.by)]


def _pay(one: c.CorrectPayment, at: Point) -> list[str]:
    words = [str(one.box), n.quote(one.bettor), n.quote(one.wager), str(one.net)]
    about = [*_option("nth", one.nth or None), *_option("round", one.round), *_by(one.by)]
    return [*words, *about, *n.write_reason(one.reason)]


def _box(one: c.Play | c.Fold, at: Point) -> list[str]:
    return [str(one.box), *_by(one.by)]


def _plain(one: c.OpenBets | c.CloseBets, at: Point) -> list[str]:
    return _by(one.by)


def _look(one: c.Examine, at: Point) -> list[str]:
    return [str(one.box), n.write_actor(one.by)]


WRITERS: Mapping[type[c.Command], tuple[str, Callable[[Any, Point], list[str]]]] = {
    c.OpenBets: ("open", _plain),
    c.PlaceBet: ("bet", _bet),
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
