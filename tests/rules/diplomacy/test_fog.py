"""Fog of war (D37): what is out of sight changes nothing that a player is sent, in
games in which much is dislodged; random orders seldom do that."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from pbem.chance import Chance
from pbem.protocol import Compound, visible_to
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.rules.diplomacy import RULES, bot, fog
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.state import State, Terms
from pbem.rules.diplomacy.units import Unit
from tests.rules.diplomacy.secrets import permuted

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
RECORD = f"Game: diplomacy\nSeats: {', '.join(POWERS)}\nOptions: fog=yes\n"


def played(seed: int, windows: int) -> list[State]:
    """The positions of a game of bots."""
    luck = bot.Luck(Chance(b"%d" % seed), 1.5)
    state = RULES.setup(POWERS, Terms(fog=True), None).state
    found = [state]
    for _ in range(windows):
        orders = {}
        for seat in RULES.window(state).seats:  # type: ignore[union-attr]
            plan = bot.plan(RULES.imagine(state, seat, Chance(b"")), seat, 0, luck)
            orders[seat] = RULES.bind(state, seat, plan).order or Compound()
        state = RULES.resolve(state, orders).state
        found.append(state)
    return found


def sent(state: State, seat: str | None) -> tuple[object, ...]:
    """What a reader gets of a position: its report, JSON, and what may be ordered."""
    story = replay.play(turn_file.read(RECORD))
    story.table = replace(story.table, state=state)
    told = [*RULES.legal_lines(state, seat)] if seat else []
    page = report(story, Reader(seat=seat))
    return render(page), document(story, Reader(seat=seat)), told


@pytest.mark.parametrize("seed", [5])
def test_nothing_out_of_sight_is_sent_in_any_phase(seed: int) -> None:
    rng, differ = random.Random(seed), 0
    retreats = [one for one in played(seed, 14) if one.phase == Phase.RETREATS]
    for state in retreats[:2]:
        for seat in (None, *rng.sample(POWERS, 3)):
            other = permuted(state, seat, rng)
            differ += other != state
            assert sent(other, seat) == sent(state, seat)
    assert differ >= 3


def test_what_others_are_told_names_only_what_they_see() -> None:
    states = played(3, 10)
    for before, after in pairwise(states):
        for seat in POWERS:
            seen = fog.sight(before, seat)
            told = (visible_to(seat, one) for one in after.verdicts)
            for one in told if before.phase == Phase.MOVEMENT else ():
                words = f"{one} {getattr(one, 'order', '')}".split() if one else []
                places = {x.strip("',()").partition("/")[0] for x in words}
                assert places & {*before.world.atlas.areas} <= seen


def test_preview_and_bots_think_of_a_board_that_shows_no_other_units() -> None:
    state = played(1, 6)[-1]
    known = RULES.imagine(state, "Turkey", Chance(b""))
    assert {*known.units} <= fog.sight(state, "Turkey")
    assert RULES.window(known) == RULES.window(state)
    assert fog.known(known, "Turkey") == known


def test_a_position_seen_in_fog_is_one_that_a_file_takes() -> None:
    state = next(x for x in played(2, 14) if x.phase == Phase.RETREATS)
    for seat in POWERS:
        block = "\n".join(RULES.view(state, seat).board())
        story = replay.play(turn_file.read(f"{RECORD}\n== Position ==\n{block}\n"))
        assert not story.faults
        assert {*story.table.state.units} == {*fog.known(state, seat).units}


def test_a_support_of_who_cannot_be_seen_is_taken_for_any_unit() -> None:
    state = RULES.setup(POWERS, Terms(fog=True), None).state
    units = {"Mun": Unit("Germany", "A", "Mun"), "Tri": Unit("Austria", "A", "Tri")}
    state = replace(state, units=units, owners={"Mun": "Germany"})
    texts = {
        str(line): line
        for line in RULES.legal_lines(replace(state, options=Terms()), "Germany")
    }
    line = texts["A Mun S A Tri - Tyr"]
    assert RULES.bind_line(state, "Germany", line).order is not None
    gone = replace(state, units={"Mun": units["Mun"], "Rom": units["Tri"]})
    one, two = (RULES.bind_line(x, "Germany", line) for x in (state, gone))
    assert (one.order, one.faults) == (two.order, two.faults)
