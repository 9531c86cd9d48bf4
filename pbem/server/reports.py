"""Reports as letters: what happened in a game, for each of its readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.chance import commitment
from pbem.mail.reply.reply import marker
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import builder, page
from pbem.report.html import html_letter
from pbem.report.model import Reader, Report
from pbem.server import calendar, fair, gamebook, people, press, schema, times, words
from pbem.server.compose import Draft
from pbem.server.office import Office
from pbem.server.tokens import Bearer, desk_bearer

_WATCHERS = sa.select(schema.watcher.c.player_id).where(
    schema.watcher.c.game_id == sa.bindparam("game")
)


def ref(game: Row[Any], serial: int) -> str:
    """What the marker line of a letter names."""
    return f"g{game.id}.t{serial}"


def thread(office: Office, game: Row[Any]) -> str:
    """What all letters of a game refer to, so that mail programs join them."""
    return f"game.{game.name}@{office.config.domain}"


def bearer(game: Row[Any], seat: Row[Any], serial: int) -> Bearer:
    """For whom the answer to a letter of this turn will speak."""
    return Bearer(seat.player_id, game.id, seat.name, serial, None)


def deadline(office: Office, when: float | None, now: float) -> str:
    """A deadline in words, "" for none."""
    return "" if when is None else times.said(when, now, office.config.zone_info)


def until(
    link: Connection, office: Office, player_id: int, when: float | None, now: float
) -> str:
    """A deadline in words, in a player's own zone."""
    name = people.get(link, player_id).zone
    zone = ZoneInfo(name) if name else office.config.zone_info
    return "" if when is None else times.said(when, now, zone)


def blocks(
    office: Office,
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
        found += words.blocks(
            "chance",
            begins=fresh and story.table.serial == 0,
            over=over,
            seed=bytes(game.seed).hex() if over else "",
            commitment=commitment(bytes(game.seed)),
        )
    return found


def _pictured(office: Office, draft: Draft, report: Report) -> Draft:
    """A letter with its HTML form and the picture of the board, if these are sent."""
    if not office.config.html:
        return draft
    lead = marker(draft.ref) if draft.ref else ""
    html, pictures = html_letter(report, draft.body, lead)
    return replace(draft, html=html, pictures=tuple(pictures))


_until = until


@dataclass(frozen=True, slots=True)
class Lead:
    """A receipt that goes on top of a report, so that one letter says it all."""

    blocks: Sequence[page.Block] = ()
    answers: str = ""  #: Message-ID of the letter that it is for
    wanted: str = ""  #: the address that it came from


def send(
    link: Connection,
    office: Office,
    game: Row[Any],
    story: Story,
    now: float,
    until: float | None,
    played: Sequence[Played] | None,
    leads: Mapping[int, Lead],
    remarks: Sequence[page.Block] = (),
) -> None:
    """A report to every player and watcher, with the receipts by player."""
    for seat in gamebook.seats(link, game.id):
        if seat.state == "gone":
            continue
        lead = leads.get(seat.player_id, Lead())
        to_seat(
            *(link, office, game, story, seat, now, until, played, lead),
            remarks=remarks,
        )
    heard = press.waiting(link, game.id)
    for player_id in watchers(link, game.id):
        display = people.get(link, player_id).display
        said = _until(link, office, player_id, until, now)
        report = builder.report(story, Reader(display=display), played, said)
        draft = Draft(
            subject=_subject(game, story, None, over=_over(story)),
            body=[
                *_told(game, story, report, fresh=played is None),
                *remarks,
                *press.quoted(heard, None),
            ],
            ref="desk",
            thread=thread(office, game),
        )
        draft = _pictured(office, draft, report)
        # An answer speaks for the one who looks on, about no seat.
        desk = desk_bearer(player_id, now)
        office.post.to_player(
            *(link, now, player_id, draft), kind="report", bearer=desk
        )
    press.settle(link, heard)


def to_seat(
    link: Connection,
    office: Office,
    game: Row[Any],
    story: Story,
    seat: Row[Any],
    now: float,
    until: float | None,
    played: Sequence[Played] | None = None,
    lead: Lead = Lead(),
    remarks: Sequence[page.Block] = (),
) -> None:
    """The report of one seat, with a fresh token for the open window."""
    serial = story.table.serial
    player = people.get(link, seat.player_id)
    reader = Reader(seat=seat.name, display=player.display)
    said = _until(link, office, seat.player_id, until, now)
    report = builder.report(story, reader, played, said)
    told = _told(game, story, report, fresh=played is None)
    told += remarks
    told += press.quoted(press.waiting(link, game.id), seat.name)
    if _over(story):
        told += fair.opening(link, game)
    draft = Draft(
        subject=_subject(game, story, seat.name, over=_over(story)),
        body=[*lead.blocks, *told],
        ref=ref(game, serial),
        answers=lead.answers,
        thread=thread(office, game),
        automatic="auto-replied" if lead.answers else "auto-generated",
        due=until if seat.name in report.awaited else None,
    )
    if player.calendar:
        draft = replace(draft, calendar=ics(office, game, seat, draft, now))
    office.post.to_player(
        link,
        now,
        seat.player_id,
        _pictured(office, draft, report),
        kind="report",
        bearer=bearer(game, seat, serial),
        wanted=lead.wanted,
    )


def ics(
    office: Office, game: Row[Any], seat: Row[Any], draft: Draft, now: float
) -> bytes:
    """The deadline for the reader's calendar; the entry goes when nothing is due."""
    due = noted(game, seat.name, draft.due)
    return calendar.entries(office.config.domain, [due], now)


def noted(game: Row[Any], seat: str, deadline: float | None) -> calendar.Due:
    """What a calendar is told of a deadline."""
    return calendar.Due(game.name, seat, words.subject("due", name=game.name), deadline)


def again(
    link: Connection, office: Office, player_id: int, game_id: int, now: float
) -> None:
    """The last report of a game once more, with a fresh token."""
    game = gamebook.get(link, game_id)
    if game.state not in ("running", "over"):
        return
    story = office.book.open(link, game)
    for seat in gamebook.seats(link, game_id):
        if seat.player_id == player_id:
            to_seat(link, office, game, story, seat, now, game.deadline)


def _over(story: Story) -> bool:
    return story.game.rules.outcome(story.table.state) is not None


def _subject(game: Row[Any], story: Story, seat: str | None, *, over: bool) -> str:
    # Who is awaited may be a secret: a subject says it to its own reader alone.
    yours = seat is not None and seat in builder.awaited(story, Reader(seat=seat))
    return words.subject(
        "report", name=game.name, serial=story.table.serial, over=over, yours=yours
    )


def watchers(link: Connection, game_id: int) -> list[int]:
    """The players who look on at a game."""
    return [row.player_id for row in link.execute(_WATCHERS, {"game": game_id})]
