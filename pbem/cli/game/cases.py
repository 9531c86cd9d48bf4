"""`pbem game cases`: the published cases of the rulings, played and checked."""

import click


@click.command()
@click.argument("game", required=False)
@click.argument("which", metavar="[ID]", required=False)
@click.option("--text", is_flag=True, help="Print each case as well.")
def command(game: str | None, which: str | None, text: bool) -> None:
    """Play the published cases of the rulings, and check each.

    A line for every case of GAME, or of all games; ID is a case or a ruling,
    such as A9.1 or A9. The exit status is 1 when a case does not hold.

    \b
    Example:
      pbem game cases arena A9
    """
    from pbem.authoring.loading import loaded
    from pbem.cases import runner
    from pbem.cli._games_of_folders import game_name
    from pbem.pages.wording import shared_words
    from pbem.plugins import games

    try:
        named = [games.find(game_name(game))] if game else []
        chosen = named or list(games.everywhere().values())
    except games.GameFault as error:
        raise click.UsageError(shared_words().fault(error.fault)) from None
    wrong = count = 0
    for one in chosen:
        try:
            found = runner.load(loaded(one))
        except (runner.BadCase, games.GameFault) as error:
            message = str(error)
            if isinstance(error, games.GameFault):
                message = shared_words().fault(error.fault)
            click.echo(message, err=True)
            wrong += 1
            continue
        for case in found:
            names = (case.id.casefold(), case.ruling.casefold())
            if which and which.casefold() not in names:
                continue
            count += 1
            failures = runner.run(case)
            wrong += bool(failures)
            verdict = "DOES NOT HOLD" if failures else "holds"
            click.echo(f"{one.name} {case.id}: {case.title}: {verdict}")
            if text:
                lines = (*case.text.split("\n")[:-1], "THEN")
                lines += tuple(f"  {claim.text}" for claim in case.checks)
                click.echo("\n".join(f"    {line}".rstrip() for line in lines))
            for failure in failures:
                click.echo(f"    {failure}")
    if which and not count:
        raise click.UsageError(f"there is no case or ruling {which}")
    if wrong:
        click.echo(f"{count} {'case' if count == 1 else 'cases'}, {wrong} wrong")
        raise click.exceptions.Exit(1)
    if game and not count:
        click.echo(f"{chosen[0].title} brings no cases.")
        return
    click.echo("1 case holds" if count == 1 else f"{count} cases hold")
