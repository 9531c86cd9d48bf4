"""A naive referee of Magma, from its rule text and rulings M1 to M27."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.independent.magma_board import WAYS, Board
from tests.independent.naive import ACCEPTED, REFUSED, Verdict

#: By number of players: for each turn of a round the seat, its home, its colour.
ROUNDS = {
    2: [(0, 0, "red"), (1, 3, "blue")],
    3: [(0, 0, "red"), (1, 2, "yellow"), (2, 4, "blue")],
    4: [(0, 0, "red"), (1, 1, "blue"), (2, 3, "red"), (3, 4, "blue")],
    5: [
        (0, 0, "red"),
        (1, 1, "blue"),
        (2, 2, "yellow"),
        (3, 3, "red"),
        (4, 4, "blue"),
        (2, 5, "yellow"),
    ],
    6: [
        (0, 0, "red"),
        (1, 1, "blue"),
        (2, 2, "yellow"),
        (3, 3, "red"),
        (4, 4, "blue"),
        (5, 5, "yellow"),
    ],
}


class Magma:
    """One game of Magma."""

    def __init__(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> None:
        self.seats = seats
        self.board = Board(options.get("board", "magma91"))
        self.clock = options.get("clock", "none") != "none"
        self.round = [
            (seats[seat], self.board.homes[home], colour)
            for seat, home, colour in ROUNDS[len(seats)]
        ]
        self.colours = sorted({colour for _, _, colour in self.round})
        self.colour = {seat: colour for seat, _, colour in self.round}
        self.pieces: dict[str, str] = {}
        self.reserve = dict.fromkeys(seats, 0)
        for seat, home, colour in self.round:
            self.pieces[home] = colour
            self.reserve[seat] += 24
        self.at = 0  #: whose turn it is in the round
        self.passes = 0
        self.agreed: list[str] = []
        self.latest: dict[str, int] = {}  #: by colour: when it had its latest turn
        self.turns = 0
        self.penalty: tuple[str, str] | None = None  #: who was late, who may remove
        self.hourglass = options.get("clock") == "white-hot"
        self.glass = int(options.get("glass", "48")) * 3600
        self.real = options.get("sand", "used") == "glass"
        self.floor = int(options.get("floor", "0")) * 60
        #: Seconds that the player to move has.
        self.sand = max(self.glass // 2, self.floor)
        self.used: int | None = None  #: seconds of this turn that are told
        self.serial = 0
        self.over: tuple[list[str], str] | None = None
        for line in position:
            self.place(line)
        self.seen: dict[Any, int] = {}
        self.remember()

    def place(self, line: str) -> None:
        """A line of a position: pieces come first, then stores and whose turn it is."""
        key, text = line.split(": ")
        if key == "to move":
            seat, _, home = text.partition(" ")
            self.at = next(
                at
                for at, one in enumerate(self.round)
                if one[0] == seat and home in ("", one[1])
            )
            # It counts as one where everybody has had a turn.
            turns = len(self.round)
            for ago in range(turns, 0, -1):
                colour = self.round[(self.at - ago) % turns][2]
                self.latest[colour] = -ago
        elif key == "reserve":
            for part in text.split(", "):
                seat, number = part.split()
                self.reserve[seat] = int(number)
        elif key == "sand":
            self.sand = int(text.removesuffix("s"))
        elif key == "passed":
            self.passes = int(text)
        elif key == "agreed":
            self.agreed = text.split(", ")
        else:
            if key == self.colours[0]:
                self.pieces = {}
            for cell in text.split():
                self.pieces[cell] = key

    @property
    def mover(self) -> str:
        return self.penalty[1] if self.penalty else self.round[self.at][0]

    def awaited(self) -> list[str]:
        return [] if self.over else [self.mover]

    # Where pieces can go

    def jumps(self, colour: str, start: list[str], gone: str) -> list[str]:
        """Where chains of jumps lead from some cells, these not among them unless a
        jump leads there; the piece that stood on `gone` is the one that jumps."""
        found: list[str] = []
        new = [*start]
        while new:
            cell = new.pop()
            for way in WAYS:
                over = self.board.next(cell, way)
                there = self.board.next(cell, way, 2)
                if over is None or there is None or over == gone:
                    continue
                if self.pieces.get(over) != colour:
                    continue
                if there in self.pieces and there != gone:
                    continue
                if there not in found:
                    found.append(there)
                    new.append(there)
        return found

    def steps(self, cell: str) -> list[str]:
        near = [self.board.next(cell, way) for way in WAYS]
        return [one for one in near if one is not None and one not in self.pieces]

    def landings(self, cell: str) -> list[str]:
        """Where the piece on a cell may end."""
        jumped = self.jumps(self.pieces[cell], [cell], cell)
        return [one for one in {*self.steps(cell), *jumped} if one != cell]

    def entries(self, home: str, colour: str) -> list[str]:
        """Where a new piece may end that comes in through a home."""
        if home not in self.pieces:
            return [home]
        if self.pieces[home] != colour:
            return []
        first = [one for one in self.board.behind(home) if one not in self.pieces]
        return [*{*first, *self.jumps(colour, first, "")}]

    def reached(self, colour: str) -> set[str]:
        """The vacant cells that a colour could move to, whoever's turn it is."""
        found: set[str] = set()
        for cell, owner in self.pieces.items():
            if owner == colour:
                found.update(self.landings(cell))
        for seat, home, owner in self.round:
            if owner == colour and self.reserve[seat]:
                found.update(self.entries(home, colour))
        return found

    # Orders

    def offer(self, seat: str, text: str) -> Verdict:
        words = text.upper().replace("->", " ").replace("-", " ").split()
        words = [word for word in words if word != "TO"]
        if self.over or not words:
            return REFUSED
        if words == ["AGREE"]:
            if seat not in self.agreed:
                self.agreed.append(seat)
            if len(self.agreed) == len(self.seats):
                self.end("agreed")
            return ACCEPTED
        if words == ["DISAGREE"]:
            self.agreed = [one for one in self.agreed if one != seat]
            return ACCEPTED
        if seat != self.mover:
            return REFUSED
        if self.penalty:
            return self.remove(words)
        return self.turn(words)

    def remove(self, words: list[str]) -> Verdict:
        """The penalty: a piece of who was late comes off the board, or none."""
        assert self.penalty
        late = self.penalty[0]
        if len(words) != 2 or words[0] != "REMOVE":
            return REFUSED
        if words[1] != "NONE":
            if self.pieces.get(words[1]) != self.colour[late]:
                return REFUSED
            del self.pieces[words[1]]
            self.reserve[late] += 1
            self.passes, self.agreed = 0, []
        self.penalty = None
        self.serial += 1
        self.judge()
        return ACCEPTED

    def turn(self, words: list[str]) -> Verdict:
        seat, home, colour = self.round[self.at]
        if self.hourglass and self.used is not None and self.used > self.sand:
            return REFUSED  # the sand has run out: the deadline comes
        if words == ["PASS"]:
            self.passes += 1
            self.next_turn()
            return ACCEPTED
        if words[0] == "ENTER":
            path = words[1:] or [home]
            if len(path) > 1 and path[0] == home:
                path = path[1:]  # the home that it comes in through
            ends = self.entries(home, colour)
            if not self.reserve[seat] or path[0] not in ends:
                return REFUSED
            for one, other in pairwise(path):
                if one == other or other not in self.jumps(colour, [one], ""):
                    return REFUSED
            self.reserve[seat] -= 1
        else:
            if words[0] == "MOVE":
                words = words[1:]
            if len(words) < 2 or self.pieces.get(words[0]) != colour:
                return REFUSED
            start, *path = words
            ends = self.landings(start)
            if len(path) > 1:
                ends = self.jumps(colour, [start], start)
            if path[-1] == start or not self.possible([start, *path], [start, *ends]):
                return REFUSED
            del self.pieces[start]
        self.pieces[path[-1]] = colour
        self.passes, self.agreed = 0, []
        self.next_turn()
        return ACCEPTED

    def possible(self, path: list[str], ends: list[str]) -> bool:
        """Whether each cell is a possible landing, and none stands twice in a row."""
        twice = any(one == other for one, other in pairwise(path))
        return not twice and all(cell in ends for cell in path)

    def next_turn(self, late: bool = False) -> None:
        seat, _, colour = self.round[self.at]
        self.serial += 1
        self.turns += 1
        self.latest[colour] = self.turns
        # Where no time is told the next player has as much.
        if late or self.used is not None:
            used = self.sand if late or self.used is None else self.used
            run = self.glass - self.sand + used if self.real else used
            self.sand, self.used = run, None
        self.sand = max(self.sand, self.floor)
        right = self.round[self.at - 1][0]
        self.at = (self.at + 1) % len(self.round)
        if late and self.clock and colour in self.pieces.values():
            self.penalty = (seat, right)
        else:
            self.judge()

    def judge(self) -> None:
        """End the game where it is over."""
        again = self.remember()
        if self.passes >= len(self.round):
            self.end("passes")
        elif again >= 3:
            self.end("repetition")

    def remember(self) -> int:
        """How often this position has come, with this one."""
        key = (frozenset(self.pieces.items()), str(self.reserve), self.at)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def end(self, reason: str) -> None:
        scores = {colour: one["score"] for colour, one in self.scores().items()}
        best = [x for x in scores if scores[x] == max(scores.values())]
        if any(colour in self.latest for colour in best):
            best = [max(best, key=lambda one: self.latest.get(one, -99))]
        winners = [seat for seat in self.seats if self.colour[seat] in best]
        self.over = (winners, reason)

    def deadline(self) -> bool:
        if self.penalty:
            self.remove(["REMOVE", "NONE"])
        else:
            self.passes += 1
            self.next_turn(late=True)
        return True

    def begun(self, state: dict[str, Any]) -> None:
        pass

    def elapsed(self, seconds: int) -> None:
        if not self.penalty and not self.over:
            self.used = (self.used or 0) + seconds

    def draws(self, events: list[dict[str, Any]]) -> None:
        pass

    # What is told

    def scores(self) -> dict[str, dict[str, int]]:
        reached = {colour: self.reached(colour) for colour in self.colours}
        found = {}
        for colour in self.colours:
            only = set(reached[colour])
            for other in self.colours:
                if other != colour:
                    only -= reached[other]
            pieces = list(self.pieces.values()).count(colour)
            found[colour] = {
                "pieces": pieces,
                "exclusive": len(only),
                "score": 3 * len(only) + pieces,
            }
        return found

    def state(self) -> dict[str, Any]:
        pieces = {
            colour: sorted(x for x, owner in self.pieces.items() if owner == colour)
            for colour in self.colours
        }
        clock = {"clock": {"left": self.sand}} if self.hourglass else {}
        return {
            **clock,
            "pieces": pieces,
            "reserve": self.reserve,
            "scores": self.scores(),
            "to_move": None if self.over else self.mover,
        }

    def outcome(self) -> tuple[list[str], str] | None:
        return self.over
