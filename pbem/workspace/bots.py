"""Bots of a game on the page: they answer as soon as a form was written."""

from __future__ import annotations

import time

from pbem.bots.table import Let, letting
from pbem.record.replay import Story

SECONDS = 6.0  #: of processor time that bots may think for one page


def let(story: Story) -> Let | None:
    """Return what has the bots of a game answer; None where none plays."""
    return letting(time.thread_time, share(story)) if story.header.bots else None


def share(story: Story) -> float:
    """Return the seconds that each bot of a game may think for one page."""
    return SECONDS / max(1, len(story.header.bots))
