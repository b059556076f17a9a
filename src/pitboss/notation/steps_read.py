"""The steps of the round notation, read: which command a line says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.errors import BadNotation
from pitboss.notation import line as n
from pitboss.notation.record import Point
from pitboss.play import commands as c
from pitboss.play.events import Actor, Where


class Told:
    """The words of a line as a command takes them, one after the other."""

    def __init__(self, line: n.Line, form: str, at: Point) -> None:
        self.line, self.form, self.at = line, form, at
        self.words, self.options = list(line.words), dict(line.options)
        self.has_reason = False

    def next(self, what: str) -> str:
        if not self.words:
            told = f"{self.line.verb} needs {what}: write {self.form}."
            raise BadNotation("notation/word", told)
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
        said = self.option("by")
        return usual if said is None else n.actor(said)

    def round(self) -> int | None:
        said = self.option("round")
        return None if said is None else n.whole(said, "round")

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
            told = f"{left[0]!r} means nothing here: write {self.form}."
            raise BadNotation("notation/word", told)


def read(line: n.Line, at: Point) -> c.Command:
    """The command on a line, said where the table stands so."""
    verb = VERBS[line.verb]
    told = Told(line, verb.form, at)
    made = verb.read(told)
    told.end()
    return made


def _bet(told: Told) -> c.Command:
    box, bettor = told.number("BOX"), told.name("BETTOR")
    wager, amount = told.name("WAGER"), told.number("AMOUNT")
    seated = told.keyword(n.SEATED)
    return c.PlaceBet(told.by(Actor(bettor)), box, bettor, wager, amount, seated)


def _take(told: Told) -> c.Command:
    box, bettor, wager = told.number("BOX"), told.name("BETTOR"), told.name("WAGER")
    amount = told.number("AMOUNT") if told.words else None
    return c.TakeBack(told.by(Actor(bettor)), box, bettor, wager, amount)


def _deal(told: Told) -> c.Command:
    cards = told.number("CARDS") if told.words and n.NUMBER.fullmatch(told.words[0]) else None
    hands = n.hands(told.rest(n.MORE))
    return c.Deal(told.by(), cards, hands, not told.keyword(n.MORE))


def _look(told: Told) -> c.Command:
    return c.Examine(box=told.number("BOX"), by=n.actor(told.next("WHO")))


def _return(told: Told) -> c.Command:
    box = told.number("BOX")
    return c.ReturnHand(told.by(), box, told.cards(box, told.at.comes_back_up))


def _show(told: Told) -> c.Command:
    whose = n.where(told.next("dealer, fourth or BOX"))
    return c.Reveal(told.by(), whose, told.cards(whose))


def _time_out(told: Told) -> c.Command:
    by, best = told.by(), {}
    for box, said in list(told.options.items()):
        told.option(box)
        if said not in (n.PLAY, n.FOLD):
            raise BadNotation("notation/word", f"{box!r} is {said!r}: say play or fold.")
        best[n.whole(box, "BOX")] = said == n.PLAY
    return c.TimeOut(by, best)


def _correct(told: Told) -> c.Command:
    whose = n.where(told.next("dealer, fourth or BOX"))
    was, now = (n.card(told.next(what)) for what in ("WAS", "CARD"))
    return c.CorrectCard(told.by(), whose, was, now)


def _incident(told: Told) -> c.Command:
    incident, by, box = told.name("INCIDENT"), told.by(), told.option("box")
    bet, round = told.option("bet"), told.round()
    shown, decided = told.option("shown"), told.option("decided")
    facts = {}
    for key in list(told.options):
        name = n.unquote(key)
        if name in facts:
            raise BadNotation("notation/twice", f"{name!r} is given twice.")
        facts[name] = n.unquote(told.options.pop(key))
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
    made = {}
    for one in word.split(","):
        text, _, card = one.partition(":")
        place = n.whole(text, "A place in the shoe")
        made[place] = n.card(card)
    return made


def _rule(told: Told) -> c.Command:
    number = told.number("NUMBER")
    remedy = told.name("REMEDY") if told.words and told.words[0] != n.HANDS else None
    hands = n.hands(told.rest()) if told.keyword(n.HANDS) else ()
    return c.GiveRuling(told.by(), number, remedy, told.reason(), hands, told.round())


def _choose(told: Told) -> c.Command:
    number, box = told.number("NUMBER"), told.number("BOX")
    bettor, option = told.name("BETTOR"), told.name("continue or return")
    return c.Choose(told.by(Actor(bettor)), number, box, bettor, option, told.round())


def _settle(told: Told) -> c.Command:
    return c.Settle(told.by(), told.number("JACKPOT") if told.words else None)


def _pay(told: Told) -> c.Command:
    box, bettor = told.number("BOX"), told.name("BETTOR")
    wager, net = told.name("WAGER"), told.number("NET")
    nth = told.option("nth")
    return c.CorrectPayment(
        told.by(), box, bettor, wager, net, told.reason(), told.round(),
        0 if nth is None else n.whole(nth, "nth"),
    )  # fmt: skip


class Verb(NamedTuple):
    form: str
    read: Callable[[Told], c.Command]


VERBS: Mapping[str, Verb] = {
    "open": Verb("open", lambda told: c.OpenBets(told.by())),
    "bet": Verb("bet BOX BETTOR WAGER AMOUNT [seated]", _bet),
    "take": Verb("take BOX BETTOR WAGER [AMOUNT]", _take),
    "close": Verb("close", lambda told: c.CloseBets(told.by())),
    "deal": Verb("deal [CARDS] or deal BOX:PLACE,… dealer:PLACE,… [more]", _deal),
    "look": Verb("look BOX WHO", _look),
    "return": Verb("return BOX [CARDS]", _return),
    "play": Verb("play BOX", lambda told: c.Play(box=told.number("BOX"), by=told.by())),
    "fold": Verb("fold BOX", lambda told: c.Fold(box=told.number("BOX"), by=told.by())),
    "time-out": Verb("time-out [BOX=play or BOX=fold …]", _time_out),
    "show": Verb("show dealer, fourth or BOX [CARDS]", _show),
    "correct": Verb("correct dealer, fourth or BOX WAS CARD", _correct),
    "incident": Verb("incident INCIDENT [FACT=VALUE …] [box=BOX]", _incident),
    "rule": Verb("rule NUMBER [REMEDY] [hands BOX:PLACE,… …] [because REASON]", _rule),
    "choose": Verb("choose NUMBER BOX BETTOR continue or return", _choose),
    "settle": Verb("settle [JACKPOT]", _settle),
    "pay": Verb("pay BOX BETTOR WAGER NET because REASON", _pay),
}
