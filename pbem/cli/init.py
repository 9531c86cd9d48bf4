"""`pbem init`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from pbem.cli._common import Stop
from pbem.files import write_whole


@click.command()
@click.option("--out", default="pbem.toml", show_default=True, metavar="FILE")
@click.option("--force", is_flag=True, help="Overwrite the file.")
def command(out: str, force: bool) -> None:
    """Ask a few questions, and write a commented pbem.toml.

    \b
    Example:
      pbem init --out /srv/pbem/pbem.toml
    """
    from pbem.server.config import Misconfigured, read
    from pbem.server.outbound.templates import markup

    path = Path(out)
    if path.exists() and not force:
        raise Stop(f"{out} is there already; --force overwrites it.")
    text = markup("pbem.toml", **_answers())
    try:
        read(text.replace('"env:PBEM_PASSWORD"', '""'), str(path.resolve().parent))
    except Misconfigured as error:
        raise Stop(f"That will not do: {error}.") from None
    write_whole(path, text.encode(), private=True)
    click.echo(f'\n{out} is written. "pbem doctor" tests it, "pbem serve" begins.')


def _answers() -> dict[str, Any]:
    address = click.prompt("The referee's mail address").strip()
    domain = address.rpartition("@")[2]
    way = click.prompt(
        "How do letters come in?",
        type=click.Choice(["imap", "lmtp", "maildir", "mbox"]),
        default="imap",
    )
    given: dict[str, Any] = {
        "address": address,
        "way": way,
        "imap_host": "",
        "path": "",
        "user": "",
        "password": "env:PBEM_PASSWORD",
        "store": "pbem.db",
        "html": True,
    }
    if way == "imap":
        given["imap_host"] = click.prompt("IMAP server", default=f"imap.{domain}")
        given["user"] = click.prompt("User there", default=address)
        click.echo("The password is read from the variable PBEM_PASSWORD.")
    elif way in ("maildir", "mbox"):
        given["path"] = click.prompt(f"Path of the {way}")
    given["smtp_host"] = click.prompt(
        "Mail server that sends (empty: letters go into the folder out)",
        default=f"smtp.{domain}" if way == "imap" else "localhost",
    ).strip()
    if given["smtp_host"] in ("-", "none"):
        given["smtp_host"] = ""
    plus = click.confirm(
        "Does the mail server deliver referee+anything@... to referee@...?",
        default=True,
    )
    given["place"] = "address" if plus else "subject"
    given["host"] = click.prompt("Your own address, for alarms", default="").strip()
    given["zone"] = click.prompt("Time zone", default=_zone())
    for key, value in given.items():
        if isinstance(value, str) and any(char in value for char in '"\\\n'):
            raise Stop(f"{key}: please without quotation marks and backslashes.")
    return given


def _zone() -> str:
    """The zone of this machine, as far as it can be told."""
    named = os.environ.get("TZ", "").lstrip(":")
    if not named and Path("/etc/localtime").is_symlink():
        named = os.readlink("/etc/localtime").rpartition("zoneinfo/")[2]
    return named if "/" in named else "UTC"
