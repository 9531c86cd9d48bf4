"""Short ways to write a thread and to scan it, without the markup of any forum."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem.forum.scan.questions import Scan
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread
from pbem.language.reading import MarkedLine

ARENA = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\nOptions: hp=20\n\n== 0 ==\n"
#: With a plan that waits for Bob.
LAVA = """Game: lava
Name: pit
Seats: Ann, Bob

== 0 ==
Ann: e 0,0
Plan of Ann:
  if Bob: b 0,1 then a 0,2
"""
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def at(minute: int) -> datetime:
    """A moment of the day on which all is played."""
    return NOON + timedelta(minutes=minute)


def post(number: int, author: str, text: str = "", **more: Any) -> Post:
    """A post of plain lines, `*bold*` ones set off; posted at its number."""
    lines = []
    for line in text.split("\n"):
        bare = line.strip("*")
        lines.append(MarkedLine(bare, "new", (bare,) if line != bare else ()))
    more.setdefault("time", at(number))
    return Post(
        number=number, author=author, lines=tuple(lines), key=str(number), **more
    )


def report(number: int, serial: int, more: str = "") -> Post:
    """A report of the moderator."""
    return post(number, "Gina", f"game duel #{serial}{more}")


def opened(*more: Post) -> tuple[Post, ...]:
    """The duel with turn 0 complete and reported in posts 1 to 5, and more."""
    first = (post(2, "Ann", "fire C3"), post(3, "Bob", "air F6"))
    return (report(1, 0), *first, post(4, "Cid", "water A8"), report(5, 1), *more)


def read(posts: Iterable[Post], *answers: str, text: str = ARENA) -> Scan:
    """The scan of posts."""
    return scan(text, Thread("A duel", tuple(posts)), answers)


def entries(found: Scan) -> list[str]:
    """The orders of the record, without the header and comments."""
    body = found.text.split("== 0 ==")[1]
    return [line for line in body.splitlines() if line[:1].isalpha()]


def asked(found: Scan) -> list[tuple[int, str, str]]:
    """Posts, codes and proposals of the questions that ask."""
    return [
        (one.post.number, one.code, one.proposal) for one in found.questions if one.asks
    ]
