"""Random games of Lava: legal dice, and dice close to legal ones."""

from __future__ import annotations

from random import Random

from tests.independent.lava import Lava
from tests.independent.lava_faces import COLOURS, FACES, Cell, beside

ODD = ["k", "3,-2", "y 1,0", "rgrx 1,0", "rgrg 1,0", "k 1", "pass", "red", "blue", ""]


class LavaPlayer:
    """Makes random games of Lava."""

    deadlines = 0.001
    hours = 0.0
    rules = "1"

    def options(self, rng: Random) -> tuple[list[str], dict[str, str]]:
        options = {}
        choices = {
            "num_dice": ["3", "9", "18", "30", "90"],
            "blob_size": ["1", "2", "3"],
            "blob_extent": ["0", "2", "3", "4", "5"],
            "dice_own": ["yes"],
            "lose_own_colour": ["no"],
            "dice_per_turn": ["2"],
            "adjacent": ["yes"],
            "tumbling": ["yes"],
        }
        for key, values in choices.items():
            if rng.random() < 0.25:
                options[key] = rng.choice(values)
        return ["Ann", "Bob", "Cid"][: rng.choice([2, 3])], options

    def position(
        self, rng: Random, seats: list[str], options: dict[str, str]
    ) -> list[str]:
        if rng.random() < 0.7:
            return []
        table = Lava(seats, options, [])
        table.dice_own = False
        lines, out = [], []
        for _ in range(rng.randint(1, 14)):
            face, cell = rng.choice(table.legal() or [("", (0, 0))])
            if not face:
                break
            by = rng.choice(["", "", "", *seats])
            table.put(face, cell, by or None, False)
            lines.append(f"{by}: {face} {cell[0]},{cell[1]}".removeprefix(": "))
        if rng.random() < 0.3:
            stock = [f"{colour} {rng.randint(1, 5)}" for colour in COLOURS]
            lines.append("dice: " + ", ".join(stock))
        if len(seats) == 3 and rng.random() < 0.3:
            out = [rng.choice(seats)]
            lines.append(f"out: {out[0]}")
        mover = rng.choice([seat for seat in seats if seat not in out])
        lines.append(f"to move: {mover}")
        begun = Lava(seats, options, lines)
        return lines if begun.legal() else []

    def referee(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> Lava:
        return Lava(seats, options, position)

    def order(self, rng: Random, naive: Lava, seat: str) -> str:
        chosen = rng.random()
        if chosen < 0.003:
            return "resign"
        if chosen < 0.02:
            return rng.choice(ODD[:-1])
        legal = naive.legal()
        if naive.tumbling and not naive.rolled and chosen < 0.97:
            return rng.choice(["", "", "roll "]) + rng.choice(COLOURS)
        if naive.rolled and chosen < 0.9:
            legal = [one for one in legal if one[0] in naive.rolled]
        if chosen < 0.2 or not legal:
            return self.near(rng, naive)
        # Cells with many dice round them close blobs.
        round_it = {cell: self.dice_round(naive, cell) for _, cell in legal}
        weights = [round_it[cell] for _, cell in legal]
        face, cell = rng.choices(legal, weights)[0]
        text = self.written(rng, face, cell)
        if (naive.two and rng.random() < 0.3) or rng.random() < 0.01:
            x, y = cell
            other = rng.choice([*beside(cell), (x + 1, y + 1), (0, 0), (1, 0)])
            joint = rng.choice([" ", "; ", ";"])
            text += joint + self.written(rng, rng.choice([*FACES]), other)
        return text

    def dice_round(self, naive: Lava, cell: Cell) -> int:
        x, y = cell
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return 1 + sum(one in naive.tiles for one in near) ** 3

    def near(self, rng: Random, naive: Lava) -> str:
        """A die that mostly cannot lie where it is put."""
        x, y = rng.choice([*naive.tiles] or [(0, 0)])
        cell = (x + rng.randint(-2, 2), y + rng.randint(-2, 2))
        return self.written(rng, rng.choice([*FACES]), cell)

    def written(self, rng: Random, face: str, cell: Cell) -> str:
        """One of the ways to write a die."""
        x, y = cell
        word = face
        if rng.random() < 0.2:
            word = FACES[face]
        elif rng.random() < 0.1:
            word = FACES[face].lower()
        elif rng.random() < 0.1:
            word = face.upper()
        forms = [f"{word} {x},{y}", f"{word}{x},{y}", f"{word}@{x},{y}"]
        return rng.choice([*forms, f"{word} {x},{y}", f"{x},{y} {word}"])
