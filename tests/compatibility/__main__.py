"""Writes what a version leaves for every later one to open (tests/compatibility/v0_1).

    python -m tests.compatibility

Until 0.1.0 is released a change of the store, of turn files or of the protocol may
change these files: write them anew, and read the difference. From then on they are
never written again; a later version gets a folder of its own beside this one.
"""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest import mock

import msgspec

from pbem import protocol
from pbem.cli._sections import paths
from pbem.plugins import games
from pbem.server.settings.config import Config
from pbem.server.store.connection import Database
from tests.compatibility.kept import FOLDER, ROOT, resolved
from tests.support.commands import found
from tests.support.server.bot import wanted
from tests.support.server.world import ANN, BOB, CID, DOT, HOST, HOUR, World

TOY = ROOT / "tests" / "toy" / "handful"
ROUNDS = 3  #: that each game of the store has gone on
ASKED = "Is this from you?"
#: Letters after which the store has a row of many kinds.
MORE = (
    (ANN, "set digest daily\nset timezone Europe/Berlin\nset calendar on"),
    (ANN, "press Bob: shall we?"),
    (ANN, "away 1 Dec to 7 Dec"),
    (ANN, "propose draw"),
    (BOB, "standby all 2"),
    (BOB, "address add bob@work.example"),
    (CID, "open lava called river for 3 num_dice=24"),
    (HOST, "announce\nWe are closed on Friday."),
)


def names() -> dict[str, list[str]]:
    """Return what people and packages may call by its name."""
    options = []
    for path in paths():
        command = found(path)
        assert command is not None
        for one in command.params:
            options += [f"{path} {word}" for word in one.opts if word.startswith("--")]
    return {
        "commands": paths(),
        "options": sorted(options),
        "settings": sorted(_keys(Config)),
        "protocol": sorted(protocol.__all__),
    }


def _keys(table: object, above: str = "") -> Iterator[str]:
    for one in msgspec.inspect.type_info(table).fields:  # type: ignore[attr-defined]
        name = f"{above}{one.encode_name}"
        kind = getattr(one.type, "item_type", one.type)
        inner = getattr(kind, "types", (kind,))
        tables = [kind for kind in inner if hasattr(kind, "fields")]
        yield name
        for kind in tables:
            yield from _keys(kind.cls, f"{name}.")


def package() -> str:
    """Return the files of an author's package as one text."""
    files = [file for file in sorted(TOY.rglob("*")) if file.is_file()]
    return "".join(
        f"=== {file.relative_to(TOY.parent).as_posix()}\n{file.read_text('utf-8')}"
        for file in files
        if "__pycache__" not in file.parts
    )


def turns() -> dict[str, str]:
    """Return turn files: the examples of each game, and one of each of its endings."""
    examples = ROOT.glob("games/*/examples/*.txt")
    endings = ROOT.glob("tests/playthroughs/*/*.txt")
    found = [(file.parents[1].name, file) for file in sorted(examples)]
    found += [(file.parent.name, file) for file in sorted(endings)]
    return {f"{game}-{file.name}": file.read_text("utf-8") for game, file in found}


def store(folder: Path) -> tuple[str, dict[str, str]]:
    """Return a store as SQL, and whereto each awaited player would answer, by game
    and address."""
    drawn = random.Random(1).randbytes
    file = folder / "pbem.db"
    with (
        mock.patch("secrets.token_bytes", drawn),
        mock.patch("secrets.token_hex", lambda size: drawn(size).hex()),
    ):
        database = Database(str(file))
        database.prepare()
        world = World(database, folder, "[limits]\ngames = 50\n")
        for kind in sorted(games.built_in()):
            world.start(BOB, DOT if kind == "magma" else CID, game=kind)
            world.now += 24 * HOUR
        for kind in sorted(games.built_in()):
            chance = random.Random(kind)
            for _ in range(ROUNDS):
                for address, text in wanted(world.store, f"{kind}-1", chance, False):
                    world.now += 60
                    world.answer(f"<{address}>", text, f"{kind}-1")
        world.say(HOST, "whois")
        world.answer(DOT, "watch arena-1")
        ((_, first), (_, then)) = (
            *wanted(world.store, "lava-1", chance, False),
            *wanted(world.store, "lava-1", chance, False),
        )
        world.answer(ANN, f"{first}\nif Bob: {then} then {then}", "lava-1")
        for writer, text in MORE:
            world.now += HOUR
            about = "arena-1" if writer in (ANN, BOB) else ""
            if [mail.subject for mail in world.answer(writer, text, about)] == [ASKED]:
                world.answer(writer, text)
        world.host_does("note Have fun, all of you", "lava-1")
        awaited = {}
        for kind in sorted(games.built_in()):
            for address, _ in wanted(world.store, f"{kind}-1", chance, False):
                last = world.last(address, f"{kind}-1")
                awaited[f"{kind}-1 {address}"] = last.reply_to
        world.server.close()
    with closing(sqlite3.connect(file)) as conn:
        statements = [*conn.iterdump()]
    # Indexes come last, in no order.
    start = [one[:12] for one in statements].index("CREATE INDEX")
    statements[start:-1] = sorted(statements[start:-1])
    return "\n".join(statements) + "\n", awaited


def main() -> None:
    """Write all files."""
    for name, text in turns().items():
        (FOLDER / "turns" / name).write_text(text, "utf-8")
        result = json.dumps(resolved(FOLDER / "turns" / name), ensure_ascii=False)
        (FOLDER / "turns" / name).with_suffix(".json").write_text(f"{result}\n")
    (FOLDER / "package.txt").write_text(package(), "utf-8")
    (FOLDER / "names.json").write_text(json.dumps(names(), indent=1) + "\n")
    with tempfile.TemporaryDirectory() as place:
        sql, awaited = store(Path(place))
    (FOLDER / "store.sql").write_text(sql, "utf-8")
    (FOLDER / "awaited.json").write_text(json.dumps(awaited, indent=1) + "\n")


if __name__ == "__main__":
    main()
