"""Reports from the ledger and the journal, in the floor's words: docs/reports.md defines them.

Sums are grouped by the database. Events are read one by one only where the ledger can't know: the
cards, voids and corrections, and a single player's decisions.
"""
