"""What a seat does out of turn: the others hear of it at once, not with the next
report. A stare has no use that is seen when the round is over."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.protocol import Event, Seat
from pbem.report import builder
from pbem.report.model import Reader
from pbem.server.game import history, references
from pbem.server.game.notify import notify
from pbem.server.game.session import GameSession
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind
from pbem.server.store import games


def event_lines(
    session: GameSession, events: Sequence[Event], seat: Seat | None
) -> list[str]:
    """Return events in words, those that a seat, or everybody, may know of."""
    story, reader = session.story, Reader(seat=seat)
    view = story.game.rules.view(story.table.state, seat)
    visible = builder.visible_events(events, reader)
    return history.event_lines(story.game, visible, reader, view)


def send(session: GameSession) -> None:
    """Write to each who may know of it, but to those who did it."""
    news = session.news
    waiting = session.awaited()
    for row in session.manned():
        heard = [event for by, event in news if by != row.name]
        lines = event_lines(session, heard, row.name)
        if lines:
            given = {"lines": lines, "turn": max(session.serial, 0)}
            notify(session, row, "news", asked=row.name in waiting, **given)
    public = event_lines(session, [event for _, event in news], None)
    if public:
        _to_watchers(session, public)


def _to_watchers(session: GameSession, lines: list[str]) -> None:
    conn, game = session.conn, session.game
    given = {"turn": max(session.serial, 0), "until": "", "seat": "", "asked": False}
    for player_id in games.watchers(conn, game.id):
        message = Message(
            subject=templates.subject("news", name=game.name),
            body=templates.blocks("news", name=game.name, lines=lines, **given),
            thread=references.thread(game),
        )
        session.send_about_no_game(player_id, message, kind=LetterKind.NOTICE)
