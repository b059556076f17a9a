"""The steps of the round notation: one line says one command.

Each verb has a function that reads its line and one that writes it, side by side; `VERBS` lists
them all. Both take the point at which the table stands, because a line leaves out what the reader
knows anyway: the cards that the shoe holds, and who usually gives such a command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.errors import BadNotation
from pitboss.notation import syntax
from pitboss.notation.codec import WHOLE
from pitboss.notation.record import Point
from pitboss.play import commands as c
from pitboss.play.events import Actor, Where

BY = "by"
PLAY, FOLD = "play", "fold"
# Options of an incident that are not facts.
INCIDENT_OPTIONS = (BY, "box", "bet", "round", "shown", "decided")


class Arguments:
    """The words and options of a line, taken one after the other."""

    def __init__(self, line: syntax.ParsedLine, form: str, point: Point) -> None:
        self.line, self.form, self.point = line, form, point
        self.words, self.options = list(line.words), dict(line.options)
        self.takes_reason = False

    def next(self, name: str) -> str:
        if not self.words:
            message = f"{self.line.verb} needs {name}: write {self.form}."
            raise BadNotation("notation/word", message)
        return self.words.pop(0)

    def number(self, name: str) -> int:
        return syntax.whole(self.next(name), name)

    def name(self, name: str) -> str:
        return syntax.unquote(self.next(name))

    def keyword(self, word: str) -> bool:
        """Whether this word comes next; if so, it is taken."""
        if self.words[:1] != [word]:
            return False
        self.words.pop(0)
        return True

    def rest(self, until: str = "") -> list[str]:
        """The remaining words, up to but not including `until`."""
        end = self.words.index(until) if until in self.words else len(self.words)
        taken, self.words = self.words[:end], self.words[end:]
        return taken

    def option(self, name: str) -> str | None:
        return self.options.pop(name, None)

    def by(self, default: Actor = syntax.DEALER) -> Actor:
        actor = self.option(BY)
        return default if actor is None else syntax.actor(actor)

    def round(self) -> int | None:
        number = self.option("round")
        return None if number is None else syntax.whole(number, "round")

    def reason(self) -> str:
        self.takes_reason = True
        return self.line.reason

    def cards(self, where: Where, from_shoe: bool = True) -> tuple[int | None, ...]:
        """The cards as named; if none are named, as the shoe has them."""
        if self.keyword(syntax.FACE_DOWN):
            return ()
        words = self.rest()
        if words:
            return syntax.cards(words)
        return self.point.known(where) if from_shoe else ()

    def end(self) -> None:
        """Refuse whatever no argument has taken."""
        left = [*self.words, *(f"{name}=" for name in self.options)]
        if self.line.reason and not self.takes_reason:
            left.append(syntax.BECAUSE)
        if left:
            message = f"{left[0]!r} is not expected here: write {self.form}."
            raise BadNotation("notation/word", message)


def read(line: syntax.ParsedLine, point: Point) -> c.Command:
    """The command that a line says when the table stands at this point."""
    verb = VERBS[line.verb]
    arguments = Arguments(line, verb.form, point)
    command = verb.read(arguments)
    arguments.end()
    return command


def write(command: c.Command, point: Point) -> str:
    """The line that says a command when the table stands at this point."""
    name = VERB_OF[type(command)]
    return " ".join([name, *VERBS[name].write(command, point)])


# Parts that several lines have


def _write_by(actor: Actor, default: Actor = syntax.DEALER) -> list[str]:
    return [] if actor == default else [f"{BY}={syntax.write_actor(actor)}"]


def _write_option(name: str, value: object) -> list[str]:
    return [] if value is None else [f"{name}={value}"]


def _write_cards(cards: Sequence[int | None], known: Sequence[int]) -> list[str]:
    """The cards, unless the reader of the line knows them anyway."""
    if tuple(cards) == tuple(known):
        return []
    return [syntax.write_card(card) for card in cards] or [syntax.FACE_DOWN]


# Bets


def _read_open(args: Arguments) -> c.Command:
    return c.OpenBets(args.by())


def _read_close(args: Arguments) -> c.Command:
    return c.CloseBets(args.by())


def _write_open_or_close(command: c.OpenBets | c.CloseBets, point: Point) -> list[str]:
    return _write_by(command.by)


def _read_bet(args: Arguments) -> c.Command:
    box, bettor = args.number("BOX"), args.name("BETTOR")
    wager, amount = args.name("WAGER"), args.number("AMOUNT")
    seated = args.keyword(syntax.SEATED)
    return c.PlaceBet(args.by(Actor(bettor)), box, bettor, wager, amount, seated)


def _write_bet(command: c.PlaceBet, point: Point) -> list[str]:
    return [
        str(command.box),
        syntax.quote(command.bettor),
        syntax.quote(command.wager),
        str(command.amount),
        *([syntax.SEATED] if command.seated else []),
        *_write_by(command.by, Actor(command.bettor)),
    ]


def _read_set(args: Arguments) -> c.Command:
    box, bettor = args.number("BOX"), args.name("BETTOR")
    seated, by = args.keyword(syntax.SEATED), args.by(Actor(bettor))
    totals = {}
    for wager in list(args.options):
        totals[syntax.unquote(wager)] = syntax.whole(args.options.pop(wager), wager)
    return c.SetBets(by, box, bettor, totals, seated)


def _write_set(command: c.SetBets, point: Point) -> list[str]:
    reserved = (*syntax.KEYWORDS, BY)
    return [
        str(command.box),
        syntax.quote(command.bettor),
        *([syntax.SEATED] if command.seated else []),
        *(f"{syntax.quote(wager, reserved)}={total}" for wager, total in command.totals.items()),
        *_write_by(command.by, Actor(command.bettor)),
    ]


def _read_take(args: Arguments) -> c.Command:
    box, bettor, wager = args.number("BOX"), args.name("BETTOR"), args.name("WAGER")
    amount = args.number("AMOUNT") if args.words else None
    return c.TakeBack(args.by(Actor(bettor)), box, bettor, wager, amount)


def _write_take(command: c.TakeBack, point: Point) -> list[str]:
    return [
        str(command.box),
        syntax.quote(command.bettor),
        syntax.quote(command.wager),
        *([] if command.amount is None else [str(command.amount)]),
        *_write_by(command.by, Actor(command.bettor)),
    ]


# Cards


def _read_deal(args: Arguments) -> c.Command:
    cards = args.number("CARDS") if args.words and WHOLE.fullmatch(args.words[0]) else None
    hands = syntax.hands(args.rest(syntax.MORE))
    return c.Deal(args.by(), cards, hands, not args.keyword(syntax.MORE))


def _write_deal(command: c.Deal, point: Point) -> list[str]:
    return [
        *([] if command.cards is None else [str(command.cards)]),
        *syntax.write_hands(command.hands),
        *([] if command.is_last else [syntax.MORE]),
        *_write_by(command.by),
    ]


def _read_look(args: Arguments) -> c.Command:
    return c.Examine(box=args.number("BOX"), by=syntax.actor(args.next("WHO")))


def _write_look(command: c.Examine, point: Point) -> list[str]:
    return [str(command.box), syntax.write_actor(command.by)]


def _read_return(args: Arguments) -> c.Command:
    box = args.number("BOX")
    return c.ReturnHand(args.by(), box, args.cards(box, args.point.round.setup.comes_back_up))


def _write_return(command: c.ReturnHand, point: Point) -> list[str]:
    known = point.known(command.box) if point.round.setup.comes_back_up else ()
    return [str(command.box), *_write_cards(command.cards, known), *_write_by(command.by)]


def _read_play(args: Arguments) -> c.Command:
    return c.Play(box=args.number("BOX"), by=args.by())


def _read_fold(args: Arguments) -> c.Command:
    return c.Fold(box=args.number("BOX"), by=args.by())


def _write_decision(command: c.Play | c.Fold, point: Point) -> list[str]:
    return [str(command.box), *_write_by(command.by)]


def _read_time_out(args: Arguments) -> c.Command:
    by, bettor, best = args.by(), args.name("BETTOR") if args.words else None, {}
    for box, decision in list(args.options.items()):
        args.option(box)
        if decision not in (PLAY, FOLD):
            raise BadNotation("notation/word", f"{box!r} is {decision!r}: say play or fold.")
        best[syntax.whole(box, "BOX")] = decision == PLAY
    return c.TimeOut(by, best, bettor)


def _write_time_out(command: c.TimeOut, point: Point) -> list[str]:
    return [
        *([] if command.bettor is None else [syntax.quote(command.bettor)]),
        *(f"{box}={PLAY if plays else FOLD}" for box, plays in command.best.items()),
        *_write_by(command.by),
    ]


def _read_show(args: Arguments) -> c.Command:
    where = syntax.where(args.next("dealer, fourth or BOX"))
    return c.Reveal(args.by(), where, args.cards(where))


def _write_show(command: c.Reveal, point: Point) -> list[str]:
    cards = _write_cards(command.cards, point.known(command.where))
    return [syntax.write_where(command.where), *cards, *_write_by(command.by)]


def _read_correct(args: Arguments) -> c.Command:
    where = syntax.where(args.next("dealer, fourth or BOX"))
    was, now = (syntax.card(args.next(name)) for name in ("WAS", "CARD"))
    return c.CorrectCard(args.by(), where, was, now)


def _write_correct(command: c.CorrectCard, point: Point) -> list[str]:
    cards = [syntax.write_card(card) for card in (command.was, command.card)]
    return [syntax.write_where(command.where), *cards, *_write_by(command.by)]


# Incidents and rulings


def _read_incident(args: Arguments) -> c.Command:
    incident, by, box = args.name("INCIDENT"), args.by(), args.option("box")
    bet, round = args.option("bet"), args.round()
    shown, decided = args.option("shown"), args.option("decided")
    facts: dict[str, str] = {}
    for key in list(args.options):
        syntax.put_once(facts, syntax.unquote(key), syntax.unquote(args.options.pop(key)))
    return c.ReportIncident(
        by, incident, facts,
        None if box is None else syntax.whole(box, "box"),
        None if bet is None else _bettor_and_wager(bet),
        round,
        faces(shown) if shown else {},
        None if decided is None else syntax.truth(decided, "decided"),
    )  # fmt: skip


def _bettor_and_wager(word: str) -> tuple[str, str]:
    parts = [syntax.unquote(part) for part in syntax.split(word, ":")]
    if len(parts) != 2:
        raise BadNotation("notation/bet", f"bet is {word!r}: write BETTOR:WAGER.")
    return parts[0], parts[1]


def faces(word: str) -> dict[int, int]:
    """Cards that lie face up, by place in the shoe: 4:Qh,5:9c."""
    by_place = {}
    for pair in word.split(","):
        number, _, card = pair.partition(":")
        place = syntax.whole(number, "A place in the shoe")
        by_place[place] = syntax.card(card)
    return by_place


def _write_incident(command: c.ReportIncident, point: Point) -> list[str]:
    facts = [
        f"{syntax.quote(name, INCIDENT_OPTIONS)}={syntax.quote_value(value)}"
        for name, value in command.facts.items()
    ]
    bet = None if command.bet is None else ":".join(syntax.quote(part) for part in command.bet)
    shown = ",".join(f"{place}:{syntax.write_card(card)}" for place, card in command.shown.items())
    decided = None if command.decided is None else syntax.yes_or_no(command.decided)
    return [
        syntax.quote(command.incident),
        *facts,
        *_write_option("box", command.box),
        *_write_option("bet", bet),
        *_write_option("round", command.round),
        *_write_option("shown", shown or None),
        *_write_option("decided", decided),
        *_write_by(command.by),
    ]


def _read_rule(args: Arguments) -> c.Command:
    number = args.number("NUMBER")
    remedy = args.name("REMEDY") if args.words and args.words[0] != syntax.HANDS else None
    hands = syntax.hands(args.rest()) if args.keyword(syntax.HANDS) else ()
    return c.GiveRuling(args.by(), number, remedy, args.reason(), hands, args.round())


def _write_rule(command: c.GiveRuling, point: Point) -> list[str]:
    return [
        str(command.number),
        *([] if command.remedy is None else [syntax.quote(command.remedy)]),
        *([syntax.HANDS, *syntax.write_hands(command.hands)] if command.hands else []),
        *_write_option("round", command.round),
        *_write_by(command.by),
        *syntax.write_reason(command.reason),
    ]


def _read_choose(args: Arguments) -> c.Command:
    number, box = args.number("NUMBER"), args.number("BOX")
    bettor, option = args.name("BETTOR"), args.name("continue or return")
    return c.Choose(args.by(Actor(bettor)), number, box, bettor, option, args.round())


def _write_choose(command: c.Choose, point: Point) -> list[str]:
    return [
        str(command.number),
        str(command.box),
        syntax.quote(command.bettor),
        syntax.quote(command.option),
        *_write_option("round", command.round),
        *_write_by(command.by, Actor(command.bettor)),
    ]


# Money


def _read_settle(args: Arguments) -> c.Command:
    return c.Settle(args.by(), args.number("JACKPOT") if args.words else None)


def _write_settle(command: c.Settle, point: Point) -> list[str]:
    return [*([] if command.jackpot is None else [str(command.jackpot)]), *_write_by(command.by)]


def _read_pay(args: Arguments) -> c.Command:
    box, bettor = args.number("BOX"), args.name("BETTOR")
    wager, net = args.name("WAGER"), args.number("NET")
    nth = args.option("nth")
    return c.CorrectPayment(
        args.by(), box, bettor, wager, net, args.reason(), args.round(),
        0 if nth is None else syntax.whole(nth, "nth"),
    )  # fmt: skip


def _write_pay(command: c.CorrectPayment, point: Point) -> list[str]:
    return [
        str(command.box),
        syntax.quote(command.bettor),
        syntax.quote(command.wager),
        str(command.net),
        *_write_option("nth", command.nth or None),
        *_write_option("round", command.round),
        *_write_by(command.by),
        *syntax.write_reason(command.reason),
    ]


class Verb(NamedTuple):
    form: str  # As an error message shows it.
    command: type[c.Command]
    read: Callable[[Arguments], c.Command]
    write: Callable[[Any, Point], list[str]]  # Takes a command of that type.


VERBS: Mapping[str, Verb] = {
    "open": Verb("open", c.OpenBets, _read_open, _write_open_or_close),
    "bet": Verb("bet BOX BETTOR WAGER AMOUNT [seated]", c.PlaceBet, _read_bet, _write_bet),
    "set": Verb("set BOX BETTOR [seated] WAGER=TOTAL …", c.SetBets, _read_set, _write_set),
    "take": Verb("take BOX BETTOR WAGER [AMOUNT]", c.TakeBack, _read_take, _write_take),
    "close": Verb("close", c.CloseBets, _read_close, _write_open_or_close),
    "deal": Verb(
        "deal [CARDS] or deal BOX:PLACE,… dealer:PLACE,… [more]", c.Deal, _read_deal, _write_deal
    ),
    "look": Verb("look BOX WHO", c.Examine, _read_look, _write_look),
    "return": Verb("return BOX [CARDS]", c.ReturnHand, _read_return, _write_return),
    "play": Verb("play BOX", c.Play, _read_play, _write_decision),
    "fold": Verb("fold BOX", c.Fold, _read_fold, _write_decision),
    "time-out": Verb(
        "time-out [BETTOR] [BOX=play or BOX=fold …]", c.TimeOut, _read_time_out, _write_time_out
    ),
    "show": Verb("show dealer, fourth or BOX [CARDS]", c.Reveal, _read_show, _write_show),
    "correct": Verb(
        "correct dealer, fourth or BOX WAS CARD", c.CorrectCard, _read_correct, _write_correct
    ),
    "incident": Verb(
        "incident INCIDENT [FACT=VALUE …] [box=BOX]",
        c.ReportIncident,
        _read_incident,
        _write_incident,
    ),
    "rule": Verb(
        "rule NUMBER [REMEDY] [hands BOX:PLACE,… …] [because REASON]",
        c.GiveRuling,
        _read_rule,
        _write_rule,
    ),
    "choose": Verb(
        "choose NUMBER BOX BETTOR continue or return", c.Choose, _read_choose, _write_choose
    ),
    "settle": Verb("settle [JACKPOT]", c.Settle, _read_settle, _write_settle),
    "pay": Verb("pay BOX BETTOR WAGER NET because REASON", c.CorrectPayment, _read_pay, _write_pay),
}
VERB_OF: Mapping[type[c.Command], str] = {verb.command: name for name, verb in VERBS.items()}
