"""Guests and players: who they are, their passwords, and the limits they set themselves."""
