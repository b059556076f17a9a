"""A second, deliberately plain settlement of the five games, written straight from the rulebooks.

It shares no code with the engine. Each module settles one game with integers and `if` only:
`outcomes` names the row each wager ends in, `nets` turns rows into money, and `compiled(njit)`
hands back the same two functions compiled.
"""

from . import (
    lucky_three_pictures,
    prosperity_3_pictures,
    three_card_poker,
    three_card_prime,
    three_pictures,
)

PLAIN = {
    "three-pictures": three_pictures,
    "prosperity-3-pictures": prosperity_3_pictures,
    "lucky-three-pictures": lucky_three_pictures,
    "three-card-poker": three_card_poker,
    "three-card-prime": three_card_prime,
}
