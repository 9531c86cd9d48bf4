"""`forget me`: no row of any table names the player, and the game goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from pbem.server.store import letters, schema
from tests.support.server.world import ADDRESS, ANN, BOB, CID, DOT, HOUR, World

here = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR
HERS = re.compile(rb"(?<!\w)ann(?!\w)|ann@a\.example|smith@else\.example", re.I)
#: Where a player may be named. The test gives each a row that names Ann.
NAMING = {
    "player": "name",
    "address": "address trouble",
    "address_change": "address before",
    "game": "position",
    "seat": "name draft",
    "letter": "sender content raw why lines answer",
    "entry": "text",
    "plan": "text",
    "outbox": "recipient subject why",
    "token": "address",
    "audit": "detail",
    "press": "text",
    "vote": "more",
    "act": "who what reason detail",
    "ban": "shown",
    "hook": "url",
    "ping": "text",
}
#: Columns with text that names nobody: words of ours, numbers, digests, and text that
#: the host or the game gives.
NOBODY = {
    "meta": "name value",
    "player": "display zone digest digest_time quiet",
    "address_change": "what",
    "block": "digest what",
    "game": "name kind state options seed timing silence press wall result",
    "seat": "state word bot wish",
    "letter": "key recipient state twin digest domain outcome",
    "entry": "source salt",
    "outbox": "message_id sender kind raw blocks mark state",
    "token": "handle digest purpose",
    "audit": "what",
    "timer": "what",
    "press": "to",
    "vote": "kind state",
    "bench": "kind",
    "offer": "state",
    "misread": "kind text read",
    "asked": "digest",
    "ban": "digest",
    "hook": "service code",
    "ping": "remote",
}
#: Tables in which a player is a number, and has no row once they are forgotten.
NUMBERED = (
    *("absence", "address", "address_change", "bench", "hook", "master"),
    *("misread", "ping", "token", "watcher"),
)


def _columns(listed: dict[str, str]) -> set[str]:
    return {
        f"{table}.{name}" for table, names in listed.items() for name in names.split()
    }


def _naming(world: World) -> Iterator[tuple[str, bytes]]:
    """Each cell that names Ann, with its column."""
    with world.store.reading() as conn:
        for table in schema.metadata.sorted_tables:
            for row in conn.execute(sa.select(table)).mappings():
                for name, cell in row.items():
                    text = cell if isinstance(cell, bytes) else str(cell).encode()
                    if HERS.search(text):
                        yield f"{table.name}.{name}", text


def _write(
    world: World, column: sa.Column[Any], text: str, *where: sa.ColumnElement[bool]
) -> None:
    with world.store.writing() as conn:
        change = column.table.update().where(*where)
        conn.execute(change.values({column.name: text}))


def test_every_column_with_text_is_known_to_name_somebody_or_nobody() -> None:
    texts = {
        f"{table.name}.{column.name}"
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if isinstance(
            column.type, sa.String | sa.Text | sa.LargeBinary | sa.TypeDecorator
        )
    }
    assert texts == _columns(NAMING) | _columns(NOBODY)
    assert not _columns(NAMING) & _columns(NOBODY)


def _fill(world: World) -> None:
    """A world in which each column of NAMING names Ann, in letters, or by hand."""
    world.begin(BOB, CID)
    world.answer(CID, "ice C6")
    world.say(CID, "new lava with dot@d.example called lava-z")
    for who, text in (
        (CID, "accept"),
        (ANN, "D4\nif Bob: E6 then C5"),
        (BOB, "if Ann: C5 then E6"),
        (CID, "press to all: Ann (ann@a.example) is strong"),
        (ANN, "press to Bob: greetings from Ann"),
        (BOB, "press to Ann: hello"),
        (ANN, "away 1 dec 2023 to 5 dec 2023"),
        (ANN, "standby lava"),
    ):
        world.answer(who, text, "lava-z" if text == "accept" else "arena-1")
    world.answer(ANN, "watch lava-z", "arena-1")
    world.answer(ANN, "propose draw", "arena-1")
    world.answer(ANN, "wait", "arena-1")
    world.add_address(ANN, "smith@else.example")
    with world.store.writing() as conn:
        letters.clear_older(conn, world.now + 1, 99)  # what others wrote
    world.answer(ANN, "press to Cid: one more from Ann", "arena-1")
    said = "Ann <ann@a.example>"
    own = (
        schema.letter.c.id
        == sa.select(sa.func.max(schema.letter.c.id)).scalar_subquery()
    )
    _write(world, schema.letter.c.sender, "ann@a.example", own)
    _write(world, schema.letter.c.why, "from ann@a.example")
    others = (schema.letter.c.player_id != 1, schema.letter.c.game_id == 1)
    for column in (schema.letter.c.lines, schema.letter.c.answer):
        _write(world, column, f"press to Ann: {said}, smith@else.example", *others)
    _write(
        world,
        schema.outbox.c.why,
        "550 <ann@a.example>",
        schema.outbox.c.player_id != 1,
    )
    _write(
        world, schema.outbox.c.subject, "words from Ann", schema.outbox.c.game_id == 1
    )
    _write(world, schema.address.c.trouble, said, schema.address.c.player_id == 1)
    _write(world, schema.seat.c.draft, "press to Ann: hi", schema.seat.c.player_id == 2)
    _write(
        world, schema.token.c.address, "ann@a.example", schema.token.c.player_id == 1
    )
    _write(world, schema.vote.c.more, "ann@a.example")
    with world.store.writing() as conn:
        for table, row in (
            (schema.master, {"game_id": 2, "player_id": 1, "made": 0}),
            (schema.watcher, {"game_id": 2, "player_id": 1}),
            (
                schema.misread,
                {"letter_id": 2, "player_id": 1, "kind": "arena", "made": 0}
                | {"text": "I fly", "read": "- 5A1"},
            ),
            (
                schema.act,
                {"game_id": 1, "serial": 0, "who": "ann@a.example", "made": 0}
                | {"what": "kick Ann", "reason": "Ann asked", "detail": f"for {said}"},
            ),
            (
                schema.entry,
                {"game_id": 1, "number": 50, "serial": 1, "seat": 1, "made": 0}
                | {"text": "fire at Ann", "source": "letter", "void": True},
            ),
            (schema.audit, {"game_id": 1, "at": 0, "what": "act", "detail": said}),
            (schema.ban, {"digest": "0", "shown": "ann@a.example", "made": 0}),
            (
                schema.hook,
                {"id": 1, "player_id": 1, "service": "ntfy", "instead": False}
                | {"url": "https://ntfy.example/ann", "made": 0},
            ),
            (
                schema.ping,
                {"hook_id": 1, "game_id": 1, "player_id": 1, "rings": False}
                | {"text": "Ann, it is your turn", "tries": 0},
            ),
        ):
            conn.execute(table.insert().values(row))


@here
def test_no_table_names_who_is_forgotten(world: World) -> None:
    _fill(world)
    missing = _columns(NAMING) - {column for column, _ in _naming(world)}
    assert missing == {"game.position"}  # only imported games have one
    assert [name for name in NUMBERED if not _rows_of_ann(world, name)] == []
    _forget(world, ANN)
    world.run()
    assert [*_naming(world)] == []
    assert [name for name in NUMBERED if _rows_of_ann(world, name)] == []
    letter = schema.letter.c
    words = (letter.raw != b"") | (letter.lines != "") | (letter.answer != "")
    assert world.count(schema.letter, (letter.player_id == 1) & words) == 0


def _rows_of_ann(world: World, name: str) -> int:
    table = schema.metadata.tables[name]
    return world.count(table, table.c.player_id == 1)


def _forget(world: World, who: str) -> None:
    world.answer(who, "forget me")
    world.answer(who, "forget me\nMy telephone is 555 0100.")


def _is_stuck(world: World) -> bool:
    return any("stuck" in mail.subject for mail in world.box.mail)


@here
@pytest.mark.parametrize("plans", ["theirs", "the others'", "both", "none"])
@pytest.mark.parametrize("word", ["", " word owl"])
def test_a_game_goes_on_without_who_is_forgotten(
    world: World, plans: str, word: str
) -> None:
    """With plans and without; where the name of the seat stays as well."""
    world.say(ANN, "new arena with bob@b.example, cid@c.example")
    for who in (ANN, BOB, CID):
        world.answer(who, f"accept{word}")
    for who, order in ((ANN, "fire C3"), (BOB, "air F6"), (CID, "ice C6")):
        world.answer(who, order)
    if plans in ("theirs", "both"):
        world.answer(BOB, "if Ann: D4 then E6")
    if plans in ("the others'", "both"):
        world.answer(ANN, "if Bob: E6 then D4")
    _forget(world, BOB)
    for _ in range(3):
        before = world.due()
        world.answer(CID, "-", "arena-1")
        world.answer(ANN, "-", "arena-1")
        world.now = max(world.now, before) + 1
        world.run()
        assert world.due() > before
    assert world.count(schema.plan, schema.plan.c.seat != 0) == 0
    assert not _is_stuck(world)


@here
def test_others_are_told_that_their_plans_have_ended(world: World) -> None:
    world.begin()
    world.answer(ANN, "if Bob: E6 then D4")
    shown = len(world.box.mail)
    _forget(world, BOB)
    told = [m for m in world.box.mail[shown:] if m.recipient == ADDRESS[ANN]]
    assert any("plan" in m.text for m in told)
    assert all("Bob" not in m.text for m in told)


@here
def test_the_name_goes_also_after_two_others_had_the_seat(
    make: Callable[..., World],
) -> None:
    """A seat bears the name of its first player, whoever sits there now."""
    world = make()
    world.begin(BOB, CID)
    world.answer(CID, "ice C6")
    world.say(DOT, "new lava with hal@h.example")
    eve = "Eve <eve@e.example>"
    world.say(eve, "new lava with ivy@i.example")
    for who in (DOT, eve):
        world.answer(who, "standby arena")
    world.host_does("kick Ann")
    world.answer(DOT, "accept")
    world.host_does("kick Ann")
    world.answer(eve, "accept")
    _forget(world, ANN)
    with world.store.writing() as conn:
        letters.clear_older(conn, world.now + 1, 99)
        conn.execute(schema.outbox.update().values(raw=None))
    assert [one for one in _naming(world) if one[0].startswith("seat")] == []
