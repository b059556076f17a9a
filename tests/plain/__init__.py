"""A second, deliberately plain settlement of the five games, written straight from the rulebooks.

It shares no code with the engine. Each game has a module that settles it with integers and `if`
only: `outcomes` names the row each wager ends in, `nets` turns rows into money, and
`compiled(njit)` returns the same two functions compiled. `hand_columns` does the same for the
columns of hands.
"""

RANKS, SUITS = "23456789TJQKA", "cdhs"


def settle_plainly(plain):
    """A module of this package as the conformance kit takes it: from a deal to rows and nets."""

    def number(card):
        return 4 * RANKS.index(card[0]) + SUITS.index(card[1])

    def chosen(keys, listed, choices):
        return tuple(options.index(choices[key]) for key, options in zip(keys, listed, strict=True))

    def settle(deal):
        reading = chosen(plain.READINGS, plain.OPTIONS, deal.readings)
        tables = chosen(plain.WAGERS, plain.PAYTABLES, deal.paytables)
        stakes = {"ante-bonus": deal.stakes.get("ante", 0), **deal.stakes}
        player, dealer = (tuple(map(number, hand)) for hand in (deal.player, deal.dealer))
        fourth = number(deal.fourth) if deal.fourth else 0
        rows = plain.outcomes(player, dealer, fourth, int(not deal.folded), reading)
        every_stake = tuple(stakes.get(wager, 0) for wager in plain.WAGERS)
        nets = plain.nets(rows, reading, tables, every_stake, deal.jackpot)
        return {
            wager: (names[row], net)
            for wager, names, row, net in zip(plain.WAGERS, plain.ROWS, rows, nets, strict=True)
            # With one box only, an envy is paid where one's own hand counts.
            if wager != "envy" or deal.readings["envy"] == "everyone"
        }

    return settle
