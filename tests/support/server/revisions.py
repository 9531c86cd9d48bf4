"""A store led to another revision of its tables, down or up."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from pbem.server.store import migrations
from pbem.server.store.connection import HEAD, Database


def lead_to(store: Database, goal: str = HEAD, *, up: bool = False) -> None:
    """Leads the tables of a store to a revision."""
    config = Config()
    place = Path(migrations.__file__).parent
    config.set_main_option("script_location", str(place))
    with store.engine.begin() as conn:
        config.attributes["connection"] = conn
        (command.upgrade if up else command.downgrade)(config, goal)
