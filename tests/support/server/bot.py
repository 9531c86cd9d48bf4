"""Plays any game by mail: legal orders at random, and then an end."""

from __future__ import annotations

import random
from itertools import islice

from pbem.notation.parser import NotUnderstood
from pbem.server.store import game_store
from pbem.server.store.connection import Database

ENDINGS = ("resign", "agree")


def wanted(store: Database, name: str, chance: random.Random, end: bool) -> (
    list[tuple[str, str]]
):  # fmt: skip
    """Who is to write what now: addresses and texts; nothing when it is over."""
    with store.reading() as conn:
        game = game_store.find(conn, name)
        assert game is not None
        if game.state != "running":
            return []
        story = game_store.load_story(conn, game)
        seats = {row.name: row.player_id for row in game_store.seats(conn, game.id)}
        from pbem.server.store import players

        homes = {
            seat: players.addresses(conn, player_id)[0]
            for seat, player_id in seats.items()
        }
    rules, state = story.game.rules, story.table.state
    found = []
    for seat in story.awaited():
        text = _ending(story.game.notation) if end else ""
        if not text or not _passes(story, seat, text):
            legal = [str(order) for order in islice(rules.legal(state, seat), 200)]
            text = chance.choice(legal)
        found.append((homes[seat], text))
        if end and len(found) == max(1, len(seats) - 1):
            break
    return found


def _ending(notation: object) -> str:
    for text in ENDINGS:
        try:
            notation.parse(text)  # type: ignore[attr-defined]
        except NotUnderstood:
            continue
        return text
    return ""


def _passes(story: object, seat: str, text: str) -> bool:
    order = story.game.notation.parse(text)  # type: ignore[attr-defined]
    state = story.table.state  # type: ignore[attr-defined]
    return not story.game.rules.bind(state, seat, order).faults  # type: ignore[attr-defined]
