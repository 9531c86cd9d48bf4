"""How well orders are read out of posts as people write them: a count, and the rest.

    python -m tests.forum.score_phrasings FILE

FILE has a posting a line: `game | posting | order` (nothing: chatter), in the positions
below, or sections as tests/forum/phrasings.txt has them. Each posting becomes a post of
a saved thread, below the moderator's report, and is scanned as by `pbem forum read`.
What the moderator is told of each row of phrasings.txt is kept in phrasings.told, which
`python -m tests.kept phrasings` writes anew: read the difference.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.detect import read_all
from pbem.forum.scan.question_text import markup
from pbem.forum.scan.questions import AcceptedOrders, Question, Scan, read_sheet
from pbem.forum.scan.scan import scan
from pbem.plugins.games import find
from pbem.protocol import Seat
from pbem.record.replay import Story
from pbem.record.turn_file import Heading, Unreadable

ROWS = Path(__file__).with_name("phrasings.txt")
TOLD = ROWS.with_suffix(".told")
ASKED = "asked"  #: what a row means that wants a question, whatever it proposes
KINDS = (
    "right",
    "asked, right",
    "asked, other",
    "asked, none",
    "silent",
    "wrong",
    "chatter, right",
    "chatter asked",
)
_OPENED = "Ann: fire C3\nBob: air F6\nCid: water E2\n"
_POSITIONS = {
    "arena": f"Game: arena\nSeats: Ann, Bob, Cid\n\n== 0 ==\n{_OPENED}",
    "magma": "Game: magma\nSeats: Ann, Bob\n\n== 0 ==\n",
    "lava": "Game: lava\nSeats: Ann, Bob\n\n== 0 ==\n",
}
_SECTION = re.compile(r"([^:\n]*): (\w+)\n(.*)\n----\n(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Row:
    """Posts of one seat, and the orders they mean."""

    game: str
    record: str
    seat: Seat
    posting: str
    meant: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a scan made of a row."""

    row: Row
    kind: str
    found: Scan


def rows(text: str) -> Iterator[Row]:
    """Yield what a file holds."""
    for part in ("\n" + text).split("\n==== ")[1:]:
        match = _SECTION.fullmatch(part.strip("\n"))
        assert match is not None, part[:60]
        record = match[3] if "\n== 0 ==" in match[3] else f"{match[3]}\n\n== 0 =="
        for line in filter(None, match[4].split("\n")):
            posting, meant = line.split("\t")
            yield Row(match[1], f"{record}\n", match[2], posting, meant)
    if "\n==== " not in text:
        for line in text.split("\n"):
            if line.strip() and not line.startswith("#"):
                game, _, rest = line.partition(" | ")
                posting, _, meant = rest.rpartition(" | ")
                record = _POSITIONS[game.strip()]
                yield Row(game.strip(), record, "Ann", posting, meant.strip())


def page(posts: list[tuple[str, str]]) -> bytes:
    """A topic of Discourse as it is saved: authors, and what they typed."""
    cooked = [
        {
            "id": number,
            "post_number": number,
            "username": author,
            "created_at": f"2026-11-20T10:{number:02}:00.000Z",
            "cooked": "".join(
                f"<p>{escape(part, quote=False).replace(chr(10), '<br>')}</p>"
                for part in text.split("\n\n")
            ),
        }
        for number, (author, text) in enumerate(posts, 1)
    ]
    topic = {"title": "A game", "id": 57, "slug": "a", "post_stream": {"posts": cooked}}
    return json.dumps(topic).encode()


def scanned(row: Row) -> Scan:
    """A scan of the row's posts below the moderator's report."""
    head, _, body = row.record.partition("\n")
    remembered = "# forum: moderator Gina\n\n== "
    text = f"{head}\nName: a\n{body}".replace("== 0 ==", f"{remembered}0 ==", 1)
    if "== Position ==" in text:
        text = f"{head}\nName: a\n{body}# forum: moderator Gina\n"
    serial = AnnotatedRecord(text).serial
    report = f"Next turn\ngame a #{serial}, orders until 2026-11-27 20:00 UTC"
    posts = [("Gina", report)]
    for one in row.posting.split(" || "):
        posts.append((row.seat, one.replace("\\n", "\n")))
    return scan(text, read_all([page(posts)], ["Ann", "Bob", "Cid"]))


