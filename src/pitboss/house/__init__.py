"""The house: money and memory around the round of play.

house       a house that is open: guests come in, sit down and play
events      what happens around rounds; requests: what can be asked, and what is answered
office/     one thread carries out commands at desks and commits them in groups
tables/     the practice table, the fair shuffle, and recovery from the journal alone
people/     guests and players, their passwords and the limits they set themselves
wallets/    operators' wallets that stand in for ours
records/    the journal, the ledger, and gaming days that are closed and signed
keys/       keys that seal seeds and sign days
storage/    the database, and opening it safely
settings/   the house file
backups/    backups, restoring, and what else is done while the house is closed
checks/     everything verified from the first entry on
rounds/     rounds found again, and one of them for a dispute desk
reporting/  reports from the ledger
"""

from pitboss.house.house import House

__all__ = ["House"]
