"""Exact mathematics of the games: odds, strategy, moments. It knows wagers, and no round."""
