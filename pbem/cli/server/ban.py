"""`pbem server ban`."""

from __future__ import annotations

import time

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, open_context

_WHY = {
    "own": "that would keep you or the referee out.",
    "no-dot": 'name an address, "eve@example.org", or a domain, "example.org".',
    "provider": "many people have an address there; ban single addresses.",
}


@click.command()
@click.argument("what", metavar="[ADDRESS|DOMAIN]", required=False)
@click.option("--until", help='When it ends: "30 days", "1 March"; else never.')
@click.option("--reason", default="", help="Told to the player, in the one letter.")
@configured
def command(what: str | None, until: str | None, reason: str, config_file: str) -> None:
    """Let an address, or a whole domain, play here no more.

    Its players are notified once, their seats go to others as at a resignation, nobody
    can invite them, and of their letters only "stop" and "forget me" are carried out.
    Without a name all bans are listed.

    \b
    Example:
      pbem server ban
      pbem server ban eve@example.org --until "30 days" --reason "Insults."
    """
    from pbem.schedule.parser import parse_duration, parse_moment
    from pbem.schedule.phrases import format_moment
    from pbem.schedule.time_control import UnknownTime
    from pbem.server.lobby import banning
    from pbem.server.store import bans

    now = time.time()
    with open_context(config_file, fresh=False) as context:
        zone = context.config.zone
        if what is None:
            with context.database.reading() as conn:
                rows = bans.everyone(conn)
            for row in rows:
                ends = "for good"
                if row.until is not None:
                    end = format_moment(row.until, context.config.zone_info)
                    ends = f"until {end}"
                click.echo(f"{row.id:>4}  {row.shown}, {ends}")
            if not rows:
                click.echo("Nobody is banned.")
            return
        ends_at = None
        if until is not None:
            try:
                ends_at = now + parse_duration(until)
            except ValueError:
                try:
                    ends_at = parse_moment(until, now, zone)
                except UnknownTime:
                    raise Stop(f'--until: "{until}" is no time.') from None
        with context.writing(now) as tx:
            name = bans.named(what)
            if why := banning.refusal(tx, name):
                raise Stop(f"{what}: {_WHY[why]}")
            heard = banning.ban(tx, name, ends_at, reason)
    click.echo(f"{name.removeprefix('@')} plays here no more.")
    for player in heard:
        click.echo(f"{player.name} (player {player.id}) is told, once.")
