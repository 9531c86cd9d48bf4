"""The tick engine: sealed plans run together until nobody can go on.

At each tick every seat does at most one action, the first seat being the next
one round the table each time, so that no name wins every tie (Z1). What
cannot be done yet waits. A tick in which somebody acts takes one of sand; one
in which nobody can ends the round, and so does the turning of the timer (Z21).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.protocol import Seat, Step
from pbem.rules.mars import events as told
from pbem.rules.mars.actions.perform import DEEDS, FREE
from pbem.rules.mars.actions.table import Desk, Snag
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.orders import Action, Pause, Plan, Use
from pbem.rules.mars.state import TRAIL, State


class Hand:
    """One seat's plan as it is worked through."""

    __slots__ = ("at", "index", "plan", "rested", "since", "snag")

    def __init__(self, index: int, plan: Sequence[Action]) -> None:
        self.index = index
        self.plan = plan
        self.at = 0
        self.since = 0  #: the tick since which it waits; 0: it does not
        self.rested = 0  #: ticks of a pause that are over
        self.snag: Snag | None = None

    @property
    def left(self) -> int:
        """Actions behind the next one."""
        return len(self.plan) - self.at - 1


def play(state: State, plans: Mapping[Seat, Plan]) -> Step[State]:
    """A round: the plans run together, and what the sand says to it."""
    desk = Desk(state)
    hands = [
        Hand(index, plans[seat].actions if seat in plans else ())
        for index, seat in enumerate(state.seats)
    ]
    ended, acted = "", False
    while not ended and not desk.flipped:
        if not _tick(desk, hands):
            break
        acted = acted or desk.acted
        ended = _verdict(desk)
    return _close(desk, hands, ended, acted)


def _tick(desk: Desk, hands: list[Hand]) -> bool:
    """One tick; False when nobody could do anything in it."""
    desk.tick += 1
    desk.switched = False
    passing = False  #: whether time goes by even if nobody acts
    count = len(hands)
    first = desk.clock % count
    acted = False
    for turn in range(count):
        hand = hands[(first + turn) % count]
        did, rests = _try(desk, hand)
        acted |= did
        passing |= rests
        if desk.flipped or (acted and _home(desk)):
            break
    if not acted and not passing:
        desk.tick -= 1
        return False
    desk.acted = acted
    return True


def _try(desk: Desk, hand: Hand) -> tuple[bool, bool]:
    """The seat's next action: whether it was done, whether time must pass."""
    while hand.at < len(hand.plan):
        action = hand.plan[hand.at]
        if isinstance(action, Pause):
            if hand.rested < action.ticks:
                hand.rested += 1
                return False, True
            hand.rested = 0
            hand.at += 1
            continue
        snag = DEEDS[type(action)](desk, hand.index, action)
        if snag is None:
            hand.at += 1
            hand.since = 0
            if not isinstance(action, FREE):
                return True, False
        elif action.optional:
            hand.at += 1
            hand.since = 0
            desk.events.append(
                told.Skipped(
                    tick=desk.tick,
                    seat=desk.seats[hand.index],
                    part=action.words,
                    why=snag[0],
                    place=spell(snag[1]) if snag[1] else "",
                    pawn=snag[2],
                )
            )
        else:
            hand.since = hand.since or desk.tick
            hand.snag = snag
            return False, isinstance(action, Use)  # Z16: the clock runs on
    return False, False


def _home(desk: Desk) -> bool:
    """Z12: whether every dome holds a colonist."""
    if not desk.landed:
        return False
    at = desk.board.at
    return all(
        desk.pawns.get(at[desk.board.domes[number][0]]) == "colonist"
        for number in desk.domes
    )


def _verdict(desk: Desk) -> str:
    """What a tick leads to: it takes its sand, but winning comes first (Z12)."""
    if _home(desk):
        return "home"
    desk.clock += 1
    desk.sand = max(0, desk.sand - 1)  # a full timer turned over is empty
    return "" if desk.sand > 0 else "sand"


def _close(desk: Desk, hands: list[Hand], ended: str, acted: bool) -> Step[State]:
    """What was left undone, the least a round takes, the trail, the next round."""
    state = desk.start
    for hand in hands:
        if not ended and hand.at < len(hand.plan):
            _left(desk, hand)
    rest = 0
    if not ended:
        rest = min(max(0, desk.settings.rest - desk.tick), desk.sand)
        desk.sand -= rest
        desk.clock += rest
        ended = "" if desk.sand else "sand"
    desk.events.append(
        told.RoundEnded(round=state.round, ticks=desk.tick, rest=rest, sand=desk.sand)
    )
    if ended == "home":
        desk.events.append(told.CameHome(tick=desk.tick, sand=desk.sand))
    elif ended:
        desk.events.append(told.RanOut(tick=desk.tick))
    walks = tuple((pawn, tuple(path)) for pawn, path in desk.walks)
    packed = desk.packed(
        round=state.round if ended else state.round + 1,
        talking=desk.flipped or (state.talking and not acted),
        trail=(*state.trail, (state.round, walks))[-TRAIL:],
        said=(),
        ended=ended,
    )
    return Step(packed, tuple(desk.events))


def _left(desk: Desk, hand: Hand) -> None:
    """Tells what a seat never got to do, and why."""
    seat = desk.seats[hand.index]
    action = hand.plan[hand.at]
    if desk.flipped and not hand.since:
        event = told.Interrupted(seat=seat, part=action.words, left=hand.left)
        desk.events.append(event)
        return
    code, place, pawn = hand.snag or ("", 0, "")
    desk.events.append(
        told.Stuck(
            tick=hand.since or desk.tick,
            seat=seat,
            part=action.words,
            why=code,
            place=spell(place) if place else "",
            pawn=pawn,
            left=hand.left,
        )
    )
