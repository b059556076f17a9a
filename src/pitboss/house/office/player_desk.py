"""The player desk: guests who become players, and their sign-ins.

Passwords are checked before anything is asked here, in other threads. What was checked is given
along: if it is no longer what stands, somebody changed the password meanwhile.
"""

from __future__ import annotations

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.entries import encode, enter_outside, enter_refusal, first_answer
from pitboss.house.office.guest_desk import GuestDesk
from pitboss.house.office.statements import Statements
from pitboss.house.people.person import Person
from pitboss.house.people.player_names import key_of
from pitboss.house.records.ledger import player
from pitboss.house.requests import ChangePassword, Register, Reply, SignIn
from pitboss.play import Refusal


def wrong_sign_in() -> PitbossError:
    """Whichever of the two is wrong."""
    return PitbossError("player/sign-in", "That name and password do not go together.")


class PlayerDesk:
    def __init__(self, statements: Statements, books: Committed, guests: GuestDesk) -> None:
        self._statements, self._books, self._guests = statements, books, guests

    def register(self, group: Group, id: str, command_id: str, asked: Register) -> Reply:
        """The same person, with the same money and tables; only the token is new."""
        person = self._guests.person(group, id)
        request = {"command": "register", "name": asked.name}
        before = group.said_before(HOUSE, id, command_id)
        if before is not None:
            reply = first_answer(before, encode(request), person)
        else:
            refusal = self._refusal(person, asked.name)
            if refusal is None:
                self._statements.set_player(id, asked.name, str(key_of(asked.name)), asked.password)
                person = person._replace(player_name=asked.name)
                group.people[id] = person
                self._rotate(group, id, asked.token, asked.ends)
                registered = h.PlayerRegistered(id, asked.name, asked.token, asked.ends)
                enter_outside(group, id, command_id, request, [registered])
            else:
                enter_refusal(group, HOUSE, id, command_id, request, refusal)
            reply = Reply(person, refusal=refusal)
        if reply.is_repeated and reply.refusal is None:  # The first answer may have been lost.
            self._signs_in(group, id, asked.token, asked.ends)
        return reply._replace(balance=group.balances[player(id)])

    def _refusal(self, person: Person, name: str) -> Refusal | None:
        if person.player_name is not None:
            return Refusal("player/already", f"You are a player already: {person.player_name}.")
        if self._statements.named(str(key_of(name))) is not None:
            return Refusal("player/name-taken", "Somebody goes by that name: choose another.")
        return None

    def sign_in(self, group: Group, id: str, asked: SignIn) -> Reply:
        if self._statements.password_of(id) != asked.verified:
            raise wrong_sign_in()
        left = self._left_behind(group, asked.ends)
        person = self._guests.welcome_back(group, id)
        if asked.password != asked.verified:
            self._statements.set_password(id, asked.password)
        self._signs_in(group, id, asked.token, asked.ends)
        return Reply(person, group.balances[player(id)], left_behind=left)

    def _left_behind(self, group: Group, token: str) -> int:
        """What the guest has that this browser was."""
        id = self._statements.person_with(token) if token else None
        person = None if id is None else self._statements.person(id)
        if person is None or person.is_gone or person.player_name is not None:
            return 0
        return self._guests.wealth(group, person.id)

    def change_password(
        self, group: Group, id: str, command_id: str, asked: ChangePassword
    ) -> Reply:
        """All other browsers have to sign in again, with the new one."""
        person = self._guests.person(group, id)
        request = {"command": "change-password"}
        before = group.said_before(HOUSE, id, command_id)
        if before is not None:
            return first_answer(before, encode(request), person)
        if self._statements.password_of(id) != asked.verified:
            raise wrong_sign_in()
        self._statements.set_password(id, asked.password)
        self._statements.end_sign_ins(id)
        self._statements.add_sign_in(asked.token, id, group.now)
        enter_outside(group, id, command_id, request, [h.PasswordChanged(id, asked.token)])
        return Reply(person, group.balances[player(id)])

    def sign_out(self, group: Group, id: str, token: str) -> Reply:
        person = self._is_player(group, id)
        self._statements.end_sign_in(token)
        self._enter_sign_out(group, id, f"sign-out-{token[:32]}", token)
        return Reply(person)

    def sign_out_all(self, group: Group, id: str) -> Reply:
        person = self._is_player(group, id)
        self._statements.end_sign_ins(id)
        self._enter_sign_out(group, id, f"sign-out-{group.now}", "")
        return Reply(person)

    def _enter_sign_out(self, group: Group, id: str, command_id: str, token: str) -> None:
        if group.said_before(HOUSE, id, command_id) is None:
            request = {"command": "sign-out"}
            enter_outside(group, id, command_id, request, [h.PlayerSignedOut(id, token)])

    def _is_player(self, group: Group, id: str) -> Person:
        person = self._guests.person(group, id)
        if person.player_name is None:
            message = "A guest who signs out can't come back: choose a name and a password first."
            raise PitbossError("player/guest", message)
        return person

    def _signs_in(self, group: Group, id: str, token: str, ends: str) -> None:
        self._rotate(group, id, token, ends)
        signed_in = h.PlayerSignedIn(id, token, ends)
        enter_outside(group, id, f"sign-in-{token[:32]}", {"command": "sign-in"}, [signed_in])

    def _rotate(self, group: Group, id: str, token: str, ends: str) -> None:
        """A browser is known by a new token from now on, and by its old one no longer."""
        if ends:
            self._statements.end_sign_in(ends)
        self._statements.add_sign_in(token, id, group.now)
