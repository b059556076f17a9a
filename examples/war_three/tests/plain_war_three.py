"""War Three settled a second time, straight from RULES.md and without any code of Pitboss."""

RANKS = "23456789TJQKA"


def ranks(hand):
    """The ranks of a hand, the highest first (3.7)."""
    return sorted((RANKS.index(card[0]) for card in hand), reverse=True)


def is_red(hand):
    return all(card[1] in "hd" for card in hand)  # 1.2


def settle(deal):
    """{wager: (row, net)} of one deal, as the conformance kit asks for it."""
    mine, dealers = ranks(deal.player), ranks(deal.dealer)
    war, red_alert = deal.stakes["war"], deal.stakes.get("red-alert", 0)
    if mine > dealers and mine[0] == RANKS.index("A"):
        first = "ace-wins", war * 4 // 5  # 4.1; the house keeps a fraction of a unit
    elif mine > dealers:
        first = "player-wins", war  # 4.1
    elif mine == dealers:
        first = "tie", 0 if deal.readings["tie"] == "returned" else -war  # 3.8 or 4.1
    else:
        first = "dealer-wins", -war  # 4.1
    if not is_red(deal.player):
        second = "no-win", -red_alert  # 4.2
    elif is_red(deal.dealer):
        second = "both-red", 15 * red_alert
    else:
        second = "player-red", 6 * red_alert
    return {"war": first, "red-alert": second}
