"""Rounds that were played: found again, shown on a sheet, and read otherwise."""
