"""Games that end otherwise than by their rules, and how every end is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pbem.chance import commitment
from pbem.protocol import Seat
from pbem.record.replay import Story
from pbem.server.game.session import GameSession
from pbem.server.notices import opened_commitments
from pbem.server.notices.notify import notify
from pbem.server.states import GameState, SeatState


def result(story: Story) -> dict[str, Any] | None:
    """Return how a game ended by its rules, for the standings."""
    rules, state = story.game.rules, story.table.state
    outcome = rules.outcome(state)
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": dict(outcome.scores),
        "teams": [list(team) for team in rules.teams(state)],
        "serial": story.table.serial,
    }


def end(session: GameSession, winners: Sequence[Seat], reason: str) -> None:
    """End a game by agreement, or because a game master closed it."""
    story = session.story
    teams = [list(team) for team in story.game.rules.teams(story.table.state)]
    found = {
        "winners": list(winners),
        "reason": reason,
        "scores": {},
        "teams": teams,
        "serial": story.table.serial,
    }
    session.game = session.game._replace(
        state=GameState.OVER,
        deadline=None,
        result=json.dumps(found),
        paused=None,
        remains=None,
    )
    session.ended_early = True
    session.audit("over", reason)
    session.later(_tell, session, list(winners), reason)


def _tell(session: GameSession, winners: list[Seat], reason: str) -> None:
    game = session.game
    seals = opened_commitments.blocks(session.link, game.id)
    for row in session.seats():
        if row.state is SeatState.IN:
            notify(
                session,
                row,
                "ended",
                more=seals,
                winners=winners,
                reason=reason,
                seed=game.seed.hex() if game.seed else "",
                commitment=commitment(game.seed) if game.seed else "",
            )
