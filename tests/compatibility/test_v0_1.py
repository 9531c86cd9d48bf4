"""What 0.1 has left is opened by this version, as docs/compatibility.md promises."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem import protocol
from pbem.cli import pbem
from pbem.cli._sections import paths
from pbem.plugins import games
from pbem.server.store import game_store
from pbem.server.store.connection import HEAD, Database
from pbem.testing.soundness import defects
from tests.compatibility.__main__ import names
from tests.compatibility.kept import (
    FOLDER,
    TURNS,
    resolved,
    write_package,
    write_store,
)
from tests.support.outside import installed
from tests.support.server.bot import wanted
from tests.support.server.world import World

AWAITED: dict[str, str] = json.loads((FOLDER / "awaited.json").read_text())
#: What a letter has that none of the store has.
NEW = {"key": "new", "message_id": "new@players.example"}
TOML = 'address = "referee@x.example"\nhost = "host@x.example"\n'


def holds(old: Any, new: Any, where: str = "") -> None:
    """Assert that everything of an older value is in a newer one, which may have more
    keys."""
    if isinstance(old, dict):
        for key, value in old.items():
            assert key in new, f"{where}: no {key} any more"
            holds(value, new[key], f"{where}.{key}")
    elif isinstance(old, list):
        assert len(old) == len(new), where
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            holds(one, other, f"{where}[{number}]")
    else:
        assert old == new, where


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of a server of 0.1: settings, key and store."""
    write_store(tmp_path / "pbem.db")
    (tmp_path / "pbem.key").write_text((b"k" * 32).hex() + "\n", encoding="ascii")
    (tmp_path / "pbem.key").chmod(0o600)
    (tmp_path / "pbem.toml").write_text(TOML, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "file", sorted(TURNS.glob("*.txt")), ids=lambda file: file.stem
)
def test_a_turn_file_of_0_1_leads_to_the_same_state(file: Path) -> None:
    holds(json.loads(file.with_suffix(".json").read_text("utf-8")), resolved(file))


def test_turn_files_of_every_game_of_0_1_are_kept() -> None:
    assert {file.name.partition("-")[0] for file in TURNS.glob("*.txt")} == {
        *("arena", "diplomacy", "lava", "magblast", "magma", "mars")
    }


def test_a_store_of_0_1_is_brought_up_to_date(place: Path) -> None:
    store = Database(str(place / "pbem.db"))
    store.prepare()
    with store.engine.connect() as conn:
        version = conn.exec_driver_sql("SELECT version_num FROM alembic_version")
        assert version.scalar() == HEAD
    store.close()
    more = ["--config", str(place / "pbem.toml")]
    for words in (["status"], ["export", "arena-1"], ["standings"]):
        done = CliRunner().invoke(pbem, ["server", *words, *more])
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize("awaited", AWAITED)
def test_a_game_in_a_store_of_0_1_goes_on_by_an_answer_to_its_last_letter(
    place: Path, awaited: str
) -> None:
    name, _, address = awaited.partition(" ")
    store = Database(str(place / "pbem.db"))
    store.prepare()
    world = World(store, place)
    with store.reading() as conn:
        world.now = conn.exec_driver_sql(
            "SELECT max(received) FROM letter"
        ).scalar_one()
    todo = dict(wanted(store, name, random.Random(1), end=False))
    sent = world.say(f"<{address}>", todo[address], AWAITED[awaited], **NEW)
    world.server.close()
    answers = [mail.text for mail in sent if mail.recipient == address]
    assert "Got it" in answers[0]
    assert name in answers[0]


def test_a_backup_of_0_1_is_restored(place: Path, tmp_path: Path) -> None:
    shutil.move(place / "pbem.db", place / "old.backup")
    more = ["--config", str(place / "pbem.toml")]
    done = CliRunner().invoke(
        pbem, ["server", "restore", str(place / "old.backup"), *more]
    )
    assert done.exit_code == 0, done.output
    store = Database(str(place / "pbem.db"))
    with store.reading() as conn:
        assert game_store.find(conn, "mars-1") is not None
    store.close()


def test_a_package_for_0_1_is_played(tmp_path: Path) -> None:
    write_package(tmp_path)
    with installed(tmp_path):
        game = games.find("handful")
        assert game.outside
        assert not defects("handful")
        example = tmp_path / "handful/games/handful/examples/round.txt"
        assert resolved(example)["game"] == "handful"
        done = CliRunner().invoke(pbem, ["game", "cases", "handful"])
        assert done.exit_code == 0, done.output


def test_what_0_1_calls_by_a_name_has_that_name() -> None:
    now = names()
    old = json.loads((FOLDER / "names.json").read_text())
    assert paths()
    assert protocol.__all__
    missing = {kind: sorted({*old[kind]} - {*now[kind]}) for kind in old}
    assert missing == {"commands": [], "options": [], "settings": [], "protocol": []}


def test_a_newer_value_may_have_more_keys_and_no_other_values() -> None:
    holds({"a": [1, {"b": None}]}, {"a": [1, {"b": None, "c": 2}], "d": 3})
    for worse in ({"a": [1]}, {"a": [1, {}]}, {"a": [2, {"b": None}]}, {}):
        with pytest.raises(AssertionError):
            holds({"a": [1, {"b": None}]}, worse)
