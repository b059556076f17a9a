"""pitboss verify: a house checked from its first entry on, one round of it, or a proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.house_options import FOLDER, Data, RulebookFiles, house_url, load_games
from pitboss.cli.options import Json
from pitboss.cli.output import print_json
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from collections.abc import Iterable

    import sqlalchemy as sa

    from pitboss.house.checks.findings import Finding
    from pitboss.house.checks.table_check import Counts

LARGEST_PROOF = 20_000_000


def verify(
    data: Data = FOLDER,
    heads: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Heads of the journal that somebody else has kept."),
    ] = None,
    seals: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Seals of days that somebody else has kept."),
    ] = None,
    public_key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keys that you trust to sign days, one a line."),
    ] = None,
    round: Annotated[
        str | None, typer.Option(metavar="ROUND", help="Check this round of the house only.")
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check a proof of a round, without any house."),
    ] = None,
    rulebook: RulebookFiles = None,
    as_json: Json = False,
) -> None:
    """Check a house: journal, money, payments and shuffles.

    Every entry, payment, shuffle and closed day is checked.

    The house may be open meanwhile. The exit code is 1 if anything is wrong.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss verify --data demo
    """
    url = house_url()
    load_games(rulebook)
    if (round or proof) and (heads or seals or (round and proof)):
        message = "--round and --proof go with --public-key only, and not with each other."
        raise BadConfiguration("verify/options", message)
    if proof is not None:
        _verify_proof(proof, public_key, as_json)
    elif round is not None:
        _verify_round(data, url, round, public_key, as_json)
    else:
        _verify_house(data, url, heads, seals, public_key, as_json)


def _verify_house(
    data: Path,
    url: sa.URL | None,
    heads: Path | None,
    seals: Path | None,
    public_key: Path | None,
    as_json: bool,
) -> None:
    from pitboss.cli.screen import count_progress
    from pitboss.cli.verify_screen import show_house
    from pitboss.house.checks.table_check import Counts
    from pitboss.house.checks.verify import verify as verify_house

    counts = Counts()
    with count_progress("entries") as progress:
        findings = list(verify_house(data, counts, url, heads, progress, seals, public_key))
    if as_json:
        _print(findings, counts, checked={**vars(counts), "currency": counts.currency._asdict()})
    else:
        show_house(data, findings, counts)
    _exit(findings)


def _verify_round(
    data: Path, url: sa.URL | None, round: str, public_key: Path | None, as_json: bool
) -> None:
    from pitboss.cli.verify_screen import show_round
    from pitboss.house.checks.round_verification import verify_round
    from pitboss.house.checks.table_check import Counts
    from pitboss.house.records.seals import read_public_keys
    from pitboss.house.rounds.history import round_id

    counts, id = Counts(), round_id(round)
    trusted = None if public_key is None else read_public_keys(public_key)
    findings, days = verify_round(data, id, counts, url, trusted)
    if as_json:
        _print(findings, counts, round=str(id), sealed=days)
    else:
        show_round(id, findings, counts, days)
    _exit(findings)


def _verify_proof(file: Path, public_key: Path | None, as_json: bool) -> None:
    from pitboss.cli.replay import contents
    from pitboss.cli.verify_screen import show_proof
    from pitboss.house.checks.findings import Finding
    from pitboss.house.checks.proofs import ProofCheck, proof_from_json
    from pitboss.house.checks.table_check import Counts
    from pitboss.house.records.seals import read_public_keys
    from pitboss.notation.record_json import parse_json

    counts = Counts()
    trusted = None if public_key is None else read_public_keys(public_key)
    proof = proof_from_json(parse_json(contents(file, LARGEST_PROOF)))
    check = ProofCheck(proof, trusted, counts)
    findings = [Finding(where, says) for where, says in check.findings()]
    if as_json:
        seals = [seal.to_json() for seal in proof.seals]
        _print(
            findings, counts, round=str(proof.round), sealed=[seal.day for seal in proof.seals],
            house=proof.seals[0].house, public_keys=sorted({seal["public_key"] for seal in seals}),
            trusted=trusted is not None,
        )  # fmt: skip
    else:
        show_proof(check, findings, counts)
    _exit(findings)


def _print(findings: Iterable[Finding], counts: Counts, **more: Any) -> None:
    problems = [finding._asdict() for finding in findings]
    main = {name: getattr(counts, name) for name in ("tables", "rounds", "events", "transfers")}
    print_json({"ok": not problems, **main, "problems": problems, **more})


def _exit(findings: list[Finding]) -> None:
    if findings:
        raise typer.Exit(1)
