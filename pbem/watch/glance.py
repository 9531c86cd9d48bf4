"""What a look at a thread comes to, as a page of blocks (pages/page.py)."""

from __future__ import annotations

from datetime import UTC, datetime

from pbem.forum.annotations.remembered import plain
from pbem.pages.counting import figures
from pbem.watch.parcels import OutgoingReport, Parcel
from pbem.watch.state import Tracking
from pbem.watch.words import words


def glance(name: str, file: str, seen: Tracking, out: OutgoingReport | None) -> str:
    """Return the last look at a game's thread as a page of blocks: what was taken, what
    failed, what is being posted."""
    title = f"= {plain(name)} :: {figures(seen.posts, 'post')}"
    lines = [title, "", _looked(seen), ""]
    if seen.taken and seen.fresh:
        lines += [f"- {plain(one)}" for one in seen.taken] + [""]
    if seen.trouble is not None:
        lines += [f"! {words(seen.trouble.code, seen.trouble.given)}", ""]
    lines += [f"- {words(one.code, one.given)}" for one in seen.notes]
    if out is not None and out.open:
        lines += ["", f"== Going out: the report that opens turn {out.serial}", ""]
        lines += [
            f"* {one.seat or 'the thread'}{one.part} :: {fate(one)}"
            for one in out.parcels
        ]
        lines += [
            f'| --sent "{one.seat}"   or   --not-sent "{one.seat}"'
            for one in out.unknown
            if one.seat
        ]
    elif out is not None and out.last == seen.looked:
        lines += ["", f"Posted: the report that opens turn {out.serial}."]
        lines += [
            f"* {one.seat}{one.part} :: {fate(one)}"
            for one in out.parcels
            if one.status == "by-hand"
        ]
    for one in seen.waiting:
        lines += ["", "== Waiting for your yes: a notice", ""]
        lines += [f"| {text}" for text in one.words.splitlines()]
        lines += ["", f"| pbem forum watch {file} --yes {one.digest}"]
    if seen.due:
        lines += ["", f"== Waiting for your yes: {seen.due_name}", ""]
        lines += [words("waiting", {"doubt": seen.doubt, "seats": seen.strangers}), ""]
        lines += [f"| pbem forum watch {file} --show"]
        lines += [f"| pbem forum watch {file} --yes {seen.due}"]
    if seen.open:
        lines += ["", "== What is open", "", *(f"- {plain(x)}" for x in seen.open)]
    return "\n".join(lines)


def _looked(seen: Tracking) -> str:
    new = f", with {seen.fresh} new when the thread last grew" if seen.fresh else ""
    head = f"Looked at {at(seen.looked)}{new}."
    if seen.over:
        return f"{head} The game is over; there is nothing more to look for."
    return f"{head} The next look is at {at(seen.next)}."


def fate(one: Parcel) -> str:
    """Return what became of a parcel."""
    return words("parcel", {"one": one, "when": at(one.at)})


def at(seconds: float) -> str:
    """Return a moment as people read it, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%a %H:%M} UTC"
