"""Cards on their way are put to the others until somebody must be asked."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.protocol import Seat
from pbem.rules.magblast.check.limits import may_answer
from pbem.rules.magblast.events import game
from pbem.rules.magblast.resolve import stack
from pbem.rules.magblast.resolve.table import WorkingFleets
from pbem.rules.magblast.standing.answers import reply, theft
from pbem.rules.magblast.verbs.line import BoundLine
from pbem.rules.magblast.verbs.reply import Pass, Reaction


def run(table: WorkingFleets) -> None:
    """Go on until somebody has to be asked (B33)."""
    while not (state := table.state).over:
        if stolen := theft(state):
            thief, victim, number = stolen
            _acted(table, thief, number, "")
            table.steal(thief, victim)
        elif not state.stack:
            return
        elif not (waiting := may_answer(state)):
            stack.carry_out(table)
        elif state.mail:
            return
        else:
            _stand(table, waiting)


def _stand(table: WorkingFleets, waiting: tuple[int, ...]) -> None:
    """Use the first standing order that answers, where nobody is asked by mail."""
    reactions = list[tuple[BoundLine, int]]()
    for index in waiting:
        bound, number = reply(table.state, index)
        if bound is not None:
            reactions.append((bound, number))
    _use(table, reactions)


def react(table: WorkingFleets, answers: Mapping[Seat, BoundLine]) -> None:
    """Use the first of several reactions clockwise, and spend only its card."""
    numbers = dict[int, tuple[BoundLine, int]]()
    for bound in answers.values():
        numbers[bound.me] = (
            bound,
            bound.line.rule if isinstance(bound.line, Reaction) else 0,
        )
        if isinstance(bound.line, Pass) and bound.line.all:
            table.change_fleet(bound.me, passing=True)
    ring = table.state.clockwise(table.state.stack[-1].by)
    _use(table, [numbers[index] for index in ring if index in numbers])


def _use(table: WorkingFleets, reactions: list[tuple[BoundLine, int]]) -> None:
    """Use the first answer, or let the card on top pass where there is none.

    With each answer comes the number of its standing order, or 0. One that lets pass
    has acted only if the card does pass (B52).
    """
    key = table.state.stack[-1].key
    used = [one for one in reactions if one[0].found is not None][:1]
    for bound, number in used or reactions:
        _acted(table, bound.me, number, key)
    if used:
        stack.respond(table, used[0][0].found)
    else:
        stack.carry_out(table)


def _acted(table: WorkingFleets, index: int, number: int, key: str) -> None:
    """Tell a seat that its standing order acted; one for once is done."""
    if number < 1:
        return
    rule = table.state.fleets[index].standing[number - 1]
    facts, card = table.secret(index), table.state.title(key) if key else ""
    table.tell(game.StandingActed(**facts, number=number, rule=str(rule), card=card))
    if rule.once:
        table.take_back(index, number, "once")
