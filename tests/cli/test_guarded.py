"""Which of several late threads a server's parent ends it for: real processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Three threads work on a game each, and one of them never gives up the interpreter.
SCRIPT = """
import collections, itertools, sys, threading, time
from pbem.cli._guarded import guarded
from pbem.server.guard import Work

charge = guarded()
if charge.quarantined is not None:
    print(*charge.quarantined)
    sys.exit()
charge.guard.allow(2)
begun = [threading.Event() for _ in range(3)]

def work(number):
    charge.guard.turn_to(Work("game", number))
    begun[number].set()
    if number != int(sys.argv[1]):
        time.sleep(60)
    for one in begun:
        one.wait()
    collections.deque(itertools.repeat(0), maxlen=0)

for number in range(3):
    threading.Thread(target=work, args=(number,)).start()
    begun[number].wait()
"""


@pytest.mark.parametrize("number", [0, 1, 2])
def test_of_several_late_threads_it_is_the_one_that_uses_the_processor(
    number: int,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(number)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, f"game {number}\n"), done.stderr
    assert f"game {number} took too long and is set aside" in done.stderr
