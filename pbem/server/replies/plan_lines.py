"""The if-then lines of a letter: kept before its orders are played, so that they hear
what comes of these, and read back behind them; below "preview" both are only shown."""

from __future__ import annotations

from dataclasses import replace

from pbem.protocol import Seat
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.trial import imagined, try_orders
from pbem.report import builder
from pbem.report.plans import plan_blocks
from pbem.server.game.request import Request
from pbem.server.play import plans
from pbem.server.replies.instructions import PlanLines
from pbem.server.states import GameState


def take(request: Request, step: PlanLines) -> None:
    """Keep a plan, or say why it cannot be kept; a preview is only read back."""
    session, seat = request.session, request.seat
    lines = list(step.lines)
    if session is None or seat is None or not session.running:
        over = session is not None and session.game.state is GameState.OVER
        request.refuse("plan_refused", why="over" if over else "not-now", trouble=None)
        return
    if step.guard is not None:
        request.guard = step.guard
    if request.stale:
        request.given_back += lines
        ahead = step.guard is not None and step.guard > session.serial
        given = {"turn": step.guard, "now": session.serial, "trouble": None}
        request.refuse("plan_refused", why="ahead" if ahead else "stale", **given)
        return
    request.understood = True
    tried = plans.tried(session.story, seat.name, lines)
    if isinstance(tried, LocatedFault):
        trouble = builder.fault_message(session.story, tried)
        had = seat.name in session.story.plans
        request.refuse("plan_refused", why="fault", trouble=trouble, had=had)
    elif step.preview:
        request.tried = tuple(lines)
    else:
        had = seat.name in session.story.plans
        plans.keep(session, seat.name, lines)
        request.planned = tuple(lines)
        request.say("plan_taken", how="replaced" if had else "kept")


def show(request: Request) -> None:
    """Read back a plan that was kept or is only shown, on the position after the
    letter's orders."""
    session, seat = request.session, request.seat
    done = request.read_back or not (request.tried or request.planned)
    if done or session is None or seat is None:
        return
    request.read_back = True  # also where "yes" has sent them once more
    story = session.story
    if request.tried:
        request.say("plan_taken", how="preview")
        story = _after(request, story, seat.name)
    if seat.name in story.plans and story.plans[seat.name].ended is None:
        _play_out(request, seat.name, story)


def _after(request: Request, story: Story, seat: Seat) -> Story:
    """Return a game with a plan and orders that are only shown, which nothing hidden
    has a part in."""
    known = imagined(story, seat) if request.shown else None
    tried = plans.tried(known or story, seat, request.tried)
    assert isinstance(tried, Story)  # it was read before
    if known is None:
        return tried
    laid = try_orders(tried, seat, request.shown)
    return tried if laid.refused else laid.story


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
