"""pitboss about: which rules these are, so that two people can check that they have the same."""

from __future__ import annotations

from pitboss.cli.options import Json, RulebookFile
from pitboss.cli.output import print_json


def about(rulebook: RulebookFile = None, as_json: Json = False) -> None:
    """Version, fingerprints of the games, hashes of rule files.

    Example: pitboss about --json
    """
    import platform

    import numpy as np

    from pitboss.identity import outside_files, rule_files
    from pitboss.rulebooks import RULEBOOKS
    from pitboss.version import __version__

    hashes = rule_files()
    for key in RULEBOOKS.outside():
        hashes |= outside_files(key)
    fingerprints = {key: book.configure().fingerprint for key, book in RULEBOOKS.items()}
    if as_json:
        print_json(
            {
                "version": __version__,
                "python": platform.python_version(),
                "numpy": np.__version__,
                "fingerprints": fingerprints,
                "rule_files": hashes,
            }
        )
        return
    from pitboss.cli.screen import console, table

    out = console()
    out.print(f"Pitboss {__version__}, Python {platform.python_version()}, numpy {np.__version__}")
    games = table("game", "version", "fingerprint as written")
    for key, fingerprint in fingerprints.items():
        games.add_row(RULEBOOKS[key].title, RULEBOOKS[key].version, fingerprint)
    out.print(games)
    files = table("rule file", "SHA-256")
    for name, digest in hashes.items():
        files.add_row(name, digest[:16] + "…")
    out.print(files)
    out.print("Full hashes: pitboss about --json")
