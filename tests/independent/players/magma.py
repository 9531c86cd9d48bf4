"""Random games of Magma: legal moves, and moves close to legal ones."""

from __future__ import annotations

from random import Random

from tests.independent.magma import Magma

ODD = ["D4", "enter Z9", "jump", "remove none", "remove A1", "moves", "A1-A1"]
BOARDS = ["magma43", "magma157", "hexhex5", "hexhex6", "hexhex7", "star73", "star121"]


class MagmaPlayer:
    """Makes random games of Magma."""

    deadlines = 0.03
    hours = 0.05
    rules = "1"

    def __init__(self) -> None:
        self.moved: dict[str, tuple[str, str]] = {}  #: by colour: end and start

    def options(self, rng: Random) -> tuple[list[str], dict[str, str]]:
        options = {}
        if rng.random() < 0.6:
            options["board"] = rng.choice(BOARDS)
        if rng.random() < 0.4:
            options["clock"] = rng.choice(["hot", "white-hot"])
        if options.get("clock") == "white-hot":
            options["glass"] = rng.choice(["1", "2", "48"])
            options["sand"] = rng.choice(["used", "glass"])
            options["floor"] = rng.choice(["0", "0", "10", "600"])
        seats = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]
        return seats[: rng.randint(2, 6)], options

    def position(
        self, rng: Random, seats: list[str], options: dict[str, str]
    ) -> list[str]:
        if rng.random() < 0.7:
            return []
        begun = Magma(seats, options, [])
        cells = [*begun.board.spots]
        rng.shuffle(cells)
        lines, stores = [], []
        for colour in begun.colours:
            number = rng.choice([1, 3, 5, 8, 12, 25])
            mine = [cells.pop() for _ in range(min(number, len(cells) // 2))]
            lines.append(f"{colour}: {' '.join(mine)}")
            team = sorted({seat for seat, _, x in begun.round if x == colour})
            homes = sum(x == colour for _, _, x in begun.round)
            left = 25 * homes - len(mine)
            if len(team) == 1:
                stores.append(f"{team[0]} {left}")
            else:
                first = rng.randint(max(0, left - 25), min(25, left))
                stores += [f"{team[0]} {first}", f"{team[1]} {left - first}"]
        lines.append(f"reserve: {', '.join(stores)}")
        seat, home, _ = rng.choice(begun.round)
        lines.append(f"to move: {seat}" + (f" {home}" if len(seats) == 5 else ""))
        if rng.random() < 0.3:
            lines.append(f"passed: {rng.randint(0, len(begun.round) - 1)}")
        if rng.random() < 0.2:
            lines.append(f"agreed: {rng.choice(seats)}")
        if options.get("clock") == "white-hot" and rng.random() < 0.5:
            lines.append(f"sand: {rng.randint(1, 3600)}s")
        return lines

    def referee(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> Magma:
        return Magma(seats, options, position)

    def order(self, rng: Random, naive: Magma, seat: str) -> str:
        chosen = rng.random()
        if chosen < 0.03:
            return rng.choice(["agree", "agree", "agree", "disagree"])
        if chosen < 0.05:
            return rng.choice(ODD)
        if naive.penalty:
            own = [x for x, c in naive.pieces.items() if c == naive.colour[seat]]
            late = naive.colour[naive.penalty[0]]
            theirs = [x for x, c in naive.pieces.items() if c == late]
            if chosen < 0.15:
                return "pass"
            return f"remove {rng.choice([*theirs, *theirs, *own, 'none'])}"
        if seat != naive.mover and rng.random() < 0.6:
            return "agree"
        if naive.agreed and seat not in naive.agreed and chosen < 0.4:
            return "agree"
        if chosen < (0.4 if naive.passes else 0.1):
            return "pass"
        _, home, colour = naive.round[naive.at]
        again = self.again(naive, colour)
        if again and rng.random() < 1.5 / len(naive.seats):
            self.moved.pop(colour)
            return again
        if rng.random() < 0.35:
            return self.entry(rng, naive, home, colour)
        return self.move(rng, naive, colour)

    def entry(self, rng: Random, naive: Magma, home: str, colour: str) -> str:
        ends = naive.entries(home, colour)
        if home not in naive.pieces and rng.random() < 0.7:
            return rng.choice(["enter", f"enter {home}"])
        if rng.random() < 0.15 or not ends:
            near = naive.board.behind(home)
            return f"enter {rng.choice([*near, *naive.board.spots])}"
        path = [rng.choice(ends)]
        if home in naive.pieces:
            on = naive.jumps(colour, path, "")
            path += [rng.choice(on) for _ in range(rng.choice([0, 0, 0, 1, 2])) if on]
            if rng.random() < 0.15:
                path.append(rng.choice(ends))
        return f"enter {self.joined(rng, path)}"

    def move(self, rng: Random, naive: Magma, colour: str) -> str:
        own = [cell for cell, owner in naive.pieces.items() if owner == colour]
        start = rng.choice(own or ["A1"])
        if rng.random() < 0.05 or not own:
            start = rng.choice([*naive.board.spots])
        ends = naive.landings(start) if start in naive.pieces else []
        far = naive.jumps(colour, [start], start)
        if rng.random() < 0.15 or not ends:
            return self.joined(rng, [start, rng.choice([*naive.board.spots])])
        path = [rng.choice(far if far and rng.random() < 0.7 else ends)]
        while rng.random() < 0.2:
            path.insert(0, rng.choice(far if far and rng.random() < 0.8 else ends))
        self.moved[colour] = (path[-1], start)
        return self.joined(rng, [start, *path])

    def again(self, naive: Magma, colour: str) -> str | None:
        """The last move of a colour, taken back: so positions come again."""
        end, start = self.moved.get(colour, ("", ""))
        if naive.pieces.get(end) == colour and start in naive.landings(end):
            return f"{end}-{start}"
        return None

    def joined(self, rng: Random, path: list[str]) -> str:
        text = rng.choice(["-", "-", " ", "->", " to "]).join(path)
        return text.lower() if rng.random() < 0.2 else text
