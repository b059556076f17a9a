"""Voids: how many rounds, why, and whether they have to do with what the rounds would have come to.

A house that cheats its players would void the rounds they win. The cards of a voided round follow
from its seed, so it is played out again as if nothing had been reported, hands without a decision
by the best strategy. If voids are independent of outcomes, the number of voided rounds that the
players would have won is hypergeometric, given how many rounds they won at all: Fisher's exact
test, configuration by configuration.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.events import HOUSE as HOUSE_STREAM
from pitboss.house.records.journal import RESTORE
from pitboss.house.reporting.irregular_rounds import FollowedRound, IrregularRounds, Void
from pitboss.house.reporting.meters import moves
from pitboss.house.reporting.records import Records, Scope
from pitboss.house.reporting.settled_bets import SettledBets
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.interruption import RESTORED
from pitboss.house.tables.practice import Seed, shoe_of
from pitboss.house.tables.recovery import PLAY_EVENTS, events_of
from pitboss.maths.odds.count_laws import as_unlikely, hypergeometric
from pitboss.play import Fold, Play, Refusal, ReturnHand, Round, Shoe, apply
from pitboss.play import events as e
from pitboss.play.decide import carry_on
from pitboss.play.player_actions import may_fold
from pitboss.play.running import HOUSE, best_answers, run_table
from pitboss.play.state import BETTING, EXAMINING, IDLE, OVER
from pitboss.reports.formatting import per_cent
from pitboss.reports.report import (
    CHANCE,
    COUNT,
    GAIN,
    KEY,
    REAL,
    SHARE,
    Cells,
    Column,
    Fact,
    Report,
    Section,
)

LEVEL = 0.01


class Judged(NamedTuple):
    """A void, and what the players would have won or lost; None if no cards can tell."""

    void: Void
    net: int | None


class Stratum(NamedTuple):
    """The rounds of one configuration that can be compared."""

    fingerprint: str
    voided: int
    voided_won: int  # Of them, those that the players would have won.
    stood: int
    stood_won: int

    @property
    def chances(self) -> Any:
        total, won = self.voided + self.stood, self.voided_won + self.stood_won
        return hypergeometric(total, won, self.voided)


class Voids:
    def __init__(self, records: Records, scope: Scope) -> None:
        records.check(scope)
        self.records, self.scope = records, scope
        span = records.span(scope)
        settled = SettledBets(records, scope)
        self.judged = [
            Judged(void, self.would_have_won(void))
            for void in IrregularRounds(records, scope).voids(span)
        ]
        self.stood: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        for fingerprint, rounds, players_won in settled.outcomes_of_rounds(span):
            self.stood[fingerprint] += rounds
            self.won[fingerprint] += players_won
        self.tables: Counter[tuple[str, str]] = Counter()
        for table, fingerprint, rounds, _ in settled.by_table(span):
            self.tables[table, fingerprint] += rounds
        for void, net in self.judged:
            if void.was_settled and self._was_settled_in(void, span):
                self.stood[void.fingerprint] -= 1
                self.won[void.fingerprint] -= (net or 0) > 0
                self.tables[void.table, void.fingerprint] -= 1
        self.by_restore = sum(void.reason == RESTORED for void, _ in self.judged)
        self.restores = self._restores(span)
        if not self.judged and not sum(self.stood.values()):
            raise records.no_rounds(scope)

    def _restores(self, span: tuple[int, int]) -> int:
        """How often the house went on after it had lost entries, by a backup or otherwise."""
        query = sa.select(sa.func.count()).where(
            JOURNAL.c.stream == HOUSE_STREAM,
            JOURNAL.c.command_id.like(f"{RESTORE}%"),
            JOURNAL.c.id.between(*span),
        )
        return self.records.connection.execute(query).scalar_one()

    def _was_settled_in(self, void: Void, span: tuple[int, int]) -> bool:
        settled_by = self._followed(void).settled_by
        return settled_by is not None and span[0] <= settled_by <= span[1]

    def _followed(self, void: Void) -> FollowedRound:
        """The round as it stood before it was voided."""
        prices = frozenset(self.records.setup(void.fingerprint).rules.prices)
        round = FollowedRound(prices)
        for number, entry in self.records.entries_about(void.table, void.round):
            for event in events_of(entry):
                if getattr(event, "round", entry.round) == void.round:
                    if isinstance(event, e.Voided):
                        return round
                    round.happens(number, event)
        return round

    def would_have_won(self, void: Void) -> int | None:
        """What the players would have won together, or lost; as settled, if it was."""
        if void.was_settled:
            return self._followed(void).players_won
        if not self.records.has_odds(void.fingerprint):
            return None
        return self._played_out(void)

    def _played_out(self, void: Void) -> int | None:
        setup = self.records.setup(void.fingerprint)
        round, is_untouched = Round(setup, void.round - 1), True
        seed, entropy = "", ""
        for _, entry in self.records.entries_about(void.table, void.round):
            for event in events_of(entry):
                if isinstance(event, h.EntropyMixed) and event.round == void.round:
                    entropy = event.entropy
                elif isinstance(event, h.SeedRevealed) and event.round == void.round:
                    seed = event.seed
                elif isinstance(event, PLAY_EVENTS) and is_untouched:
                    is_untouched = not isinstance(event, e.IncidentReported | e.Voided)
                    if is_untouched:
                        round = apply(round, event)
        if not seed or not entropy or round.phase in (IDLE, BETTING, *OVER):
            return None
        place = void.table, void.fingerprint
        shoe = shoe_of(Seed(void.round, "", bytes.fromhex(seed)), entropy, *place)
        return played_out(round, shoe, self._meter(void))

    def _meter(self, void: Void) -> int:
        """What the meter that the table feeds held before the void."""
        move: Any = moves().c
        fed = (
            sa.select(move.account)
            .join(JOURNAL, JOURNAL.c.id == move.entry)
            .where(JOURNAL.c.stream == void.table, move.entry < void.entry)
            .order_by(move.id.desc())
            .limit(1)
        )
        account = self.records.connection.execute(fed).scalar_one_or_none()
        query = sa.select(sa.func.sum(move.amount)).where(
            move.account == account, move.entry < void.entry
        )
        return int(self.records.connection.execute(query).scalar() or 0)

    def strata(self) -> list[Stratum]:
        voided: Counter[str] = Counter()
        won: Counter[str] = Counter()
        for void, net in self.judged:
            if net is not None:
                voided[void.fingerprint] += 1
                won[void.fingerprint] += net > 0
        return [
            Stratum(f, voided[f], won[f], self.stood[f], self.won[f])
            for f in sorted({*voided, *self.stood})
        ]


def played_out(round: Round, shoe: Shoe, jackpot: int) -> int | None:
    """What the players win together if the round goes on with these cards; None if it can't."""
    try:
        while round.phase not in OVER:
            round, _ = run_table(round, shoe, HOUSE, jackpot)
            if round.phase in OVER:
                break
            if round.phase != EXAMINING or not round.waiting:
                return None
            best = best_answers(round, shoe)
            for number in sorted(round.waiting):
                box = round.boxes[number]
                command: Play | Fold | ReturnHand
                if may_fold(round, box):
                    command = Play(HOUSE, number) if best[number] else Fold(HOUSE, number)
                else:
                    up = round.setup.comes_back_up
                    cards = shoe.hand(box.places) if up else ()
                    command = ReturnHand(HOUSE, number, cards)
                round, answer = carry_on(round, command)
                if isinstance(answer, Refusal):
                    return None
    except PitbossError:  # The deal had gone wrong before it was noticed: it settles to nothing.
        return None
    return sum(payment.net for payment in round.payments)


