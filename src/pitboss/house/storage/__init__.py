"""The database: its schema and versions, and opening it safely."""
