"""The round sheet: all there is to know about one round, as plain data for paper and programs.

It is what a dispute desk hands over: who bet what, how the cards fell, what was paid and by which
clause, what other readings would have paid, whose balance moved, and what proves all of it. The
same round gives the same sheet whenever it is made. Of a round that is not over it holds only what
is public: no card that lies face down, and no seed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from pitboss.cards.deck import name as card_name
from pitboss.errors import BadShuffle
from pitboss.house.office.entries import refusal_in
from pitboss.house.records.days import GamingDay, as_iso, in_words
from pitboss.house.records.journal import Entry, hash_of
from pitboss.house.records.ledger import Account, player
from pitboss.house.rounds.archive import Archive
from pitboss.house.rounds.history import PlayedRound, RoundStep
from pitboss.house.rounds.other_readings import OtherReadings, other_readings
from pitboss.house.rounds.past_balances import Movement, PastBalances
from pitboss.house.rounds.round_bets import bets_made
from pitboss.house.rounds.search import counted_at, marks
from pitboss.house.tables import shuffle
from pitboss.notation.header import write as header
from pitboss.notation.wording import PHASES, hand, refused, sentences, title
from pitboss.play import Viewer, apply, view
from pitboss.play import events as e
from pitboss.play.views import View
from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.clauses import clauses as clauses_of
from pitboss.version import __version__

MILESTONES: dict[str, type | tuple[type, ...]] = {
    "opened": e.BetsOpened,
    "closed": e.BetsClosed,
    "dealt": e.Dealt,
    "decided": (e.Played, e.Folded, e.HandReturned),
    "settled": e.Settled,
    "void": e.Voided,
}
DECISIONS = {"Played": "played", "Folded": "folded", "HandReturned": "returned"}
HOUSE_NAME = "Practice house"
ABSENT = "The player had left: 32 zero bytes stand for their entropy."


def round_sheet(
    archive: Archive, id: str, day: GamingDay | None = None, house: str = HOUSE_NAME
) -> dict[str, Any]:
    """The sheet of a round, by its id."""
    return _Sheet(archive, archive.round(id), day or GamingDay()).data(house)


class _Sheet:
    """One round while its sheet is made."""

    def __init__(self, archive: Archive, played: PlayedRound, day: GamingDay) -> None:
        self.archive, self.played, self.day = archive, played, day
        self.round, self.setup = played.round, played.round.setup
        self.rules = self.setup.rules
        self.seen: View = view(self.round, Viewer("auditor"), played.shoe)
        self.bets = bets_made(played)
        self.bettors = tuple(dict.fromkeys(bet.bettor for bet in self.bets))

    def data(self, house: str) -> dict[str, Any]:
        played, round = self.played, self.round
        staked = sum(bet.stake for bet in self.bets if bet.is_standing)
        money = self.money()
        return {
            "report": "Round sheet",
            "software": f"Pitboss {__version__}",
            "house": house,
            "round": played.id,
            "table": played.table,
            "number": played.number,
            "phase": round.phase,
            "is_over": played.is_over,
            "standing": PHASES[round.phase],
            "marks": list(marks(played)),
            "staked": staked,
            "net": sum(payment.net for payment in round.payments),
            "game": self.game(),
            "times": self.times(),
            "bettors": money["bettors"],
            "jackpots": money["jackpots"],
            "hands": self.hands(),
            "cards": self.cards(),
            "bets": self.bets_data(),
            "decisions": self.decisions(),
            "currency": self.rules.currency._asdict(),
            "payments": self.payments(),
            "void": self.void(),
            "incidents": self.incidents(),
            "clauses": self.cited_clauses(),
            "policies": self.cited_policies(),
            "other_readings": self.other_readings(),
            "story": self.story(),
            "shuffle": self.shuffle(),
            "journal": self.journal(),
        }

    def named(self, text: str) -> str:
        """A sentence with people's names in it instead of their ids."""
        people = {*self.bettors, *(entry.person for entry in self.played.entries)}
        for id in people:
            text = text.replace(id, self.archive.name_of(id))
        return text

    def moment(self, at: int) -> dict[str, str]:
        return {"utc": as_iso(at), "local": in_words(at, self.day.zone, exact=True)}

    # What was played, and when

    def game(self) -> dict[str, Any]:
        rules, book = self.rules, self.rules.rulebook
        readings = [
            {
                "reading": reading.key,
                "question": reading.question,
                "option": rules.readings[reading.key],
                "means": reading.options[rules.readings[reading.key]],
                "as_written": reading.default,
                "clauses": list(reading.clauses),
            }
            for reading in book.readings
            if rules.readings[reading.key] != reading.default
        ]
        paytables = [
            {"wager": wager.key, "title": wager.title, "paytable": rules.paytable_keys[wager.key]}
            for wager in book.wagers
            if rules.paytable_keys.get(wager.key, wager.paytables[0]) != wager.paytables[0]
        ]
        return {
            "key": rules.key,
            "title": book.title,
            "version": book.version,
            "effective": book.effective,
            "fingerprint": self.setup.fingerprint,
            "rules_fingerprint": rules.fingerprint,
            "readings": readings,
            "paytables": paytables,
            "settings": list(header(self.setup, None)),
        }

    def times(self) -> dict[str, Any]:
        moments: dict[str, dict[str, str]] = {}
        for step in self.played.steps:
            for name, kind in MILESTONES.items():
                if any(isinstance(event, kind) for event in step.said):
                    moments[name] = self.moment(step.time)  # The last of its kind.
        return {
            "zone": self.day.zone.key,
            "gaming_day": self.day.of(counted_at(self.played)).isoformat(),
            "moments": moments,
        }

    # Cards

    def hands(self) -> list[dict[str, Any]]:
        boxes = [(box["box"], box) for box in self.seen["boxes"] if box["cards"]]
        hands: list[tuple[e.Where, Any]] = [(e.DEALER, self.seen["dealer"]), *boxes]
        if "fourth" in self.seen:
            hands.append((e.FOURTH, self.seen["fourth"]))
        return [
            {
                "where": where,
                "name": hand(where).removeprefix("the ").capitalize(),
                "cards": self.faces(where),
                "hand": seen.get("hand", ""),
                "qualifies": seen.get("qualifies"),
                "decision": self.decision_on(where),
            }
            for where, seen in hands
            if seen["cards"]
        ]

    def faces(self, where: e.Where) -> list[dict[str, Any]]:
        return [self.face(place) for place in self.round.places(where)]

    def face(self, place: int) -> dict[str, Any]:
        """A card, and whether it was shown; once the round is over the seed tells them all."""
        shown = self.round.faces.get(place)
        card = self.played.shoe.card(place) if shown is None and self.played.is_over else shown
        return {"card": None if card is None else card_name(card), "shown": shown is not None}

    def cards(self) -> list[dict[str, Any]]:
        """Every card in the order in which it was dealt."""
        to = {place: where for where, places in self.round.hands() for place in places}
        return [
            {"order": place + 1, "to": hand(to[place]) if place in to else "", **self.face(place)}
            for place in range(self.round.dealt)
        ]

    # Bets and decisions

    def bets_data(self) -> list[dict[str, Any]]:
        return [
            {
                "box": bet.box,
                "bettor": bet.bettor,
                "name": self.archive.name_of(bet.bettor),
                "wager": bet.wager,
                "title": title(self.setup, bet.wager),
                "stake": bet.stake,
                "stands": bet.is_standing,
                "changes": [
                    {
                        "at": self.moment(change.time),
                        "action": change.action,
                        "amount": change.amount,
                        "total": change.total,
                        "by": self.who(change.by),
                        "automatic": change.automatic,
                        "says": change.because.says if change.because else "",
                    }
                    for change in bet.changes
                ],
            }
            for bet in self.bets
        ]

    def who(self, actor: e.Actor) -> str:
        """A player by name, staff by their role, the table as such."""
        if actor.role == "player":
            return self.archive.name_of(actor.id)
        return "the table" if actor.id == "table" else actor.role.replace("-", " ")

    def decisions(self) -> list[dict[str, Any]]:
        """What was decided on each hand, and by whom; hands merely given back are left out."""
        return [
            {
                "at": self.moment(step.time),
                "box": event.box,
                "decision": DECISIONS[type(event).__name__],
                "by": self.who(event.by),
                "automatic": event.automatic,
            }
            for step in self.played.steps
            for event in step.said
            if isinstance(event, e.Played | e.Folded | e.HandReturned)
            and (event.automatic or not isinstance(event, e.HandReturned))
        ]

    def decision_on(self, where: e.Where) -> str:
        """The decision on a hand in a word; one that nobody made in time says so."""
        decisions = [decision for decision in self.decisions() if decision["box"] == where]
        if not decisions:
            return ""
        return f"{decisions[-1]['decision']}{' by time-out' if decisions[-1]['automatic'] else ''}"

    # Money

    def payments(self) -> list[dict[str, Any]]:
        return [
            {
                **payment,
                "name": self.archive.name_of(payment["bettor"]),
                "title": title(self.setup, payment["wager"]),
                "says": self.named(payment["says"]),
            }
            for payment in self.seen["payments"]
        ]

    def void(self) -> dict[str, Any] | None:
        void = self.seen["void"]
        if void is None:
            return None
        bets = [
            {
                **bet,
                "name": self.archive.name_of(bet["bettor"]),
                "title": title(self.setup, bet["wager"]),
            }
            for bet in void["bets"]
        ]
        return {**void, "bets": bets}

    def money(self) -> dict[str, list[dict[str, Any]]]:
        """The balances of the bettors and of jackpot meters, before the round and after it."""
        entries = [step.entry for step in self.played.steps]
        with self.archive.engine.connect() as connection:
            past = PastBalances(connection)
            numbers = past.entry_numbers(
                self.played.table, entries[0].sequence, entries[-1].sequence
            )
            of_round = [numbers[entry.sequence] for entry in entries]
            moves = past.movements(of_round, self.played.number)
            resets = past.movements(of_round, None)
            first, last = of_round[0], of_round[-1]
            bettors = [self.balance(past, id, moves, first, last) for id in self.bettors]
            meters = dict.fromkeys(move.account for move in moves if move.account.kind == "meter")
            jackpots = [
                self.jackpot(past, meter, [*moves, *resets], first, last) for meter in meters
            ]
        return {"bettors": bettors, "jackpots": jackpots}

    def balance(
        self, past: PastBalances, id: str, moves: list[Movement], first: int, last: int
    ) -> dict[str, Any]:
        account = player(id)
        before, after = past.before(account, first), past.after(account, last)
        amounts = [move.amount for move in moves if move.account == account]
        staked = -sum(amount for amount in amounts if amount < 0)
        handed_back = sum(amount for amount in amounts if amount > 0)
        return {
            "id": id,
            "name": self.archive.name_of(id),
            "boxes": list(dict.fromkeys(bet.box for bet in self.bets if bet.bettor == id)),
            "seated": [n for n, box in sorted(self.round.boxes.items()) if box.seated == id],
            "before": before,
            "put_down": staked,
            "handed_back": handed_back,
            "elsewhere": after - before + staked - handed_back,
            "after": after,
            "net": sum(paid.net for paid in self.round.payments if paid.bettor == id),
        }

    def jackpot(
        self, past: PastBalances, meter: Account, moves: list[Movement], first: int, last: int
    ) -> dict[str, Any]:
        by_reason: dict[str, int] = {}
        for move in moves:
            if move.account == meter:
                by_reason[move.reason] = by_reason.get(move.reason, 0) + move.amount
        before, after = past.before(meter, first), past.after(meter, last)
        return {
            "meter": meter.owner,
            "before": before,
            "contributed": by_reason.pop("contribution", 0),
            "settled_with": self.round.jackpot,
            "paid": -by_reason.pop("jackpot", 0),
            "reset": by_reason.pop("reset", 0),
            "other": sum(by_reason.values()),
            "after": after,
        }

    # What it rests on

    def incidents(self) -> list[dict[str, Any]]:
        """Incidents with their rulings, told as they were at the table."""
        told: dict[int, list[str]] = {}
        for step in self.played.steps:
            for event, sentence in self.sentences_of(step):
                if isinstance(event, e.IncidentReported | e.RulingGiven | e.OptionChosen):
                    told.setdefault(event.number, []).append(sentence)
        return [
            {**incident, "says": told.get(incident["number"], [])}
            for incident in self.seen["incidents"]
        ]

    def sentences_of(self, step: RoundStep) -> Iterator[tuple[e.Event, str]]:
        """What happened, event by event, in words."""
        round = step.before
        for event in step.said:
            for sentence in sentences(round, [event]):
                yield event, self.named(sentence)
            round = apply(round, event)

    def cited(self, kind: str) -> list[str]:
        """The clauses or the policies that payments, rulings and a void rest on."""
        reasons: list[Any] = [*self.seen["payments"]]
        reasons += [incident["because"] for incident in self.seen["incidents"]]
        reasons += [self.seen["void"]]
        return list(dict.fromkeys(key for reason in reasons if reason for key in reason[kind]))

    def cited_clauses(self) -> list[dict[str, str]]:
        digests: dict[str, str] = {}
        if self.rules.key in RULEBOOKS and RULEBOOKS[self.rules.key] is self.rules.rulebook:
            digests = {clause.number: clause.digest for clause in clauses_of(self.rules.key)}
        cited = self.cited("clauses")
        return [{"clause": number, "digest": digests.get(number, "")} for number in cited]

    def cited_policies(self) -> list[dict[str, str]]:
        known = {policy.key: policy for policy in self.rules.rulebook.policies}
        return [
            {
                "policy": key,
                "question": known[key].question,
                "means": known[key].options[self.rules.policies[key]],
            }
            for key in self.cited("policies")
            if key in known
        ]

    def other_readings(self) -> dict[str, Any]:
        others: OtherReadings = other_readings(self.played)
        in_force = self.rules.readings
        return {
            "changes": [
                {
                    "reading": other.reading.key,
                    "question": other.reading.question,
                    "clauses": list(other.reading.clauses),
                    "in_force": in_force[other.reading.key],
                    "in_force_means": other.reading.options[in_force[other.reading.key]],
                    "option": other.option,
                    "means": other.reading.options[other.option],
                    "net": other.net,
                    "other_net": other.other_net,
                    "bets": [
                        {
                            **bet._asdict(),
                            "name": self.archive.name_of(bet.bettor),
                            "title": title(self.setup, bet.wager),
                        }
                        for bet in other.bets
                    ],
                }
                for other in others.changes
            ],
            "same": list(others.same),
            "unanswered": [unanswered._asdict() for unanswered in others.unanswered],
            "note": others.note,
        }

    # What proves it

    def story(self) -> list[dict[str, Any]]:
        """Everything that was asked, and what came of it, in words."""
        steps = {step.entry.sequence: step for step in self.played.steps}
        return [
            {
                "sequence": entry.sequence,
                "at": self.moment(entry.time),
                "by": self.asked_by(entry),
                "command": _command(entry),
                "refused": refusal_in(entry.answer) is not None,
                "says": list(self.told(entry, steps.get(entry.sequence))),
                "hash": entry.hash,
            }
            for entry in self.played.entries
        ]

    def asked_by(self, entry: Entry) -> str:
        return "the house" if entry.person == "house" else self.archive.name_of(entry.person)

    def told(self, entry: Entry, step: RoundStep | None) -> Iterable[str]:
        refusal = refusal_in(entry.answer)
        if refusal is not None:
            return [self.named(refused(refusal))]
        if step is None:
            return []
        return [self.named(sentence) for sentence in sentences(step.before, step.said)]

    def shuffle(self) -> dict[str, Any]:
        """The commitment, and once the round is over what it was a commitment to."""
        facts, commitment = self.played.shuffle, self.played.seeds.last.commitment
        if facts is None:
            if not self.played.is_over:
                says = "The seed is revealed when the round is over."
            elif self.round.dealt:
                says = "These cards were not made from a seed."
            else:
                says = "No card was dealt."
            return {"commitment": commitment, "verified": None, "says": says}
        try:
            shuffle.check(facts, dict(self.round.faces))
            verified, says = True, "The seed is the one committed to, and makes these cards."
            if self.played.seeds.absent:
                says += f" {ABSENT}"
        except BadShuffle as error:
            verified, says = False, error.message
        return {
            "commitment": commitment,
            "seed": facts.seed,
            "entropy": facts.entropy,
            "absent": self.played.seeds.absent,
            "verified": verified,
            "says": says,
        }

    def journal(self) -> dict[str, Any]:
        entries = self.played.entries
        return {
            "previous": entries[0].previous,
            "head": self.played.head,
            "intact": _is_chain(entries),
        }


def _command(entry: Entry) -> str:
    return str(json.loads(entry.request)["command"])


def _is_chain(entries: list[Entry]) -> bool:
    """Whether each entry has the hash of its content, and follows from its neighbour."""
    follows = all(
        later.previous == entry.hash
        for entry, later in pairwise(entries)
        if later.sequence == entry.sequence + 1
    )
    return follows and all(entry.hash == hash_of(entry) for entry in entries)
