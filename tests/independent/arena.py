"""A naive referee of Magic Arena, from its rule text and rulings A1 to A24."""

from __future__ import annotations

import re
from typing import Any

from tests.independent import arena_magics as magics
from tests.independent.arena_magics import (
    CORNERS,
    DIRECTIONS,
    HEALINGS,
    LETTERS,
    MAGICS,
    MOVING,
    TYPES,
    Square,
    far,
)
from tests.independent.naive import REFUSED, Verdict


class Arena:
    """One game of Magic Arena."""

    def __init__(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> None:
        self.seats = seats
        self.hp = int(options.get("hp", "20"))
        self.size = int(options.get("board", "8"))
        self.choice = options.get("types", "1")
        self.level1 = options.get("level1", "own") == "all"
        self.healing = options.get("healing", "yes") == "yes"
        self.storms = options.get("storms", "yes") == "yes"
        self.stack = options.get("stack", "yes") == "yes"
        self.overheal = options.get("overheal", "no") == "yes"
        self.limit = int(options.get("limit", "0"))
        self.serial = 0
        self.turn = 0
        self.over: tuple[list[str], str] | None = None
        self.answers: dict[str, list[str]] = {}
        self.players: dict[str, dict[str, Any]] = {}
        for seat in seats:
            self.players[seat] = {
                "types": [],
                "square": None,
                "hp": self.hp,
                "mp": 0,
                "out": None,
            }
        for line in position:
            self.place(line)

    def place(self, line: str) -> None:
        """`Ann: fire D4 20hp 12mp`."""
        self.turn = 1
        seat, text = line.split(": ")
        words = text.upper().split()
        player = self.players[seat]
        player["types"] = sorted(word.lower() for word in words[:-3])
        player["square"] = self.square(words[-3])
        player["hp"] = int(words[-2].removesuffix("HP"))
        player["mp"] = int(words[-1].removesuffix("MP"))

    def living(self) -> list[str]:
        return [seat for seat in self.seats if self.players[seat]["out"] is None]

    def awaited(self) -> list[str]:
        if self.over:
            return []
        return [seat for seat in self.living() if seat not in self.answers]

    def square(self, word: str) -> Square | None:
        """A square of this board, or None."""
        found = re.fullmatch("([A-Z])([1-9][0-9]?)", word)
        if not found:
            return None
        column, row = LETTERS.index(found[1]) + 1, int(found[2])
        return (column, row) if column <= self.size and row <= self.size else None

    def aim(self, kind: str, word: str) -> Any:
        """What a word aims at, or None where it can be no target of this kind."""
        if kind == "direction":
            return DIRECTIONS.get(word)
        if kind == "corner":
            return word if word in CORNERS else None
        if kind == "square":
            return self.square(word)
        if re.fullmatch("[1-9][0-9]?", word) and int(word) <= self.size:
            return int(word)
        if len(word) == 1 and word in LETTERS[: self.size]:
            return word
        return None

    # Orders

    def offer(self, seat: str, text: str) -> Verdict:
        if self.over or self.players[seat]["out"] is not None:
            return REFUSED
        words = [(x.start(), x[0].upper()) for x in re.finditer(r"[^\s,]+", text)]
        if [word for _, word in words] == ["RESIGN"]:
            self.resign(seat)
            return Verdict(False, ())
        if self.turn == 0:
            return self.begin(seat, [word for _, word in words])
        if not words or not re.fullmatch("-|[A-Z][0-9]{1,2}", words[0][1]):
            return REFUSED
        ignored = self.carry_out(seat, words)[-1]
        self.answers[seat] = [text]
        self.settle()
        return Verdict(False, tuple(sorted(ignored)))

    def begin(self, seat: str, words: list[str]) -> Verdict:
        """The first turn: types and a square."""
        if not words or self.square(words[-1]) is None:
            return REFUSED
        types = [word.lower() for word in words[:-1]]
        if any(one not in TYPES.values() for one in types):
            return REFUSED
        if self.choice == "all":
            types = list(TYPES.values())
        elif len(set(types)) != int(self.choice) or len(types) != len(set(types)):
            return REFUSED
        self.answers[seat] = [*sorted(types), words[-1]]
        self.settle()
        return Verdict(False, ())

    def carry_out(
        self, seat: str, words: list[tuple[int, str]]
    ) -> tuple[Square, int, list[tuple[str, Any]], int, list[int]]:
        """Where the seat ends, its points left, its attacks, its healing, and where
        the parts begin that are ignored."""
        player = self.players[seat]
        here, points = player["square"], player["mp"]
        walked, ignored = False, []
        attacks: list[tuple[str, Any]] = []
        healed = 0
        start, word = words[0]
        if word != "-":
            there = self.square(word)
            if there is None or far(here, there) > 2:
                ignored.append(start)
            elif there != here:
                here, walked = there, True
        rest = words[1:]
        while rest:
            start, word = rest.pop(0)
            if word in HEALINGS:
                cost, back = HEALINGS[word]
                if self.healing and cost <= points:
                    points -= cost
                    healed += back
                else:
                    ignored.append(start)
                continue
            magic, attached = self.magic(player, word, rest)
            if magic is None:
                ignored.append(start)
                continue
            cost, _, wants, _ = MAGICS[magic]
            target = None
            if wants and attached:
                target = self.aim(wants, attached)
            elif wants and rest and self.aim(wants, rest[0][1]) is not None:
                target = self.aim(wants, rest.pop(0)[1])
            if (
                (wants and target is None)
                or (attached and not wants)
                or not self.allowed(player, magic)
                or cost > points
                or (magic in MOVING and walked)
            ):
                ignored.append(start)
                continue
            if magic == "W5" and not (self.edge(here) and self.edge(target)):
                ignored.append(start)
                continue
            points -= cost
            if magic in ("W5", "A5"):
                here = target
            elif magic == "E5":
                here = (self.size + 1 - here[0], self.size + 1 - here[1])
            else:
                attacks.append((magic, target))
        return here, points, attacks, healed, ignored

    def magic(
        self, player: dict[str, Any], word: str, rest: list[tuple[int, str]]
    ) -> tuple[str | None, str]:
        """The magic that a word means, and the target attached to it."""
        if word in ("W", "B"):
            return word, ""
        for magic, (_, _, _, name) in MAGICS.items():
            names = [name]
            if magic == "A4":
                names.append("TUNDER STORM")
            if magic in ("W", "B"):
                names.append(name.replace(" ", " MAGIC "))
            for one in names:
                more = one.split()
                if [word, *[x for _, x in rest[: len(more) - 1]]] == more:
                    del rest[: len(more) - 1]
                    return magic, ""
        found = re.fullmatch("([FWEA]?)([1-5])(.*)", word)
        if not found:
            return None, ""
        letter, number, attached = found.groups()
        if not letter:
            if len(player["types"]) > 1:
                if not attached:
                    self.take_target(player, number, rest)
                return None, ""
            letter = next(x for x in TYPES if TYPES[x] == player["types"][0])
        return letter + number, attached

    def take_target(
        self, player: dict[str, Any], number: str, rest: list[tuple[int, str]]
    ) -> None:
        """A number without its letter takes its target along (A26)."""
        own = [letter for letter in TYPES if TYPES[letter] in player["types"]]
        kinds = [MAGICS[letter + number][2] for letter in own]
        if rest and any(kind and self.aim(kind, rest[0][1]) for kind in kinds):
            rest.pop(0)

    def allowed(self, player: dict[str, Any], magic: str) -> bool:
        if magic in ("W", "B"):
            return self.storms
        if magic[1] == "1" and self.level1:
            return True
        return TYPES[magic[0]] in player["types"]

    def edge(self, square: Square | None) -> bool:
        """Whether a square lies on the edge of the board."""
        return square is not None and (1 in square or self.size in square)

    # Turns

    def deadline(self) -> bool:
        if self.turn == 0 and self.awaited():
            return False
        for seat in self.awaited():
            self.answers[seat] = ["-"]
        self.settle()
        return True

    def draws(self, events: list[dict[str, Any]]) -> None:
        pass

    def resign(self, seat: str) -> None:
        self.players[seat]["out"] = self.turn
        self.answers.pop(seat, None)
        if len(self.living()) == 1:
            self.over = (self.living(), "last-standing")
        else:
            self.settle()

    def settle(self) -> None:
        """Resolve the turn when all have spoken."""
        if self.over or self.awaited():
            return
        self.serial += 1
        if self.turn == 0:
            for seat in self.living():
                player = self.players[seat]
                *player["types"], word = self.answers[seat]
                player["square"] = self.square(word)
        else:
            self.resolve()
        for seat in self.living():
            self.players[seat]["mp"] += 5
        self.answers = {}
        self.turn += 1

    def resolve(self) -> None:
        living = self.living()
        casts = {}
        healed = {}
        damage = dict.fromkeys(living, 0)
        for seat in living:
            text = self.answers[seat][0]
            words = [(x.start(), x[0].upper()) for x in re.finditer(r"[^\s,]+", text)]
            player = self.players[seat]
            here, points, casts[seat], healed[seat], _ = self.carry_out(seat, words)
            player["square"], player["mp"] = here, points
        for caster in living:
            worst: dict[tuple[str, str], int] = {}
            for magic, target in casts[caster]:
                for victim in living:
                    if victim == caster:
                        continue
                    hit = magics.hit(
                        self.size,
                        self.players[caster]["square"],
                        self.players[victim]["square"],
                        magic,
                        target,
                    )
                    if self.stack:
                        damage[victim] += hit
                    elif hit > worst.get((magic, victim), 0):
                        worst[magic, victim] = hit
            for (_, victim), hit in worst.items():
                damage[victim] += hit
        for seat in living:
            player = self.players[seat]
            player["hp"] += healed[seat] - damage[seat]
            if not self.overheal:
                player["hp"] = min(player["hp"], self.hp)
            if player["hp"] <= 0:
                player["out"] = self.turn
        left = self.living()
        if len(left) == 1:
            self.over = (left, "last-standing")
        elif not left:
            best = self.best(living)
            self.over = (best, "tie" if len(best) > 1 else "all-gone")
        elif self.limit and self.turn >= self.limit:
            self.over = (self.best(left), "turn-limit")

    def best(self, seats: list[str]) -> list[str]:
        most = max(self.players[seat]["hp"] for seat in seats)
        return [seat for seat in seats if self.players[seat]["hp"] == most]

    # What is told

    def begun(self, state: dict[str, Any]) -> None:
        pass

    def elapsed(self, seconds: int) -> None:
        pass

    def state(self) -> dict[str, Any]:
        seats = {}
        for seat, player in self.players.items():
            at = player["square"]
            name = f"{LETTERS[at[0] - 1]}{at[1]}" if at else None
            seats[seat] = {**player, "square": name}
        return {"turn": self.turn, "seats": seats}

    def outcome(self) -> tuple[list[str], str] | None:
        return self.over
