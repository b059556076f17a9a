"""The player's rule card, from the rules in force."""
