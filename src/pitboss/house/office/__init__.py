"""Where commands are carried out: the writer, the office, its desks, and their books."""
