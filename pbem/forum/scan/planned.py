"""If-then lines of a post: they are no orders, and everybody can read them there."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.forum.scan.questions import Question
from pbem.forum.thread import PostLine
from pbem.games import Game
from pbem.plans import syntax
from pbem.protocol import Seat


def without_plan(
    lines: Iterable[PostLine], game: Game, seats: Iterable[Seat]
) -> tuple[list[PostLine], list[str]]:
    """Return the other lines of a post, and those of a plan in it."""
    kept: list[PostLine] = []
    plan: list[str] = []
    known = tuple(seats)
    for line in lines:
        begins = syntax.begins(line.text, known) and syntax.seems_plan(line.text, game)
        if begins or (plan and syntax.goes_on(line.text)):
            plan.append(line.text)
        else:
            kept.append(line)
    return kept, plan


def question(plan: list[str], seat: Seat) -> Question:
    """Return what the moderator is told of a plan in a post: nothing of it counts."""
    given = {"lines": plan, "seat": seat}
    return Question("plan", plan[0], given=given, asks=False)
