"""Finds grammars, templates and game boxes, in a checkout and in a wheel alike."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def folder(kind: str, package: str = "pbem") -> Path:
    """The folder "grammars", "templates" or "games" of a package.

    A wheel carries them inside the package, a checkout beside it. Raises
    FileNotFoundError where the package has no such folder.
    """
    spec = find_spec(package)
    if spec is not None and spec.origin is not None:
        inside = Path(spec.origin).resolve().parent
        for place in (inside / kind, inside.parent / kind):
            if place.is_dir():
                return place
    raise FileNotFoundError(f"the package {package} has no folder {kind}")
