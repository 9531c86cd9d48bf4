"""What fits into a line of a picture, and what stands for letters our font lacks.

A browser finds letters in other fonts when it shows a picture; a PNG has those of
the font that we ship, which writes the alphabets of Europe and the Near East.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from functools import cache
from unicodedata import east_asian_width

from pbem.system.resources import folder

REGULAR, BOLD = "DejaVuSans", "DejaVuSans-Bold"
SPELT = 3  #: Latin letters at most for each that our font does not have
BROAD, SLIM = 1.8, 0.7  #: ems that such a letter is taken to need: broad in Chinese


def fit(text: str, room: float, size: float, bold: bool = False) -> str:
    """A text cut so that it is at most so wide, in pixels, with "…" for the rest.

    >>> fit("Wilhelmina", 200, 15), fit("Wilhelmina", 60, 15), fit("iiiiiiii", 30, 15)
    ('Wilhelmina', 'Wilhe…', 'iii…')
    """
    if wide(text, size, bold) <= room:
        return text
    while text and wide(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(
    text: str, room: float, size: float, bold: bool = False, most: int = 2
) -> list[str]:
    """A text in lines that are at most so wide, in pixels, and at most so many.

    >>> wrapped("A quiet turn: nobody was hurt.", 150, 15)
    ['A quiet turn:', 'nobody was hurt.']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or wide(longer, size, bold) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, room, size, bold) for line in lines]


def wide(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in pixels: about, where its letters join."""
    known = widths(BOLD if bold else REGULAR)
    return size * sum(known.get(ord(one)) or _guessed(one) for one in text)


def _guessed(letter: str) -> float:
    """Return how wide a letter is, in ems, that our font lacks."""
    return BROAD if east_asian_width(letter) in "WF" else SLIM


def mixed(colour: str, ground: str, share: float) -> str:
    """Return what a colour looks like that lets a ground through: drawn so, it takes
    half of the time.

    >>> mixed("#ff0000", "#ffffff", 0.2)
    '#ffcccc'
    """
    pairs = [
        (int(one[at : at + 2], 16)) for at in (1, 3, 5) for one in (colour, ground)
    ]
    tops, grounds = pairs[::2], pairs[1::2]
    parts = (
        round(top * share + low * (1 - share))
        for top, low in zip(tops, grounds, strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def legible(picture: str) -> str:
    """An SVG in which our font has every letter: others are spelt in Latin ones.

    >>> legible("<text>Ann, Ελένη, 田中, 🎲</text>")
    '<text>Ann, Ελένη, TianZhong, game die</text>'
    """
    known = widths(REGULAR)
    strange = [x for x in set(picture) if ord(x) not in known and x not in "\n\t"]
    if not strange:
        return picture
    runs = "[" + re.escape("".join(strange)) + "]+"
    return re.sub(runs, lambda run: _spelt(run[0]), picture)


def _spelt(run: str) -> str:
    """Letters in Latin ones, in the room that `wide` takes them to need."""
    from anyascii import anyascii

    words = re.sub(r"[^A-Za-z0-9]+", " ", anyascii(run)).strip()
    room = max(SPELT * len(run), 10)
    if len(words) > room:
        words = words[: max(words.rfind(" ", 0, room + 1), 0) or room]
    return words or "*"


# A font takes 5 ms to read: each picture waits for it once.
@cache
def widths(font: str) -> Mapping[int, float]:
    """How wide each letter of a font is, in ems, by its code point."""
    data = (folder("templates") / "fonts" / f"{font}.ttf").read_bytes()
    tables = {
        data[at : at + 4]: struct.unpack_from(">8xL", data, at)[0]
        for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)
    }
    (em,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (count,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    advances = struct.unpack_from(">" + "H2x" * count, data, tables[b"hmtx"])
    return {
        code: advances[min(glyph, count - 1)] / em
        for code, glyph in _letters(data, tables[b"cmap"])
    }


def _letters(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """The code points of a font, and their glyphs: the table of format 12."""
    for at in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        (offset,) = struct.unpack_from(">4xL", data, cmap + 4 + 8 * at)
        kind, groups = struct.unpack_from(">H10xL", data, cmap + offset)
        if kind == 12:
            for group in range(groups):
                place = cmap + offset + 16 + 12 * group
                first, last, glyph = struct.unpack_from(">LLL", data, place)
                codes = range(first, last + 1)
                yield from zip(codes, range(glyph, 2**16), strict=False)
            return
