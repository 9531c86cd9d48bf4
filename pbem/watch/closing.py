"""A turn whose deadline has passed: closed by itself, where that is allowed."""

from __future__ import annotations

import time

from pbem.bots.table import letting
from pbem.forum.annotations.timing import grace_of
from pbem.forum.scan.questions import Scan
from pbem.record.header import Unreadable
from pbem.watch.state import Notice
from pbem.workspace import edits
from pbem.workspace.folder import Copy, Folder, digest_of
from pbem.workspace.loaded_game import FolderCache, LoadedGame
from pbem.workspace.open_matters import OpenMatters

REASON = "the deadline has passed"


def closed_if_over(
    folder: Folder, name: str, game: LoadedGame, found: Scan, matters: OpenMatters
) -> Notice | None:
    """Close the open turn of a game if its time, with the grace, is over; what there is
    to tell of it, or why it is not closed; None: it is not time, or not allowed.

    It stays open while something is asked, or was read as talk that may be an order,
    and while somebody who is missing is away.
    Raises NoAnswer, Changed, OSError.
    """
    memory = found.memory
    over = matters.due is not None and matters.now > matters.due + grace_of(memory)
    allowed = memory.policy("closing") == "itself"
    waits = memory.policy("silence") == "wait"
    awaited = matters.missing or matters.doubts
    if not (over and allowed and awaited) or waits or found.unreported:
        return None
    # A greeting with a word of an order is no order; what was passed over may be one.
    passed = any(one.code == "passed" for one in found.questions)
    if matters.doubts or passed or matters.unwritten:
        return Notice("not-closed", {"serial": game.now})
    if away := [one for one in matters.missing if one.away]:
        seats = [one.seat for one in away]
        return Notice("not-closed", {"serial": game.now, "away": seats})
    try:
        let = letting(time.thread_time)
        text = edits.closed_as_set(game.copy.text, REASON, let)
        FolderCache(folder).read(Copy(name, text, digest_of(text)))
    except Unreadable:
        return Notice("cannot-close", {"serial": game.now})
    folder.write(name, game.copy.digest, text, "closed", detail=str(game.now))
    return Notice("closed-late", {"serial": game.now})
