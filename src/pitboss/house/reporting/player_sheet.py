"""A player's session sheet: sittings, what was bet, what it should have come to, and mistakes.

One player's rounds are read from the journal, event by event: only events tell who decided what on
which cards. A decision is priced as the coach prices it: exactly, for somebody who knows the hands
they have looked at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.cards.deck import names
from pitboss.cards.hands import row_of
from pitboss.errors import NoRounds
from pitboss.house import events as h
from pitboss.house.records.days import SECOND
from pitboss.house.records.journal import Entry
from pitboss.house.reporting.exact_edges import ExactEdges
from pitboss.house.reporting.irregular_rounds import FollowedRound, Line
from pitboss.house.reporting.records import Records, Scope
from pitboss.house.reporting.results import drop
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS
from pitboss.house.tables.practice import Seed, shoe_of
from pitboss.house.tables.recovery import events_of
from pitboss.maths.odds.dealer_hands_left import DecisionValues
from pitboss.play import Setup
from pitboss.play import events as e
from pitboss.reports.report import (
    COUNT,
    GAIN,
    KEY,
    MONEY,
    REAL,
    SHARE,
    Cells,
    Column,
    Fact,
    Report,
    Section,
)

PLAY, FOLD = "play", "fold"
HOUR, MINUTE = 3_600 * SECOND, 60 * SECOND


class Decision(NamedTuple):
    round: str
    box: int
    cards: str
    hand: str
    chosen: str
    best: str
    cost: Fraction  # Of the decision, in the smallest unit; 0 if it was the best one.


class PlayedRound(NamedTuple):
    """One round of a player's, as it stands now."""

    id: str
    time: int  # Of its settlement.
    fingerprint: str
    lines: tuple[Line, ...]  # The player's own.
    meter: int
    decisions: tuple[Decision, ...]
    unpriced: int  # Decisions whose cards are not known.

    def handles(self) -> Counter[str]:
        return _handles(self.lines)

    @property
    def handle(self) -> int:
        return sum(line.stake for line in self.lines)

    @property
    def win(self) -> int:
        """The house's."""
        return -sum(line.net for line in self.lines)

    @property
    def cost(self) -> Fraction:
        return sum((decision.cost for decision in self.decisions), Fraction(0))


class Sitting(NamedTuple):
    began: int
    ended: int
    rounds: list[PlayedRound]

    @property
    def hours(self) -> Fraction:
        return Fraction(self.ended - self.began, HOUR)


def _handles(lines: tuple[Line, ...]) -> Counter[str]:
    handles: Counter[str] = Counter()
    for line in lines:
        handles[line.wager] += line.stake
    return handles


