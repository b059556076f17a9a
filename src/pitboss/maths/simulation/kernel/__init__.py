"""The compiled loop, and the shape of what it reads.

It knows no game. What a box's bet comes to is a number, made of what its hands are by themselves
and how they compare (`joint.py`). Each step is a loop of its own over a batch of rounds, one card,
hand or box at a time: `dealing`, `sums`, `counts`, and `play` for all of it. So the compiler does
the same to many rounds at once wherever there is only arithmetic, which costs less than looking
anything up.
"""
