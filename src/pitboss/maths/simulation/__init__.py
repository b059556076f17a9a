"""Simulation of whole tables: boxes together, meters, and long runs, which exact odds don't cover.

A box's bet, decision included, becomes tables that the wagers themselves fill (`factor_tables`).
Those are split into what each hand is and which hand is higher (`hand_comparison`), which gives
every outcome a number (`joint_table`). One compiled loop counts these numbers for any game
(`kernel/`, on arrays from `kernel_plan`). Rounds come in seeded blocks (`blocks`), so totals are
the same on one core, on all cores, or on a cluster (`engines`). Counts are then compared with the
exact odds (`standard_errors`, `wager_counts`, `result`).
"""
