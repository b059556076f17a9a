"""The screens of pitboss rule: what may have happened, the ruling, and what each way to rule costs.

Everything here reads well on a phone: text wraps, and a table that does not fit is turned into
one list for each of its columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from textwrap import wrap
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.cards.deck import name, signs
from pitboss.cli.screen import GOLD, MUTED, console, net, table
from pitboss.language.checklist import Step, checklist
from pitboss.language.currency import Currency
from pitboss.language.irregularities import (
    INCIDENTS,
    MOMENTS,
    REMEDIES,
    Ruling,
    possible,
    ways_to_rule,
)
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.expectation import Expected
from pitboss.notation.incident_case import Case
from pitboss.play.costs import REMOVE_HAND, Option, options, options_of_referral
from pitboss.play.state import SETTLED
from pitboss.rulebooks.clauses import clauses

WIDEST = 76  # Columns of text: longer lines are hard to read.
REFERRED, MAY_BE_REFERRED = "↑", "(↑)"
# Where the words of a remedy are too long to head a column.
REMEDY_WORDS = {
    **REMEDIES,
    "stands": "the result stands",
    "void-round": "void the round",
    "remove-hand": "take that hand out",
    "reconstruct": "put the cards right",
    "decide-order": "decide the order",
}
LATE = ("late", "never")  # When it was noticed: after the round had been settled.
# Incidents in which the cards are what is at stake; the others move one bet at most.
PRICED = tuple(
    incident
    for incident in INCIDENTS
    if incident not in MOMENTS["Bets"] and incident != "walked-away"
)


class Decision:
    """A ruling with the facts that it rests on; in a round, with what each way to rule costs."""

    def __init__(
        self,
        rules: Rules,
        incident: str,
        facts: Mapping[str, str],
        ruling: Ruling,
        case: Case | None = None,
        jackpot: int | None = None,
    ) -> None:
        self.rules, self.incident, self.facts, self.ruling = rules, incident, facts, ruling
        self.case, self.jackpot = case, jackpot

    @cached_property
    def steps(self) -> list[Step]:
        is_settled = None if self.case is None else self.case.round.phase == SETTLED
        return checklist(self.rules, self.ruling, self.facts, is_settled)

    @cached_property
    def digests(self) -> dict[str, str]:
        """What each cited clause says, in our own words."""
        by_number = {clause.number: clause.digest for clause in clauses(self.rules.key)}
        return {number: by_number.get(number, "") for number in self.ruling.clauses}

    @cached_property
    def costs(self) -> Sequence[Option]:
        """What each way to rule is worth to everybody; nothing outside a round."""
        if self.case is None or self.incident not in PRICED:
            return ()
        round, incident = self.case.round, self.case.incident
        if self.is_referred:
            return options_of_referral(round, incident, self.ruling, self.jackpot)
        return options(round, incident, jackpot=self.jackpot)

    @property
    def is_referred(self) -> bool:
        return self.ruling.remedy == "refer"

    @property
    def ways(self) -> Sequence[str]:
        """The remedies among which whoever it is referred to decides."""
        if not self.is_referred:
            return ()
        if self.costs:
            return [option.remedy for option in self.costs]
        if self.case is not None:
            return ways_to_rule(self.incident, self.case.round.phase == SETTLED)
        return ways_to_rule(self.incident, self.facts.get("noticed") in LATE)

    @cached_property
    def unexposed(self) -> Option | None:
        """What the round was worth before the cards were exposed."""
        if not self.costs or self.case is None or not self.case.exposed:
            return None
        return options(self.case.before, jackpot=self.jackpot)[0]

    @property
    def returns(self) -> list[tuple[int, str, str, int]]:
        """The bets that the ruling hands back: box, bettor, wager and stake."""
        if self.case is None or self.case.round.phase == SETTLED:
            return []
        incident, remedy = self.case.incident, self.ruling.remedy
        return [
            bet
            for bet in self.case.round.bets()
            if remedy == "void-round" or (remedy == "remove-hand" and bet[0] == incident.box)
        ]

    def as_json(self) -> dict[str, Any]:
        ruling = self.ruling
        policies = [policy.key for policy in ruling.policies]
        data: dict[str, Any] = {
            "game": self.rules.key,
            "incident": self.incident,
            "facts": {
                fact: int(value) if fact == "cards" else value for fact, value in self.facts.items()
            },
            "remedy": ruling.remedy,
            "clauses": list(ruling.clauses),
            **({"policies": policies} if policies else {}),
            "authority": ruling.authority,
            "says": ruling.says,
            "announce": ruling.says,
            "digests": self.digests,
            "steps": [step.as_json() for step in self.steps],
        }
        if self.is_referred:
            data["ways"] = list(self.ways)
        if self.case is not None:
            data["exposed"] = [
                {"place": place, "card": name(card)} for place, card in self.case.exposed.items()
            ]
            data["returns"] = [
                dict(zip(("box", "bettor", "wager", "amount"), bet, strict=True))
                for bet in self.returns
            ]
        if self.costs:
            data["costs"] = [_option_json(option) for option in self.costs]
        if self.unexposed:
            data["unexposed"] = _option_json(self.unexposed)
        return data


def _option_json(option: Option) -> dict[str, Any]:
    data = {"remedy": option.remedy, **_worth_json(option)}
    if option.informed is not None:
        data["informed"] = _worth_json(option.informed)
    return data


def _worth_json(option: Option) -> dict[str, Any]:
    return {
        "bettors": {who: float(worth.amount) for who, worth in option.by_bettor.items()},
        "house": float(option.house.amount),
        "standard_error": option.house.error,
    }


# Questions


def show_incidents(rules: Rules) -> list[str]:
    """The incidents by when they happen; those that the rulebook refers are marked."""
    numbered: list[str] = []
    for when, incidents in MOMENTS.items():
        listing = Table.grid(padding=(0, 1))
        listing.add_column(justify="right", min_width=3, style=MUTED)
        listing.add_column(justify="center", min_width=3, style="yellow")
        listing.add_column()
        for incident in incidents:
            numbered.append(incident)
            words = Text.assemble(INCIDENTS[incident], " ", (incident, MUTED))
            listing.add_row(str(len(numbered)), _mark(rules, incident), words)
        console().print(Text(when, f"bold {GOLD}"))
        console().print(listing, width=_width())
    legend = f"{REFERRED} referred to the shift manager; {MAY_BE_REFERRED} in some cases"
    console().print(Text(legend, MUTED), width=_width())
    return numbered


def _mark(rules: Rules, incident: str) -> str:
    rulings = [ruling for _, ruling in possible(partial(rules.rule, incident))]
    referred = [ruling.remedy == "refer" for ruling in rulings]
    return REFERRED if all(referred) else MAY_BE_REFERRED if any(referred) else ""


def show_answers(question: str, answers: Mapping[str, str]) -> None:
    """The answers to a question, each with its number."""
    listing = Table.grid(padding=(0, 1))
    listing.add_column(justify="right", min_width=3, style=MUTED)
    for number, (answer, meaning) in enumerate(answers.items(), 1):
        listing.add_row(str(number), answer, Text(meaning, MUTED))
    console().print(Text(question, "bold"))
    console().print(listing, width=_width())


def _width() -> int:
    return min(console().width, WIDEST)


# The ruling


def show(decision: Decision) -> None:
    ruling = decision.ruling
    console().print()
    role, remedy = ruling.authority.replace("-", " "), REMEDIES[ruling.remedy]
    if decision.is_referred:
        remedy = f"{remedy} to the {role}"
    console().print(Text(remedy[0].upper() + remedy[1:] + ".", f"bold {GOLD}"), width=_width())
    console().print(
        Text(f"{INCIDENTS[decision.incident]}{_facts(decision)}.", MUTED), width=_width()
    )
    _section("Say", [("", Text(f"“{ruling.says}”", "bold"))])
    _section("Do", _steps(decision.steps))
    _section("Decides", [("", f"The {role} or above.")])
    _section("Why", _sources(decision))
    if decision.ways:
        _section(f"The {role} may", [(way, f"{REMEDIES[way]}.") for way in decision.ways])
    if decision.returns:
        _section("Hand back", _returned(decision.returns, decision.rules.currency))
    if decision.costs:
        _show_costs(decision)
    elif decision.ways and decision.case is None and decision.incident in PRICED:
        hint = "Each way is priced for the bets of a table: --boxes and --bet, or --round."
        console().print()
        console().print(Text(hint, MUTED), width=_width())


def _facts(decision: Decision) -> str:
    facts = "; ".join(f"{fact} {value}" for fact, value in decision.facts.items())
    return f" ({facts})" if facts else ""


def _section(title: str, rows: Sequence[tuple[str, Text | str]]) -> None:
    listing = Table.grid(padding=(0, 1))
    is_plain = not any(label for label, _ in rows)
    if not is_plain:
        listing.add_column(style=GOLD, no_wrap=True)
    listing.add_column()
    for label, text in rows:
        listing.add_row(*([text] if is_plain else [label, text]))
    console().print()
    console().print(Text(title, MUTED))
    console().print(Padding(listing, (0, 0, 0, 2)), width=_width())


def _steps(steps: Sequence[Step]) -> list[tuple[str, Text | str]]:
    return [
        (f"☐ {number}", Text.assemble(step.text, (_citation(step.clauses, step.policies), MUTED)))
        for number, step in enumerate(steps, 1)
    ]


def _citation(cited: Sequence[str], policies: Sequence[str]) -> str:
    sources = [*cited, *(f"policy {key}" for key in policies)]
    return f" ({', '.join(sources)})" if sources else ""


def _sources(decision: Decision) -> list[tuple[str, Text | str]]:
    rows: list[tuple[str, Text | str]] = list(decision.digests.items())
    for policy in decision.ruling.policies:
        option = decision.rules.policies.get(policy.key, policy.default)
        rows.append(("policy", f"{policy.key}: {policy.options[option]}."))
    return rows


def _returned(
    bets: Sequence[tuple[int, str, str, int]], currency: Currency
) -> list[tuple[str, Text | str]]:
    money = currency.money
    by_owner: dict[tuple[int, str], list[int]] = {}
    for box, bettor, _, stake in bets:
        by_owner.setdefault((box, bettor), []).append(stake)
    rows: list[tuple[str, Text | str]] = [
        (f"box {box}", f"{bettor} {money(sum(stakes))}{_of_bets(len(stakes))}")
        for (box, bettor), stakes in by_owner.items()
    ]
    return [*rows, ("in all", money(sum(stake for *_, stake in bets)))]


def _of_bets(count: int) -> str:
    return f" in {count} bets" if count > 1 else ""


# Costs


def _show_costs(decision: Decision) -> None:
    """What the round is worth to each bettor and to the house under each way to rule."""
    ways, currency = list(_columns(decision)), decision.rules.currency
    console().print()
    console().print(Text("What each way to rule is worth", MUTED))
    wide = _by_bettor(ways, currency)
    if _fit(wide):
        console().print(wide)
    else:  # One list after the other.
        for title, way in ways:
            listing = table(title, ">")
            for who, worth in _rows(way):
                listing.add_row(who, _worth(worth, currency))
            console().print(listing)
    for note in _notes(decision):
        console().print(Text(note, MUTED), width=_width())


def _columns(decision: Decision) -> Iterator[tuple[str, Option]]:
    """Each way to rule with its heading; twice where players may use the cards that they see."""
    seen = _seen(decision)
    if decision.unexposed:
        yield f"{seen} unseen", decision.unexposed
    for place, way in enumerate(decision.costs):
        words = REMEDY_WORDS[way.remedy]
        if way.informed:
            yield f"{words}, as usual", way
            yield f"{words}, {seen} used", way.informed
        else:
            yield f"{words}, {seen} seen" if decision.unexposed and not place else words, way


def _seen(decision: Decision) -> str:
    """The cards that the incident has turned up; else those that are up already."""
    case = decision.case
    return signs(case.exposed.values()) if case is not None and case.exposed else "cards"


def _by_bettor(ways: Sequence[tuple[str, Option]], currency: Currency) -> Table:
    """A row for each bettor, a column for each way to rule."""
    listing = table("", *(f">{title}" for title, _ in ways))
    by_way = [{who: _worth(worth, currency) for who, worth in _rows(way)} for _, way in ways]
    for who in by_way[0]:
        listing.add_row(Text(who), *(worths[who] for worths in by_way))
    return listing


def _fit(listing: Table) -> bool:
    """Set the widths of all columns; False if the screen is too narrow for that.

    No number and no word is broken. What room is left goes to the headings with most lines.
    """
    headings = [str(column.header) for column in listing.columns]
    widths = [
        max(len(text) for text in (*heading.split(), *map(str, column.cells)))
        for heading, column in zip(headings, listing.columns, strict=True)
    ]
    gap = 2 if listing.collapse_padding else 3
    spare = console().width - sum(widths) - gap * len(widths)
    if spare < 0:
        return False
    for _ in range(spare):
        lines = [len(wrap(*column)) for column in zip(headings, widths, strict=True)]
        if max(lines) > 1:
            widths[lines.index(max(lines))] += 1
    for column, width in zip(listing.columns, widths, strict=True):
        column.width = width
    return True


def _rows(way: Option) -> Iterator[tuple[str, Expected]]:
    yield from way.by_bettor.items()
    yield "the house", way.house


def _worth(expected: Expected, currency: Currency) -> Text:
    worth = net(round(expected.amount), currency)
    if expected.error is not None:
        worth.append(f" ± {currency.money(round(expected.error))}", MUTED)
    return worth


def _notes(decision: Decision) -> Iterator[str]:
    informed = [way.informed for way in decision.costs if way.informed]
    shown = [*decision.costs, *informed, *([decision.unexposed] if decision.unexposed else [])]
    is_exact = all(way.house.error is None for way in shown)
    how = "Counted exactly" if is_exact else "Sampled where an error is given, otherwise exact"
    yield f"{how}, before caps."
    if informed:
        yield (
            "As usual: players decide by their own hand alone, as is best. Used: they decide by "
            "every card that they see, too."
        )
    elif decision.rules.rulebook.decision:
        yield "Players decide by their own hand alone, as is best."
    if decision.unexposed:
        currency = decision.rules.currency
        yield _difference(decision.costs[0], decision.unexposed, _seen(decision), currency)
    if _lacks_box(decision):
        yield "To price taking a hand out, say which: --box."
    if decision.jackpot is None and decision.case is not None:
        meters = decision.case.round.setup.meter_wagers
        if any(wager in meters for _, _, wager, _ in decision.case.round.bets()):
            yield "The jackpot counts as empty: give what it holds with --jackpot."


def _difference(way: Option, unexposed: Option, seen: str, currency: Currency) -> str:
    """What the cards that were turned up are worth to the house if the round goes on."""
    moved = currency.signed(round(way.house.amount - unexposed.house.amount))
    text = f"To the house, {seen} face up changes the round by {moved}"
    if way.informed:
        used = currency.signed(round(way.informed.house.amount - unexposed.house.amount))
        text += f", and by {used} if players use it"
    return f"{text}."


def _lacks_box(decision: Decision) -> bool:
    """Whether a hand might be taken out, had its box been named."""
    case = decision.case
    if case is None or not decision.is_referred or case.incident.box is not None:
        return False
    in_boxes = {place for box in case.round.boxes.values() for place in box.places}
    is_of_a_box = not case.exposed or not in_boxes.isdisjoint(case.exposed)
    ways = ways_to_rule(decision.incident, case.round.phase == SETTLED)
    return is_of_a_box and REMOVE_HAND in ways
