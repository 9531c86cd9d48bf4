"""Sending what was allowed: each parcel once, whatever happens on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pbem.forum.thread import Thread
from pbem.watch.client import Client
from pbem.watch.parcels import OutgoingReport, Parcel, Parcels, Status
from pbem.watch.trouble import Trouble
from pbem.workspace import private_messages
from pbem.workspace.folder import Folder

#: Seconds that a forum is given to bring forth a post that it said nothing about.
SETTLE_SECONDS = 120.0


def send_open(
    outgoing: Parcels,
    client: Client,
    thread: Thread,
    save: Callable[[Any], None],
    now: float,
) -> None:
    """Send all parcels that are not in the forum, in their order. Raises Trouble.

    `thread` has been read just now; `save` writes each step down before the next.
    What may have been sent before is looked for, and sent again only where it is not
    there; where the forum cannot tell that, it is left to the moderator.
    """
    for parcel in outgoing.open:
        if parcel.status == "begun" and not _is_free(parcel, client, thread, now):
            save(outgoing)
            if parcel.status == "begun" and not parcel.seat:
                return  # what comes after it is below it
            continue
        if parcel.seat and not parcel.to:
            _mark(parcel, "by-hand", now, why="nobody is known for this seat")
            save(outgoing)
            continue
        _send(parcel, outgoing, client, thread, save, now)


def _is_free(parcel: Parcel, client: Client, thread: Thread, now: float) -> bool:
    """Return whether a parcel that was begun is to be sent again; note one that is in
    the forum."""
    found: bool | None
    if parcel.seat:
        client.enter()
        found = client.sent(parcel.to, parcel.title)
    else:
        found = posts_with_header(parcel, thread) > parcel.before
    if found:
        _mark(parcel, "done", now, why="")
    return found is False and now - parcel.at >= SETTLE_SECONDS


def _send(
    parcel: Parcel,
    outgoing: Parcels,
    client: Client,
    thread: Thread,
    save: Callable[[Any], None],
    now: float,
) -> None:
    try:
        client.enter()
        if parcel.seat and not client.sends:
            raise Trouble("no-messages", forum=client.title)
        parcel.before = posts_with_header(parcel, thread)
        _mark(parcel, "begun", now, why="")
        save(outgoing)
        if parcel.seat:
            parcel.link = client.message(parcel.to, parcel.title, parcel.text)
        else:
            parcel.link = client.reply(parcel.text)
        _mark(parcel, "done", now, why="")
    except Trouble as trouble:
        if trouble.code == "no-messages":
            _mark(parcel, "by-hand", now, why=trouble.code)
        elif trouble.code == "queued":
            _mark(parcel, "done", now, why=trouble.code)
        elif trouble.sure:
            again = trouble.passes or parcel.status == "ready"
            _mark(parcel, "ready" if again else "refused", now, why=trouble.code)
            raise
        else:
            raise
    finally:
        save(outgoing)


def _mark(parcel: Parcel, status: Status, now: float, why: str) -> None:
    parcel.status, parcel.at, parcel.why = status, now, why


def posts_with_header(parcel: Parcel, thread: Thread) -> int:
    """Return how many posts of a thread have a parcel's header line."""
    # Nothing follows the header of a report, or the time when orders are due.
    mark = re.compile(re.escape(parcel.title) + r"(?![0-9:]|, (?!orders until ))")
    return sum(
        any(mark.search(line.text) for line in post.lines_of(("new", "spoiler")))
        for post in thread.posts
    )


def tick(folder: Folder, name: str, out: OutgoingReport) -> None:
    """Note what has gone out, for the list of what is open: the report (as of seat "")
    and the private messages. Raises OSError.
    """
    for seat in dict.fromkeys(one.seat for one in out.parcels):
        mine = [one for one in out.parcels if one.seat == seat]
        if all(one.status == "done" for one in mine):
            to, at = mine[-1].to, mine[-1].at
            private_messages.tick(folder, name, out.serial, seat, to, at)
