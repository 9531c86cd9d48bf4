"""`pbem forum post`."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from pbem.cli._common import Stop, faults_of, play
from pbem.cli._outputs import forcible, refuse_to_replace
from pbem.forum.posts.dialect import is_address, known_dialects
from pbem.system.files import leads_out, write_whole


@click.command()
@click.argument("file")
@click.option(
    "--forum",
    type=click.Choice(tuple(known_dialects())),
    default="phpbb",
    help="Whose markup; markdown also suits FlaskBB and others.",
)
@click.option("--folder", metavar="OUT", help="Write a file for each post here.")
@click.option("--first", is_flag=True, help="With the settings, to begin a thread.")
@click.option("--limit", type=click.IntRange(1000), help="Characters in one post.")
@click.option(
    "--until", metavar="TIME", help='When orders are due: "2026-11-27 20:00".'
)
@click.option("--vote", metavar="TEXT", help='Ask for a vote: "continue or draw".')
@click.option("--picture", metavar="URL", default="", help="Of the board.")
@click.option("--replay", metavar="URL", default="", help="Of the game turn by turn.")
@forcible
def command(
    file: str,
    forum: str,
    folder: str | None,
    first: bool,
    limit: int | None,
    until: str | None,
    vote: str | None,
    picture: str,
    replay: str,
    force: bool,
) -> None:
    """Print the next post for a thread: the report of FILE's last turn.

    The post is the public report in the forum's own markup, in parts where it
    is too long. Its header line tells the next "pbem forum read" where it is, so
    please leave that in. Players who see more than everybody get a private
    message each; these are only written with --folder. TIME is in UTC unless
    it says otherwise (2026-11-27T20:00+01:00); without --until it is what the
    game's time control comes to now ("pbem forum read ... --answer 'pace = 3
    days, not on weekends'" sets one, 'zone = Europe/Paris' the forum's zone).
    To give more time, post the header line once more, with the other time in
    it. A vote that is open is told with who is for what, and who is silent.

    \b
    Example:
      pbem forum post game.txt --forum discourse
      pbem forum post game.txt --forum bgg --folder out --until "2026-11-27 20:00"
    """
    from pbem.bots.table import next_to_answer
    from pbem.forum.annotations.remembered import recall
    from pbem.forum.annotations.timing import due, zone_of
    from pbem.forum.posts.post import posts
    from pbem.forum.scan.ballots import ballot_blocks
    from pbem.pages.page import Block

    story = play(file)
    if bots := next_to_answer(story):
        names = ", ".join(bots)
        note = f'A bot is to answer first ({names}): "pbem append {file}" has it do so.'
        click.echo(note, err=True)
    dialect = known_dialects()[forum]
    for option, address in (("--picture", picture), ("--replay", replay)):
        if address and not is_address(address):
            raise Stop(f"{option}: please give an address that begins with http.")
    if picture and dialect.picture is None:
        raise Stop(
            f"--picture: a post for {dialect.title} cannot show a picture by its "
            "address. Please leave it out, and add the picture on the forum itself."
        )
    record = Path(file).read_text("utf-8-sig") if file != "-" else ""
    memory = recall(record)
    also = ballot_blocks(memory, story.header)
    also += [Block("", (f"Vote: {' '.join(vote.split())}",))] if vote else []
    forum_posts = posts(
        story,
        dialect,
        record=record,
        begin=first,
        limit=limit,
        until=_moment(until, zone_of(memory)) or due(story, memory, datetime.now(UTC)),
        also=also,
        picture=picture,
        replay=replay,
    )
    if folder is None:
        rule = "\n" + "-" * 72 + "\n\n"
        click.echo(rule.join(forum_posts.public), nl=False)
        if forum_posts.private:
            names = ", ".join(forum_posts.private)
            click.echo(f"Private messages for {names}: --folder writes them.", err=True)
        return
    named = {"post": forum_posts.public}
    for number, seat in enumerate(forum_posts.private, 1):
        safe = re.sub(r"[^\w.-]+", "-", seat).strip("-.") or "seat"
        named[f"private-{number}-{safe}"] = forum_posts.private[seat]
    _write(Path(folder), named, dialect.ending, force=force)


def _write(
    folder: Path, named: dict[str, tuple[str, ...]], ending: str, *, force: bool
) -> None:
    """A file for each part. Raises Stop."""
    with faults_of(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        for stem, parts in named.items():
            for number, part in enumerate(parts, 1):
                more = f"-{number}" if len(parts) > 1 else ""
                path = folder / f"{stem}{more}.{ending}"
                if leads_out(path, folder):
                    raise Stop(
                        f"{path} is a link out of the folder, and was not written. "
                        "Please remove the link, or name another folder."
                    )
                refuse_to_replace(path, force=force)
                write_whole(path, part.encode())
                click.echo(str(path))


def _moment(text: str | None, zone: ZoneInfo) -> datetime | None:
    """A moment as the forum's clocks show it; what is given is in UTC. Raises Stop."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text.strip())
        return found.replace(tzinfo=found.tzinfo or UTC).astimezone(zone)
    except (ValueError, OverflowError):
        raise Stop(f'--until: "{text}" is no time like 2026-11-27 20:00.') from None
