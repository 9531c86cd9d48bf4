"""What is open in a game of a thread: the one list that pages and commands show.

Doubts, players of whom nothing came, private messages to be sent, the deadline, posts
that were left alone although they hold a word of an order, votes and wishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from pbem.forum.annotations.remembered import Memory
from pbem.forum.annotations.timing import zone_of
from pbem.forum.scan.addressed import OFFER
from pbem.forum.scan.authors import People, members_of
from pbem.forum.scan.questions import Question, Scan
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread, ThreadRefused
from pbem.pages.wording import shared_templates
from pbem.protocol import Seat
from pbem.schedule.phrases import format_deadline, format_duration, format_moment
from pbem.workspace import private_messages
from pbem.workspace.folder import Folder
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.thread_review import stored_thread


class AwaitedPlayer(NamedTuple):
    """An awaited player without usable orders."""

    seat: Seat
    last: Post | None  #: the last post that the player wrote; None: none is known
    away: datetime | None  #: until when, where the player has said so
    bot: bool = False
    lacking: tuple[str, ...] = ()  #: units that its orders say nothing of


class OpenMatter(NamedTuple):
    """One open matter in words, and where it is settled."""

    kind: str
    text: str
    post: str = ""  #: the key of the post that it is about


@dataclass(frozen=True, slots=True)
class OpenMatters:
    """What is open in a game now."""

    serial: int
    over: bool
    now: datetime
    unwritten: tuple[Seat, ...] = ()  #: whose orders were found and not written yet
    doubts: tuple[Question, ...] = ()
    missing: tuple[AwaitedPlayer, ...] = ()
    unsent: tuple[Seat, ...] = ()
    sent: tuple[Seat, ...] = ()
    due: datetime | None = None
    left: tuple[tuple[Post, str], ...] = ()
    unclear: tuple[tuple[Post, str], ...] = ()
    wishes: tuple[Question, ...] = ()  #: for more time, to leave, to play on
    not_voted: tuple[Seat, ...] = ()
    unreported: bool = False
    threaded: bool = False  #: there is a thread
    people: tuple[Seat, ...] = ()  #: the seats that are no bot's

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        return self.due is not None and self.now > self.due

    @property
    def any(self) -> bool:
        """Whether anything is open."""
        return next(iter(self.lines()), None) is not None

    def holds(self, *, closing: bool) -> bool:
        """Return whether an open matter should stop a turn from being resolved without
        confirmation; `closing` also counts players without orders."""
        early = self.due is not None and not self.late
        silent = closing and any(early or one.away for one in self.missing)
        unsent = self.threaded and self.unsent
        left = closing and self.left
        asks = self.doubts or self.unclear
        return bool(self.unwritten or asks or unsent or left or silent)

    def lines(self) -> Iterator[OpenMatter]:
        """Yield the open matters in words, what is most urgent first."""
        if self.over:
            return
        if self.unwritten:
            yield self._line("unwritten", seats=self.unwritten)
        for one in self.doubts:
            yield self._line("doubt", one.post, number=one.number, post=one.post)
        for post, text in self.left:
            yield self._line("left", post, post=post, text=text[:160])
        for post, text in self.unclear:
            yield self._line("unclear", post, post=post, text=text[:160])
        if self.due is not None:
            zone = self.due.tzinfo
            assert zone is not None
            now = self.now.timestamp()
            ago = ago_words(now - self.due.timestamp())
            moment = self.due.timestamp()
            deadline = format_deadline(moment, now, zone)
            ended = format_moment(moment, zone)
            yield self._line("due", late=self.late, told=deadline, ended=ended, ago=ago)
        # Nobody is late with a turn that the thread does not show yet.
        missing = () if self.unreported else self.missing
        silent = [one for one in missing if not (one.bot or one.lacking)]
        others = [[one] for one in missing if one.bot or one.lacking]
        for players in filter(None, (silent, *others)):
            yield self._line("missing", players=[self._silence(x) for x in players])
        if self.unsent:
            yield self._line("unsent", seats=self.unsent, sent=self.sent)
        elif self.sent:
            yield self._line("sent", seats=self.sent)
        for one in self.wishes:
            yield self._line(one.code, one.post, q=one)
        if self.not_voted:
            yield self._line("not_voted", seats=self.not_voted)
        if self.unreported:
            yield self._line("unreported", serial=self.serial)

    def _silence(self, player: AwaitedPlayer) -> dict[str, Any]:
        zone = self.due.tzinfo if self.due else self.now.tzinfo
        assert zone is not None
        time = player.last.time if player.last else None
        ago = ago_words((self.now - time).total_seconds()) if time else ""
        away = format_moment(player.away.timestamp(), zone) if player.away else ""
        return {"one": player, "ago": ago, "away": away, "threaded": self.threaded}

    def _line(self, kind: str, about: Post | None = None, **given: Any) -> OpenMatter:
        module = shared_templates().get_template("forum/open.j2").module
        macro = getattr(module, kind.replace("-", "_"))
        text = " ".join(str(macro(given)).split())
        return OpenMatter(kind, text, about.key if about else "")

    def markup(self) -> str:
        """Return the list as a page of blocks."""
        found = (one for one in self.lines() if one.kind != "unreported")  # said above
        lines = [f"- {one.text}" for one in found]
        return "\n".join(["== What is open", "", *(lines or ["Nothing is open."])])


def about_words(seconds: float) -> str:
    """Return about how long something took.

    >>> about_words(7100), about_words(300_000)
    ('two hours', 'three days')
    """
    unit = 60 if seconds < 3600 else 3600 if seconds < 3 * 86400 else 86400
    return format_duration(round(seconds / unit) * unit)


def ago_words(seconds: float) -> str:
    """Return about how long ago something was.

    >>> ago_words(7200), ago_words(3)
    ('two hours ago', 'just now')
    """
    return f"{about_words(seconds)} ago" if seconds >= 60 else "just now"


def open_matters(
    found: Scan, game: LoadedGame, now: datetime, sent: private_messages.Sent
) -> OpenMatters:
    """Return the open matters of a game after a scan of its thread.

    `game` is the game with what was found, or without it: then nobody whose order was
    found is missing, and that it is not written is open. `sent` says what messages
    went out.
    """
    memory, story = found.memory, game.story
    thread = found.thread
    report = memory.report
    due = None
    if report is not None and report.serial == game.now and report.until is not None:
        due = report.until.astimezone(zone_of(memory))
    elif game.window is not None and now.tzinfo is not None:
        now = now.astimezone(zone_of(memory))
    members = members_of(thread, memory, story.header)
    to_tell = private_messages.seats_to_tell(game, memory)
    done = [
        seat
        for seat in to_tell
        if private_messages.sent_at(sent, game.now, seat, members.get(seat, ""))
    ]
    unreported = report is not None and report.serial < game.now
    posted = private_messages.sent_at(sent, game.now, "", "")
    reported = report.number if report is not None else -1
    since = max(found.deadline_post, reported)
    asked = [one for one in found.questions if one.asks]
    wish_texts = {x.text for x in found.questions if x.code.startswith("wish-")}
    wishes = [
        one
        for one in found.questions
        if one.code in ("wish-extension", "wish-leave") and one.post.number > since
        if one.seat and one.post.author not in memory.left
    ]
    offers = (one for one in found.questions if one.code == OFFER)
    wishes += [one for one in offers if one.post.number > reported]
    doubted = {one.post.key for one in asked}
    people = People.of_game(story.header, memory)
    seats = [seat for seat in story.header.seats if seat not in story.header.bots]
    voting = memory.ballot is not None
    awaited = {*story.awaited()}
    unwritten = dict.fromkeys(one.seat for one in found.took)
    if found.text == game.copy.text:
        unwritten = {}
    return OpenMatters(
        serial=game.now,
        over=game.window is None,
        now=now,
        unwritten=tuple(unwritten),
        doubts=tuple(asked),
        missing=tuple(x for x in _missing(found, game, now) if x.seat not in unwritten),
        unsent=tuple(seat for seat in to_tell if seat not in done),
        sent=tuple(done),
        due=due,
        left=tuple(
            (post, text)
            for post, text in found.left
            if text not in wish_texts
            and post.key not in doubted
            and memory.answer(post.key, post.digest()) is None
            and people.of(post).seat in awaited
        ),
        unclear=tuple(one for _, one in found.unclear),
        wishes=tuple(wishes),
        not_voted=tuple(x for x in seats if voting and x not in memory.votes),
        unreported=unreported and posted is None,
        threaded=bool(thread.posts),
        people=tuple(seats),
    )


def _missing(found: Scan, game: LoadedGame, now: datetime) -> Iterator[AwaitedPlayer]:
    """Yield the seats that are awaited and asked nothing."""
    asked = {one.seat for one in found.questions if one.asks}
    last = last_posts(found.thread, found.memory, game)
    for seat in game.story.awaited():
        if seat in asked:
            continue
        away = away_until(found.memory, seat, now)
        story = game.story
        bot, lacking = seat in story.header.bots, story.lacking(seat)
        yield AwaitedPlayer(seat, last.get(seat), away, bot, lacking)


def away_until(memory: Memory, seat: Seat, now: datetime) -> datetime | None:
    """Return until when a seat is away; None where it is not known to be."""
    mine = (one for one in memory.away if one.seat == seat)
    return max((x.until for x in mine if x.start <= now < x.until), default=None)


def last_posts(thread: Thread, memory: Memory, game: LoadedGame) -> Mapping[Seat, Post]:
    """Return the last post that the player of each seat has written."""
    people = People.of_game(game.story.header, memory)
    return {seat: post for post in thread.posts if (seat := people.of(post).seat)}


def open_in(folder: Folder, game: LoadedGame, now: datetime) -> OpenMatters:
    """Return what is open in a game of a folder, by the thread kept for it."""
    sent = private_messages.load(folder, game.copy.name)
    found = scan(game.copy.text, thread_or_none(folder, game))
    return open_matters(found, game, now, sent)


def thread_or_none(folder: Folder, game: LoadedGame) -> Thread:
    """Return the thread that is stored with a game; one without posts where there is
    none, or where it cannot be read: its own page says why."""
    try:
        return stored_thread(folder, game) or Thread("", ())
    except ThreadRefused:
        return Thread("", ())
