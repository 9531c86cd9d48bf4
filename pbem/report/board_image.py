"""A report's board as a picture: SVG by templates, PNG from the SVG.

A picture is drawn from the same view as the report, so nothing can be in it
that its reader may not know.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.pages import page
from pbem.pages.svg_text import legible
from pbem.pages.wording import environment
from pbem.plugins.games import Game
from pbem.report.look import seat_colours
from pbem.report.model import Report
from pbem.system.resources import folder

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES = 120_000  #: what forums and mail programs show at once
#: The share of a picture from which on a colour stays as it is, and how many others
#: there may be: in most pictures, and in those that would be above MAX_BYTES.
FINE, COARSE = (2000, 96), (540, 8)


class Caption(NamedTuple):
    """What is above a picture, which is sent on without its report."""

    title: str  #: of the report: the game and its turn
    ending: str  #: who has won; nothing before the end
    news: str  #: what happened last, in a line


class ImageText(NamedTuple):
    """A picture in words."""

    caption: Caption  #: of its report
    alt: str  #: the position, a line each, for those who do not see it


def svg(
    report: Report,
    theme: str = "auto",
    *,
    key: bool = False,
    above: Caption | None = None,
    words: ImageText | None = None,
    headed: bool = True,
) -> str:
    """The board as a self-contained SVG; `words` are its report's, if they are known.

    `theme` is "light", "dark", or "auto": as the reader's screen is. With `key` all
    kinds of pieces are shown beside the board, in games that know such a chart.
    `above` is in the place of the report's own caption; a picture that is not
    `headed` shows none, as its page tells that already.
    """
    game = report.game
    template = environment(game).get_template(game.template("board.svg.j2"))
    own, alt = words or in_words(report)
    more = {"theme": theme, "colours": seat_colours(), "key": key, "headed": headed}
    texts = {"caption": above or own, "alt": alt}
    return template.render({**report.context(), **more, **texts})


# Players of a game who see the same board wait for one picture, not for one each: it
# takes ten times as long as the rest of their letter.
@lru_cache(maxsize=16)
def png(picture: str, width: int | None = None) -> bytes:
    """An opaque SVG as PNG, in its own width or another. Raises ValueError for others.

    It has few colours, fewer where it would be above MAX_BYTES. An area of one colour
    stays one; only the soft edges between areas are rounded.
    """
    from PIL import Image

    with Image.open(BytesIO(painted(picture, width))) as drawn:
        fine = drawn.convert("RGB")
    file = BytesIO()
    for share, edges in (FINE, COARSE):
        file = BytesIO()
        _in_few(fine, share, edges).save(file, "PNG", optimize=True)
        if file.tell() <= MAX_BYTES:
            break
    return file.getvalue()


def _in_few(fine: Image.Image, share: int, edges: int) -> Image.Image:
    """A picture in the colours that cover one `share`-th of it or more, and in at most
    `edges` others that are as unlike as can be."""
    from PIL import Image

    pixels = fine.width * fine.height
    found = sorted(fine.getcolors(pixels) or (), reverse=True)
    colours: list[Any] = [colour for number, colour in found]
    areas = sum(number * share > pixels for number, _ in found[: 256 - edges])
    values = [value for colour in colours[:areas] for value in colour]
    if rest := colours[areas:]:
        each_once = Image.new("RGB", (len(rest), 1))
        each_once.putdata(rest)
        few = each_once.quantize(edges, Image.Quantize.MAXCOVERAGE)
        values += (few.getpalette() or [])[: 3 * edges]
    palette = Image.new("P", (1, 1))
    palette.putpalette(values)
    return fine.quantize(palette=palette, dither=Image.Dither.NONE)


def painted(picture: str, width: int | None = None) -> bytes:
    """Return an SVG as PNG in full colour. Raises ValueError if it is not an SVG.

    It looks the same on every machine: only the fonts that we ship are used.
    """
    import resvg_py

    drawn = resvg_py.svg_to_bytes(
        svg_string=legible(picture),
        width=width,
        font_files=_fonts(),
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
        skip_system_fonts=True,
    )
    return bytes(drawn)


def _fonts() -> list[str]:
    return [str(path) for path in sorted((folder("templates") / "fonts").glob("*.ttf"))]


def caption(report: Report) -> Caption:
    """What is above the picture of a report."""
    return _in_words(report, "list")[0]


def in_words(report: Report) -> ImageText:
    """What a picture says in words."""
    own, blocks = _in_words(report, "list")
    text = page.to_text(blocks, width=10_000)
    lines = [" ".join(line.split()) for line in text.split("\n") if line]
    return ImageText(own, "\n".join(lines))


def position(report: Report, display: str) -> list[page.Block]:
    """What the report says of the position, and nothing else of it."""
    return _in_words(report, display)[1]


def _in_words(report: Report, display: str) -> tuple[Caption, list[page.Block]]:
    """The caption of a picture, and the position that it shows."""
    more = {
        "display": display,
        "position_of": report.template,
        "troubles": (),
        "chapter": report.chapters[-1] if report.chapters else None,
    }
    template = environment(report.game).get_template("alt.j2")
    blocks = page.blocks(template.render({**report.context(), **more}))
    parted = [at for at, block in enumerate(blocks) if block.kind == "="][1]
    title, ending, news = report.name, "", []
    for block in blocks[:parted]:
        text = " ".join(block.lines)
        if block.kind == "=":
            title = text.partition(" :: ")[0]
        elif text.startswith("ending :: "):
            ending = text.partition(" :: ")[2]
        elif block.kind != "*":
            news.append(text)
    return Caption(title, ending, " ".join(news)), blocks[parted + 1 :]


def can_draw(game: Game) -> bool:
    """Whether a game has a picture."""
    return game.has_template("board.svg.j2")
