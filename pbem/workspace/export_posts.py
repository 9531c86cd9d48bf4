"""A report as it goes out: in the markup of each forum, in parts where long."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from pbem.forum.annotations.remembered import recall
from pbem.forum.posts.dialect import Dialect
from pbem.forum.posts.post import posts
from pbem.forum.scan.ballots import ballot_blocks
from pbem.pages.page import Block
from pbem.report.model import Report
from pbem.workspace.loaded_game import LoadedGame


@dataclass(frozen=True, slots=True)
class Wishes:
    """What else goes into a post: when orders are due, a picture, a replay."""

    begin: bool = False
    until: datetime | None = None
    picture: str = ""
    replay: str = ""
    vote: str = ""  #: what the players are asked to vote on


def parts(
    game: LoadedGame, report: Report, dialect: Dialect, wishes: Wishes
) -> list[str]:
    """Return a report in a forum's markup, in parts where a post is too short for it.

    Reports that a forum's next scan should know carry its header line, and what is
    wished besides. With `begin` the settings are in front.
    """
    who = report.reader
    newest = report.serial == game.now and not who.moderator and who.display == "board"
    if newest:
        text = game.copy.text
        also = ballot_blocks(recall(text), game.story.header)
        also += [Block("", (f"Vote: {wishes.vote}",))] * bool(wishes.vote)
        given = {key: value for key, value in asdict(wishes).items() if key != "vote"}
        found = posts(game.story, dialect, record=text, also=also, **given)
        if who.seat is None:
            return list(found.public)
        if who.seat in found.private:
            return list(found.private[who.seat])
    return ["\n\n".join(dialect.block(block) for block in report.blocks()) + "\n"]
