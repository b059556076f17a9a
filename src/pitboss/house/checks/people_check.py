"""People checked: who came, who became a player, and what they have allowed themselves.

What stands in the lists of people and of their limits has to be what these events come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.people.person import Person
from pitboss.house.people.player_limits import WAITS, LimitRow, Limits, in_force, with_limit
from pitboss.house.people.player_names import key_of

PersonEvent = (
    h.GuestCame | h.GuestExpired | h.Granted | h.Swept | h.PlayerLaunched
    | h.PlayerRegistered | h.PlayerSignedIn | h.PlayerSignedOut | h.PasswordChanged
    | h.LimitSet | h.Excluded
)  # fmt: skip
HASH = "$argon2id$"


class Known(NamedTuple):
    """What the journal says of a person."""

    came_as: str
    is_gone: bool = False
    player_name: str | None = None
    excluded_until: int = 0
    limits: Limits = ()
    wallet_id: str | None = None


NOBODY = Known("")


class PeopleCheck:
    def __init__(self) -> None:
        self.known: dict[str, Known] = {}
        self.names: dict[str | None, str] = {}  # By key: whose.
        self._listed: set[str] = set()

    def of(self, person: str) -> Known:
        return self.known.get(person, NOBODY)

    def happens(self, event: PersonEvent, time: int) -> Iterator[str]:
        """Take an event in; what is wrong with it."""
        if isinstance(event, h.GuestCame):
            if event.person in self.known:
                yield f"{event.name} came in a second time."
            self.known[event.person] = Known(event.name)
            return
        if isinstance(event, h.PlayerLaunched) and event.person not in self.known:
            self.known[event.person] = Known(event.name, wallet_id=event.wallet_id)
        person = self.of(event.person)
        if not person.came_as or person.is_gone:
            yield _not_here(event)
        match event:
            case h.PlayerLaunched(id, wallet_id):
                if wallet_id != person.wallet_id:
                    yield f"{id} was launched as {wallet_id}, and is somebody else."
            case h.Granted(id) | h.Swept(id):
                if person.wallet_id is not None:
                    yield f"Play money moved for {id}, an operator's player."
            case h.GuestExpired():
                if person.player_name:
                    yield f"{person.player_name} is a player, and was seen off as a guest."
                person = person._replace(is_gone=True)
            case h.PlayerRegistered(name=name):
                yield from self.registers(event, person)
                person = person._replace(player_name=name)
            case h.PasswordChanged() | h.PlayerSignedIn():
                if person.player_name is None:
                    yield "A guest has no password to sign in with or to change."
            case h.PlayerSignedOut():
                if person.player_name is None and person.wallet_id is None:
                    yield "A guest does not sign out."
            case h.LimitSet():
                yield from _too_soon(event, person.limits, time)
                person = person._replace(limits=with_limit(person.limits, event, time))
            case h.Excluded(until=until):
                if until <= max(person.excluded_until, time):
                    yield "An exclusion was made shorter."
                person = person._replace(excluded_until=until)
        self.known[event.person] = person

    def registers(self, event: h.PlayerRegistered, person: Known) -> Iterator[str]:
        key = key_of(event.name)
        if person.player_name is not None or person.wallet_id is not None:
            yield f"{event.name} was registered a second time."
        elif key is None or key in self.names:
            yield f"The name {event.name} can't be taken, or is another player's."
        self.names[key] = event.person

    def differences(
        self, row: Person, key: str | None, password: str | None
    ) -> Iterator[tuple[str, str]]:
        """How a row of the list of people differs."""
        known = self.of(row.id)
        self._listed.add(row.id)
        where = f"Guest {row.id}"
        if not known.came_as:
            yield where, "The journal does not know them."
            return
        is_launched = known.wallet_id is not None
        came_as = row.name if is_launched else row._replace(player_name=None).name
        if came_as != known.came_as:
            yield where, f"They are {came_as}, and came in as {known.came_as}."
        if bool(row.is_gone) != known.is_gone:
            words = "gone" if row.is_gone else "here", "seen off" if known.is_gone else "not"
            yield where, f"They are {words[0]}, and were {words[1]} in the journal."
        if row.wallet_id != known.wallet_id:
            yield where, f"Their wallet is {row.wallet_id}, and the journal has {known.wallet_id}."
        called = known.player_name or "nobody"
        if row.player_name != known.player_name and not is_launched:
            yield where, f"They are listed as {row.player_name}, and registered as {called}."
        is_player = known.player_name is not None
        if key != (key_of(str(known.player_name)) if is_player else None):
            yield where, f"Their name is compared as {key}, which is not what {called} comes to."
        if is_player != (password is not None) or not (password or HASH).startswith(HASH):
            yield where, "A player has the hash of a password, and a guest has none."
        if row.excluded_until != known.excluded_until:
            yield where, "They are excluded until another time than the journal says."

    def missing(self) -> Iterator[tuple[str, str]]:
        """Those who are not in the list of people; call it after `differences`."""
        for id, known in self.known.items():
            if id not in self._listed:
                yield f"Guest {id}", f"{known.came_as} came in, and is not in the list of people."

    def all_limits(self) -> dict[str, set[LimitRow]]:
        """By person, the limits that the journal knows."""
        return {id: {*known.limits} for id, known in self.known.items() if known.limits}


def _not_here(event: PersonEvent) -> str:
    match event:
        case h.Granted(person) | h.Swept(person):
            return f"Money moved for a guest {person} who is not here."
        case h.GuestExpired(person):
            return f"A guest {person} who is not here was seen off."
    return f"{type(event).__name__} is about {event.person}, who is not here."


def _too_soon(event: h.LimitSet, limits: Limits, time: int) -> Iterator[str]:
    held = in_force(limits, time).get((event.kind, event.period))
    is_looser = held is not None and (event.amount is None or event.amount > held)
    if event.effective != (time + WAITS if is_looser else time):
        yield "A limit begins at another time than it may: tighter at once, looser after a day."
