"""Finds grammars, templates and game boxes, in a checkout and in a wheel alike."""

from __future__ import annotations

import os
import stat
import sys
from importlib.util import find_spec
from pathlib import Path

from pbem import __version__


def folder(kind: str, package: str = "pbem") -> Path:
    """The folder "grammars", "templates" or "games" of a package.

    A wheel carries them inside the package, a checkout next to it. Raises
    FileNotFoundError where the package has no such folder.
    """
    spec = find_spec(package)
    if spec is not None and spec.origin is not None:
        inside = Path(spec.origin).resolve().parent
        for place in (inside / kind, inside.parent / kind):
            if place.is_dir():
                return place
    raise FileNotFoundError(f"the package {package} has no folder {kind}")


def cache_folder() -> Path | None:
    """A private folder for compiled grammars and templates, if there can be one.

    What lies in it is trusted as code is, so it must be ours alone, and no link may
    lead to it: who owns the link could lead elsewhere later.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    place = Path(home) / "pbem" / __version__
    try:
        for part in (place.parent, place):
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
        private = _is_ours(place.parent) and _is_ours(place)
    except OSError:
        return None
    return place if private and os.access(place, os.W_OK) else None


def _is_ours(place: Path) -> bool:
    about = place.lstat()
    ours = about.st_uid == os.getuid() and not about.st_mode & 0o022
    return ours and stat.S_ISDIR(about.st_mode)


def compiled(name: str) -> str | bool:
    """Return the file for a compiled grammar (Lark's `cache`), or False without a cache
    folder."""
    place = kept_file(f"{name}.grammar")
    return str(place) if place else False


def kept_file(name: str) -> Path | None:
    """Return the file for a compiled thing, or None without a cache folder."""
    place = cache_folder()
    return place / f"{sys.implementation.cache_tag}.{name}" if place else None
