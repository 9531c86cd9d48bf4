"""Cards on their way are put to the others until somebody must be asked."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.protocol import Seat
from pbem.rules.magblast.check.limits import put_to
from pbem.rules.magblast.events import game
from pbem.rules.magblast.resolve import stack
from pbem.rules.magblast.resolve.table import Table
from pbem.rules.magblast.standing.answers import reply, theft
from pbem.rules.magblast.verbs.line import Deed
from pbem.rules.magblast.verbs.reply import Pass, Reaction


def run(table: Table) -> None:
    """Go on until somebody has to be asked (B33)."""
    while not (state := table.state).over:
        if stolen := theft(state):
            thief, victim, number = stolen
            _acted(table, thief, number, "")
            table.steal(thief, victim)
        elif not state.stack:
            return
        elif not (waiting := put_to(state)):
            stack.carry_out(table)
        elif state.mail:
            return
        else:
            _stand(table, waiting)


def _stand(table: Table, waiting: tuple[int, ...]) -> None:
    """Use the first standing order that answers, where nobody is asked by mail."""
    for index in waiting:
        deed, number = reply(table.state, index)
        if deed is None:
            continue
        _acted(table, index, number, table.state.stack[-1].key)  # (B52)
        if deed.found is not None:
            stack.respond(table, deed.found)
            return
    stack.carry_out(table)


def react(table: Table, deeds: Mapping[Seat, Deed]) -> None:
    """Use the first of several reactions clockwise, and spend only its card."""
    top, said = table.state.stack[-1], dict[int, Deed]()
    for deed in deeds.values():
        said[deed.me] = deed
        if isinstance(deed.line, Pass) and deed.line.all:
            table.change_fleet(deed.me, passing=True)
    for index in table.state.clockwise(top.by):
        if index not in said:
            continue
        deed = said[index]
        if isinstance(deed.line, Reaction) and deed.line.rule:
            _acted(table, index, deed.line.rule, top.key)
        if deed.found is not None:
            stack.respond(table, deed.found)
            return
    stack.carry_out(table)


def _acted(table: Table, index: int, number: int, key: str) -> None:
    """Tell a seat that its standing order acted; one for once is done."""
    if number < 1:
        return
    rule = table.state.fleets[index].standing[number - 1]
    told, card = table.secret(index), table.state.title(key) if key else ""
    table.tell(game.StandingActed, **told, number=number, rule=str(rule), card=card)
    if rule.once:
        table.take_back(index, number, "once")
