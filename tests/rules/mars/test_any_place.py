"""Each action, at each place of maps on which domes and bridges stand: it is taken or
refused, and what is taken can be played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

from pbem.cases.runner import load
from pbem.plugins.games import find
from pbem.protocol import Unplayable
from pbem.record import replay, turn_file
from pbem.record.turn_file import Unreadable
from pbem.rules.mars import RULES
from pbem.rules.mars.map.places import spell
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.state import State
from tests.playthroughs.recorded import turn_files

ONE = (
    "leaf > {}, slug > {}, make leaf at {}, explore {}, bridge {}, bridge > {}, "
    "dome at {}, transmute {} to ore, wait for cow at {}, wait for empty at {}"
)
TWO = (
    "leaf {} > {}, move {} > {}, slug {} > {}, colonist {} > {}, "
    "explore {} dump {}, bridge {} > {}, pipe {} > {}"
)
ELSEWHERE = (3, 8, 19, 99, 9990)
OTHERS = 5  #: places beside each place
STATES = 20


def states() -> list[State]:
    """Return positions of cases and recorded games, those with domes first."""
    game = find("mars")
    texts = [case.text for case in load(game)]
    texts += [file.read_text(encoding="utf-8") for file in turn_files("mars")]
    found: list[State] = []
    for text in texts:
        with suppress(Unreadable, Unplayable):
            story = replay.begin(turn_file.read(text))
            found.append(story.table.state)
            for item in story.record.items():
                found += [one.after for one in story.take(item)]
    going = [one for one in found if RULES.window(one)]
    going.sort(key=lambda one: (not one.domes, -len(one.bridges)))
    return going[:STATES]


def actions(places: list[int], rng: random.Random) -> Iterator[str]:
    for place in places:
        name = spell(place)
        yield from (one.replace("{}", name) for one in ONE.split(", "))
        for other in rng.sample(places, OTHERS):
            ends = name, spell(other)
            yield from (one.format(*ends) for one in TWO.split(", "))


def test_each_action_at_each_place_is_taken_or_refused() -> None:
    notation, rng = find("mars").notation, random.Random(5)
    taken = 0
    for state in states():
        places = [*state.board.at, *ELSEWHERE]
        for text in actions(places, rng):
            plan = notation.parse(text)
            for seat in state.seats[:2]:
                bound, faults = RULES.bind(state, seat, plan)
                assert (bound is None) == bool(faults), text
                if bound is None:
                    continue
                taken += 1
                RULES.explain(state, seat, bound)
                if taken % 20 == 0:
                    silent = {who: Plan() for who in state.seats}
                    RULES.resolve(state, {**silent, seat: bound})
    assert taken > 5_000


def test_some_of_the_maps_have_a_dome_while_another_is_to_be_built() -> None:
    some = [one for one in states() if 0 < len(one.domes) < one.settings.module]
    assert len(some) > 3
