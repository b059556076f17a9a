"""Sessions: what a player or a house has won or lost after many rounds.

One round is a `Distribution` (`one_round`). The deck is shuffled before every round, so rounds are
independent and their sum is a convolution (`convolution`, `results`). A bankroll or a limit makes
the session an absorbing chain (`ruin`, `eventual_ruin`), and `house` looks at the same rounds from
the other side of the table. `session` is the entry point to all of them.
"""
