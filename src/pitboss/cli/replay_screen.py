"""A replayed round in the terminal: its steps, the table, the settlement."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards.deck import parse
from pitboss.cli.screen import GOLD, LOSS, MUTED, coloured_cards, console, net, table
from pitboss.notation.arrows import Difference
from pitboss.notation.header import write as header
from pitboss.notation.record import Outcome, beginning
from pitboss.notation.steps import write as command_line
from pitboss.notation.text import followed
from pitboss.notation.wording import PHASES, printable, title
from pitboss.play.answers import Refusal
from pitboss.play.events import Payment, PaymentCorrected, Voided
from pitboss.play.setup import Setup
from pitboss.play.shoe import UNKNOWN, Shoe
from pitboss.play.state import IDLE, Round
from pitboss.play.views import BoxView, HandView, Viewer, view
from pitboss.table.receipt import POLICY

INDENT = "     → "


def show(setup: Setup, outcomes: Sequence[Outcome], is_settled_again: bool) -> None:
    show_title(setup)
    if not is_settled_again:
        book = setup.rules.rulebook
        name = printable(f"{book.key} {book.version}")
        message = f"Not settled again: the rulebook {name} is not installed here."
        console().print(Text(message, style=LOSS))
        console().print()
    for outcome in outcomes:
        show_step(outcome)
    end = outcomes[-1].after if outcomes else beginning(setup, Shoe())
    if end.round.phase == IDLE:
        return
    console().print()
    show_table(end.round, end.shoe)
    answers = [step.answer for step in outcomes if not isinstance(step.answer, Refusal)]
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
            show_void(setup, event)


def show_differences(differences: Sequence[Difference]) -> None:
    """What the file says and what the rules give, one above the other, to read and to print."""
    if not differences:
        return
    out = console()
    count = "one place" if len(differences) == 1 else f"{len(differences)} places"
    out.print(Text(f"\nThe file differs from the rules in {count}.", style=f"bold {LOSS}"))
    for difference in differences:
        says, due = difference.words()
        lines = Table.grid(padding=(0, 2, 0, 0))
        lines.add_column(width=len("  the rules give"), style=MUTED)
        lines.add_column()
        lines.add_row("  the file says", Text(difference.says or "nothing"))
        lines.add_row("  the rules give", Text(difference.due or "nothing"))
        if says and due and (says, due) != (difference.says, difference.due):
            lines.add_row("  that is", Text(f"{says} instead of {due}", style="bold"))
        out.print()
        out.print(Text(f"Line {difference.line}, step {difference.step}: {difference.command}"))
        out.print(lines)


def show_title(setup: Setup) -> None:
    out, book = console(), setup.rules.rulebook
    heading = Text(printable(f"{book.title}, {book.version}"), style=f"bold {GOLD}")
    heading.append(f"   {setup.short_fingerprint}", style=f"not bold {MUTED}")
    out.print(heading)
    for line in list(header(setup, None))[1:]:  # Only what differs from the usual table.
        out.print(Text(f"  {printable(line)}", style=MUTED))
    out.print()


def show_step(outcome: Outcome) -> None:
    out = console()
    for note in outcome.step.notes if outcome.step else ():
        out.print(Text(f"     {note}", style=f"italic {MUTED}"))
    if outcome.step is not None:
        action = command_line(outcome.step.command, outcome.before)
    else:
        action = " ".join(type(event).__name__ for event in outcome.answer)
    out.print(Text(f"{outcome.number:>3}  ", style=MUTED).append(action, style="not dim bold"))
    style = LOSS if isinstance(outcome.answer, Refusal) else ""
    consequences = Table.grid(padding=0)
    consequences.add_column(width=len(INDENT))
    consequences.add_column()
    for sentence in followed(outcome):
        consequences.add_row(Text(INDENT, style=MUTED), Text(sentence, style=style))
    out.print(consequences)


def show_table(round: Round, shoe: Shoe) -> None:
    """The table as the dealer sees it: box 1 on the left."""
    seen = view(round, Viewer("auditor"), shoe)
    heading = f"Round {round.number}, {PHASES[round.phase]}"
    if seen["stopped"]:
        heading += ", stopped for an incident"
    out = console()
    out.print(Text(heading, style=f"bold {GOLD}"))
    top = [_panel("Dealer", _hand(seen["dealer"]))]
    if "fourth" in seen:
        top.append(_panel("Fourth card", _hand(seen["fourth"])))
    out.print(Columns(top))
    out.print(
        Columns([_panel(f"Box {box['box']}", _box(round.setup, box)) for box in seen["boxes"]])
    )


def _panel(heading: str, lines: Sequence[Text]) -> Panel:
    return Panel(Group(*lines), title=heading, title_align="left", border_style=MUTED, expand=False)


def _hand(seen: HandView) -> list[Text]:
    cards = Text()
    for word in seen["cards"].split():
        cards += Text(f"{word} ", style=MUTED) if word == UNKNOWN else coloured_cards(parse(word))
    named = [Text(seen["hand"])] if seen.get("hand") else []  # A recorded rulebook names no hands.
    return [cards if cards else Text("no cards", style=MUTED), *named]


def _box(setup: Setup, seen: BoxView) -> list[Text]:
    lines = _hand(seen)
    if seen["played"] is False:
        lines.append(Text("folded", style=MUTED))
    for bettor, stakes in seen["bets"].items():
        seated = " (seated)" if bettor == seen["seated"] else ""
        lines.append(Text(f"{printable(bettor)}{seated}", style="bold"))
        for wager, stake in stakes.items():
            lines.append(Text(f"  {title(setup, wager)} {setup.rules.currency.money(stake)}"))
    if not seen["bets"]:
        lines.append(Text("no bet", style=MUTED))
    return lines


def show_settlement(round: Round, corrected: Collection[int]) -> None:
    payments = table(
        "box", "bettor", "wager", ">stake", "outcome", ">net", "clauses",
        title=f"Settlement of round {round.number}",
    )  # fmt: skip
    currency = round.setup.rules.currency
    money = currency.money
    for line, paid in enumerate(round.payments):
        wager = round.setup.rules.by_key[paid.wager]
        row = wager.row(paid.row)
        capped = wager.cap_clauses if paid.cut else ()
        clauses = [clause for clause in (*row.clauses, *capped) if not clause.startswith(POLICY)]
        stake = money(paid.stake) if paid.stake else ""
        outcome = f"{row.outcome}, corrected" if line in corrected else row.outcome
        payments.add_row(
            str(paid.box), Text(printable(paid.bettor)), Text(wager.title, style="bold"), stake,
            Text(outcome), net(paid.net, currency), Text(", ".join(clauses)),
        )  # fmt: skip
    payments.add_section()
    for bettor, staked, won in _totals(round.payments):
        gain = net(won, currency)
        payments.add_row("", Text(printable(bettor)), "in all", money(staked), "", gain, "")
    payments.add_section()
    house = -sum(paid.net for paid in round.payments)
    payments.add_row("", "the house", "", "", "", net(house, currency), "")
    console().print(payments)


def _totals(payments: Sequence[Payment]) -> Iterator[tuple[str, int, int]]:
    for bettor in dict.fromkeys(paid.bettor for paid in payments):
        own = [paid for paid in payments if paid.bettor == bettor]
        yield bettor, sum(paid.stake for paid in own), sum(paid.net for paid in own)


def show_void(setup: Setup, event: Voided) -> None:
    returned = table("box", "bettor", "wager", ">handed back", title=f"Round {event.round} is void")
    totals: dict[str, int] = {}
    for bet in event.bets:
        name = Text(title(setup, bet.wager), style="bold")
        returned.add_row(
            str(bet.box), Text(printable(bet.bettor)), name, net(bet.amount, setup.rules.currency)
        )
        totals[bet.bettor] = totals.get(bet.bettor, 0) + bet.amount
    returned.add_section()
    for bettor, amount in totals.items():
        returned.add_row("", Text(printable(bettor)), "in all", net(amount, setup.rules.currency))
    console().print(returned)
