"""Plans that are spelt as they are printed, read without the grammar.

Players copy what reports and examples show them, and bots print their plans. Parts of
such a plan come again in others, so what each comes to is kept. What is spelt
otherwise, and what is seldom written, is for the grammar.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import pairwise

from pbem.kit.places import Span
from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.building import BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Await, Transmute
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.map.colours import FACE
from pbem.rules.mars.map.places import MAX_KEPT_NAMES, place_called, spell
from pbem.rules.mars.orders import Plan
from pbem.values import maker

MAX_KEPT_PARTS = 4096  #: parts of plans that are kept in memory
LONGEST_PART = 600  #: characters of such a part

_plan, _move, _make = maker(Plan), maker(Move), maker(Make)
_explore, _build, _pipe = maker(Explore), maker(BuildDome), maker(Pipe)
_transmute, _await = maker(Transmute), maker(Await)


def plan_spelt(text: str) -> Plan | None:
    """Return the plan that a text spells as it would be printed; None: it may spell
    one otherwise.

    >>> str(plan_spelt("leaf T1.3 > T1.6 > T2.5 ?, build dome"))
    'leaf T1.3 > T1.6 > T2.5 ?, build dome'
    >>> plan_spelt("leaf 1.3 > T1.6")
    """
    actions: list[Action] = []
    for part in text.split(", "):
        found = _part(part) if len(part) <= LONGEST_PART else ()
        if not found:
            return None
        actions += found
    return _plan(tuple(actions), partial(_spans, text))


@lru_cache(maxsize=MAX_KEPT_PARTS)
def _part(text: str) -> tuple[Action, ...]:
    """Return the actions of a part of a plan; () where it is not spelt as usual."""
    words = text.split(" ")
    optional = words[-1] == "?"
    if optional:
        words.pop()
    match words:
        case [pawn, _, ">", *_] if pawn in FACE:
            return _walk(optional, pawn, words[1::2], words[2::2])
        case ["make", pawn] if pawn in FACE:
            return (_make(optional, pawn, 0),)
        case ["make", pawn, "at", name] if pawn in FACE and (at := _place(name)):
            return (_make(optional, pawn, at),)
        case ["explore", name] if at := _place(name):
            return (_explore(optional, at, ()),)
        case ["build", "dome"]:
            return (_build(optional, 0),)
        case ["build", "dome", "at", name] if at := _place(name):
            return (_build(optional, at),)
        case ["pipe", first, ">", last] if (a := _place(first)) and (b := _place(last)):
            return (_pipe(optional, a, b),)
        case ["transmute", name, "to", pawn] if pawn in FACE and (at := _place(name)):
            return (_transmute(optional, at, pawn),)
        case ["wait", "for", pawn, "at", name] if pawn in FACE and (at := _place(name)):
            return (_await(optional, pawn, at),)
    return ()


def _walk(
    optional: bool, pawn: str, names: list[str], marks: list[str]
) -> tuple[Action, ...]:
    """Return a move for each road of a walk; () where it is none."""
    places = [*map(_place, names)]
    if 0 in places or len(marks) != len(names) - 1 or marks.count(">") != len(marks):
        return ()
    return tuple([_move(optional, pawn, *ends) for ends in pairwise(places)])


@lru_cache(maxsize=MAX_KEPT_NAMES)
def _place(name: str) -> int:
    """Return the place that a name spells; 0 where it is not spelt as usual."""
    try:
        place = place_called(name)
    except ValueError:
        return 0
    return place if spell(place) == name and place < 10_000 else 0


def _spans(text: str) -> list[Span]:
    """Return where the actions of a plan stand: each road of a walk from its first
    place on, the first from the pawn on."""
    found, at = list[Span](), 0
    for part in text.split(", "):
        begins, *targets = part.removesuffix(" ?").split(" > ")
        end = at + len(begins)
        ends = [(at, end)]
        for name in targets:
            start, end = end + len(" > "), end + len(" > ") + len(name)
            ends.append((start, end))
        steps = pairwise(ends) if targets else [(ends[0], ends[0])]
        found += [(first[0], last[1]) for first, last in steps]
        at += len(part) + len(", ")
    return found
