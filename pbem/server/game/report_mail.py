"""Reports as letters: what happened in a game, for each of its readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from sqlalchemy.engine import Connection

from pbem.chance import commitment
from pbem.mail.reply.reply import marker
from pbem.pages import page
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import builder
from pbem.report.html import html_letter
from pbem.report.model import Reader, Report
from pbem.server.context import Transaction
from pbem.server.game import commitments, elsewhere, press_quotes, references
from pbem.server.game.session import GameSession
from pbem.server.guard import Work
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import BEGUN, OTHERWISE, LetterKind, SeatState
from pbem.server.store import asides, game_store, games, players
from pbem.server.store.games import StoredPress
from pbem.server.store.rows import GameRow, SeatRow

MAX_OPENED = 400  #: orders that the last report opens; `proof` in an answer brings more


def opened_commitments(
    conn: Connection, game_id: int, *, whole: bool = False
) -> list[page.Block]:
    """Return the commitments to all orders, opened; further lines are indented."""
    lines = commitments.openings(conn, game_id)
    if not lines:
        return []
    most = len(lines) if whole else MAX_OPENED
    shown = [
        piece
        for line in lines[:most]
        for piece in wrap(line, 68, subsequent_indent="   ", break_on_hyphens=False)
    ]
    words = {line.split()[1].partition("undone:")[0] or "undone" for line in lines}
    more = max(0, len(lines) - most)
    return templates.blocks("seals", lines=shown, more=more, words=words)


def blocks(
    game: GameRow,
    story: Story,
    reader: Reader,
    played: Sequence[Played] | None,
    until: str,
) -> list[page.Block]:
    """Return the page of a report, with what proves the shuffles, if there are any."""
    report = builder.report(story, reader, played, until)
    return _report_blocks(game, story, report, fresh=played is None)


def _report_blocks(
    game: GameRow, story: Story, report: Report, *, fresh: bool
) -> list[page.Block]:
    found = report.blocks()
    if fresh and story.table.serial == 0:
        found += templates.blocks("winning", game=story.game)
    if game.seed is not None:
        over = _over(story)
        found += templates.blocks(
            "chance",
            begins=fresh and story.table.serial == 0,
            over=over,
            seed=game.seed.hex() if over else "",
            commitment=commitment(game.seed),
        )
    return found


def _pictured(tx: Transaction, message: Message, report: Report) -> Message:
    """Return a letter with its HTML form and the picture of the board, if these are
    sent."""
    if not tx.config.html:
        return message
    lead = marker(message.ref) if message.ref else ""
    html, pictures = html_letter(report, message.body, lead)
    return replace(message, html=html, pictures=tuple(pictures))


@dataclass(frozen=True, slots=True)
class ReceiptPart:
    """A receipt that goes on top of a report, so that one letter says it all."""

    blocks: Sequence[page.Block] = ()
    answers: str = ""  #: Message-ID of the letter that it is for
    preferred: str = ""  #: the address that it came from
    asked: int | None = None  #: the lines that "yes" sends once more
    letter: int | None = None  #: the number of the letter that it is for


def seat_readers(session: GameSession) -> list[SeatRow]:
    """Return the seats whose players get the reports of a game."""
    out = (SeatState.GONE, SeatState.BOT)
    return [seat for seat in session.seats() if seat.state not in out]


def send(
    session: GameSession, story: Story, receipts: Mapping[int, ReceiptPart]
) -> None:
    """Send a report to every player and watcher; a player's receipt goes on top."""
    conn, game, until = session.conn, session.game, session.game.deadline
    played = None if session.begun else session.played
    heard = games.press_waiting(conn, game.id)
    for seat in seat_readers(session):
        lead = receipts.get(seat.player_id, ReceiptPart())
        own = session.own_remarks.get(seat.name, [])
        remarks = [*session.remarks, *own]
        to_seat(session, game, story, seat, played, lead, remarks, heard)
    for player_id in games.watchers(conn, game.id):
        player = players.get(conn, player_id)
        deadline = references.deadline_for(session, player, until)
        report = builder.report(story, Reader(display=player.display), played, deadline)
        message = Message(
            subject=_subject(game, story, None, over=_over(story)),
            body=[
                *_report_blocks(game, story, report, fresh=played is None),
                *session.remarks,
                *press_quotes.quoted(heard, None),
            ],
            ref="desk",
            thread=references.thread(game),
        )
        # An answer speaks for the one who looks on, about no seat.
        message = _pictured(session, message, report)
        session.send_about_no_game(player_id, message, kind=LetterKind.REPORT)
    games.mark_press_delivered(conn, heard)


