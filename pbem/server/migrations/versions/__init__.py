"""The history of the tables (alembic); `Store.prepare` runs it."""
