"""`pbem server`: games by mail."""

from __future__ import annotations

import click

from pbem.cli._group import Commands


@click.command("server", cls=Commands)
def command() -> None:
    """Run games by mail: players write to a mailbox, and it answers.

    All that it needs is one mailbox, and a machine that is on.

    \b
    Example: from nothing to a server
      pbem server init      asks a few questions and writes pbem.toml
      pbem server doctor    tests the mailbox, and says how to fix what fails
      pbem server serve     answers players until you stop it
    """
