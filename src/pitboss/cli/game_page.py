"""One game on the screen: its wagers, pay tables, readings, policies and limits."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from pitboss.cli.plain import heading, put, styled, width
from pitboss.language.currency import DOLLARS, Currency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.house.settings.house_settings import HouseSettings
    from pitboss.language.readings import Options
    from pitboss.language.rulebook import Rulebook
    from pitboss.language.wagers import Wager
    from pitboss.play.setup import Limit

INDENT, MARK, NO_BREAK = 2, "*", "\N{NO-BREAK SPACE}"


def show_game(rulebook: Rulebook, settings: HouseSettings | None) -> None:
    rules = rulebook.configure()
    key = styled(f"{rulebook.key} · {rulebook.version} · {rules.fingerprint}", dim=True)
    put("", f"{heading(rulebook.title)}  {key}")
    _text(rulebook.tagline)
    for wager in rulebook.wagers:
        put("")
        put(f"{styled(wager.title, bold=True)}  {styled(wager.key, dim=True)}")
        _text(stake_words(wager, rules.prices))
        for row in rules.wager(wager.key).rows:
            put(f"    {row.outcome.ljust(_widest(rulebook))}  {row.pay.words()}")
        for table in wager.paytables[1:]:
            _beside(table, _changes(rulebook, wager, table))
    for title, asked in (("Readings", rulebook.readings), ("Policies", rulebook.policies)):
        if asked:
            put("", heading(title))
            _text(f"{MARK} marks the option in force unless the operator chooses another.")
        for options in asked:
            _question(options)
    if settings is not None:
        _limits(rulebook.key, settings)
    put("")


def stake_words(wager: Wager, prices: Mapping[str, int]) -> str:
    """What a bet on a wager has to be, and what it rests on."""
    if wager.envy is not None:
        return f"Paid to bettors with {wager.envy.paid_to}, without a stake of its own."
    if wager.paid_on is not None:
        return f"Paid on the stake of {wager.paid_on}."
    if wager.equals is not None:
        return f"Staked after the deal, with exactly the stake of {wager.equals}."
    rests = ""
    if wager.needs is not None:
        whose = "anybody's" if wager.needs.anybody else "the bettor's own"
        rests = f" It rests on {whose} {wager.needs.wager}."
    if wager.key in prices:
        return f"Its price is {DOLLARS.money(prices[wager.key])}.{rests}"
    return f"Staked before the deal.{rests}"


def pays(rulebook: Rulebook, wager: Wager, table: str) -> dict[str, str]:
    """What each row pays in one of the rulebook's pay tables."""
    rows = rulebook.configure({wager.key: table}).wager(wager.key).rows
    return {row.key: row.pay.words() for row in rows}


def _changes(rulebook: Rulebook, wager: Wager, table: str) -> str:
    """In what a pay table differs from the first one, which is shown in full."""
    first = wager.paytables[0]
    shown = pays(rulebook, wager, first)
    changed = [
        f"{wager.row(key).outcome} {pay}".replace(" ", NO_BREAK)
        for key, pay in pays(rulebook, wager, table).items()
        if pay != shown[key]
    ]
    return f"as {first}, but {' · '.join(changed)}"


def limits_json(key: str, settings: HouseSettings) -> list[dict[str, object]]:
    """The limits of each table of a game in a house."""
    return [
        {
            "table": offer.key,
            "title": offer.title,
            "boxes": offer.setup.boxes,
            "limits": {wager: limit._asdict() for wager, limit in offer.setup.limits.items()},
        }
        for offer in settings.offers.values()
        if offer.game == key
    ]


def _limits(key: str, settings: HouseSettings) -> None:
    put("", heading(f"Limits in {settings.name}"))
    offers = [offer for offer in settings.offers.values() if offer.game == key]
    if not offers:
        _text("No table of this game is offered.")
    for offer in offers:
        limits = offer.setup.limits
        words = [_limit(*item, settings.currency) for item in limits.items()]
        _beside(offer.key, ", ".join(words) or "no limit")


def _limit(wager: str, limit: Limit, currency: Currency) -> str:
    least, most, step = map(currency.money, limit)
    return f"{wager} {least} to {most} in steps of {step}"


def _question(options: Options) -> None:
    put("", f"  {styled(options.key, bold=True)}")
    _text(options.question, 4)
    for option, meaning in options.options.items():
        mark = MARK if option == options.default else " "
        lines = wrap(f"{option}: {meaning}", width() - 6, break_on_hyphens=False)
        put(f"    {mark} {lines[0]}", *(f"      {line}" for line in lines[1:]))


def _widest(rulebook: Rulebook) -> int:
    return max(len(row.outcome) for wager in rulebook.wagers for row in wager.rows)


def _text(text: str, indent: int = INDENT) -> None:
    for line in wrap(text, width() - indent, break_on_hyphens=False):
        put(" " * indent + line)


def _beside(name: str, text: str) -> None:
    """A name, and text beside it that continues below in the same column."""
    column = max(14, 4 + len(name) + 2)
    lines = [
        line.replace(NO_BREAK, " ") for line in wrap(text, width() - column, break_on_hyphens=False)
    ]
    put(f"    {name}".ljust(column) + lines[0], *(" " * column + line for line in lines[1:]))
