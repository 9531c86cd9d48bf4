"""The commitments to all orders, opened in the last report."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pbem.report import page
from pbem.server.game import commitments
from pbem.server.outbound import templates

MAX_SHOWN = 400  #: orders that the last report opens; `proof` in an answer brings more


def blocks(link: Connection, game_id: int, *, whole: bool = False) -> list[page.Block]:
    """Return what the last report says of the seals."""
    lines = commitments.openings(link, game_id)
    if not lines:
        return []
    most = len(lines) if whole else MAX_SHOWN
    shown = [piece for line in lines[:most] for piece in _folded(line)]
    return templates.blocks("seals", lines=shown, more=max(0, len(lines) - most))


def _folded(line: str) -> list[str]:
    """Return a line in pieces that fit; the further ones are indented."""
    from textwrap import wrap

    return wrap(line, 68, subsequent_indent="   ", break_on_hyphens=False)
