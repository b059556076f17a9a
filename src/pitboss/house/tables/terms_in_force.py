"""What settings say of a table: its configuration, its jackpot, and the terms that it pays by.

The office asks this when a table is played at, and `verify` when it follows the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.settings.house_settings import HouseSettings, Jackpot, Offer, Terms
from pitboss.house.tables.practice import Table, Turn
from pitboss.play import Setup

TermsOf = Callable[[Jackpot], Terms]  # Those in force of a shared jackpot.


class Placement(NamedTuple):
    """An offer as it is in force for one table."""

    offer: Offer
    jackpot: Jackpot | None
    terms: Terms | None
    setup: Setup

    @property
    def shared(self) -> str:
        """The key of the jackpot that it shares with other tables; "" where it does not."""
        return self.jackpot.key if self.jackpot is not None and self.jackpot.is_shared else ""

    @property
    def settling_terms(self) -> Terms | None:
        """The terms of a round: a hit is followed by a reset under those that waited for it."""
        if self.terms is None or self.jackpot is None:
            return self.terms
        return self.terms._replace(reset=self.jackpot.terms.reset)


def placement(
    offer: Offer, settings: HouseSettings, terms_of: TermsOf, table: Table | None = None
) -> Placement:
    """What an offer means for a table, or for one that is about to be opened."""
    jackpot = settings.jackpots.get(offer.jackpot)
    terms = None if jackpot is None else _terms(jackpot, terms_of, table)
    return Placement(offer, jackpot, terms, offer.under(terms))


def _terms(jackpot: Jackpot, terms_of: TermsOf, table: Table | None) -> Terms:
    """Changed terms wait until the jackpot has been hit."""
    if jackpot.is_shared:
        return terms_of(jackpot)
    if table is None or table.jackpot or is_hit(table):
        return jackpot.terms
    return jackpot.terms._replace(contribution=str(table.setup.contribution))


def is_hit(table: Table) -> bool:
    return any(payment.from_meter for payment in table.round.payments)


def is_out_of_date(table: Table, place: Placement) -> bool:
    return place.setup != table.setup or place.shared != table.jackpot


def bring_up_to_date(turn: Turn, place: Placement) -> None:
    """Play the next round under the settings in force."""
    if place.shared != turn.jackpot:
        turn.link(place.shared)
    if place.setup != turn.round.setup:
        turn.configure(place.setup)
