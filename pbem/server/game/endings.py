"""Games that end otherwise than by their rules, and how every end is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.chance import commitment
from pbem.protocol import Seat, Teams
from pbem.record.replay import Story
from pbem.server.game import masks, report_mail
from pbem.server.game.notify import notify
from pbem.server.game.session import GameSession
from pbem.server.states import GameState


def result(story: Story) -> dict[str, Any] | None:
    """Return how a game ended by its rules, for the standings, which know seats by
    their numbers."""
    found = story.game.rules.outcome(story.table.state)
    if found is None:
        return None
    return _result_of(story, found.winners, found.reason, found.scores)


def _result_of(
    story: Story, winners: Sequence[Seat], reason: str, scores: Mapping[Seat, int]
) -> dict[str, Any]:
    number = {seat: place for place, seat in enumerate(story.header.seats)}
    return {
        "winners": [number[seat] for seat in winners if seat in number],
        "reason": reason,
        # Scores of teams are in the report only: no rating counts them.
        "scores": {number[seat]: scores[seat] for seat in number if seat in scores},
        "teams": [[number[seat] for seat in team] for team in teams(story)],
        "serial": story.table.serial,
    }


def teams(story: Story) -> Iterable[tuple[Seat, ...]]:
    """Return the teams of a game that has some."""
    rules = story.game.rules
    return rules.teams(story.table.state) if isinstance(rules, Teams) else ()


def end(
    session: GameSession, winners: Sequence[Seat], reason: str, because: str = ""
) -> None:
    """End a game by agreement, or because a game master closed it, who says why."""
    session.game = session.game._replace(
        state=GameState.OVER,
        deadline=None,
        result=json.dumps(_result_of(session.story, winners, reason, {})),
        paused=None,
        remains=None,
    )
    session.ended_early = True
    session.audit("over", reason)
    session.later(_tell, session, list(winners), reason, because)


def _tell(session: GameSession, winners: list[Seat], reason: str, because: str) -> None:
    game = session.game
    seals = report_mail.opened_commitments(session.conn, game.id)
    seals = [*masks.real_names(session), *seals]
    for row in session.manned():
        notify(
            session,
            row,
            "ended",
            more=seals,
            winners=winners,
            alone=len(session.manned()) == 1,
            bots=any(one.bot for one in session.seats() if one.name in winners),
            reason=reason,
            because=because,
            seed=game.seed.hex() if game.seed else "",
            commitment=commitment(game.seed) if game.seed else "",
        )
