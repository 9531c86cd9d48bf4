"""`standing`: what the referee will answer for the writer."""

from __future__ import annotations

from pbem.protocol import Standing
from pbem.report.builder import meaning_of
from pbem.server.game.request import Request
from pbem.server.states import OTHERWISE
from pbem.server.syntax.command import Command, CommandSpec, Needs, never


@CommandSpec(words=("standing",), needs=Needs.SEAT, changes=never)
def run(request: Request, line: Command) -> None:
    """Tell the standing answer to the open window, and the default at the deadline."""
    session, seat = request.in_game()
    if seat is None or not session.running:
        request.say("standing", asked=False)
        return
    story = session.story
    rules, state = story.game.rules, story.table.state
    window = rules.window(state)
    asked = window is not None and seat.name in window.seats
    answer = None
    if asked and isinstance(rules, Standing):
        answer = rules.standing(state, seat.name)
    default = rules.default(state, seat.name) if asked else None
    policy = session.game.silence
    if policy in OTHERWISE:
        default = None
    told = answer if answer is not None else default
    request.say(
        "standing",
        asked=asked,
        policy=policy,
        answer=str(answer) if answer is not None else "",
        default=None if default is None else str(default),
        readings=meaning_of(story, seat.name, told) if told is not None else [],
    )
