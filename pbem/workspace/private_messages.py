"""What each player alone may know of the open turn, and what of it was sent already.

What was sent is in `.pbem/NAME/messages.json`: by turn and seat, to whom, and when.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pbem.forum.annotations.remembered import Memory
from pbem.forum.annotations.report_header import header
from pbem.forum.posts.dialect import Dialect
from pbem.forum.posts.post import posts, seats_with_secrets
from pbem.protocol import Seat
from pbem.system.files import write_whole
from pbem.workspace.folder import Folder
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.unreported import unreported

#: By turn and seat: the member that a message went to, and when. Of seat "" is the
#: report in the thread, where a watched thread has posted it.
Sent = dict[str, dict[str, tuple[str, float]]]


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """The message for a seat, as it is copied into the forum's own form."""

    seat: Seat
    to: str  #: the member; "": nobody is known
    subject: str
    parts: tuple[str, ...]
    sent: float | None  #: when it was sent to that member


def seats_to_tell(game: LoadedGame, memory: Memory) -> tuple[Seat, ...]:
    """Return the seats that are told more of the open turn than everybody."""
    return (
        seats_with_secrets(*unreported(game, memory)) if game.window is not None else ()
    )


def messages(
    game: LoadedGame,
    memory: Memory,
    dialect: Dialect,
    members: Mapping[Seat, str],
    sent: Sent,
) -> list[PrivateMessage]:
    """Return the messages of the open turn, seat by seat."""
    story, tell = unreported(game, memory)
    by_seat = posts(story, dialect, tell=tell, reached=()).private
    head = header(story.name, story.table.serial)
    return [
        PrivateMessage(
            seat,
            to := members.get(seat, ""),
            f"{head}, for {seat}",
            parts,
            sent_at(sent, story.table.serial, seat, to),
        )
        for seat, parts in by_seat.items()
    ]


def sent_at(sent: Sent, serial: int, seat: Seat, to: str) -> float | None:
    """Return when the message of a turn went to the member who plays a seat; None: it
    did not, or went to somebody who played it before."""
    member, at = sent.get(str(serial), {}).get(seat, ("", 0.0))
    return at if at and member == to else None


def load(folder: Folder, name: str) -> Sent:
    """Return what was sent in a game. Raises Missing."""
    try:
        found = json.loads(folder.place(name, "messages.json").read_bytes())
        return {
            str(serial): {
                str(seat): (str(to), float(at)) for seat, (to, at) in of.items()
            }
            for serial, of in found.items()
        }
    except (
        FileNotFoundError,
        NotADirectoryError,
        ValueError,
        AttributeError,
        TypeError,
    ):
        return {}


def tick(
    folder: Folder, name: str, serial: int, seat: Seat, to: str, at: float | None
) -> None:
    """Note that a message was sent to a member, or (None) that it was not.

    Raises Missing, OSError.
    """
    found = load(folder, name)
    turn = found.setdefault(str(serial), {})
    if at is None:
        turn.pop(seat, None)
    else:
        turn[seat] = to, at
    place = folder.place(name, "messages.json")
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    write_whole(place, text.encode(), private=True)
