"""The syntax of one line of the round notation: its words, NAME=VALUE options and reason.

A word that could be misread, such as a name with a space, is put in double quotes as in JSON. A
quoted word is never an option or a keyword. Below the parser are the conversions between words and
values: numbers, people, hands and cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from pitboss.cards.deck import DECK, name, number
from pitboss.errors import BadNotation
from pitboss.language.irregularities import AUTHORITIES
from pitboss.language.rulebook import LARGEST_AMOUNT
from pitboss.notation.codec import WHOLE
from pitboss.play.events import Actor, Hands, Where
from pitboss.play.shoe import UNKNOWN

Value = TypeVar("Value")

QUOTED = r'"(?:[^"\\]|\\.)*"'
WORD = re.compile(rf'(?:{QUOTED}|[^\s"])+')
PIECE = re.compile(rf"{QUOTED}|.", re.S)
PLAIN = re.compile(r"[\w.@+/-]+")
BY_NUMBER = re.compile(rf"#({WHOLE.pattern})")  # A mistyped card that is not in the deck.
BECAUSE, SEATED, MORE, HANDS, FACE_DOWN = "because", "seated", "more", "hands", "face-down"
KEYWORDS = (BECAUSE, SEATED, MORE, HANDS, FACE_DOWN)
PLAYER = "player"
DEALER = Actor("dealer", "dealer")  # Who says a line that names nobody.


class ParsedLine(NamedTuple):
    """A parsed line; quoted words keep their quotes."""

    verb: str
    words: list[str]
    options: dict[str, str]  # By name as written.
    reason: str


def parse(text: str) -> ParsedLine:
    words, options, reason, at = list[str](), dict[str, str](), "", 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = WORD.match(text, at)
        if not match:
            raise BadNotation("notation/quote", "A quote is not closed.")
        word, at = match[0], match.end()
        if word == BECAUSE and words:
            reason, at = _reason(text[at:].strip()), len(text)
            continue
        key, *value = split(word, "=")
        if not value or not words:
            words.append(word)
        elif len(value) > 1 or not key:
            raise BadNotation("notation/option", f"{word!r} should read NAME=VALUE.")
        else:
            put_once(options, key, value[0])
    return ParsedLine(words[0], words[1:], options, reason)


def put_once(values: dict[str, Value], key: str, value: Value) -> None:
    """Add an entry; refuse a key that is already there."""
    if key in values:
        raise BadNotation("notation/twice", f"{key!r} is given twice.")
    values[key] = value


def _reason(text: str) -> str:
    if not text:
        raise BadNotation("notation/reason", "Give the reason after because.")
    return unquote(text) if text.startswith('"') else text


def split(word: str, mark: str) -> list[str]:
    """The parts of a word between marks; quoted parts are not split."""
    parts = [""]
    for piece in PIECE.findall(word):
        if piece == mark:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def unquote(word: str) -> str:
    """A word without its quotes."""
    if '"' not in word:
        return word
    try:
        text = json.loads(word)
    except ValueError:
        text = None
    if not isinstance(text, str) or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise BadNotation("notation/quote", f"{word!r} is not one word in double quotes.")
    return text


def quote(text: str, keywords: Iterable[str] = KEYWORDS) -> str:
    """A word as written: in quotes if it could be mistaken for something else."""
    if text in keywords or WHOLE.fullmatch(text):
        return f'"{text}"'
    return quote_value(text)


def quote_value(text: str) -> str:
    """A word as written after NAME=, where it can't be mistaken for a keyword or a number."""
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=not text.isprintable())


def write_reason(reason: str) -> list[str]:
    if not reason:
        return []
    plain = reason.isprintable() and reason == reason.strip() and not reason.startswith('"')
    return [BECAUSE, reason if plain else json.dumps(reason, ensure_ascii=not reason.isprintable())]


# Words and the values they stand for


def whole(word: str, what: str) -> int:
    if not WHOLE.fullmatch(word) or abs(int(word)) > LARGEST_AMOUNT:
        raise BadNotation("notation/number", f"{what} is {word!r}: give a whole number.")
    return int(word)


def truth(word: str, what: str) -> bool:
    if word not in ("yes", "no"):
        raise BadNotation("notation/word", f"{what} is {word!r}: say yes or no.")
    return word == "yes"


def yes_or_no(is_so: bool) -> str:
    return "yes" if is_so else "no"


def actor(word: str) -> Actor:
    """`p1`, a player; `pit-supervisor`; or `pit-supervisor:name`."""
    role, *who = split(word, ":")
    if len(who) > 1:
        raise BadNotation("notation/who", f"{word!r} should read ROLE:NAME.")
    if who:
        return Actor(unquote(who[0]), unquote(role))
    return Actor(role, role) if role in AUTHORITIES else Actor(unquote(role), PLAYER)


def write_actor(actor: Actor) -> str:
    name = quote(actor.id, (*KEYWORDS, *AUTHORITIES))
    if actor.role == PLAYER:
        return name
    if actor.id == actor.role and actor.role in AUTHORITIES:
        return actor.role
    return f"{quote(actor.role)}:{name}"


def where(word: str) -> Where:
    """A box's number, or a word."""
    return int(word) if WHOLE.fullmatch(word) else unquote(word)


def write_where(where: Where) -> str:
    return str(where) if isinstance(where, int) else quote(where)


def card(word: str) -> int:
    match = BY_NUMBER.fullmatch(word)
    return int(match[1]) if match else number(word)


def write_card(card: int | None) -> str:
    if card is None:
        return UNKNOWN
    return name(card) if 0 <= card < DECK else f"#{card}"


def cards(words: Iterable[str]) -> tuple[int | None, ...]:
    """The cards that the words name, None for one that is not turned."""
    return tuple(None if word == UNKNOWN else card(word) for word in words)


def hands(words: Iterable[str]) -> Hands:
    """`1:0,1,2`: a hand, and the places in the shoe that its cards come from."""
    hands = []
    for word in words:
        whose, *places = split(word, ":")
        if len(places) != 1:
            message = f"{word!r} should read BOX:PLACE,PLACE,PLACE."
            raise BadNotation("notation/hands", message)
        listed = [whole(text, "A place in the shoe") for text in places[0].split(",") if places[0]]
        hands.append((where(whose), tuple(listed)))
    return tuple(hands)


def write_hands(hands: Hands) -> list[str]:
    return [f"{write_where(where)}:{','.join(map(str, places))}" for where, places in hands]
