"""A game that raises an exception at one order, in its rules or in its notation: that
order is refused, in words, and everything else goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from pbem.plugins import games
from pbem.plugins.attribution import author_of
from pbem.server.host import logs
from pbem.server.store.connection import Database
from pbem.testing.places import SourceLines
from tests.forum.pages import Said, pasted
from tests.support.command import started
from tests.support.outside import installed, race, write
from tests.support.server.world import ANN, BOB, World
from tests.watch.imitation import Desk
from tests.web.site import Site, plain

ROOT = str(Path(__file__).parents[2])
RULES = "pbem_race/rules.py"
BIND = "        most = min(3, state.goal - state.total)\n"
READ = "    return Add(number=int(number))\n"
CLASS = "class Race(Rules[Terms, State, Add, int]"
#: Orders, by what fails over them.
FAILING = {"rules": "add 13", "notation": "add 14"}
#: What is said of each.
TOLD = "The game broke down over this order (KeyError in pbem_race.rules, line"
START = "Game: race\nName: duel\nSeats: Ann, Bob\n"
HEADER = f"{START}\n== 0 ==\n"


def _package(folder: Path, more: str = "") -> None:
    files = race()
    del files["pbem_race/templates/race/report.j2"]
    rules = files[RULES]
    bind = "        if order.number == 13:\n            raise KeyError('a secret')\n"
    read = "    if int(number) == 14:\n        raise KeyError('a secret')\n"
    assert BIND in rules
    assert READ in rules
    rules = rules.replace(BIND, bind + BIND).replace(READ, read + READ)
    if more:
        rules = rules.replace(f"{CLASS}):\n", f"{CLASS}{more}")
        rules = rules.replace("    Fault,\n", "    Fault,\n    Held,\n    Lines,\n")
        rules = rules.replace("    Outcome,\n", "    Outcome,\n    Queue,\n")
    files[RULES] = rules
    write(folder, "pbem-race", {"race": "pbem_race.rules:RULES"}, files)


@pytest.fixture(autouse=True)
def package(tmp_path: Path) -> Iterator[None]:
    """The race of the tutorial, installed, that fails over two numbers."""
    _package(tmp_path / "site")
    with installed(tmp_path / "site"):
        yield


@pytest.fixture(params=FAILING)
def order(request: pytest.FixtureRequest) -> str:
    """An order that the game fails over."""
    return FAILING[request.param]


def _run(folder: Path, *words: str, debug: str = "") -> tuple[int, str, str]:
    path = f"{folder / 'site'}:{ROOT}"
    done: CompletedProcess[bytes] = started(
        folder, *words, PYTHONPATH=path, PBEM_DEBUG=debug
    )
    texts = [" ".join(x.decode().split()) for x in (done.stdout, done.stderr)]
    return done.returncode, texts[0], texts[1]


def test_a_turn_file_is_resolved_without_it(tmp_path: Path, order: str) -> None:
    (tmp_path / "duel.txt").write_text(f"{HEADER}Ann: add 3\nBob: {order}\n")
    status, told, errors = _run(tmp_path, "resolve", "duel.txt")
    assert (status, errors) == (0, "")
    assert f"Bob, line 7: {order}" in told
    assert TOLD in told
    assert "a secret" not in told
    assert "Total 3" in told
    assert _run(tmp_path, "resolve", "duel.txt", "--strict")[0] == 1
    found = json.loads(_run(tmp_path, "resolve", "duel.txt", "--format", "json")[1])
    assert [(x["line"], x["code"], x["seat"]) for x in found["faults"]] == [
        (7, "failed.game", "Bob")
    ]


def test_its_traceback_is_shown_to_who_asks_for_it(tmp_path: Path, order: str) -> None:
    (tmp_path / "duel.txt").write_text(f"{HEADER}Ann: {order}\n")
    errors = _run(tmp_path, "resolve", "duel.txt", debug="1")[2]
    assert "Traceback" in errors
    assert "KeyError: 'a secret'" in errors


@pytest.mark.parametrize("words", [["check"], ["legal"], ["preview"]])
def test_a_file_that_holds_it_can_be_asked(
    tmp_path: Path, order: str, words: list[str]
) -> None:
    (tmp_path / "duel.txt").write_text(f"{HEADER}Ann: {order}\n")
    more = ["--orders", "Ann: add 2"] if words == ["preview"] else []
    status, told, errors = _run(tmp_path, *words, "duel.txt", *more)
    assert (status, "mistake in pbem" in errors) == (0, False)
    assert words != ["check"] or TOLD in told


@pytest.mark.parametrize("words", [["append"], ["preview", "--orders"]])
def test_it_is_refused_and_the_file_stays(
    tmp_path: Path, order: str, words: list[str]
) -> None:
    (tmp_path / "duel.txt").write_text(HEADER)
    status, told, errors = _run(
        tmp_path, words[0], "duel.txt", *words[1:], f"Ann: {order}"
    )
    assert status in (0, 1)
    assert TOLD in told + errors
    assert (tmp_path / "duel.txt").read_text() == HEADER


def test_a_post_is_asked_about_and_the_thread_goes_on(
    tmp_path: Path, order: str
) -> None:
    (tmp_path / "duel.txt").write_text(HEADER)
    posts = [Said("Gina", "game duel #0"), Said("Ann", order), Said("Ann", "add 3")]
    posts += [Said("Bob", f"## {order}"), Said("Bob", "add 2")]
    (tmp_path / "thread.txt").write_text(pasted(posts, "A race"))
    words = ("forum", "read", "thread.txt", "--game", "duel.txt", "--write")
    status, told, errors = _run(tmp_path, *words)
    assert (status, "mistake in pbem" in errors) == (0, False)
    assert TOLD in told
    written = (tmp_path / "duel.txt").read_text()
    assert "Ann: add 3" in written
    assert "Bob: add 2" in written


def test_a_watched_thread_goes_on(tmp_path: Path, order: str) -> None:
    (tmp_path / "desk").mkdir()
    desk = Desk(tmp_path / "desk")
    desk.forum.say("Gina", f"game duel #0\n\n{START}")
    desk.forum.say("Ann", order)
    watch = desk.set_up()
    seen = watch.look()
    assert seen.trouble is None
    assert seen.questions == 1
    desk.forum.say("Ann", "add 3")
    assert watch.look().taken == ["Ann: add 3"]


def test_the_moderators_pages_go_on(tmp_path: Path, order: str) -> None:
    (tmp_path / "games").mkdir()
    site = Site(tmp_path / "games")
    site.game(f"{HEADER}Ann: {order}\n")
    for page in ("", "/thread", "/history", "/report?for=*&form=html"):
        site.get(f"game/duel{page}")
    assert TOLD in " ".join(plain(site.get("game/duel")).split())
    given = {"seat": "Ann", "text": order}
    refused = site.post("game/duel/order", given).text
    assert TOLD in " ".join(plain(refused).split())
    assert "Ann adds 3" in site.follow("game/duel/order", {**given, "text": "add 3"})


def test_by_mail_it_is_refused_and_the_host_is_told(tmp_path: Path, order: str) -> None:
    path = tmp_path / "pbem.db"
    Database(str(path)).prepare()
    world = World(Database(str(path)), tmp_path)
    stream = StringIO()
    logs.begin("info", stream)
    try:
        world.start(BOB, game="race")
        sent = world.answer(ANN, order)
        told = " ".join(world.last("ann@a.example").text.split())
        assert TOLD in told
        assert "a secret" not in told
        (alarm,) = [one for one in sent if one.recipient == "host@x.example"]
        assert "race-1 broke down over an order of Ann" in alarm.text
        assert order in alarm.text
        world.answer(ANN, "add 3")
        assert "Ann adds 3: 3." in world.last("bob@b.example").text
        lines = [json.loads(line) for line in stream.getvalue().splitlines()]
        failed = [one for one in lines if one["what"].startswith("a game failed")]
        assert "pbem_race.rules" in failed[0]["places"]
    finally:
        world.server.close()


#: Lines wait for later windows; who is silent adds 3, and at 5 the game fails.
QUEUE = """, Queue[State, Add]):
    lines = Lines.QUEUE

    def default(self, state: State, seat: Seat) -> Add:
        return Add(number=3)

    def held(self, state: State, seat: Seat, order: Add) -> Held:
        if state.total == 5:
            raise KeyError("a secret")
        return Held.FEED
