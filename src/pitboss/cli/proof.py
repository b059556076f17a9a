"""pitboss proof: a round of a house in a file that anybody can check, without the house."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.house_options import FOLDER, Data, house_url
from pitboss.cli.options import Json
from pitboss.cli.output import ReportFile, print_json, report_format, report_written


def proof(
    round: Annotated[str, typer.Argument(metavar="ROUND", help="A round, such as 7Q2K9XZB-12.")],
    data: Data = FOLDER,
    output: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Prove a round under the signed seal of its gaming day.

    The house may be open meanwhile. A round can be proven once it is over and its day is closed.
    Check the file with pitboss verify --proof FILE.

    First: pitboss house simulate --days 2 --tables 2 --data demo

    Example: pitboss proof 5JSBJGNR-3 --data demo -o proof.json
    pitboss verify --proof proof.json
    """
    import json

    from pitboss.reports.files import write

    report_format(output, ["json"], as_json)
    url = house_url()
    from pitboss.house.checks.proofs import make_proof
    from pitboss.house.rounds.archive import reading
    from pitboss.house.rounds.history import round_id

    with reading(data, url) as connection:
        proof = make_proof(connection, round_id(round))
    form = proof.to_json()
    if output is None:
        print_json(form)
        return
    write(output, f"{json.dumps(form, indent=1)}\n".encode())
    days = " and ".join(seal.day for seal in proof.seals)
    content = f"{len(proof.entries)} entries of round {proof.round}, under the seal of {days}"
    report_written(output, content, as_json)
