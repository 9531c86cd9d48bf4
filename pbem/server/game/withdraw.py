"""Orders taken back: out of the record, as long as nothing has come of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pbem import protocol
from pbem.protocol import Seat
from pbem.record.header import Piece
from pbem.record.replay import Story
from pbem.record.turn_file import Entry
from pbem.referee import Written
from pbem.server.game.session import GameSession
from pbem.server.store import game_store
from pbem.server.store.game_store import StoredEntry

#: The lines of each entry by its number, "" for one that was taken back.
Lines: TypeAlias = Mapping[int, list[str]]


def withdraw(session: GameSession, seat: Seat) -> list[str]:
    """Take back all that a seat has sent and that was not played; return what stood of
    it, in notation.

    The audit log keeps the lines as evidence. Lines that were done already stay
    in the record, and so do orders that were carried out on arrival.
    """
    story = session.story
    gone = [str(one.order) for one in _waiting(story, seat)]
    if not gone:
        return []
    conn, game_id = session.conn, session.game.id
    rows = game_store.entry_rows(conn, game_id)
    by_line = story.game.rules.lines is not protocol.Lines.ONE
    lines = {
        row.number: row.text.split("\n") if by_line else [row.text] for row in rows
    }
    # All that came for the open window, then what these lines stood before.
    unplayed = [
        (row.number, index)
        for row in rows
        if row.seat == seat and row.serial == story.table.serial
        for index, line in enumerate(lines[row.number])
        if not story.game.notation.parse(line).anytime
    ]
    fresh = story
    while unplayed or fresh is story:
        for number, index in unplayed:
            lines[number][index] = ""
        fresh = _replay(session, rows, lines)
        unplayed = [(one.line, one.column) for one in _waiting(fresh, seat)]
    now, then = fresh.table, story.table
    if now.serial != then.serial or now.state != then.state:
        raise RuntimeError("taking orders back would change what happened")
    void = []
    for row in rows:
        if "" in lines[row.number] and row.seat is not None:
            session.audit("cleared", row.text)
            text = "\n".join(filter(None, lines[row.number]))
            if text:
                game_store.shorten_entry(conn, game_id, row.number, text)
                session.log_unplayed(row.line, row.received, row.salt)
            else:
                void.append(row.number)
    game_store.void_entries(conn, game_id, void)
    session.replace_story(game_store.load_story(conn, session.game))
    return gone


def _waiting(story: Story, seat: Seat) -> list[Written]:
    """Return what a seat has sent and what waits: not what a standing order answers."""
    own = story.table.answers.get(seat)
    sent = [own] if own is not None and not own.standing else []
    return [*sent, *story.table.held.get(seat, ())]


def _replay(session: GameSession, rows: Sequence[StoredEntry], lines: Lines) -> Story:
    """Return the story of the lines that are left; each order in it bears the number of
    its entry and the place among its lines (`Written.line`, `column`)."""
    head = game_store.header(session.conn, session.game)
    story = game_store.begin_story(head, session.game.position)
    for row in rows:
        if row.seat is None:
            story.take(row.line.item())
            continue
        pieces = tuple(
            Piece(part, row.number, index)
            for index, line in enumerate(lines[row.number])
            for part in line.split("\n")
            if part
        )
        if pieces:
            story.take(Entry(Piece(row.seat, 0, 1), pieces))
    return story
