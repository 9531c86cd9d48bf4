"""Programs that the bench runs beside ours, each in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

#: Their exact versions; the rest is what they ask for.
PINS = {"diplomacy": ("diplomacy==1.1.2",), "mailman": ("mailman==3.3.10",)}


def python(name: str) -> Path:
    """Return the interpreter of a peer's environment, made in the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    place = cache / "pbem-peers" / "-".join(PINS[name])
    found = place / "bin" / "python"
    if not (place / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        install = [str(found), "-m", "pip", "install", "--quiet", *PINS[name]]
        subprocess.run(install, check=True)
        (place / "ready").touch()
    return found
