"""What a notebook shows: cards, tables and bars, as plain HTML and SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pitboss.cards.deck import RANKS, SIGNS
from pitboss.cards.hands import cards_of
from pitboss.language.pays import money
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.table.receipt import Line

CARD = (
    "display:inline-block;width:44px;height:62px;margin:2px;border-radius:4px;background:#fff;"
    "border:1px solid #bbb;box-shadow:0 2px 4px #0004;text-align:center;line-height:62px;"
    "font:600 20px sans-serif;line-height:62px"
)
RED, BLACK, GOLD = "#b3261e", "#16181d", "#c9a24b"


def cards(numbers: Sequence[int]) -> str:
    """Cards, face up."""
    spans = []
    for card in numbers:
        rank, suit = RANKS[card // 4].replace("T", "10"), card % 4
        colour = RED if suit in (1, 2) else BLACK
        spans.append(f'<span style="{CARD};color:{colour}">{rank}{SIGNS[suit]}</span>')
    return "".join(spans)


def hand(rules: Rules, row: int) -> str:
    """A hand with its name under it."""
    return f"<div>{cards(cards_of(row))}<br><b>{escape(rules.name_hand(row))}</b></div>"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table whose columns are right-aligned, except the first. Cells may contain markup."""
    head = "".join(f'<th style="text-align:left">{escape(name)}</th>' for name in headings)
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="text-align:{"left" if column == 0 else "right"}">{cell}</td>'
            for column, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    title = f"<caption><b>{escape(caption)}</b></caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def bar(share: float, width: int = 160) -> str:
    """A bar for a share between 0 and 1; a share beyond them is cut off."""
    length = max(0.0, min(share, 1.0)) * width
    return (
        f'<svg width="{width}" height="12" role="img" aria-label="{share:.4%}">'
        f'<rect width="{length:.1f}" height="12" rx="2" fill="{GOLD}"/></svg>'
    )


def wager_odds(odds: WagerOdds) -> str:
    """Each row with its ways, its probability and its contribution to the return."""
    rows = []
    for row, ways in odds.outcomes():
        share = float(odds.contribution(row)) if odds.wager.is_staked else 0.0
        rows.append(
            (escape(row.outcome), escape(row.pay.words()), f"{ways:,}",
             f"{ways / odds.deals:.6f}", f"{share:.4%}", bar(share))
        )  # fmt: skip
    caption = f"{odds.wager.title}: house edge {float(odds.house_edge):.4%}"
    return table(("outcome", "pays", "ways", "probability", "of the return", ""), rows, caption)


def game_odds(odds: GameOdds) -> str:
    """Each wager with its house edge, and the warnings."""
    rows = [
        (escape(wager.wager.title), f"{float(wager.house_edge):.4%}",
         f"{float(wager.hit_frequency):.2%}", f"{wager.standard_deviation:.4f}",
         bar(float(wager.player_return)))
        for wager in odds.values()
        if not wager.wager.envy
    ]  # fmt: skip
    title = odds.rules.rulebook.title
    warnings = "".join(f"<p>⚠ {escape(warning.message)}</p>" for warning in odds.warnings())
    return table(("wager", "house edge", "wins", "std dev", "return"), rows, title) + warnings


def settlement(rules: Rules, player: int, dealer: int, lines: Sequence[Line]) -> str:
    """Both hands and each line with its clauses."""
    rows = [
        (escape(line.says), money(line.net), money(line.returned), ", ".join(line.clauses))
        for line in lines
    ]
    amounts = table(("", "net", "returned", "clauses"), rows)
    return f"{hand(rules, player)}{hand(rules, dealer)}{amounts}"
