"""What can happen on Mars. Places are names, `tick` counts within the round."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, PartEvent, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Event):
    """The first turning of the timer."""

    module: int
    sand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEvent(Event):
    """Something that a seat's action did in a tick."""

    tick: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(ActionEvent):
    """A pawn's way along a road."""

    pawn: str
    origin: str
    target: str
    colour: str  #: of the road


@dataclass(frozen=True, slots=True, kw_only=True)
class Ate(ActionEvent):
    """A slug's way to a neighbouring platform, and its meal there."""

    pawn: str  #: what was eaten
    origin: str
    target: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Made(ActionEvent):
    """A pawn produced by a factory."""

    pawn: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explored(ActionEvent):
    """A pawn given for a tile, which was laid beyond its platform."""

    pawn: str  #: "" where four tiles were laid out before the game (Z16)
    place: str
    tile: str  #: "T4"
    title: str
    left: int  #: tiles in the deck


@dataclass(frozen=True, slots=True, kw_only=True)
class Trashed(ActionEvent):
    """Trash that came out on a platform."""

    place: str
    heap: str  #: the platform whose icon brought it
    gone: str  #: the resource that had to go, or ""
    eaten: bool  #: a slug sat there


@dataclass(frozen=True, slots=True, kw_only=True)
class Hatched(ActionEvent):
    """A slug that came with a tile."""

    place: str
    gone: str  #: what it ate at once, or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped(ActionEvent):
    """The timer turned over by a resource on a timer space."""

    pawn: str
    place: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOn(ActionEvent):
    """Every action tile one seat to the left (Z17)."""

    hands: tuple[tuple[Seat, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridged(ActionEvent):
    """A bridge built."""

    pawn: str
    colour: str
    place: str  #: where the pawn stood
    origin: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Domed(ActionEvent):
    """A dome built."""

    place: str
    built: int
    wanted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed(ActionEvent):
    """The landing of the colonists."""

    place: str
    colonists: int
    gone: str  #: what stood in the rocket's way, or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piped(ActionEvent):
    """A pawn's way through the pipeline."""

    pawn: str
    origin: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Transmuted(ActionEvent):
    """A resource changed into another by a Wild token."""

    pawn: str
    into: str
    place: str
    wild: int  #: tokens left


@dataclass(frozen=True, slots=True, kw_only=True)
class Switched(ActionEvent):
    """The lone player's change to another action tile."""

    tile: int
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped(ActionEvent):
    """An action marked "?" that could not be done and was left out."""

    part: str
    why: str
    place: str
    pawn: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck(ActionEvent):
    """An action that a seat still waited to do when the round ended.

    `tick` is the one since which it waited.
    """

    part: str
    why: str
    place: str
    pawn: str
    left: int  #: actions of the plan behind this one


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted(Event):
    """A plan of which the turning of the timer left some undone."""

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
    """A colonist in every dome."""

    tick: int
    sand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RanOut(Event):
    """The end of the sand."""

    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Talked(Event):
    """A seat's words to everybody."""

    seat: Seat
    words: str
    price: int
    sand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stared(Event):
    """A seat's hard look at another."""

    seat: Seat
    at: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudged(Event):
    """The "Do Something!" pawn put before a seat."""

    seat: Seat
    at: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed(Event):
    """The "Do Something!" pawn put on an icon of the board."""

    seat: Seat
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """A Wild token spent so that all may talk."""

    seat: Seat
    wild: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained(PartEvent):
    """What an action of a plan would do: for receipts."""

    kind: str  #: the class of the action
    pawn: str = ""
    place: str = ""
    target: str = ""
    colour: str = ""  #: of the road, pawn or platform; "" where nobody can know yet
    number: int = 0
