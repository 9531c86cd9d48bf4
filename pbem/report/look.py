"""One look for all that is shown: `templates/look/` has it, this hands it out."""

from __future__ import annotations

from typing import Any

from pbem.pages.wording import shared_templates


def _tokens() -> Any:
    return shared_templates().get_template("look/tokens.html.j2").module


def stylesheet(page: str) -> str:
    """Return the whole look of a page that has its styles from a file of their own."""
    jinja = shared_templates()
    files = (jinja.get_template(f"look/{name}.css") for name in ("shared", page))
    return "\n".join((str(_tokens().tokens()), *(file.render() for file in files)))


def seat_colours() -> tuple[tuple[str, str], ...]:
    """Return the colours of a game's seats, each with the ink that reads best on it."""
    return tuple((colour, ink) for colour, ink in _tokens().seat_colours)
