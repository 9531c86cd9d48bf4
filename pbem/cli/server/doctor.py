"""`pbem server doctor`."""

from __future__ import annotations

import time
from dataclasses import asdict

import click

from pbem.cli._server import configuration, configured

SHORT = 0.1  #: seconds that a test may take without a word


@click.command()
@configured
@click.option(
    "--wait",
    default=60,
    show_default=True,
    type=click.IntRange(1, 3600),
    help="Seconds to wait for a letter to ourselves.",
)
def command(config_file: str, wait: int) -> None:
    """Test pbem.toml for real, and say how to fix what fails.

    What takes a while is told with its seconds. Ends with status 1 when
    something fails.

    \b
    Example:
      pbem server doctor
      pbem server doctor --config /srv/pbem/pbem.toml --wait 20
    """
    from pbem.pages.page import wrap
    from pbem.server.host.doctor import examine
    from pbem.server.outbound.templates import markup

    config = configuration(config_file)
    well, began = True, time.monotonic()
    for finding in examine(config, time.time, float(wait)):
        took, began = time.monotonic() - began, time.monotonic()
        well = well and finding.well
        sign = "well" if finding.well else "FAIL"
        text = markup("doctor", **asdict(finding)).strip()
        lines = wrap(text + (f" ({took:.1f} s)" if took >= SHORT else ""), 72)
        click.secho(f"{sign}  {lines[0]}", bold=not finding.well)
        for line in lines[1:]:
            click.echo(f"      {line}")
        if finding.publish:
            click.echo(f"      {finding.publish}")
    if not well:
        raise click.exceptions.Exit(1)
