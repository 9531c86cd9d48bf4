"""Letters as outlines in SVG's path language: a painter then needs no fonts.

HarfBuzz shapes them, with the fonts that we ship: DejaVu Sans, plain and bold.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional

from pbem.report.svg_text import BOLD, REGULAR
from pbem.resources import folder

if TYPE_CHECKING:
    import uharfbuzz  # type: ignore[import-untyped]

Point = tuple[float, float]
_LEFTWARDS = {"R", "AL", "AN"}  #: letters of scripts that run to the left, by Unicode


class Word(NamedTuple):
    """A text as it is written in one line, from 0 0 on its base line, in pixels."""

    glyphs: tuple[tuple[float, float, str], ...]  #: x, y, and an outline from there
    wide: float


def leftwards(text: str) -> bool:
    """Whether some of a text runs from right to left, which is not laid out here."""
    return not text.isascii() and any(bidirectional(x) in _LEFTWARDS for x in text)


@lru_cache(maxsize=2048)
def word(text: str, size: float, bold: bool) -> Word:
    """Return a text of letters of so many pixels, laid out from left to right."""
    import uharfbuzz

    font = _font(bold)
    pixels = size / font.face.upem
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    at, found = 0, list[tuple[float, float, str]]()
    for letter, place in zip(
        buffer.glyph_infos, buffer.glyph_positions or (), strict=True
    ):
        if drawn := outline(letter.codepoint, size, bold):
            x, y = (at + place.x_offset) * pixels, -place.y_offset * pixels
            found.append((x, y, drawn))
        at += place.x_advance
    return Word(tuple(found), at * pixels)


@lru_cache(maxsize=4096)
def outline(glyph: int, size: float, bold: bool) -> str:
    """Return a glyph as steps from where it stands; nothing where it is blank."""
    font = _font(bold)
    pen = _Pen(size / font.face.upem)
    font.draw_glyph_with_pen(glyph, pen)
    return "".join(pen.steps)


@cache
def _font(bold: bool) -> uharfbuzz.Font:
    import uharfbuzz

    file = folder("templates") / "fonts" / f"{BOLD if bold else REGULAR}.ttf"
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(file.read_bytes())))


class _Pen:
    """Writes down what a font draws, y downwards, in steps of hundredths of a pixel.

    Its methods are those that HarfBuzz calls.
    """

    def __init__(self, scale: float) -> None:
        self.steps: list[str] = []
        self._scale = scale
        self._at = self._start = (0.0, 0.0)

    def _step(self, kind: str, *points: Point) -> None:
        (x, y), by = self._at, self._scale
        placed = [(round(a * by, 2), round(-b * by, 2)) for a, b in points]
        numbers = [f"{far:.4g}" for a, b in placed for far in (a - x, b - y)]
        # A sign keeps numbers apart as well as a blank does.
        self.steps.append(kind + " ".join(numbers).replace(" -", "-"))
        self._at = placed[-1]

    def moveTo(self, to: Point) -> None:
        self._step("m", to)
        self._start = self._at

    def lineTo(self, to: Point) -> None:
        self._step("l", to)

    def qCurveTo(self, *points: Point) -> None:
        self._step("q", *points)

    def curveTo(self, *points: Point) -> None:
        self._step("c", *points)

    def closePath(self) -> None:
        self.steps.append("z")
        self._at = self._start
