"""Where commands are carried out: the writer, the office, its desks, the books, the cashier."""
