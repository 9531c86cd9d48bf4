"""The history of the tables (alembic); `Database.prepare` runs it."""
