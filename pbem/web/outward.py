"""A report as it goes out: in the markup of each forum, in parts where long."""

from __future__ import annotations

from pbem.report import Report
from pbem.web import show
from pbem.web.opened import Opened


def forms() -> tuple[str, ...]:
    """The markups that a report can be had in."""
    return show.FORMS


def parts(_game: Opened, told: Report, form: str) -> list[str]:
    """A report in a markup; several parts where one post is too short for it."""
    return [show.spelt(told, form)]
