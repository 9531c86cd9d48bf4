"""A command is added by files alone: declaration, rule, help and words, no edit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
FILES = {
    "pbem/server/commands/roll.py": '''"""`roll COUNT`: says how many."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, always


@CommandSpec(words=("roll",), needs=Needs.SEAT, too_old=always)
def run(request: Request, line: Command) -> None:
    """Say the number."""
    request.say("rolled", dice=int(line.one("COUNT")))
''',
    "grammars/letter/roll.lark": "roll: _ROLL COUNT\n\n_ROLL.9: /roll(?![^\\s,])/i\n",
    "templates/mail/help/roll.j2": "* roll 3 :: rolls three dice, for nothing\n",
    "templates/mail/rolled.j2": "You rolled {{ dice | counted('die', 'dice') }}.\n",
}
LETTERS = """
import sys
from pathlib import Path
from pbem.server.store.connection import Database
from tests.support.server.world import ANN, World
place = Path(sys.argv[1])
store = Database(str(place / "pbem.db"))
store.prepare()
world = World(store, place)
world.start()
old = world.last("ann@a.example").reply_to
for text in ("roll 3", "Roll three", "help roll", "help"):
    print(world.answer(ANN, text)[0].text)
world.answer(ANN, "fire C3")
world.answer("Bob <bob@b.example>", "air F6")
world.post(ANN, "roll 3", old)
print(world.run()[0].text)
world.server.close()
"""


def test_a_command_is_files_of_its_own(tmp_path: Path) -> None:
    for name in ("pbem", "grammars", "templates", "games"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for name, text in FILES.items():
        assert not (tmp_path / name).exists()
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", LETTERS, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert said.count("You rolled three dice.") == 1
    assert said.count("rolls three dice, for nothing") == 2
    # "Roll three" fits no rule, so it is an order, and a bad one.
    assert "I could not use" in said
    # An old token is too old for it: the declaration says so.
    assert "roll 3" in said.rpartition("rolls three dice")[2]
