"""The database: its tables, and what is asked of them."""
