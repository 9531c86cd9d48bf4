"""Random games of Magic Maze on Mars: plans that can be played, and others."""

from __future__ import annotations

from random import Random

from tests.independent.mars import Mars
from tests.independent.mars_map import BOX
from tests.independent.mars_table import ALL, COLOURS, PAWNS, Action

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]
#: The tiles with a place for a dome.
DOMES = [x for x in BOX if any(one["site"] for one in BOX[x]["places"].values())]
ODD = ["make leaf at T9.1", "explore T1.5", "build dome at T1.1", "leaf T1.1 > T1.9"]


class MarsPlayer:
    """Makes random games of Magic Maze on Mars."""

    deadlines = 0.02
    hours = 0.0
    rules = "1"

    def options(self, rng: Random) -> tuple[list[str], dict[str, str]]:
        options = {"module": str(rng.randint(1, 5)), "sand": "gentle"}
        if rng.random() < 0.3:
            options["sand"] = "even"
        if rng.random() < 0.3:
            options["rest"] = rng.choice(["0", "1", "12"])
        if rng.random() < 0.2:
            options["experts"] = "yes"
        if rng.random() < 0.3:
            options["x"] = str(rng.randint(1, 8))
        return NAMES[: rng.randint(2, 6)], options

    def position(
        self, rng: Random, seats: list[str], options: dict[str, str]
    ) -> list[str]:
        if rng.random() < 0.3:
            return []
        begun = Mars(seats, options, [])
        table, lines = begun.map, []
        sets = "ABCDE"[: begun.module]
        box = [name for name, tile in BOX.items() if tile["set"] in sets]
        rng.shuffle(box)
        box.sort(
            key=lambda name: not any(x["site"] for x in BOX[name]["places"].values())
        )
        for name in box[: rng.randint(1, 8)]:
            open_places = [one for one in table.places() if table.beyond(one)]
            if open_places:
                place = rng.choice(open_places)
                table.explore(place, name)
                lines.append(f"tile {name} at {place}")
        left = begun.module
        landing = rng.random() < 0.4 and len(table.sites) >= left
        sites = [[*site] for site in table.sites]
        for site in sites:
            if left > (0 if landing else 1):
                lines.append(f"dome {site[0]}")
                begun.domes.append(table.build(site))
                left -= 1
        pawns: dict[str, str] = {}
        if landing:
            aboard = rng.randint(0, begun.module)
            lines += ["landed", f"aboard {aboard}"] if aboard else ["landed"]
            pawns = self.scattered(rng, begun, ["colonist"] * (begun.module - aboard))
        else:
            for site in table.sites[:1]:
                for place in site:
                    if rng.random() < 0.8:
                        pawns[place] = PAWNS[table.features[place]["site"]]
        spare = [pawn for pawn in COLOURS if rng.random() < 0.5]
        spare += ["trash"] * (rng.randint(0, 6) if begun.module >= 3 else 0)
        spare += ["slug"] * (begun.supply["slug"] if rng.random() < 0.7 else 0)
        others = self.scattered(rng, begun, spare)
        others = {x: y for x, y in others.items() if x not in pawns}
        if others and not landing and rng.random() < 0.4:
            others[begun.rocket] = others.pop(next(iter(others)))
        for place in table.places():
            explores = table.features[place]["explore"]
            held = [*pawns.values(), *others.values()].count(PAWNS.get(explores, ""))
            fresh = explores and place not in pawns
            if fresh and held < 2 and rng.random() < 0.5:
                pawns[place] = PAWNS[explores]
        for place, pawn in {**others, **pawns}.items():
            lines.append(f"{pawn} at {place}")
        lines.append(f"sand {rng.randint(5, begun.timer)}")
        if rng.random() < 0.5:
            lines.append(f"clock {rng.randint(1, 99)}")
        return lines

    def scattered(self, rng: Random, begun: Mars, pawns: list[str]) -> dict[str, str]:
        """Pawns on the map, but on no timer, in no dome and not on the rocket."""
        apart = [begun.rocket, *begun.domes, *begun.map.with_feature("timer")]
        places = [place for place in begun.map.places() if place not in apart]
        rng.shuffle(places)
        return dict(zip(places, pawns, strict=False))

    def referee(
        self, seats: list[str], options: dict[str, str], position: list[str]
    ) -> Mars:
        return Mars(seats, options, position)

    def order(self, rng: Random, naive: Mars, seat: str) -> str:
        chosen = rng.random()
        if chosen < 0.04:
            return "pass"
        if chosen < 0.08:
            return rng.choice(ODD)
        alone = naive.copy()
        parts: list[str] = []
        for _ in range(rng.choice([1, 2, 4, 6, 10])):
            part = self.action(rng, alone, seat, naive)
            if part:
                mark = "?" if rng.random() < 0.1 else ""
                parts.append(part + mark)
            if rng.random() < 0.05:
                parts.append(self.other(rng, naive, seat))
        return ", ".join(parts) or "pass"

    def action(self, rng: Random, alone: Mars, seat: str, naive: Mars) -> str:
        """An action that the seat can do now if all others wait; it is done."""
        names = naive.map.alias
        found: list[tuple[float, str, Action]] = []

        def add(weight: float, text: str, action: Action) -> None:
            if all(place in names for place in action.places):
                found.append((weight, text, action))

        table, holds = alone.map, alone.holds(seat)
        for colour in holds:
            pawn = PAWNS[colour]
            add(1, f"make {pawn}", Action("make", pawn, (), 0, False))
        for place in table.places():
            pawn = alone.pawns.get(place, "")
            if place == alone.rocket and alone.aboard:
                pawn = "colonist"
            if not pawn:
                continue
            colour = table.features[place]["explore"]
            if colour in holds and PAWNS[colour] == pawn and alone.deck:
                action = Action("explore", "", (place,), 0, False)
                said = f"explore {place}"
                if alone.module >= 3 and rng.random() < 0.4:
                    dumps = [rng.choice([*names]) for _ in range(rng.randint(1, 4))]
                    said += f" dump {' '.join(dumps)}"
                add(30, said, action)
            for to, _ in table.links(place, arrows=pawn != "slug"):
                weight = self.weight(alone, pawn, place, to)
                action = Action("move", pawn, (place, to), 0, False)
                said = rng.choice([pawn, pawn, COLOURS.get(pawn, pawn), "move"])
                add(weight, f"{said} {place} > {to}", action)
            for one, other in table.gaps:
                ends = table.find(one), table.find(other)
                if place in ends:
                    action = Action("bridge", "", ends, 0, False)
                    add(2, f"bridge {ends[0]} > {ends[1]}", action)
            if alone.wild and rng.random() < 0.1:
                new = PAWNS[rng.choice(holds)]
                action = Action("transmute", new, (place,), 0, False)
                add(1, f"transmute {place} to {new}", action)
            if table.features[place]["pipe"]:
                for to in table.with_feature("pipe"):
                    action = Action("pipe", "", (place, to), 0, False)
                    add(2, f"pipe {place} > {to}", action)
        if table.sites:
            add(50, "build dome", Action("build", "", (), 0, False))
        while found:
            pick = rng.choices(found, [weight for weight, _, _ in found])[0]
            found.remove(pick)
            _, text, action = pick
            if naive.ever(seat, action) and alone.act(seat, action) == "done":
                return text
        return ""

    def weight(self, alone: Mars, pawn: str, place: str, to: str) -> float:
        """How much a move is liked: to where the pawn is wanted, not away from it."""
        features = alone.map.features
        colour = COLOURS.get(pawn, "")
        here, there = features[place], features[to]
        if colour and here["site"] == colour:
            return 0.01
        if colour and colour in (there["site"], there["explore"]):
            return 20
        if pawn == "colonist":
            if place in alone.domes:
                return 0.01
            return 100 * 0.3 ** self.way_home(alone, to)
        return 1 if there["timer"] else 2

    def way_home(self, alone: Mars, place: str) -> int:
        """Roads from a platform to the next empty dome, whosever they are."""
        seen, ring = {place}, {place}
        for steps in range(12):
            if any(one in alone.domes and one not in alone.pawns for one in ring):
                return steps
            ring = {to for one in ring for to, _ in alone.map.links(one)} - seen
            seen |= ring
        return 12

    def other(self, rng: Random, naive: Mars, seat: str) -> str:
        """An action that may wait, or may never be done."""
        places = naive.map.places()
        place, colour = rng.choice(places), rng.choice([*PAWNS])
        to = rng.choice([x for x, _ in naive.map.links(place, arrows=False)] or places)
        pawn = PAWNS[colour]
        return rng.choice(
            [
                f"wait {rng.randint(1, 3)}",
                f"wait for {rng.choice(ALL[:6])} at {place}",
                f"{pawn} {place} > {to}",
                f"make {pawn}",
                f"make {colour} at {rng.choice(places)}",
                f"move {place} > {rng.choice(places)}",
            ]
        )
