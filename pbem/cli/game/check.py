"""`pbem game check`: what an author should mend in a game, and random games of it."""

from pathlib import Path

import click


@click.command()
@click.argument("game")
@click.option(
    "--games",
    default=200,
    show_default=True,
    type=click.IntRange(0, 100_000),
    help="How many random games to play.",
)
@click.option(
    "--file",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Look at this file of its data alone, such as a map of your own.",
)
def command(game: str, games: int, files: tuple[Path, ...]) -> None:
    """Say what is missing or wrong in a game, and play it at random.

    First what can be found without playing: macros, endings, prompts, readers against
    the grammar, options, reserved names, handbook; by file and line. Then random games,
    what every game must hold, and the cases. The exit status is 1 where something is
    wrong.

    \b
    Example:
      pbem game check hop
      pbem game check diplomacy --file my-map.toml
    """
    from collections import Counter

    from pbem.pages.wording import shared_words
    from pbem.plugins.games import GameFault, find
    from pbem.testing.run import WINDOWS, checked
    from pbem.testing.soundness import flaws

    try:
        found = flaws(game, files)
    except GameFault as error:
        raise click.UsageError(shared_words().fault(error.fault)) from None
    for flaw in found:
        click.echo(
            f"{'Hint: ' if flaw.hint else ''}{shared_words().problem('flaw', flaw)}"
        )
    if any(not flaw.hint for flaw in found):
        raise click.exceptions.Exit(1)
    if files:
        names = ", ".join(file.name for file in files)
        click.echo(f"{find(game).title}: nothing is wrong with {names}.")
        return
    wrong, ends = dict[str, list[str]](), Counter[str]()
    for trouble in checked(game, games, ends):
        same = wrong.setdefault(trouble.why, [])
        if not same:
            click.echo(f"Wrong: {trouble.what}: {trouble.why}")
        same.append(trouble.what)
    for first, *others in wrong.values():
        if others:
            click.echo(f'So are, as "{first}": {"; ".join(others)}.')
    if wrong:
        raise click.exceptions.Exit(1)
    click.echo(f"{find(game).title}: {games} random games, and nothing is wrong.")
    told = {**dict.fromkeys(find(game).facts["endings"], 0), **ends}
    open_still = told.pop("", 0)
    said = [f"{name} {count}" for name, count in told.items()]
    said += [f"still open after {WINDOWS} turns {open_still}"] if open_still else []
    if games:
        click.echo(f"How they ended: {', '.join(said)}.")
