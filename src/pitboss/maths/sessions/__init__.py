"""Sessions: what a player or a house comes to after many rounds, exactly where that is possible.

A round is one `Distribution`. Rounds are independent, for the deck is shuffled before each, so a
session is a power of it: `results` works that out, `ruin` stops it at limits, `house` looks at it
from the other side of the table, and `session` is the door to all of them.
"""