class PlayerSheet:
    def __init__(self, records: Records, scope: Scope, person: str) -> None:
        records.check(scope)
        self.records, self.scope = records, scope
        self.person, self.name = records.person(person)
        self.span = records.span(scope)
        self._edges: dict[str, ExactEdges] = {}
        self._values: dict[str, DecisionValues] = {}
        self.rounds = sorted(self._rounds(), key=lambda played: played.time)
        if not self.rounds:
            message = f"{self.name} has no settled round: {scope.words()}."
            raise NoRounds("report/no-rounds", message)
        self.sittings = self._sittings()

    # Rounds

    def _rounds(self) -> Iterator[PlayedRound]:
        wanted = set(self._numbers())
        entries: dict[tuple[str, int], list[tuple[int, Entry]]] = defaultdict(list)
        tables = sorted({table for table, _ in wanted})
        if not tables:
            return
        # A round that ended in these days may have begun before them, or be corrected after them.
        for number, entry in self.records.entries(JOURNAL.c.stream.in_(tables)):
            for about in (entry.round, entry.round - 1):
                if (entry.stream, about) in wanted:
                    entries[entry.stream, about].append((number, entry))
        for (table, number), of_round in sorted(entries.items()):
            played = self._round(table, number, of_round)
            if played is not None:
                yield played

    def _numbers(self) -> Iterator[tuple[str, int]]:
        """Table and number of each round in which the player's money moved in these days."""
        account = (
            sa.select(ACCOUNTS.c.id)
            .where(ACCOUNTS.c.kind == "player", ACCOUNTS.c.owner == self.person)
            .scalar_subquery()
        )
        t = TRANSFERS.c
        query = (
            sa.select(JOURNAL.c.stream, t.round)
            .distinct()
            .join(JOURNAL, JOURNAL.c.id == t.entry)
            .where(sa.or_(t.debit == account, t.credit == account), t.round.is_not(None))
            .where(t.entry <= self.span.last, *self.records.within(self.scope))
        )
        for row in self.records.rows(query):
            yield row[0], int(row[1])

    def _round(
        self, table: str, number: int, entries: list[tuple[int, Entry]]
    ) -> PlayedRound | None:
        fingerprint = next(entry.fingerprint for _, entry in entries if entry.round == number)
        setup = self.records.setup(fingerprint)
        followed = FollowedRound(frozenset(setup.rules.prices))
        decisions = DecisionsOfRound(self.person, setup)
        time = meter = 0
        for id, entry in entries:
            for event in events_of(entry):
                if getattr(event, "round", entry.round) != number:
                    continue
                followed.happens(id, event)
                decisions.happens(event)
                if isinstance(event, e.Settled):
                    time, meter = entry.time, event.jackpot or 0
                    decisions.settled = followed.lines
        settled_by = followed.settled_by
        if settled_by is None or not self.span.first <= settled_by <= self.span.last:
            return None
        mine = tuple(line for line in followed.lines if line.bettor == self.person)
        priced: list[Decision] = []
        if mine:  # A voided round costs nothing.
            place = table, number, fingerprint
            priced = list(decisions.priced(*place, self._values_of(fingerprint)))
        unpriced = len(decisions.made) - len(priced) if mine else 0
        return PlayedRound(
            f"{table}-{number}", time, fingerprint, mine, meter, tuple(priced), unpriced
        )

    def _values_of(self, fingerprint: str) -> DecisionValues | None:
        setup = self.records.setup(fingerprint)
        if not setup.rules.rulebook.decision or not self.records.has_odds(fingerprint):
            return None
        if fingerprint not in self._values:
            self._values[fingerprint] = DecisionValues(setup.rules)
        return self._values[fingerprint]

    # Sittings

    def _sittings(self) -> list[Sitting]:
        """A new one begins when somebody was away for as long as the house's settings say."""
        query = (
            sa.select(JOURNAL.c.time)
            .where(JOURNAL.c.person == self.person, JOURNAL.c.id.between(*self.span))
            .order_by(JOURNAL.c.id)
        )
        times = [int(row[0]) for row in self.records.rows(query)]
        times = times or sorted(played.time for played in self.rounds)
        away = self.records.settings.timers.sitting * SECOND
        sittings: list[Sitting] = []
        for time in times:
            if not sittings or time - sittings[-1].ended > away:
                sittings.append(Sitting(time, time, []))
            sittings[-1] = sittings[-1]._replace(ended=time)
        begins = [sitting.began for sitting in sittings]
        for played in self.rounds:
            sittings[max(bisect_right(begins, played.time) - 1, 0)].rounds.append(played)
        return [sitting for sitting in sittings if sitting.rounds]

    # Theory

    def edges(self, fingerprint: str) -> ExactEdges | None:
        if not self.records.has_odds(fingerprint):
            return None
        if fingerprint not in self._edges:
            self._edges[fingerprint] = ExactEdges(self.records.setup(fingerprint))
        return self._edges[fingerprint]

    def theoretical_win(self, rounds: list[PlayedRound]) -> Fraction | None:
        """What the house should have won on these bets, under best play."""
        total = Fraction(0)
        for played in rounds:
            edges = self.edges(played.fingerprint)
            if edges is None:
                return None
            meters = dict.fromkeys(played.handles(), Fraction(played.meter))
            total += edges.expected_win(dict(played.handles()), meters) or 0
        return total


