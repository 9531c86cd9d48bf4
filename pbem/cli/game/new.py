"""`pbem game new`: a package for a game of one's own, which plays at once."""

import click


@click.command()
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice(["board", "cards", "orders"]),
    default="board",
    show_default=True,
    help="A board and one move a turn; hidden hands; or sealed orders for many units.",
)
@click.option("-o", "--out", metavar="FOLDER", help="Where to; by default the name.")
@click.option(
    "--needs",
    default="pbem[author]",
    show_default=True,
    metavar="TEXT",
    help="What its CI installs pbem from, as pip takes it.",
)
def command(name: str, kind: str, out: str | None, needs: str) -> None:
    """Write a package for a new game, which plays at once.

    It has rules, notation, words, a picture, a case and tests, which all pass: a small
    game of the tutorials under another NAME. Nothing is written over.

    \b
    Example:
      pbem game new hop --kind board
      cd hop && pip install -e . && pytest
      pbem game play hop
    """
    from pathlib import Path

    from pbem.authoring import skeleton
    from pbem.cli._common import Stop
    from pbem.plugins.games import built_in
    from pbem.plugins.manifest import NAME

    if not NAME.fullmatch(name):
        raise Stop(
            f'No game can be called "{name}": a name has small letters, digits and _, '
            "at most 40, and begins with a letter."
        )
    if name in built_in():
        raise Stop(f"There is a game called {name} in pbem itself; take another name.")
    house = Path(out or name)
    if house.exists() and (not house.is_dir() or any(house.iterdir())):
        raise Stop(f"{house} is there already, and not empty. Nothing was written.")
    for file, text in skeleton.files(name, kind, needs).items():
        path = house / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    click.echo(
        f"{house}/ holds a game that plays. Next:\n"
        f"  cd {house} && pip install -e . && pytest\n"
        f"  pbem game play {name}"
    )
