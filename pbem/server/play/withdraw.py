"""Orders taken back: out of the record, as long as nothing has come of them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games import Game
from pbem.protocol import Seat
from pbem.record.replay import Story
from pbem.server.game.session import GameSession
from pbem.server.storage import game_store
from pbem.server.storage.game_store import LogEntry
from pbem.server.storage.rows import EntryRow

_MANY = 200  #: lines that are looked at


def withdraw(session: GameSession, seat: Seat) -> list[str]:
    """Take back what a seat has sent; return the orders that are gone, in notation.

    The audit log keeps the lines as evidence. Lines that were done already stay
    in the record, and so do orders that were carried out on arrival.
    """
    story = session.story
    gone = _waiting(story, seat)
    if not gone:
        return []
    link, game_id = session.link, session.game.id
    rows = game_store.entry_rows(link, game_id)
    texts = {row.number: row.text.split("\n") for row in rows}
    fresh = story
    for number, index in _candidates(story.game, rows, texts, seat):
        before = texts[number]
        texts[number] = before[:index] + before[index + 1 :] if index >= 0 else []
        lines = [
            LogEntry(row.serial, row.seat, "\n".join(texts[row.number]), row.cause)
            for row in rows
            if row.seat is None or texts[row.number]
        ]
        fresh = game_store.replay_entries(
            game_store.header(link, session.game), session.game.position, lines
        )
        now, then = fresh.table, story.table
        if now.serial != then.serial or now.state != then.state:
            raise RuntimeError("taking orders back would change what happened")
        if not _waiting(fresh, seat):
            break
    for row in rows:
        text = "\n".join(texts[row.number])
        if row.seat is not None and text != row.text:
            if text:
                game_store.shorten_entry(link, game_id, row.number, text)
            else:
                game_store.void_entries(link, game_id, [row.number])
            session.audit("cleared", row.text)
    session.replace_story(fresh)
    return gone


def _waiting(story: Story, seat: Seat) -> list[str]:
    own = story.table.answers.get(seat)
    held = story.table.held.get(seat, ())
    if own is not None and own.text == str(own.order):
        # What a standing order answers was not sent.
        standing = story.game.rules.standing(story.table.state, seat)
        own = own if standing is None else None
    return [str(one.order) for one in (*((own,) if own else ()), *held)]


def _candidates(
    game: Game, rows: Sequence[EntryRow], texts: dict[int, list[str]], seat: Seat
) -> list[tuple[int, int]]:
    """Return the lines that may be taken back, the last first; index -1 is a whole
    entry."""
    found: list[tuple[int, int]] = []
    for row in reversed(rows):
        if row.seat != seat:
            continue
        lines = texts[row.number]
        if not game.rules.sheets:
            if not game.notation.parse("\n".join(lines)).anytime:
                found.append((row.number, -1))
            continue
        found += [
            (row.number, index)
            for index in range(len(lines) - 1, -1, -1)
            if not game.notation.parse(lines[index]).anytime
        ]
    return found[:_MANY]