def to_seat(
    tx: Transaction,
    game: GameRow,
    story: Story,
    seat: SeatRow,
    played: Sequence[Played] | None = None,
    lead: ReceiptPart = ReceiptPart(),
    remarks: Sequence[page.Block] = (),
    heard: Sequence[StoredPress] | None = None,
) -> None:
    """Send the report of one seat, with a fresh token for the open window.

    `heard` is the press that it brings, for one who has asked for it already.
    """
    serial, conn, until = story.table.serial, tx.conn, game.deadline
    player = players.get(conn, seat.player_id)
    reader = Reader(seat=seat.name, display=player.display)
    deadline = references.deadline_for(tx, player, until)
    report = builder.report(story, reader, played, deadline)
    content = _report_blocks(game, story, report, fresh=played is None)
    if seat.name in report.awaited:
        content += references.closing(tx, until)
        if game.silence in OTHERWISE and seat.name not in report.plan_answers:
            default = story.game.rules.default(story.table.state, seat.name)
            means = {"policy": game.silence, "default": default is not None}
            content += templates.blocks("if_silent", **means)
    content += remarks
    if heard is None:
        heard = games.press_waiting(conn, game.id)
    content += press_quotes.quoted(heard, seat.name)
    if _over(story):
        others = [
            row for row in game_store.seats(conn, game.id) if row.number != seat.number
        ]
        if others:
            people = not all(row.bot for row in others)
            content += templates.blocks("once_more", kind=game.kind, people=people)
        content += opened_commitments(conn, game.id)
    message = Message(
        subject=_subject(game, story, seat.name, over=_over(story)),
        body=[*lead.blocks, *content],
        ref=references.ref(game, serial),
        answers=lead.answers,
        letter=lead.letter,
        answer=tuple(lead.blocks),
        thread=references.thread(game),
        automatic="auto-replied" if lead.answers else "auto-generated",
        due=until if seat.name in report.awaited else None,
    )
    if player.calendar:
        entry = references.calendar_file(tx, game, seat, message)
        message = replace(message, calendar=entry)
    awaited, over = seat.name in report.awaited, _over(story)
    what = "over" if over else "turn" if awaited else "wait"
    line = {"what": what, "name": game.name, "serial": serial, "until": deadline}
    elsewhere.tell(tx, game, seat.player_id, line, rings=awaited or over)
    tx.send(
        seat.player_id,
        _pictured(tx, message, report),
        kind=LetterKind.REPORT,
        grant=references.grant(game, seat, serial)._replace(letter_id=lead.asked),
        preferred=lead.preferred,
    )


def resend_last(tx: Transaction, player_id: int, game_id: int) -> None:
    """Send the last report of a game once more, with a fresh token."""
    game = game_store.get(tx.conn, game_id)
    if game.state not in BEGUN or asides.since(tx.conn, game_id) is not None:
        return
    with tx.context.guard.working(Work("game", game_id)):
        story = tx.context.game_cache.open(tx.conn, game)
        for seat in game_store.seats(tx.conn, game_id):
            if seat.player_id == player_id:
                to_seat(tx, game, story, seat)


def _over(story: Story) -> bool:
    return story.game.rules.outcome(story.table.state) is not None


def _subject(game: GameRow, story: Story, seat: str | None, *, over: bool) -> str:
    # Who is awaited may be a secret: a subject says it to its own reader alone.
    yours = seat is not None and seat in builder.awaited(story, Reader(seat=seat))
    return templates.subject(
        "report", name=game.name, serial=story.table.serial, over=over, yours=yours
    )
