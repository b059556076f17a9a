"""Practice tables: one command, the fair shuffle, and recovery from the journal."""
