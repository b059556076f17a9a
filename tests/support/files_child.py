"""All that makes files for a house, in one process whose umask keeps nothing from anybody."""

import os
import sys
import threading
from pathlib import Path

from pitboss.cli import run
from pitboss.server.serve import Opened
from tests.support.houses import Guest
from tests.support.serving import wait_until


def serve(folder):
    server = Opened(folder, 0, None, False)
    Guest(server.house, "three-card-poker").deal({1: {"ante": 500}})
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_until(lambda: server._server.started)
    server._server.should_exit = True
    thread.join()
    server.close(print)


def make_all(folder):
    """A house that is served, backed up, given another key, and made again from its backup."""
    serve(folder / "above" / "house")
    house, backups = str(folder / "above" / "house"), str(folder / "backups")
    assert run(["backup", "--data", house, "-o", f"{backups}/"]) == 0
    assert run(["rotate-key", "--data", house]) == 0
    (backup,) = Path(backups).iterdir()
    assert run(["restore", str(backup), "--data", str(folder / "restored")]) == 0
    reason = ["--reason", "A test."]
    Path(house, "key").unlink()
    assert run(["void-unfinished", "--data", house, *reason]) == 0
    simulated = ["--days", "1", "--tables", "1", "--data", str(folder / "simulated")]
    assert run(["house", "simulate", *simulated]) == 0


if __name__ == "__main__":
    os.umask(0)
    make_all(Path(sys.argv[1]))