# The report


def voids(records: Records, scope: Scope) -> Report:
    """Void rate, reasons, and the test of independence."""
    figures = Voids(records, scope)
    strata = [stratum for stratum in figures.strata() if stratum.voided]
    chances = np.ones(1)
    for stratum in strata:
        chances = np.convolve(chances, stratum.chances)
    won = sum(stratum.voided_won for stratum in strata)
    chance = as_unlikely(chances, won) if strata else None
    expected = float(np.arange(len(chances)) @ chances)
    number = len(figures.judged)
    rounds = sum(figures.stood.values()) + number
    kept = sum(net for _, net in figures.judged if net is not None)
    facts = [
        Fact("scope", "About", scope.words()),
        Fact("rounds", "Rounds, voided or settled", rounds, COUNT),
        Fact("voids", "Voided", number, COUNT),
        Fact("void_rate", "Void rate", number / rounds, SHARE),
        Fact("restores", "Times that the house was restored", figures.restores, COUNT),
        Fact("voids_after_restores", "Rounds void for that reason", figures.by_restore, COUNT),
    ]
    alarms = []
    if strata:
        facts += [
            Fact("comparable", "Voids whose cards tell the outcome",
                 sum(stratum.voided for stratum in strata), COUNT),
            Fact("would_have_won", "Of them, rounds the players would have won", won, COUNT),
            Fact("would_have_won_expected", "Expected, if voids ignore outcomes",
                 expected, REAL),
            Fact("players_net", "What the players would have won in them", kept, GAIN),
            Fact("chance", "Chance of so unlikely a number", chance, CHANCE),
        ]  # fmt: skip
        if chance is not None and chance <= LEVEL:
            kind = "won" if won > expected else "lost"
            alarms.append(
                f"Voids go with outcomes: of {sum(s.voided for s in strata)} voided rounds the "
                f"players would have won {won}, where {expected:.1f} are expected; rounds that "
                f"they would have {kind} are voided more often. The chance of that is "
                f"{chance:.1g}, and the level of the alarm is {per_cent(LEVEL, 0)}."
            )
    sections = (
        _reasons(figures), _by_table(figures), _independence(records, strata), _listed(figures)
    )  # fmt: skip
    notes = (
        "A voided round is played out from its own deck as if nothing had been reported, hands "
        "without a decision by the best strategy. Rounds voided before cards were dealt, or whose "
        "seed is not revealed, can't be compared.",
    )
    return Report("voids", "Voids", tuple(facts), sections, tuple(alarms), notes)


