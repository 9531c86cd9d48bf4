"""A group of commands, each a file that is imported when its command is used."""

from __future__ import annotations

from importlib import import_module
from keyword import iskeyword

import click

from pbem.cli._sections import SECTIONS, names


class Commands(click.Group):
    """The commands that `SECTIONS` lists for the group of this name.

    `pbem server run` is `command` in pbem/cli/server/run.py; a name that Python
    reserves has `_` behind it there. The group of no name is `pbem` itself.
    """

    @property
    def _group(self) -> str:
        return "" if self.name == "pbem" else str(self.name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of help."""
        return names(self._group)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of this name, imported now; None: no such command."""
        if name not in names(self._group):
            return None
        parts = ["pbem.cli", self._group, f"{name}_" if iskeyword(name) else name]
        module = import_module(".".join(filter(None, parts)))
        command: click.Command = module.command
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write each section with its commands, all in columns of one width."""
        widest = max(map(len, names(self._group)))
        room = formatter.width - widest - 6
        for heading, listed in SECTIONS[self._group].items():
            rows = []
            for name in listed.split():
                command = self.get_command(ctx, name)
                assert command is not None
                rows.append((name.ljust(widest), command.get_short_help_str(room)))
            with formatter.section(heading):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a closed pipe is no error (`pbem games | head`)."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise click.exceptions.Exit(0) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names.

        Raises UsageError for a word that is no command, with the one that it means.
        """
        if args and args[0] not in names(self._group):
            from pbem.cli._meanings import intended_command

            near = intended_command(args[0], self._group)
            hint = f' Did you mean "pbem {near}"?' if near else ""
            raise click.UsageError(
                f'There is no command "{ctx.command_path} {args[0]}".{hint} '
                f'"{ctx.command_path} --help" lists what there is.'
            )
        return super().resolve_command(ctx, args)
