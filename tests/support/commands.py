"""The tree of our commands, for tests of what is said about them."""

from __future__ import annotations

import click

from pbem.cli import pbem


def found(path: str) -> click.Command | None:
    """Return the command that is typed as `pbem PATH`; None: there is none."""
    command: click.Command | None = pbem
    for name in path.split():
        if not isinstance(command, click.Group):
            return None
        command = command.get_command(click.Context(command), name)
    return command
