"""What random players write in their letters: orders, plans, commands, votes, acts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import sqlalchemy as sa

from pbem.record.replay import Story
from pbem.server.states import VACANT
from pbem.server.store import game_store, players, schema
from pbem.server.store.connection import Database
from pbem.server.store.rows import GameRow

#: Letters of players. `{order}` is a legal order of the writer, `{theirs}` of another
#: seat, `{other}` the name of that seat, `{game}` a game, `{kind}` its rules,
#: `{secret}` words that only their reader may see.
LINES = (
    "if {other}: {theirs} then {order}",
    "if {other}: {theirs} then {order}\n- if {other}: {theirs} then {order}\n"
    "- else {order}",
    "then {order}\nif {other}: {theirs} then {order}",
    "plan\n{order}",
    "plan clear",
    "plan",
    "{order}",
    "{order}\n{order}",
    "wait\n{order}",
    "I play {order}, please.",
    "wrong",
    "wrong\n{order}",
    "I think we should talk about this first.",
    "ready",
    "clear",
    "preview\n{order}",
    "preview",
    "show",
    "history",
    "proof",
    "whois",
    "games",
    "standings",
    "orders?",
    "propose undo",
    "propose end",
    "propose draw",
    "propose replace {other}",
    "propose rated",
    "propose extend 2 days",
    "agree",
    "agree",
    "refuse",
    "resign",
    "stop",
    "stop off",
    "forget me",
    "forget me",
    "back",
    "away 1 dec 2023 to 5 dec 2023",
    "standby",
    "join {game}",
    "accept",
    "accept",
    "decline",
    "set silence bot",
    "set silence wait",
    "set silence random",
    "set pace 1h",
    "set digest daily",
    "set digest daily 18:00",
    "set quiet 22:00-7:00",
    "set quiet off",
    "games open",
    "games open {kind}",
    "set press off",
    "fill with bot",
    "replace me with dot@d.example",
    "replace me with bot",
    "rematch",
    "new lava with bot",
    "new {kind} with bob@b.example, bot",
    "open arena",
    "open lava for 2\nset reliable 90\nset hold 10m",
    "set reliable 50%",
    "begin",
    "watch {game}",
    "unwatch",
    "address add new@n.example",
    "press to {other}: {secret}",
    "press to all: Good luck, everybody.",
    "what now?",
    "notify https://ntfy.sh/pbem-{game}",
    "notify https://127.0.0.1/{game} for {game} instead",
    "notify",
    "notify aaaaaaaa",
    "notify off",
    "host: {secret} is what I do not understand",
    "pass until my turn",
    "pass until {other} captures",
    "pass all",
)
#: What has most to do with each other: plans, and seats that change hands.
STIRRING = (
    *LINES[:3],
    "stop",
    "forget me",
    "resign",
    "replace me with dot@d.example",
    "replace me with bot",
    "propose undo",
    "agree",
    "fill with bot",
    "standby",
    "accept",
    "back",
    "stop off",
    "set silence bot",
)
#: What game masters and the host write of a game, before " because of the weather".
ACTS = (
    "undo",
    "undo to 0",
    "kick {other}",
    "replace {other} with dot@d.example",
    "replace {other} with bot",
    "pause",
    "resume",
    "resume",
    "extend 1d",
    "process",
    "note Hello.",
    "order {other}: {theirs}",
    "close",
    "set pace 72h",
    "set hold 10m",
    "set hold none",
    "set reliable 90",
    "set reliable no",
)


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game as the players of a random world know it."""

    name: str
    kind: str
    serial: int
    seats: dict[str, str]  #: address of the player by the name of the seat
    awaited: tuple[str, ...]
    legal: Callable[[str, random.Random], str]  #: an order of a seat; "pass" for none

    def seat_of(self, address: str) -> str | None:
        """Return the first seat of an address, awaited ones first."""
        mine = [seat for seat, home in self.seats.items() if home == address]
        mine.sort(key=lambda seat: seat not in self.awaited)
        return mine[0] if mine else None


def running_games(store: Database) -> list[OpenGame]:
    """Return all games that are being played, in the order in which they began."""
    with store.reading() as conn:
        query = sa.select(schema.game).where(schema.game.c.state == "running")
        found = []
        for game in conn.execute(query.order_by(schema.game.c.id)).all():
            row = game_store.get(conn, game.id)
            story = game_store.load_story(conn, row)
            seats = {}
            for seat in game_store.seats(conn, game.id):
                homes = players.addresses(conn, seat.player_id)
                seats[seat.name] = homes[0] if homes else ""
            found.append(
                OpenGame(game.name, game.kind, game.serial, seats,
                         tuple(story.awaited()), partial(_legal, story))
            )  # fmt: skip
    return found


def joinable_games(store: Database) -> list[GameRow]:
    """Return the games that somebody has opened, or in which a seat is free."""
    game, seat = schema.game.c, schema.seat.c
    free = sa.select(seat.game_id).where(seat.state.in_(VACANT))
    going_on = (game.state == "running") & game.id.in_(free)
    query = sa.select(game.id).where((game.state == "open") | going_on)
    with store.reading() as conn:
        numbers = conn.execute(query.order_by(game.id)).scalars()
        return [game_store.get(conn, number) for number in numbers]


def _legal(story: Story, seat: str, luck: random.Random) -> str:
    orders = list(islice(story.game.rules.legal(story.table.state, seat), 80))
    return str(luck.choice(orders)) if orders else "pass"


def line_of(
    luck: random.Random,
    game: OpenGame,
    address: str,
    secret: str = "",
    lines: Sequence[str] = LINES,
) -> str:
    """Return a random letter of somebody about a game."""
    seat = game.seat_of(address) or luck.choice([*game.seats])
    other = luck.choice([name for name in game.seats if name != seat] or [seat])
    return luck.choice(lines).format(
        order=game.legal(seat, luck),
        theirs=game.legal(other, luck),
        other=other,
        game=game.name,
        kind=game.kind,
        secret=secret,
    )


def act_of(luck: random.Random, game: OpenGame) -> str:
    """Return a random act of a game master on a game."""
    act = line_of(luck, game, "", lines=ACTS)
    return f"gm {game.name} #{game.serial} {act} because of the weather"
