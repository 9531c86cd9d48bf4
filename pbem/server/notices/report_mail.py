"""Reports as letters: what happened in a game, for each of its readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.engine import Connection, Row

from pbem.chance import commitment
from pbem.mail.reply.reply import marker
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import builder, page
from pbem.report.html import html_letter
from pbem.report.model import Reader, Report
from pbem.server.context import ServerContext
from pbem.server.notices import opened_commitments, press_quotes, references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.storage import game_store, players
from pbem.server.storage.reply_tokens import grant_without_game


def blocks(
    context: ServerContext,
    game: Row[Any],
    story: Story,
    reader: Reader,
    played: Sequence[Played] | None,
    until: str,
) -> list[page.Block]:
    """The page of a report, with what proves the shuffles where there are any."""
    report = builder.report(story, reader, played, until)
    return _told(game, story, report, fresh=played is None)


def _told(
    game: Row[Any], story: Story, report: Report, *, fresh: bool
) -> list[page.Block]:
    found = report.blocks()
    if game.seed is not None:
        over = story.game.rules.outcome(story.table.state) is not None
        found += templates.blocks(
            "chance",
            begins=fresh and story.table.serial == 0,
            over=over,
            seed=bytes(game.seed).hex() if over else "",
            commitment=commitment(bytes(game.seed)),
        )
    return found


def _pictured(context: ServerContext, draft: Message, report: Report) -> Message:
    """A letter with its HTML form and the picture of the board, if these are sent."""
    if not context.config.html:
        return draft
    lead = marker(draft.ref) if draft.ref else ""
    html, pictures = html_letter(report, draft.body, lead)
    return replace(draft, html=html, pictures=tuple(pictures))


_until = references.player_deadline


@dataclass(frozen=True, slots=True)
class ReceiptPart:
    """A receipt that goes on top of a report, so that one letter says it all."""

    blocks: Sequence[page.Block] = ()
    answers: str = ""  #: Message-ID of the letter that it is for
    wanted: str = ""  #: the address that it came from


def send(
    link: Connection,
    context: ServerContext,
    game: Row[Any],
    story: Story,
    now: float,
    until: float | None,
    played: Sequence[Played] | None,
    leads: Mapping[int, ReceiptPart],
    remarks: Sequence[page.Block] = (),
) -> None:
    """A report to every player and watcher, with the receipts by player."""
    for seat in game_store.seats(link, game.id):
        if seat.state == "gone":
            continue
        lead = leads.get(seat.player_id, ReceiptPart())
        to_seat(
            *(link, context, game, story, seat, now, until, played, lead),
            remarks=remarks,
        )
    heard = press_quotes.waiting(link, game.id)
    for player_id in references.watchers(link, game.id):
        display = players.get(link, player_id).display
        said = _until(link, context, player_id, until, now)
        report = builder.report(story, Reader(display=display), played, said)
        draft = Message(
            subject=_subject(game, story, None, over=_over(story)),
            body=[
                *_told(game, story, report, fresh=played is None),
                *remarks,
                *press_quotes.quoted(heard, None),
            ],
            ref="desk",
            thread=references.thread(context, game),
        )
        draft = _pictured(context, draft, report)
        # An answer speaks for the one who looks on, about no seat.
        desk = grant_without_game(player_id, now)
        context.outbox.to_player(
            *(link, now, player_id, draft), kind="report", grant=desk
        )
    press_quotes.mark_told(link, heard)


def to_seat(
    link: Connection,
    context: ServerContext,
    game: Row[Any],
    story: Story,
    seat: Row[Any],
    now: float,
    until: float | None,
    played: Sequence[Played] | None = None,
    lead: ReceiptPart = ReceiptPart(),
    remarks: Sequence[page.Block] = (),
) -> None:
    """The report of one seat, with a fresh token for the open window."""
    serial = story.table.serial
    player = players.get(link, seat.player_id)
    reader = Reader(seat=seat.name, display=player.display)
    said = _until(link, context, seat.player_id, until, now)
    report = builder.report(story, reader, played, said)
    told = _told(game, story, report, fresh=played is None)
    told += remarks
    told += press_quotes.quoted(press_quotes.waiting(link, game.id), seat.name)
    if _over(story):
        told += opened_commitments.blocks(link, game)
    draft = Message(
        subject=_subject(game, story, seat.name, over=_over(story)),
        body=[*lead.blocks, *told],
        ref=references.ref(game, serial),
        answers=lead.answers,
        thread=references.thread(context, game),
        automatic="auto-replied" if lead.answers else "auto-generated",
        due=until if seat.name in report.awaited else None,
    )
    if player.calendar:
        draft = replace(
            draft, calendar=references.calendar_file(context, game, seat, draft, now)
        )
    context.outbox.to_player(
        link,
        now,
        seat.player_id,
        _pictured(context, draft, report),
        kind="report",
        grant=references.grant(game, seat, serial),
        wanted=lead.wanted,
    )


def resend_last(
    link: Connection, context: ServerContext, player_id: int, game_id: int, now: float
) -> None:
    """The last report of a game once more, with a fresh token."""
    game = game_store.get(link, game_id)
    if game.state not in ("running", "over"):
        return
    story = context.game_cache.open(link, game)
    for seat in game_store.seats(link, game_id):
        if seat.player_id == player_id:
            to_seat(link, context, game, story, seat, now, game.deadline)


def _over(story: Story) -> bool:
    return story.game.rules.outcome(story.table.state) is not None


def _subject(game: Row[Any], story: Story, seat: str | None, *, over: bool) -> str:
    # Who is awaited may be a secret: a subject says it to its own reader alone.
    yours = seat is not None and seat in builder.awaited(story, Reader(seat=seat))
    return templates.subject(
        "report", name=game.name, serial=story.table.serial, over=over, yours=yours
    )
