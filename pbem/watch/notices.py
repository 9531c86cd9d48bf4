"""Short posts of a watched thread: reminders, what is held, more time.

Each has a title that no other post has, is noted before it is sent, and is never made
twice: neither by us nor where somebody has posted it by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from pbem.forum.annotations.remembered import plain
from pbem.forum.annotations.report_header import header
from pbem.forum.annotations.timing import (
    due,
    due_words,
    grace_of,
    hold_seconds,
    zone_of,
)
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.scan.authors import People, members_of
from pbem.forum.scan.questions import AcceptedOrders, Scan, spelt
from pbem.forum.thread import Thread
from pbem.pages.wording import shared_templates
from pbem.protocol import Seat
from pbem.schedule.phrases import format_deadline, format_moment
from pbem.watch.client import Client
from pbem.watch.parcels import Parcel, Parcels
from pbem.watch.sending import SETTLE_SECONDS, posts_with_header
from pbem.watch.state import HeldOrder
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.more_time import extension
from pbem.workspace.open_matters import AwaitedPlayer, OpenMatters
from pbem.workspace.silence import Quiet, letter

_WRONG = re.compile(r"(?:no,? )?(?:that(?:'s| is| was) )?wrong\b", re.IGNORECASE)
REMINDER = timedelta(hours=24)  #: before the deadline
CALL = timedelta(days=2)  #: after it: then somebody else is looked for


class Notices(Parcels):
    """The notices of a game that went out, or are going out."""


@dataclass(slots=True)
class NoticeBuilder:
    """Builds the notices of a game from its thread, as just read, and its forum."""

    game: LoadedGame
    found: Scan
    matters: OpenMatters
    client: type[Client]
    held: HeldOrder | None = None
    pace: str = ""  #: how long a turn may take, where the game does not say it
    notices: list[Parcel] = field(default_factory=list)

    def due(self) -> list[Parcel]:
        """Return the notices that the thread should have now."""
        if self.game.window is not None and self.client.dialect:
            self._hold()
            if not self.found.unreported:
                self._deadline()
                self._more_time()
                self._reminder()
                if self.found.memory.policy("prods") == "itself":
                    self._prod()
                    self._calls()
        return self.notices

    def _hold(self) -> None:
        held = self.held
        if held is None or held.serial != self.game.now:
            return
        zone = zone_of(self.found.memory)
        until = format_moment(held.until, zone)
        title = f"{self._head}, held: post {held.number}"
        given = {"held": held, "until": until, "who": self._called([held.seat])}
        self._add(title, "held", given)

    def _deadline(self) -> None:
        """Give the open turn the deadline that was set after its report was posted."""
        memory, report = self.found.memory, self.found.memory.report
        if report is None or report.serial != self.game.now or report.until:
            return
        until = due(self.game.story, memory, self.matters.now, self.pace)
        if until is not None:
            title = header(self.game.story.name, self.game.now, until=until)
            self._add(title, "deadline", {"due": due_words(until)})

    def _more_time(self) -> None:
        if (until := extension(self.matters)) is not None:
            title = header(self.game.story.name, self.game.now, until=until)
            self._add(title, "more_time", {"due": due_words(until)})

    def _reminder(self) -> None:
        matters, report = self.matters, self.found.memory.report
        due, now = matters.due, matters.now
        if due is None or report is None or not due - REMINDER <= now <= due:
            return
        posted = (x.time for x in self.found.thread.posts if x.number == report.number)
        opened = next(posted, None)
        if opened is not None and due - opened <= 2 * REMINDER:
            return  # so short a turn needs no reminder
        seats = [one.seat for one in matters.missing if not (one.bot or one.away)]
        if seats:
            zone = due.tzinfo
            assert zone is not None
            until = format_deadline(due.timestamp(), now.timestamp(), zone)
            given = {"who": self._called(seats), "until": until}
            self._add(f"{self._head}, reminder", "reminder", given)

    def _prod(self) -> None:
        """Ask those who are silent after the deadline, once a turn."""
        late, missing = self._late, self.matters.missing
        seats = [one.seat for one in missing if not (one.bot or one.away)]
        if late is not None and late >= timedelta(0) and seats:
            said = format_moment(self._due.timestamp(), zone_of(self.found.memory))
            given = {"who": self._called(seats), "due": said}
            self._add(f"{self._head}, late", "late", given)

    def _calls(self) -> None:
        """Look for somebody who plays on where a player leaves, or is silent still."""
        wishes = self.matters.wishes
        leaving = {one.seat for one in wishes if one.code == "wish-leave"}
        for one in self.matters.missing:
            if one.bot or not (one.seat in leaving or self._gone(one)):
                continue
            title = f"{self._head}, who plays on for {plain(one.seat)}"
            quiet = Quiet(one.seat, "", one.last, None, True, "")
            self._post(title, letter(self.game, quiet, call=True).split("\n\n"))

    def _gone(self, one: AwaitedPlayer) -> bool:
        """Return whether a player has written nothing since a deadline long ago."""
        late, written = self._late, one.last.time if one.last else None
        if late is None or late < CALL or one.away:
            return False
        return written is None or written <= self._due

    @property
    def _due(self) -> datetime:
        return self.matters.due or self.matters.now

    @property
    def _late(self) -> timedelta | None:
        """How long ago the deadline and the grace were over; None: there is none."""
        if self.matters.due is None:
            return None
        return self.matters.now - self._due - grace_of(self.found.memory)

    @property
    def _head(self) -> str:
        return header(self.game.story.name, self.game.now)

    def _called(self, seats: Iterable[Seat]) -> str:
        """Return players as the forum calls them, so that it tells them."""
        game, memory = self.game.story.header, self.found.memory
        members = members_of(self.found.thread, memory, game)
        at = "@" if self.client.mentions else ""
        return ", ".join(
            at + plain(members[one]) if one in members else plain(one) for one in seats
        )

    def _add(self, title: str, kind: str, given: Mapping[str, Any]) -> None:
        module = shared_templates().get_template("forum/notices.j2").module
        self._post(title, [str(getattr(module, kind)(given))])

    def _post(self, title: str, paragraphs: Iterable[str]) -> None:
        said = [title, *(" ".join(one.split()) for one in paragraphs)]
        text = known_dialects()[self.client.dialect].paragraphs(said)
        parcel = Parcel(title, text, words="\n\n".join(said))
        if not posts_with_header(parcel, self.found.thread):
            self.notices.append(parcel)


def name_of(parcel: Parcel) -> str:
    """Return twelve hex digits by which a notice is allowed."""
    return sha256(f"{parcel.title}\0{parcel.text}".encode()).hexdigest()[:12]


def waiting(due: Iterable[Parcel], journal: Notices) -> list[Parcel]:
    """Return the notices that were never let out."""
    known = {one.title for one in journal.parcels}
    return [one for one in due if one.title not in known]


def drop_stale(
    due: Iterable[Parcel], journal: Notices, thread: Thread, now: float
) -> None:
    """Note as done what was let out, is not in the forum, and is due no more: the
    reminder of a turn that is played."""
    titles = {one.title for one in due}
    for one in journal.open:
        going = one.status == "begun" and now - one.at < SETTLE_SECONDS
        if one.title not in titles and not (going or posts_with_header(one, thread)):
            one.status, one.at, one.why = "done", now, "stale"


def freely(one: AcceptedOrders, game: LoadedGame) -> bool:
    """Return whether the orders of a post were read from more than plain notation."""
    notation = game.story.game.notation
    readings: set[str] = set()
    for line in one.post.lines:
        pieces = (line.text, line.text.replace("\u2022 ", "- "), *line.bold)
        for piece in (one.strip(" *") for one in pieces):
            if line.kind in ("new", "spoiler") and notation.reads(piece):
                readings.add(str(notation.parse(piece)))
    lines = [line for order in one.sheet for line in order]
    return any(
        not notation.reads(x) or str(notation.parse(x)) not in readings for x in lines
    )


def says_wrong(held: HeldOrder, game: LoadedGame, found: Scan) -> bool:
    """Return whether the player of an order that is held has written "wrong" since."""
    people = People.of_game(game.story.header, found.memory)
    posts = [one for one in found.thread.posts if one.number > held.number]
    mine = (post for post in posts if people.of(post).seat == held.seat)
    lines = (line.text for post in mine for line in post.lines_of(("new", "spoiler")))
    return any(_WRONG.match(text.strip(" *")) for text in lines)


def hold(
    found: Scan, game: LoadedGame, known: HeldOrder | None, now: datetime
) -> HeldOrder | None:
    """Return what is held back: orders that would close the open turn, one of which was
    read freely, for some minutes from when that was seen first; None: nothing is."""
    seconds = hold_seconds(found.memory)
    if not seconds or game.window is None or found.serial <= game.now:
        return None
    free = [
        one
        for one in found.accepted
        if one.how != "removed"
        and found.memory.answer(one.post.key, one.post.digest()) is None
        and freely(one, game)
    ]
    if not free:
        return None
    one, at = free[-1], now.timestamp()
    digest = one.post.digest()
    same = known and (known.serial, known.digest) == (game.now, digest)
    until = known.until if known and same else at + seconds
    report = found.memory.report
    if report and report.serial == game.now and report.until:
        until = min(until, max(report.until.timestamp(), at))
    if until <= at:
        return None
    order = plain(spelt(one.sheet))
    return HeldOrder(game.now, one.post.number, digest, one.seat, order, until)
