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


def result(story: Story) -> dict[str, Any] | None:
    """How a game ended by its rules, for the standings."""
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
    """Ends a game by agreement, or because a game master closed it."""
    story = session.story
    teams = [list(team) for team in story.game.rules.teams(story.table.state)]
    found = {
        "winners": list(winners),
        "reason": reason,
        "scores": {},
        "teams": teams,
        "serial": story.table.serial,
    }
    session.put(result=json.dumps(found), paused=None, remains=None)
    session.state, session.deadline, session.ended_early = "over", None, True
    session.audit("over", reason)
    session.later(_tell, session, list(winners), reason)


def _tell(session: GameSession, winners: list[Seat], reason: str) -> None:
    game = session.game
    seals = opened_commitments.blocks(session.link, game)
    for row in session.seats():
        if row.state == "in":
            notify(
                session,
                row,
                "ended",
                more=seals,
                winners=winners,
                reason=reason,
                seed=bytes(game.seed).hex() if game.seed else "",
                commitment=commitment(bytes(game.seed)) if game.seed else "",
            )
