"""What can happen on Mars. Places are names, `tick` counts within the round."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Event):
    """The timer was turned for the first time."""

    module: int
    sand: int


@dataclass(frozen=True, kw_only=True)
class Deed(Event):
    """Something that a seat's action did in a tick."""

    tick: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Deed):
    """A pawn went along a road."""

    pawn: str
    origin: str
    target: str
    colour: str  #: of the road


@dataclass(frozen=True, slots=True, kw_only=True)
class Ate(Deed):
    """A slug went to a neighbouring platform and ate what stood there."""

    pawn: str  #: what was eaten
    origin: str
    target: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Made(Deed):
    """A factory produced a pawn."""

    pawn: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explored(Deed):
    """A pawn was given for a tile, which was laid beyond its platform."""

    pawn: str  #: "" where four tiles were laid out before the game (Z16)
    place: str
    tile: str  #: "T4"
    title: str
    left: int  #: tiles in the deck


@dataclass(frozen=True, slots=True, kw_only=True)
class Trashed(Deed):
    """Trash came out on a platform."""

    place: str
    heap: str  #: the platform whose icon brought it
    gone: str  #: the resource that had to go, or ""
    eaten: bool  #: a slug sat there


@dataclass(frozen=True, slots=True, kw_only=True)
class Hatched(Deed):
    """A slug came with a tile."""

    place: str
    gone: str  #: what it ate at once, or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped(Deed):
    """A resource on a timer's space turned the timer over."""

    pawn: str
    place: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOn(Deed):
    """Every action tile went one to the left (Z17)."""

    hands: tuple[tuple[Seat, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridged(Deed):
    """A bridge was built."""

    pawn: str
    colour: str
    place: str  #: where the pawn stood
    origin: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Domed(Deed):
    """A dome was built."""

    place: str
    built: int
    wanted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed(Deed):
    """The colonists came down."""

    place: str
    colonists: int
    gone: str  #: what stood in the rocket's way, or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piped(Deed):
    """A pawn went through the pipeline."""

    pawn: str
    origin: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Transmuted(Deed):
    """A Wild token changed a resource into another."""

    pawn: str
    into: str
    place: str
    wild: int  #: tokens left


@dataclass(frozen=True, slots=True, kw_only=True)
class Switched(Deed):
    """The lone player went to another action tile."""

    tile: int
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped(Deed):
    """An action marked "?" could not be done and was left out."""

    part: str
    why: str
    place: str
    pawn: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck(Deed):
    """A seat was still waiting to do something when the round ended.

    `tick` is the one since which it waited.
    """

    part: str
    why: str
    place: str
    pawn: str
    left: int  #: actions of the plan behind this one


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted(Event):
    """The turning of the timer left some of a plan undone."""

    seat: Seat
    part: str  #: the next action
    left: int  #: actions behind it


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """The ticks that a round took, and the sand that is left."""

    round: int
    ticks: int
    rest: int  #: ticks that ran down because a round is never shorter
    sand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CameHome(Event):
    """Every dome holds a colonist."""

    tick: int
    sand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RanOut(Event):
    """The sand ran out."""

    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Talked(Event):
    """A seat spoke to everybody."""

    seat: Seat
    words: str
    price: int
    sand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stared(Event):
    """A seat looked hard at another."""

    seat: Seat
    at: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudged(Event):
    """The "Do Something!" pawn was put before a seat."""

    seat: Seat
    at: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed(Event):
    """The "Do Something!" pawn was put on an icon of the board."""

    seat: Seat
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """A Wild token was spent so that all may talk."""

    seat: Seat
    wild: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant(Event):
    """What an action of a plan would do: for receipts."""

    part: str
    kind: str  #: the action's class, in lower case
    pawn: str
    place: str
    target: str
    colour: str  #: of the road, pawn or platform; "" where nobody can know yet
    number: int
