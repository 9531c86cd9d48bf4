"""Tables in few words, for migrations."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa
from alembic import op

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    "number": NUMBER,
    "int": sa.Integer(),
    "float": sa.Float(),
    "bool": sa.Boolean(),
    "bytes": sa.LargeBinary(),
    "text": sa.Text(),
}
_COLUMN = re.compile(r"(\w+)(?::(\w+)|>(\w+))([*?!#]*)")


def create(table: str, columns: str, *more: sa.Constraint) -> None:
    """Create a table of columns such as `name:40!`, a text of 40 characters at most.

    `>game` refers to a game; * belongs to the primary key, ? may be NULL, ! is unique,
    # has an index.
    """
    op.create_table(table, *map(_column, columns.split()), *more)


def seat_key() -> sa.ForeignKeyConstraint:
    """Return the key of a seat, in a row of its game."""
    return sa.ForeignKeyConstraint(
        ["game_id", "seat"],
        ["seat.game_id", "seat.number"],
        onupdate="CASCADE",
        ondelete="CASCADE",
    )


def _column(word: str) -> sa.Column[Any]:
    match = _COLUMN.fullmatch(word)
    assert match is not None, word
    name, kind, table, marks = match.groups()
    return sa.Column(
        name,
        sa.String(int(kind)) if kind and kind.isdigit() else _TYPES[kind or "number"],
        *([sa.ForeignKey(f"{table}.id")] if table else []),
        primary_key="*" in marks,
        nullable="?" in marks,
        unique="!" in marks or None,
        index="#" in marks or None,
    )
