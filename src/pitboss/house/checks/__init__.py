"""A house checked from its first entry on, one round by itself, and proofs of rounds."""
