"""Letters that prove nothing: they move nothing, and the player is told.

The same letter serves the player who lost a token and the one in whose name
somebody else wrote: it goes to the address on file, with a fresh token and the
lines ready to be sent again.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.report import page
from pbem.server import gamebook, limits, reports, schema, words
from pbem.server.compose import Draft
from pbem.server.store import note
from pbem.server.talk import Talk
from pbem.server.tokens import Bearer

_GAMES = 3
_LINES = 30


def again(talk: Talk, lines: list[str]) -> None:
    """Sends a player a fresh token for each game that a letter may be about."""
    link, now, office = talk.link, talk.now, talk.office
    player_id = talk.player_id or talk.content.told_id
    assert player_id is not None
    talk.silent = True
    problem = talk.content.problem or "no-game"
    note(*(link, "unproven", now, problem), player_id=player_id, letter_id=talk.row.id)
    if not limits.may_tell(link, office.config, player_id, "lost", now):
        return
    kept = [line.strip()[:200] for line in lines if line.strip()][:_LINES]
    given = {
        "problem": problem,
        "writer": talk.content.writer,
        "lines": kept,
    }
    games = _games(talk, player_id)
    for game, seat in games:
        serial = -1
        if game.state in ("running", "over"):
            serial = office.book.open(link, game).table.serial
        draft = Draft(
            subject=words.subject("lost", name=game.name),
            body=words.blocks(
                "lost",
                name=game.name,
                seat=seat.name,
                until=reports.deadline(office, game.deadline, now),
                **given,
            ),
            ref=reports.ref(game, max(serial, 0)),
            thread=reports.thread(office, game),
            automatic="auto-replied",
        )
        bearer = reports.bearer(game, seat, serial)
        office.post.to_player(
            *(link, now, player_id, draft), kind="lost", bearer=bearer
        )
    if not games:
        draft = Draft(
            subject=words.subject("lost", name=""),
            body=words.blocks("lost", name="", seat="", until="", **given),
            ref="desk",
            automatic="auto-replied",
        )
        bearer = Bearer(player_id, None, None, None, now + 14 * 86400)
        office.post.to_player(
            *(link, now, player_id, draft), kind="lost", bearer=bearer
        )


def _games(talk: Talk, player_id: int) -> list[tuple[Row[Any], Row[Any]]]:
    """The games and seats of a player, the one that a letter names if it names one."""
    table, seat = schema.game, schema.seat
    query = (
        sa.select(table.c.id)
        .join(seat, seat.c.game_id == table.c.id)
        .where(seat.c.player_id == player_id, seat.c.state != "declined")
        .where(table.c.state.in_(("invited", "open", "running")))
        .order_by(table.c.id.desc())
        .limit(100)
    )
    numbers = [row.id for row in talk.link.execute(query)]
    ref = (talk.content.ref or "").partition(".")[0]
    named = [n for n in numbers if n == talk.content.token_game or f"g{n}" == ref]
    found = []
    for number in named or numbers[:_GAMES]:
        game = gamebook.get(talk.link, number)
        # Before the starter has confirmed a game nobody else has heard of it.
        for row in gamebook.seats(talk.link, number):
            if row.player_id == player_id and row.state != "listed":
                found.append((game, row))
    return found[:_GAMES]


def to_writer(talk: Talk, body: list[page.Block]) -> None:
    """Answers somebody we do not know, at most a few times a day."""
    writer, office = talk.content.writer, talk.office
    if not writer or not talk.said:
        return
    if not limits.may_tell(talk.link, office.config, writer, "stranger", talk.now):
        return
    draft = Draft(
        subject=words.subject("receipt", name="", serial=-1),
        body=body,
        answers=talk.content.message_id,
        automatic="auto-replied",
    )
    office.post.to_stranger(talk.link, talk.now, writer, draft, "stranger")
