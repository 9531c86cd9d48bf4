"""A process of its own in which a bot thinks, at the lowest priority: others' letters
do not wait for it, and what goes wrong in it harms nobody else.

It reads one question as JSON and writes one answer.
"""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
import time
from typing import NamedTuple

from pbem.bots.levels import LEVELS
from pbem.bots.table import NoAnswer, answer
from pbem.record import replay
from pbem.record.turn_file import read

WAIT = 8.0  #: times the seconds of a level that a busy machine may take, and
START = 60.0  #: seconds more


class BotTask(NamedTuple):
    """What a bot is to think about."""

    record: str  #: the game as a turn file
    seat: str
    level: str
    seed: str  #: in hex


class BotReply(NamedTuple):
    """What it has found."""

    lines: list[str]
    playouts: int
    cut: bool


class Failed(Exception):
    """No order was found; the message is for the log."""


class Stopped(Failed):
    """The bot was stopped before it had an order."""


def here(question: BotTask, share: int = 1) -> BotReply:
    """Think in this process, with a part of the playouts. Raises Failed."""
    try:
        story = replay.play(read(question.record))
        level = LEVELS[question.level].part(share)
        seed = bytes.fromhex(question.seed)
        found = answer(story, question.seat, level, seed, time.process_time)
    except NoAnswer as fault:
        raise Failed(str(fault)) from None
    return BotReply([*found.lines], found.decision.playouts, found.decision.cut)


def longest(level: str) -> float:
    """Return after how many seconds a process that thinks is given up."""
    return START + WAIT * LEVELS[level].seconds


class BotProcess:
    """Thinks in a process of its own, one question at a time.

    It finds the modules and games that are found here, those of a folder too.
    """

    def __init__(self) -> None:
        self.ended = False
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, question: BotTask) -> BotReply:
        """Think. Raises Failed, Stopped."""
        limit = longest(question.level)
        with subprocess.Popen(
            [sys.executable, "-m", "pbem.bots.behind"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        ) as process:
            self._process = process
            if self.ended:
                process.kill()
            given = json.dumps(question._asdict()).encode()
            try:
                answer, output = process.communicate(given, timeout=limit)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Failed(f"no answer in {limit:.0f} seconds") from None
        if process.returncode < 0 and self.ended:
            raise Stopped
        if process.returncode < 0:
            raise Failed(f"its process was ended by signal {-process.returncode}")
        if process.returncode:
            lines = output.decode(errors="replace").strip().splitlines()
            raise Failed(lines[-1] if lines else f"status {process.returncode}")
        return BotReply(**json.loads(answer))

    def end(self) -> None:
        """Think no more: what is asked for, now or later, fails."""
        self.ended = True
        if self._process is not None:
            self._process.kill()


def main() -> None:
    """Answer one question; its process has given way before (`behind.py`)."""
    question = BotTask(**json.load(sys.stdin))
    # Anyone who asked may be gone before the time is up: then nobody else ends us.
    seconds = math.ceil(longest(question.level))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    json.dump(here(question)._asdict(), sys.stdout)
