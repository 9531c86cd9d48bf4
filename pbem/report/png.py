"""PNG files made smaller: resvg packs them for speed alone.

deflate, unlike the zlib of one machine or another, gives the same bytes everywhere.
"""

from __future__ import annotations

import struct
from io import BytesIO

LEVEL, DENSE = 6, 9  #: of deflate's, beyond which more time gains next to nothing
COLOURS = 128  #: of a small picture, edges and all
PALETTE = 3  #: PNG's number for pixels that name a colour of a list


def packed(png: bytes) -> bytes:
    """The same picture in a third of the bytes, within milliseconds."""
    import deflate

    head, lines = _opened(png)
    return _closed(head, bytes(deflate.zlib_compress(lines, LEVEL)))


def few_colours(png: bytes) -> bytes:
    """An opaque picture in at most COLOURS colours: a third of `packed` or less.

    What is drawn in one colour stays in one, within a tenth of what an eye can tell
    between two of a game's; only the soft edges between them are rounded.
    """
    import deflate
    from PIL import Image

    with Image.open(BytesIO(png)) as picture:
        plain = picture.convert("RGB")
    octree, none = Image.Quantize.FASTOCTREE, Image.Dither.NONE
    found = plain.quantize(COLOURS, method=octree, dither=none)
    wide, high = found.size
    places = found.tobytes()
    lines = b"".join(
        b"\0" + places[at : at + wide] for at in range(0, wide * high, wide)
    )
    colours = bytes((found.getpalette() or [])[: 3 * (max(places) + 1)])
    head = struct.pack(">LLBBBBB", wide, high, 8, PALETTE, 0, 0, 0)
    return _closed(head, bytes(deflate.zlib_compress(lines, DENSE)), colours)


def _opened(png: bytes) -> tuple[bytes, bytes]:
    """The head of a PNG with four bytes a pixel, and its lines."""
    import deflate

    at, chunks = 8, {b"IHDR": b"", b"IDAT": b""}
    while at < len(png):
        size, kind = struct.unpack_from(">L4s", png, at)
        if kind in chunks:
            chunks[kind] += png[at + 8 : at + 8 + size]
        at += 12 + size
    wide, high = struct.unpack_from(">LL", chunks[b"IHDR"])
    lines = deflate.zlib_decompress(chunks[b"IDAT"], high * (4 * wide + 1))
    return chunks[b"IHDR"], bytes(lines)


def _closed(head: bytes, lines: bytes, colours: bytes = b"") -> bytes:
    import deflate

    chunks = [b"IHDR" + head, b"IDAT" + lines, b"IEND"]
    if colours:
        chunks.insert(1, b"PLTE" + colours)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">L", len(chunk) - 4)
        + chunk
        + struct.pack(">L", deflate.crc32(chunk))
        for chunk in chunks
    )
