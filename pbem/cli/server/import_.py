"""`pbem server import`."""

from __future__ import annotations

import time

import click

from pbem.cli._common import Stop, load, stop
from pbem.cli._server import configured, open_context


@click.command("import")
@click.argument("file")
@configured
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="'NAME=ADDRESS'",
    help="Who has a seat; one for each.",
)
@click.option("--name", default="", help="Another name for the game.")
def command(file: str, config_file: str, seats: tuple[str, ...], name: str) -> None:
    """Go on by mail with the game in a turn FILE.

    Everybody is sent the report of the last turn.

    \b
    Example:
      pbem server import friday.txt --seat Ann=ann@x.example --seat Bob=bob@y.example
    """
    from pbem.mail.message.addresses import bare_addresses, normalize_address
    from pbem.record.header import Unreadable
    from pbem.server.game import report_mail
    from pbem.server.host import transfer
    from pbem.server.host.transfer import ImportRefused
    from pbem.server.store import game_store

    record = load(file)
    now = time.time()
    known = {seat.casefold(): seat for seat in record.header.seats}
    found: dict[str, str] = {}
    for pair in seats:
        seat, equals, address = pair.partition("=")
        written = [normalize_address(address)]
        sound = equals and bare_addresses(address) == written
        if not sound or seat.strip().casefold() not in known:
            raise Stop(
                f'"{pair}": a seat of this game is given like Ann=a@example.org.'
            )
        seat = known[seat.strip().casefold()]
        if found.setdefault(seat, written[0]) != written[0]:
            raise Stop(f'"{pair}": {seat} has an address already.')
    try:
        with open_context(config_file) as context, context.writing(now) as tx:
            game = transfer.import_game(tx, record, found, name)
            story = context.game_cache.open(tx.conn, game)
            for row in game_store.seats(tx.conn, game.id):
                report_mail.to_seat(tx, game, story, row)
    except Unreadable as fault:
        raise stop(fault, file) from None
    except ImportRefused as error:
        raise Stop(f"{file} cannot be taken in: {error}.") from None
    click.echo(game.name)
