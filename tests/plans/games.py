"""Random games, and the letters that play them again without anybody there."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.plans.follow import hears
from pbem.plans.plan import Spoken
from pbem.plugins.games import Game
from pbem.protocol import Lines, Seat
from pbem.record import replay, turn_file
from pbem.record.firing import fire
from pbem.record.replay import Story
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import Piece
from pbem.referee import Played
from pbem.rules.magblast.verbs.heard import plain
from pbem.testing.matches import SEATS, Match, legal

#: Where nobody is asked for reactions, whose answers nobody hears.
OPTIONS = {"magblast": {"reactions": "standing"}}


@dataclass(slots=True)
class Real:
    """A game that was played, window by window."""

    game: Game
    header: str
    story: Story
    played: list[Played] = field(default_factory=list)


def play(game: Game, rng: random.Random, windows: int) -> Real:
    """Return a random game of at most so many windows, all of them answered."""
    least, most = game.facts["seats"]
    count = rng.randint(max(2, least), min(most, 4))
    match = Match(game, rng, SEATS[:count])
    match.options.update(OPTIONS.get(game.name, {}))
    story = replay.begin(turn_file.read(match.header() + "\n\n"))
    real = Real(game, match.header() + "\n\n", story)
    while len(real.played) < windows and (waiting := story.awaited()):
        for seat in waiting:
            found = [one for one in legal(game, story.table.state, seat, rng)]
            order = next((one for one in found if not one.anytime), None)
            order = order or game.rules.default(story.table.state, seat)
            if order is None:
                return real
            offer = story.order(seat, pieces(str(order).split("\n")))
            if offer.refused:
                return real
            real.played += offer.resolved
            if offer.resolved:
                break
    return real


@dataclass(slots=True)
class Letter:
    """What a player sends before the game: orders for at once, and a plan."""

    orders: list[str] = field(default_factory=list)
    plan: list[str] = field(default_factory=list)
    steps: int = 0
    lines: list[int] = field(default_factory=list)  #: that steps begin in, from 1
    serials: list[int] = field(default_factory=list)  #: of the windows they answer


def _groups(real: Real, seat: Seat) -> list[tuple[list[Played], list[Played]]]:
    """What a seat hears, and what it plays then: windows that it answers in a row are
    one answer where lines wait for each other."""
    found: list[tuple[list[Played], list[Played]]] = []
    heard: list[Played] = []
    queue = real.game.rules.lines is Lines.QUEUE
    for one in real.played:
        if seat not in one.orders:
            heard.append(one)
            continue
        others = len(one.orders) > 1
        if queue and found and not heard:
            found[-1][1].append(one)
        else:
            found.append((heard, [one]))
        heard = [one] if others else []
    return found


def letter(real: Real, seat: Seat, rng: random.Random, wrong: int = -1) -> Letter:
    """Return the letter that plays all that a seat has played. In the step of number
    `wrong` something else is waited for."""
    made = Letter()
    for heard, answers in _groups(real, seat):
        texts = [str(one.orders[seat]) for one in answers]
        said = [one for one in heard if set(one.orders) - {seat}]
        if not said and not made.orders and not made.steps:
            made.orders += texts
            continue
        spoken = [(one, who) for one in said for who in one.orders if who != seat]
        last = {who: one for one, who in spoken}
        parts = [
            f"{who}: {_spelt(real, one, who, rng)}"
            if made.steps != wrong or number
            else f"{who}: {_other(real, said, who, rng)}"
            for number, (who, one) in enumerate(last.items())
        ]
        rng.shuffle(parts)
        indent = "  " * made.steps
        case = f"if {' and '.join(parts)} " if parts else ""
        first = f"{indent}{case}then {texts[0]}"
        made.lines.append(len(made.plan) + 1)
        made.serials.append(answers[0].serial)
        made.plan += [first, *(f"{indent}    {text}" for text in texts[1:])]
        made.steps += 1
    return made


def _spelt(real: Real, played: Played, who: Seat, rng: random.Random) -> str:
    """An order as somebody else might write it down."""
    order = played.orders[who]
    if real.game.name == "magblast":
        state: Any = played.before
        return plain(state, state.seat(who), order, knows=True)  # type: ignore[arg-type]
    text = str(order)
    return rng.choice((text, text.upper(), text.lower(), f"{text} "))


class NothingElse(Exception):
    """There was nothing else to play."""


def _other(real: Real, said: Sequence[Played], who: Seat, rng: random.Random) -> str:
    """An order that a seat might have played where it played another."""
    rules = real.game.rules
    for one in rng.sample(list(said), len(said)):
        if who not in one.orders:
            continue
        for order in legal(real.game, one.before, who, rng)[:40]:
            twin = _spelt(real, one._replace(orders={who: order}), who, rng)
            wanted = real.game.notation.parse(twin)
            heard = [Spoken(each.before, each.orders) for each in said]
            if order.anytime or any(hears(rules, x, who, wanted) for x in heard):
                continue
            return twin
    raise NothingElse


def carried_out(
    real: Real, letters: Mapping[Seat, Letter]
) -> tuple[Story, list[Played], dict[Seat, tuple[str, int]]]:
    """Return the game that letters alone play, and how each plan ended."""
    story = replay.begin(turn_file.read(real.header))
    ends: dict[Seat, tuple[str, int]] = {}
    played: list[Played] = []
    for seat, one in letters.items():
        if one.plan:
            columns = [len(x) - len(x.lstrip()) + 1 for x in one.plan]
            lines = zip(one.plan, columns, strict=True)
            fault = story.plan(seat, [Piece(x.strip(), 0, c) for x, c in lines])
            assert fault is None, (seat, fault, one.plan)
    for seat in (*story.awaited(), *letters):
        one = letters[seat]
        if one.orders and (seat in story.awaited()):
            offer = story.order(seat, pieces(one.orders))
            assert not offer.refused, (seat, one.orders, offer.faults)
            played += offer.resolved
            one.orders = []
    goal = len(real.played)
    while len(played) < goal:
        fired = fire(story) or fire(story, closing=True)
        if not fired:
            break
        for shot in fired:
            played += shot.resolved
            if shot.story is not None:
                story = shot.story
            else:
                ends[shot.seat] = (shot.why, shot.line)
                story.plans = {s: p for s, p in story.plans.items() if s != shot.seat}
    for seat, plan in story.plans.items():
        if plan.ended is not None:
            ends[seat] = (plan.ended.why, plan.ended.line)
    return story, played, ends


def lines_of(played: Sequence[Played]) -> list[str]:
    """The orders of windows, a line each."""
    return [f"{n.serial} {s}: {o}" for n in played for s, o in n.orders.items()]
