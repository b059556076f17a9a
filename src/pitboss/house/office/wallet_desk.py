"""The wallet desk: operators' players, whose money is here only while it is at the tables.

After every commit such a player has exactly what their open hands may still need; all else lies on
a felt, is in transit or is in the operator's wallet. A command that needs more is not carried out
yet: that we ask the wallet is written down, and the command waits outside of the writer. It is
carried out in the commit in which the money comes in. Whatever is not at risk after a command goes
out in the same commit.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Group
from pitboss.house.office.entries import enter_outside, too_many_refusals
from pitboss.house.office.guest_desk import GuestDesk
from pitboss.house.office.statements import Statements
from pitboss.house.office.table_desk import TableDesk
from pitboss.house.office.wallet_calls import WalletCalls
from pitboss.house.people.person import Person
from pitboss.house.people.player_names import chosen_name
from pitboss.house.records.ledger import player, transit
from pitboss.house.requests import AskLaunch, Reply
from pitboss.house.tables.practice import Refused, TableCommand
from pitboss.house.wallets.wallet import CREDIT, DEBIT, NO_FUNDS, Answer, Call, Declined, Receipt
from pitboss.language.currency import Currency
from pitboss.play import Refusal

OPERATOR = "operator"  # Who asks for launches, in the journal.
UNREACHABLE = Refusal(
    "wallet/unreachable",
    "Your wallet does not answer, so nothing was bet and nothing is kept: try again in a moment.",
)


class Waiting(NamedTuple):
    """A command that waits for money."""

    person: str
    command_id: str
    table: str
    command: TableCommand

    @property
    def place(self) -> tuple[str, str, str]:
        return self.table, self.person, self.command_id


class WalletDesk:
    def __init__(
        self, statements: Statements, calls: WalletCalls, guests: GuestDesk, tables: TableDesk
    ) -> None:
        self._statements, self.calls = statements, calls
        self._guests, self._tables = guests, tables
        self.has_players = statements.has_wallets()  # Otherwise nobody needs this desk.
        self.known: dict[str, int] = {}  # By person: what their wallet had when it last said so.
        self._waiting: dict[str, Waiting] = {}  # By the reference of the debit.
        self._references: dict[tuple[str, str, str], str] = {}
        self._before: dict[str, Waiting] = {}  # What waited before the group.
        tables.pay_out = self.pay_out

    # When a group fails

    def begin(self) -> None:
        """Remember what waits, in case the group comes to nothing."""
        self._before = dict(self._waiting)

    def read_again(self, statements: Statements, guests: GuestDesk, tables: TableDesk) -> None:
        """Begin with what the database has; `go_on` follows once it is known what that is."""
        self._statements, self._guests, self._tables = statements, guests, tables
        self.calls.read_again(statements)
        self.has_players = statements.has_wallets()
        tables.pay_out = self.pay_out

    def go_on(self, is_committed: bool) -> None:
        """The commands that wait, with the group that was under way or without it."""
        waiting = self._waiting if is_committed else self._before
        self._waiting = {ref: asked for ref, asked in waiting.items() if ref in self.calls.open}
        self._references = {asked.place: ref for ref, asked in self._waiting.items()}
        if not is_committed:
            self.calls.forget_begun()

    # Coming in

    def ask_launch(self, group: Group, by: str, command_id: str, asked: AskLaunch) -> Reply:
        """Journal a launch before the player comes in by it, so that its id is used once only."""
        if group.said_before(HOUSE, by, command_id) is not None:
            return Reply(is_repeated=True)
        request = {"command": "ask-launch", "player": asked.wallet_id}
        enter_outside(group, by, command_id, {**request, "name": chosen_name(asked.name)}, [])
        return Reply()

    def launch(self, group: Group, token: str, wallet_id: str, name: str) -> Reply:
        """An operator's player, who comes back as the person that they were."""
        name = chosen_name(name)
        self.has_players = True
        known = self._statements.person_by_wallet(wallet_id)
        if known is not None:
            person = self._guests.person(group, known)
            self._statements.add_sign_in(token, known, group.now)
        else:
            new = Person("", 0, group.now, group.now, 0, player_name=name, wallet_id=wallet_id)
            person = self._guests.admit(group, token, new)
        launched = h.PlayerLaunched(person.id, wallet_id, name, token)
        enter_outside(group, person.id, f"launch-{token[:32]}", {"command": "launch"}, [launched])
        return Reply(person, self._total(group, person.id))

    # At the tables

    def look(self, group: Group, id: str, table: str) -> Reply:
        return self._with_wallet(group, self._tables.look(group, id, table))

    def ask(
        self, group: Group, id: str, command_id: str, table: str, command: TableCommand
    ) -> Reply:
        person = self._guests.person(group, id)
        asked = Waiting(id, command_id, table, command)
        if person.wallet_id is None:
            return self._tables.ask(group, id, command_id, table, command)
        reference = self._references.get(asked.place)
        if reference is not None:
            if self._waiting[reference] != asked:
                message = "Another command was said under this id: give each its own."
                raise PitbossError("command/id-used", message)
            return Reply(person, waits_for=reference)
        try:
            lacking = self._tables.lacking(group, *asked)
        except Refused as refused:
            return self._refuse(group, asked, refused.refusal)
        if lacking <= 0:
            return self._carry_out(group, asked)
        if self.calls.tell is None:
            return self._refuse(group, asked, UNREACHABLE)
        if not group.writes_refusals:  # What the wallet declines is written down three times.
            raise too_many_refusals()
        call = self.calls.begin(group, DEBIT, person, lacking)
        self._waiting[call.reference] = asked
        self._references[asked.place] = call.reference
        return Reply(person, waits_for=call.reference)

    def _carry_out(self, group: Group, asked: Waiting) -> Reply:
        try:
            reply = self._tables.ask(group, *asked)
        finally:
            self.pay_out(group, asked.person)
        return self._with_wallet(group, reply)

    def _refuse(self, group: Group, asked: Waiting, refusal: Refusal) -> Reply:
        reply = self._tables.refuse(group, *asked, refusal)
        return self._with_wallet(group, reply)

    def tick(self, group: Group) -> Reply:
        reply = self._tables.tick(group)
        timed_out = (self._with_wallet(group, timed_out) for timed_out in reply.timed_out)
        return reply._replace(timed_out=tuple(timed_out))

    def pay_out(self, group: Group, id: str) -> None:
        """What somebody has beyond what their hands may need goes to their wallet."""
        person = self._guests.known(group, id)
        if person is None or person.wallet_id is None:
            return
        spare = group.balances[player(id)] - self._tables.held_for(group, id)
        if spare > 0:
            self.calls.begin(group, CREDIT, person, spare)
            group.people[id] = person._replace(session_base=person.session_base - spare)

    # What wallets say

    def said(self, group: Group, reference: str, answer: Answer | None) -> Reply:
        """What came of a call. A debit is followed by the command that waits for it."""
        call = self.calls.open.get(reference)
        if call is None:  # It was said before.
            return Reply()
        if call.kind == CREDIT:
            if isinstance(answer, Receipt):
                self.calls.end(group, h.WalletCredited(call.person, reference, call.amount))
                self.known[call.person] = answer.balance
            return Reply()
        asked = self._waiting.pop(reference)
        del self._references[asked.place]
        match answer:
            case Receipt():
                return self._debited(group, call, asked, answer.balance)
            case Declined(reason):
                self.calls.end(group, h.WalletDeclined(call.person, reference, reason))
                return self._refuse(group, asked, _declined(call, reason, self._tables.currency))
            case None:  # The call stays open until it is rolled back.
                return self._refuse(group, asked, UNREACHABLE)

    def _debited(self, group: Group, call: Call, asked: Waiting, balance: int) -> Reply:
        self.calls.end(group, h.WalletDebited(call.person, call.reference, call.amount))
        self.known[call.person] = balance
        person = self._guests.known(group, call.person)
        assert person is not None
        base = person.session_base + call.amount
        group.people[person.id] = person._replace(session_base=base)
        try:
            if self._tables.lacking(group, *asked) <= 0:
                return self._carry_out(group, asked)
            message = "Your bets changed while your wallet was asked: place them again."
            return self._refuse(group, asked, Refusal("wallet/changed", message))
        except Refused as refused:  # The table has moved on.
            return self._refuse(group, asked, refused.refusal)
        finally:  # Also if the table has stopped.
            self.pay_out(group, call.person)

    def undone(self, group: Group, reference: str, balance: int) -> Reply:
        """A debit was rolled back."""
        call = self.calls.open.get(reference)
        if call is not None:
            self.calls.end(group, h.WalletRolledBack(call.person, reference))
            self.known[call.person] = balance
        return Reply()

    def holds(self, id: str, balance: int) -> Reply:
        self.known[id] = balance
        return Reply()

    # What a player sees

    def _total(self, group: Group, id: str) -> int:
        """What somebody can bet with, in the wallet and here."""
        here = group.balances[player(id)] + group.balances[transit(id)]
        return self.known.get(id, 0) + here

    def _with_wallet(self, group: Group, reply: Reply) -> Reply:
        """An answer with all that an operator's player has; others' stay as they are."""
        person, standing = reply.person, reply.standing
        if person is None or person.wallet_id is None:
            return reply
        total = self._total(group, person.id)
        if standing is not None:
            standing = standing._replace(balance=total, has_wallet=True)
        return reply._replace(balance=total, standing=standing)


def _declined(call: Call, reason: str, currency: Currency) -> Refusal:
    amount = currency.money(call.amount)
    if reason == NO_FUNDS:
        short = f"This takes {amount} from your wallet, which does not have it: bet less."
        return Refusal("wallet/declined", short)
    message = f"Your wallet declined {amount} ({reason}): ask your operator why."
    return Refusal("wallet/declined", message)
