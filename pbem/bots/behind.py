"""How a bot's process begins: first of all it gives way.

To load what it thinks with takes longer than to answer many a letter, so that must not
come before.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module

NICE = 19  #: as far behind everybody else as can be


def give_way() -> None:
    """Let everybody else go first; where a system knows who is idle, altogether."""
    os.nice(NICE)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    give_way()
    import_module("pbem.bots.child").main()
