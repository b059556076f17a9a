"""The round sheet as pages, from the plain data that a house makes of a round.

The first page answers the question that a dispute begins with: what lay there, what fell, what was
paid, and by which clause. Then come the other readings, what happened step by step, and the proof.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.cards.deck import number, signs
from pitboss.language.currency import Currency
from pitboss.reports.blocks import (
    Block,
    CardFace,
    DealtHand,
    Facts,
    Figures,
    Hands,
    Page,
    Paragraph,
    TableBlock,
    page_data,
)
from pitboss.reports.felts import felt
from pitboss.reports.html import html_pages
from pitboss.reports.pdf import pdf

Sheet = Mapping[str, Any]


def sheet_json(sheet: Sheet) -> bytes:
    return (json.dumps(sheet, indent=2, ensure_ascii=False) + "\n").encode()


def sheet_html(sheet: Sheet) -> bytes:
    colour = felt(sheet["game"]["key"])
    return html_pages(_title(sheet), colour, sheet_pages(sheet), sheet["software"]).encode()


def sheet_pdf(sheet: Sheet) -> bytes:
    return pdf("pages.typ", sheet_data(sheet))


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """The data of the typst template."""
    game = sheet["game"]
    return {
        "title": _title(sheet),
        "game": game["title"],
        "version": f"{game['title']}, {game['version']}",
        "report": "Round",
        "reference": sheet["round"],
        "software": sheet["software"],
        "colour": felt(game["key"]),
        "pages": page_data(sheet_pages(sheet)),
    }


def _currency(sheet: Sheet) -> Currency:
    return Currency(**sheet["currency"])


def _title(sheet: Sheet) -> str:
    return f"Round {sheet['round']}, {sheet['game']['title']}"


def sheet_pages(sheet: Sheet) -> list[Page]:
    return [_front(sheet), _clauses(sheet), _events(sheet), _proof(sheet)]


# The front page


def _front(sheet: Sheet) -> Page:
    return Page(
        f"Round {sheet['round']}",
        f"{sheet['game']['title']}: {sheet['standing']}",
        [
            *_warnings(sheet),
            Figures(_figures(sheet)),
            Facts(_identity(sheet)),
            *_hands(sheet),
            *_settlement(sheet),
            *_reasons(sheet),
            *_balances(sheet),
        ],
    )


def _warnings(sheet: Sheet) -> Iterator[Block]:
    if not sheet["is_over"]:
        says = (
            f"Not over: {sheet['standing']}. This sheet shows what is public until then: no card "
            "that lies face down, and no seed."
        )
        yield Paragraph(says, "warning")
    if sheet["void"] is not None:
        yield Paragraph(f"This round is void. {sheet['void']['says']}", "warning")
    if any(payment["corrected"] for payment in sheet["payments"]):
        yield Paragraph("A payment of this round was corrected afterwards.", "warning")


def _figures(sheet: Sheet) -> list[tuple[str, str]]:
    currency = _currency(sheet)
    money = currency.money
    figures = [("Staked", money(sheet["staked"]))]
    if sheet["is_over"]:
        returned = sum(payment["returned"] for payment in sheet["payments"])
        if sheet["void"] is not None:
            returned = sum(bet["amount"] for bet in sheet["void"]["bets"])
        figures += [("Handed back", money(returned)), ("Net", currency.signed(sheet["net"]))]
    if len(sheet["bettors"]) == 1:
        (bettor,) = sheet["bettors"]
        figures += [
            ("Balance before", money(bettor["before"])),
            ("Balance after", money(bettor["after"])),
        ]
    return figures


def _identity(sheet: Sheet) -> list[tuple[str, str]]:
    game, moments = sheet["game"], sheet["times"]["moments"]
    bettors = [f"{bettor['name']} (id {bettor['id']})" for bettor in sheet["bettors"]]
    began = moments["opened"]["local"]
    ended = moments.get("void") or moments.get("settled")
    duration = f"{began} to {ended['local']}" if ended else f"{began}, not over"
    facts = [
        ("House, table, round", f"{sheet['house']}, {sheet['table']}, {sheet['number']}"),
        ("Game", f"{game['title']}, {game['version']}, {game['fingerprint'][:12]}"),
        ("Bet by", "; ".join(bettors) or "nobody"),
        ("Played", f"{duration}; gaming day {sheet['times']['gaming_day']}"),
    ]
    if sheet["marks"]:
        facts.append(("Marked", ", ".join(sheet["marks"])))
    return facts


def _hands(sheet: Sheet) -> Iterator[Block]:
    if sheet["hands"]:
        yield Hands([_hand(hand) for hand in sheet["hands"]])
    if any(not card["shown"] and card["card"] for hand in sheet["hands"] for card in hand["cards"]):
        says = "Cards with a dashed edge were never shown; the seed tells what they were."
        yield Paragraph(says, "note")


def _hand(hand: Mapping[str, Any]) -> DealtHand:
    says = [hand["hand"], hand["decision"]]
    if hand["qualifies"] is not None:
        says.append("qualifies" if hand["qualifies"] else "does not qualify")
    return DealtHand(
        hand["name"],
        [_face(card) for card in hand["cards"]],
        ", ".join(part for part in says if part),
    )


def _face(card: Mapping[str, Any]) -> CardFace:
    if card["card"] is None:
        return CardFace("", shown=False)
    return CardFace.of(number(card["card"]), card["shown"])


def _settlement(sheet: Sheet) -> Iterator[Block]:
    if sheet["void"] is not None:
        yield from _void(sheet["void"], _currency(sheet))
    if not sheet["payments"]:
        return
    shared, currency = len(sheet["bettors"]) > 1, _currency(sheet)
    rows = [_payment(payment, shared, currency) for payment in sheet["payments"]]
    heads = (
        *("box", *(["bettor"] if shared else []), "wager", ">stake", "outcome", "pays"),
        *(">net", ">handed back", "clauses"),
    )
    totals = {
        "wager": "In all",
        ">stake": currency.money(sum(paid["stake"] for paid in sheet["payments"])),
        ">net": currency.signed(sheet["net"]),
        ">handed back": currency.money(sum(paid["returned"] for paid in sheet["payments"])),
    }
    total = [totals.get(head, "") for head in heads]
    yield TableBlock(heads, rows, total, "Settlement", small=True)


def _void(void: Mapping[str, Any], currency: Currency) -> Iterator[Block]:
    bets, money = void["bets"], currency.money
    rows = [(b["name"], str(b["box"]), b["title"], money(b["amount"])) for b in bets]
    total = ("", "", "In all", money(sum(bet["amount"] for bet in bets)))
    yield TableBlock(("bettor", "box", "wager", ">handed back"), rows, total, "What went back")
    cited = _cited(void)
    if cited:
        yield Paragraph(f"By {cited}.", "note")


def _payment(payment: Mapping[str, Any], shared: bool, currency: Currency) -> list[str]:
    money = currency.money
    outcome = f"{payment['outcome']}{', corrected' if payment['corrected'] else ''}"
    return [
        str(payment["box"]), *([payment["name"]] if shared else []), payment["title"],
        money(payment["stake"]) if payment["stake"] else "", outcome, payment["pays"],
        currency.signed(payment["net"]), money(payment["returned"]), ", ".join(payment["clauses"]),
    ]  # fmt: skip


def _balances(sheet: Sheet) -> Iterator[Block]:
    money, signed = _currency(sheet).money, _currency(sheet).signed
    rows = [
        (
            bettor["name"], money(bettor["before"]), money(-bettor["put_down"]),
            signed(bettor["handed_back"]), signed(bettor["elsewhere"]),
            money(bettor["after"]),
        )
        for bettor in sheet["bettors"]
    ]  # fmt: skip
    if rows:
        heads = ("bettor", ">before", ">put down", ">handed back", ">elsewhere", ">after")
        yield TableBlock(heads, rows, title="Balances, by the ledger", small=True)
        if any(bettor["elsewhere"] for bettor in sheet["bettors"]):
            says = "Elsewhere: other tables, grants and sweeps between the first bet and the end."
            yield Paragraph(says, "note")
    for meter in sheet["jackpots"]:
        yield TableBlock(
            ("jackpot meter", ">before", ">contributed", ">paid", ">reset", ">other", ">after"),
            [(
                meter["meter"], money(meter["before"]), signed(meter["contributed"]),
                money(-meter["paid"]), signed(meter["reset"]), signed(meter["other"]),
                money(meter["after"]),
            )],
            small=True,
        )  # fmt: skip


# Why


def _reasons(sheet: Sheet) -> Iterator[Block]:
    rows = [(f"Box {paid['box']}", paid["says"], _cited(paid)) for paid in sheet["payments"]]
    if rows:
        heads = ("", "means", "by")
        yield TableBlock(heads, rows, title="Why each bet came to that", small=True)
    yield from _incidents(sheet)


def _clauses(sheet: Sheet) -> Page:
    clauses = [(clause["clause"], clause["digest"]) for clause in sheet["clauses"]]
    policies = [
        (policy["policy"], f"{policy['question']} {_sentence(policy['means'])}")
        for policy in sheet["policies"]
    ]
    tables = [
        TableBlock(("clause", "means"), clauses, title="The clauses cited, in our words",
                   small=True),
        TableBlock(("policy", "means"), policies, title="Policies, where the rulebook is silent",
                   small=True),
    ]  # fmt: skip
    return Page(
        "The rules",
        "What it rests on, and what other readings would have paid",
        [
            *(table for table in tables if table.rows),
            *_other_readings(sheet["other_readings"], _currency(sheet)),
        ],
    )


def _incidents(sheet: Sheet) -> Iterator[Block]:
    rows = [
        (str(incident["number"]), incident["incident"], "\n".join(incident["says"]))
        for incident in sheet["incidents"]
    ]
    if rows:
        heads = ("", "incident", "what happened")
        yield TableBlock(heads, rows, title="Incidents and rulings", small=True)


def _cited(reason: Mapping[str, Any]) -> str:
    policies = [f"policy {key}" for key in reason["policies"]]
    return ", ".join([*reason["clauses"], *policies])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _other_readings(others: Mapping[str, Any], currency: Currency) -> Iterator[Block]:
    title = "What if it were read otherwise?"
    if others["note"]:
        yield Paragraph(others["note"], title=title)
        return
    says = (
        "Where the rulebook is unclear, this table has chosen one reading. The round was settled "
        "again under every other option, one at a time; cards, bets and decisions stay the same."
    )
    yield Paragraph(says, title=title)
    for other in others["changes"]:
        yield from _other_reading(other, currency)
    if not others["changes"]:
        yield Paragraph("No other reading changes what this round pays.")
    if others["same"]:
        yield Paragraph(f"No other option of {_listed(others['same'])} changes any money.", "note")
    for unanswered in others["unanswered"]:
        yield Paragraph(f"Not answered: {unanswered['reading']}. {unanswered['says']}", "note")


def _other_reading(other: Mapping[str, Any], currency: Currency) -> Iterator[Block]:
    signed = currency.signed
    rows = [
        (
            str(bet["box"]), bet["title"], bet["outcome"], signed(bet["net"]),
            bet["other_outcome"], signed(bet["other_net"]),
            signed(bet["other_net"] - bet["net"]),
        )
        for bet in other["bets"]
    ]  # fmt: skip
    total = (
        "", "Round in all", "", signed(other["net"]), "",
        signed(other["other_net"]), signed(other["other_net"] - other["net"]),
    )  # fmt: skip
    yield TableBlock(
        ("box", "wager", "in force", ">net", "otherwise", ">net", ">difference"),
        rows, total, f"{other['reading']}={other['option']}", small=True,
    )  # fmt: skip
    yield Paragraph(
        f"{other['question']} In force: {other['in_force_means']}. Otherwise: {other['means']} "
        f"({', '.join(other['clauses'])}).",
        "note",
    )


def _listed(keys: Sequence[str]) -> str:
    *others, last = keys
    return f"{', '.join(others)} or {last}" if others else last


# What happened


def _events(sheet: Sheet) -> Page:
    blocks: list[Block] = [_bets(sheet)] if sheet["bets"] else []
    if sheet["decisions"]:
        blocks.append(_decisions(sheet))
    blocks.append(_story(sheet))
    if sheet["cards"]:
        blocks.append(_deal(sheet))
    return Page("What happened", f"Step by step; times in {sheet['times']['zone']}", blocks)


def _bets(sheet: Sheet) -> TableBlock:
    money = _currency(sheet).money
    rows = [
        (
            str(bet["box"]) if first else "", bet["title"] if first else "",
            _clock(change["at"]), _change(change), money(change["amount"]), money(change["total"]),
        )
        for bet in sheet["bets"]
        for first, change in _first_marked(bet["changes"])
    ]  # fmt: skip
    heads = ("box", "wager", "at", "what happened", ">amount", ">then lay there")
    return TableBlock(heads, rows, title="Bets, and how they came about", small=True)


def _first_marked(items: Iterable[Any]) -> Iterator[tuple[bool, Any]]:
    return ((not place, item) for place, item in enumerate(items))


def _change(change: Mapping[str, Any]) -> str:
    automatic = ", automatic: time was up" if change["automatic"] else ""
    return f"{change['action']} by {change['by']}{automatic}"


def _decisions(sheet: Sheet) -> TableBlock:
    rows = [
        (
            f"Box {decision['box']}",
            _clock(decision["at"]),
            decision["decision"],
            "automatic: time was up" if decision["automatic"] else f"by {decision['by']}",
        )
        for decision in sheet["decisions"]
    ]
    return TableBlock(("hand", "at", "decision", "what happened"), rows, title="Decisions",
                      small=True)  # fmt: skip


def _story(sheet: Sheet) -> TableBlock:
    rows = [
        (str(step["sequence"]), _clock(step["at"]), step["by"], step["command"], _told(step))
        for step in sheet["story"]
    ]
    heads = (">entry", "at", "asked by", "command", "what happened")
    return TableBlock(heads, rows, title="Every command, and what came of it", small=True)


def _told(step: Mapping[str, Any]) -> str:
    return "\n".join(step["says"]) or "Nothing in this round."


def _deal(sheet: Sheet) -> TableBlock:
    rows = [
        (
            str(card["order"]),
            "not public" if card["card"] is None else signs([number(card["card"])]),
            card["to"],
            "face up" if card["shown"] else "never shown" if sheet["is_over"] else "face down",
        )
        for card in sheet["cards"]
    ]
    heads = (">place", "card", "to", "what happened")
    return TableBlock(heads, rows, title="Cards in the order of the deal", small=True)


def _clock(at: Mapping[str, str]) -> str:
    """The time of day; the date is on the first page."""
    return at["local"].split()[1]


# Proof


def _proof(sheet: Sheet) -> Page:
    shuffle, journal, game = sheet["shuffle"], sheet["journal"], sheet["game"]
    moments = [
        (name, f"{at['local']}   {at['utc']}") for name, at in sheet["times"]["moments"].items()
    ]
    keys = ("commitment", "seed", "entropy")
    revealed = [(key, shuffle[key]) for key in keys if shuffle.get(key)]
    answers = {True: "Verified. ", False: "NOT VERIFIED. ", None: ""}
    chain = "yes" if journal["intact"] else "NO"
    hashes = [(f"entry {step['sequence']}", step["hash"]) for step in sheet["story"]]
    return Page(
        "Proof",
        "Configuration, times, shuffle and journal",
        [
            Facts(moments, mono=True),
            *_configuration(game),
            Paragraph(f"{answers[shuffle['verified']]}{shuffle['says']}",
                      title="Shuffle"),
            *([Facts(revealed, mono=True)] if revealed else []),
            Paragraph(
                f"Each entry has the hash of its own content and follows from the one before it: "
                f"{chain}. Keep the head: with it nobody can quietly change this round.",
                title="Journal",
            ),
            Facts([("before", journal["previous"]), *hashes, ("head", journal["head"])], mono=True),
            Paragraph(
                "docs/fair-shuffle.md describes the shuffle for anybody who wants to check it; "
                "pitboss verify checks the whole house.",
                "note",
            ),
        ],
    )  # fmt: skip


def _configuration(game: Mapping[str, Any]) -> Iterator[Block]:
    readings = [
        (
            reading["reading"], reading["option"], _sentence(reading["means"]),
            ", ".join(reading["clauses"]),
        )
        for reading in game["readings"]
    ]  # fmt: skip
    identity = [
        ("Rulebook", f"{game['title']}, {game['version']}, in effect {game['effective']}"),
        *((f"Pay table of {table['title']}", table["paytable"]) for table in game["paytables"]),
    ]
    yield Paragraph("Everything else is as the rulebook is written.", title="Configuration")
    yield Facts(identity)
    yield Facts([("fingerprint", game["fingerprint"]), ("of the rules", game["rules_fingerprint"]),
                 *(("differs", line) for line in game["settings"][1:])], mono=True)  # fmt: skip
    if readings:
        title = "Readings other than as written"
        heads = ("reading", "option", "means", "clauses")
        yield TableBlock(heads, readings, title=title, small=True)
