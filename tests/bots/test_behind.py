"""A bot's process gives way to letters before it loads anything."""

from __future__ import annotations

import os
import subprocess
import sys

BEGIN = """
import os, sys
from pbem.bots.behind import give_way

give_way()
print(os.nice(0), os.sched_getscheduler(0) if hasattr(os, "SCHED_IDLE") else "")
print(*sorted(name for name in sys.modules if name.partition(".")[0] == "pbem"))
"""


def test_who_thinks_gives_way_before_anything_is_loaded() -> None:
    command = [sys.executable, "-c", BEGIN]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    how, loaded = done.stdout.splitlines()
    idle = str(getattr(os, "SCHED_IDLE", ""))
    assert how.split() == ["19", *idle.split()]
    assert loaded.split() == ["pbem", "pbem.bots", "pbem.bots.behind"]
