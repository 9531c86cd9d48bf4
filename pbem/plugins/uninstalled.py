"""The games of a folder with a package, played without being installed."""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from pbem.plugins import games


class NoPackage(Exception):
    """A folder has no package with games; the text says why, as a sentence."""


@contextmanager
def found_in(folder: Path) -> Iterator[tuple[str, ...]]:
    """Have the games of a folder's package found as if it were installed; yield their
    names in order, those that cannot be opened too.

    An installed package of the same name is not looked at meanwhile. Child processes
    find them, too: they begin with our `sys.path`. Raises NoPackage.
    """
    folder = folder.resolve()
    name, entries = _entries(folder)
    with tempfile.TemporaryDirectory(prefix="pbem-package-") as place:
        about = Path(place) / f"{name.replace('-', '_')}-0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n", encoding="utf-8"
        )
        lines = (f"{entry} = {at}\n" for entry, at in entries.items())
        listed = f"[{games.GROUP}]\n{''.join(lines)}"
        (about / "entry_points.txt").write_text(listed, encoding="utf-8")
        added = [place, str(folder), str(folder / "src")]
        before = set(sys.modules)
        sys.path[:0] = added
        _look_again()
        try:
            own = {at for at, one in games.elsewhere().items() if one.package == name}
            wrong = {one.name for one in games.broken() if one.package == name}
            yield tuple(sorted(own | wrong))
        finally:
            for one in added:
                sys.path.remove(one)
            for module in set(sys.modules) - before:
                file = getattr(sys.modules[module], "__file__", None)
                if file and Path(file).resolve().is_relative_to(folder):
                    del sys.modules[module]
            _look_again()


def _look_again() -> None:
    invalidate_caches()
    games.look_again()


def _entries(folder: Path) -> tuple[str, dict[str, str]]:
    """Return the name of the package, and its games. Raises NoPackage."""
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
        entries = project["entry-points"][games.GROUP]
        name = project["name"]
    except FileNotFoundError:
        raise NoPackage(f"{file} is not there.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NoPackage(f"{file} cannot be read: {error}.") from None
    except (KeyError, TypeError):
        entries = name = None
    found = entries.values() if isinstance(entries, dict) else [None]
    if not entries or not all(isinstance(one, str) for one in (name, *found)):
        why = f'has no name, or no table [project.entry-points."{games.GROUP}"]'
        raise NoPackage(f"{file} {why} with a game.")
    return name, entries