class DecisionsOfRound:
    """What a player decided in one round, and what they had seen by then."""

    def __init__(self, person: str, setup: Setup) -> None:
        self.person, self.setup = person, setup
        self.made: list[tuple[int, str, frozenset[int]]] = []  # Box, choice, boxes looked at.
        self.settled: list[Line] = []
        self._places: dict[e.Where, tuple[int, ...]] = {}
        self._looked: set[int] = set()
        self._seed = self._entropy = ""
        self._is_moved = False

    def happens(self, event: h.AnyEvent) -> None:
        match event:
            case e.Dealt(hands=hands):
                for where, places in hands:
                    self._places[where] = (*self._places.get(where, ()), *places)
            case e.HandExamined(box=box, player=player) if player == self.person:
                self._looked.add(box)
            case e.Played(box=box, bettor=bettor, automatic=False) if bettor == self.person:
                self.made.append((box, PLAY, frozenset(self._looked)))
            case e.Folded(box=box, bettor=bettor, automatic=False) if bettor == self.person:
                self.made.append((box, FOLD, frozenset(self._looked)))
            case e.CardCorrected() | e.RulingGiven():
                self._is_moved = True
            case h.EntropyMixed(entropy=entropy):
                self._entropy = entropy
            case h.SeedRevealed(seed=seed):
                self._seed = seed

    def priced(
        self, table: str, number: int, fingerprint: str, values: DecisionValues | None
    ) -> Iterator[Decision]:
        """Each decision with its exact cost; none where the cards are not known for certain."""
        if values is None or not self._seed or not self._entropy or self._is_moved:
            return
        seed = Seed(number, "", bytes.fromhex(self._seed))
        shoe = shoe_of(seed, self._entropy, table, fingerprint)
        hands = {where: shoe.hand(places) for where, places in self._places.items()}
        antes = {
            line.box: line.stake
            for line in self.settled
            if line.bettor == self.person and line.wager == self.setup.first
        }
        for box, chosen, looked in self.made:
            hand = row_of(hands[box])
            seen = {card for other in {*looked, box} for card in hands.get(other, ())}
            play, fold, unit = values.of(hand, sorted(seen))
            best = PLAY if play >= fold else FOLD
            lost = abs(play - fold) if best != chosen else 0
            name = self.setup.rules.name_hand(hand)
            cost = Fraction(lost * antes.get(box, 0), unit)
            yield Decision(f"{table}-{number}", box, names(hands[box]), name, chosen, best, cost)


# The report


