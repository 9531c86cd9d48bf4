"""GAME as authors give it: a name, or the folder of a package."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pbem.cli._common import Stop


def game_name(given: str) -> str:
    """Return the name of a game that is given as such, or as the folder of its package.

    `hop`, `./hop`, `.` or, where the package has several, `./hop:hop`. The games of a
    folder can be found until the command ends. Raises Stop.
    """
    names = game_names(given)
    if len(names) == 1:
        return names[0]
    listed = ", ".join(names)
    raise Stop(f"{given} has several games: {listed}. Name one: {given}:{names[0]}")


def game_names(given: str) -> tuple[str, ...]:
    """Return the names of all games that are given in one of these ways, one at least.
    Raises Stop."""
    from pbem.plugins.games import GameFault, find

    path, _, name = given.partition(":")
    if Path(given).is_dir():
        path, name = given, ""
    written_as_folder = path in (".", "..") or "/" in path or os.sep in path
    if not written_as_folder:
        try:
            find(given)
        except GameFault:
            if not (Path(path) / "pyproject.toml").is_file():
                return (given,)
        else:
            return (given,)
    names = _of_folder(Path(path))
    return (name,) if name else names


def _of_folder(folder: Path) -> tuple[str, ...]:
    from pbem.plugins.uninstalled import NoPackage, found_in

    try:
        names = click.get_current_context().with_resource(found_in(folder))
    except NoPackage as error:
        raise Stop(f"{folder} is no package with a game: {error}") from None
    if not names:
        raise Stop(f"{folder} brings no game that can be opened.")
    return names
