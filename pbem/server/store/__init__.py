"""Rows and what is asked of them, in SQLite or PostgreSQL."""
