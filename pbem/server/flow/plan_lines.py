"""The if-then lines of a letter: kept before its orders are played, so that they hear
what comes of these, and read back behind them; below "preview" both are only shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pbem.protocol import Seat
from pbem.record.imagined import imagined
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.trial import try_orders
from pbem.report import builder
from pbem.report.plans import plan_blocks
from pbem.server.flow.instructions import PlanLines
from pbem.server.game import plans
from pbem.server.game.request import Request
from pbem.server.states import GameState


class PlanText(NamedTuple):
    """If-then lines of a letter that can be read."""

    lines: tuple[str, ...]
    shown_only: bool  #: nothing is kept of them


def take(request: Request, step: PlanLines) -> PlanText | None:
    """Keep a plan, or say why it cannot be kept (None); a preview is only read back."""
    session, seat = request.session, request.seat
    lines = list(step.lines)
    if session is None or seat is None or not session.running:
        over = session is not None and session.game.state is GameState.OVER
        request.refuse("plan_refused", why="over" if over else "not-now", trouble=None)
        return None
    if request.stale:
        request.receipt.given_back += lines
        ahead = step.guard is not None and step.guard > session.serial
        given = {"turn": step.guard, "now": session.serial, "trouble": None}
        request.refuse("plan_refused", why="ahead" if ahead else "stale", **given)
        return None
    request.receipt.understood = True
    tried = plans.tried(session.story, seat.name, lines)
    had = seat.name in session.story.plans
    if isinstance(tried, LocatedFault):
        trouble = builder.fault_message(session.story, tried)
        request.refuse("plan_refused", why="fault", trouble=trouble, had=had)
        return None
    if not step.preview:
        plans.keep(session, seat.name, lines)
        request.say("plan_taken", how="replaced" if had else "kept")
    return PlanText(tuple(lines), step.preview)


def show(request: Request, plan: PlanText, orders: Sequence[str]) -> None:
    """Read back a plan that was kept or is only shown, on the position after the
    letter's orders; `orders` are those that are only shown, too."""
    session, seat = request.in_game()
    assert seat is not None
    story = session.story
    if plan.shown_only:
        request.say("plan_taken", how="preview")
        story = _after(story, seat.name, plan.lines, orders)
    if seat.name in story.plans and story.plans[seat.name].ended is None:
        _play_out(request, seat.name, story)


def _after(
    story: Story, seat: Seat, lines: Sequence[str], orders: Sequence[str]
) -> Story:
    """Return a game with a plan and orders that are only shown, which nothing hidden
    has a part in."""
    known = imagined(story, seat) if orders else None
    tried = plans.tried(known or story, seat, lines)
    assert isinstance(tried, Story)  # it was read before
    if known is None:
        return tried
    attempt = try_orders(tried, seat, orders)
    return tried if attempt.refused else attempt.story


def read_back(request: Request) -> bool:
    """Read back the plan of the writer; return whether there is one."""
    session, seat = request.in_game()
    if seat is None or not session.running or seat.name not in session.story.plans:
        return False
    _play_out(request, seat.name, session.story)
    return True


def _play_out(request: Request, seat: Seat, story: Story) -> None:
    """Read back a plan with what each of its lines would do."""
    story, display = replace(story, faults=[]), request.reader.display
    request.show(plan_blocks(story, seat, display, own=True))
