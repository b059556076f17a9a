"""What is written down: the journal and its heads, the ledger, and days that are signed."""
