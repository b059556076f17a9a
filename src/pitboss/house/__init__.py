"""The house: money and memory around the round of play.

House               a house that is open: guests come in, sit down and play
practice            the practice table: one click, one command
requests            what can be asked, and what is answered
writer, books       one thread that carries out commands and commits them in groups
ledger, journal     transfers that balance by construction; a chain of everything that was asked
shuffle, sealing    a deck that nobody can choose, and seeds that nobody can read
recovery            a table as it stood, from the journal alone
archive, history    a house opened to be read, and its rounds from the journal
search, round_sheet rounds found, and one of them for a dispute desk
round_bets, past_balances, other_readings   what a sheet says of bets, money and readings
verify, table_check a house checked from its first entry on
storage, statements the database
"""

from pitboss.house.house import House

__all__ = ["House"]