def _reasons(figures: Voids) -> Section:
    reasons: Counter[tuple[str, str, str]] = Counter()
    for void, _ in figures.judged:
        clauses = ", ".join((*void.because.clauses, *void.because.policies))
        when = "after settlement" if void.was_settled else "before settlement"
        reasons[void.why, clauses, when] += 1
    rows: tuple[Cells, ...] = tuple((*reason, n) for reason, n in reasons.most_common())
    columns = (
        Column("reason", "reason"),
        Column("clauses", "clauses and policies"),
        Column("when", "when"),
        Column("voids", "voids", COUNT),
    )
    return Section("reasons", "Reasons", columns, rows)


def _by_table(figures: Voids) -> Section:
    voided = Counter((void.table, void.fingerprint) for void, _ in figures.judged)
    columns = (
        Column("table", "table", KEY),
        Column("game", "game"),
        Column("voids", "voids", COUNT),
        Column("stood", "rounds that stood", COUNT),
        Column("rate", "void rate", SHARE),
    )
    rows = tuple(
        (table, figures.records.game_of(f), n, figures.tables[table, f],
         n / (n + figures.tables[table, f]))
        for (table, f), n in voided.most_common()
    )  # fmt: skip
    return Section("by_table", "Tables with voids", columns, rows)


def _independence(records: Records, strata: list[Stratum]) -> Section:
    columns = (
        Column("configuration", "configuration"),
        Column("fingerprint", "fingerprint", on_screen=False),
        Column("voided", "voided", COUNT),
        Column("voided_won", "players won", COUNT),
        Column("stood", "stood", COUNT),
        Column("stood_won", "players won", COUNT),
        Column("chance", "chance", CHANCE),
    )
    rows = tuple(
        (records.setup(s.fingerprint).rules.rulebook.title, s.fingerprint, s.voided, s.voided_won,
         s.stood, s.stood_won, as_unlikely(s.chances, s.voided_won))
        for s in strata
    )  # fmt: skip
    return Section("independence", "Voids against outcomes", columns, rows)


def _listed(figures: Voids) -> Section:
    columns = (
        Column("day", "day", KEY),
        Column("round", "round", KEY),
        Column("when", "when", on_screen=False),
        Column("by", "by", on_screen=False),
        Column("reason", "reason"),
        Column("players_net", "players' net", GAIN),
    )
    day_of = figures.records.gaming_day.of
    rows = tuple(
        (str(day_of(void.time)), f"{void.table}-{void.round}",
         "after settlement" if void.was_settled else "before settlement", void.by.id,
         void.why, net)
        for void, net in figures.judged
    )  # fmt: skip
    return Section("voids", "Voided rounds", columns, rows)
