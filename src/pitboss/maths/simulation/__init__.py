"""Simulation of whole tables: what the exact odds can't tell of boxes, meters and years.

A box's bet, decision included, becomes tables that the wagers themselves have filled
(`factors.py`). They are taken apart into what each hand is and which is higher (`compared.py`,
`sides.py`), which makes a number of every outcome (`joint.py`). One compiled loop runs over that,
whatever the game (`kernel/`, by a plan from `plan.py`). Rounds come in seeded blocks (`blocks.py`),
so the totals are the same on one core, on all, or on a cluster.
"""
