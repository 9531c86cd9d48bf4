"""A game of Arena between Ann and Bob, begun, played and exported."""

from __future__ import annotations

from typing import Any

from pbem.server.store import game_store
from tests.support.server.world import ADDRESS, ANN, BOB, World


def begun(world: World, terms: str = "", game: str = "arena") -> None:
    world.say(ANN, f"new {game} called friday with bob@b.example\n{terms}")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")


def game_row(world: World) -> Any:
    with world.store.reading() as conn:
        game = game_store.find(conn, "friday")
    assert game is not None
    return game


def exported(world: World) -> str:
    with world.store.reading() as conn:
        return game_store.turn_file(conn, game_row(world))


def played_out(world: World, terms: str = "") -> list[str]:
    """A game to its end; the receipts of Ann."""
    begun(world, terms)
    for ann, bob in (("fire C3", "air F6"), ("D4 1NE", "E5"), ("E5", "resign")):
        world.answer(ANN, ann)
        world.answer(BOB, bob)
    return [m.text for m in world.box.mail if m.recipient == ADDRESS[ANN]]
