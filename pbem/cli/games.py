"""`pbem games`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pbem.plugins.games import GameFault


@click.command()
@click.argument("game", required=False)
def command(game: str | None) -> None:
    """List all games, or one GAME with its options.

    \b
    Example:
      pbem games
      pbem games arena
    """
    from pbem.authoring.loading import loaded
    from pbem.cli._common import Stop
    from pbem.pages.page import blocks, to_text
    from pbem.plugins.games import GameFault, broken, everywhere, find

    if game is None:
        known = everywhere().values()
        lines = ["= Games in the box", ""]
        elsewhere = ["", "== Games of other packages", ""]
        for one in known:
            if one.bundled:
                continue
            least, most = one.facts["seats"]
            count = f"{least} to {most} players" if most > least else f"{most} players"
            about = " ".join(one.facts["about"].split())
            whose = f" (from {one.package})" if one.outside else ""
            row = f"* {one.name} :: {one.title}, {count}. {about}{whose}"
            (elsewhere if one.outside else lines).append(row)
        lines += elsewhere if len(elsewhere) > 3 else []
        if library := [one for one in known if one.bundled]:
            lines += ["", "== The library: games that many know", ""]
            lines += [f"* {one.name} :: {one.title}" for one in library]
        if wrong := broken():
            lines += ["", "== Games that cannot be played", ""]
            lines += [f"- {_words(one)}" for one in wrong]
        lines += [
            "",
            '"pbem games NAME" lists the options of one, '
            '"pbem rules NAME" prints its handbook.',
        ]
        click.echo(to_text(blocks("\n".join(lines))), nl=False)
        return
    try:
        found = loaded(find(game))
    except GameFault as fault:
        raise Stop(_words(fault)) from None
    lines = [
        f"= {found.title} :: {found.name}",
        "",
        str(found.facts["about"]),
        "",
        f"Origin: {found.facts['designer']}; {found.facts['publisher']}.",
        "",
    ]
    if found.roles:
        names = ", ".join(role.name for role in found.roles)
        lines += [f"The players play, in their order: {names}.", ""]
    if found.options:
        lines += ["== Options", ""]
    for option in found.options.values():
        values = f" ({', '.join(option.values)})" if option.values else ""
        if option.kind == "number":
            values = f" ({option.least} to {option.most})"
        spelt = option.spell(option.default)
        lines.append(f"* {option.name} :: {option.about}{values}; by default {spelt}")
    click.echo(to_text(blocks("\n".join(lines))), nl=False)


def _words(fault: GameFault) -> str:
    from pbem.pages.wording import shared_words

    return shared_words().fault(fault.fault)
