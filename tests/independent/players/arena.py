"""Random games of Magic Arena: legal orders, and orders close to legal ones."""

from __future__ import annotations

from random import Random

from tests.independent.arena import Arena
from tests.independent.arena_magics import (
    CORNERS,
    DIRECTIONS,
    HEALINGS,
    LETTERS,
    MAGICS,
    TYPES,
)

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus"]
#: Words that are no magic, or none that could be cast as it stands.
ODD = ["6D4", "H5", "H9", "D4", "F9", "0", "2D4", "1XY", "99", "W9", "Z1", "A0", "NE"]


class ArenaPlayer:
    """Makes random games of Magic Arena."""

    deadlines = 0.02
    hours = 0.0
    rules = "1"

    def options(self, rng: Random) -> tuple[list[str], dict[str, str]]:
        seats = NAMES[: rng.choice([2, 2, 3, 3, 4, 5, 7])]
        options = {}
        choices = {
            "hp": ["1", "5", "9", "12", "30"],
            "board": ["4", "6", "10", "12", "14", "26"],
            "types": ["2", "2", "all"],
            "level1": ["all"],
            "healing": ["no"],
            "storms": ["no"],
            "stack": ["no"],
            "overheal": ["yes"],
            "limit": ["1", "3", "6", "12"],
        }
        for key, values in choices.items():
            if rng.random() < 0.3:
                options[key] = rng.choice(values)
        return seats, options

    def position(
        self, rng: Random, seats: list[str], options: dict[str, str]
    ) -> list[str]:
        if rng.random() < 0.6:
            return []
        size = int(options.get("board", "8"))
        number = {"1": 1, "2": 2, "all": 4}[options.get("types", "1")]
        lines = []
        for seat in seats:
            types = " ".join(sorted(rng.sample([*TYPES.values()], number)))
            hp = rng.randint(1, int(options.get("hp", "20")))
            at = any_square(rng, size)
            lines.append(f"{seat}: {types} {at} {hp}hp {rng.randint(0, 40)}mp")
        return lines

    def referee(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> Arena:
        return Arena(seats, options, position)

    def order(self, rng: Random, naive: Arena, seat: str) -> str:
        chosen = rng.random()
        if chosen < 0.01:
            return "resign"
        if chosen < 0.03:
            odd = ["fire C3", "W", "1NE", "F1NE", "D4 fire", "air", "fire D4 2"]
            return rng.choice(odd)
        if naive.turn == 0:
            return self.start(rng, naive)
        words = [self.step(rng, naive, seat)]
        for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 5])):
            words += self.magic(rng, naive, seat)
        text = rng.choice([" ", " ", " ", ",", ", ", "  "]).join(words)
        return text.lower() if rng.random() < 0.2 else text

    def start(self, rng: Random, naive: Arena) -> str:
        number = {"1": 1, "2": 2, "all": rng.choice([0, 1, 3, 4])}[naive.choice]
        types = rng.sample([*TYPES.values()], number)
        chosen = rng.random()
        if chosen < 0.05:
            types.append("fire")
        elif chosen < 0.1:
            types = types[1:]
        size = naive.size if rng.random() < 0.95 else naive.size + 1
        return " ".join([*types, any_square(rng, min(size, 26))])

    def step(self, rng: Random, naive: Arena, seat: str) -> str:
        here = naive.players[seat]["square"]
        chosen = rng.random()
        if chosen < 0.35 or here is None:
            return "-"
        if chosen < 0.4:
            return any_square(rng, min(naive.size + 1, 26))
        most = 3 if chosen < 0.5 else 2
        column, row = (x + rng.randint(-most, most) for x in here)
        column, row = max(1, min(column, 26)), max(1, row)
        return f"{LETTERS[column - 1]}{row}"

    def magic(self, rng: Random, naive: Arena, seat: str) -> list[str]:
        """The words of a magic."""
        chosen = rng.random()
        if chosen < 0.06:
            return [rng.choice(ODD)]
        if chosen < 0.1:
            return [rng.choice("WB")]
        if chosen < 0.2:
            return [rng.choice([*HEALINGS])]
        player = naive.players[seat]
        own = [x for x in TYPES if TYPES[x] in player["types"]] or [*TYPES]
        letters = [*TYPES] if rng.random() < 0.1 else own
        key = rng.choice(letters) + rng.choice("11122345")
        cost, _, wants, name = MAGICS[key]
        if cost > player["mp"] and rng.random() < 0.7:
            key = key[0] + "1"
            cost, _, wants, name = MAGICS[key]
        bare = len(own) == 1 and rng.random() < 0.8 and key[0] == own[0]
        bare = bare or (len(own) > 1 and wants != "" and rng.random() < 0.03)
        said = key[1] if bare else key
        named = rng.random() < 0.1
        if named:
            said = name.title()
        if not wants:
            return [said]
        kind = wants if rng.random() < 0.93 else rng.choice(["square", "line"])
        target = self.target(rng, naive, seat, kind)
        if bare and len(own) > 1 and rng.random() < 0.5:
            return [said, target]
        if named or rng.random() < 0.25:
            return [said, target] if rng.random() < 0.9 else [said]
        return [said + target] if rng.random() < 0.97 else [said]

    def target(self, rng: Random, naive: Arena, seat: str, kind: str) -> str:
        """A target, where somebody is if may be."""
        others = [
            naive.players[one]["square"]
            for one in naive.living()
            if one != seat and naive.players[one]["square"]
        ]
        column, row = rng.choice(others) if others else (1, 1)
        if kind == "direction":
            return rng.choice([*DIRECTIONS])
        if kind == "corner":
            return rng.choice(CORNERS)
        if kind == "line":
            return rng.choice([str(row), LETTERS[column - 1], "9", "3"])
        if rng.random() < 0.2:
            return any_square(rng, min(naive.size + 1, 26))
        column = max(1, min(26, column + rng.randint(-1, 1)))
        return f"{LETTERS[column - 1]}{max(1, row + rng.randint(-1, 1))}"


def any_square(rng: Random, size: int) -> str:
    return f"{rng.choice(LETTERS[:size])}{rng.randint(1, size)}"
