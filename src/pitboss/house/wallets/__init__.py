"""Operators' wallets: the port, calls over HTTP, and the cashier who makes them."""
