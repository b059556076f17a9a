"""The steps of the round notation, read: the command that a line says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.errors import BadNotation
from pitboss.notation import line as n
from pitboss.notation.record import Point
from pitboss.play import commands as c
from pitboss.play.events import Actor, Where


class Arguments:
    """The words and options of a line, as a command takes them one after the other."""

    def __init__(self, line: n.Line, form: str, at: Point) -> None:
        self.line, self.form, self.at = line, form, at
        self.words, self.options = list(line.words), dict(line.options)
        self.has_reason = False

    def next(self, what: str) -> str:
        if not self.words:
            message = f"{self.line.verb} needs {what}: write {self.form}."
            raise BadNotation("notation/word", message)
        return self.words.pop(0)

    def number(self, what: str) -> int:
        return n.whole(self.next(what), what)

    def name(self, what: str) -> str:
        return n.unquote(self.next(what))

    def keyword(self, word: str) -> bool:
        """Whether this word comes next."""
        if self.words[:1] != [word]:
            return False
        self.words.pop(0)
        return True

    def rest(self, until: str = "") -> list[str]:
        """All the words that are left, up to one of them."""
        end = self.words.index(until) if until in self.words else len(self.words)
        taken, self.words = self.words[:end], self.words[end:]
        return taken

    def option(self, name: str) -> str | None:
        return self.options.pop(name, None)

    def by(self, usual: Actor = n.DEALS) -> Actor:
        actor = self.option("by")
        return usual if actor is None else n.actor(actor)

    def round(self) -> int | None:
        number = self.option("round")
        return None if number is None else n.whole(number, "round")

    def reason(self) -> str:
        self.has_reason = True
        return self.line.reason

    def cards(self, whose: Where, from_shoe: bool = True) -> tuple[int | None, ...]:
        """Cards as named, or else as the shoe has them."""
        if self.keyword(n.FACE_DOWN):
            return ()
        words = self.rest()
        if words:
            return n.cards(words)
        return self.at.known(whose) if from_shoe else ()

    def end(self) -> None:
        left = [*self.words, *(f"{name}=" for name in self.options)]
        if self.line.reason and not self.has_reason:
            left.append(n.BECAUSE)
        if left:
            message = f"{left[0]!r} means nothing here: write {self.form}."
            raise BadNotation("notation/word", message)


def read(line: n.Line, at: Point) -> c.Command:
    """The command that a line says when the table stands at this point."""
    verb = VERBS[line.verb]
    args = Arguments(line, verb.form, at)
    command = verb.read(args)
    args.end()
    return command


def _bet(args: Arguments) -> c.Command:
    box, bettor = args.number("BOX"), args.name("BETTOR")
    wager, amount = args.name("WAGER"), args.number("AMOUNT")
    seated = args.keyword(n.SEATED)
    return c.PlaceBet(args.by(Actor(bettor)), box, bettor, wager, amount, seated)


def _set(args: Arguments) -> c.Command:
    box, bettor = args.number("BOX"), args.name("BETTOR")
    seated, by = args.keyword(n.SEATED), args.by(Actor(bettor))
    totals = {}
    for wager in list(args.options):
        totals[n.unquote(wager)] = n.whole(args.options.pop(wager), wager)
    return c.SetBets(by, box, bettor, totals, seated)


def _take(args: Arguments) -> c.Command:
    box, bettor, wager = args.number("BOX"), args.name("BETTOR"), args.name("WAGER")
    amount = args.number("AMOUNT") if args.words else None
    return c.TakeBack(args.by(Actor(bettor)), box, bettor, wager, amount)


def _deal(args: Arguments) -> c.Command:
    cards = args.number("CARDS") if args.words and n.NUMBER.fullmatch(args.words[0]) else None
    hands = n.hands(args.rest(n.MORE))
    return c.Deal(args.by(), cards, hands, not args.keyword(n.MORE))


def _look(args: Arguments) -> c.Command:
    return c.Examine(box=args.number("BOX"), by=n.actor(args.next("WHO")))


def _return(args: Arguments) -> c.Command:
    box = args.number("BOX")
    return c.ReturnHand(args.by(), box, args.cards(box, args.at.round.setup.comes_back_up))


def _show(args: Arguments) -> c.Command:
    whose = n.where(args.next("dealer, fourth or BOX"))
    return c.Reveal(args.by(), whose, args.cards(whose))


def _time_out(args: Arguments) -> c.Command:
    by, bettor, best = args.by(), args.name("BETTOR") if args.words else None, {}
    for box, answer in list(args.options.items()):
        args.option(box)
        if answer not in (n.PLAY, n.FOLD):
            raise BadNotation("notation/word", f"{box!r} is {answer!r}: say play or fold.")
        best[n.whole(box, "BOX")] = answer == n.PLAY
    return c.TimeOut(by, best, bettor)


def _correct(args: Arguments) -> c.Command:
    whose = n.where(args.next("dealer, fourth or BOX"))
    was, now = (n.card(args.next(what)) for what in ("WAS", "CARD"))
    return c.CorrectCard(args.by(), whose, was, now)


def _incident(args: Arguments) -> c.Command:
    incident, by, box = args.name("INCIDENT"), args.by(), args.option("box")
    bet, round = args.option("bet"), args.round()
    shown, decided = args.option("shown"), args.option("decided")
    facts = {}
    for key in list(args.options):
        name = n.unquote(key)
        if name in facts:
            raise BadNotation("notation/twice", f"{name!r} is given twice.")
        facts[name] = n.unquote(args.options.pop(key))
    return c.ReportIncident(
        by, incident, facts,
        None if box is None else n.whole(box, "box"),
        None if bet is None else _whose(bet),
        round,
        _faces(shown) if shown else {},
        None if decided is None else n.truth(decided, "decided"),
    )  # fmt: skip


def _whose(word: str) -> tuple[str, str]:
    parts = [n.unquote(part) for part in n.split(word, ":")]
    if len(parts) != 2:
        raise BadNotation("notation/bet", f"bet is {word!r}: write BETTOR:WAGER.")
    return parts[0], parts[1]


def _faces(word: str) -> dict[int, int]:
    faces = {}
    for pair in word.split(","):
        text, _, card = pair.partition(":")
        place = n.whole(text, "A place in the shoe")
        faces[place] = n.card(card)
    return faces


def _rule(args: Arguments) -> c.Command:
    number = args.number("NUMBER")
    remedy = args.name("REMEDY") if args.words and args.words[0] != n.HANDS else None
    hands = n.hands(args.rest()) if args.keyword(n.HANDS) else ()
    return c.GiveRuling(args.by(), number, remedy, args.reason(), hands, args.round())


def _choose(args: Arguments) -> c.Command:
    number, box = args.number("NUMBER"), args.number("BOX")
    bettor, option = args.name("BETTOR"), args.name("continue or return")
    return c.Choose(args.by(Actor(bettor)), number, box, bettor, option, args.round())


def _settle(args: Arguments) -> c.Command:
    return c.Settle(args.by(), args.number("JACKPOT") if args.words else None)


def _pay(args: Arguments) -> c.Command:
    box, bettor = args.number("BOX"), args.name("BETTOR")
    wager, net = args.name("WAGER"), args.number("NET")
    nth = args.option("nth")
    return c.CorrectPayment(
        args.by(), box, bettor, wager, net, args.reason(), args.round(),
        0 if nth is None else n.whole(nth, "nth"),
    )  # fmt: skip


class Verb(NamedTuple):
    form: str
    read: Callable[[Arguments], c.Command]


VERBS: Mapping[str, Verb] = {
    "open": Verb("open", lambda args: c.OpenBets(args.by())),
    "bet": Verb("bet BOX BETTOR WAGER AMOUNT [seated]", _bet),
    "set": Verb("set BOX BETTOR [seated] WAGER=TOTAL …", _set),
    "take": Verb("take BOX BETTOR WAGER [AMOUNT]", _take),
    "close": Verb("close", lambda args: c.CloseBets(args.by())),
    "deal": Verb("deal [CARDS] or deal BOX:PLACE,… dealer:PLACE,… [more]", _deal),
    "look": Verb("look BOX WHO", _look),
    "return": Verb("return BOX [CARDS]", _return),
    "play": Verb("play BOX", lambda args: c.Play(box=args.number("BOX"), by=args.by())),
    "fold": Verb("fold BOX", lambda args: c.Fold(box=args.number("BOX"), by=args.by())),
    "time-out": Verb("time-out [BETTOR] [BOX=play or BOX=fold …]", _time_out),
    "show": Verb("show dealer, fourth or BOX [CARDS]", _show),
    "correct": Verb("correct dealer, fourth or BOX WAS CARD", _correct),
    "incident": Verb("incident INCIDENT [FACT=VALUE …] [box=BOX]", _incident),
    "rule": Verb("rule NUMBER [REMEDY] [hands BOX:PLACE,… …] [because REASON]", _rule),
    "choose": Verb("choose NUMBER BOX BETTOR continue or return", _choose),
    "settle": Verb("settle [JACKPOT]", _settle),
    "pay": Verb("pay BOX BETTOR WAGER NET because REASON", _pay),
}
