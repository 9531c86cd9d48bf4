"""What may be wrong, or strange, with a line of any phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.protocol import Fault
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import YEAR, Phase
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import Unit, Verb


def not_now(state: State, line: Line) -> Fault:
    """Return the fault of a line for another phase, naming the heading under which it
    would be stored for that phase."""
    given = {"line": str(line), "phase": str(state.moment), "verb": str(line.verb)}
    given["ahead"] = ""
    if line.verb in (Verb.BUILD, Verb.REMOVE, Verb.WAIVE):
        given["ahead"] = f"Winter {state.moment.year}"
    elif line.verb is Verb.RETREAT and state.phase == Phase.MOVEMENT:
        given["ahead"] = str(YEAR.after(state.moment))
    return Fault("illegal.not-now", line.span, given)


def remarks(line: Line, unit: Unit) -> Iterator[Fault]:
    """Yield remarks on odd details of an accepted line (D15, D16)."""
    for one in (line.unit, line.source, *line.goals):
        if one is not None and one.typo:
            meant = unit.spot if one is line.unit else str(one)
            given = {"found": one.text, "meant": meant}
            yield Fault("doubtful.typo", one.span, given, ask=True)
    named = line.unit
    if named is not None and named.kind and named.kind != unit.kind:
        given = {"unit": str(unit), "found": named.text, "power": unit.power}
        yield Fault("doubtful.kind", named.span, given)
    if line.through:
        yield Fault("doubtful.through", line.span, {"line": str(line)})


def several(line: Line, readings: Sequence[str]) -> Fault:
    """Return the question which of several legal orders is meant (D15, D16)."""
    plain = {one.partition("/")[0] for one in readings}
    coasts = len(plain) == 1 and len(readings) > 1
    code = "ambiguous.coast" if coasts else "ambiguous.place"
    return Fault(code, line.span, {"readings": tuple(readings), "line": str(line)})
