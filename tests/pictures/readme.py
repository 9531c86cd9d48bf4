"""The pictures of the README, as they are drawn from the examples."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pbem.report import board_image, builder
from pbem.report.model import Reader
from pbem.system.resources import folder
from pbem.testing.pages import story

WIDTH = 420  #: pixels


class Shown(NamedTuple):
    """A turn of an example, and who looks at it."""

    game: str
    example: str
    turn: int  #: -1: the last one
    theme: str = "light"
    seat: str | None = None

    @property
    def file(self) -> Path:
        """Where the picture lies."""
        return folder("games") / self.game / "pictures" / f"{self.example}.png"

    def drawn(self) -> bytes:
        """The picture."""
        place = folder("games") / self.game / "examples" / f"{self.example}.txt"
        told, played = story(place)
        report = builder.report_after(told, Reader(seat=self.seat), played[self.turn])
        return board_image.png(board_image.svg(report, self.theme), WIDTH)


PICTURES = (
    Shown("arena", "five-towers", 4),
    Shown("lava", "three-rivers", -1),
    Shown("magma", "partners", -1),
    Shown("magblast", "screamers", 14, seat="Bob"),
    Shown("mars", "slug-supper", -1),
    Shown("diplomacy", "first-year", 1),
)
