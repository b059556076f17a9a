"""Operators' wallets: the port, and calls over HTTP with their signatures."""