def _closed(story: Story) -> object:
    """The state when the open window is closed, whoever has not answered."""
    story = story.copy()
    story.take(Heading(story.table.serial + 1, 0))
    return story.table.state


def _after(text: str, seat: Seat, orders: str) -> object:
    """The state to which orders in the place of a record's own lead."""
    tried = AnnotatedRecord(text).try_(seat, read_sheet(orders))
    if tried.refused:
        return None
    return _state(tried.story)


def _state(story: Story) -> object:
    try:
        return _closed(story)
    except Unreadable:
        answers = story.table.answers.items()
        return story.table.state, {seat: str(sent.order) for seat, sent in answers}


def judged(row: Row) -> Outcome:
    """What became of a row."""
    found = scanned(row)
    last = len(row.posting.split(" || ")) + 1
    asks = [one for one in found.questions if one.asks and one.post.number == last]
    took = [one for one in found.accepted if one.post.number == last]
    return Outcome(row, _kind(row, found, asks, took), found)


def _kind(
    row: Row, found: Scan, asks: list[Question], took: list[AcceptedOrders]
) -> str:
    if not row.meant:
        if took:
            return "wrong"
        return "chatter asked" if asks else "chatter, right"
    if row.meant == ASKED:
        if took and not asks:
            return "wrong"
        return "right" if asks else "silent"
    meant = " // ".join(row.meant.split(" ;; "))
    right = _after(found.before, row.seat, meant)
    assert right is not None, row
    if took and not asks:
        return "right" if _state(_told(found)) == right else "wrong"
    if took and _state(_told(found)) != right:
        return "wrong"
    if not asks:
        same = found.accepted and _state(_told(found)) == right
        return "right" if same else "wrong" if found.accepted else "silent"
    proposals = [one.proposal for one in asks if one.proposal]
    if not proposals:
        return "asked, none"
    first = _after(found.before, row.seat, proposals[0])
    return "asked, right" if first == right else "asked, other"


def _told(found: Scan) -> Story:
    """The story of a record to which posts were added."""
    return AnnotatedRecord(found.text).story


def kept(outcomes: Iterable[Outcome]) -> str:
    """What the moderator is told of each row, a line each."""
    lines = []
    for one in outcomes:
        game = find(AnnotatedRecord(one.found.text).record.header.game)
        page = markup(one.found, game, written=False).split("\n")
        said = " | ".join(filter(None, page[1:-1])).replace(" (/t/a/57/2)", "")
        lines.append(f"{one.row.posting} -> {said.replace('== Orders found | ', '')}\n")
    return "".join(lines)


def write() -> None:
    """Write what is kept anew."""
    found = [judged(row) for row in rows(ROWS.read_text("utf-8"))]
    TOLD.write_text(kept(found), "utf-8")


def main(paths: list[str]) -> int:
    """Print what is not right, and how many rows there are of each kind."""
    outcomes = [
        judged(row)
        for path in paths
        for row in rows(Path(path).read_text(encoding="utf-8"))
    ]
    for one in outcomes:
        if one.kind in ("right", "chatter, right"):
            continue
        print(f"{one.kind:14} {one.row.game}: {one.row.posting}  [{one.row.meant}]")
        for taken in one.found.accepted:
            print(f"{'':14}   took {taken.sheet}")
        for asked in one.found.questions:
            print(f"{'':14}   {asked.code}: {asked.proposal}")
    count = Counter(one.kind for one in outcomes)
    orders = sum(count[kind] for kind in KINDS[:6])
    print(f"\n{len(outcomes)} postings, {orders} of them with orders")
    for kind in KINDS:
        share = f" ({count[kind] / orders:.0%})" if kind in KINDS[:6] and orders else ""
        print(f"{count[kind]:5} {kind}{share}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
