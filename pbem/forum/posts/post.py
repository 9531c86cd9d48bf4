"""The next post of a thread out of a record: parts of a length the forum takes,
each with the header line by which the next scan knows where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pbem.forum.annotations import game_settings
from pbem.forum.annotations.remembered import recall
from pbem.forum.annotations.report_header import header
from pbem.forum.annotations.timing import due_words
from pbem.forum.posts.dialect import Dialect
from pbem.pages import page
from pbem.pages.page import Block
from pbem.protocol import Seat
from pbem.record.replay import Story
from pbem.report import builder
from pbem.report.model import Reader, Report
from pbem.report.plans import step_blocks

MAX_OPEN_LINES = 30  #: of a section; longer ones are folded where a forum can
_HEADER_CHARS = 400  #: characters of a part kept for its title and header line


@dataclass(frozen=True, slots=True)
class Posts:
    """What goes out after a turn."""

    public: tuple[str, ...]  #: the parts of the public post
    private: dict[Seat, tuple[str, ...]]  #: messages for those who see more


def posts(
    story: Story,
    dialect: Dialect,
    *,
    record: str = "",
    begin: bool = False,
    limit: int | None = None,
    until: datetime | None = None,
    picture: str = "",
    replay: str = "",
    tell: Callable[[Reader], Report] | None = None,
    brief: bool = False,
    reached: Collection[Seat] | None = None,
    also: Sequence[Block] = (),
) -> Posts:
    """Return the posts for a forum: the public one in parts, and private messages.

    With `begin` the settings of the game are in front, as the first post of
    a thread has them; `record` is the text that they are read from. `picture`
    is the address of a picture of the board, for forums that show one, `replay` one
    of the game turn by turn; `tell` makes the report for a reader, by default that of
    the last turn. Private messages are whole reports, or where they are to be `brief`,
    what the public one does not say; `also` is below the public one. Who sees no
    more than all gets one only to hear what his plan did, and only if he is `reached`
    (None: everybody is).
    """
    tell = tell or partial(builder.report, story)
    report = tell(Reader())
    blocks = report.blocks()
    if begin:
        settings = tuple(game_settings.write(story.header, recall(record)))
        blocks[1:1] = [Block("==", ("Game settings",)), Block("|", settings)]
    shown = ""
    if picture and dialect.picture is not None:
        shown = dialect.picture(picture, "The board")
    after = dialect.link(replay, "The game so far, turn by turn") if replay else ""
    make = _Maker(story, dialect, limit or dialect.max_chars, until, after)
    serials = {chapter.serial for chapter in report.chapters}
    private = {}
    for seat in story.header.seats:
        if seat in story.header.bots:
            continue
        mine, news = tell(Reader(seat=seat)), step_blocks(story, seat, serials)
        more = _sees_more(mine, report)
        if not more and not (news and (reached is None or seat in reached)):
            continue
        private_blocks = mine.blocks()
        if not more:
            private_blocks = private_blocks[:1]
        elif brief:
            private_blocks = _beyond(private_blocks, report.blocks())
        private[seat] = make.parts([*private_blocks, *news], "")
    return Posts(make.parts([*blocks, *also], shown), private)


def seats_with_secrets(
    story: Story, tell: Callable[[Reader], Report]
) -> tuple[Seat, ...]:
    """Return the seats of people who may see more than the public."""
    public = tell(Reader())
    people = (seat for seat in story.header.seats if seat not in story.header.bots)
    return tuple(one for one in people if _sees_more(tell(Reader(seat=one)), public))


def _sees_more(mine: Report, public: Report) -> bool:
    """Return whether a seat is told more than everybody."""
    own, shared = ([one.events for one in x.chapters] for x in (mine, public))
    return mine.view != public.view or own != shared


def _beyond(mine: Sequence[Block], public: Sequence[Block]) -> list[Block]:
    """Return a report without the lines that are in the public one, too."""
    known = {line for block in public for line in block.lines}
    found: list[Block] = []
    for block in mine[1:]:
        if block.kind == "==":
            if found and found[-1].kind == "==":
                found.pop()  # nothing was left below it
            found.append(block)
        elif block.kind == "|":
            found += [block] * (block not in public)
        elif lines := tuple(line for line in block.lines if line not in known):
            found.append(Block(block.kind, lines))
    while found and found[-1].kind == "==":
        found.pop()
    return [mine[0], *found]


@dataclass(frozen=True, slots=True)
class _Maker:
    """A maker of parts out of blocks."""

    story: Story
    dialect: Dialect
    limit: int
    until: datetime | None
    after: str = ""  #: what is below the last part

    def parts(self, blocks: Sequence[Block], shown: str) -> tuple[str, ...]:
        """Return the parts of a post, none longer than the forum takes."""
        title = blocks[0].lines[0].partition(" :: ")[0] if blocks else ""
        room = max(self.limit - _HEADER_CHARS - len(title), 400)
        bodies: list[list[str]] = [[shown] if shown else []]
        size = len(shown)
        last = [self.after] if self.after else []
        for piece in (*self._pieces(blocks[1:], room), *last):
            if size and size + len(piece) + 2 > room:
                bodies.append([])
                size = 0
            bodies[-1].append(piece)
            size += len(piece) + 2
        count = len(bodies)
        return tuple(
            "\n\n".join([self._title(title, at, count), *body]) + "\n"
            for at, body in enumerate(bodies, 1)
        )

    def _title(self, title: str, part: int, parts: int) -> str:
        name, serial = self.story.name, self.story.table.serial
        line = header(name, serial, part=part, parts=parts, until=self.until)
        write = self.dialect.block
        line = f"  {line}" if self.dialect.wraps else write(Block("", (line,)))
        head = f"{write(Block('=', (title or name,)))}\n\n{line}"
        if self.until is None or part > 1:
            return head
        return f"{head}\n\n{write(Block('', (due_words(self.until),)))}"

    def _pieces(self, blocks: Sequence[Block], room: int) -> Iterator[str]:
        """Yield the sections, long ones folded away, each piece at most `room` long."""
        sections: list[list[Block]] = [[]]
        for block in blocks:
            if block.kind == "==" and sections[-1]:
                sections.append([])
            sections[-1].append(block)
        for at, section in enumerate(sections):
            lines = sum(len(page.to_text([one]).splitlines()) for one in section)
            ends = at in (0, len(sections) - 1)
            if self.dialect.hide is None or lines <= MAX_OPEN_LINES or ends:
                for block in section:
                    yield from self._cut(block, room)
                continue
            heading, *inner = section  # only the first section has none
            yield from self._folded(" ".join(heading.lines), inner, room)

    def _folded(self, title: str, blocks: Sequence[Block], room: int) -> Iterator[str]:
        assert self.dialect.hide is not None
        texts: list[str] = []
        inside = room - len(title) - 60
        for block in blocks:
            for piece in self._cut(block, inside):
                if texts and sum(len(x) + 2 for x in texts) + len(piece) > inside:
                    yield self.dialect.hide(title, "\n\n".join(texts))
                    texts = []
                texts.append(piece)
        yield self.dialect.hide(title, "\n\n".join(texts))

    def _cut(self, block: Block, room: int) -> Iterator[str]:
        """Yield a block as text; one that is too long in several blocks of its kind."""
        text = self.dialect.block(block)
        if len(text) <= room:
            yield text
        elif len(block.lines) > 1:
            half = len(block.lines) // 2
            yield from self._cut(Block(block.kind, block.lines[:half]), room)
            yield from self._cut(Block(block.kind, block.lines[half:]), room)
        elif block.lines and len(block.lines[0]) > 1:
            for line in page.wrap(block.lines[0], max(room // 3, 1)):
                yield self.dialect.block(Block(block.kind, (line,)))
