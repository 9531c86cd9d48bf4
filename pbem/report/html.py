"""A report as a page with its picture: for letters, and for a file of its own.

The picture stands where the drawing in text is in other forms. A letter has
it as a PNG that it carries along, named by a content id; a page has it as SVG.
Neither asks anybody for anything when it is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from pbem.pages import page
from pbem.pages.wording import environment, shared_templates
from pbem.report import board_image
from pbem.report.model import Report, render

if TYPE_CHECKING:
    from css_inline import CSSInliner

BIGGEST = 190_000  #: bytes of a letter with all that it carries, as it is sent
#: Pixels: what a phone shows, and less where a letter is long. A game whose picture has
#: small letters says in game.toml that it begins with more: `fine = true`.
WIDTHS = (480, 440, 400, 360, 300)
FINE = (800, 720, 640, 560)
SHOWN, SHOWN_FINE = 480, 640  #: pixels of the page, at most


def html_page(report: Report) -> str:
    """The report as one self-contained page, with its picture if it has one."""
    if not _shows(report):
        return render(report, "html")
    before, after = parted(report, report.blocks())
    template = environment(report.game).get_template("pictured.html.j2")
    return template.render(
        before=page.to_html(before),
        after=page.to_html(after),
        drawing=board_image.svg(report, headed=False),
        title=report.game.title,
        name=report.name,
    )


def html_letter(
    report: Report, body: Sequence[page.Block] | None = None, lead: str = ""
) -> tuple[str, list[tuple[str, bytes]]]:
    """The HTML part of a letter, and the pictures that it shows by content id.

    `body` is what the letter says, the report's own blocks by default; `lead` is
    a line above it, such as the one that replies are cut at. Styles are inlined.
    A letter so long that no picture fits keeps its drawing in text.
    """
    blocks = list(report.blocks() if body is None else body)
    if _shows(report):
        source = _content_id(report)
        before, after = parted(report, blocks)
        words = board_image.in_words(report)
        fine = bool(report.game.facts.get("fine"))
        wide = str(SHOWN_FINE if fine else SHOWN)
        given = {"lead": lead, "source": source, "alt": words.alt, "wide": wide}
        letter = _letter(report, before, after, **given)
        # The text part is about as long; base64 makes four bytes of three.
        room = int((BIGGEST - 2.2 * len(letter.encode())) * 0.73)
        drawn = board_image.svg(report, "light", words=words, headed=False)
        if png := _small(drawn, room, (*FINE, *WIDTHS) if fine else WIDTHS):
            return letter, [(source, png)]
    return _letter(report, blocks, lead=lead), []


def plain_letter(
    body: Sequence[page.Block],
    lead: str = "",
    name: str = "",
    link: tuple[str, str] = ("", ""),
) -> str:
    """The HTML part of a letter about no position, such as an invitation; with a link
    that sends a command: the command, and a mailto URL."""
    command, click = link
    return _letter(None, body, lead=lead, name=name, command=command, click=click)


def _letter(
    report: Report | None,
    before: Sequence[page.Block],
    after: Sequence[page.Block] = (),
    *,
    name: str = "",
    **given: str,
) -> str:
    more = {
        "before": page.to_html(list(before), letter=True),
        "after": page.to_html(list(after), letter=True),
        "title": f"{report.name} - {report.game.title}" if report else name or "pbem",
    }
    jinja = environment(report.game) if report else shared_templates()
    template = jinja.get_template("letter.html.j2")
    return _inliner().inline(
        template.render({"source": "", "click": "", "wide": SHOWN, **given, **more})
    )


def _inliner() -> CSSInliner:
    from css_inline import CSSInliner

    # What depends on the reader's screen has to stay a sheet of styles.
    return CSSInliner(
        keep_style_tags=True,
        keep_at_rules=True,
        remove_inlined_selectors=True,
        load_remote_stylesheets=False,
    )


def _shows(report: Report) -> bool:
    return report.reader.display != "list" and board_image.can_draw(report.game)


def parted(
    report: Report, blocks: list[page.Block], *, position_elsewhere: bool = False
) -> tuple[list[page.Block], list[page.Block]]:
    """What is above and below the picture.

    The drawing in text, with its legend, gives way to the picture; where there
    is none, the picture is below the news. With `position_elsewhere` the position is
    shown in another place, as a picture or in text.
    """
    if not position_elsewhere and not _shows(report):
        return blocks, []
    drawn = board_image.position(report, report.reader.display)
    for at in range(len(blocks) - len(drawn) + 1):
        if drawn and blocks[at : at + len(drawn)] == drawn:
            return blocks[:at], blocks[at + len(drawn) :]
    news = [n for n, block in enumerate(blocks) if block.kind not in ("=", "")]
    at = news[0] if news else len(blocks)
    return blocks[:at], blocks[at:]


def _content_id(report: Report) -> str:
    """A name for the picture that no other letter of a game has for its own."""
    whose = f"{report.game.name} {report.name} {report.reader.seat}"
    return f"board-{report.serial}-{crc32(whose.encode()):08x}@pbem"


def _small(drawn: str, room: int, widths: Sequence[int]) -> bytes:
    """A picture as PNG, narrower where it would be too big; none if it still is."""
    wide, size = 1, 0
    for width in widths:
        # Few widths need to be tried: bytes shrink no faster than pixels do.
        if size * (width / wide) ** 2 > room:
            continue
        png = board_image.png(drawn, width)
        if len(png) <= room:
            return png
        wide, size = width, len(png)
    return b""
