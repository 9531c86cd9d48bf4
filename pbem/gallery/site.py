"""The site: a page and a picture a game, an index, standings and a feed.

What was made of a file is kept until the file, the names or this program change; a
page whose game is no longer to be shown goes.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from errno import ELOOP
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from pbem import __version__
from pbem.gallery.exhibit import Exhibit, GalleryEntry, NotShown, exhibit
from pbem.gallery.names import read_names
from pbem.pages.wording import shared_templates
from pbem.record.header import Unreadable
from pbem.record.turn_file import decode, is_turn_file
from pbem.system.files import leads_out, write_whole

_log = logging.getLogger("pbem.gallery")
MANIFEST = ".pbem-site.json"
FEED_ENTRIES = 30  #: of the feed, the youngest
SHARED = {"index": "html", "standings": "html", "atom": "xml"}  #: pages of all games
_MAX_NAME = 200  #: bytes of a page's name


class PlayerResults(NamedTuple):
    """What somebody has reached in a kind of game."""

    name: str
    played: int
    won: int
    shared: int


class RecordedGame(NamedTuple):
    """A game that may be shown, before anything of it is read."""

    name: str
    ended: float  #: when it was last written, in seconds since 1970
    mark: str  #: another one after each change of its text
    text: Callable[[], str]  #: its turn file; may raise Unreadable


@dataclass(slots=True)
class SiteChanges:
    """What came of a run: pages by their names, and files that have none."""

    shown: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    going_on: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)  #: cannot go by other names
    unreadable: list[str] = field(default_factory=list)
    waiting: int = 0  #: games that are left for the next run

    def leave_out(self, name: str, why: str) -> None:
        """Note a game that has no page."""
        lists = {"goes on": self.going_on, "names": self.unnamed}
        lists.get(why, self.unreadable).append(name)


class _Before(NamedTuple):
    """What the last run has left, by digests, which name no file."""

    shown: dict[str, GalleryEntry]
    left_out: dict[str, str]  #: why


def make_site(folder: Path, out: Path, title: str, address: str = "") -> SiteChanges:
    """Write the site of a folder's finished games, what has changed of it.

    `address` is where the site will stand, for the links of its feed. Raises
    NamesFault, OSError.
    """
    return write_site(files_of(folder), read_names(folder), out, title, address)


def files_of(folder: Path) -> Iterator[RecordedGame]:
    """Yield the turn files of a folder, without links that lead out of it."""
    for file in sorted(folder.glob("*.txt")):
        if not file.is_file() or leads_out(file, folder):
            continue
        raw = file.read_bytes()
        if is_turn_file(raw):
            name = os.fsencode(file.stem).decode("utf-8", "replace")
            mark = sha256(raw).hexdigest()
            yield RecordedGame(name, file.stat().st_mtime, mark, partial(_text, file))


def _text(file: Path) -> str:
    return decode(file.read_bytes())


def write_site(
    games: Iterable[RecordedGame],
    agreed: Mapping[str, str],
    out: Path,
    title: str,
    address: str = "",
    most: int | None = None,
) -> SiteChanges:
    """Write what has changed of the site of some games; `most` pages at a time.

    `agreed` has the names that are shown, as `read_names` gives them. Raises OSError.
    """
    out.mkdir(parents=True, exist_ok=True)
    before, changes = _known(out), SiteChanges()
    entries: list[GalleryEntry] = []
    left_out: dict[str, str] = {}
    looked = 0
    digests = [(game, _digest(game, agreed)) for game in games]
    stand = {
        one: before.shown[one]
        for _, one in digests
        if one in before.shown and _is_complete(out, before.shown[one])
    }
    used_names = {entry.name for entry in stand.values()}
    for game, digest in digests:
        if digest in stand:
            entries.append(stand[digest])
            continue
        why = before.left_out.get(digest, "")
        if not why and most is not None and looked >= most:
            changes.waiting += 1
            continue
        one = None
        if not why:
            looked += 1
            one, why = _exhibited(game, agreed, digest)
        if one is None:
            left_out[digest] = why
            changes.leave_out(game.name, why)
            continue
        shown = _page_name(one.entry, used_names)
        used_names.add(shown)
        _write(out / f"{shown}.html", one.page)
        if one.picture:
            _write(out / f"{shown}.svg", one.picture)
        entries.append(replace(one.entry, name=shown))
        changes.written.append(shown)
    changes.shown = [entry.name for entry in entries]
    gone = [one for one in before.shown.values() if one.name not in set(changes.shown)]
    if not changes.waiting:
        for name in sorted({one.name for one in gone}):
            for ending in ("html", "svg"):
                (out / f"{name}.{ending}").unlink(missing_ok=True)
            changes.removed.append(name)
        gone = []
    _write_shared(out, entries, title, address)
    shown_now = [asdict(entry) for entry in (*entries, *gone)]
    manifest = {"shown": shown_now, "left_out": left_out}
    _write(out / MANIFEST, json.dumps(manifest, sort_keys=True))
    return changes


def _digest(game: RecordedGame, agreed: Mapping[str, str]) -> str:
    """Return what names all that a page is made of."""
    parts = (__version__, game.name, game.mark, json.dumps(agreed, sort_keys=True))
    return sha256("\0".join(parts).encode()).hexdigest()


def _page_name(entry: GalleryEntry, used_names: Collection[str]) -> str:
    """Return what the page of a game is called, as no other: without their names,
    games of several players may be called alike."""
    name = entry.name.replace("/", "-")
    others = {one.casefold() for one in (*used_names, *SHARED)}
    if name.casefold() in others or len(name.encode()) > _MAX_NAME:
        return f"{name[:50]}-{entry.digest[:6]}"
    return name


def _write(path: Path, text: str) -> None:
    """Write a file of the site, and nothing elsewhere. Raises OSError."""
    if leads_out(path, path.parent):
        raise OSError(ELOOP, "a link leads out of the folder", str(path))
    write_whole(path, text.encode())


def _exhibited(
    game: RecordedGame, agreed: Mapping[str, str], digest: str
) -> tuple[Exhibit | None, str]:
    """Return the page of a game, or why it has none."""
    try:
        text = game.text()
    except Unreadable:
        return None, "unreadable"
    try:
        return exhibit(game.name, text, agreed, game.ended, digest), ""
    except NotShown as reason:
        return None, str(reason)
    except Unreadable:
        return None, "unreadable"
    except Exception:
        # One game whose own code fails keeps no other off the site.
        _log.exception("no page", extra={"game": game.name})
        return None, "unreadable"


def standings(entries: Iterable[GalleryEntry]) -> dict[str, list[PlayerResults]]:
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
            (PlayerResults(name, *row) for name, row in table.items()),
            key=lambda one: (-one.won, -one.shared, one.played, one.name.casefold()),
        )
        for title, table in sorted(found.items())
        if table
    }


def _known(out: Path) -> _Before:
    try:
        manifest: Any = json.loads((out / MANIFEST).read_bytes())
        if isinstance(manifest, list):  # as it was once written
            manifest = {"shown": manifest, "left_out": {}}
        plural = ("players", "winners", "known")
        lines = [
            GalleryEntry(**{**one, **{k: tuple(one[k]) for k in plural}})
            for one in manifest["shown"]
            if "/" not in one["name"]
        ]
        return _Before({one.digest: one for one in lines}, dict(manifest["left_out"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return _Before({}, {})


def _is_complete(out: Path, entry: GalleryEntry) -> bool:
    endings = ("html", "svg") if entry.pictured else ("html",)
    return all((out / f"{entry.name}.{ending}").is_file() for ending in endings)


def _write_shared(
    out: Path, entries: Sequence[GalleryEntry], title: str, address: str
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
    jinja = shared_templates()
    for stem, ending in SHARED.items():
        name = f"{stem}.{ending}"
        text = jinja.get_template(f"site/{name}.j2").render(given)
        path = out / name
        if not path.is_file() or path.read_text("utf-8") != text:
            _write(path, text)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")


def _when(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%-d %B %Y}"
