"""The database: transactions, tables and their rows."""
