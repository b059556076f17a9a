"""The compiled loop, and the arrays that it reads and fills.

It knows no game: the outcome of a box's bet is a number, made of what its hands are by themselves
and how they compare (see `joint_table`). Each step is a loop of its own over a batch of rounds, one
card, hand or box at a time: `dealing`, `outcome_sums`, `counters`, and `loop` for all of it. So
wherever there is only arithmetic the compiler vectorises it over many rounds, which costs less than
any look-up.
"""
