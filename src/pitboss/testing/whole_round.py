"""One whole round of any game in the round notation, for the check that a record replays."""

from __future__ import annotations

from pitboss.language.rulebook import Rules
from pitboss.play.setup import Setup
from pitboss.testing.deals import PlainDeal, has_jackpot


def round_text(rules: Rules, deal: PlainDeal) -> str:
    """A round with this deal in box 1, as a dealer would write it down."""
    table = Setup(rules)
    tables = [f"paytable {key}={table}" for key, table in rules.paytable_keys.items()]
    readings = [f"reading {key}={option}" for key, option in rules.readings.items()]
    pairs = zip(deal.player, deal.dealer, strict=True)
    hands = [card for pair in pairs for card in pair] if table.by_ones else []
    fourth = [deal.fourth] if deal.fourth else []
    bets = [
        f"bet 1 p1 {key} {stake}"
        for key, stake in deal.stakes.items()
        if rules.wager(key).equals is None
    ]
    decision = "fold 1" if deal.folded else "play 1"
    return "\n".join([
        f"game {rules.key}",
        *tables,
        *readings,
        "table boxes=1",
        " ".join(["shoe", *fourth, *(hands or (*deal.player, *deal.dealer))]),
        "open",
        *bets,
        "close",
        "deal",
        decision if table.follow_up else "return 1",
        "show dealer",
        *(["show fourth"] if deal.fourth else []),
        *([] if table.face_up and not table.follow_up else ["show 1"]),
        f"settle {deal.jackpot}" if has_jackpot(rules) else "settle",
        "",
    ])  # fmt: skip