def player_sheet(records: Records, scope: Scope, person: str) -> Report:
    sheet = PlayerSheet(records, scope, person)
    rounds = sheet.rounds
    decisions = [decision for played in rounds for decision in played.decisions]
    wrong = [decision for decision in decisions if decision.cost]
    cost = sum((played.cost for played in rounds), Fraction(0))
    theory = sheet.theoretical_win(rounds)
    facts = [
        Fact("person", "Player", f"{sheet.name}, {sheet.person}"),
        Fact("scope", "About", scope.words()),
        Fact("sittings", "Sittings", len(sheet.sittings), COUNT),
        Fact("rounds", "Rounds", len(rounds), COUNT),
        Fact("handle", "Handle", sum(played.handle for played in rounds), MONEY),
        Fact("average_bet", "Average bet", sum(p.handle for p in rounds) // len(rounds), MONEY),
        Fact("drop", "Drop", drop(records, sheet.span, sheet.person), MONEY),
        Fact("theoretical_win", "Theoretical win of the house", _units(theory), GAIN),
        Fact("win", "Actual win of the house", sum(played.win for played in rounds), GAIN),
    ]
    if decisions:
        facts += [
            Fact("decisions", "Decisions to play or fold", len(decisions), COUNT),
            Fact("wrong_decisions", "Wrong ones", len(wrong), COUNT),
            Fact("cost_of_decisions", "What they cost the player", _units(cost), MONEY),
        ]
    sections = (_sittings(sheet), _by_wager(sheet), _wrong(wrong))
    unpriced = sum(played.unpriced for played in rounds)
    return Report("player", f"Session sheet: {sheet.name}", tuple(facts), sections, (),
                  _notes(unpriced))  # fmt: skip


def _notes(unpriced: int) -> tuple[str, ...]:
    notes = [
        "The theoretical win is the exact edge times the handle, wager by wager, under best play; "
        "Ante, Play and Ante Bonus together by the Ante, a progressive at the meter of each round, "
        "the Envy Bonus left out.",
        "What a wrong decision costs is exact, for somebody who knows the hands they looked at. "
        "It comes on top of the theoretical win.",
    ]
    if unpriced:
        notes.append(f"{unpriced:,} decisions could not be priced: their cards are not known.")
    return tuple(notes)


def _units(amount: Fraction | None) -> int | None:
    """To the smallest unit."""
    return None if amount is None else round(amount)


def _sittings(sheet: PlayerSheet) -> Section:
    columns = (
        Column("began", "began", KEY),
        Column("minutes", "minutes", COUNT),
        Column("rounds", "rounds", COUNT),
        Column("rounds_an_hour", "an hour", REAL, on_screen=False),
        Column("average_bet", "avg. bet", MONEY, is_spare=True),
        Column("handle", "handle", MONEY, on_screen=False),
        Column("theoretical_win", "theory", GAIN),
        Column("win", "win", GAIN),
        Column("cost_of_decisions", "mistakes", MONEY),
    )
    clock = sheet.records.gaming_day.clock
    rows: list[Cells] = []
    for sitting in sheet.sittings:
        number = len(sitting.rounds)
        handle = sum(played.handle for played in sitting.rounds)
        cost = sum((played.cost for played in sitting.rounds), Fraction(0))
        rows.append(
            (
                clock(sitting.began), (sitting.ended - sitting.began) // MINUTE, number,
                number / sitting.hours if sitting.hours else None, handle // number, handle,
                _units(sheet.theoretical_win(sitting.rounds)),
                sum(played.win for played in sitting.rounds), _units(cost),
            )
        )  # fmt: skip
    note = "The average bet is the handle of a round."
    return Section("sittings", "Sittings", columns, tuple(rows), None, note)


def _by_wager(sheet: PlayerSheet) -> Section:
    columns = (
        Column("configuration", "configuration", on_screen=False),
        Column("fingerprint", "fingerprint", on_screen=False),
        Column("wager", "key", on_screen=False),
        Column("title", "wager"),
        Column("bets", "bets", COUNT),
        Column("handle", "handle", MONEY),
        Column("win", "win", GAIN),
        Column("exact_edge", "exact edge", SHARE),
        Column("theoretical_win", "theory", GAIN),
    )
    bets: Counter[tuple[str, str]] = Counter()
    handle: Counter[tuple[str, str]] = Counter()
    win: Counter[tuple[str, str]] = Counter()
    theory: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for played in sheet.rounds:
        edges = sheet.edges(played.fingerprint)
        for line in played.lines:
            key = played.fingerprint, line.wager
            bets[key] += line.stake > 0
            handle[key] += line.stake
            win[key] -= line.net
            if edges is not None:
                meters = {line.wager: Fraction(played.meter)}
                theory[key] += edges.expected_win({line.wager: line.stake}, meters) or 0
    rows = []
    for key in sorted(handle, key=lambda key: (sheet.records.game_of(key[0]), key)):
        fingerprint, wager = key
        edges, rules = sheet.edges(fingerprint), sheet.records.setup(fingerprint).rules
        edge = None
        if edges is not None and rules.wager(wager).is_staked and handle[key]:
            is_flat = not rules.wager(wager).has_jackpot
            edge = edges.edge(wager) if is_flat else theory[key] / handle[key]
        is_part = (
            edges is not None and edges.belongs_to_main(wager) and wager != rules.rulebook.main[0]
        )
        rows.append(
            (
                sheet.records.configuration(fingerprint), fingerprint, wager,
                sheet.records.wager_title(fingerprint, wager), bets[key], handle[key], win[key],
                edge, None if edges is None or is_part else _units(theory[key]),
            )
        )  # fmt: skip
    return Section("by_wager", "By wager", columns, tuple(rows), group="configuration")


def _wrong(wrong: list[Decision]) -> Section:
    columns = (
        Column("round", "round", KEY),
        Column("box", "box", COUNT),
        Column("cards", "cards", KEY),
        Column("hand", "hand", on_screen=False),
        Column("chosen", "chosen"),
        Column("best", "best"),
        Column("cost", "cost", MONEY),
    )
    dearest = sorted(wrong, key=lambda decision: -decision.cost)
    rows = tuple((*decision[:6], _units(decision.cost)) for decision in dearest)
    return Section("wrong_decisions", "Wrong decisions, the dearest first", columns, rows)
