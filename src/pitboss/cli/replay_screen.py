"""How a replayed round looks in a terminal: its steps, the table, the settlement."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import parse
from pitboss.cli.screen import GOLD, LOSS, MUTED, coloured_cards, console, net, table
from pitboss.notation.header import write as header
from pitboss.notation.record import Outcome, beginning
from pitboss.notation.steps_written import write as command_line
from pitboss.notation.text import followed
from pitboss.notation.wording import printable, title
from pitboss.pays import money
from pitboss.play.events import Payment, PaymentCorrected, Voided
from pitboss.play.refusal import Refusal
from pitboss.play.setup import Setup
from pitboss.play.shoe import UNKNOWN, Shoe
from pitboss.play.state import IDLE, SETTLED, VOID, Round
from pitboss.play.views import Viewer, view
from pitboss.table.lines import POLICY

INDENT = "     → "
PHASES = {
    "betting": "bets are open",
    "dealing": "bets are closed",
    "examining": "hands are out",
    "decided": "all hands are back",
    "revealed": "the dealer's hand is shown",
    SETTLED: "settled",
    VOID: "void",
}


def show(setup: Setup, outcomes: Sequence[Outcome]) -> None:
    show_title(setup)
    for one in outcomes:
        show_step(one)
    end = outcomes[-1].after if outcomes else beginning(setup, Shoe())
    if end.round.phase == IDLE:
        return
    console().print()
    show_table(end.round, end.shoe)
    answers = [one.answer for one in outcomes if not isinstance(one.answer, Refusal)]
    events = [event for answer in answers for event in answer]
    for round in (end.round.before, end.round):
        if round is not None and round.payments:
            changed = {
                event.line
                for event in events
                if isinstance(event, PaymentCorrected) and event.round == round.number
            }
            show_settlement(round, changed)
    for event in events:
        if isinstance(event, Voided):
            show_void(event)


def show_title(setup: Setup) -> None:
    out, book = console(), setup.rules.rulebook
    heading = Text(f"{book.title}, {book.version}", style=f"bold {GOLD}")
    heading.append(f"   {setup.fingerprint}", style=f"not bold {MUTED}")
    out.print(heading)
    for line in list(header(setup, None))[1:]:  # What is not as usual at this table.
        out.print(Text(f"  {line}", style=MUTED))
    out.print()


def show_step(one: Outcome) -> None:
    out = console()
    for note in one.step.notes if one.step else ():
        out.print(Text(f"     {note}", style=f"italic {MUTED}"))
    if one.step is not None:
        said = command_line(one.step.command, one.before)
    else:
        said = " ".join(type(event).__name__ for event in one.answer)
    out.print(Text(f"{one.number:>3}  ", style=MUTED).append(said, style="not dim bold"))
    style = LOSS if isinstance(one.answer, Refusal) else ""
    followed_by = Table.grid(padding=0)
    followed_by.add_column(width=len(INDENT))
    followed_by.add_column()
    for sentence in followed(one):
        followed_by.add_row(Text(INDENT, style=MUTED), Text(sentence, style=style))
    out.print(followed_by)


def show_table(round: Round, shoe: Shoe) -> None:
    """The felt from where the dealer stands: box 1 at the left."""
    seen = view(round, Viewer("auditor"), shoe)
    where = f"Round {round.number}, {PHASES[round.phase]}"
    if seen["stopped"]:
        where += ", stopped for an incident"
    out = console()
    out.print(Text(where, style=f"bold {GOLD}"))
    top = [_panel("Dealer", _hand(seen["dealer"]))]
    if "fourth" in seen:
        top.append(_panel("Fourth card", _hand(seen["fourth"])))
    out.print(Columns(top))
    out.print(
        Columns([_panel(f"Box {box['box']}", _box(round.setup, box)) for box in seen["boxes"]])
    )


def _panel(heading: str, lines: Sequence[Text]) -> Panel:
    return Panel(Group(*lines), title=heading, title_align="left", border_style=MUTED, expand=False)


def _hand(seen: Mapping[str, str]) -> list[Text]:
    cards = Text()
    for word in seen["cards"].split():
        cards += Text(f"{word} ", style=MUTED) if word == UNKNOWN else coloured_cards(parse(word))
    named = [Text(seen["hand"])] if "hand" in seen else []
    return [cards if cards else Text("no cards", style=MUTED), *named]


def _box(setup: Setup, seen: Mapping[str, Any]) -> list[Text]:
    made = _hand(seen)
    if seen["played"] is False:
        made.append(Text("folded", style=MUTED))
    for bettor, stakes in seen["bets"].items():
        seated = " (seated)" if bettor == seen["seated"] else ""
        made.append(Text(f"{printable(bettor)}{seated}", style="bold"))
        for wager, stake in stakes.items():
            made.append(Text(f"  {title(setup, wager)} {money(stake)}"))
    if not seen["bets"]:
        made.append(Text("no bet", style=MUTED))
    return made


def show_settlement(round: Round, corrected: Collection[int]) -> None:
    shown = table(
        "box", "bettor", "wager", ">stake", "outcome", ">net", "clauses",
        title=f"Settlement of round {round.number}",
    )  # fmt: skip
    for line, paid in enumerate(round.payments):
        wager = round.setup.rules.by_key[paid.wager]
        row = wager.row(paid.row)
        capped = wager.cap_clauses if paid.cut else ()
        clauses = [one for one in (*row.clauses, *capped) if not one.startswith(POLICY)]
        stake = money(paid.stake) if paid.stake else ""
        outcome = f"{row.outcome}, corrected" if line in corrected else row.outcome
        shown.add_row(
            str(paid.box), Text(printable(paid.bettor)), f"[bold]{wager.title}[/]", stake,
            outcome, net(paid.net), ", ".join(clauses),
        )  # fmt: skip
    shown.add_section()
    for bettor, staked, won in _totals(round.payments):
        shown.add_row("", Text(printable(bettor)), "in all", money(staked), "", net(won), "")
    shown.add_section()
    house = -sum(paid.net for paid in round.payments)
    shown.add_row("", "the house", "", "", "", net(house), "")
    console().print(shown)


def _totals(payments: Sequence[Payment]) -> Iterator[tuple[str, int, int]]:
    for bettor in dict.fromkeys(paid.bettor for paid in payments):
        mine = [paid for paid in payments if paid.bettor == bettor]
        yield bettor, sum(paid.stake for paid in mine), sum(paid.net for paid in mine)


def show_void(event: Voided) -> None:
    shown = table("bettor", ">handed back", title=f"Round {event.round} is void")
    for bettor, amount in event.returned:
        shown.add_row(Text(printable(bettor)), net(amount))
    console().print(shown)
