"""What is on the page for one reader: the letter it would get, and its orders.

A column is made of what its reader may know. Each part of it that the game fails to
make says so in its place; the others stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from pbem.pages import page
from pbem.protocol import Seat
from pbem.report import board_image, builder
from pbem.report.html import parted
from pbem.report.model import Reader
from pbem.web import presenters
from pbem.web.play import moves
from pbem.web.play.breakage import Breakage
from pbem.web.play.moves import Moves
from pbem.web.play.rehearsal import WatchedGame
from pbem.workspace import order_preview
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.order_preview import SentOrder


class ReportPreview(NamedTuple):
    """A report as its reader would get it."""

    before: Markup  #: what is above the picture, or all of it
    after: Markup
    picture: bool
    undrawn: Breakage | None  #: how the game fails to draw it
    drawing: Markup  #: the board as text, where the picture has its place
    text: str  #: all of it as a letter of plain text; empty: it is a page


@dataclass(frozen=True, slots=True)
class Column:
    """A reader's part of the page."""

    reader: Reader
    number: int  #: of the seat in the record; -1: nobody's seat
    letter: ReportPreview | Breakage
    awaited: bool = False
    asked: bool = False  #: the open window is the seat's
    sent: list[SentOrder] | Breakage | tuple[()] = ()
    moves: Moves | Breakage | None = None

    @property
    def seat(self) -> Seat:
        """Whose it is; empty: the public's or the moderator's."""
        return self.reader.seat or ""


def column(
    rehearsal: WatchedGame, game: LoadedGame, reader: Reader, *, text: bool
) -> Column:
    """Return a reader's part of the page, its letter as text or as a page."""
    story, seat = game.story, reader.seat or ""
    letter = rehearsal.attempt(
        lambda: _letter(rehearsal, game, reader, text=text), "report", seat
    )
    if not seat:
        return Column(reader, -1, letter)
    window = game.window
    asked = window is not None and seat in window.seats
    offered = None
    if asked:
        offered = rehearsal.attempt(lambda: moves.unasked(story, seat), "moves", seat)
    return Column(
        reader,
        story.header.seats.index(seat),
        letter,
        awaited=seat in builder.awaited(story, reader),
        asked=asked,
        sent=rehearsal.attempt(
            lambda: order_preview.sent_orders(game, seat), "receipt", seat
        ),
        moves=offered,
    )


def _letter(
    rehearsal: WatchedGame, game: LoadedGame, reader: Reader, *, text: bool
) -> ReportPreview:
    report = builder.report(game.story, reader)
    blocks = report.blocks()
    nothing = Markup()
    if text:
        return ReportPreview(
            nothing, nothing, False, None, nothing, page.to_text(blocks)
        )
    picture = board_image.can_draw(game.story.game)
    undrawn = None
    if picture:
        # The browser asks for it by itself, and would not say why there is none.
        tried = rehearsal.attempt(lambda: board_image.svg(report), "picture", "")
        undrawn = tried if isinstance(tried, Breakage) else None
    before, after = parted(report, blocks)
    drawn = board_image.position(report, "board") if picture else []
    html = [presenters.as_part(page.to_html(part)) for part in (before, after, drawn)]
    return ReportPreview(html[0], html[1], picture, undrawn, html[2], "")
