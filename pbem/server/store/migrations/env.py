"""Runs the migrations on the connection that `Database.migrate` hands over."""

from alembic import context

from pbem.server.store.schema import metadata


def run() -> None:
    """Make the changes that are due."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only alembic itself gives it one
    run()
