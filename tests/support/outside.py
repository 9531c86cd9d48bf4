"""Packages with games, as other authors install them: written and found."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from pbem.plugins import games
from tests.docs.test_docs import guide_files

ROOT = Path(__file__).parents[2]


def race() -> dict[str, str]:
    """The files of the small game of games/README.md, those of its package."""
    found = guide_files((ROOT / "games/README.md").read_text(encoding="utf-8"))
    inside = {name: text for name, text in found.items() if "/" in name}
    return {"pbem_race/__init__.py": "", **inside}


def renamed(files: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """The same files under another module's name."""
    return {
        name.replace(old, new): text.replace(old, new) for name, text in files.items()
    }


def write(
    site: Path, package: str, entries: Mapping[str, str], files: Mapping[str, str]
) -> None:
    """Write a package with its metadata into a folder, as pip would."""
    about = site / f"{package.replace('-', '_')}-1.0.dist-info"
    lines = [f"{name} = {at}" for name, at in entries.items()]
    texts = {
        **{site / name: text for name, text in files.items()},
        about / "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n",
        about / "entry_points.txt": "\n".join([f"[{games.GROUP}]", *lines, ""]),
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@contextmanager
def installed(site: Path) -> Iterator[None]:
    """While this lasts the packages of a folder are installed."""
    before = set(sys.modules)
    sys.path.insert(0, str(site))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(site))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(str(site)):
                del sys.modules[name]
        _forget()


def _forget() -> None:
    """Forget what was found of packages."""
    invalidate_caches()
    games._installed.cache_clear()
