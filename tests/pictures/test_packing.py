"""However a PNG is packed, it is whole and shows the same."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import pytest

from pbem.report import board_image
from pbem.report.png import dense
from tests.pictures.stories import GAMES, recorded, reports


def pixels(png: bytes) -> list[bytes]:
    """The lines of a PNG in red, green and blue, as its standard reads them."""
    at, chunks = 8, dict[bytes, bytes]()
    while at < len(png):
        size, kind = struct.unpack_from(">L4s", png, at)
        body = png[at + 8 : at + 8 + size]
        check = struct.unpack_from(">L", png, at + 8 + size)[0]
        assert zlib.crc32(kind + body) == check
        assert kind not in chunks
        chunks[kind] = body
        at += 12 + size
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    wide, high, depth, kind = struct.unpack_from(">LLBB", chunks[b"IHDR"])
    step = {2: 3, 6: 4}[kind]
    assert depth == 8
    data = zlib.decompress(chunks[b"IDAT"])
    assert len(data) == high * (wide * step + 1)
    found = []
    for start in range(0, len(data), wide * step + 1):
        line = bytearray(data[start + 1 : start + 1 + wide * step])
        assert data[start] in (0, 1)
        if data[start] == 1:
            for place in range(step, len(line)):
                line[place] = (line[place] + line[place - step]) % 256
        if step == 4:
            assert set(line[3::4]) == {255}
            del line[3::4]
        found.append(bytes(line))
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_dense_picture_shows_the_same_in_fewer_bytes(game: str, theme: str) -> None:
    drawn = board_image.svg(reports(recorded(game)[0])[-1], theme)
    png = board_image.png(drawn, 300)
    small = dense(png)
    assert len(small) < 0.9 * len(png)
    assert pixels(small) == pixels(png)
    assert dense(small) == small


@pytest.mark.parametrize("by", [bytes, dense])
def test_one_pixel_is_a_picture_too(
    by: Callable[[bytes], bytes],
) -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">'
        '<rect width="1" height="1" fill="#123456"/></svg>'
    )
    assert pixels(by(board_image.png(drawn))) == [bytes((0x12, 0x34, 0x56))]
