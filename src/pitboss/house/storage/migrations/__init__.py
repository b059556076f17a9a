"""The versions of the house's tables, applied by Alembic in their order."""
