"""PNG files of pictures, small and quickly made.

deflate, unlike the zlib of one machine or another, gives the same bytes everywhere.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from PIL import Image

#: Of deflate's, beyond which more time gains little (of what is sent, a hundredth).
LEVEL, DENSE = 3, 8
COLOURS = 128  #: of a small picture, edges and all
#: PNG's numbers for pixels that name a colour of a list, or are one: opaque, or not.
PALETTE, OPAQUE, CLEAR = 3, 2, 6


def packed(picture: Image.Image) -> bytes:
    """A picture in red, green, blue and alpha as a file, without alpha if it can be."""
    if picture.getchannel("A").getextrema() == (255, 255):
        return _file(picture.convert("RGB"), OPAQUE, LEVEL)
    return _file(picture, CLEAR, LEVEL)


def few_colours(picture: Image.Image) -> bytes:
    """An opaque picture in at most COLOURS colours: a third of `packed` or less.

    What is drawn in one colour stays in one, within a tenth of what an eye can tell
    between two of a game's; only the soft edges between them are rounded.
    """
    from PIL import Image

    octree, none = Image.Quantize.FASTOCTREE, Image.Dither.NONE
    found = picture.convert("RGB").quantize(COLOURS, method=octree, dither=none)
    _, last = cast(tuple[int, int], found.getextrema())
    colours = bytes((found.getpalette() or [])[: 3 * (last + 1)])
    return _file(found, PALETTE, DENSE, colours)


def _file(picture: Image.Image, kind: int, level: int, colours: bytes = b"") -> bytes:
    import deflate

    wide, high = picture.size
    pixels = picture.tobytes()
    step = len(pixels) // high
    lines = b"".join(
        [b"\0" + pixels[at : at + step] for at in range(0, len(pixels), step)]
    )
    chunks = [
        b"IHDR" + struct.pack(">LLBBBBB", wide, high, 8, kind, 0, 0, 0),
        b"IDAT" + bytes(deflate.zlib_compress(lines, level)),
        b"IEND",
    ]
    if colours:
        chunks.insert(1, b"PLTE" + colours)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">L", len(chunk) - 4)
        + chunk
        + struct.pack(">L", deflate.crc32(chunk))
        for chunk in chunks
    )
