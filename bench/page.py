"""The page: long tasks while a round is dealt and settled, on a processor made four times slower.

A long task keeps the page from answering for 50 ms or more. The number is printed, not judged.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from bench.server import UNLIMITED, Serving, listening
from pitboss.house import House
from pitboss.rulebooks import OWN
from pitboss.server.app import create_app
from pitboss.server.asking import Limits

SLOWER = 4
WATCH = """() => {
    window.longTasks = [];
    new PerformanceObserver(list => window.longTasks.push(
        ...list.getEntries().map(entry => entry.duration))).observe({entryTypes: ['longtask']});
}"""


def hand(page: Any, game: str, address: str) -> list[float]:
    """The long tasks of one hand."""
    page.goto(address)
    page.locator(f'[data-game="{game}"] [data-button="play-now"]').click()
    page.wait_for_selector('[data-phase="betting"]:not([data-busy])')
    page.evaluate(WATCH)
    page.locator("[data-spot=ante], [data-spot=initial]").first.click()
    page.locator('[data-button="gold"]').click()
    reached = '[data-phase="deciding"]:not([data-busy]), [data-phase="settled"]:not([data-busy])'
    page.wait_for_selector(reached)
    if page.locator("[data-phase]").get_attribute("data-phase") == "deciding":
        page.locator('[data-button="gold"]').click()
        page.wait_for_selector('[data-phase="settled"]:not([data-busy])')
    tasks: list[float] = page.evaluate("() => window.longTasks")
    return tasks


def main() -> int:
    report = Table("game", "long tasks", "longest", title=f"The page, {SLOWER} times slower")
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house:
        opened = listening()
        address = f"http://127.0.0.1:{opened.getsockname()[1]}"
        limits = Limits(UNLIMITED, UNLIMITED, UNLIMITED)
        server = Serving(create_app(house, frozenset({address}), limits), opened)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--disable-dev-shm-usage"]
            )
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            for game in OWN:
                tasks = hand(page, game, address)
                longest = f"{max(tasks):.0f} ms" if tasks else ""
                report.add_row(game, str(len(tasks)), longest)
            browser.close()
        server.stop()
    Console().print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
