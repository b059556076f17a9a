"""Cards, hands and their columns."""
