"""The house: money and memory around the round of play.

House               a house that is open: guests come in, sit down and play
practice            the practice table: one click, one command
requests            what can be asked, and what is answered
writer, books       one thread that carries out commands and commits them in groups
ledger, journal     transfers that balance by construction; a chain of everything that was asked
shuffle, sealing    a deck that nobody can choose, and seeds that nobody can read
recovery            a table as it stood, from the journal alone
verify, table_check a house checked from its first entry on
storage, statements the database
"""

from pitboss.house.house import House

__all__ = ["House"]
