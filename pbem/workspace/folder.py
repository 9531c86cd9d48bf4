"""The games of a folder: turn files, and every version of them that was seen.

A file may be edited outside the page at any time. Each write names the digest of
the text that it was made from, and is refused where another is there now.
Versions lie in `.pbem/NAME/` beside the files, so that nothing is ever lost.
A link that leads out of the folder is as good as not there, and what is written
new is for its owner alone: turn files hold seeds and hidden orders.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from pbem.record.turn_file import decode, is_turn_file, read_raw
from pbem.system.files import leads_out, locked, write_whole

_HEAD_BYTES = 8192  #: in which a turn file has its "Game:"
_NO = r"\x00-\x1f\x7f/\\:\ud800-\udfff"  #: in names; the last are no text at all
_NAME = re.compile(rf"[^{_NO}.][^{_NO}]{{0,99}}")


class GameMissing(Exception):
    """No such game is in the folder."""


class NameInUse(Exception):
    """There is a file of this name already."""


class Changed(Exception):
    """The file is not what the writer had before the eyes."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A turn file as it was at one moment."""

    name: str
    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class Version:
    """One step in the life of a turn file."""

    digest: str
    what: str  #: "made", "orders", "closed", "elsewhere" and so on
    at: float = 0.0
    reason: str = ""
    detail: str = ""
    back: str = field(default="", compare=False)  #: the digest that undo leads to


def digest_of(text: str) -> str:
    """Return twenty hex digits that name a text."""
    return sha256(text.encode()).hexdigest()[:20]


def is_name(name: str) -> bool:
    """Return whether a game's file may be called so.

    >>> [is_name(name) for name in ("friday 3", "../x", ".hidden", "a/b", "")]
    [True, False, False, False, False]
    """
    return bool(_NAME.fullmatch(name)) and ".." not in name


