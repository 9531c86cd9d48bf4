"""A naive referee of Lava, from its rule text and rulings L1 to L28."""

from __future__ import annotations

import copy
import re
from typing import Any

from tests.independent.lava_faces import (
    COLOURS,
    FACES,
    SIDES,
    Cell,
    Vertex,
    beside,
    blobs,
    corners,
    die_of,
)
from tests.independent.naive import ACCEPTED, REFUSED, Verdict

NUMBER = r"[+-]?\d+"
CELL = rf"({NUMBER})(?:[\s,]+|(?=[+-]))({NUMBER})"
SPOT = rf"\s*(?:([a-z]+)\s*@?\s*{CELL}|{CELL}\s*([a-z]+))(?:[\s,;]+|$)"


class Lava:
    """One game of Lava."""

    def __init__(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> None:
        self.seats = seats
        self.colour = dict(zip(seats, COLOURS, strict=False))
        self.blob_size = int(options.get("blob_size", "0"))
        self.blob_extent = int(options.get("blob_extent", "8"))
        self.dice_own = options.get("dice_own", "no") == "yes"
        self.lose_own = options.get("lose_own_colour", "yes") == "yes"
        self.two = options.get("dice_per_turn", "1") == "2"
        self.adjacent = options.get("adjacent", "no") == "yes"
        self.tumbling = options.get("tumbling", "no") == "yes"
        self.dice = dict.fromkeys(COLOURS, int(options.get("num_dice", "48")) // 3)
        self.tiles: dict[Cell, dict[str, Any]] = {}
        self.known: dict[Vertex, str] = {}
        self.out: list[str] = []
        self.mover = seats[0]
        self.serial = 0
        self.over: tuple[list[str], str] | None = None
        self.latest: list[Cell] = []  #: the dice of the first half of this turn
        self.second = False
        self.rolled = ""  #: letters of the side that was rolled
        self.rolling = False
        for line in position:
            self.place(line)

    def place(self, line: str) -> None:
        """A line of a position: `e 0,0 d 1,0`, `Bob: i 0,1`, `dice: red 3, blue 0`,
        `to move: Ann`, `out: Cid`. Those of stocks stand behind those of dice."""
        key, _, text = line.rpartition(": ")
        if key == "dice":
            for word in text.split(", "):
                colour, number = word.split()
                self.dice[colour] = int(number)
        elif key == "to move":
            self.mover = text
        elif key == "out":
            self.out = text.split(", ")
        else:
            for face, cell in self.spots(text) or []:
                self.put(face, cell, key or None, False)

    def awaited(self) -> list[str]:
        return [] if self.over else [self.mover]

    def left(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.out]

    # Faces and cells

    def fits(self, cell: Cell) -> list[str]:
        """The faces that agree with every corner known of a cell."""
        found = []
        for letter, face in FACES.items():
            pairs = zip(corners(cell), face.lower(), strict=True)
            if all(self.known.get(at, colour) == colour for at, colour in pairs):
                found.append(letter)
        return found

    def edge_cells(self) -> list[Cell]:
        """The empty cells beside a die."""
        cells = {one for cell in self.tiles for one in beside(cell)}
        return sorted(cell for cell in cells if cell not in self.tiles)

    def legal(self) -> list[tuple[str, Cell]]:
        """All that the player to move could lay, any side of a die up."""
        if not self.tiles:
            cells = [(0, 0)]
        elif self.second and self.adjacent:
            near = {one for cell in self.latest for one in beside(cell)}
            cells = sorted(cell for cell in near if cell not in self.tiles)
        else:
            cells = self.edge_cells()
        found = []
        for cell in cells:
            for face in self.fits(cell):
                die = die_of(face)
                if not self.dice[die]:
                    continue
                if self.dice_own and die != self.colour[self.mover]:
                    continue
                if not self.tiles and len(set(FACES[face].lower())) < 3:
                    continue
                found.append((face, cell))
        return found

    def put(self, face: str, cell: Cell, by: str | None, auto: bool) -> None:
        self.tiles[cell] = {"at": [*cell], "face": face, "by": by, "auto": auto}
        for at, colour in zip(corners(cell), FACES[face].lower(), strict=True):
            self.known[at] = colour
        self.dice[die_of(face)] -= 1

    def forced(self) -> tuple[str, Cell] | None:
        """The first forced cell in reading order, and its face."""
        for cell in sorted(self.edge_cells(), key=lambda one: (-one[1], one[0])):
            north, east, south, west = (one in self.tiles for one in beside(cell))
            if not ((north or south) and (east or west)):
                continue
            faces = self.fits(cell)
            if len(faces) == 1 and self.dice[die_of(faces[0])]:
                return faces[0], cell
        return None

    # Orders

    def spots(self, text: str) -> list[tuple[str, Cell]] | None:
        """The faces and cells of a line, or None."""
        found, at = [], 0
        while at < len(text):
            spot = re.compile(SPOT, re.IGNORECASE).match(text, at)
            if not spot:
                return None
            word, x, y, x2, y2, word2 = spot.groups()
            face = self.face(word or word2)
            if face is None:
                return None
            found.append((face, (int(x or x2), int(y or y2))))
            at = spot.end()
        return found or None

    def face(self, word: str) -> str | None:
        """The letter of a face, named by its letter or its corners."""
        if len(word) == 1:
            return word.lower() if word.lower() in FACES else None
        exact = [x for x, face in FACES.items() if face == word]
        alike = [x for x, face in FACES.items() if face.lower() == word.lower()]
        found = exact if exact else alike
        return found[0] if len(found) == 1 else None

    def offer(self, seat: str, text: str) -> Verdict:
        if self.over or seat in self.out:
            return REFUSED
        if text.lower() == "resign":
            self.resign(seat)
            return ACCEPTED
        if seat != self.mover:
            return REFUSED
        named = re.fullmatch("(?:roll +)?(red|green|blue)", text.lower())
        if named:
            return self.name(named[1])
        spots = self.spots(text)
        if spots is None or (self.tumbling and not self.rolled):
            return REFUSED
        more = self.two and self.tiles and not self.second and not self.tumbling
        dice = 2 if more else 1
        if len(spots) > dice:
            return REFUSED
        before = copy.deepcopy(self.__dict__) if len(spots) > 1 else self.__dict__
        for face, cell in spots:
            if self.over or self.mover != seat:
                break  # the first die was the whole turn
            if not self.lay(face, cell):
                self.__dict__ = before
                return REFUSED
        self.serial += 1
        return ACCEPTED

    def name(self, die: str) -> Verdict:
        """Tumbling dice: a die is named, and rolled."""
        if not self.tumbling or self.rolled or not self.nameable(die):
            return REFUSED
        self.rolling = True
        self.serial += 1
        return ACCEPTED

    def nameable(self, die: str) -> bool:
        return any(die_of(face) == die for face, _ in self.legal())

    def draws(self, events: list[dict[str, Any]]) -> None:
        """Take the side that was rolled; it must be one that fits."""
        if not self.rolling:
            return
        self.rolling = False
        rolls = [one for one in events if one["type"] == "Rolled"]
        fitting = {face for face, _ in self.legal()}
        for one in rolls:
            side, last = one["letters"], one is rolls[-1]
            if (
                one["seat"] != self.mover
                or side not in SIDES[one["die"]]
                or last != bool(fitting & set(side))
            ):
                raise AssertionError(f"no such roll: {one}")
            self.rolled = side

    def lay(self, face: str, cell: Cell) -> bool:
        """Lay a die with all that follows; return whether it may lie there."""
        if (face, cell) not in self.legal():
            return False
        if self.rolled and face not in self.rolled:
            return False
        opening = not self.tiles
        closed = {blob.corners for blob in blobs(self.tiles, self.known) if blob.closed}
        self.put(face, cell, self.mover, False)
        laid = [cell]
        while found := self.forced():
            self.put(*found, self.mover, True)
            laid.append(found[1])
        self.rolled = ""
        self.judge(closed)
        if self.over:
            return True
        if not any(self.dice.values()):
            self.over = ([], "dice-out")
            return True
        again = self.two and not self.second and not opening
        self.latest, self.second = laid, True
        if again and self.mover not in self.out and self.legal():
            return True
        self.next_player()
        return True

    def judge(self, closed: set[frozenset[Vertex]]) -> None:
        """Judge a turn: blobs closed in it, then extents."""
        found = blobs(self.tiles, self.known)
        own = other = neutral = False
        owners = {self.colour[seat]: seat for seat in self.left()}
        for blob in found:
            if not blob.closed or blob.corners in closed:
                continue
            if blob.necks < self.blob_size:
                continue
            owner = owners.get(blob.colour)
            if owner == self.mover:
                own = True
            elif owner:
                other = True
            else:
                neutral = True
        if self.lose_own:
            lost, won = own, other or neutral
        else:
            lost, won = other, own
        if lost:
            self.out.append(self.mover)
        elif won:
            self.over = ([self.mover], "closed")
            return
        if self.ended():
            return
        stretched = []
        for seat in self.left():
            for blob in found:
                if (
                    self.blob_extent
                    and self.colour[seat] == blob.colour
                    and not blob.closed
                    and blob.extent >= self.blob_extent
                    and seat not in stretched
                ):
                    stretched.append(seat)
        if stretched == self.left():
            if self.mover not in self.out:
                self.out.append(self.mover)
            self.over = (self.left(), "all-stretched")
            return
        self.out += stretched
        self.ended()

    def ended(self) -> bool:
        if len(self.left()) == 1:
            self.over = (self.left(), "last-standing")
        return self.over is not None

    def next_player(self) -> None:
        at = self.seats.index(self.mover)
        order = self.seats[at + 1 :] + self.seats[: at + 1]
        self.mover = next(seat for seat in order if seat not in self.out)
        self.second, self.latest, self.rolled = False, [], ""
        if not self.legal():
            self.over = ([], "no-placement")

    def resign(self, seat: str) -> None:
        self.out.append(seat)
        if not self.ended() and seat == self.mover:
            self.next_player()

    def deadline(self) -> bool:
        return False

    def begun(self, state: dict[str, Any]) -> None:
        pass

    def elapsed(self, seconds: int) -> None:
        pass

    def state(self) -> dict[str, Any]:
        return {
            "tiles": [*self.tiles.values()],
            "dice": self.dice,
            "out": self.out,
            "to_move": None if self.over else self.mover,
        }

    def outcome(self) -> tuple[list[str], str] | None:
        return self.over
