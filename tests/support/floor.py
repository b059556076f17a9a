"""The floor at a practice table: incidents and corrections, said as a later kind of table will.

Practice tables take no such commands. Here the writer carries them out all the same: the rules
decide, the ledger books and the journal records as for any other command.
"""

from typing import NamedTuple

from pitboss.house.office import table_desk
from pitboss.house.tables import practice
from pitboss.play import CorrectPayment, GiveRuling, ReportIncident
from tests.support.playing import DEALS, MANAGER


class Reported(NamedTuple):
    """An incident is reported and ruled on."""

    incident: str


class Corrected(NamedTuple):
    """A payment is put right."""

    box: int
    wager: str
    net: int


def come_to_the_floor(monkeypatch):
    """From now on the writer takes these two commands as well."""
    for name, kind in (("reported", Reported), ("corrected", Corrected)):
        monkeypatch.setitem(table_desk.NAMES, kind, name)
        monkeypatch.setitem(practice.TABLE_COMMANDS, name, kind)
    monkeypatch.setattr(practice.Turn, "carry_out", _carry_out(practice.Turn.carry_out))


def _carry_out(as_before):
    def carry_out(turn, command):
        match command:
            case Reported(incident):
                number = len(turn.round.incidents)
                turn.say(ReportIncident(DEALS, incident))
                turn.say(GiveRuling(MANAGER, number))
                if turn.seed.round == turn.round.number:  # The round was not over before.
                    turn.finish()
            case Corrected(box, wager, net):
                who = turn.person.id
                turn.say(CorrectPayment(MANAGER, box, who, wager, net, "It was miscounted."))
            case _:
                as_before(turn, command)

    return carry_out
