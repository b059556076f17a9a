"""Rounds in the terminal: a list of those that were found, and the sheet of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from pitboss.cards.deck import parse
from pitboss.cli.screen import GOLD, LOSS, MUTED, WIN, coloured_cards, console, net, say, table
from pitboss.house.records.days import GamingDay, in_words
from pitboss.house.rounds.search import FoundRound
from pitboss.language.currency import Currency
from pitboss.notation.wording import printable
from pitboss.play.shoe import UNKNOWN

Sheet = Mapping[str, Any]
WIDE = 120  # Columns.
INDENT = "  "


def show_found(
    found: Sequence[FoundRound], has_more: bool, day: GamingDay, currency: Currency
) -> None:
    """One line a round, the newest first."""
    out = console()
    if not found:
        out.print("No round here has all of that.")
        return
    rows = [_cells(line, day, currency) for line in found]
    if out.width >= WIDE:
        listed = table(
            "round", "opened", "game", "bettor", "boxes", ">staked", ">net", "came to", "marks"
        )
        for row in rows:
            listed.add_row(*row)
    else:  # Two lines a round; an id is never cut.
        listed = table("round", "opened", ">staked, net", "came to")
        for id, opened, game, names, boxes, staked, won, outcomes, marks in rows:
            bet_by = names + Text(f", box {boxes}" if boxes else "")
            cells = ((id, game), (opened, bet_by), (staked, won), (outcomes, marks))
            listed.add_row(*(Group(*lines) for lines in cells))
    out.print(listed)
    begins = f"{day.begins:%H:%M}"
    note = f"Times are in {day.zone.key}; a gaming day begins at {begins}."
    if has_more:
        note += f" There are more: raise --limit above {len(found)}, or narrow it down."
    say(note, MUTED)


def _cells(line: FoundRound, day: GamingDay, currency: Currency) -> tuple[Text, ...]:
    names = ", ".join(printable(name) for _, name in line.bettors)
    return (
        Text(line.id, style="bold", no_wrap=True),
        Text(in_words(line.opened, day.zone).rpartition(" ")[0], no_wrap=True),
        Text(line.game, no_wrap=True),
        Text(names or "nobody"),
        Text(" ".join(map(str, line.boxes))),
        Text(currency.money(line.staked), no_wrap=True),
        Text() if line.ended is None else net(line.net, currency),
        Text("; ".join(line.outcomes)),
        Text(", ".join(line.marks), style=LOSS),
    )


def show_sheet(sheet: Sheet) -> None:
    """The sheet as a screen; a file has more room for hashes."""
    _heading(sheet)
    _cards(sheet)
    if sheet["void"] is not None:
        _void(sheet)
    if sheet["payments"]:
        _settlement(sheet)
    _money(sheet)
    _incidents(sheet)
    _other_readings(sheet["other_readings"], _currency(sheet))
    _story(sheet)
    _proof(sheet)


def _heading(sheet: Sheet) -> None:
    out, game = console(), sheet["game"]
    heading = Text(f"Round {sheet['round']}", style=f"bold {GOLD}")
    heading.append(f"   {game['title']}, {game['version']}", style="not bold")
    heading.append(f"   {game['fingerprint'][:12]}", style=f"not bold {MUTED}")
    out.print(heading)
    standing = sheet["standing"] if sheet["is_over"] else f"not over: {sheet['standing']}"
    marks = f" ({', '.join(sheet['marks'])})" if sheet["marks"] else ""
    out.print(Text(f"  {sheet['house']}, table {sheet['table']}: {standing}{marks}"))
    for bettor in sheet["bettors"]:
        boxes = ", ".join(map(str, bettor["boxes"]))
        out.print(Text(f"  {printable(bettor['name'])}, id {bettor['id']}, box {boxes}"))
    for name, at in sheet["times"]["moments"].items():
        out.print(Text(f"  {name:<8} {at['local']}   {at['utc']}", style=MUTED))
    for line in game["settings"][1:]:  # What differs from the usual table.
        out.print(Text(f"  {printable(line)}", style=MUTED))
    out.print()


def _cards(sheet: Sheet) -> None:
    panels = []
    for hand in sheet["hands"]:
        cards = Text()
        for face in hand["cards"]:
            if face["card"] is None:
                cards.append(f"{UNKNOWN} ", style=MUTED)
            elif face["shown"]:
                cards += coloured_cards(parse(face["card"]))
            else:
                cards += Text("(") + Text(coloured_cards(parse(face["card"])).plain.strip() + ") ")
        words = [Text(part) for part in (hand["hand"], hand["decision"]) if part]
        panels.append(
            Panel(Group(cards, *words), title=hand["name"], title_align="left",
                  border_style=MUTED, expand=False)
        )  # fmt: skip
    if panels:
        console().print(Columns(panels))
    if any(face["card"] and not face["shown"] for hand in sheet["hands"] for face in hand["cards"]):
        console().print(Text("  (Cards in brackets were never shown.)", style=MUTED))


def _currency(sheet: Sheet) -> Currency:
    return Currency(**sheet["currency"])


def _settlement(sheet: Sheet) -> None:
    currency = _currency(sheet)
    money = currency.money
    payments = table(
        "box", "bettor", "wager", ">stake", "outcome", "pays", ">net", ">handed back", "clauses",
        title="Settlement",
    )  # fmt: skip
    for paid in sheet["payments"]:
        outcome = f"{paid['outcome']}{', corrected' if paid['corrected'] else ''}"
        payments.add_row(
            str(paid["box"]), Text(printable(paid["name"])), Text(paid["title"], style="bold"),
            money(paid["stake"]) if paid["stake"] else "", Text(outcome), paid["pays"],
            net(paid["net"], currency), money(paid["returned"]), ", ".join(paid["clauses"]),
        )  # fmt: skip
    payments.add_section()
    returned = sum(paid["returned"] for paid in sheet["payments"])
    payments.add_row(
        "", "", "in all", money(sheet["staked"]), "", "", net(sheet["net"], currency),
        money(returned), "",
    )  # fmt: skip
    console().print(payments)
    for paid in sheet["payments"]:
        say(f"Box {paid['box']}. {paid['says']}", indent=INDENT)
    digests = table("clause", "in our words")
    for clause in sheet["clauses"]:
        digests.add_row(clause["clause"], Text(clause["digest"]))
    console().print(digests)


def _void(sheet: Sheet) -> None:
    void = sheet["void"]
    returned = table("box", "bettor", "wager", ">handed back", title="The round is void")
    for bet in void["bets"]:
        name = Text(printable(bet["name"]))
        amount = _currency(sheet).money(bet["amount"])
        returned.add_row(str(bet["box"]), name, bet["title"], amount)
    console().print(returned)
    say(f"{void['says']} ({', '.join(void['clauses'])})", indent=INDENT)


def _money(sheet: Sheet) -> None:
    currency = _currency(sheet)
    money = currency.money
    if sheet["bettors"]:
        balances = table(
            "bettor", ">before", ">put down", ">handed back", ">elsewhere", ">after",
            title="Balances, by the ledger",
        )  # fmt: skip
        for bettor in sheet["bettors"]:
            balances.add_row(
                Text(printable(bettor["name"])), money(bettor["before"]),
                net(-bettor["put_down"], currency), net(bettor["handed_back"], currency),
                net(bettor["elsewhere"], currency),
                money(bettor["after"]),
            )  # fmt: skip
        console().print(balances)
    for meter in sheet["jackpots"]:
        amounts = [(name, meter[name]) for name in ("contributed", "paid", "reset") if meter[name]]
        moved = ", ".join(f"{money(amount)} {name}" for name, amount in amounts)
        span = f"{money(meter['before'])} before, {money(meter['after'])} after"
        say(f"Jackpot meter: {span}; {moved}.", indent=INDENT)


def _incidents(sheet: Sheet) -> None:
    for incident in sheet["incidents"]:
        for sentence in incident["says"]:
            say(sentence, LOSS, INDENT)


def _other_readings(others: Mapping[str, Any], currency: Currency) -> None:
    out = console()
    for line in _readings_in_words(others):
        say(line, MUTED, INDENT)
    if not others["changes"]:
        return
    changes = table(
        "box", "wager", "in force", ">net", "otherwise", ">net", "read",
        title="If it were read otherwise",
    )  # fmt: skip
    for other in others["changes"]:
        option = f"{other['reading']}={other['option']}"
        for bet in other["bets"]:
            changes.add_row(
                str(bet["box"]), Text(bet["title"], style="bold"), bet["outcome"],
                net(bet["net"], currency), bet["other_outcome"], net(bet["other_net"], currency),
                option,
            )  # fmt: skip
        nets = (net(units, currency) for units in (other["net"], other["other_net"]))
        changes.add_row("", "in all", "", next(nets), "", next(nets), "")
        changes.add_section()
    out.print(changes)


def _readings_in_words(others: Mapping[str, Any]) -> Iterator[str]:
    if others["note"]:
        yield others["note"]
    elif not others["changes"]:
        yield "No other reading changes what this round pays."
    if others["same"]:
        yield f"No other option of these changes any money: {', '.join(others['same'])}."
    for unanswered in others["unanswered"]:
        yield f"Not answered: {unanswered['reading']}. {unanswered['says']}"


def _story(sheet: Sheet) -> None:
    steps = table(">entry", "at", "asked by", "what happened", title="What happened")
    for step in sheet["story"]:
        at = step["at"]["local"].split()[1]
        sentences = Text("\n".join(step["says"]), style=LOSS if step["refused"] else "")
        steps.add_row(str(step["sequence"]), at, Text(printable(step["by"])), sentences)
    console().print(steps)


def _proof(sheet: Sheet) -> None:
    out, shuffle, journal = console(), sheet["shuffle"], sheet["journal"]
    style = {True: WIN, False: LOSS, None: MUTED}[shuffle["verified"]]
    say(f"Shuffle: {shuffle['says']}", style, INDENT)
    for name in ("commitment", "seed", "entropy"):
        if shuffle.get(name):
            out.print(Text(f"    {name:<11} {shuffle[name]}", style=MUTED), soft_wrap=True)
    intact = "its entries are whole" if journal["intact"] else "its entries were CHANGED"
    out.print(Text(f"  Journal: {intact}.", style=WIN if journal["intact"] else LOSS))
    out.print(Text(f"    head        {journal['head']}", style=MUTED), soft_wrap=True)
