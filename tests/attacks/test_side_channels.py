"""Who has answered a discreet window: nothing that leaves for anybody else tells.

Worlds are alike but for what Bob has sent in secret. Everybody else asks whatever can
be asked; their letters are compared to the byte, tokens apart, and the statements that
the store was asked are counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from pbem.cli import pbem
from tests.attacks.worlds import change, fork, fresh
from tests.support.server.world import ADDRESS, ANN, BOB, CID, DOT, HOST, HOUR, World

NAME = "magblast-1"
TABLE = """turn: Ann action
Ann: hand laser
Ann: B1 scout
Bob: B1 cruiser
Bob: hand laser, evasive
Cid: hand laser, flux
"""
SHOT = 'laser B1 at Bob B1 "Pew!"'
#: What Bob does in secret; "": nothing at all.
SECRETS = {
    "he has answered": "evasive",
    "he has let it pass": "pass",
    "he has left a standing order": "standing pass all",
    "he has left it to the last moment": "wait\nevasive",
}
#: Of these the outcome is the same as of silence.
SILENT = ("he has let it pass", "he has left a standing order")
_ALL = ("whois Bob", f"whois {NAME}", f"show {NAME}", f"history {NAME}")
#: What the others ask.
QUESTIONS = [(who, text) for who in (ANN, CID, DOT, HOST) for text in _ALL] + [
    (ANN, "propose undo"), (ANN, "games\nstandings"), (DOT, "games\nstandings"),
    (HOST, f"gm {NAME} #1 try extend 24h because I look"),
    (CID, "orders?"), (CID, "standing"), (CID, "preview\npass\npass"),
    (CID, "preview\nBob: evasive"), (CID, "preview\npass\nBob: pass\nflux"),
    (CID, "flux 9\nnonsense"), (CID, "wait\nflux\npass"), (CID, "clear"),
]  # fmt: skip
Told: TypeAlias = dict[str, list[Any]]
Begun: TypeAlias = Callable[[str], tuple[World, Told]]
_TOKEN = re.compile(
    r"=_[a-z0-9]+|[a-z2-7]{26}|[0-9a-f]{64}|Seal +[0-9a-f]{20}|[0-9]+@players"
)


@pytest.fixture(scope="module")
def begun(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A game in which Ann has shot at Bob, by what silence means in it; and what
    everybody else is told where Bob has sent nothing."""

    @cache
    def begin(silence: str) -> tuple[World, Told]:
        folder = tmp_path_factory.mktemp("begun")
        world = fresh(empty, folder)
        world.start(BOB, CID, game="magblast", options=f"\nset silence {silence}")
        change(world, position=TABLE)
        for who in (DOT, HOST):
            world.say(who, "new arena with gus@g.example")
        world.answer(DOT, f"watch {NAME}")
        world.answer(ANN, SHOT)
        return world, lived(world, folder, "")

    return begin


def heard(world: World, since: int) -> list[str]:
    """What has left for others than Bob."""
    return [
        f"To: {mail.recipient}\n" + _TOKEN.sub("TOKEN", mail.raw.decode("ascii"))
        for mail in world.box.mail[since:]
        if mail.recipient != ADDRESS[BOB]
    ]


def lived(begun: World, folder: Path, secret: str) -> Told:
    """What everybody else is told, and what the store was asked for it."""
    world = fork(begun, folder)
    asked = 0

    def count(*given: object) -> None:
        nonlocal asked
        asked += 1

    if secret:
        world.answer(BOB, secret)
    world.now += HOUR
    world.answer(ANN, "orders?")  # the game is read again
    since, statements = len(world.box.mail), []
    sa.event.listen(world.store.engine, "after_cursor_execute", count)
    for who, text in QUESTIONS:
        before = asked
        world.answer(who, text)
        statements.append(asked - before)
    told: Told = {"asked": heard(world, since), "statements": statements}
    since = len(world.box.mail)
    for _ in range(4):
        world.now += 16 * HOUR
        world.server.heartbeat(world.now)
        world.run()
    told["later"] = heard(world, since)
    since = len(world.box.mail)
    for who in (ANN, DOT):
        world.answer(who, "whois Bob")
        world.answer(who, "history")
    told["at last"] = heard(world, since)
    world.store.close()
    return told


CASES = [*(("default", one) for one in SECRETS), ("wait", "he has let it pass")]


@pytest.mark.parametrize(("silence", "secret"), CASES)
def test_nobody_learns_who_has_answered(
    begun: Begun, tmp_path: Path, silence: str, secret: str
) -> None:
    world, silent = begun(silence)
    sent = lived(world, tmp_path, SECRETS[secret])
    assert len(silent["asked"]) > 20
    kept = ("asked", "statements", "later", "at last")
    for what in kept if secret in SILENT else kept[:2]:
        for one, two in zip(sent[what], silent[what], strict=True):
            assert one == two, what


@pytest.mark.parametrize("secret", ["evasive", "pass", "standing pass all"])
def test_a_file_read_for_somebody_tells_nothing_either(
    secret: str, tmp_path: Path
) -> None:
    file, page = tmp_path / "game.txt", str(tmp_path / "page.html")
    head = f"Game: magblast\nSeats: Ann, Bob, Cid\nSeed: {'00' * 32}\n"
    text = f"{head}\n== Position ==\n{TABLE}\n== 0 ==\nAnn: {SHOT}\n"
    told = []
    for more in ("", f"Bob: {secret}\n"):
        file.write_text(text + more)
        for line in [
            *(f"{one} {reader}" for reader in ("--for Cid", "--public") for one in (
                "resolve", "resolve --format json", "resolve --all",
                f"replay --faults -o {page}")),
            "check --for Cid", "legal --for Cid",
        ]:  # fmt: skip
            done = CliRunner().invoke(pbem, [*line.split(), str(file)])
            assert done.exit_code == 0
            film = Path(page).read_text() if "replay" in line else ""
            told.append((line, done.output, film))
    half = len(told) // 2
    assert told[:half] == told[half:]
