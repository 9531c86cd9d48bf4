"""The words of our letters: templates/mail, in the markup of reports."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, Template

from pbem.pages import page, wording
from pbem.system.resources import folder


def markup(template: str, /, **given: Any) -> str:
    """Return mail/<template>.j2 filled in: lines of markup (pages/page.py)."""
    return _template(template).render(given)


def blocks(template: str, /, **given: Any) -> list[page.Block]:
    """Return the same as blocks of a page."""
    return page.blocks(markup(template, **given))


def subject(what: str, /, **given: Any) -> str:
    """Return the subject of a letter, in one line."""
    module = _template("subjects").module
    return " ".join(str(getattr(module, what)(**given)).split())


def _template(name: str) -> Template:
    return _templates().get_template(f"mail/{name}.j2")


# Holds the templates that were loaded: each letter would wait for them.
@cache
def _templates() -> Environment:
    jinja = wording.templates(folder("templates"))
    jinja.filters |= {"plain": plain, "folded": folded}
    return jinja


def plain(text: object) -> str:
    """Return what somebody else wrote, as one line that cannot act as markup."""
    return " ".join(str(text).split())


def folded(text: object) -> str:
    """Return an order as lines of a drawing, a long one over several.

    >>> folded("D4 1NE"), folded("x" * 60 + " " + "y" * 9).count("\\n")
    ('| D4 1NE', 1)
    """
    first, *more = page.wrap(plain(text), 66)
    return "\n".join((f"| {first}", *(f"|   {line}" for line in more)))
