"""The same words come to the same in every channel: readings.txt has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.record import replay, trial, turn_file
from pbem.record.replay import Story
from pbem.server.play import order_lines, orders
from tests.forum.said import ARENA, entries, opened, post, read

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("readings.txt").read_text("utf-8").split("\n")
    if "\t" in line
]
RECORDS = {
    "arena": ARENA + "Ann: fire C3\nBob: air F6\nCid: water A8\n",
    "lava": "Game: lava\nName: pit\nSeats: Bob, Ann\n\n== 0 ==\nBob: e 0,0\n",
}


def _story(game: str) -> Story:
    return replay.play(turn_file.read(RECORDS[game]))


def _letter(game: str, text: str) -> str:
    """What a letter of Ann's comes to."""
    story = _story(game)
    lines = order_lines.read_lines(
        story.game, text.split("\n"), "Ann", story.header.seats
    )
    found = orders.offer(story, "Ann", lines)
    return "nothing" if found.asks or not found.text else found.orders[0]


def _page(game: str, text: str) -> str:
    """What a page, or `pbem append`, makes of a line of Ann's."""
    found = trial.try_orders(_story(game), "Ann", text.split("\n"))
    taken = not (found.refused or found.doubt)
    return str(found.orders[0]) if taken else "nothing"


def _post(game: str, text: str) -> str:
    """What a post of Ann's comes to."""
    if game == "arena":
        found, before = read(opened(post(6, "Ann", text))), 3
    else:
        found, before = read([post(6, "Ann", text)], text=RECORDS["lava"]), 1
    taken = entries(found)[before:]
    return _canonical(game, taken[0].partition(": ")[2]) if taken else "nothing"


def _canonical(game: str, text: str) -> str:
    """What Ann's entry of a record comes to, as the notation prints it."""
    return str(trial.try_orders(_story(game), "Ann", [text]).orders[0])


@pytest.mark.parametrize("channel", [_letter, _page, _post])
@pytest.mark.parametrize(("game", "text", "meant"), ROWS)
def test_it_is_the_same_in_every_channel(
    channel: object, game: str, text: str, meant: str
) -> None:
    assert callable(channel)
    assert channel(game, text) == meant
