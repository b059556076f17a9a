"""Playing cards as SVG: an index, and a suit or a court sign, drawn here from a few curves."""

from __future__ import annotations

from functools import cache

from pitboss.cards.deck import RANKS, SUITS, number

RED, BLACK, PAPER, EDGE, GOLD = "#B3202C", "#1B1D21", "#FFFFFF", "#B9B2A0", "#C9A24A"
TINT = "#FBF3DC"  # Behind a court sign.
COURT = "JQK"
WIDTH, HEIGHT = 60, 84
# In a square of 24.
SUIT_SHAPES = {
    "h": '<path d="M12 21.5C5.4 15.6 2 11.9 2 7.8 2 4.7 4.3 2.5 7.1 2.5c2.1 0 3.9 1.2 4.9 3.3 '
    '1-2.1 2.8-3.3 4.9-3.3C19.7 2.5 22 4.7 22 7.8c0 4.1-3.4 7.8-10 13.7z"/>',
    "d": '<path d="M12 1.2c2.3 4.3 4.9 7.7 8.2 10.8-3.3 3.1-5.9 6.5-8.2 10.8C9.7 18.5 7.1 15.1 '
    '3.8 12 7.1 8.9 9.7 5.5 12 1.2z"/>',
    "s": '<path d="M12 1.5c1.2 4.2 9.5 8.2 9.5 13.6 0 2.8-2.1 4.6-4.4 4.6-1.7 0-3.1-.9-4-2.4.2 2.5 '
    "1.1 4.2 2.9 5.2H8c1.8-1 2.7-2.7 2.9-5.2-.9 1.5-2.3 2.4-4 2.4-2.3 0-4.4-1.8-4.4-4.6C2.5 9.7 "
    '10.8 5.7 12 1.5z"/>',
    "c": '<circle cx="12" cy="6.6" r="4.8"/><circle cx="6.5" cy="14.2" r="4.8"/>'
    '<circle cx="17.5" cy="14.2" r="4.8"/><path d="M10.6 9.5h2.8l.2 5.5c.1 3.6.8 6 2.6 7.5H7.8'
    'c1.8-1.5 2.5-3.9 2.6-7.5z"/>',
}
# In a square of 24: a shield, a coronet of pearls and a crown with a cross.
COURT_SHAPES = {
    "J": '<path d="M4 4.5c3 .2 5.6-.6 8-2.5 2.4 1.9 5 2.7 8 2.5.3 8.4-2.3 14-8 17.5'
    'C6.3 18.5 3.7 12.9 4 4.5z"/>',
    "Q": '<path d="M3.5 10.5l4 4.5L12 7l4.5 8 4-4.5-2 11h-13z"/><circle cx="3.5" '
    'cy="8" r="1.8"/><circle cx="12" cy="4.3" r="1.8"/><circle cx="20.5" cy="8" r="1.8"/>',
    "K": '<path d="M11 1.5h2v2h2v2h-2v2.7l4 5.3 4.5-5-2 13h-15l-2-13 4.5 5 4-5.3V5.5H9v-2h2z"/>',
}


@cache
def face(card: str) -> str:
    """The face of a card in notation, such as Qh."""
    rank, suit = RANKS[number(card) // 4], SUITS[number(card) % 4]
    colour = RED if suit in "dh" else BLACK
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="6" fill="{PAPER}" '
        f'stroke="{EDGE}" stroke-width="1.5"/>{_middle(rank, suit, colour)}'
        '<text x="13.5" y="24" text-anchor="middle" font-family="Libertinus Serif, Georgia, serif"'
        f' font-size="23" font-weight="700" fill="{colour}"{_narrow(rank)}>'
        f"{rank.replace('T', '10')}</text>{_sign(SUIT_SHAPES[suit], 7, 30, 14, colour)}</svg>"
    )


def _narrow(rank: str) -> str:
    return ' letter-spacing="-2.5" dx="-1.2"' if rank == "T" else ""


def _middle(rank: str, suit: str, colour: str) -> str:
    if rank not in COURT:
        return _sign(SUIT_SHAPES[suit], 24, 46, 30, colour)
    panel = (
        f'<rect x="25" y="7" width="28" height="70" rx="3" fill="{TINT}" stroke="{GOLD}" '
        'stroke-width="1"/>'
    )
    sign = _sign(COURT_SHAPES[rank], 28, 16, 22, GOLD)
    return panel + sign + _sign(SUIT_SHAPES[suit], 28, 46, 22, colour)


def _sign(shape: str, x: float, y: float, size: float, colour: str) -> str:
    return f'<g transform="translate({x} {y}) scale({size / 24:.4f})" fill="{colour}">{shape}</g>'
