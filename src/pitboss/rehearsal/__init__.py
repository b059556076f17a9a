"""Rehearsals: bots that play whole days in a real house, and what goes wrong meanwhile.

bots      people who come, bet, decide, make mistakes and leave, all from a seed
mishaps   crashes before and after a commit, repeated commands, clocks that jump
days      days of play through the office, the ledger and the journal, as fast as they go
"""

from pitboss.rehearsal.days import Rehearsal, rehearse

__all__ = ["Rehearsal", "rehearse"]