"""


@pytest.mark.parametrize("by", ["the deadline", "an order"])
def test_a_line_in_store_that_fails_later_is_refused_and_the_host_is_told(
    tmp_path: Path, by: str
) -> None:
    _package(tmp_path / "site", QUEUE)
    Database(str(tmp_path / "pbem.db")).prepare()
    world = World(Database(str(tmp_path / "pbem.db")), tmp_path)
    try:
        world.start(BOB, game="race")
        sent = world.answer(ANN, "add 2\nadd 1")
        assert "host@x.example" not in {one.recipient for one in sent}
        if by == "an order":
            sent = world.answer(BOB, "add 3")
        else:
            world.now = world.due() + 1
            sent = world.run()
        (alarm,) = [one for one in sent if one.recipient == "host@x.example"]
        assert "race-1 broke down over an order of Ann" in alarm.text
        assert "  add 1" in alarm.text.splitlines()
        assert "a secret" not in alarm.text
        assert "Bob adds 3: 5." in world.last("ann@a.example").text
        assert "host@x.example" not in {one.recipient for one in world.run()}
    finally:
        world.server.close()


def test_a_mistake_in_pbem_is_blamed_on_no_package() -> None:
    """Though its own library comes as the games of a package do."""
    with pytest.raises(TypeError) as caught:
        SourceLines(games.find("arena")).about(None)  # type: ignore[arg-type]
    assert author_of(caught.value) is None
