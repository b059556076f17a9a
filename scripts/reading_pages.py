"""Write docs/readings/: a page for each reading, from the declarations and the exact odds.

Run it after changing a reading: python -m scripts.reading_pages
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss import games
from pitboss.language.readings import Reading
from pitboss.library import Game
from pitboss.rulebooks import OWN
from pitboss.rulebooks.clauses import clauses
from scripts.floor_words import asked, cited, headline, ruled, sentence

FOLDER = Path(__file__).parent.parent / "docs" / "readings"

# A deal on which the options differ: player, dealer, bets, and whatever else `settle` needs.
EXAMPLES: dict[tuple[str, str], dict[str, Any]] = {
    ("three-pictures", "three-pictures-total"): {
        "player": "Ks Qd Jh", "dealer": "Tc 6s 4d", "bets": {"initial": 1000, "tie": 1000}},
    ("prosperity-3-pictures", "three-pictures-total"): {
        "player": "Ks Qd Jh", "dealer": "Tc 6s 4d", "bets": {"initial": 1000, "tie": 1000}},
    ("lucky-three-pictures", "three-pictures-total"): {
        "player": "Ks Qd Jh", "dealer": "Tc 6s 4d", "bets": {"initial": 1000, "lucky-tie": 1000}},
    ("prosperity-3-pictures", "tie"): {
        "player": "Ks 2d 4c", "dealer": "3h As 2h", "bets": {"initial": 1000, "tie": 1000}},
    ("prosperity-3-pictures", "picture-pair"): {
        "player": "Ks Qd 4c", "dealer": "3h As 2h",
        "bets": {"initial": 1000, "player-prosperity": 1000}},
    ("prosperity-3-pictures", "perfect-tie"): {
        "player": "As Kd Qc", "dealer": "Ah Ks Qd", "bets": {"initial": 1000, "tie": 1000}},
    ("prosperity-3-pictures", "picture-match"): {
        "player": "Js Jd Kc", "dealer": "Jh Qs 7d",
        "bets": {"initial": 1000, "picture-perfect": 1000}},
    ("lucky-three-pictures", "lucky-pictures"): {
        "player": "Ks Qd Jh", "dealer": "9c 6s 4d",
        "bets": {"initial": 1000, "lucky-pictures": 1000}},
    ("three-card-poker", "suited-ace-low"): {
        "player": "As 3s 2s", "dealer": "Qd 9c 4h", "bets": {"ante": 1000, "pair-plus": 1000}},
    ("three-card-poker", "ante-bonus-after-fold"): {
        "player": "9s 8d 7c", "dealer": "Qd 9c 4h", "bets": {"ante": 1000}, "fold": True},
    ("three-card-poker", "progressive-stake"): {
        "player": "9s 8d 7c", "dealer": "Qd 9c 4h", "bets": {"ante": 1000, "progressive": 250},
        "jackpot": 5000000},
    ("three-card-poker", "envy"): {
        "player": "Ah Kh Qh", "dealer": "Qd 9c 4h", "bets": {"ante": 1000, "progressive": 250},
        "jackpot": 5000000},
    ("three-card-prime", "copy"): {
        "player": "Qs 9d 4c", "dealer": "Qh 9c 4d", "fourth": "7s", "bets": {"ante": 1000}},
    ("three-card-prime", "unqualified"): {
        "player": "Ts 8d 4c", "dealer": "Jh 9c 4d", "fourth": "7s", "bets": {"ante": 1000}},
    ("three-card-prime", "suited-ace-low"): {
        "player": "As 3s 2s", "dealer": "Qd 9c 4h", "fourth": "7s",
        "bets": {"ante": 1000, "pair-bonus": 1000}},
}  # fmt: skip


def pages() -> dict[str, str]:
    """The text of each page, by file name."""
    keys = dict.fromkeys(reading.key for book in OWN.values() for reading in book.readings)
    return {"README.md": index(list(keys)), **{f"{key}.md": page(key) for key in keys}}


def index(keys: list[str]) -> str:
    lines = [
        "# Readings: where a rulebook is unclear",
        "",
        "A reading is a question that a rulebook answers in more than one way, or not clearly. The",
        "first option is the rulebook as written, and the default; `--reading KEY=OPTION` selects",
        "another one. A reading of pay is priced exactly, one at a time against the default. A",
        "reading of procedure costs what the ruling costs.",
        "",
        "| reading | games | options (default first) |",
        "|---|---|---|",
    ]
    for key in keys:
        holders = [(b, r) for b in OWN.values() for r in b.readings if r.key == key]
        by_options: dict[str, list[str]] = {}  # Games may leave different options open.
        for book, reading in holders:
            options = ", ".join(f"`{option}`" for option in reading.options)
            by_options.setdefault(options, []).append(book.title)
        for options, titles in by_options.items():
            lines.append(f"| [{key}]({key}.md) | {', '.join(titles)} | {options} |")
    lines += [
        "",
        "Where a rulebook is silent there is a policy instead: `pitboss games --json` lists them.",
        "",
    ]
    return "\n".join(lines)


def page(key: str) -> str:
    parts = [f"# {key}\n"]
    for book in OWN.values():
        for reading in book.readings:
            if reading.key == key:
                parts.append(section(book.key, reading))
    return "\n".join(parts)


def section(game: str, reading: Reading) -> str:
    book, digests = OWN[game], {clause.number: clause.digest for clause in clauses(game)}
    lines = [f"## {book.title}", "", f"**{reading.question}**", "", reading.why, ""]
    lines += [f"- {number}: {digests[number]}" for number in reading.clauses]
    lines += ["", "| option | meaning |", "|---|---|"]
    for option, words in reading.options.items():
        mark = " (as written)" if option == reading.default else ""
        lines.append(f"| `{option}`{mark} | {words} |")
    lines += ["", *prices(game, reading), *examples(game, reading)]
    return "\n".join(lines)


def prices(game: str, reading: Reading) -> list[str]:
    """The house edge of each wager that the reading changes, option by option."""
    if reading.kind == "procedure":
        return ["A reading of procedure: it costs what the ruling costs.", ""]
    options = list(reading.options)
    by_option = [edges(games[game].configure(readings={reading.key: option})) for option in options]
    changed = [key for key in by_option[0] if len({edge[key] for edge in by_option}) > 1]
    if not changed:
        return [
            "It changes the odds of no single wager: what it costs depends on the table.",
            "",
        ]
    lines = [
        f"| house edge | {' | '.join(f'`{o}`' for o in options)} |",
        "|---|" + "--:|" * len(options),
    ]
    for key in changed:
        lines.append(f"| {key} | {' | '.join(f'{float(edge[key]):.4%}' for edge in by_option)} |")
    return [*lines, ""]


def edges(game: Game) -> dict[str, Fraction]:
    odds = game.odds()
    staked = {key: odds[key].house_edge for key in odds if odds[key].wager.is_staked}
    return {**staked, "main bet": odds.main.house_edge}


def examples(game: str, reading: Reading) -> list[str]:
    if reading.kind == "procedure":
        return rulings(game, reading)
    deal = EXAMPLES.get((game, reading.key))
    if deal is None:
        return [
            "Example: a player has a Progressive Jackpot wager on boxes 1 and 2. Another player's",
            "box 3 shows the Ace, King and Queen of hearts. The first player is paid $50.00 under",
            "`player` and $100.00 under `wager`.",
            "",
        ]
    parts = [f"Player {deal['player']}, dealer {deal['dealer']}"]
    if "fourth" in deal:
        parts.append(f"fourth card {deal['fourth']}")
    if deal.get("fold"):
        parts.append("the player folded")
    lines = [f"Example: {', '.join(parts)}.", ""]
    for option in reading.options:
        receipt = games[game].configure(readings={reading.key: option}).settle(**deal)
        lines += [f"`{option}`", "", "```text", str(receipt), "```", ""]
    return lines


def rulings(game: str, reading: Reading) -> list[str]:
    """The rulings that depend on a reading of procedure."""
    dependent = [ruling for ruling in OWN[game].rulings if reading.key in ruling.under]
    if not dependent:
        return [
            "No ruling depends on it directly: it affects what happens around a ruling, such as",
            "whose bets count, who may choose, or which boxes are dealt to.",
            "",
        ]
    lines = ["| option | what happened | ruling |", "|---|---|---|"]
    for ruling in dependent:
        facts = asked({**ruling.when, **ruling.if_told})
        policies = [policy.key for policy in ruling.policies]
        words = ruled(ruling.remedy, ruling.authority, cited(ruling.clauses, policies))
        option = ruling.under[reading.key]
        happened = f"{sentence(headline(ruling.incident))} {facts}".rstrip()
        lines.append(f"| `{option}` | {happened} | {words} |")
    return [*lines, ""]


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
