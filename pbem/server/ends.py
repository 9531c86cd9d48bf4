"""Games that end otherwise than by their rules, and how every end is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.chance import commitment
from pbem.protocol import Seat
from pbem.record.replay import Story
from pbem.server import fair
from pbem.server.store import note

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting


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


def draw(sitting: Sitting, winners: Sequence[Seat], reason: str) -> None:
    """Ends a game by agreement, or because a game master closed it."""
    story = sitting.story
    teams = [list(team) for team in story.game.rules.teams(story.table.state)]
    found = {
        "winners": list(winners),
        "reason": reason,
        "scores": {},
        "teams": teams,
        "serial": story.table.serial,
    }
    sitting.put(result=json.dumps(found), paused=None, remains=None)
    sitting.state, sitting.deadline, sitting.settled = "over", None, True
    note(sitting.link, "over", sitting.now, reason, game_id=sitting.game.id)
    sitting.notices.append(lambda: _tell(sitting, list(winners), reason))


def _tell(sitting: Sitting, winners: list[Seat], reason: str) -> None:
    game = sitting.game
    seals = fair.opening(sitting.link, game)
    for row in sitting.seats():
        if row.state == "in":
            sitting.tell(
                row,
                "ended",
                more=seals,
                winners=winners,
                reason=reason,
                seed=bytes(game.seed).hex() if game.seed else "",
                commitment=commitment(bytes(game.seed)) if game.seed else "",
            )
