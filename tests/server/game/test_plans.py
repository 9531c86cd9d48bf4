"""Plans by mail: they answer once, nobody learns of them before, and they go with what
they were made for."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from pbem.cli.server.export import command as export
from pbem.cli.verify import command as verify
from pbem.record.turn_file import read
from pbem.server.host.transfer import import_game
from pbem.server.store import game_store, schema
from pbem.server.store.connection import Database
from tests.support.server.world import ADDRESS, ANN, BOB, CID, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
PLAN = "if Bob: E6 then C5\n  if bob: D6 then C6\n  else C4"


def _begun(world: World, *others: str, plan: str = PLAN) -> list[str]:
    """A game in its second turn, in which Ann has a plan; its orders."""
    world.begin(*([BOB, *others] if others else []))
    if CID in others:
        world.answer(CID, "air A8")
    out = world.answer(ANN, f"D4\n{plan}")
    assert [mail.recipient for mail in out] == [ADDRESS[ANN]]
    assert "nobody else knows of it" in " ".join(out[0].text.split())
    return world.orders()


def _plans(world: World) -> int:
    return world.scalar(sa.select(sa.func.count()).select_from(schema.plan))


def test_it_answers_when_everybody_else_has_and_tells_its_owner(world: World) -> None:
    before = _begun(world)
    assert before[-1] == "Ann: D4"
    told = world.answer(BOB, "E6")
    # A quick answer would tell that it lay there.
    assert world.orders() == [*before, "Bob: E6"]
    assert all("plan" not in m.text for m in told if m.recipient == ADDRESS[BOB])
    told = world.answer(BOB, "d6")
    assert world.orders()[-2:] == ["Bob: d6", "Ann: C5"]
    (own,) = [mail for mail in told if mail.recipient == ADDRESS[ANN]]
    (others,) = [mail for mail in told if mail.recipient == ADDRESS[BOB]]
    assert "It played C5 for you (line 1: if Bob: E6 then C5)." in " ".join(
        own.text.split()
    )
    assert "It played" not in others.text
    assert "if bob" not in others.text.lower()


def test_nobody_else_gets_another_letter_until_it_answers(
    url: str, tmp_path: Path, empty: Path
) -> None:
    told = []
    for plan in ("", PLAN):
        place = tmp_path / f"with-{len(plan)}"
        place.mkdir()
        shutil.copy(empty, place / "pbem.db")
        world = World(Database(str(place / "pbem.db")), place)
        world.start()
        for who, text in ((ANN, "fire C3"), (BOB, "air F6"), (ANN, f"D4\n{plan}")):
            world.answer(who, text)
        for text in ("E6", "whois Ann", "history", "orders?", "preview\nD6\nAnn: C5"):
            world.answer(BOB, text)
        letters = [m.text for m in world.box.mail if m.recipient == ADDRESS[BOB]]
        told.append([re.sub("Seal  [0-9a-f]+", "", text) for text in letters])
    assert told[0] == told[1]


def test_what_is_kept_of_it_is_enough_after_a_restart(world: World) -> None:
    before = _begun(world)
    world.office.game_cache.forget(1)
    world.answer(BOB, "E6")
    world.office.game_cache.forget(1)
    world.answer(BOB, "D6")
    world.office.game_cache.forget(1)
    told = world.answer(BOB, "- 2")
    assert world.orders()[len(before) :] == [
        "Bob: E6", "Bob: D6", "Ann: C5", "Bob: - 2", "Ann: C6",
    ]  # fmt: skip
    assert _plans(world) == 0
    own = " ".join(next(m.text for m in told if m.recipient == ADDRESS[ANN]).split())
    assert "It played C6 for you (line 2: if bob: D6 then C6). That was" in own


def test_at_the_deadline_it_answers_and_is_no_missed_turn(world: World) -> None:
    _begun(world, CID)
    for who, text in ((BOB, "E6"), (CID, "A7")):
        world.answer(who, text)
    world.now = world.due() + 1
    world.run()
    assert world.orders()[-2:] == ["Ann: C5", "-- deadline --"]
    missed = schema.seat.c.misses
    assert [
        world.scalar(sa.select(missed).where(schema.seat.c.name == who))
        for who in ("Ann", "Bob", "Cid")
    ] == [0, 1, 1]


def test_a_plan_ends_where_it_is_not_heard_or_left(world: World) -> None:
    _begun(world)
    world.answer(BOB, "F7")
    assert _plans(world) == 0
    told = world.last(ADDRESS[ANN]).text
    assert "It ends at line 1, for none of this was played" in " ".join(told.split())


@pytest.mark.parametrize("how", ["undo", "plan clear", "clear"])
def test_it_is_taken_back(world: World, how: str) -> None:
    _begun(world)
    told = world.answer(ANN, how)[0].text
    assert "taken back" in told
    assert _plans(world) == 0
    assert "I have no plan of you" in " ".join(
        world.answer(ANN, "plan")[0].text.split()
    )


def test_turns_that_are_undone_take_plans_with_them(world: World) -> None:
    _begun(world)
    world.answer(BOB, "E6")
    world.answer(ANN, "propose undo")
    world.answer(BOB, "agree")
    assert _plans(world) == 0
    out = [m.text for m in world.box.mail if m.recipient == ADDRESS[ANN]]
    assert any("Turns were undone, and your plan with them" in text for text in out)


def test_whoever_takes_a_seat_does_not_take_its_plan(world: World) -> None:
    _begun(world)
    out = world.host_does("replace Ann with dot@dot.example because she is ill")
    (told,) = [mail for mail in out if mail.recipient == ADDRESS[ANN]]
    assert "Your plan is dropped" in told.text
    assert _plans(world) == 0


def test_export_says_how_many_stay_behind(world: World, tmp_path: Path) -> None:
    _begun(world)
    place = tmp_path / "pbem.toml"
    place.write_text('address = "referee@x.example"\n', encoding="utf-8")
    (tmp_path / "pbem.key").write_text((b"k" * 32).hex(), encoding="ascii")
    done = CliRunner().invoke(export, ["arena-1", "--config", str(place)])
    assert done.exit_code == 0, done.output
    assert "1 plan stays behind" in done.stderr
    assert "if Bob" not in done.stdout


def test_a_turn_file_brings_its_plans_along(make: Callable[..., World]) -> None:
    world = make('[identity]\npolicy = "open"\n')
    record = read(
        "Game: arena\nName: friday\nSeats: Ann, Bob\n\nAnn: fire C3\nBob: air F6\n"
        "Plan of Ann:\n  if Bob: E6 then D4\n    then C4\nAnn: C3\n"
    )
    with world.office.writing(world.now) as tx:
        import_game(tx, record, {"Ann": ADDRESS[ANN], "Bob": ADDRESS[BOB]})
    assert _plans(world) == 1
    for text in ("game friday\nE6", "game friday\nF6", "game friday\nF7"):
        world.say(BOB, text)
    assert world.orders()[2:] == [
        "Ann: C3", "Bob: E6", "Bob: F6", "Ann: D4", "Bob: F7", "Ann: C4",
    ]  # fmt: skip


def test_what_a_game_master_tries_shows_no_plan(world: World) -> None:
    _begun(world)
    world.answer(BOB, "E6")
    (told,) = world.host_does("try process because it is time")
    assert "C5" not in told.text
    assert "plan" not in told.text
    assert _plans(world) == 1


def test_verify_says_that_a_plan_played_what_no_letter_brought(
    world: World, tmp_path: Path
) -> None:
    _begun(world)
    world.answer(BOB, "E6")
    world.answer(BOB, "D6")
    assert "plan" not in world.answer(BOB, "proof")[-1].text
    letters = world.answer(BOB, "resign")
    (told,) = [mail for mail in letters if mail.recipient == ADDRESS[ANN]]
    assert re.search(r"^ *#2 plan - - Ann: C5$", told.text, re.MULTILINE)
    record, last = tmp_path / "friday.txt", tmp_path / "last.txt"
    with world.store.reading() as conn:
        game = game_store.find(conn, "arena-1")
        assert game is not None
        record.write_text(game_store.turn_file(conn, game), encoding="utf-8")
    last.write_text(told.text, encoding="utf-8")
    done = CliRunner().invoke(verify, [str(record), "--opened", str(last)])
    assert done.exit_code == 0, done.output
    assert "Played by a plan of Ann: C5\n" in done.output
    assert "Not sent by letter" not in done.output
    assert "1 came of plans, which no seal promises.\n" in done.output


@pytest.mark.parametrize("all_plan", [True, False])
def test_a_game_that_waits_goes_on_by_plans_where_all_have_one(
    world: World, all_plan: bool
) -> None:
    """Else it waits for who has none, and the plan answers as the last."""
    world.start(options="\nset silence wait")
    for who, text in ((ANN, "fire C3"), (BOB, "air F6"), (ANN, f"D4\n{PLAN}")):
        world.answer(who, text)
    world.answer(BOB, "E6\nif Ann: D4 then F7" if all_plan else "E6")
    before = world.orders()
    assert before[-1] == "Bob: E6"
    assert _plans(world) == 1 + all_plan
    world.now = world.due() + 1
    world.run()
    if all_plan:
        assert world.orders() == [*before, "Ann: C5", "Bob: F7"]
        return
    assert world.orders() == before
    assert _plans(world) == 1
    world.answer(BOB, "D7")
    assert world.orders() == [*before, "Bob: D7", "Ann: C5"]
