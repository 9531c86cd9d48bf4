"""`pbem retry`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop
from pbem.cli._server import configured, office


@click.command()
@click.argument("letter", type=int, required=False)
@configured
def command(letter: int | None, config_file: str) -> None:
    """Read LETTER again that was set aside; without a number, list such letters.

    Of use when what made it fail is mended.

    \b
    Example:
      pbem retry
      pbem retry 12
    """
    import sqlalchemy as sa

    from pbem.server.storage import schema
    from pbem.server.storage.database import wake_listeners

    table = schema.letter
    aside = table.c.state.in_(("poison", "refused"))
    with office(config_file, fresh=False) as desk, desk.database.writing() as link:
        if letter is not None:
            this = table.update().where(aside, table.c.id == letter)
            again = this.values(state="new", tries=0, why="", twin=None)
            if not link.execute(again).rowcount:
                raise Stop(f"There is no letter {letter} that was set aside.")
            wake_listeners(link)
            click.echo(f"Letter {letter} is read again.")
            return
        columns = (table.c.id, table.c.state, table.c.sender, table.c.why)
        rows = link.execute(sa.select(*columns).where(aside).order_by(table.c.id)).all()
    for row in rows:
        click.echo(f"{row.id:>8}  {row.state:<8} {row.sender} {row.why}".rstrip())
    if not rows:
        click.echo("No letter was set aside.")
