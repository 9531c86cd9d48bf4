"""`pbem server login`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop
from pbem.cli._server import configuration, configured


@click.command()
@configured
def command(config_file: str) -> None:
    """Sign in at a provider that takes no passwords.

    You are given a code to type in on any machine. Needs a table [login] with a
    client_id, and token = "login" under [[in]] and [out]. The sign-in is renewed by
    itself; you need this again only where the provider has ended it, which doctor and
    a letter tell you.

    \b
    Example:
      pbem server login --config /srv/pbem/pbem.toml
    """
    from pbem.mail.transport.oauth import NoToken
    from pbem.server.host.transports import sign_in
    from pbem.server.settings.config import Misconfigured

    config = configuration(config_file)
    try:
        known = sign_in(config)
        code = known.begin()
        click.echo(f"Open {_line(code.url)} on any machine, and type in the code:\n")
        click.secho(f"  {_line(code.code)}\n", bold=True)
        click.echo(f"Sign in there as the mailbox of {config.address}. I wait.")
        known.finish(code)
    except Misconfigured as error:
        raise Stop(f"{config_file}: {error}.") from None
    except NoToken as error:
        raise Stop(f"That did not work: {error}.") from None
    click.echo(
        f'Signed in; {known.path} is yours alone. "pbem server doctor" tests it.'
    )


def _line(text: str) -> str:
    """What a provider says, as one line that cannot act on a terminal."""
    from pbem.mail.transport.base import one_line

    return one_line(text)
