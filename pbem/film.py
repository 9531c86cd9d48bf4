"""A game as one self-contained page with the board at every turn.

Boards and reports of successive turns share most of their lines, so the page
holds each line once, and a frame is a list of numbers of lines.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem import page, picture, telling
from pbem.referee import Played
from pbem.replay import Story
from pbem.report import Reader, Report, environment


@dataclass(slots=True)
class Lines:
    """Each line once, in the order of first use."""

    numbers: dict[str, int] = field(default_factory=dict)

    def pack(self, text: str) -> list[int]:
        """The numbers of a text's lines.

        >>> lines = Lines()
        >>> lines.pack("a\\nb\\na"), lines.pack("b")
        ([0, 1, 0], [1])
        """
        return [self.numbers.setdefault(x, len(self.numbers)) for x in text.split("\n")]


def film(
    story: Story, played: Sequence[Played], reader: Reader, record: str = ""
) -> str:
    """The page, for a reader, of all these windows and the position after them.

    `record` is the turn file to download; only a moderator's page may have it.
    """
    lines = Lines()
    frames = []
    last: Report | None = None
    for one in played:
        last = telling.report_after(story, reader, one)
        frames.append(_frame(lines, last))
    if last is None:
        last = telling.report(story, reader)
        frames.append(_frame(lines, last))
    data = {"lines": list(lines.numbers), "frames": frames}
    template = environment(story.game).get_template("film.html.j2")
    return template.render(
        title=story.game.title,
        name=story.name,
        data=_script(data),
        still=picture.svg(last),
        report=page.to_html(last.blocks()),
        record=_address(record) if record and reader.moderator else "",
        last=len(frames) - 1,
    )


def _frame(lines: Lines, report: Report) -> dict[str, object]:
    blocks = report.blocks()
    titles = [line for block in blocks if block.kind == "=" for line in block.lines]
    told = [block for block in blocks if block.kind != "|"]
    return {
        "title": titles[0].split(" :: ")[0] if titles else report.name,
        "board": lines.pack(picture.svg(report)),
        "report": lines.pack(page.to_html(told)),
    }


def _script(data: object) -> str:
    """JSON that may stand inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028")


def _address(record: str) -> str:
    return "data:text/plain;charset=utf-8;base64," + base64.b64encode(
        record.encode()
    ).decode()
