"""The outbox: letters that wait to be sent, written together with what they tell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy.engine import Connection

from pbem.pages import page
from pbem.server.outbound import digest_queue, joining
from pbem.server.outbound.joining import WaitingLetter
from pbem.server.outbound.message import Envelope, Message, compose
from pbem.server.settings.config import Config
from pbem.server.states import LetterKind, OptOut, OutboxState
from pbem.server.store import blocks, letters, outgoing, players
from pbem.server.store.queries import audit, save
from pbem.server.store.reply_tokens import INSERT_TOKEN, Key, TokenGrant, mint, new_mark

#: Letters that answer one which seems to have come from the address.
_ANSWERS = frozenset({LetterKind.LOST, LetterKind.CONFIRM, LetterKind.OPT_OUT})
#: Letters that also go to who wants none: answers, and what is about their addresses.
_ON_REQUEST = _ANSWERS | {
    LetterKind.RECEIPT,
    LetterKind.SECURITY,
    LetterKind.UNREAD,
    LetterKind.BANNED,
}


class Queued(NamedTuple):
    """A letter that was put into the queue."""

    player_id: int | None
    recipient: str
    message: Message


@dataclass(slots=True)
class _Rows:
    """Letters on their way into the store, and the tokens that they bring."""

    letters: list[dict[str, Any]] = field(default_factory=list)
    tokens: list[dict[str, Any]] = field(default_factory=list)
    #: players and games whose letters in the queue wait no longer
    hurried: set[tuple[int, int]] = field(default_factory=set)

    def write(self, conn: Connection) -> None:
        if self.tokens:
            conn.execute(INSERT_TOKEN, self.tokens)
        if self.letters:
            conn.execute(outgoing.INSERT, self.letters)


@dataclass(slots=True)
class Outbox:
    """Writes letters into the outbox, in the transaction of what they tell."""

    config: Config
    key: Key
    #: seconds that letters about a game wait for more to the same player, in which they
    #: become one; None: each goes by itself
    gather: float | None = None
    _gathered: dict[Connection, _Rows] = field(default_factory=dict)
    _watched: dict[Connection, list[Queued]] = field(default_factory=dict)

    @contextmanager
    def together(self, conn: Connection) -> Iterator[None]:
        """Put the letters of this block into the queue at its end, all at once: nothing
        in it may look for one of them."""
        gathered = self._gathered[conn] = _Rows()
        try:
            yield
            gathered.write(conn)
        finally:
            del self._gathered[conn]

    @contextmanager
    def watched(self, conn: Connection) -> Iterator[list[Queued]]:
        """Yield a list that the letters of this block are added to, in order."""
        self._watched[conn] = []
        try:
            yield self._watched[conn]
        finally:
            del self._watched[conn]

    def to_player(
        self,
        conn: Connection,
        now: float,
        player_id: int,
        message: Message,
        *,
        kind: LetterKind,
        grant: TokenGrant | None = None,
        preferred: str = "",
    ) -> bool:
        """Write to a player, whose answer will speak for `grant`.

        It goes to the address they wrote from, where that is one of theirs, or to
        the first that works; False where none does. An address that nobody has proven
        gets one letter, and then only what answers letters from there.
        """
        row = players.working_address(conn, player_id, preferred)
        game_id = grant.game_id if grant else None
        known = row is None or row.proven or row.address == self.config.host.lower()
        if row is not None and not known and kind not in _ANSWERS:
            if row.told is not None:
                return False
            save(conn, row, row._replace(told=now))
        asked_for = row is None or kind in _ON_REQUEST
        if row and not asked_for and blocks.of(conn, row.address) is OptOut.ALL:
            return False
        # An answer to a letter of theirs never waits for the digest.
        held = not preferred and digest_queue.holds(
            conn, self.config, player_id, kind, message.due, now
        )
        if row is None:
            audit(conn, "unreachable", now, player_id=player_id, game_id=game_id)
            return False
        quiet = None
        if not preferred and not held:
            about = (player_id, kind, message.due, now)
            quiet = digest_queue.quiet_until(conn, self.config, *about)
        self._put(
            *(conn, now, row.address, message, kind),
            wait=quiet,
            grant=grant,
            player_id=player_id,
            state=OutboxState.HELD if held else OutboxState.WAITING,
            gathers=not preferred and not message.answers and kind in joining.KINDS,
        )
        return True

    def to_address(
        self,
        conn: Connection,
        now: float,
        address: str,
        message: Message,
        kind: LetterKind,
        grant: TokenGrant | None = None,
    ) -> None:
        """Write to an address, of a player or not; its bounce is ignored."""
        self._put(conn, now, address, message, kind, sender="", grant=grant)

    def to_host(self, conn: Connection, now: float, message: Message) -> None:
        """Write to the host, if there is one."""
        if self.config.host:
            self._put(conn, now, self.config.host, message, LetterKind.ALARM, sender="")

    def reply_address(self, mark: str, game_id: int | None) -> str:
        """Return where an answer goes."""
        config = self.config
        if not mark or config.identity.place == "subject":
            return config.address
        tag = f"g{game_id}.{mark}" if game_id else mark
        return f"{config.local}{config.identity.separator}{tag}@{config.domain}"

    def _root(self, conn: Connection, thread: str, recipient: str) -> tuple[str, bool]:
        """Return the Message-ID of the first letter about a game to an address, which
        all others refer to, and whether none has gone yet."""
        if not thread:
            return "", False
        # Nobody else can know it, so nobody can write himself into a thread.
        name = self.key.token(f"thread {thread} {recipient.lower()}")
        root = f"{name}@{self.config.domain}"
        gathered = self._gathered.get(conn)
        waiting = [] if gathered is None else gathered.letters
        if any(row["message_id"] == f"<{root}>" for row in waiting):
            return root, False
        return root, not outgoing.is_known(conn, f"<{root}>")

    def _put(
        self,
        conn: Connection,
        now: float,
        recipient: str,
        message: Message,
        kind: LetterKind,
        sender: str | None = None,
        player_id: int | None = None,
        grant: TokenGrant | None = None,
        state: OutboxState = OutboxState.WAITING,
        *,
        gathers: bool = False,
        wait: float | None = None,
    ) -> None:
        config = self.config
        game_id = grant.game_id if grant else None
        blocks = digest_queue.pack(message.body) if state is OutboxState.HELD else None
        gather, earlier = 0.0, None
        if player_id and game_id and self.gather is not None and blocks is None:
            if gathers:
                waits = WaitingLetter(kind, message)
                whose = (player_id, game_id, recipient)
                earlier, waits = self._joined(conn, now, whose, waits)
                kind, message, gather = waits.kind, waits.message, self.gather
                blocks = joining.pack(waits)
            else:
                self._send_ahead(conn, now, player_id, game_id)
        mark, token = mint(self.key, now, grant) if grant else ("", None)
        message_id = f"<{new_mark()}@{config.domain}>"
        root, first = self._root(conn, message.thread, recipient)
        if earlier is not None or first:
            message_id = earlier["message_id"] if earlier else f"<{root}>"
            first = message_id == f"<{root}>"
        subject = self._subject(message, mark, game_id)
        reply_to = self.reply_address(mark, game_id)
        for_good = mark and not (grant and grant.address)
        leaves = self._command_link("stop", reply_to, subject) if for_good else ""
        click = message.click if mark else ""
        click = click and self._command_link(click, reply_to, subject)
        where = (config.address, config.name, recipient, reply_to, message_id, now)
        envelope = Envelope(*where, leaves, "" if first else root, click)
        named = replace(message, subject=subject)
        raw = compose(named, envelope, html=config.html)
        if conn in self._watched:
            self._watched[conn].append(Queued(player_id, recipient, message))
        says = {
            "kind": kind,
            "subject": message.subject[:300],
            "raw": raw,
            "blocks": blocks,
            "mark": mark,
        }
        about = {
            "message_id": message_id,
            "player_id": player_id,
            "game_id": game_id,
            "recipient": recipient,
            "sender": config.address if sender is None else sender,
            "state": state,
            "next_at": wait or now + gather,
            "made": now,
            "letter_id": message.letter,
        }
        if message.letter is not None:
            text = page.to_text([*(message.answer or message.body)])
            letters.keep_answer(conn, message.letter, text)
        if earlier is not None:
            earlier.update(says)
            if (row := earlier.get("row")) is not None:
                save(conn, row, row._replace(**says))
        rows = _Rows([] if earlier else [says | about], [token] if token else [])
        gathered = self._gathered.get(conn)
        if gathered is None:
            rows.write(conn)
        else:
            gathered.letters += rows.letters
            gathered.tokens += rows.tokens

    def _command_link(self, command: str, reply_to: str, subject: str) -> str:
        """Return the address of a letter that holds a command, with the token of this
        one."""
        tag = subject.rpartition(" ")[2] if reply_to == self.config.address else ""
        leaves = f"mailto:{reply_to}?subject={command}" + (tag and f"%20{tag}")
        return leaves.replace("[", "%5B").replace("]", "%5D")

    def _subject(self, message: Message, mark: str, game_id: int | None) -> str:
        """Return the subject, with a token where answers bring it there."""
        subject = message.subject
        if mark and self.config.identity.place == "subject":
            subject = f"{subject} [{f'g{game_id}.' if game_id else ''}{mark}]"
        return subject

    def _joined(
        self,
        conn: Connection,
        now: float,
        whose: tuple[int, int, str],
        waits: WaitingLetter,
    ) -> tuple[dict[str, Any] | None, WaitingLetter]:
        """Return the letter that this one becomes a part of, and both as one; None and
        this one where there is none, or they would be too long."""
        gathered = self._gathered.get(conn)
        found: dict[str, Any] | None = None
        for row in reversed([] if gathered is None else gathered.letters):
            about = (row["player_id"], row["game_id"], row["recipient"])
            if about == whose and row["blocks"] and row["next_at"] >= now:
                found = row
                break
        else:
            stored = outgoing.joinable(conn, *whose, now - (self.gather or 0), now)
            if stored is not None:
                found = stored._asdict() | {"row": stored}
        if found is None:
            return None, waits
        other = joining.unpack(found["blocks"])
        size = len(found["raw"] or b"") + 1.4 * len(joining.pack(waits))
        if size > joining.BIGGEST:
            return None, waits
        return found, joining.joined(other, waits)

    def _send_ahead(
        self, conn: Connection, now: float, player_id: int, game_id: int
    ) -> None:
        """Let what waits about a game wait no longer: another letter goes at once."""
        gathered = self._gathered.get(conn)
        whose = (player_id, game_id)
        if gathered is None or whose not in gathered.hurried:
            outgoing.hurry(conn, player_id, game_id, now - (self.gather or 0), now)
        if gathered is not None:
            gathered.hurried.add(whose)
        for row in [] if gathered is None else gathered.letters:
            if (row["player_id"], row["game_id"]) == whose:
                row["next_at"] = min(row["next_at"], now)
