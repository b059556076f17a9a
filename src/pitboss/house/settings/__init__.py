"""What an operator decides: the house file, its settings, and cautions about them."""
