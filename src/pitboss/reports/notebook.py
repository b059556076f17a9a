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
from pitboss.reports.formatting import signed_money
from pitboss.table.receipt import Line

CARD = (
    "display:inline-block;width:44px;height:62px;margin:2px;border-radius:4px;background:#fff;"
    "border:1px solid #bbb;box-shadow:0 2px 4px #0004;text-align:center;line-height:62px;"
    "font:600 20px sans-serif;line-height:62px"
)
BESIDE = "display:inline-block;vertical-align:top;margin:0 28px 8px 0"
RED, BLACK, GOLD = "#b3261e", "#16181d", "#c9a24b"


def cards(numbers: Sequence[int]) -> str:
    """Cards, face up."""
    spans = []
    for card in numbers:
        rank, suit = RANKS[card // 4].replace("T", "10"), card % 4
        colour = RED if suit in (1, 2) else BLACK
        spans.append(f'<span style="{CARD};color:{colour}">{rank}{SIGNS[suit]}</span>')
    return "".join(spans)


def hand(rules: Rules, row: int, whose: str = "", note: str = "") -> str:
    """A hand with its name under it, and above it whose it is."""
    return _labelled(whose, cards_of(row), f"<b>{escape(rules.name_hand(row))}</b>{escape(note)}")


def _labelled(label: str, numbers: Sequence[int], below: str) -> str:
    above = f"{escape(label)}<br>" if label else ""
    return f'<div style="{BESIDE}">{above}{cards(numbers)}<br>{below}</div>'


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    caption: str = "",
    total: Sequence[str] = (),
    words: int = 1,
) -> str:
    """A table whose first columns are `words`, and whose others are numbers, aligned right.

    Cells may contain markup. The total is a last row in bold.
    """
    number = "text-align:right;white-space:nowrap"
    styles = ["text-align:left" if n < words else number for n in range(len(headings))]

    def cells(tag: str, texts: Iterable[str]) -> str:
        pairs = zip(styles, texts, strict=True)
        return "".join(f'<{tag} style="{style}">{text}</{tag}>' for style, text in pairs)

    head = cells("th", map(escape, headings))
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    foot = f"<tfoot><tr>{cells('th', total)}</tr></tfoot>" if total else ""
    title = f"<caption><b>{escape(caption)}</b></caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>{foot}</table>"


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
        share = 0.0 if odds.wager.envy else float(odds.contribution(row))
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
    notes = "".join(f"<p>{escape(note)}</p>" for note in odds.notes())
    return (
        table(("wager", "house edge", "wins", "std dev", "return"), rows, title) + notes + warnings
    )


def _why(line: Line) -> str:
    """The sentence of a line, without the wager, which has a column of its own."""
    return escape(line.says.removeprefix(f"{line.wager.title}: "))


def settlement(
    rules: Rules, player: int, dealer: int, lines: Sequence[Line], fourth: int | None = None
) -> str:
    """Both hands, labelled; each line with its stake, its payment and its clauses; the totals."""
    qualifies = rules.dealer_qualifies(dealer)
    note = "" if qualifies is None else ", qualifies" if qualifies else ", does not qualify"
    hands = hand(rules, player, "Player") + hand(rules, dealer, "Dealer", note)
    if fourth is not None:
        hands += _labelled("Fourth card", [fourth], "")
    rows = [
        (f"<b>{escape(line.wager.title)}</b>", _why(line), ", ".join(line.clauses),
         money(line.stake) if line.stake else "", escape(line.pays), signed_money(line.net),
         money(line.returned))
        for line in lines
    ]  # fmt: skip
    staked, net, returned = (
        sum(getattr(line, name) for line in lines) for name in ("stake", "net", "returned")
    )
    total = ("Total", "", "", money(staked), "", signed_money(net), money(returned))
    headings = ("wager", "why", "clauses", "stake", "pays", "net", "returned")
    caption = f"{rules.rulebook.title}, {rules.rulebook.version}, {rules.fingerprint}"
    return hands + table(headings, rows, caption, total, words=3)
