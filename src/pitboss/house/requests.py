"""What can be asked of a house, and what it answers."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.people import Person
from pitboss.house.practice import Table, TableCommand
from pitboss.play import Refusal

# What can be asked


class ComeIn(NamedTuple):
    """A new guest; the house knows the hash of their token only."""

    token: str


class Sit(NamedTuple):
    """A guest sits down at a game: at the one table of theirs, which is opened if need be."""

    game: str


class Ask(NamedTuple):
    """A command at a table."""

    table: str
    command: TableCommand


class Look(NamedTuple):
    """How a table stands. Nothing happens by it."""

    table: str


class Grant(NamedTuple):
    """Play money for a guest who has too little left to bet."""


class Sweep(NamedTuple):
    """Guests who stayed away are seen off."""


Request = ComeIn | Sit | Ask | Look | Grant | Sweep


# What is answered


class Session(NamedTuple):
    began: int
    net: int


class Standing(NamedTuple):
    """A table, and what belongs to it, after the last commit."""

    table: Table
    sequence: int
    head: str
    balance: int
    meter: int
    session: Session


class Reply(NamedTuple):
    person: Person | None = None
    balance: int = 0
    table: str | None = None
    standing: Standing | None = None
    refusal: Refusal | None = None
    events: tuple[h.AnyEvent, ...] = ()  # What happened at the table by this very command.
    is_repeated: bool = False  # Said before: this is the first answer again.
