"""What a house says of itself and its tables: its facts, its lobby, and the odds of every bet."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from threading import Event

from pitboss.errors import unknown
from pitboss.house import House
from pitboss.house.settings.house_settings import HouseSettings, Offer
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.progressive import progressive
from pitboss.play import Setup
from pitboss.rulebooks.clauses import clauses
from pitboss.server.messages import (
    ClauseDigests,
    HouseFacts,
    Lobby,
    LobbyGame,
    MainEdge,
    OddsFigures,
    ReadingInForce,
    RowChance,
    WagerFigures,
)

DEALS = 407_170_400  # Of two hands: every one of them is counted.


def house(settings: HouseSettings) -> HouseFacts:
    currency = settings.currency
    return HouseFacts(
        name=settings.name,
        currency=currency.code,
        symbol=currency.symbol,
        chips=settings.chips,
        grant=settings.grant.amount,
    )


def lobby(settings: HouseSettings) -> Lobby:
    return Lobby(games=[_tile(offer) for offer in settings.offers.values()], deals=DEALS)


def warm_up(settings: HouseSettings, ends: Event) -> None:
    """Count the odds that the lobby names, so that the first guest need not wait for them."""
    for offer in settings.offers.values():
        if ends.is_set():
            return
        _tile(offer)


@lru_cache(maxsize=64)
def _tile(offer: Offer) -> LobbyGame:
    setup = offer.setup
    rules, odds = setup.rules, GameOdds(setup.rules)
    book = rules.rulebook
    badges = [
        f"The player has the edge on {rules.wager(warning.wager).title}"
        for warning in odds.warnings()
        if warning.kind == "player-edge"
    ]
    edge = MainEdge(
        title=_joined_titles(rules, book.main),
        per_cent=per_cent(odds.main.house_edge),
        of=rules.wager(book.main[0]).title,
    )
    return LobbyGame(
        offer=offer.key,
        table=offer.key,
        game=offer.game,
        title=offer.title,
        line=book.tagline if offer.title == book.title else offer.title,
        edge=edge,
        badge=badges[0] if badges else None,
        fingerprint=setup.fingerprint,
    )


def _joined_titles(rules: Rules, keys: Iterable[str]) -> str:
    titles = [rules.wager(key).title for key in keys]
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"


@cache
def clauses_of(game: str) -> ClauseDigests:
    digests = {clause.number: clause.digest for clause in clauses(game)}
    return ClauseDigests(game=game, clauses=digests)


def reset_at(house: House, setup: Setup, key: str | None) -> int:
    """The meter that odds are counted with: what the jackpot of an offer begins with.

    Without an offer, all that have this configuration have to agree; else the meter is empty. So it
    is at a table that is offered no more: nothing is put into its meter after a hit.
    """
    if not setup.meter_wagers:
        return 0
    offers = house.settings.offers
    if key is None:
        having = [offer for offer in offers.values() if offer.has(setup)]
        resets = {house.settings.reset_of(offer) for offer in having}
        return resets.pop() if len(resets) == 1 else 0
    if key in offers and offers[key].game == setup.rules.key:
        return house.settings.reset_of(offers[key])
    if key in offers or not house.has_offered(key):
        of_game = [offer.key for offer in offers.values() if offer.game == setup.rules.key]
        raise unknown("offer", key, of_game, setup.rules.rulebook.title)
    return 0


@lru_cache(maxsize=64)
def odds_of(setup: Setup, reset: int) -> OddsFigures:
    """The exact odds of every bet at such a table, with a meter that has just been reset."""
    rules = setup.rules
    odds = GameOdds(rules, reset)
    book = rules.rulebook
    has_decision = bool(book.decision)
    wagers = [_main_figures(rules, odds, has_decision)]
    for wager in rules.wagers:
        if wager.key in book.main or wager.envy:
            continue
        figures = odds[wager.key]
        note = _meter_note(rules, reset) if wager.has_jackpot else None
        decides = wager.reads_decision()
        wagers.append(
            _figures(odds, [wager.key], figures.house_edge, figures.hit_frequency, decides, note)
        )
    return OddsFigures(
        fingerprint=setup.fingerprint,
        game=rules.key,
        reset=reset,
        wagers=wagers,
        strategy=odds.strategy.words() if has_decision else None,
        warnings=[warning.message for warning in odds.warnings()],
        readings=[
            ReadingInForce(
                reading=reading.key,
                question=reading.question,
                option=rules.readings[reading.key],
                says=reading.options[rules.readings[reading.key]],
                clauses=list(reading.clauses),
            )
            for reading in book.readings
        ],
    )


def _main_figures(rules: Rules, odds: GameOdds, has_decision: bool) -> WagerFigures:
    """The main bet as a whole: apart, a Play wager would show an edge for the player."""
    edge = odds.main.house_edge
    hit = None if has_decision else odds[rules.rulebook.main[0]].hit_frequency
    keys = list(rules.rulebook.main)
    return _figures(odds, keys, edge, hit, has_decision, None)


def _figures(
    odds: GameOdds,
    keys: list[str],
    edge: Fraction,
    hit: Fraction | None,
    best: bool,
    note: str | None,
) -> WagerFigures:
    return WagerFigures(
        wagers=keys,
        title=_joined_titles(odds.rules, keys),
        edge=per_cent(edge),
        returns=per_cent(1 - edge),
        hit=None if hit is None else per_cent(hit),
        player_has_edge=edge < 0,
        assumes_best_play=best,
        note=note,
        chances=[
            RowChance(wager=key, row=row.key, ways=ways, deals=odds[key].deals)
            for key in keys
            for row, ways in odds[key].outcomes()
        ],
    )


def _meter_note(rules: Rules, reset: int) -> str:
    """What a progressive returns by its meter; with no meter in play its edge says little."""
    priced = progressive(rules)
    empty, begun = 1 - priced.house_edge(0), 1 - priced.house_edge(reset)
    money = rules.currency.money
    after_hit = f", {per_cent(begun)} % at {money(reset)}" if reset else ""
    even = money(round(priced.break_even()))
    return f"Returns {per_cent(empty)} % with an empty meter{after_hit}. Even at {even}."


def per_cent(share: Fraction) -> str:
    """With two decimals, from the exact fraction."""
    return f"{float(share * 100):.2f}"
