"""What a page shows of a game: reports in every form, colours, times."""

from __future__ import annotations

import re

from markupsafe import Markup

from pbem.pages import page
from pbem.plugins.games import Game
from pbem.protocol import Seat
from pbem.record.header import Unreadable
from pbem.record.replay import Story
from pbem.report import board_image, builder
from pbem.report.look import seat_colours
from pbem.report.model import Reader, Report
from pbem.workspace.loaded_game import LoadedGame

#: What nobody sees, or what turns the direction of writing.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)


def visible(text: object) -> str:
    """Return a text with a mark in place of each character that nobody sees.

    >>> visible("a\\u202eb\\u200bc")
    'a\u25c6b\u25c6c'
    """
    return _UNSEEN.sub("\u25c6", str(text))


def colour(story: Story, seat: Seat) -> int:
    """Return the number of a player's colour in the pictures; -1: no colour."""
    seats = story.header.seats
    if seat not in seats or not _painted(story.game):
        return -1
    return seats.index(seat) % len(seat_colours())


def _painted(game: Game) -> bool:
    """Return whether a game's pictures show players, not pieces, in our colours."""
    if not board_image.can_draw(game):
        return False
    template = game.templates / game.template("board.svg.j2")
    return "colours[" in template.read_text(encoding="utf-8")


def caret(fault: Unreadable) -> str:
    """Return the mark under the place of a fault."""
    return " " * max(0, min(fault.column, 200) - 1) + "^"


def reader(game: LoadedGame, choice: str, display: str = "board") -> Reader:
    """Return whom a report is for: "", the public; "*", the moderator; or a seat."""
    if choice == "*":
        return Reader(moderator=True, display=display)
    seat = choice if choice in game.story.header.seats else None
    return Reader(seat=seat, display=display)


def report(game: LoadedGame, who: Reader, turn: int | None = None) -> Report:
    """Return the last report, or the one after a turn. Raises IndexError."""
    if turn is None:
        return builder.report(game.story, who)
    played = [one for one in game.played if one.serial == turn]
    return builder.report_after(game.story, who, played[-1])


def body(one: Report) -> Markup:
    """Return a report as a part of a page."""
    return as_part(page.to_html(one.blocks()))


def as_part(html: str) -> Markup:
    """Return what page.to_html made, which escapes every word, as a part of a page.

    Headings go one step lower, and drawings can be scrolled by keyboard.
    """
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = re.sub(r"<(/?)h2>", r"<\1h3>", html)
    return Markup(re.sub(r"<(/?)h1>", r"<\1h2>", html))


def plan_shown(markup: str) -> Markup:
    """Return what the lines of a plan would do, as a part of a page."""
    return as_part(page.to_html(page.blocks(markup)))


def headline(one: Report) -> str:
    """Return the news of a report in a line."""
    texts = [block for block in one.blocks() if block.kind == ""]
    return " ".join(texts[0].lines) if texts else ""


_SECONDS = {"day": 86400, "hour": 3600, "minute": 60}


def ago(seconds: float) -> tuple[int, str]:
    """Return how long ago, in the largest unit that fits.

    >>> ago(7300), ago(12)
    ((2, 'hour'), (0, 'minute'))
    """
    for unit, length in _SECONDS.items():
        if seconds >= length:
            return int(seconds // length), unit
    return 0, "minute"
