"""Circumstances: everything but the deck that decided about a command when it was said.

Settings, jackpots, people with their limits, and the other tables stand here as they were at that
point of the journal. Commands that a deck is needed for wait until the seed of their round is
known; those of rounds that are still open are checked with the house's key, if it is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from pitboss.errors import BadKey
from pitboss.house import events as h
from pitboss.house.checks.house_check import HouseCheck
from pitboss.house.checks.own_limits import OwnLimits
from pitboss.house.checks.request_check import Asked, problems_of
from pitboss.house.checks.table_check import TableCheck, reason
from pitboss.house.keys.sealing import Key
from pitboss.house.people.player_limits import Room
from pitboss.house.records.journal import Entry
from pitboss.house.records.ledger import (
    Account,
    Balances,
    Transfer,
    accounts_of,
    meter,
    player,
    receivable,
)
from pitboss.house.settings.house_settings import HouseSettings, Jackpot, Terms
from pitboss.house.tables.practice import Seed, Table, cover
from pitboss.house.tables.terms_in_force import Placement, placement
from pitboss.language.currency import DOLLARS, Currency
from pitboss.notation.setup_json import is_installed
from pitboss.play import Round, Shoe, start
from pitboss.play.state import BETTING, EXAMINING

NO_SEED = Seed(0, "", b"")
RENEWING = ("configure", "renew-seed", "after-restore")  # Steps that may draw another seed.
Located = Iterator[tuple[int, str]]  # The sequence of an entry, and what is wrong with it.


class Circumstances:
    def __init__(
        self,
        house: HouseCheck,
        settings: Mapping[str, HouseSettings],
        tables_of: Mapping[str, list[TableCheck]],
        limits: OwnLimits,
    ) -> None:
        self._house, self._settings = house, settings
        self._tables_of, self._limits = tables_of, limits
        self._waiting: dict[str, list[Asked]] = {}  # By table: for the seed of their round.
        self._renewed: dict[str, int] = {}  # By table: when the house itself drew a seed last.

    def settings_at(self, time: int) -> HouseSettings | None:
        """The settings in force: the last adopted of those that had begun."""
        for fingerprint, effective in reversed(self._house.settings):
            if effective <= time:
                return self._settings.get(fingerprint)
        return None

    def currency_at(self, time: int) -> Currency:
        settings = self.settings_at(time)
        return DOLLARS if settings is None else settings.currency

    # Before an entry is replayed

    def asked(
        self, entry: Entry, table: TableCheck, events: list[h.AnyEvent], balances: Balances
    ) -> Asked | None:
        """The command as it met its table; None where nothing can be carried out again."""
        settings = self.settings_at(entry.time)
        if settings is None:
            return None
        round, person, place = self._met(entry, table, events, settings)
        if round is None or not is_installed(round.setup):
            return None
        sealed, entropy = table.sealed, table.entropy
        seed = NO_SEED
        if sealed is not None:
            seed = Seed(sealed.round, sealed.commitment, b"", table.is_from_before)
        is_mixed = entropy is not None and entropy.round == seed.round
        known = self._house.people.of(person)
        return Asked(
            entry, person, round, seed,
            entropy.entropy if entropy is not None and is_mixed else "",
            table.jackpot,
            {account: balances[account] for account in self._accounts(table.table, person)},
            place,
            self._room(entry, person, settings) if entry.person == person else None,
            self._covered(person, table.table),
            known.excluded_until > entry.time,
            known.wallet_id is not None,
            self._renewed.get(table.table) == entry.time,
            events,
        )  # fmt: skip

    def _met(
        self,
        entry: Entry,
        table: TableCheck,
        events: list[h.AnyEvent],
        settings: HouseSettings,
    ) -> tuple[Round | None, str, Placement | None]:
        """The round, whose table it is, and what the settings say of it."""
        opened = events[0] if events else None
        if table.round is None and isinstance(opened, h.TableOpened):
            offer = settings.offers.get(opened.offer)
            place = None if offer is None else placement(offer, settings, self._terms)
            return None if place is None else start(place.setup), entry.person, place
        offer, place = settings.offers.get(table.offer), None
        if offer is not None and table.round is not None:
            as_it_stands = Table(
                table.table, table.person, table.round, NO_SEED, Shoe(), table.jackpot
            )
            place = placement(offer, settings, self._terms, as_it_stands)
        return table.round, table.person, place

    def _terms(self, jackpot: Jackpot) -> Terms:
        return self._house.terms.get(jackpot.key, jackpot.terms)

    def _accounts(self, table: str, person: str) -> Iterator[Account]:
        yield from (player(person), receivable(person), *accounts_of(table))
        yield from (meter(jackpot) for jackpot in self._house.terms)

    def _room(self, entry: Entry, person: str, settings: HouseSettings) -> Room | None:
        known = self._house.people.of(person)
        return self._limits.room(
            person, known.limits, known.excluded_until, self._covered(person),
            settings.gaming_day, settings.currency, entry.time,
        )  # fmt: skip

    def _covered(self, person: str, but: str = "") -> int:
        """The Play stakes still possible on a person's open hands, at all their tables but one."""
        rounds = (table.round for table in self._tables_of.get(person, ()) if table.table != but)
        return sum(
            cover(round, person)
            for round in rounds
            if round is not None and round.phase in (BETTING, EXAMINING)
        )

    # After it was replayed

    def note(self, entry: Entry, table: TableCheck, transfers: list[Transfer]) -> None:
        """What an entry uses of its player's own limits."""
        felt = accounts_of(table.table).felt
        self._limits.moved(entry.time, table.person, transfers, felt)
        if entry.person == table.person:
            self._limits.spoke(entry.time, table.person)

    def check(self, asked: Asked, table: TableCheck) -> Located:
        """What is wrong with the entry, and with those that waited for a seed it reveals."""
        if asked.command in RENEWING and any(isinstance(e, h.SeedSealed) for e in asked.events):
            self._renewed[table.table] = asked.entry.time
        if asked.needs_deck:
            self._waiting.setdefault(table.table, []).append(asked)
        else:
            yield from _located(asked)
        for event in asked.events:
            if isinstance(event, h.SeedRevealed | h.SeedWithdrawn):
                yield from self._known(table.table, event.seed)

    def _known(self, table: str, seed: str) -> Located:
        """A seed is known, or it was lost with its key."""
        for asked in self._waiting.pop(table, ()):
            if seed:
                with suppress(ValueError):  # It is no seed at all, which the shuffle's check says.
                    yield from _located(asked, bytes.fromhex(seed))

    def at_the_end(self, table: TableCheck, key: Key | None) -> Located:
        """Commands of a round that is still open."""
        sealed = table.sealed
        if key is None or sealed is None:
            return
        with suppress(BadKey):  # That is said where the seed itself is checked.
            place = table.table, sealed.round, table.fingerprint
            yield from self._known(table.table, key.open(sealed.sealed, *place).hex())


def _located(asked: Asked, *seed: bytes) -> Located:
    try:
        yield from ((asked.entry.sequence, says) for says in problems_of(asked, *seed))
    except Exception as error:  # It may have been changed in any way.
        yield asked.entry.sequence, f"It can't be carried out again: {reason(error)}"
