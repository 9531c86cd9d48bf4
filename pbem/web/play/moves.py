"""What may be played now, to be clicked; and moves chosen at random."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from pbem.bots.table import BotTable, NoAnswer
from pbem.protocol import Order, Seat, failures
from pbem.record.imagined import imagined
from pbem.record.located import LocatedFault
from pbem.record.replay import NoDefault, Story
from pbem.record.tried_orders import pieces
from pbem.record.writing import order_lines
from pbem.report.builder import meaning_of
from pbem.system import supervised
from pbem.workspace import edits
from pbem.workspace.bots import share

MAX_LISTED = 5000  #: orders that are asked of a game
MAX_UNASKED = 280  #: characters of them that are shown where nobody has asked
MAX_EXAMPLES = 12  #: that are shown in their place where there are more
FRAME = 6  #: characters that the frame of each is as wide as
MAX_TOGETHER = 24  #: that are shown in one group
MAX_FOUND = 400  #: that are shown of those that were asked for
MAX_DESCRIBED = 6  #: that are few enough to tell of each what it does


class CandidateMove(NamedTuple):
    """An order that may be played."""

    text: str
    does: str = ""  #: in plain words, where there is room


@dataclass(frozen=True, slots=True)
class Moves:
    """Orders that a seat may play now, or some of them."""

    seat: Seat
    groups: tuple[
        tuple[str, tuple[CandidateMove, ...]], ...
    ]  #: a first word, what begins so
    total: int  #: of all that may be played
    found: int  #: of those that were asked for

    @property
    def shown(self) -> int:
        """How many there are to be clicked."""
        return sum(len(moves) for _, moves in self.groups)


def unasked(story: Story, seat: Seat) -> Moves:
    """Return all moves of a seat where they are few, some of all kinds where not."""
    texts = _texts(story, seat)
    some = _fitting(texts)
    if len(some) < len(texts):
        some = _fitting(texts[:: -(-len(texts) // MAX_EXAMPLES)])
    moves = _described(story, seat, some)
    return Moves(seat, (("", moves),) if moves else (), len(texts), len(texts))


def asked(story: Story, seat: Seat, text: str) -> Moves:
    """Return the moves of a seat with these words in them, grouped where many."""
    texts = _texts(story, seat)
    words = text.casefold().split()
    found = [one for one in texts if all(word in one.casefold() for word in words)]
    moves = _described(story, seat, found[:MAX_FOUND])
    groups: dict[str, list[CandidateMove]] = {}
    for move in moves:
        first = move.text.split()[0] if len(moves) > MAX_TOGETHER else ""
        groups.setdefault(first, []).append(move)
    shown = tuple((first, tuple(group)) for first, group in groups.items())
    return Moves(seat, shown, len(texts), len(found))


def _fitting(texts: Sequence[str]) -> list[str]:
    """Return the texts that there is room for, in their order.

    >>> _fitting(["a" * 200, "b" * 200, "c"])[1:]
    ['c']
    """
    found, room = [], MAX_UNASKED
    for text in texts:
        if len(text) + FRAME <= room:
            found.append(text)
            room -= len(text) + FRAME
    return found


def _texts(story: Story, seat: Seat) -> list[str]:
    """Return the orders of a seat, as far as it may know them, each once."""
    known = imagined(story, seat) or story
    return [*dict.fromkeys(str(order) for order in _legal(known, seat))]


def _legal(story: Story, seat: Seat) -> Iterator[Order]:
    return islice(story.game.rules.legal(story.table.state, seat), MAX_LISTED)


def _described(
    story: Story, seat: Seat, texts: Sequence[str]
) -> tuple[CandidateMove, ...]:
    if len(texts) > MAX_DESCRIBED:
        return tuple(map(CandidateMove, texts))
    known, moves = imagined(story, seat) or story, []
    for text in texts:
        does = meaning_of(known, seat, story.game.notation.parse(text))
        moves.append(CandidateMove(text, " ".join(one.words for one in does)))
    return tuple(moves)


@dataclass(slots=True)
class Run:
    """Moves that were chosen at random, and why no more were."""

    story: Story  #: as they left it
    turns: list[tuple[int, list[str]]]  #: the lines of the record for each turn
    why: str = ""  #: "refused", "stuck", "broken"; "": as many as were requested
    seat: Seat = ""
    text: str = ""  #: the move that did not go
    faults: tuple[LocatedFault, ...] = ()
    fault: Exception | None = None

    @property
    def count(self) -> int:
        """How many lines there are."""
        return sum(len(lines) for _, lines in self.turns)


def choose(story: Story, seat: Seat) -> str:
    """Return a random legal order of a seat, or "".

    All that play for a seat by themselves are asked here.
    """
    orders = [*_legal(story, seat)]
    answers = [order for order in orders if not order.anytime] or orders
    return str(random.choice(answers)) if answers else ""


def draw(story: Story, seats: Sequence[Seat]) -> Run:
    """Play a move at random for each of these seats that is awaited."""
    run = Run(story.copy(), [])
    _draw(run, seats)
    return run


def draw_on(story: Story, most: int) -> Run:
    """Play at random to the end of the game, or until `most` lines were written."""
    run = Run(story.copy(), [])
    while (seats := run.story.awaited()) and run.count < most and not run.why:
        serial = run.story.table.serial
        _draw(run, seats)
        if not run.why and run.story.table.serial == serial:
            _close(run)
    return run


def reply(story: Story, *, closing: bool = False) -> Run:
    """Let bots answer while nobody else is awaited, or before the turn is closed."""
    table = BotTable(story, None, time.thread_time, share(story))
    run = Run(story, [])
    try:
        if closing:
            table.let_all()
        else:
            table.go_on()
    except NoAnswer as fault:
        run.why, run.seat, run.text = "stuck", fault.seat, ""
    run.story = table.story
    run.turns += [(one.serial, one.written) for one in table.answers]
    return run


def _draw(run: Run, seats: Sequence[Seat]) -> None:
    serial = run.story.table.serial
    lines: list[str] = []
    run.turns.append((serial, lines))
    for seat in seats:
        supervised.again()
        if run.story.table.serial != serial or seat not in run.story.awaited():
            continue
        run.seat, run.text = seat, ""
        before = run.story.copy()
        try:
            run.text = choose(run.story, seat)
            if not run.text:
                continue
            offer = run.story.order(seat, pieces([run.text]))
            for error in failures.errors(one.fault for one in offer.faults):
                raise error
        except Exception as fault:
            run.story, run.why, run.fault = before, "broken", fault
            return
        if offer.refused:
            run.story, run.why, run.faults = before, "refused", offer.faults
            return
        lines += order_lines(seat, [run.text])


def _close(run: Run) -> None:
    """Close a turn that somebody cannot move in."""
    before = run.story.copy()
    try:
        run.story.close()
    except NoDefault:
        run.story, run.why = before, "stuck"
        run.seat = before.awaited()[0]
    except Exception as fault:
        run.story, run.why, run.fault = before, "broken", fault
    else:
        run.turns[-1][1].append(edits.DEADLINE)
