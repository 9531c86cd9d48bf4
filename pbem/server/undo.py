"""Turns undone: a branch of the record. What was undone stays in the store as
evidence, and everybody is told who may have learned what from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.protocol import Event, Seat, sees
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report.wording import words as game_words
from pbem.server import drawers, gamebook, history, reports, schema, words
from pbem.server.gamebook import Line
from pbem.server.store import note

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting

_entry, _token = schema.entry, schema.token


def to(sitting: Sitting, target: int, act_id: int | None, why: str = "") -> int:
    """Takes a game back to the beginning of a turn; the turn that was reached.

    It can be an earlier one, where a sheet or a standing order would at once lead
    past the wished one.
    """
    link, game = sitting.link, sitting.game
    undone = [one for one in history.windows(link, game) if one.serial >= target]
    old = sitting.story
    query = sa.select(_entry).where(_entry.c.game_id == game.id, ~_entry.c.void)
    rows = link.execute(query.order_by(_entry.c.number)).all()
    kept, trimmed, story = _kept(sitting, rows, target)
    gone = [row.number for row in rows[kept:]]
    mine = (_entry.c.game_id == game.id) & _entry.c.number.in_(gone)
    link.execute(_entry.update().where(mine).values(void=True, act_id=act_id))
    sitting.rewrite(story)
    if trimmed is not None:
        sitting.take(story, trimmed)
    stale = (_token.c.game_id == game.id) & (_token.c.serial >= target)
    link.execute(_token.update().where(stale).values(until=sitting.now))
    reached = story.table.serial
    note(
        link, "undone", sitting.now, f"{old.table.serial} to {reached}", game_id=game.id
    )
    if sitting.state == "over":
        sitting.state = "running"
        sitting.put(ended=None, result="")
    sitting.played.clear()
    drawers.empty(sitting)
    sitting.renew()
    told = learned(old, undone)
    sitting.notices.append(lambda: _tell(sitting, old, reached, told, why))
    return reached


def _kept(
    sitting: Sitting, rows: Sequence[Row[Any]], target: int
) -> tuple[int, Line | None, Story]:
    """How many entries stay, the stump of a sheet that is cut, and their story."""
    story = gamebook.begin(
        gamebook.header(sitting.link, sitting.game), sitting.game.position
    )
    for count, row in enumerate(rows):
        if row.serial >= target:
            return count, None, story
        trial = story.copy()
        line = Line(row.serial, row.seat, row.text, row.cause)
        trial.take(line.item())
        if trial.table.serial > target:
            return count, *_stump(sitting, story, line, target)
        story = trial
    return len(rows), None, story


def _stump(
    sitting: Sitting, story: Story, line: Line, target: int
) -> tuple[Line | None, Story]:
    """The first lines of a sheet, as many as do not lead too far."""
    texts = line.text.split("\n")
    for length in range(len(texts) - 1, 0, -1):
        cause = f"undo:{sitting.game.id}:{sitting.length}"
        short = Line(line.serial, line.seat, "\n".join(texts[:length]), cause)
        trial = story.copy()
        trial.take(short.item())
        if trial.table.serial <= target:
            return short, trial
    return None, story


def learned(
    story: Story, undone: Sequence[Played]
) -> tuple[list[str], dict[Seat, list[str]]]:
    """What everybody was told of some turns, and what each seat alone was."""
    tell = game_words(story.game)
    events = [event for one in undone for event in one.events]

    def lines(found: Sequence[Event]) -> list[str]:
        told = [history.line(tell, event) for event in found]
        return [line for line in told if line]

    common = lines([event for event in events if sees(None, event)])
    alone = {
        seat: lines([e for e in events if sees(seat, e) and not sees(None, e)])
        for seat in story.header.seats
    }
    return common, alone


def _tell(
    sitting: Sitting,
    old: Story,
    reached: int,
    told: tuple[list[str], dict[Seat, list[str]]],
    why: str,
) -> None:
    from pbem.server import masters

    common, alone = told
    game = sitting.game
    given = {
        "name": game.name,
        "was": old.table.serial,
        "now": reached,
        "why": why,
        "common": common[:60],
        "chance": game.seed is not None,
    }
    counts = {seat: len(lines) for seat, lines in alone.items() if lines}
    for row in sitting.seats():
        if row.state != "in":
            continue
        own = alone.get(row.name, [])
        others = {seat: n for seat, n in counts.items() if seat != row.name}
        body = words.blocks(
            "undone", own=own, others=others, secrets={}, master=False, **given
        )
        reports.to_seat(
            *(sitting.link, sitting.office, game, sitting.story, row),
            *(sitting.now, sitting.deadline),
            lead=reports.Lead(body),
        )
    given.pop("name")
    given |= {"own": [], "others": {}, "secrets": alone, "master": True}
    masters.tell(sitting, "undone", **given)
