"""A game as one self-contained page with the board at every turn.

Boards and reports of successive turns share most of their lines, so the page
holds each line once, and a frame is a list of numbers of lines; of its board a list
of what it shares with the one before, and the numbers of what is new.
"""

from __future__ import annotations

import base64
import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.pages import page
from pbem.pages.wording import environment, words
from pbem.protocol import Seat, Stages, failures
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import board_image, builder
from pbem.report.html import parted
from pbem.report.model import FaultMessage, Reader, Report

_SHORT = 3  #: lines that are repeated rather than pointed at


@dataclass(slots=True)
class LineTable:
    """Each line once, in the order of first use."""

    numbers: dict[str, int] = field(default_factory=dict)

    def pack(self, text: str) -> list[int]:
        """The numbers of a text's lines.

        >>> lines = LineTable()
        >>> lines.pack("a\\nb\\na"), lines.pack("b")
        ([0, 1, 0], [1])
        """
        return [self.numbers.setdefault(x, len(self.numbers)) for x in text.split("\n")]


class Remark(NamedTuple):
    """Something that was written to others while a window was open."""

    serial: int
    sender: Seat | None  #: None: the game master
    text: str
    to: tuple[Seat, ...] | None = None  #: None: to everybody

    def is_for(self, reader: Reader) -> bool:
        """Whether a reader may know of it."""
        if self.to is None or reader.moderator:
            return True
        return reader.seat is not None and reader.seat in (self.sender, *self.to)


def film(
    story: Story,
    played: Sequence[Played],
    reader: Reader,
    record: str = "",
    *,
    faults: bool = False,
    press: Sequence[Remark] = (),
    home: str = "",
) -> str:
    """Return the replay page for a reader, over these windows and the position after
    them.

    Each frame goes by the number that its report has in letters ("lava #3"). `record`
    is the turn file to download; only a moderator's page has it. With
    `faults`, orders that were refused are told beside the turn that they were
    for; `press` is what was written, of which the page has what the reader may
    read. `home` is the address of the page that this one is reached from.
    """
    reports = [builder.report_after(story, reader, one) for one in played]
    now = builder.report(story, reader)
    # A secret that somebody has left since makes no picture for the others.
    if not played or (now.view, now.truth) != (reports[-1].view, reports[-1].truth):
        reports.append(now)
    serials = [one.serial for one in played]
    asides: dict[int, list[FaultMessage]] = {}
    if faults:
        for fault in builder.faults(story, reader):
            if builder.is_doubt(fault.fault):
                continue
            found = asides.setdefault(fault.serial, [])
            found.append(builder.fault_message(story, fault))
    remarks = [one for one in press if one.is_for(reader)]
    lines, frames = LineTable(), []
    for number, report in enumerate(reports):
        serial = serials[number] if number < len(serials) else story.table.serial
        frame = _frame(lines, report)
        notices = {
            "faults": _notices_html(report, asides.get(serial, ()), ()),
            "press": _notices_html(
                report, (), [x for x in remarks if x.serial == serial]
            ),
        }
        frame |= {name: lines.pack(text) for name, text in notices.items() if text}
        if number < len(played):
            steps = _stages(story, played[number], reader)
            if len(drawn := [lines.pack(text) for text in steps]) > 1:
                frame["stages"] = drawn
        frames.append(frame)
    boards = [frame["board"] for frame in frames]
    for frame, before, after in zip(frames, [[], *boards], boards, strict=False):
        frame["board"] = since(before, after)
    data = {"lines": list(lines.numbers), "frames": frames}
    template = environment(story.game).get_template("film.html.j2")
    return template.render(
        title=story.game.title,
        name=story.name,
        seat=reader.seat,
        home=home,
        data=_script(data),
        still=_board(reports[-1]),
        roles=story.game.roles_of(story.header.seats),
        report=_report_html(reports[-1]),
        faults=faults,
        press=bool(remarks),
        record=_address(record) if record and reader.moderator else "",
        serial=reports[-1].serial,
        last=len(frames) - 1,
    )


