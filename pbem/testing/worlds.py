"""Worlds that differ in hidden things only, and one seat that asks in both.

Whatever a seat writes, sheets of legal and illegal orders and guesses for others, it
must be answered the same in both, by as many steps and draws.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from pbem import protocol, referee
from pbem.chance import Chance
from pbem.notation.parser import NotUnderstood
from pbem.pages import page
from pbem.plugins.games import Game
from pbem.protocol import Closes, Hidden, Lines, Press, Seat, Standing, Window
from pbem.record import turn_file
from pbem.record.imagined import imagined
from pbem.record.replay import Story
from pbem.referee import Table, Written
from pbem.report import board_image, builder
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.server.game import orders, preview
from pbem.server.game.offered import Offered
from pbem.system import supervised
from pbem.system.resources import folder
from pbem.testing.differences import first_difference
from pbem.testing.matches import Match, legal, noise, spoiled

MAX_SHEET = 6  #: lines
SHEETS = (2, 8)  #: that are tried in a position; more in rare windows
POSITIONS = 16  #: of a game
PICTURES = 12  #: sheets to a picture: these take long


Permuted: TypeAlias = Callable[[Any, Seat | None, random.Random], Any]
"""From a state to one that a seat cannot tell from it, all else shuffled."""


def imagined_anew(game: Game) -> Permuted:
    """Return what a game's own `imagine` makes of a state; it draws nothing anew in a
    game without secrets."""

    def permuted(state: Any, seat: Seat | None, rng: random.Random) -> Any:
        rules = game.rules
        if isinstance(rules, Hidden):
            return rules.imagine(state, seat, Chance(rng.randbytes(8)))
        return state

    return permuted


#: Where functions of ours lie; others may clean up behind themselves at any time.
_OURS = (str(Path(__file__).parents[1]), str(folder("templates")))


@dataclass
class Cost:
    """What an answer took."""

    steps: int = 0  #: functions of ours that were called
    draws: int = 0

    def __call__(self, frame: FrameType, what: str, given: Any) -> None:
        """One more."""
        if what == "call" and frame.f_code.co_filename.startswith(_OURS):
            self.steps += 1
        if what == "return" and frame.f_code is Chance.draws.__code__ and given:
            self.draws += len(given[0])


def counted(ask: Callable[[], Any]) -> tuple[Any, Cost]:
    """Return an answer and its count of calls, measured on a second run, with caches
    filled."""
    ask()
    count = Cost()
    sys.setprofile(count)
    try:
        found = ask()
    finally:
        sys.setprofile(None)
    return found, count


@dataclass
class Position:
    """A position of a random game, and a seat that looks at it."""

    match: Match
    seat: Seat
    window: Window
    rng: random.Random
    permuted: Permuted

    def open(self) -> bool:
        """Whether all lies open: nothing hidden, no answer and no line that waits."""
        rules, answers = self.match.game.rules, self.match.table.answers
        alone = self.window.closes is Closes.FIRST and not answers
        return alone and rules.lines is Lines.ONE and not isinstance(rules, Hidden)

    def two(self) -> tuple[Story, Story] | None:
        """Two worlds that the seat cannot tell apart; None where none was found."""
        state = self.match.state
        mine = self.window.closes is Closes.ALL and self.seat in self.window.seats
        own = self._texts(state, self.seat)[:1] if mine else []
        for attempt in range(12):
            own = own if attempt < 3 and self.rng.random() < 0.4 else []
            other = self.permuted(state, self.seat, self.rng)
            one, two = self._answered(), self._answered()
            # Where answers are not discreet, everybody is told who has given one.
            two = two if self.window.discreet else one
            worlds = self._world(state, one, own), self._world(other, two, own)
            if worlds[0] is not None and worlds[1] is not None:
                return worlds[0], worlds[1]
        return None

    def _answered(self) -> set[Seat]:
        """Others who have answered a window that waits for all."""
        if self.window.closes is Closes.FIRST:
            return set()
        others = [seat for seat in self.window.seats if seat != self.seat]
        return {seat for seat in others if self.rng.random() < 0.5}

    def _world(self, state: Any, answered: set[Seat], own: list[str]) -> Story | None:
        """A game as it could be, others with answers and lines in store.

        None where the window would not be open any more.
        """
        rules = self.match.game.rules
        table: Table[Any] = replace(self.match.table, state=state, answers={}, held={})
        for seat in self.match.seats:
            mine = seat == self.seat
            some = own if mine else self._texts(state, seat)[: self.rng.randint(1, 3)]
            if some and seat in (answered | {self.seat}):
                sheet = [Written(self._read(text), text) for text in some]
                sheet = sheet if rules.lines is Lines.QUEUE else sheet[:1]
                table, _ = referee.offer(rules, table, seat, sheet)
        # Standing orders have spoken already.
        table, played, _ = referee.settle(rules, table)
        header = turn_file.read(self.match.header())
        story = Story(self.match.game, header, self.match.options, table)
        return None if played else story

    def _read(self, text: str) -> Any:
        return self.match.game.notation.parse(text)

    def _texts(self, state: Any, seat: Seat) -> list[str]:
        """Legal answers of a seat."""
        found = legal(self.match.game, state, seat, self.rng)
        return [str(order) for order in found if not order.anytime]

    def sheet(self) -> list[str]:
        """Lines of the seat, legal and not, some of them guesses for others."""
        rng, state = self.rng, self.match.state
        mine = list(map(str, legal(self.match.game, state, self.seat, rng)))
        others = [one for one in self.match.seats if one != self.seat]
        theirs = [
            (who, text)
            for who in others
            for text in map(str, legal(self.match.game, state, who, rng)[:4])
        ]
        lines = []
        for _ in range(rng.randint(1, MAX_SHEET)):
            dice = rng.random()
            text = rng.choice(mine) if mine else "pass"
            if dice < 0.1:
                text = spoiled(text, rng)
            elif dice < 0.15:
                text = noise(rng)
            elif dice < 0.3 and theirs:
                who, text = rng.choice(theirs)
                text = text if rng.random() < 0.5 else f"{who}: {text}"
            lines += text.split("\n")
        return lines


def receipt_parts(offered: Offered, seat: Seat) -> dict[str, Any]:
    """Return the parts of a receipt, and the events that the seat may see."""
    events = [event for one in offered.played for event in one.events]
    heard = (protocol.visible_to(seat, event) for event in (*events, *offered.news))
    seen = [event for event in heard if event is not None]
    return {
        "seen": seen,
        "text": offered.text,
        "orders": offered.orders,
        "readings": offered.readings,
        "troubles": offered.troubles,
        "refused": offered.refused,
        "nearest": offered.nearest,
        "ignored": offered.ignored,
        "replaces": offered.replaces,
        "asks": offered.asks,
    }


def previewed(story: Story, seat: Seat, lines: list[str]) -> tuple[Any, ...]:
    """What a preview by mail answers."""
    own, guessed = preview.split_guesses(story, seat, lines)
    look = orders.look(story, seat, orders.read(story, seat, own))
    mine = look.text.split("\n") if look.text else []
    shown = preview.preview_blocks(story, seat, mine, guessed, "board")
    return receipt_parts(look, seat), page.to_text(shown)


def receipt(story: Story, seat: Seat, lines: list[str]) -> dict[str, Any]:
    """What comes of a letter of orders; what is doubtful is only asked."""
    readings = orders.read(story, seat, lines)
    offered = orders.offer(story, seat, readings, sure=False)
    accepted = offered.text and not offered.asks
    return {
        "accepted": accepted,
        "asked": bool(offered.asks),
        **receipt_parts(offered, seat),
    }


def asked(story: Story, seat: Seat, lines: list[str]) -> tuple[Any, ...]:
    """What the rules answer to a seat, line by line."""
    rules, state = story.game.rules, story.table.state
    found: list[Any] = [rules.window(state), rules.outcome(state)]
    found.append(rules.refusal(state, seat))
    if isinstance(rules, Press):
        found.append(rules.press(state, seat, story.header.seats))
    if seat in getattr(rules.window(state), "seats", ()):
        found.append(rules.default(state, seat))
        if isinstance(rules, Standing):
            found.append(rules.standing(state, seat))
        found += map(str, islice(rules.legal(state, seat), 60))
    for line in lines:
        try:
            order = story.game.notation.parse(line)
        except NotUnderstood:
            continue
        if order.anytime or seat in getattr(rules.window(state), "seats", ()):
            bound = rules.bind(state, seat, order)
            found.append(bound.faults)
            if bound.order is not None:
                found.append(rules.explain(state, seat, bound.order))
    return tuple(found)


def shown(story: Story, seat: Seat) -> tuple[Any, ...]:
    """Report, JSON and picture."""
    reader = Reader(seat=seat)
    report = builder.report(story, reader)
    drawn = board_image.svg(report) if board_image.can_draw(story.game) else ""
    return render(report), document(story, reader), drawn


@dataclass
class WorldsReport:
    """What was checked, and where a seat was answered otherwise."""

    windows: Counter[str] = field(default_factory=Counter)
    sheets: int = 0
    differing: int = 0  #: worlds whose states differ
    resolved: int = 0  #: receipts of orders that everybody saw the outcome of
    leaks: list[str] = field(default_factory=list)

    def count(self, position: Position) -> None:
        """Count one more sheet."""
        self.sheets += 1
        self.windows[position.window.name] += 1


def look(found: WorldsReport, position: Position, where: str) -> None:
    """Ask the same in two worlds."""
    supervised.again()
    seat, lines = position.seat, position.sheet()
    if position.open():
        found.count(position)
        return
    worlds = position.two()
    if worlds is None:
        return
    found.count(position)
    found.differing += worlds[0].table != worlds[1].table

    def compare(what: str, ask: Callable[[Story, list[str]], Any]) -> None:
        if (one := ask(worlds[0], lines)) == (two := ask(worlds[1], lines)):
            return
        # The line that it hangs on, and none where it hangs on no line.
        tried = [[], *([line] for line in lines)]
        line = next((x for x in tried if ask(worlds[0], x) != ask(worlds[1], x)), lines)
        quoted = f' to "{" / ".join(line)}"' if line else ""
        hidden = first_difference(worlds[0].table, worlds[1].table)
        found.leaks.append(
            f"{what} for {seat}{quoted} hangs on what {seat} cannot see, {hidden}. "
            f"It differs in {_difference(one, two)} ({where})"
        )

    def known(world: Story, _: list[str]) -> Any:
        table = imagined(world, seat)
        return table and table.table

    def steps(ask: Callable[..., Any]) -> Callable[[Story, list[str]], Any]:
        return lambda world, written: counted(partial(ask, world, seat, written))

    compare("what is imagined", known)
    compare("the preview", steps(previewed))
    compare("what the rules answer", steps(asked))
    one, two = (receipt(world, seat, lines) for world in worlds)
    if bool(one["accepted"]) == bool(two["accepted"]) and (one["seen"] or two["seen"]):
        # What everybody sees of it may differ.
        found.resolved += 1
    else:
        compare("the receipt", lambda world, written: receipt(world, seat, written))
    if (one["refused"] or one["asked"]) and not one["accepted"]:
        compare("the refusal", steps(receipt))
    if found.sheets % PICTURES == 1:
        compare("the page", lambda world, _: shown(world, seat))


def _difference(one: Any, two: Any) -> str:
    """Return how two answers differ; where they do not, in what they took."""
    match one, two:
        case (first, Cost() as mine), (second, Cost() as theirs) if first == second:
            took = (f"{x.steps} steps and {x.draws} draws" for x in (mine, theirs))
            return f"what it takes: {' or '.join(took)}"
        case (first, Cost()), (second, Cost()):
            return first_difference(first, second)
    return first_difference(one, two)


def run(
    game: Game, count: int, seed: int = 0, permuted: Permuted | None = None
) -> WorldsReport:
    """Look at so many sheets in positions of random games."""
    found, number, name = WorldsReport(), seed, game.name
    permuted = permuted or imagined_anew(game)
    while found.sheets < count:
        match = Match(game, random.Random(f"{name} {number}"))
        number += 1
        for _ in range(POSITIONS):
            window = match.game.rules.window(match.state)
            if window is None or found.sheets >= count:
                break
            rare = found.windows[window.name] * len(found.windows) <= found.sheets
            for _ in range(min(SHEETS[rare], count - found.sheets)):
                seats = window.seats if match.rng.random() < 0.8 else match.seats
                seat = match.rng.choice(seats)
                where = f"{name} {number - 1} #{match.table.serial} {window.name}"
                look(found, Position(match, seat, window, match.rng, permuted), where)
            match.play(match.rng.randint(1, 3))
    return found
