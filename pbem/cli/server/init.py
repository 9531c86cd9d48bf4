"""`pbem server init`."""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import wrap

import click

from pbem.cli._common import Stop
from pbem.system.files import write_whole


@click.command()
@click.option(
    "--out",
    default="pbem.toml",
    show_default=True,
    metavar="FILE",
    help="Where the settings are written.",
)
@click.option(
    "--force", is_flag=True, help="Overwrite the file, and those of passwords."
)
def command(out: str, force: bool) -> None:
    """Ask a few questions, try each answer, and write pbem.toml.

    \b
    Example:
      pbem server init --out /srv/pbem/pbem.toml
    """
    from pbem.server.host import host_questions
    from pbem.server.host.interview import Interview
    from pbem.server.host.server_answers import password_file
    from pbem.server.outbound.templates import markup
    from pbem.server.settings.config import Misconfigured, read

    path = Path(out)
    if path.exists() and not force:
        raise Stop(f"{out} is there already; --force overwrites it.")
    if not path.parent.is_dir():
        raise Stop(f"{path.parent}: there is no such folder.")
    click.echo('"back" goes a question back; Enter takes what stands in [].\n')
    given = host_questions.begin(path, _zone(), force)
    given = Interview(host_questions.QUESTIONS, _ask, _say, given).run()
    text = markup("pbem.toml", **given)
    for kind, secret in given["secrets"].items():
        place = password_file(given, kind)
        write_whole(place, secret.encode(), private=True)
        click.echo(f"The password is in {place}, for you alone.")
    write_whole(path, text.encode(), private=True)
    missing = ""
    try:
        read(text, str(path.resolve().parent))
    except Misconfigured as error:
        missing = f"\nBefore that: {error}."
    click.echo(
        f'\n{out} is written. "pbem server doctor" tests it, "pbem server serve" '
        f"begins.{missing}"
    )


def _ask(text: str, default: str, secret: bool) -> str:
    """Return what somebody answers, "" for nothing."""
    shown = bool(default)
    answer = click.prompt(
        text, default=default, show_default=shown, hide_input=secret, type=str
    )
    return str(answer)


def _say(text: str) -> None:
    """Say what an answer leads to, in lines; a path stays whole, to be copied."""
    for line in wrap(text, 72, break_long_words=False, break_on_hyphens=False):
        click.echo(f"  {line}")


def _zone() -> str:
    """The zone of this machine, as far as it is known."""
    named = os.environ.get("TZ", "").lstrip(":")
    if not named and Path("/etc/localtime").is_symlink():
        named = os.readlink("/etc/localtime").rpartition("zoneinfo/")[2]
    return named if "/" in named else "UTC"
