"""`plan`: what the writer's plan is; `plan clear` takes it back."""

from __future__ import annotations

from pbem.server.flow import plan_lines
from pbem.server.game import plans
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs


def _drops(line: Command) -> bool:
    return bool(line.one("DROP"))


@CommandSpec(words=("plan", "plans", "plan?"), needs=Needs.SEAT, changes=_drops)
def run(request: Request, line: Command) -> None:
    """Show the plan of the writer, or drop it."""
    session, seat = request.in_game()
    others = [row.name for row in session.seats() if row != seat]
    who = others[0] if others else ""
    if _drops(line):
        gone = bool(seat and session.running and plans.drop(session, seat.name))
        request.say("plan_taken", how="cleared" if gone else "none", who=who)
    elif not plan_lines.read_back(request):
        request.say("plan_taken", how="none", who=who)
