"""Cards, hands and their columns: what every rule is asked about."""
