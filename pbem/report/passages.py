"""The passages of a handbook that a question may mean.

SQLite's full-text index finds and ranks them: it knows "move" in "moving", and that a
word that stands everywhere tells little.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pbem.pages.page import Block
from pbem.report import handbook

SHARE = 0.5  #: of what a question is about, that a passage must speak of
MOST_WORDS = 40  #: of a question that are looked up
_INDEX = "CREATE VIRTUAL TABLE part USING fts5(above, passage, tokenize=porter)"
_WORD = re.compile(r"[^\W\d_]{3,}|[^\W_]*\d[^\W_]*")  #: or a number, "A16", "1NE"
_QUESTION = re.compile(r"[^.!?\n]*\?")
#: What is asked of a referee, and not of a handbook, and words that any question has.
_COMMON = """what how why when where which who whose can may must does the and are will
would should could have has had for with that this they them then than not you your from
into about there here get got make use used tell please question wonder happens
happen mean means exactly did was were one any all its much many far let out own
still yet already just now today tonight tomorrow week deadline late turn turns
game games play player players send sends anybody nobody somebody everybody anything
nothing something everything sorry thanks hello"""
_IDLE = frozenset(_COMMON.split())


def about(book: Path, text: str, names: str = "") -> list[Block]:
    """Return what a handbook says of a question: of the passages that speak of most of
    it the first, and the one that says least else, each below its heading; [] where
    none speaks of half of it. Names say nothing."""
    asked = " ".join(_QUESTION.findall(text)) or text
    terms = sorted(_words(asked) - _words(names) - _IDLE)[:MOST_WORDS]
    parts = [*_parts(book)]
    with closing(sqlite3.connect(":memory:")) as conn:
        try:
            conn.execute(_INDEX)
        except sqlite3.OperationalError:  # SQLite was built without it
            return []
        rows = [(heading, passage) for heading, passage, _ in parts]
        conn.executemany("INSERT INTO part VALUES (?, ?)", rows)
        holds = {word: _holding(conn, f'"{word}"') for word in terms}
        ranked = _holding(conn, " OR ".join(f'"{word}"' for word in terms))
    speaks = {at: sum(at in held for held in holds.values()) for at in ranked}
    most = max([SHARE * len(terms), *speaks.values()])
    fit = [at for at in ranked if speaks[at] >= most]
    found: list[Block] = []
    for at in sorted({min(fit), fit[0]} if fit else ()):
        heading, _, block = parts[at - 1]
        found += [Block("==", (heading,)), block] if heading else [block]
    return found


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _holding(conn: sqlite3.Connection, words: str) -> list[int]:
    """Return the parts that hold words, by their numbers from 1, the best first."""
    if not words:
        return []
    query = "SELECT rowid FROM part WHERE part MATCH ? ORDER BY rank, rowid"
    return [number for (number,) in conn.execute(query, (words,))]


def _parts(book: Path) -> Iterator[tuple[str, str, Block]]:
    """Yield what can be found in a handbook: paragraphs, items, drawings and tables,
    each with its heading and in one line."""
    heading, title, first = "", True, True
    for block in handbook.blocks(book.read_text(encoding="utf-8")):
        if block.kind in ("=", "=="):
            heading, title = block.lines[0], block.kind == "="
        elif first or not title:  # who made it is of no use
            first = False
            pieces = [Block("-", (line,)) for line in block.lines]
            for piece in pieces if block.kind == "-" else [block]:
                yield heading, " ".join(piece.lines), piece
