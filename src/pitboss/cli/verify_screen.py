"""What pitboss verify shows on a terminal: what was checked, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from pitboss.cli.screen import LOSS, WIN, console, net, say, table

if TYPE_CHECKING:
    from pitboss.house.checks.findings import Finding
    from pitboss.house.checks.proofs import Proof, ProofCheck
    from pitboss.house.checks.table_check import Counts
    from pitboss.house.rounds.history import RoundId
    from pitboss.language.currency import Currency

MOST_SHOWN = 20
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def show_house(folder: Path, findings: Sequence[Finding], counts: Counts) -> None:
    out, money = console(), counts.currency.money
    checked = table("checked", ">", title=str(folder))
    _add_entries(checked, counts)
    checked.add_row("Days closed, each signed over its entries", f"{counts.days:,}")
    if counts.kept_seals:
        checked.add_row("Seals kept elsewhere, as in the journal", f"{counts.kept_seals:,}")
    checked.add_row("Transfers, each as the events say", f"{counts.transfers:,}")
    _add_rounds(checked, counts)
    checked.add_row("Sealed seeds of rounds to come, opened", f"{counts.sealed_seeds:,}")
    checked.add_row("Guests and their tables", f"{counts.guests:,} and {counts.tables:,}")
    checked.add_row("Money of guests", money(counts.players))
    checked.add_row("Money on the tables", money(counts.felts))
    checked.add_row("Jackpots", money(counts.meters))
    if counts.in_transit:
        checked.add_row("Money on its way to operators' wallets", money(counts.in_transit))
    out.print(checked)
    if counts.sealed_seeds_not_opened:
        out.print(
            f"{counts.sealed_seeds_not_opened:,} sealed seeds were not opened: there is no key."
        )
    if counts.seeds_lost:
        out.print(
            f"{counts.seeds_lost:,} void rounds were not shuffled again: "
            "their seeds were lost with their key."
        )
    _show_findings(findings, counts)


def show_round(
    id: RoundId, findings: Sequence[Finding], counts: Counts, days: Sequence[str]
) -> None:
    checked = table("checked", ">", title=f"Round {id}")
    _add_entries(checked, counts)
    checked.add_row("Transfers, each as the events say", f"{counts.transfers:,}")
    _add_rounds(checked, counts)
    checked.add_row("Signed in the journal of", ", ".join(days) or "a day that is still open")
    console().print(checked)
    _show_findings(findings, counts)


def show_proof(check: ProofCheck, findings: Sequence[Finding], counts: Counts) -> None:
    out, proof = console(), check.proof
    checked = table("checked", ">", title=f"Proof of round {proof.round}")
    _add_entries(checked, counts)
    _add_rounds(checked, counts)
    for seal in proof.seals:
        checked.add_row("Signed in the journal of", seal.day)
        checked.add_row("with the key", seal.public_key[:16])
    out.print(checked)
    if not findings:
        _show_what_is_proven(proof, check, counts.currency)
        if check.trusted is None:
            key = proof.seals[-1].public_key
            say(
                "This holds if the key is the house's own. Compare it with the one that the house "
                "has published, or name the file of that one with --public-key."
            )
            say(key)
    _show_findings(findings, counts)


def _show_what_is_proven(proof: Proof, check: ProofCheck, currency: Currency) -> None:
    import json

    rows = table(">entry", "time (UTC)", "by", "command")
    for entry, _ in proof.entries:
        time = (EPOCH + timedelta(microseconds=entry.time)).strftime("%Y-%m-%d %H:%M:%S")
        command = str(json.loads(entry.request)["command"])
        rows.add_row(f"{entry.number:,}", time, entry.person, command)
    console().print(rows)
    nets: dict[str, int] = {}
    for paid in check.round.payments if check.round is not None else ():
        nets[paid.bettor] = nets.get(paid.bettor, 0) + paid.net
    for bettor, units in nets.items():
        console().print(Text(f"{bettor} ").append_text(net(units, currency)))


def _add_entries(checked: Table, counts: Counts) -> None:
    checked.add_row(
        "Entries of the journal, each following from the one before", f"{counts.entries:,}"
    )


def _add_rounds(checked: Table, counts: Counts) -> None:
    checked.add_row("Rounds settled again, to the same payments", f"{counts.rounds:,}")
    checked.add_row("Shuffles, from the seed that was committed to", f"{counts.shuffles:,}")


def _show_findings(findings: Sequence[Finding], counts: Counts) -> None:
    out = console()
    if counts.rounds_not_settled_again:
        out.print(
            f"{counts.rounds_not_settled_again:,} rounds were not settled again: "
            "their rulebooks are not installed."
        )
    for finding in findings[:MOST_SHOWN]:
        say(str(finding), LOSS)
    if len(findings) > MOST_SHOWN:
        out.print(f"And {len(findings) - MOST_SHOWN:,} more: pitboss verify --json shows them all.")
    if findings:
        number = "1 problem was" if len(findings) == 1 else f"{len(findings):,} problems were"
        out.print(Text(f"{number} found.", style=LOSS))
    else:
        out.print(Text("Everything is in order.", style=WIN))
