"""Pixels of an SVG: by ThorVG, which is quick, where it knows all that is in it, and
by resvg, which knows all of SVG, where it does not.
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, cast

from pbem.report.painting.plain import Unknown, plain
from pbem.report.svg_text import legible
from pbem.resources import folder

if TYPE_CHECKING:
    from PIL import Image
    from thorvg_python.engine import Engine

KEPT_BYTES = 4 << 20  #: more than a picture of a letter takes in one piece
_SIZE = re.compile(r'<svg [^>]*?\bwidth="(\d+)" height="(\d+)"')
_one_at_a_time = Lock()


def painted(picture: str, width: int | None = None) -> Image.Image:
    """Return an SVG in red, green, blue and alpha, in its own width or another.

    The same on every machine: only our fonts are used.
    """
    picture = legible(picture)
    try:
        return quickly(picture, width)
    except Unknown:
        return thoroughly(picture, width)


def quickly(picture: str, width: int | None = None) -> Image.Image:
    """Return what ThorVG paints. Raises Unknown for what is not sure to be right."""
    from PIL import Image
    from thorvg_python.base import Colorspace
    from thorvg_python.canvas.sw import SwCanvas
    from thorvg_python.paint.picture import Picture

    shapes = plain(picture)
    size = _SIZE.match(shapes)
    if size is None:
        raise Unknown("no size")
    wide, high = int(size[1]), int(size[2])
    wide, high = width or wide, -(-high * (width or wide) // wide)
    with _one_at_a_time:
        engine = _engine()
        canvas, drawing = SwCanvas(engine), Picture(engine)
        done = [
            canvas.set_target(wide, high, cs=Colorspace.ABGR8888S),
            drawing.load_data(shapes.encode(), "svg", None, True),
            drawing.set_size(wide, high),
            canvas.add(drawing),
            canvas.update(),
            canvas.draw(True),
            canvas.sync(),
        ]
        canvas.destroy()
    if any(done):
        raise Unknown(str(done))
    pixels = cast(bytearray, canvas.buffer_arr)  # each canvas has another
    return Image.frombuffer("RGBA", (wide, high), pixels, "raw", "RGBA", 0, 1)


def thoroughly(picture: str, width: int | None = None) -> Image.Image:
    """Return what resvg paints. Raises ValueError for what is no SVG."""
    import resvg_py
    from PIL import Image

    found = resvg_py.svg_to_bytes(
        svg_string=picture,
        width=width,
        font_files=_fonts(),
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
        skip_system_fonts=True,
    )
    with Image.open(BytesIO(bytes(found))) as opened:
        return opened.convert("RGBA")


@cache
def _engine() -> Engine:
    from thorvg_python.engine import THORVG_LIB, Engine

    if THORVG_LIB is None:  # it needs C++'s own library, which a system may lack
        raise Unknown("no ThorVG on this machine")
    # A picture takes megabytes for a moment, and fresh pages of memory take a fifth of
    # its time: once so much was given back at once, glibc keeps that (mallopt(3)).
    bytes(KEPT_BYTES)
    return Engine(threads=0)


@cache
def _fonts() -> list[str]:
    return [str(path) for path in sorted((folder("templates") / "fonts").glob("*.ttf"))]
