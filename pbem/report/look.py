"""One look for all that is shown: `templates/look/` has it, this hands it out."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.games import built_in
from pbem.report.wording import environment


def _tokens() -> Any:
    # The look is shared: any game's templates have it.
    jinja = environment(next(iter(built_in().values())))
    return jinja.get_template("look/tokens.html.j2").module


@cache
def stylesheet(page: str) -> str:
    """Return the whole look of a page that has its styles from a file of their own."""
    jinja = environment(next(iter(built_in().values())))
    files = (jinja.get_template(f"look/{name}.css") for name in ("shared", page))
    return "\n".join((str(_tokens().tokens()), *(file.render() for file in files)))


@cache
def seat_colours() -> tuple[tuple[str, str], ...]:
    """Return the colours of a game's seats, each with the ink that reads best on it."""
    return tuple((colour, ink) for colour, ink in _tokens().seat_colours)