def since(before: Sequence[int], after: Sequence[int]) -> list[int | tuple[int, int]]:
    """Return numbers; stretches of those before are the two places they lie between.

    >>> since([5, 6, 7, 8, 9], [6, 7, 8, 3, 9])
    [(1, 4), 3, 9]
    """
    places: dict[int, list[int]] = {}
    for place, number in enumerate(before):
        places.setdefault(number, []).append(place)
    found: list[int | tuple[int, int]] = []
    at = place = 0
    while at < len(after):
        there = places.get(after[at], ())
        start = there[bisect_left(there, place) % len(there)] if there else 0
        size = 0
        for one, other in zip(before[start:], after[at:], strict=False):
            if one != other:
                break
            size += 1
        if size < _SHORT:
            found += after[at : at + max(size, 1)]
        else:
            place = start + size
            found.append((start, place))
        at += max(size, 1)
    return found


def _frame(lines: LineTable, report: Report) -> dict[str, Any]:
    title, ending, news = board_image.caption(report)
    short = title.removeprefix(report.name)
    if short.startswith((",", ":")):
        title = short[2:3].upper() + short[3:]
    return {
        "number": report.serial,
        "title": title,
        "news": f"{ending} {news}".strip(),
        "board": lines.pack(_board(report)),
        "report": lines.pack(_report_html(report)),
    }


def _stages(story: Story, played: Played, reader: Reader) -> Iterator[str]:
    """Yield the pictures of the steps in which a window was resolved."""
    rules = story.game.rules
    if not isinstance(rules, Stages) or not board_image.can_draw(story.game):
        return
    orders = {}
    for seat, order in played.orders.items():
        bound = failures.bind(rules, played.before, seat, order).order
        if bound is not None:
            orders[seat] = bound
    own = words(story.game)
    for number, step in enumerate(rules.stages(played.before, orders), 1):
        now = played._replace(step=step, news=())
        report = builder.report_after(story, reader, now)
        texts = [own.tell(e, report.view, reader) for e in report.chapters[0].events]
        news = " ".join(
            f"{one[:1].upper()}{one[1:].rstrip('.')}." for one in texts if one
        )
        title = f"{story.name}: step {number} of turn {played.serial}"
        yield board_image.svg(report, above=board_image.Caption(title, "", news))


def _board(report: Report) -> str:
    """The picture of the board, or what the report says of it in a game without."""
    if board_image.can_draw(report.game):
        return board_image.svg(report)
    return _html(board_image.position(report, report.reader.display))


def _report_html(report: Report) -> str:
    """The report without the position, which is next to it."""
    before, after = parted(report, report.blocks(), position_elsewhere=True)
    headed = [_headed(block) if block.kind == "=" else block for block in before]
    return _html([*headed, *after])


def _headed(block: page.Block) -> page.Block:
    """A title without the name of the game, which is above the page."""
    return block._replace(lines=(block.lines[0].partition(" :: ")[0],))


def _notices_html(
    report: Report, troubles: Sequence[FaultMessage], press: Sequence[Remark]
) -> str:
    template = environment(report.game).get_template("beside.j2")
    blocks = page.blocks(template.render(troubles=troubles, press=press))
    return _html(blocks) if blocks else ""


def read_press(text: str) -> list[Remark]:
    """What was written, from JSON: a list of serial, sender, text and to.

    Raises ValueError.

    >>> read_press('[{"serial": 2, "sender": "Ann", "text": "Peace?", "to": ["Bob"]}]')
    [Remark(serial=2, sender='Ann', text='Peace?', to=('Bob',))]
    """
    import msgspec

    class ReplayLine(msgspec.Struct, forbid_unknown_fields=True):
        serial: int
        text: str
        sender: str | None = None
        to: tuple[str, ...] | None = None

    found = msgspec.json.decode(text, type=list[ReplayLine])
    return [Remark(one.serial, one.sender, one.text, one.to) for one in found]


def _script(data: object) -> str:
    """JSON that may stand inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028")


def _address(record: str) -> str:
    coded = base64.b64encode(record.encode()).decode()
    return f"data:text/plain;charset=utf-8;base64,{coded}"


def _html(blocks: list[page.Block]) -> str:
    """Return blocks as HTML in which drawings can be scrolled by keyboard."""
    return page.to_html(blocks).replace("<pre>", '<pre tabindex="0">')
