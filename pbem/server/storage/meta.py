"""Facts about the whole store, by name."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.storage import schema
from pbem.server.storage.database import insert_new

_meta = schema.meta


def when(link: Connection, name: str) -> float | None:
    """Return when something was last done; None: never."""
    query = sa.select(_meta.c.value).where(_meta.c.name == name)
    found = link.execute(query).scalar()
    return None if found is None else float(found)


def note(link: Connection, name: str, now: float) -> None:
    """Note that something was done now."""
    if not insert_new(link, _meta, {"name": name, "value": repr(now)}):
        this = _meta.update().where(_meta.c.name == name)
        link.execute(this.values(value=repr(now)))
