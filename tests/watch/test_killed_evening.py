"""An evening of a watched thread, killed at every request in turn: nothing is posted
twice, nothing is lost, and nothing is told to the wrong one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from pbem.watch.sending import SETTLE_SECONDS
from tests.watch.imitation import START, Desk, Imitation
from tests.watch.real_game import START as FLEETS

KILLS = 20
pytestmark = pytest.mark.slow
HOUR = 3600.0


class Killed(BaseException):
    """The process is gone."""


@dataclass
class Killing(Imitation):
    """A forum that kills who writes, before or after it has done what was asked."""

    kill: int = 0  #: the request to write at which it happens, from 1
    before: bool = False
    written: int = field(default=0)

    def answer(self, request: httpx.Request) -> httpx.Response:
        """What comes back, if anything."""
        writes = request.method == "POST"
        self.written += writes
        strikes = writes and self.written == self.kill
        if strikes and self.before:
            raise Killed
        found = super().answer(request)
        if strikes:
            raise Killed
        return found


def look(desk: Desk, *answers: str) -> None:
    """A look by a fresh process; one that is killed is started again, and again when
    the forum has had its time."""
    for _ in range(3):
        with suppress(Killed):
            desk.watch().look(answers)
        desk.clock.now += SETTLE_SECONDS + 1
        out = desk.watch().outgoing()
        for one in out.unknown if out else []:
            if one.seat:  # this forum cannot say whether it arrived; its member can
                arrived = any(one.title in text for _, text in desk.forum.messages)
                desk.watch().settle(one.title, sent=arrived)


def evening(desk: Desk) -> None:
    """A silent, an absent and a replaced player, more time, a reminder, a report."""
    forum = desk.forum
    (desk.path / "duel.txt").write_text(FLEETS.replace("fleets", "duel"))
    forum.say("Gina", "game duel #0, orders until 2026-11-24 18:00 UTC")
    for name in ("Ann", "Bob", "Cid"):
        forum.say(name, "Hello.")
    desk.set_up(post="itself", token="tok-1f2e3d")
    look(desk, "pace = 4 days")
    seen = desk.watch().state()
    if seen.due:
        desk.watch().allow(seen.due)
    look(desk)
    forum.say("Ann", "place Y1 G2 R3 B4")
    forum.say("Cid", "I am V/LA until Monday. An extension, please?")
    look(desk)
    forum.say("Dana", "Hello, I am new here.")
    look(desk, "seat Bob = Dana")
    seen = desk.watch().state()
    if seen.due:
        desk.watch().allow(seen.due)
    forum.say("Ann", "More time, yes")
    forum.say("Dana", "More time for me, too: an extension")
    look(desk)
    desk.clock.now = START.timestamp() + 4 * 24 * HOUR
    look(desk)
    for name in ("Dana", "Cid"):
        forum.say(name, "place Y1 G2 R3 B4")
    look(desk)


@pytest.mark.parametrize("kill", range(KILLS))
def test_an_evening_that_is_killed(tmp_path: Path, kill: int) -> None:
    forum = Killing(kill=kill // 2 + 1, before=kill % 2 == 0)
    desk = Desk(tmp_path, forum)
    evening(desk)
    assert forum.written >= min(KILLS // 2, forum.kill)
    posts = [text.replace("\\", "") for who, text in forum.posts if who == "Gina"]
    assert sum("reminder" in text for text in posts) == 1
    assert any(member == "Dana" for member, _ in forum.messages)
    heads = [
        line for text in posts for line in text.split("\n") if line.startswith("game ")
    ]
    assert len(heads) == len(set(heads)), heads
    assert any("orders until 2026-11-25 18:00" in line for line in heads)
    assert "Bob: place" in desk.record
    for member, text in forum.messages:
        seat = {"Dana": "Bob"}.get(member, member)
        assert f", for {seat} (" in text.replace("\\", "")
    told = [(member, text.split("\n")[0]) for member, text in forum.messages]
    assert len(told) == len(set(told)), told
