"""However a PNG is packed, it is whole and shows the same."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Callable

import pytest
from PIL import Image

from pbem.report import board_image
from pbem.report.painting import painted
from pbem.report.png import COLOURS, few_colours, packed
from tests.pictures.stories import GAMES, recorded, reports


def pixels(png: bytes) -> list[bytes]:
    """The lines of a PNG in red, green, blue (alpha), as its standard reads them."""
    at, chunks = 8, dict[bytes, bytes]()
    while at < len(png):
        size, kind = struct.unpack_from(">L4s", png, at)
        body = png[at + 8 : at + 8 + size]
        check = struct.unpack_from(">L", png, at + 8 + size)[0]
        assert zlib.crc32(kind + body) == check
        assert kind not in chunks
        chunks[kind] = body
        at += 12 + size
    wide, high, depth, kind = struct.unpack_from(">LLBB", chunks[b"IHDR"])
    step = {2: 3, 3: 1, 6: 4}[kind]
    listed = [b"PLTE"] if kind == 3 else []
    assert list(chunks) == [b"IHDR", *listed, b"IDAT", b"IEND"]
    table = chunks.get(b"PLTE", b"")
    assert len(table) <= 3 * COLOURS
    assert depth == 8
    data = zlib.decompress(chunks[b"IDAT"])
    assert len(data) == high * (wide * step + 1)
    found = []
    for start in range(0, len(data), wide * step + 1):
        line = bytearray(data[start + 1 : start + 1 + wide * step])
        assert data[start] == 0
        if step == 1:
            line = bytearray(b"".join(table[3 * n : 3 * n + 3] for n in line))
            assert len(line) == 3 * wide  # each names a colour that is listed
        found.append(bytes(line))
    return found


def each(lines: list[bytes]) -> list[tuple[int, ...]]:
    """Its pixels, one after the other."""
    return [tuple(line[at : at + 3]) for line in lines for at in range(0, len(line), 3)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_few_colours_show_the_same_in_fewer_bytes(game: str, theme: str) -> None:
    drawn = board_image.svg(reports(recorded(game)[0])[-1], theme)
    picture = painted(drawn, 300)
    png, small = packed(picture), few_colours(picture)
    assert len(small) < 0.5 * len(png)
    before, after = each(pixels(png)), each(pixels(small))
    pairs = Counter(zip(before, after, strict=True))
    off = {pair: max(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in pairs}
    # What is drawn in one colour is still in one, and nobody sees another; the
    # edges between two are rounded, none of them to a colour of its own.
    areas = [pair for pair, number in pairs.items() if number > 100]
    assert areas
    assert len({one for one, _ in areas}) == len(areas)
    assert max(off[pair] for pair in areas) <= 12
    assert max(off.values()) <= 64


@pytest.mark.parametrize("by", [packed, few_colours])
def test_one_pixel_is_a_picture_too(by: Callable[[Image.Image], bytes]) -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">'
        '<rect width="1" height="1" fill="#123456"/></svg>'
    )
    assert pixels(by(painted(drawn))) == [bytes((0x12, 0x34, 0x56))]


def test_what_lets_its_ground_through_still_does() -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1">'
        '<rect width="1" height="1" fill="#123456"/></svg>'
    )
    assert pixels(packed(painted(drawn))) == [
        bytes((0x12, 0x34, 0x56, 255, 0, 0, 0, 0))
    ]
