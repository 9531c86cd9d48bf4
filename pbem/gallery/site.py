"""The site: a page and a picture a game, an index, standings and a feed.

What was made of a file is kept until the file, the names or this program change; a
page whose game is no longer to be shown goes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from pbem import __version__
from pbem.files import write_whole
from pbem.gallery.exhibit import Entry, NotShown, exhibit
from pbem.gallery.names import read_names
from pbem.games import built_in
from pbem.record.header import Unreadable
from pbem.record.turn_file import decode, is_turn_file
from pbem.report.wording import environment

MANIFEST = ".pbem-site.json"
FEED_ENTRIES = 30  #: of the feed, the youngest


class Standing(NamedTuple):
    """What somebody has reached in a kind of game."""

    name: str
    played: int
    won: int
    shared: int


@dataclass(slots=True)
class Made:
    """What came of a run: pages by their names, and files that have none."""

    shown: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    going_on: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)  #: cannot go by other names
    unreadable: list[str] = field(default_factory=list)


def make_site(folder: Path, out: Path, title: str, address: str = "") -> Made:
    """Write the site of a folder's finished games, what has changed of it.

    `address` is where the site will stand, for the links of its feed. Raises
    NamesFault, OSError.
    """
    out.mkdir(parents=True, exist_ok=True)
    agreed = read_names(folder)
    before, made = _known(out), Made()
    entries: list[Entry] = []
    for file in sorted(folder.glob("*.txt")):
        raw = file.read_bytes()
        if not is_turn_file(raw):
            continue
        name = file.stem
        try:
            text = decode(raw)
        except Unreadable:
            made.unreadable.append(name)
            continue
        parts = (__version__, name, text, json.dumps(agreed, sort_keys=True))
        digest = sha256("\0".join(parts).encode()).hexdigest()
        known = before.get(digest)
        if known is not None and _stands(out, known):
            entries.append(known)
            continue
        try:
            one = exhibit(name, text, agreed, file.stat().st_mtime, digest)
        except NotShown as reason:
            (made.unnamed if str(reason) == "names" else made.going_on).append(name)
            continue
        except Unreadable:
            made.unreadable.append(name)
            continue
        shown = one.entry.name
        write_whole(out / f"{shown}.html", one.page.encode())
        if one.picture:
            write_whole(out / f"{shown}.svg", one.picture.encode())
        entries.append(one.entry)
        made.written.append(shown)
    made.shown = [entry.name for entry in entries]
    for name in sorted({one.name for one in before.values()} - set(made.shown)):
        for ending in ("html", "svg"):
            (out / f"{name}.{ending}").unlink(missing_ok=True)
        made.removed.append(name)
    _write_shared(out, entries, title, address)
    kept = [asdict(entry) for entry in entries]
    write_whole(out / MANIFEST, json.dumps(kept, sort_keys=True).encode())
    return made


def standings(entries: Iterable[Entry]) -> dict[str, list[Standing]]:
    """Return who has won how often, by the title of a game; only who is named."""
    found: dict[str, dict[str, list[int]]] = {}
    for entry in entries:
        table = found.setdefault(entry.title, {})
        for name in entry.known:
            row = table.setdefault(name, [0, 0, 0])
            row[0] += 1
            if name in entry.winners:
                row[1 if len(entry.winners) == 1 else 2] += 1
    return {
        title: sorted(
            (Standing(name, *row) for name, row in table.items()),
            key=lambda one: (-one.won, -one.shared, one.played, one.name.casefold()),
        )
        for title, table in sorted(found.items())
        if table
    }


def _known(out: Path) -> dict[str, Entry]:
    """Return the lines of the last run by their digests, which name no file."""
    try:
        kept: list[dict[str, Any]] = json.loads((out / MANIFEST).read_bytes())
        plural = ("players", "winners", "known")
        lines = [Entry(**{**one, **{k: tuple(one[k]) for k in plural}}) for one in kept]
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    return {line.digest: line for line in lines}


def _stands(out: Path, entry: Entry) -> bool:
    endings = ("html", "svg") if entry.pictured else ("html",)
    return all((out / f"{entry.name}.{ending}").is_file() for ending in endings)


def _write_shared(
    out: Path, entries: Sequence[Entry], title: str, address: str
) -> None:
    """Write the pages that tell of all games."""
    young = sorted(entries, key=lambda entry: (-entry.ended, entry.name))
    given = {
        "title": title,
        "entries": young,
        "standings": standings(entries),
        "when": _when,
        "moment": _moment,
        "id_of": lambda *parts: uuid5(NAMESPACE_URL, "\0".join((title, *parts))).urn,
        "address": address.rstrip("/") + "/" if address else "",
        "newest": young[:FEED_ENTRIES],
    }
    jinja = environment(next(iter(built_in().values())))
    for template, name in (
        ("index.html.j2", "index.html"),
        ("standings.html.j2", "standings.html"),
        ("atom.xml.j2", "atom.xml"),
    ):
        text = jinja.get_template(f"site/{template}").render(given)
        path = out / name
        if not path.is_file() or path.read_text("utf-8") != text:
            write_whole(path, text.encode())


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")


def _when(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%-d %B %Y}"
