"""The guest desk: who somebody is, and the money that the house gives them."""

from __future__ import annotations

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.entries import encode, enter_outside, enter_refusal, first_answer
from pitboss.house.office.rule_of_the_house import RuleOfTheHouse
from pitboss.house.office.statements import Statements
from pitboss.house.people.person import SEEN_EVERY, Person, readable_id, seen_at
from pitboss.house.people.player_limits import excluded
from pitboss.house.records.days import SECOND
from pitboss.house.records.ledger import accounts_of, player
from pitboss.house.requests import Reply
from pitboss.house.storage.schema import PEOPLE
from pitboss.house.tables.practice import Randomness
from pitboss.play import Refusal

PERSON_ID = 12  # Letters.
GRANT = {"command": "grant"}


class GuestDesk:
    def __init__(
        self,
        statements: Statements,
        books: Committed,
        rule: RuleOfTheHouse,
        randomness: Randomness,
    ) -> None:
        self._statements, self._books, self._rule = statements, books, rule
        self._randomness = randomness
        self._last_number = statements.last_number(PEOPLE, "number")

    def come_in(self, group: Group, token: str) -> Reply:
        known = self._statements.person_with(token)
        if known is not None:
            return Reply(self.person(group, known), group.balances[player(known)])
        grant = self._rule.settings.grant.amount
        person = self.admit(group, token, Person("", 0, group.now, group.now, grant))
        events: list[h.HouseEvent] = [
            h.GuestCame(person.id, person.name, token), h.Granted(person.id, grant),
        ]  # fmt: skip
        enter_outside(group, person.id, "come-in", {"command": "come-in"}, events)
        return Reply(person, group.balances[player(person.id)])

    def admit(self, group: Group, token: str, somebody: Person) -> Person:
        """Somebody new: with an id and a number from now on, and known by this token."""
        self._last_number += 1
        id = readable_id(PERSON_ID, self._randomness)
        person = somebody._replace(id=id, number=self._last_number)
        self._statements.add_person(person)
        self._statements.add_sign_in(token, id, group.now)
        group.people[id] = person
        return person

    def person(self, group: Group, id: str) -> Person:
        """Somebody who is here now."""
        person = self.listed(group, id)
        away = group.now - person.seen
        if person.is_player and away > self._rule.settings.timers.player * SECOND:
            raise PitbossError("player/away", "You were away for a while: sign in again.")
        if away > SEEN_EVERY:
            return self.welcome_back(group, id)
        self._books.people[id] = person
        return person

    def listed(self, group: Group, id: str) -> Person:
        """Somebody who may come back at any time."""
        person = self.known(group, id)
        if person is None or person.is_gone:
            raise PitbossError("guest/unknown", "We do not know you: come in as a guest.")
        return person

    def welcome_back(self, group: Group, id: str) -> Person:
        """Note that somebody is here now, however long they were away."""
        sitting = self._rule.settings.timers.sitting
        person = self.listed(group, id)
        group.people[id] = seen_at(person, group.now, self.wealth(group, id), sitting)
        return group.people[id]

    def known(self, group: Group, id: str) -> Person | None:
        """Somebody who is here, or was."""
        return group.people.get(id) or self._books.people.get(id) or self._statements.person(id)

    def wealth(self, group: Group, person: str) -> int:
        """What somebody has, on the felt of their tables too."""
        felts = (accounts_of(table).felt for table in self._books.offers_of(person))
        return group.balances[player(person)] + sum(group.balances[felt] for felt in felts)

    def grant(self, group: Group, id: str, command_id: str) -> Reply:
        person = self.person(group, id)
        before = group.said_before(HOUSE, id, command_id)
        if before is not None:
            balance = group.balances[player(id)]
            return first_answer(before, encode(GRANT), person)._replace(balance=balance)
        if person.wallet_id is not None:
            message = "Your money is in your operator's wallet: the house grants you none."
            raise PitbossError("wallet/no-grants", message)
        wealth, grant = self.wealth(group, id), self._rule.settings.grant
        refusal = None
        if person.excluded_until > group.now:
            refusal = excluded(person.excluded_until, self._rule.settings.gaming_day)
        elif wealth >= grant.below:
            refusal = Refusal("money/not-due", "You still have enough to bet.")
        if refusal is not None:
            enter_refusal(group, HOUSE, id, command_id, GRANT, refusal)
            return Reply(person, group.balances[player(id)], refusal=refusal)
        amount = grant.amount - wealth
        enter_outside(group, id, command_id, GRANT, [h.Granted(id, amount)])
        person = person._replace(session_base=person.session_base + amount)
        group.people[id] = person
        return Reply(person, group.balances[player(id)])

    def see_off(self, group: Group, person: Person) -> None:
        """A guest who stayed away: what they have left goes back."""
        left = group.balances[player(person.id)]
        swept: list[h.HouseEvent] = [h.Swept(person.id, left)] if left else []
        request = {"command": "expire", "guest": person.id}
        events = [*swept, h.GuestExpired(person.id)]
        enter_outside(group, HOUSE, f"expire-{person.id}", request, events)
        group.people[person.id] = person._replace(is_gone=True)
