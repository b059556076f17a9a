"""pitboss serve: a house on this machine, for people in a browser and for programs."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.house_options import FOLDER, Data, RulebookFiles, house_url, load_games
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.server.serve import Opened

PORT = 8000


def serve(
    data: Data = FOLDER,
    port: Annotated[
        int,
        typer.Option(
            min=0, max=65_535, help="The port; 0 for any. One that is taken is passed by."
        ),
    ] = PORT,
    house: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A house file: tables, limits, jackpots. See docs."),
    ] = None,
    rulebook: RulebookFiles = None,
    origin: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Behind HTTPS: the address that people see."),
    ] = None,
    after_loss: Annotated[
        bool,
        typer.Option(
            "--after-loss",
            help="Open a database that came back without its latest entries: as after a restore.",
        ),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="Show the log on the screen, too.")
    ] = False,
) -> None:
    """Serve a house with practice tables on this machine.

    A changed house file is read again while the house is open. Ctrl-C and SIGTERM end it in order;
    exit code 75 means that the house has stopped by itself and is to be started again. A game of
    your own is offered beside ours, or where the house file names it.

    Example: pitboss serve --data var --port 8000
    """
    try:
        from pitboss.server.serve import HOST, Opened, sigterm_as_ctrl_c
    except ModuleNotFoundError as missing:
        message = f"Serving needs {missing.name}: pip install 'pitboss[server]'."
        raise BadConfiguration("server/extra", message) from None

    games = load_games(rulebook)
    with sigterm_as_ctrl_c():
        server = Opened(data, port, origin, verbose, house, house_url(), after_loss, games)
        with contextlib.suppress(KeyboardInterrupt):
            if not sys.stdout.isatty():  # Programs read this line and no further.
                typer.echo(json.dumps({"url": f"http://{HOST}:{server.port}", "data": str(data)}))
            _welcome(server)
            server.run()
        server.close(_farewell)


def _welcome(server: Opened) -> None:
    from rich.text import Text

    from pitboss.cli.screen import GOLD, console, say
    from pitboss.rulebooks.clauses import clauses
    from pitboss.version import __version__

    out = console()
    heading = Text(f"\n  PITBOSS {__version__}", style=f"bold {GOLD}")
    heading.append("   play money", style="not bold dim")
    out.print(heading)
    if server.port != server.asked_port and server.asked_port:
        out.print(f"\n  Port {server.asked_port} is taken: this is port {server.port}.")
    out.print()
    lines = [
        ("Play", server.address, f"{len(server.games)} games, no sign-up"),
        ("Program", f"{server.address}/openapi.json", "the protocol; examples/client.py"),
    ]
    if server.has_docs:
        lines.append(("Read", f"{server.address}/docs", "the documentation"))
    if not server.has_page:
        lines[0] = ("Play", "", "the page is not built: make run builds it")
    for name, address, what in lines:
        place = f"{address:<36}" if address else ""
        out.print(Text(f"  {name:<9}{place}").append(what, style="dim"), soft_wrap=True)
    total = sum(len(clauses(key)) for key in server.games)
    out.print(f"\n  {len(server.games)} games, {total} clauses.")
    say(f"Data in {server.folder}. Stop: Ctrl-C.\n", indent="  ")
    if server.free_space.warning:
        say(f"{server.free_space.warning}\n", indent="  ")


def _farewell(line: str) -> None:
    from pitboss.cli.screen import say

    typer.echo()
    say(line, indent="  ")
