"""The site that a server keeps: what has ended, and nothing that is nobody's."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.server.host import doctor
from pbem.server.host.site import LONG, PAUSE, SiteKeeper
from pbem.server.settings import config
from pbem.server.states import GameState
from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import ANN, BOB, World

SITE = '[site]\nfolder = "public"\ntitle = "Our table"\n'


def _over(world: World) -> None:
    """Play a game of Ann and Bob to its end."""
    world.start(BOB)
    world.answer(BOB, "resign")
    world.answer(BOB, "resign")
    world.now += 3 * 86400
    world.run()
    ended = sa.select(sa.func.count()).where(schema.game.c.state == GameState.OVER)
    assert world.scalar(ended) == 1


def _step(keeper: SiteKeeper, world: World) -> None:
    world.now += PAUSE
    assert keeper.step(world.now) == 0


def test_the_site_rests_until_it_is_due(make: Make) -> None:
    """A step that did something would be followed by another at once."""
    world = make(SITE)
    keeper = SiteKeeper(world.office)
    assert keeper.step(world.now) == 0
    due = keeper.next_at()
    assert due == world.now + PAUSE
    assert keeper.step(due - 1) == 0
    assert keeper.next_at() == due


def _all_of(out: Path) -> str:
    return "".join(file.read_text("utf-8") for file in sorted(out.iterdir()))


def test_a_game_that_has_ended_stands_there_and_no_other(
    make: Make, tmp_path: Path
) -> None:
    world = make(SITE)
    keeper = SiteKeeper(world.office)
    _step(keeper, world)
    out = tmp_path / "public"
    assert "No game has come to its end yet." in (out / "index.html").read_text("utf-8")
    _over(world)
    world.start(BOB)
    _step(keeper, world)
    names = {file.stem for file in out.glob("*.html")}
    assert names == {"index", "standings", "arena-1"}
    words = set(re.findall(r"\w+", _all_of(out)))
    assert not {"Ann", "Bob", "Smith", "arena-2"} & words
    assert "Our table" in _all_of(out)
    before = {file: file.stat().st_mtime_ns for file in out.iterdir()}
    _step(keeper, world)
    assert {file: file.stat().st_mtime_ns for file in out.iterdir()} == before
    (tmp_path / "names.txt").write_text("Ann\n")
    _step(keeper, world)
    words = set(re.findall(r"\w+", _all_of(out)))
    assert "Ann" in words
    assert "Bob" not in words


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("settings", "spoiled", "told"),
    [
        ('[site]\nfolder = "."\n', "", "where pbem.toml lies"),
        (SITE, "public", "could not be written"),
        (SITE, "names.txt", "line 1 of names.txt"),
    ],
)
def test_what_fails_is_told_once_and_stops_no_letter(
    make: Make, tmp_path: Path, settings: str, spoiled: str, told: str
) -> None:
    world = make(settings)
    if spoiled:
        (tmp_path / spoiled).write_text("= no name, and no folder")
    keeper = SiteKeeper(world.office)
    for _ in range(3):
        world.now += LONG
        assert keeper.step(world.now) == 0
    mine = [one for one in world.run() if one.recipient == "host@x.example"]
    assert [one.subject for one in mine] == ["pbem: the site stands still"]
    assert told.casefold() in " ".join(mine[0].text.split()).casefold()
    assert world.say(ANN, "help")
    text = f'address = "referee@x.example"\n{settings}'
    found = doctor.examine(config.read(text, str(tmp_path)), lambda: world.now, 1)
    assert [one.well for one in found if one.what == "site"] == [False]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_it_has_a_thread_of_its_own(make: Make, tmp_path: Path) -> None:
    world = make(SITE)
    keeper, stop = SiteKeeper(world.office), threading.Event()

    def step(now: float) -> int:
        done = keeper.step(now)
        stop.set()
        return done

    world.server.extra_workers.append(("site", step, keeper.next_at))
    world.server.serve(lambda: world.now, stop)
    assert (tmp_path / "public" / "index.html").is_file()
