"""One game whose thread is watched: a look at it, and the moderator's yes."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from pbem.bots.table import NoAnswer, letting
from pbem.forum.annotations import game_settings
from pbem.forum.annotations.remembered import recall
from pbem.forum.annotations.timing import due, zone_of
from pbem.forum.detect import read_all
from pbem.forum.scan.question_text import fired_words, plan_words
from pbem.forum.scan.questions import Scan, spelt
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Thread, ThreadRefused
from pbem.mail.transport.backoff import backoff
from pbem.plugins.games import Game
from pbem.record.header import Unreadable
from pbem.schedule.phrases import format_moment
from pbem.watch import closing, notices, parcels, sending, settings, state
from pbem.watch.client import Client, known_clients, recognised
from pbem.watch.due import DuePost, report_due
from pbem.watch.notices import Notices, says_wrong
from pbem.watch.parcels import OutgoingReport, Parcel
from pbem.watch.reading import WHOLE_SECONDS, read_pages
from pbem.watch.robots import Robots
from pbem.watch.session import HttpSession, origin
from pbem.watch.settings import WatchSettings
from pbem.watch.state import Notice, PendingNotice, Tracking
from pbem.watch.trouble import Trouble, trouble_of
from pbem.workspace import edits, private_messages
from pbem.workspace.folder import Changed, Folder, GameMissing
from pbem.workspace.loaded_game import FolderCache, LoadedGame
from pbem.workspace.open_matters import OpenMatters, open_matters
from pbem.workspace.published import publish
from pbem.workspace.thread_review import stored_thread

MAX_PAUSE_SECONDS = 6 * 3600.0  #: between two looks that both failed
_ROBOTS_SECONDS = 24 * 3600.0


@dataclass
class Watch:
    """A game of a folder, and the thread that it is played in.

    `clock` gives seconds since 1970; `session_of` opens a session with its forum.
    """

    folder: Folder
    name: str
    clock: Callable[[], float] = time.time
    session_of: Callable[[WatchSettings], HttpSession] = field(
        default=lambda given: HttpSession(given.thread, pause=given.pause)
    )
    _client: Client | None = None

    @property
    def place(self) -> Path:
        """The folder of what is known of this watch."""
        return self.folder.path / ".pbem" / self.name / "watch"

    def settings(self) -> WatchSettings | None:
        """Return how the thread is watched; None: it is not. Raises Trouble."""
        return settings.load(self.place / "settings.toml")

    def state(self) -> Tracking:
        """Return what the last look found."""
        return state.load(self.place / "state.json")

    def outgoing(self) -> OutgoingReport | None:
        """Return what went out last, or is going out. Raises Trouble."""
        return parcels.load(self.place / "outgoing.json", OutgoingReport)

    def set_up(
        self, given: WatchSettings, fresh: Collection[str] = ()
    ) -> WatchSettings:
        """Start to watch a thread; the kind of forum is detected from its page.

        A secret belongs to the host that it was given for: at another one it must be
        among the `fresh`, which are given now. Raises Trouble, OSError.
        """
        given.checked()
        old = self.settings()
        if old is not None and origin(old.thread) != origin(given.thread):
            for key in ("token", "password"):
                if getattr(given, key) and key not in fresh:
                    host = urlsplit(given.thread).netloc
                    raise Trouble("secret-anew", key=key, host=host)
        if given.forum and given.forum not in known_clients():
            known = [*known_clients()]
            raise Trouble("unknown-forum", forum=given.forum, known=known)
        with self._alone():
            if not given.forum:
                session = self.session_of(given)
                answer = session.read(given.thread)
                given.thread = answer.moved or given.thread
                given.forum = recognised(given.thread, answer.text)
                session.close()
            before = self.settings()
            settings.save(self.place / "settings.toml", given, self.name)
            if before is None or before.thread != given.thread:
                self._keep(Tracking())
            self._client = None
        return given

    def look(self, answers: Sequence[str] = ()) -> Tracking:
        """Look at the thread now; what was found, or what went wrong.

        `answers` are the moderator's. Raises AnswerRefused, OSError.
        """
        with self._alone():
            now, known = self.clock(), self.state()
            failure = known.trouble.code if known.trouble else ""
            if failure == "too-many" and now < known.next:
                return known  # the forum said for how long
            every = float(settings.MIN_EVERY_SECONDS)
            try:
                given = self._given()
                every = float(given.every_seconds)
                self._looked(known, given, now, answers)
                known.trouble, known.failures = None, 0
                known.next = now + every
                if (out := self.outgoing()) and out.unknown:
                    known.next = now + min(every, sending.SETTLE_SECONDS)
            except (Trouble, Unreadable, Changed, NoAnswer) as fault:
                trouble = trouble_of(fault)
                known.trouble = Notice(trouble.code, trouble.given)
                known.failures += 1
                pause = backoff(known.failures, every, max(every, MAX_PAUSE_SECONDS))
                known.next = now + max(pause, trouble.wait)
            known.looked = now
            self._keep(known)
            return known

    def allow(self, digest: str) -> None:
        """Let the report out that the moderator has seen; the next look sends it.

        Raises Trouble where it is another one now, and Unreadable, OSError.
        """
        with self._alone():
            given, game = self._given(), self._game()
            known = self.state()
            asked = [one.digest for one in known.waiting]
            found = self._due(given, game, self._thread(game))
            if digest in asked:
                self._allow_notice(known, given, game, digest)
            elif found is None or found.digest != digest:
                raise Trouble("changed")
            else:
                self._let_out(found, given, game, by_itself=False)
            known.next = self.clock()
            self._keep(known)

    def _allow_notice(
        self, known: Tracking, given: WatchSettings, game: LoadedGame, digest: str
    ) -> None:
        """Let a notice out as it was shown."""
        shown = next(one for one in known.waiting if one.digest == digest)
        moment = datetime.fromtimestamp(self.clock(), UTC)
        found = scan(game.copy.text, self._thread(game))
        matters = self._matters(game, found, moment)
        due_now = self._notices_due(known, given, game, found, matters)
        journal = self.notices()
        for one in notices.waiting(due_now, journal):
            if one.title == shown.title:
                one.text = shown.text
                journal.parcels.append(one)
                self._save_notices(journal)
                return
        raise Trouble("changed")

    def settle(self, title: str, *, sent: bool) -> None:
        """Record whether a message of unknown status was posted, as the moderator says;
        one that was not is sent again. Raises Trouble."""
        with self._alone():
            out = self.outgoing()
            for one in out.unknown if out else []:
                if one.title == title or one.seat == title:
                    one.status, one.at = ("done" if sent else "ready"), self.clock()
            if out is not None:
                self._save(out)

    def due(self) -> DuePost | None:
        """Return the report that waits for a yes. Raises Trouble, Unreadable."""
        game = self._game()
        return self._due(self._given(), game, self._thread(game))

    def scanned(self) -> tuple[Scan, Game] | None:
        """Return what the thread, as stored, asks; None: no thread yet.

        Raises Unreadable, Trouble.
        """
        try:
            game = self._game()
        except GameMissing:
            return None
        return scan(game.copy.text, self._thread(game)), game.story.game

    def forget(self) -> None:
        """Watch the thread no more; the game and its thread stay."""
        with self._alone():
            for name in ("settings.toml", "state.json"):
                (self.place / name).unlink(missing_ok=True)

    def _game(self) -> LoadedGame:
        """Return the game as it is now. Raises GameMissing, Unreadable."""
        return FolderCache(self.folder).open(self.name)

    def _keep(self, known: Tracking) -> None:
        state.save(self.place / "state.json", known)

    def _given(self) -> WatchSettings:
        found = self.settings()
        if found is None:
            raise Trouble("unset")
        if found.forum not in known_clients():
            raise Trouble("unknown-forum", forum=found.forum, known=[*known_clients()])
        return found

    def _looked(
        self, known: Tracking, given: WatchSettings, now: float, answers: Sequence[str]
    ) -> None:
        client = self._client_of(known, given, now)
        try:
            game: LoadedGame | None = self._game()
        except GameMissing:
            game = None
        memory = recall(game.copy.text) if game else None
        since = memory.report.number + 1 if memory and memory.report else 0
        if now - known.whole >= WHOLE_SECONDS:
            since, known.whole = 0, now
        stored = self.folder.thread(self.name) if game else []
        found = read_pages(
            client, known.pages, stored, since=since, member=known.member
        )
        game = game or self._begun(found.files)
        if found.changed:
            self.folder.keep_thread(self.name, found.files)
        last = known.pages[-1].last if known.pages else 0
        known.pages, known.member = found.pages, found.member
        known.notes = found.notes
        robots = client.session.robots
        if known.robots is None or now - known.robots_at >= _ROBOTS_SECONDS:
            known.robots = robots.text if robots else ""
            known.robots_at = now
        thread = self._thread(game)
        read = scan(game.copy.text, thread, answers, letting(time.thread_time))
        if known.held and says_wrong(known.held, game, read):
            context = msgspec.to_builtins(known.held)
            known.notes.append(Notice("said-wrong", {"held": context}))
            answers = [*answers, f"{known.held.number} = nothing"]
            read = scan(game.copy.text, thread, answers, letting(time.thread_time))
        moment = datetime.fromtimestamp(now, UTC)
        known.held = notices.hold(read, game, known.held, moment)
        self._read(known, game, thread, read, last)
        due = self._in_time(known, client, read, moment)
        if given.publish:
            publish(self._game(), Path(given.publish))
        self._answered(known, given, client, thread, now, due)
        out = self.outgoing()
        if out and out.last == now:  # what has gone out is open no more
            matters = self._matters(self._game(), read, moment)
            known.open = [one.text for one in matters.lines()]

    def _client_of(self, known: Tracking, given: WatchSettings, now: float) -> Client:
        """Return the forum, the same as long as the settings are."""
        if self._client is None or self._client.settings != given:
            if self._client is not None:
                self._client.session.close()
            session = self.session_of(given)
            self._client = known_clients()[given.forum](session, given)
        if known.robots is not None and now - known.robots_at < _ROBOTS_SECONDS:
            self._client.session.robots = Robots(known.robots)
        else:
            self._client.session.robots = None
        return self._client

    def _begun(self, files: list[tuple[str, bytes]]) -> LoadedGame:
        """Begin a game by the settings in the first post. Raises Trouble."""
        try:
            thread = read_all([raw for _, raw in files])
        except ThreadRefused as why:
            raise Trouble("no-thread", address="") from why
        if not (text := game_settings.record_of(thread)):
            raise Trouble("no-game")
        self.folder.create(self.name, text)
        return self._game()

    def _thread(self, game: LoadedGame) -> Thread:
        """Return the thread as stored. Raises Trouble."""
        try:
            return stored_thread(self.folder, game) or Thread("", ())
        except ThreadRefused as why:
            raise Trouble("no-thread", address="") from why

    def _read(
        self, known: Tracking, game: LoadedGame, thread: Thread, found: Scan, last: int
    ) -> None:
        """Write what is sure, and note what the look brought; where something is held,
        what was answered alone."""
        if known.held is not None:
            seen = recall(game.copy.text).seen
            memory = replace(found.memory, seen=seen)
            text = edits.remembering(game.copy.text, memory)
            if text != game.copy.text:
                self.folder.write(self.name, game.copy.digest, text, "answer")
        elif found.changed:
            detail = ", ".join(dict.fromkeys(one.seat for one in found.took))
            args = (game.copy.digest, found.text, "thread")
            self.folder.write(self.name, *args, detail=detail)
        fresh = sum(post.number > last for post in thread.posts)
        known.posts = len(thread.posts)
        if fresh or found.took or found.bots:
            known.fresh = fresh
            known.taken = [f"{one.seat}: {spelt(one.sheet)}" for one in found.accepted]
            known.taken += [plan_words(one, game.story.game) for one in found.plans]
            known.taken += [fired_words(one, game.story.game) for one in found.fired]
            known.taken += map(str, found.bots)
        known.questions = sum(one.asks for one in found.questions)

    def _in_time(
        self, known: Tracking, client: Client, found: Scan, now: datetime
    ) -> list[Parcel]:
        """Close the turn if that is allowed and its time is over; return the notices
        that the thread should have."""
        game = self._game()
        matters = self._matters(game, found, now)
        known.open = [one.text for one in matters.lines()]
        if known.held is not None:
            until = format_moment(known.held.until, zone_of(found.memory))
            held = msgspec.to_builtins(known.held) | {"until": until}
            known.notes.append(Notice("held", held))
        notice = closing.closed_if_over(self.folder, self.name, game, found, matters)
        if notice is not None:
            known.notes.append(notice)
            if notice.code == "closed-late":
                return []  # what was due for the turn is due no more
        return self._notices_due(known, client.settings, game, found, matters)

    def _matters(self, game: LoadedGame, found: Scan, now: datetime) -> OpenMatters:
        """Return what is open, as a scan of the thread finds it."""
        sent = private_messages.load(self.folder, self.name)
        return open_matters(found, game, now, sent)

    def _notices_due(
        self,
        known: Tracking,
        given: WatchSettings,
        game: LoadedGame,
        found: Scan,
        matters: OpenMatters,
    ) -> list[Parcel]:
        """Return the notices that the thread should have now."""
        client = known_clients()[given.forum]
        args = (game, found, matters, client, known.held, given.pace)
        return notices.NoticeBuilder(*args).due()

    def _noticed(
        self,
        known: Tracking,
        given: WatchSettings,
        client: Client,
        thread: Thread,
        now: float,
        due: list[Parcel],
        *,
        mine: bool,
    ) -> None:
        """Send the notices that may go out, each once; find those that wait."""
        journal = self.notices()
        notices.drop_stale(due, journal, thread, now)
        new = notices.waiting(due, journal)
        known.waiting = []
        if given.post == "itself" and mine:
            journal.parcels += new
        elif given.post == "ask":
            known.waiting = [
                PendingNotice(notices.name_of(x), x.text, x.title, x.words) for x in new
            ]
        if journal.open and given.post != "never":
            self._save_notices(journal)
            sending.send_open(journal, client, thread, self._save_notices, now)

    def notices(self) -> Notices:
        """Return the notices that went out, or are going out. Raises Trouble."""
        return parcels.load(self.place / "notices.json", Notices) or Notices()

    def _save_notices(self, journal: Notices) -> None:
        parcels.save(self.place / "notices.json", journal)

    def _answered(
        self,
        known: Tracking,
        given: WatchSettings,
        client: Client,
        thread: Thread,
        now: float,
        notices_due: list[Parcel],
    ) -> None:
        """Send what was allowed, and find what waits to be."""
        game = self._game()
        known.due, known.due_name, known.doubt, known.strangers = "", "", "", []
        names = [one.casefold() for one in recall(game.copy.text).moderators]
        mine = not given.name or given.name.casefold() in names
        if not mine:
            context = {
                "name": given.name,
                "moderators": recall(game.copy.text).moderators,
            }
            known.notes.append(Notice("not-moderator", context))
        out = self.outgoing()
        if not (out and out.open):
            found = self._due(given, game, thread)
            free = mine and not known.questions and found and not found.doubt
            if found and given.post == "itself" and free and not found.strangers:
                out = self._let_out(found, given, game, by_itself=True)
            elif found:
                known.due, known.due_name = found.digest, found.name
                known.doubt, known.strangers = found.doubt, [*found.strangers]
        if out and out.open and given.post != "never":
            sending.send_open(out, client, thread, self._save, now)
            sending.tick(self.folder, self.name, out)
        elif not (out and out.open):
            args = (known, given, client, thread, now, notices_due)
            self._noticed(*args, mine=mine)
        known.over = game.window is None and not known.due and not (out and out.open)

    def _due(
        self,
        given: WatchSettings,
        game: LoadedGame,
        thread: Thread,
        until: datetime | None = None,
    ) -> DuePost | None:
        """Return the report that waits; None also where none may be written.

        Of the beginning only what was not sent by hand waits.
        """
        client, out = known_clients()[given.forum], self.outgoing()
        if given.post == "never" or not client.dialect or (out and out.open):
            return None
        memory = recall(game.copy.text)
        found = report_due(game, thread, memory, client, out, until, given.address)
        if found is None or found.doubt != "opening":
            return found
        sent = private_messages.load(self.folder, self.name)
        left = [
            one
            for one in found.parcels
            if not private_messages.sent_at(sent, game.now, one.seat, one.to)
        ]
        return replace(found, parcels=left) if left else None

    def _let_out(
        self, found: DuePost, given: WatchSettings, game: LoadedGame, *, by_itself: bool
    ) -> OutgoingReport:
        """Write down what goes out, with the time that players have from now on."""
        now, memory = datetime.fromtimestamp(self.clock(), UTC), recall(game.copy.text)
        until = due(game.story, memory, now, given.pace)
        if until is not None:
            found = self._due(given, game, self._thread(game), until) or found
        for one in found.parcels:
            if one.seat:  # titles of private messages are what they are known by
                one.title += f" ({found.text_digest[:6]})"
        out = OutgoingReport(
            serial=found.serial,
            since=found.since,
            digest=found.text_digest,
            parcels=found.parcels,
            by="itself" if by_itself else "moderator",
            over=game.window is None,
            at=self.clock(),
        )
        self._save(out)
        return out

    def _save(self, out: OutgoingReport) -> None:
        parcels.save(self.place / "outgoing.json", out)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the watch alone: a page and a command may look at the same time."""
        self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self.place / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
