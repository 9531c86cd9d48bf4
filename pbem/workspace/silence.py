"""Players of a thread who write nothing: for how long, and what is written to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.forum.annotations.remembered import Memory, plain
from pbem.forum.annotations.timing import zone_of
from pbem.forum.scan.authors import members_of
from pbem.forum.thread import Post, Thread
from pbem.pages.wording import shared_templates
from pbem.protocol import Seat
from pbem.schedule.phrases import format_moment
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.open_matters import about_words, away_until, last_posts


@dataclass(frozen=True, slots=True)
class Quiet:
    """A player, and since when nothing came."""

    seat: Seat
    member: str  #: as the forum knows the player; "": nobody is known
    last: Post | None  #: the last post; None: none is known
    seconds: float | None  #: since then; None: nobody knows
    awaited: bool
    away: str  #: until when, in words

    @property
    def name(self) -> str:
        """Whom the forum knows, else the seat."""
        return plain(self.member or self.seat)

    @property
    def since(self) -> str:
        """For how long the player has written nothing, in words; "" for no time."""
        long = self.seconds is not None and self.seconds >= 3600
        return about_words(self.seconds or 0) if long else ""


def quiet(
    game: LoadedGame, thread: Thread, memory: Memory, now: datetime
) -> list[Quiet]:
    """Return the players, those first who are awaited and have written longest ago."""
    members, zone = members_of(thread, memory, game.story.header), zone_of(memory)
    last, awaited = last_posts(thread, memory, game), game.story.awaited()
    found = []
    for seat in game.story.header.seats:
        if seat in game.story.header.bots:
            continue
        post, until = last.get(seat), away_until(memory, seat, now)
        seconds = (now - post.time).total_seconds() if post and post.time else None
        away = format_moment(until.timestamp(), zone) if until else ""
        who = members.get(seat, "")
        found.append(Quiet(seat, who, post, seconds, seat in awaited, away))
    return sorted(found, key=lambda one: (not one.awaited, -(one.seconds or 0)))


def letter(game: LoadedGame, one: Quiet, *, call: bool) -> str:
    """Return a post that asks a silent player for an order, or (`call`) all readers
    for somebody who plays on."""
    module = shared_templates().get_template("forum/silence.j2").module
    macro = module.call if call else module.prod  # type: ignore[attr-defined]
    given = {"one": one, "name": plain(game.story.name), "serial": game.now}
    given |= {"title": game.story.game.title}
    lines = str(macro(given)).strip().split("\n")
    return "\n".join(line.strip() for line in lines) + "\n"
