"""One finished game as the site shows it: what everybody may see, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.gallery.names import renamed, shown_as
from pbem.protocol import Outcome
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from pbem.referee import Played
from pbem.report import board_image, builder
from pbem.report.model import Reader
from pbem.report.replay_page import film


@dataclass(frozen=True, slots=True, kw_only=True)
class GalleryEntry:
    """A finished game as the index of the site lists it."""

    name: str  #: of the file without its ending, and without names that are not said
    kind: str
    title: str  #: of its kind
    players: tuple[str, ...]
    winners: tuple[str, ...]
    known: tuple[str, ...]  #: the players who agreed to be named
    ending: str  #: how it ended, in a line
    turns: int
    ended: float  #: when it was last written, in seconds since 1970
    pictured: bool
    digest: str  #: of all that its page is made of


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A game's line, its page and its picture ("" in a game without)."""

    entry: GalleryEntry
    page: str
    picture: str


class NotShown(Exception):
    """Why a game does not be on the site: "goes on", or "names"."""


def exhibit(
    name: str, text: str, agreed: Mapping[str, str], ended: float, digest: str
) -> Exhibit:
    """Return a finished game as all may see it, under the names that its players chose.

    Raises NotShown, and Unreadable as reading it does.
    """
    story, played = _played(text)
    outcome = story.game.rules.outcome(story.table.state)
    if outcome is None:
        raise NotShown("goes on")
    names = shown_as(story.header.seats, agreed)
    again = story
    if any(seat != shown for seat, shown in names.items()):
        again, played = _played(renamed(text, names))
        if not _same(story, outcome, again, names):
            raise NotShown("names")
    public = Reader()
    report = builder.report(again, public)
    caption = board_image.caption(report)
    pictured = board_image.can_draw(again.game)
    over = report.outcome
    agree = [shown for seat, shown in names.items() if seat.casefold() in agreed]
    entry = GalleryEntry(
        name=renamed(name, names),
        kind=again.game.name,
        title=again.game.title,
        players=again.header.seats,
        winners=over.winners if over else (),
        known=tuple(agree),
        ending=caption.ending or caption.news,
        turns=again.table.serial,
        ended=ended,
        pictured=pictured,
        digest=digest,
    )
    picture = board_image.svg(report, headed=False) if pictured else ""
    return Exhibit(entry, film(again, played, public, home="index.html"), picture)


def _played(text: str) -> tuple[Story, list[Played]]:
    played: list[Played] = []
    return play(read(text), played.append), played


def _same(story: Story, outcome: Outcome, other: Story, names: dict[str, str]) -> bool:
    """Whether a game went the same way under other names: chance may go by them."""
    over = other.game.rules.outcome(other.table.state)
    return (
        over is not None
        and over.reason == outcome.reason
        and over.winners == tuple(names.get(one, one) for one in outcome.winners)
        and over.scores == {names.get(one, one): n for one, n in outcome.scores.items()}
        and other.table.serial == story.table.serial
        and len(other.faults) == len(story.faults)
    )
