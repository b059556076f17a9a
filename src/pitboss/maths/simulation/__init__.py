"""Simulation of whole tables: what the exact odds can't tell of boxes, meters and years.

A box's bet, decision included, becomes look-up tables that the wagers themselves have filled
(`joint.py`), and one compiled loop runs over them whatever the game (`kernel.py`). Rounds come in
seeded blocks (`blocks.py`), so the totals are the same on one core, on all, or on a cluster.
"""
