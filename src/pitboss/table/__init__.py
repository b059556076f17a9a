"""The table: bets and their settlement."""
