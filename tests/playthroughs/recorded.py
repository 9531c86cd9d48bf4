"""The recorded games of the house, `<game>/<name>.txt`."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def turn_files(game: str = "*") -> list[Path]:
    """Return the recorded games, of all kinds or of one."""
    return sorted(HERE.glob(f"{game}/*.txt"))