class Folder:
    """A folder with turn files; `clock` says what time it is."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self.path = path
        self._clock = clock

    def names(self) -> list[str]:
        """Return the names of all files that seem to be games."""
        files = (file for file in self.path.glob("*.txt") if is_name(file.stem))
        found = (file.stem for file in files if self._has(file) and _is_game(file))
        return sorted(found, key=str.casefold)

    def others(self, endings: tuple[str, ...]) -> list[str]:
        """Return the files with these endings that are no games."""
        games = {f"{name}.txt" for name in self.names()}
        return sorted(
            file.name
            for file in self.path.iterdir()
            if file.suffix.lower() in endings
            and file.name not in games
            and not file.name.startswith(".")
            and file.name.isprintable()  # or it could be on no page
            and self._has(file)
        )

    def other(self, name: str) -> bytes:
        """Return what a file that is no game holds. Raises GameMissing, Unreadable."""
        if os.path.basename(name) != name or not self._has(self.path / name):
            raise GameMissing(name)
        return _bytes(self.path / name)

    def file(self, name: str) -> Path:
        """Return where a game lies. Raises GameMissing."""
        path = self.path / f"{name}.txt"
        if not is_name(name) or not self._has(path):
            raise GameMissing(name)
        return path

    def changed_at(self, name: str) -> float:
        """Return when a game's file was last written."""
        return self.file(name).stat().st_mtime

    def read(self, name: str) -> Copy:
        """Return a game as it is now. Raises GameMissing, Unreadable."""
        text = decode(_bytes(self.file(name)))
        copy = Copy(name, text, digest_of(text))
        self._notice(copy)
        return copy

    def write(
        self,
        name: str,
        was: str,
        text: str,
        what: str,
        reason: str = "",
        detail: str = "",
    ) -> Copy:
        """Put a text in the place of the one with the digest `was`.

        Raises GameMissing, Changed, OSError.
        """
        path = self.file(name)
        with locked(path):
            now = self.read(name)
            if now.digest != was:
                raise Changed(name)
            copy = Copy(name, text, digest_of(text))
            if copy.digest == was:
                return now
            self._keep(copy, Version(copy.digest, what, self._clock(), reason, detail))
            mark = b"\xef\xbb\xbf" if path.read_bytes()[:3] == b"\xef\xbb\xbf" else b""
            write_whole(path, mark + text.encode())
        return copy

    def create(self, name: str, text: str) -> Copy:
        """Make a new game. Raises NameInUse, or ValueError for what is no name."""
        if not is_name(name):
            raise ValueError(name)
        path = self.path / f"{name}.txt"
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise NameInUse(name) from None
        os.close(handle)
        try:
            write_whole(path, text.encode())
        except BaseException:
            path.unlink()  # the name is free again
            raise
        copy = Copy(name, text, digest_of(text))
        self._keep(copy, Version(copy.digest, "made", self._clock()))
        return copy

    def versions(self, name: str) -> list[Version]:
        """Return the steps in the life of a game, the first first."""
        try:
            text = self.place(name, "log").read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return []
        found = []
        for line in text.splitlines():
            try:
                found.append(Version(**json.loads(line)))
            except (ValueError, TypeError):
                continue  # a line that a power cut left half written
        return found

    def version(self, name: str, digest: str) -> str | None:
        """Return the text of a version, if it was kept."""
        if not re.fullmatch("[0-9a-f]{20}", digest):
            return None
        try:
            raw = self.place(name, f"{digest}.txt").read_bytes()
        except FileNotFoundError:
            return None
        return raw.decode()

    def undo(self, name: str, was: str) -> Version | None:
        """Go back to the version before the one with the digest `was`.

        Undoing again goes further back. None where there is nothing before it.
        Raises GameMissing, Changed, OSError.
        """
        last = self.undone_by(name, was)
        text = self.version(name, last.back) if last else None
        if last is None or text is None:
            return None
        self.write(name, was, text, "undone", detail=last.what)
        return last

    def undone_by(self, name: str, digest: str) -> Version | None:
        """Return the version that undo takes back; its `back` is where that leads."""
        steps, _ = self._steps(name)
        if len(steps) < 2 or steps[-1].digest != digest:
            return None
        last = asdict(steps[-1])
        return Version(**{**last, "back": steps[-2].digest})

    def redo(self, name: str, was: str) -> Version | None:
        """Bring back what was undone last.

        None where nothing was, or where something else was done since. Raises
        GameMissing, Changed, OSError.
        """
        gone = self.redone_by(name, was)
        text = self.version(name, gone.digest) if gone else None
        if gone is None or text is None:
            return None
        self.write(name, was, text, "redone", detail=gone.what)
        return gone

    def redone_by(self, name: str, digest: str) -> Version | None:
        """Return the version that redo brings back."""
        steps, undone = self._steps(name)
        return undone[-1] if undone and steps[-1].digest == digest else None

    def _steps(self, name: str) -> tuple[list[Version], list[Version]]:
        """Return the versions that undo leads back through, the last being the one of
        now, and those that redo leads on to, the next being the last."""
        steps: list[Version] = []
        undone: list[Version] = []
        for one in self.versions(name):
            if one.what == "undone" and len(steps) > 1:
                undone.append(steps.pop())
            elif one.what == "redone" and undone:
                steps.append(undone.pop())
            else:
                steps.append(one)
                undone.clear()
        return steps, undone

    def keep_thread(self, name: str, files: list[tuple[str, bytes]]) -> None:
        """Keep the files of the thread that a game is played in, as they came."""
        place = self.place(name, "thread")
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        given = {}
        for old in place.iterdir():
            if self._has(old):
                given[old.read_bytes()] = old.stat().st_mtime
            old.unlink()
        for number, (title, raw) in enumerate(files):
            safe = re.sub(r"[^A-Za-z0-9._-]", "_", title)[-60:].lstrip(".") or "thread"
            page_path = place / f"{number:03}-{safe}"
            write_whole(page_path, raw, private=True)
            if raw in given:
                os.utime(page_path, (given[raw], given[raw]))

    def thread(self, name: str) -> list[tuple[str, bytes]]:
        """Return the files of the thread, as stored."""
        return [(one.name[4:], one.read_bytes()) for one in self._thread(name)]

    def thread_times(self, name: str) -> list[datetime]:
        """Return when each file of the thread was given first."""
        modified = (one.stat().st_mtime for one in self._thread(name))
        return [datetime.fromtimestamp(seconds, UTC) for seconds in modified]

    def _thread(self, name: str) -> list[Path]:
        place = self.place(name, "thread")
        if not place.is_dir():
            return []
        found = (
            one for one in place.iterdir() if one.name[:1] != "." and self._has(one)
        )
        return sorted(found)

    def thread_digest(self, name: str) -> str:
        """Return the digest of the stored thread; empty: no thread is stored."""
        files = self.thread(name)
        parts = (sha256(raw).digest() for _, raw in files)
        return sha256(b"".join(parts)).hexdigest()[:20] if files else ""

    def _has(self, path: Path) -> bool:
        """Return whether a file is there, and in this folder."""
        return path.is_file() and not leads_out(path, self.path)

    def place(self, name: str, part: str = "") -> Path:
        """Return the path of a file that is stored with a game. Raises GameMissing."""
        path = self.path / ".pbem" / name / part
        if not is_name(name) or leads_out(path, self.path):
            raise GameMissing(name)
        return path

    def _notice(self, copy: Copy) -> None:
        """Keep a version that another hand has made."""
        versions = self.versions(copy.name)
        if versions and versions[-1].digest == copy.digest:
            return
        what = "elsewhere" if versions else "found"
        with suppress(OSError):  # a folder that may only be read is read all the same
            self._keep(copy, Version(copy.digest, what, self._clock()))

    def _keep(self, copy: Copy, version: Version) -> None:
        file, log_file = (
            self.place(copy.name, part) for part in (f"{copy.digest}.txt", "log")
        )
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            write_whole(file, copy.text.encode(), private=True)
        about = {key: value for key, value in asdict(version).items() if value}
        with open(log_file, "a", encoding="utf-8", opener=_private) as log:
            log.write(json.dumps(about, ensure_ascii=False) + "\n")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _bytes(path: Path) -> bytes:
    with open(path, "rb") as file:
        return read_raw(file)


def _is_game(path: Path) -> bool:
    try:
        with open(path, "rb") as source:
            return is_turn_file(source.read(_HEAD_BYTES))
    except OSError:
        return False
