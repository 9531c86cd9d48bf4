"""A report as it goes out: in the markup of each forum, in parts where long."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.forum.posts.dialects import FLAVOURS, NAMES
from pbem.forum.posts.post import posts
from pbem.report.model import Report
from pbem.web.loaded_game import Opened

FORMS: Sequence[str] = NAMES


def parts(game: Opened, told: Report, form: str, *, begin: bool = False) -> list[str]:
    """A report in a forum's markup; several parts where a post is too short for it.

    Reports that a forum's next scan should know carry its header line. With
    `begin` the settings stand in front.
    """
    flavour, who = FLAVOURS[form], told.reader
    newest = told.serial == game.now and not who.moderator and who.display == "board"
    if newest:
        made = posts(game.story, flavour, record=game.copy.text, begin=begin)
        if who.seat is None:
            return list(made.public)
        if who.seat in made.private:
            return list(made.private[who.seat])
    return ["\n\n".join(flavour.block(block) for block in told.blocks()) + "\n"]
