"""Statements that are asked for every letter: compiled once, then handed to the driver.

SQLAlchemy writes them and knows the types; what it does around each execution takes
several times as long as the database does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NoReturn

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.compiler import SQLCompiler

#: What PostgreSQL says of a session that did nothing in a transaction for too long.
IDLE_STATE = "25P03"
_Process = Callable[[Any], Any]
_NOTHING: Mapping[str, Any] = {}


@dataclass(slots=True)
class _Plan:
    """A statement as one kind of database takes it."""

    text: str
    values: Callable[[Mapping[str, Any]], Any]  #: what the driver is given
    columns: list[Any]  #: the types of what it finds
    #: what makes a value of what the driver found, by column; None: not asked yet
    results: list[tuple[int, _Process]] | None = None


class Statement:
    """One whose parameters are all bound by name, none of them a list.

    >>> query = Statement(sa.select(sa.bindparam("x", type_=sa.Boolean)))
    >>> with sa.create_engine("sqlite://").begin() as link:
    ...     query.rows(link, {"x": True})
    [(True,)]
    """

    __slots__ = ("_plans", "what")

    def __init__(self, what: sa.Executable) -> None:
        self.what = what
        self._plans: dict[str, _Plan] = {}

    def rows(
        self, link: Connection, given: Mapping[str, Any] = _NOTHING
    ) -> list[tuple[Any, ...]]:
        """Return all that it finds."""
        plan = self._plan(link)
        cursor = execute(link, plan.text, plan.values(given))
        found: list[tuple[Any, ...]] = cursor.fetchall()  # type: ignore[assignment]
        if plan.results is None:
            plan.results = _results(plan, link.dialect, cursor)
        if not plan.results or not found:
            return found
        made = []
        for row in found:
            values = list(row)
            for index, process in plan.results:
                values[index] = process(values[index])
            made.append(tuple(values))
        return made

    def first(
        self, link: Connection, given: Mapping[str, Any] = _NOTHING
    ) -> tuple[Any, ...] | None:
        """Return the first row that it finds."""
        found = self.rows(link, given)
        return found[0] if found else None

    def one(
        self, link: Connection, given: Mapping[str, Any] = _NOTHING
    ) -> tuple[Any, ...]:
        """Return the row that it finds. Raises NoResultFound."""
        row = self.first(link, given)
        if row is None:
            raise sa.exc.NoResultFound("there is no such row")
        return row

    def scalar(self, link: Connection, given: Mapping[str, Any] = _NOTHING) -> Any:
        """Return the first value of the first row; None where there is none."""
        row = self.first(link, given)
        return None if row is None else row[0]

    def run(self, link: Connection, given: Mapping[str, Any] = _NOTHING) -> int:
        """Carry it out; return how many rows that has changed."""
        plan = self._plan(link)
        changed: int = execute(link, plan.text, plan.values(given)).rowcount
        return changed

    def run_all(self, link: Connection, given: Sequence[Mapping[str, Any]]) -> None:
        """Carry it out once for each."""
        if given:
            plan = self._plan(link)
            values = [plan.values(one) for one in given]
            execute(link, plan.text, values, many=True)

    def _plan(self, link: Connection) -> _Plan:
        name = link.dialect.name
        plan = self._plans.get(name)
        if plan is None:
            plan = self._plans[name] = _compiled(self.what, link.dialect)
        return plan


def among(
    column: sa.ColumnElement[Any], values: Iterable[object]
) -> sa.ColumnElement[bool]:
    """Return whether a column holds one of some values that never change."""
    return column.in_([sa.literal(value, column.type) for value in values])


def _compiled(what: Any, dialect: sa.Dialect) -> _Plan:
    made = what.compile(dialect=dialect)
    assert isinstance(made, SQLCompiler)
    names = [*((made.positiontup or ()) if made.positional else made.params)]
    binds = [(name, made.binds[name]) for name in names]
    fixed = {name: bind.value for name, bind in binds if not bind.required}
    processes = {
        name: process
        for name, bind in binds
        if (process := _type(bind.type, dialect).bind_processor(dialect))
    }
    for name, process in processes.items():
        if name in fixed:
            fixed[name] = process(fixed[name])
    columns = [column.type for column in getattr(what, "exported_columns", ())]
    parts = [(name, None if name in fixed else processes.get(name)) for name in names]
    plain = not fixed and not processes and len(names) > 1

    def in_order(given: Mapping[str, Any]) -> list[Any]:
        values = {**fixed, **given} if fixed else given
        return [
            values[name] if process is None else process(values[name])
            for name, process in parts
        ]

    def by_name(given: Mapping[str, Any]) -> dict[str, Any]:
        return dict(zip(names, in_order(given), strict=True))

    positional = itemgetter(*names) if plain else in_order
    return _Plan(str(made), positional if made.positional else by_name, columns)


def _results(
    plan: _Plan, dialect: sa.Dialect, cursor: DBAPICursor
) -> list[tuple[int, _Process]]:
    found = zip(plan.columns, cursor.description or (), strict=True)
    return [
        (index, process)
        for index, (kind, about) in enumerate(found)
        if (process := _type(kind, dialect).result_processor(dialect, about[1]))
    ]


def _type(kind: Any, dialect: sa.Dialect) -> Any:
    return kind.dialect_impl(dialect)


def execute(
    link: Connection, text: str, values: Any = (), *, many: bool = False
) -> DBAPICursor:
    """Have the driver carry something out; raise what SQLAlchemy would raise."""
    driver = link.connection.dbapi_connection
    assert driver is not None
    cursor = driver.cursor()
    try:
        if many:
            cursor.executemany(text, values)
        else:
            cursor.execute(text, values)
    except link.dialect.loaded_dbapi.Error as fault:
        _fail(link, cursor, fault)
    if listeners := link.engine.dispatch.after_cursor_execute:
        for told in listeners:
            told(link, cursor, text, values, None, many)
    return cursor


def _fail(link: Connection, cursor: DBAPICursor, fault: Exception) -> NoReturn:
    """Raise what SQLAlchemy would raise; no error repeats what it was given."""
    dialect = link.dialect
    idle = getattr(fault, "sqlstate", "") == IDLE_STATE
    lost = idle or dialect.is_disconnect(fault, None, cursor)  # type: ignore[arg-type]
    if lost:
        link.invalidate(fault)
    if idle:
        error = sa.exc.OperationalError(None, None, fault, connection_invalidated=True)
        raise error from fault
    base = dialect.loaded_dbapi.Error
    raise sa.exc.DBAPIError.instance(
        *(None, None, fault, base),
        hide_parameters=True,
        connection_invalidated=lost,
        dialect=dialect,
    ) from fault
