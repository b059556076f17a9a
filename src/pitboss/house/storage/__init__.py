"""The database: its schema and versions, its statements, and opening it safely."""
