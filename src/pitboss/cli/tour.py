"""pitboss tour: a first look, shown by `make run`."""

from __future__ import annotations

import shlex

from pitboss.cli.options import Json
from pitboss.cli.output import print_json


def tour(as_json: Json = False) -> None:
    """The games, and a hand settled with its clauses.

    Example: pitboss tour
    """
    from rich.text import Text

    from pitboss.cli.games import show as show_games
    from pitboss.cli.help_page import folded
    from pitboss.cli.screen import GOLD, console
    from pitboss.cli.settle import settle
    from pitboss.rulebooks import RULEBOOKS
    from pitboss.rulebooks.clauses import clauses
    from pitboss.version import __version__

    if as_json:
        print_json({"version": __version__, "games": list(RULEBOOKS)})
        return
    out = console()
    heading = Text(f"\n  PITBOSS {__version__}", style=f"bold {GOLD}")
    total = sum(len(clauses(key)) for key in RULEBOOKS)
    heading.append(f"   {len(RULEBOOKS)} games, {total} clauses, play money", style="not bold dim")
    out.print(heading)
    show_games()
    player, dealer, bets = "Qs Qd 7h", "Qh 8c 3d", ["ante=50", "pair-plus=10"]
    words = ["pitboss", "settle", "three-card-poker", "--player", player, "--dealer", dealer]
    words += [word for bet in bets for word in ("--bet", bet)]
    out.print(Text(folded(shlex.join(words), out.width), style="bold"), soft_wrap=True)
    settle("three-card-poker", player, dealer, bets)
    out.print(
        "\nNext: pitboss settle --help, pitboss odds three-card-poker, pitboss --help\n",
    )
