"""The report that a thread waits for: all turns that were played since the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Literal, TypeAlias

from pbem.forum.annotations.remembered import Memory
from pbem.forum.annotations.report_header import header
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.posts.post import posts
from pbem.forum.scan.authors import members_of
from pbem.forum.scan.ballots import ballot_blocks
from pbem.forum.thread import Thread
from pbem.pages.page import Block
from pbem.protocol import Seat
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.watch.client import Client
from pbem.watch.parcels import OutgoingReport, Parcel, digest_of
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.published import addresses
from pbem.workspace.unreported import telling, turns_since

#: That another report of the turn went out; that hands may have been sent by hand.
Doubt: TypeAlias = Literal["", "again", "opening"]


@dataclass(frozen=True, slots=True)
class DuePost:
    """A report that is not in the thread yet."""

    serial: int  #: the open turn that it leads to
    since: int  #: the last report before it
    digest: str  #: of what it says, without a deadline, and to whom
    text_digest: str  #: of what it says alone
    parcels: list[Parcel]
    strangers: tuple[Seat, ...] = ()  #: seats with a message, and no known member
    doubt: Doubt = ""  #: why only the moderator can decide whether to post it

    @property
    def name(self) -> str:
        """What it is called."""
        if self.doubt == "opening":
            return "the private messages of the beginning"
        if all(one.seat for one in self.parcels):
            return "what is for a new player alone"
        return f"the report that opens turn {self.serial}"


def report_due(
    game: LoadedGame,
    thread: Thread,
    memory: Memory,
    client: type[Client],
    last: OutgoingReport | None = None,
    until: datetime | None = None,
    address: str = "",
) -> DuePost | None:
    """Return what a game's thread waits for; None: it has all reports.

    `last` is what went out last. The report is the same whatever has come in for the
    turn that is open now. Where the first post of a thread opens the game, only what
    each seat alone may know of it is left to be sent.
    """
    report_since = partial(_report_since, game, thread, memory, client, until, address)
    in_thread = memory.report.serial if memory.report else -1
    known = max(in_thread, last.serial if last else -1)
    if game.now > known:
        return report_since(max(known, 0))
    over = game.window is None
    if last is not None and over and not last.over and game.now == last.serial:
        return report_since(last.serial)  # it ended in the middle of a turn
    if last is None:
        opens = game.now == 0 and client.sends
        found = report_since(0, private=True) if opens else None
        return replace(found, doubt="opening") if found and found.parcels else None
    if game.now != last.serial or game.now < in_thread:
        return None
    found = report_since(last.since, private=all(one.seat for one in last.parcels))
    if found.text_digest != last.digest:
        return replace(found, doubt="again")
    # A substitute gets what the former player knew of the open turn.
    gone = {one.seat for one in last.parcels if one.seat and one.to in memory.left}
    found = report_since(last.since, private=True)
    anew = [one for one in found.parcels if one.seat in gone and one.to]
    return replace(found, parcels=anew) if anew else None


def _report_since(
    game: LoadedGame,
    thread: Thread,
    memory: Memory,
    client: type[Client],
    until: datetime | None,
    address: str,
    since: int,
    *,
    private: bool = False,
) -> DuePost:
    """Return a report of all turns from `since` on, perhaps without its public part."""
    story, played = turns_since(game, since)
    members = members_of(thread, memory, story.header)

    def parcels(
        until: datetime | None, also: Sequence[Block] = (), address: str = ""
    ) -> list[Parcel]:
        links = addresses(game, address)
        found = _parcels(story, played, client, members, until, also, links)
        return [one for one in found if one.seat or not private]

    due_parcels = parcels(None)  # neither a deadline nor votes make it another report
    missing = dict.fromkeys(one.seat for one in due_parcels if one.seat and not one.to)
    digest, text = (
        digest_of(due_parcels, members=members) for members in (True, False)
    )
    also = ballot_blocks(memory, story.header)
    if until is not None or also or address:
        due_parcels = parcels(until, also, address)
    return DuePost(game.now, since, digest, text, due_parcels, tuple(missing))


def _parcels(
    story: Story,
    since: list[Played],
    client: type[Client],
    members: Mapping[Seat, str],
    until: datetime | None,
    also: Sequence[Block],
    links: tuple[str, str],
) -> list[Parcel]:
    story, tell = telling(story, since)
    dialect = known_dialects()[client.dialect]
    reached = members if client.sends else ()
    make = partial(posts, story, dialect, until=until, tell=tell, reached=reached)
    forum_posts, own = (
        make(also=also, replay=links[0], picture=links[1]),
        make(limit=client.message_chars, brief=bool(client.message_chars)),
    )
    count = len(forum_posts.public)
    found = [
        Parcel(header(story.name, story.table.serial, part=at, parts=count), text)
        for at, text in enumerate(forum_posts.public, 1)
    ]
    for seat, parts in own.private.items():
        for at, text in enumerate(parts, 1):
            head = header(story.name, story.table.serial, part=at, parts=len(parts))
            to = members.get(seat, "")
            found.append(Parcel(f"{head}, for {seat}", text, seat, to))
    return found
