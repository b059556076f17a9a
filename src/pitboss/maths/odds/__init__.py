"""Exact odds: what is counted over every deal, and what follows from it."""
