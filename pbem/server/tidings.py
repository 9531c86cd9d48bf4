"""What a seat does out of turn: the others hear of it at once, not with the next
report. A stare has no use that is seen when the round is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.protocol import Event, Seat
from pbem.report import builder
from pbem.report.model import Reader
from pbem.report.wording import words as game_words
from pbem.server import clock, history, reports, words
from pbem.server.compose import Draft
from pbem.server.tokens import desk_bearer

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting


def lines(
    sitting: Sitting, events: Sequence[Event], seat: Seat | None
) -> tuple[str, ...]:
    """Events in words, those that a seat, or everybody, may know of."""
    tell = game_words(sitting.story.game)
    seen = [event for event in events if builder.told(event, Reader(seat=seat))]
    return tuple(filter(None, (history.line(tell, event) for event in seen)))


def send(sitting: Sitting) -> None:
    """A letter to each who may know of it, but to those who did it."""
    news = sitting.tidings
    waiting = clock.awaited(sitting)
    for row in sitting.seats():
        heard = [event for by, event in news if by != row.name]
        told = lines(sitting, heard, row.name)
        if row.state == "in" and told:
            until = reports.until(
                *(sitting.link, sitting.office, row.player_id),
                *(sitting.deadline, sitting.now),
            )
            given = {"lines": told, "turn": max(sitting.serial, 0), "until": until}
            sitting.tell(row, "news", asked=row.name in waiting, **given)
    public = lines(sitting, [event for _, event in news], None)
    if public:
        _to_watchers(sitting, public)


def _to_watchers(sitting: Sitting, told: tuple[str, ...]) -> None:
    link, office, game, now = sitting.link, sitting.office, sitting.game, sitting.now
    given = {"lines": told, "turn": max(sitting.serial, 0), "until": ""}
    for player_id in reports.watchers(link, game.id):
        draft = Draft(
            subject=words.subject("news", name=game.name),
            body=words.blocks("news", name=game.name, seat="", asked=False, **given),
            ref="desk",
            thread=reports.thread(office, game),
        )
        desk = desk_bearer(player_id, now)
        office.post.to_player(
            *(link, now, player_id, draft), kind="notice", bearer=desk
        )
