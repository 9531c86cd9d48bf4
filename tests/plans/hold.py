"""What must hold of plans, over as many random games as are asked for."""

from __future__ import annotations

import random
from typing import NamedTuple

from pbem.chance import Chance
from pbem.plans.follow import hears
from pbem.plans.plan import Spoken
from pbem.plugins.games import Game
from pbem.protocol import Hidden, visible_to
from pbem.testing.matches import legal
from tests.plans.games import NothingElse, carried_out, letter, lines_of, play

WINDOWS = 10  #: of a game, at most


class Counted(NamedTuple):
    """How much was tried."""

    games: int
    steps: int  #: lines of plans that were played, or stopped at, or asked about


def replays(game: Game, seeds: range) -> Counted:
    """One letter a player plays a random game again, to the same record."""
    steps = 0
    for seed in seeds:
        rng = random.Random(seed)
        real = play(game, rng, WINDOWS)
        letters = {seat: letter(real, seat, rng) for seat in real.story.header.seats}
        story, played, _ = carried_out(real, letters)
        assert lines_of(played) == lines_of(real.played), (game.name, seed)
        assert story.table.state == real.story.table.state, (game.name, seed)
        steps += sum(one.steps for one in letters.values())
    return Counted(len(seeds), steps)


def wrong_plans(game: Game, count: int, seed: int = 0) -> Counted:
    """A plan that waits for what nobody plays stops there, and not before."""
    done = steps = 0
    while done < count:
        seed += 1
        rng = random.Random(seed)
        real = play(game, rng, WINDOWS)
        seats = real.story.header.seats
        letters = {seat: letter(real, seat, rng) for seat in seats}
        seat = rng.choice(seats)
        waits = [n for n, line in enumerate(letters[seat].lines)
                 if " if " in f" {letters[seat].plan[line - 1].strip()} "
                 and letters[seat].plan[line - 1].strip().startswith("if")]  # fmt: skip
        if not waits:
            continue
        step = rng.choice(waits)
        try:
            letters[seat] = letter(real, seat, rng, wrong=step)
        except NothingElse:
            continue
        line, serial = letters[seat].lines[step], letters[seat].serials[step]
        _, played, ends = carried_out(real, letters)
        assert ends.get(seat) == ("unmet", line), (game.name, seed, seat, ends)
        before = [one for one in real.played if one.serial < serial]
        assert lines_of(played) == lines_of(before), (game.name, seed, seat)
        done, steps = done + 1, steps + step
    return Counted(done, steps)


def hidden(game: Game, seeds: range) -> Counted:
    """What a seat cannot see has no part in what its plans hear.

    Other worlds are compared in which the seat was told the same.
    """
    rules, worlds, asked = game.rules, 0, 0
    assert isinstance(rules, Hidden)
    for seed in seeds:
        rng = random.Random(seed)
        real = play(game, rng, WINDOWS)
        for one in real.played:
            if one.window.discreet:
                continue
            listener = rng.choice(real.story.header.seats)
            others = [who for who in one.orders if who != listener]
            twin = rules.imagine(one.before, listener, Chance(bytes([seed % 256]) * 32))
            bound = {w: rules.bind(twin, w, o).order for w, o in one.orders.items()}
            if not others or None in bound.values():
                continue
            step = rules.resolve(twin, bound)
            heard = [[visible_to(listener, e) for e in events]
                     for events in (step.events, one.events)]  # fmt: skip
            if heard[0] != heard[1][-len(heard[0]) :]:
                continue
            worlds += 1
            who = rng.choice(others)
            wanted = [one.orders[who]]
            for state in (one.before, twin):
                wanted += legal(game, state, who, rng)[:12]
            for order in wanted:
                if order.anytime:
                    continue
                asked += 1
                answers = {
                    hears(rules, Spoken(state, one.orders), who, order)
                    for state in (one.before, twin)
                }
                assert len(answers) == 1, (game.name, seed, one.serial, who, str(order))
    return Counted(worlds, asked)
