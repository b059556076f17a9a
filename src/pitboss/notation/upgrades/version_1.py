"""The upgrade of files from version 1 to version 2.

Version 2 says in each event what version 1 left to be worked out. Money is given per bet
(`Voided.bets`, `BetsClosed.contributions`, `from_meter`), faces by place in the shoe. A ruling
names those who may choose and the phase that play returns to. A bet that no longer counts in a
settled round has its own event, and `by` is always an actor. All of this is derived from the
earlier events of the file.

Version 1 does not always say who caused an event. In a record it is whoever gave the command. In
saved events, a bet that is removed for a reason is attributed to whoever caused the event before
it, a player's action to that player, and anything else to the dealer. Saved events also do not
distinguish a hand that the dealer took back face down from one that timed out: a hand counts as
timed out only next to a decision that did.

The fingerprint stays as it was, twelve digits: see `setup_json.fingerprints`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.errors import BadNotation
from pitboss.notation.upgrades.version_1_table import Bet, Data, OldGame, OldTable, RoundState

DEALER = {"id": "dealer", "role": "dealer"}
CONSEQUENCES = ("BetRemoved", "BetReduced")  # They follow from another event if they have a reason.
DECISIONS = ("HandReturned", "Folded", "Played")


def saved_events(data: Data) -> Data:
    return {**data, "events": list(Upgrade(OldGame(data)).events(data["events"]))}


def record(data: Data) -> Data:
    upgrade, steps = Upgrade(OldGame(data)), []
    for step in data["steps"]:
        command = {**step["command"], "by": _actor(step["command"]["by"])}
        upgraded = {**step, "command": command}
        if "events" in step:
            upgraded["events"] = list(upgrade.events(step["events"], command))
        steps.append(upgraded)
    return {**data, "steps": steps}


def _actor(by: Data) -> Data:
    return {"id": by["name"], "role": by["role"]}


def _player(name: str) -> Data:
    return {"id": name, "role": "player"}


class Upgrade:
    """The upgrade of one file, event by event.

    Each kind of event that has changed, or that says what later ones leave out, has a method of
    its name: it changes the event in place and returns the events to insert after it.
    """

    def __init__(self, game: OldGame) -> None:
        self.table, self.game = OldTable(game), game
        self.command: Data | None = None  # The command that led to this event, where it is known.
        self.following: list[Data] = []  # The events after this one, still of version 1.
        self.cause = DEALER  # Who caused the last event that did not follow from another.
        self.ruled_by: dict[int, Data] = {}  # By round: who gave the last ruling.
        self.was_automatic = False  # Whether the last event was a decision that nobody made.

    def events(self, events: list[Data], command: Data | None = None) -> Iterator[Data]:
        self.command = command
        for i, event in enumerate(events):
            self.following = events[i + 1 :]
            upgraded = dict(event)
            if isinstance(event.get("by"), dict):
                upgraded["by"] = _actor(event["by"])
            inserted = METHODS[event["event"]](self, upgraded)
            self.was_automatic = upgraded.get("automatic", False)
            if event["event"] not in CONSEQUENCES or not upgraded["because"]:
                self.cause = upgraded["by"]
            yield upgraded
            yield from inserted or ()

    def _by(self, otherwise: Data) -> Data:
        return otherwise if self.command is None else self.command["by"]

    # Bets

    def opened(self, event: Data) -> None:
        self.table.open(event["round"])

    def placed(self, event: Data) -> None:
        self.table.place(_bet(event), event["amount"], event["seated"])

    def lowered(self, event: Data) -> None:
        event["by"] = self._by(self.cause if event["because"] else _player(event["bettor"]))
        event["from_meter"] = self.table.take_off(self.table.round, _bet(event), event["amount"])

    def withdrawn(self, event: Data) -> None:
        event["by"] = self._by(_player(event["bettor"]))

    def closed(self, event: Data) -> None:
        leaving: dict[Bet, int] = {}  # These feed no meter.
        for later in self.following:
            if later["event"] not in CONSEQUENCES:
                break
            leaving[_bet(later)] = leaving.get(_bet(later), 0) + later["amount"]
        fed = self.table.close(event.pop("contribution"), leaving)
        event["contributions"] = [
            {**bet._asdict(), "amount": amount} for bet, amount in fed.items()
        ]

    # Cards

    def dealt(self, event: Data) -> None:
        self.table.deal(event["hands"], event["is_last"])
        event["waits_for"] = sorted(self.table.round.waiting) if event["is_last"] else []
        event["by"] = self._by(DEALER)

    def corrected(self, event: Data) -> None:
        self.table.round.faces[event["place"]] = event["card"]

    def examined(self, event: Data) -> None:
        player = event["by"]
        event["player"], event["by"] = player, self._by(_player(player))
        self.table.round.boxes[event["box"]].examined_by = player

    def returned(self, event: Data) -> None:
        box, player, cards = self.table.round.boxes[event["box"]], event["by"], event.pop("cards")
        event["player"] = player or self.game.examiner(box)
        event["faces"] = self.table.turn(event["box"], cards)
        event["by"] = self._by(_player(player) if player else DEALER)
        if self.command is not None:
            event["automatic"] = self.command["command"] == "TimeOut"
        else:
            event["automatic"] = not player and not cards and self._is_timed_out()
        self.table.back(event["box"])

    def _is_timed_out(self) -> bool:
        """Whether a decision right before or after this one was made by the clock."""
        if self.was_automatic:
            return True
        for later in self.following:
            if later["event"] not in DECISIONS:
                break
            if later.get("automatic"):
                return True
        return False

    def decided(self, event: Data) -> None:
        player = event["by"]
        event["by"] = self._by(_player(player) if player else DEALER)
        if event["event"] == "Played":
            event["wager"] = self.game.play
            self.table.place(_bet(event), event["amount"], is_seated=False)
        self.table.back(event["box"])

    def revealed(self, event: Data) -> None:
        event["faces"] = self.table.turn(event["where"], event.pop("cards"))
        event["by"] = self._by(DEALER)
        self.table.show(event["where"])

    # Incidents and rulings

    def reported(self, event: Data) -> None:
        event["faces"] = event.pop("shown")
        target = self.table.about(event["round"])
        target.faces.update(dict(event["faces"]))
        incident = {name: event[name] for name in ("incident", "box", "bet")}
        target.incidents[event["number"]] = incident

    def ruled(self, event: Data) -> Iterable[Data]:
        target = self.table.about(event["round"])
        incident = target.incidents[event["number"]]
        self.ruled_by[event["round"]] = event["by"]
        choosers = self.table.choosers(target, incident, event["remedy"])
        event["options"] = [] if choosers is None else ["continue", "return"]
        event["choosers"] = choosers or []
        event["phase"], event["waits_for"] = self.table.move(target, event["hands"])
        leaving = self.table.leaving_by_ruling(target, incident, event["remedy"])
        return self._annulled(event, target, leaving, event["because"])

    def chosen(self, event: Data) -> Iterable[Data]:
        target = self.table.about(event["round"])
        event["by"] = self._by(DEALER if event["automatic"] else _player(event["bettor"]))
        if event["option"] == "continue":
            target.boxes[event["box"]].accepts.add(event["bettor"])
            return ()
        says = "The bet goes back and the hand is invalid."
        because = {"clauses": [], "policies": [], "says": says}
        if self.following and self.following[0]["event"] == "PaymentCorrected":
            because = self.following[0]["because"]
        leaving = self.table.leaving_by_choice(target, event["box"], event["bettor"])
        return self._annulled(event, target, leaving, because)

    def _annulled(
        self, cause: Data, target: RoundState, leaving: Iterable[tuple[Bet, int]], because: Data
    ) -> Iterable[Data]:
        """Bets that version 1 took out of a settled round without an event."""
        return [
            {
                "event": "BetAnnulled", "round": target.number, **bet._asdict(), "amount": amount,
                "because": because, "by": cause["by"],
                "from_meter": self.table.take_off(target, bet, amount),
            }
            for bet, amount in leaving
        ]  # fmt: skip

    # Money

    def settled(self, event: Data) -> None:
        left = jackpot = event["jackpot"] or 0
        event["payments"] = [dict(paid) for paid in event["payments"]]
        for paid in event["payments"]:
            paid["from_meter"] = min(self.game.meter_pays(paid, jackpot), left)
            left -= paid["from_meter"]
        # A round that has no bet left is over by a ruling.
        is_by_ruling = not event["payments"]
        event["by"] = self._ruled_by(self.table.round) if is_by_ruling else self._by(DEALER)
        self.table.settle(event["payments"], jackpot)

    def repaid(self, event: Data) -> None:
        target, line = self.table.about(event["round"]), event["line"]
        changed = {name: event[name] for name in ("row", "net")}
        if line == len(target.payments):  # Something is paid that was not.
            nothing = {"stake": 0, "from_meter": 0}
            target.payments.append({**_bet(event)._asdict(), **changed, **nothing})
        paid = target.payments[line]
        because = event["because"]
        if because["clauses"] or because["policies"]:  # A ruling has it settled anew.
            due = self.game.meter_pays({**paid, **changed}, target.jackpot)
        else:
            due = min(paid["from_meter"], max(event["net"] + paid["stake"], 0))
        event["from_meter"] = due - paid["from_meter"]
        target.payments[line] = {**paid, **changed, "from_meter": due}

    def voided(self, event: Data) -> None:
        target = self.table.about(event["round"])
        contributed = sum(target.contributions.values())
        bets = self.table.void(target)
        by_bettor: dict[str, int] = {}
        for bet, amount, _ in bets:
            by_bettor[bet.bettor] = by_bettor.get(bet.bettor, 0) + amount
        returned = {bettor: amount for bettor, amount in event.pop("returned") if amount}
        if returned != {bettor: amount for bettor, amount in by_bettor.items() if amount} or (
            event.pop("contribution") != contributed
        ):
            message = f"The void of round {target.number} gives back other amounts than were bet."
            raise BadNotation("notation/differs", message)
        event["bets"] = [
            {**bet._asdict(), "amount": amount, "from_meter": from_meter}
            for bet, amount, from_meter in bets
        ]
        event["by"] = self._by(self._ruled_by(target))

    def _ruled_by(self, target: RoundState) -> Data:
        """Who ends a round by a ruling; the dealer where there was none."""
        return self.ruled_by.get(target.number, DEALER)


def _bet(event: Data) -> Bet:
    return Bet(event["box"], event["bettor"], event["wager"])


METHODS = {
    "BetsOpened": Upgrade.opened,
    "BetPlaced": Upgrade.placed,
    "BetReduced": Upgrade.lowered,
    "BetRemoved": Upgrade.lowered,
    "BetWithdrawn": Upgrade.withdrawn,
    "BetsClosed": Upgrade.closed,
    "Dealt": Upgrade.dealt,
    "CardCorrected": Upgrade.corrected,
    "HandExamined": Upgrade.examined,
    "HandReturned": Upgrade.returned,
    "Folded": Upgrade.decided,
    "Played": Upgrade.decided,
    "Revealed": Upgrade.revealed,
    "IncidentReported": Upgrade.reported,
    "RulingGiven": Upgrade.ruled,
    "OptionChosen": Upgrade.chosen,
    "Settled": Upgrade.settled,
    "PaymentCorrected": Upgrade.repaid,
    "Voided": Upgrade.voided,
}
