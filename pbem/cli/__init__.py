"""The command line: one file a command, nothing imported before it is needed."""

# ruff: noqa: E402  (the collector is told before anything is loaded)

from __future__ import annotations

import gc

gc.set_threshold(50_000)  # nothing that start-up loads is garbage

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from pbem import __version__


class Commands(click.Group):
    """Finds commands by what lies in this folder; the name is the file's."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        files = Path(__file__).parent.glob("[a-z]*.py")
        return sorted(file.stem.rstrip("_").replace("_", "-") for file in files)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name, imported now."""
        file = name.replace("-", "_")
        for stem in (file, file + "_"):
            if (Path(__file__).parent / f"{stem}.py").is_file() and stem[:1].isalpha():
                module = import_module(f"pbem.cli.{stem}")
                command: click.Command = module.command
                return command
        return None

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a reader who went away is no error (`pbem games | head`)."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise click.exceptions.Exit(0) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names, or the one that it means offered."""
        if args and self.get_command(ctx, args[0]) is None:
            from pbem.cli._meanings import meant

            near = meant(args[0], self.list_commands(ctx))
            hint = f' Did you mean "{near}"?' if near else ""
            raise click.UsageError(
                f'There is no command "{args[0]}".{hint} "pbem --help" lists them.'
            )
        return super().resolve_command(ctx, args)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, prog_name="pbem")
def pbem() -> None:
    """The referee for turn-based games played by mail and on forums.

    \b
    Example: a first game of Magic Arena
      pbem new arena --seats "Ann, Bob" > game.txt
      pbem append game.txt "Ann: fire C3"
      pbem append game.txt "Bob: air F6"
      pbem resolve game.txt
    """


def main() -> NoReturn:
    """Runs the command line; every fault ends in a message, none in a traceback."""
    if os.environ.get("PBEM_DEBUG"):
        from pbem.cli._common import log_failures

        log_failures()
    charge = None
    if sys.argv[1:2] in (["serve"], ["run"]):
        from pbem.cli._guarded import guarded

        charge = guarded()
    try:
        status = pbem(standalone_mode=False, obj=charge)
    except click.exceptions.Exit as exit_:
        status = exit_.exit_code
    except click.Abort:
        status = 130
    except click.ClickException as fault:
        fault.show()
        status = 2
    except SystemExit as left:
        status = _status_of(left)
    except OSError as fault:
        name = f"{fault.filename}: " if fault.filename else ""
        click.echo(f"pbem: {name}{fault.strerror or fault}", err=True)
        status = 2
    except Exception as fault:
        if os.environ.get("PBEM_DEBUG"):
            raise
        click.echo(_blamed(fault), err=True)
        status = 2
    _leave(status if isinstance(status, int) else 0)


def _blamed(fault: Exception) -> str:
    """Return whose mistake it is that came up to here: ours, or a game's."""
    from pbem.blame import at_work, author_of

    wrong = author_of(fault)
    if wrong is not None:
        from pbem.report.wording import shared_words

        return f"{shared_words().fault(wrong.fault)}\nNothing was changed."
    # A database goes on with the row that it did not like, in lines of its own.
    what = f"{type(fault).__name__}: {fault}".split("\n")[0]
    unchanged = "Nothing was changed. PBEM_DEBUG=1 shows where it happened."
    for name, package in at_work():
        return (
            f"pbem: something went wrong ({what}).\n"
            f"Perhaps {package} gave back something of another kind than was wanted: "
            f'"pbem check-game {name}"\nlooks for that. If it finds nothing, this is a '
            f"mistake in pbem.\n{unchanged}"
        )
    return f"pbem: this is a mistake in pbem, not in your game ({what}).\n{unchanged}"


def _status_of(left: SystemExit) -> int:
    """Return the status that a command left with."""
    if left.code is None or isinstance(left.code, int):
        return left.code or 0
    click.echo(left.code, err=True)
    return 1


def _leave(status: int) -> NoReturn:
    """Ends the process at once: tearing down modules takes as long as a turn."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        pass
    except OSError:
        status = 2
    os._exit(status)
