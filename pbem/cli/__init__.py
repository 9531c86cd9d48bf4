"""The command line: one file a command, nothing imported before it is needed."""

# ruff: noqa: E402  (the collector is set before anything is loaded)

from __future__ import annotations

import gc

gc.set_threshold(50_000)  # nothing that start-up loads is garbage

import os
import sys
from typing import NoReturn

import click

from pbem import __version__
from pbem.cli._group import Commands


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, prog_name="pbem")
def pbem() -> None:
    """The referee for turn-based games played by mail and on forums.

    \b
    Example: a game of Lava against a bot
      pbem new lava --seats "Ann, Cid" --bot Cid=easy --out game.txt
      pbem append game.txt "Ann: n 0,0"
      pbem resolve game.txt
    """


def main() -> NoReturn:
    """Runs the command line; every fault ends in a message, none in a traceback."""
    if os.environ.get("PBEM_DEBUG"):
        from pbem.cli._common import log_failures

        log_failures()
    charge = None
    if sys.argv[1:3] in (["server", "serve"], ["server", "run"]):
        from pbem.cli._guarded import guarded

        charge = guarded()
    try:
        status = pbem(prog_name="pbem", standalone_mode=False, obj=charge)
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
        click.echo(_error_text(fault), err=True)
        status = 2
    _leave(status if isinstance(status, int) else 0)


def _error_text(fault: Exception) -> str:
    """Return whose mistake it is that came up to here: ours, or a game's."""
    from pbem.plugins.attribution import at_work, author_of

    wrong = author_of(fault)
    if wrong is not None:
        from pbem.pages.wording import shared_words

        return f"{shared_words().fault(wrong.fault)}\nNothing was changed."
    # A database goes on with the row that it did not like, in lines of its own.
    what = f"{type(fault).__name__}: {fault}".split("\n")[0]
    unchanged = "Nothing was changed. PBEM_DEBUG=1 shows where it happened."
    for name, package in at_work():
        return (
            f"pbem: something went wrong ({what}).\n"
            f"Perhaps {package} gave back something of another kind than was wanted: "
            f'"pbem game check {name}"\nlooks for that. If it finds nothing, this is a '
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
