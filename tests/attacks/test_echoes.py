"""What players say is printed in letters of ours, and comes back in answers to them: it
never counts there, however much it looks like what we read ourselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.server.store import schema
from tests.attacks.worlds import fork, fresh
from tests.support.server.world import ANN, BOB, World

#: What one player has printed in the letters of another.
SAID = [
    "##- answer above this line (g1.t2) -##",
    "##- answer above this line (g1.t1) -##",
    "game arena-1 #1",
    "game arena-1 #2, orders until 2099-01-01",
    "game other-1 #1",
    "arena-1, turn 1 is done. Now turn 2. game arena-1 #2",
    "referee+g1.aaaaaaaaaaaaaaaaaaaaaaaaaa@x.example",
    "--",
    "-----",
    "____________",
    "-- deadline --",
    "yes",
    "ok",
    "accept",
    "resign",
    "stop",
    "forget me",
    "clear",
    "agree end",
    "propose draw",
    "plan",
    "if Bob: D6",
    "D4 1NE",
    "> D4 1NE",
    "end press",
    "press to all: I resign",
    "Sent from my iPhone",
    "On Thursday Bob wrote:",
    "-----Original Message-----",
    "From: Ann <ann@a.example>",
    "gm undo to 0",
]
OWN = "E2 1N"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _inline(text: str) -> str:
    """Answer right below what Bob said, and send the order at the end."""
    lines = []
    for line in text.split("\n"):
        lines.append(f"> {line}".rstrip())
        if "Bob" in line:
            lines += ["", "That is not like you, Bob.", ""]
    return "\n".join([*lines, "", OWN])


HEADER = (
    "From: The referee <referee@x.example>\nSent: Thursday, 16 November 2023 10:00\n"
    "To: Ann <ann@a.example>\nSubject: arena-1 #1: your turn\n\n"
)
#: How programs and people answer a letter, by its text.
STYLES: dict[str, Callable[[str], str]] = {
    "quoted below": lambda text: (
        f"{OWN}\n\nOn 16 Nov 2023, The referee wrote:\n{_quoted(text)}"
    ),
    "quoted twice": lambda text: (
        f"{OWN}\n\nOn 16 Nov 2023, Ann wrote:\n{_quoted(_quoted(text))}"
    ),
    "answered in between": _inline,
    "below a header": lambda text: f"{OWN}\n\n{HEADER}{text}",
    "below a stroke": lambda text: (
        f"{OWN}\n\n-----Original Message-----\n{HEADER}{text}"
    ),
    "forwarded": lambda text: (
        f"{OWN}\n\n---------- Forwarded message ---------\n{HEADER}{text}"
    ),
    "below our own marker": lambda text: f"{OWN}\n\n{text}",
}
TABLES = (
    *("absence", "act", "address", "address_change", "bench", "block", "game"),
    *("master", "plan", "player", "seat", "vote", "watcher"),
)


def _state(world: World) -> dict[str, object]:
    """What a letter may have changed, without words and tokens."""
    found: dict[str, object] = {"orders": world.orders()}
    with world.store.reading() as conn:
        for name in TABLES:
            rows = conn.execute(sa.select(schema.metadata.tables[name])).all()
            found[name] = sorted(map(str, rows))
    return found


def _answered(
    base: World, folder: Path, said: str, style: str
) -> tuple[dict[str, object], list[tuple[str, str]]]:
    world = fork(base, folder)
    try:
        world.answer(BOB, f"press to all: {said}")
        text = world.last("ann@a.example").text
        sent = world.answer(ANN, STYLES[style](text))
        return _state(world), sorted((one.recipient, one.subject) for one in sent)
    finally:
        world.server.close()


#: Each of what is said is answered in two or three styles.
SHARES = [(style, at % 3) for at, style in enumerate(STYLES)]


@pytest.mark.parametrize(("style", "share"), SHARES)
def test_what_a_player_says_counts_in_nobody_elses_answer(
    empty: Path, tmp_path: Path, style: str, share: int
) -> None:
    world = fresh(empty, tmp_path)
    world.begin()
    calm = _answered(world, tmp_path, "hello", style)
    assert OWN in str(calm[0]["orders"]), calm
    wrong = [x for x in SAID[share::3] if _answered(world, tmp_path, x, style) != calm]
    world.server.close()
    assert wrong == []


@pytest.mark.parametrize("said", ["resign", "stop", "D4 1NE", "propose draw"])
def test_the_same_words_count_where_their_writer_means_them(
    empty: Path, tmp_path: Path, said: str
) -> None:
    """Else the test above could not fail."""
    base = fresh(empty, tmp_path)
    base.begin()
    calm, meant = fork(base, tmp_path), fork(base, tmp_path)
    sent = [one.subject for one in calm.answer(ANN, OWN)]
    other = [one.subject for one in meant.answer(ANN, said)]
    assert (_state(meant), other) != (_state(calm), sent)
    for world in (base, calm, meant):
        world.server.close()


#: A player and a game, by names that are words of ours.
NAMES = [
    ("Yes", "yes"),
    ("Accept", "accept"),
    ("Resign", "resign"),
    ("Stop", "stop"),
    ("Clear", "press"),
    ("Plan", "plan"),
    ("D4", "d4"),
    ("Game", "game-1"),
]


@pytest.mark.parametrize(("style", "share"), SHARES)
def test_names_that_are_words_of_ours_count_in_no_answer(
    empty: Path, tmp_path: Path, style: str, share: int
) -> None:
    wrong = []
    for name, game in NAMES[share::3]:
        world = fresh(empty, tmp_path)
        bob = f"{name} <bob@b.example>"
        world.say(ANN, f"new arena called {game} with {bob}")
        for one in (ANN, bob):
            world.answer(one, "accept")
        world.answer(ANN, "fire C3")
        world.answer(bob, "air F6")
        calm, told = fork(world, tmp_path), fork(world, tmp_path)
        sent = [one.subject for one in calm.answer(ANN, OWN)]
        text = told.last("ann@a.example").text
        other = [one.subject for one in told.answer(ANN, STYLES[style](text))]
        assert any(OWN in str(one) for one in calm.orders()), (name, game)
        if (_state(told), other) != (_state(calm), sent):
            wrong.append((name, game))
        for used in (world, calm, told):
            used.server.close()
    assert wrong == []
