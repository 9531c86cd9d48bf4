"""Lines for a random player: plausible ones, some of them illegal."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.independent.magblast.decks import Thing
from tests.independent.magblast.table import BERTHS, ZONES, alive, power, zone_of

NOISES = ("Pew", "Ka-boom", "Bzzzat!", "it's over", "Whoosh... crack!", "a, b: c; d")
NAMES = {
    "mag": ("mag", "mag-blast"),
    "direct-hit": ("direct hit",),
    "catastrophic": ("catastrophic", "catastrophic damage"),
    "bridge-hit": ("bridge hit",),
    "allocation": ("strategic allocation",),
    "flux": ("flux",),
    "evasive": ("evasive action",),
    "long-range": ("long-range cannon",),
    "emp": ("emp cannon",),
    "turret": ("turret", "point defense turret"),
    "bay": ("squadron bay",),
    "secondary": ("secondary cannon",),
    "security": ("security force",),
}


class Author:
    """Writes lines for one seat of a game."""

    def __init__(self, game: Thing, seat: str, rng: Random) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.player = game["players"][seat]
        self.hand = self.player["hand"]
        self.fleet = self.player["fleet"]

    def called(self, number: int) -> str:
        """A card by name, by number, or by both."""
        key = self.hand[number].key
        name: str = self.rng.choice(NAMES.get(key, (key,)))
        if self.rng.random() < 0.3:
            return f"{name} {number}"
        return name

    def held(self, *kinds: str) -> list[int]:
        """The numbers of cards of these kinds or keys."""
        found = []
        for number in sorted(self.hand):
            card = self.hand[number]
            if card.kind in kinds or card.key in kinds:
                found.append(number)
        return found

    def zone(self) -> str:
        return self.rng.choice(ZONES)

    def berth(self, seat: str) -> str:
        """A place, mostly one where a ship is."""
        fleet = self.game["players"][seat]["fleet"]
        if self.rng.random() < 0.06:
            return "C1"
        if not fleet or self.rng.random() < 0.03:
            return str(self.rng.choice(BERTHS))
        return str(self.rng.choice([b for b in BERTHS if b in fleet]))

    def other(self) -> str:
        """Another player, now and then one who is out, or oneself."""
        others = [seat for seat in alive(self.game) if seat != self.seat]
        if not others or self.rng.random() < 0.03:
            return str(self.rng.choice(self.game["seats"]))
        return str(self.rng.choice(others))

    def noise(self) -> str:
        if self.rng.random() < 0.04:
            return ""
        return f' "{self.rng.choice(NOISES)}"'

    def aim(self, target: str, zone: str) -> str:
        """A place to shoot at, mostly in a zone."""
        fleet = self.game["players"][target]["fleet"]
        near = [berth for berth in BERTHS if berth in fleet and zone_of(berth) == zone]
        if not near and self.rng.random() < 0.8:
            return "flagship"
        if near and self.rng.random() < 0.85:
            return self.rng.choice(near)
        return self.rng.choice(["flagship", self.berth(target)])

    def fire(self) -> str | None:
        blasts = self.held("blast")
        if not blasts or not self.fleet:
            return None
        number = self.rng.choice(blasts)
        able = []
        for berth in BERTHS:
            ship = self.fleet.get(berth)
            if ship and self.hand[number].key in ship["weapons"]:
                able.append(berth)
        fresh = [berth for berth in able if not self.fleet[berth]["fired"]]
        berth = self.rng.choice(fresh or able or sorted(self.fleet))
        if self.rng.random() < 0.08:
            berth = self.berth(self.seat)
        target = self.other()
        zone = self.zone() if berth == "C1" else zone_of(berth)
        where = self.aim(target, zone)
        verb = self.rng.choice(["fire ", ""])
        card = self.called(number)
        if verb and self.rng.random() < 0.1:
            card = str(number)
        return f"{verb}{card} {berth} at {target} {where}{self.noise()}"

    def again(self) -> str | None:
        """The second blast of a Direct Hit."""
        blasts = self.held("blast")
        if not blasts or not self.game["hit"]:
            return None
        return f"fire {self.called(self.rng.choice(blasts))}{self.noise()}"

    def launch(self) -> str | None:
        squads = self.held("squadron")
        if not squads or not self.fleet:
            return None
        key = self.hand[self.rng.choice(squads)].key
        many = len(self.held(key))
        count = self.rng.randint(1, many)
        words = key if count == 1 else f"{count} {key}s"
        berth = self.berth(self.seat)
        if self.rng.random() < 0.6:
            berth = "C1"
        target = self.other()
        zone = zone_of(berth) if berth != "C1" else self.zone()
        return f"launch {words} {berth} at {target} {self.aim(target, zone)}"

    def upgrade(self) -> str | None:
        cards = self.held("upgrade")
        if not cards:
            return None
        card = self.called(self.rng.choice(cards))
        return f"upgrade {self.berth(self.seat)} {card}"

    def event(self) -> str | None:
        cards = self.held("minefield", "asteroids", "spacedock", "allocation")
        if not cards:
            return None
        number = self.rng.choice(cards)
        key = self.hand[number].key
        card = self.called(number)
        if key == "minefield":
            return f"{card} on {self.other()}"
        if key == "asteroids":
            whom = self.rng.choice([self.other(), "me", self.seat])
            return f"{card} on {whom}"
        if key == "spacedock":
            hurt = [b for b in BERTHS if b in self.fleet and self.fleet[b]["blasts"]]
            berth = self.rng.choice(hurt) if hurt else self.berth(self.seat)
            off = ""
            if berth in self.fleet and self.rng.random() < 0.5:
                kinds = [one.key for one in self.fleet[berth]["blasts"]]
                self.rng.shuffle(kinds)
                off = " " + " ".join(kinds[: self.rng.randint(1, 2)])
            return f"{card} on {berth}{off}"
        return card

    def reinforcements(self) -> str | None:
        if not self.held("reinforcements"):
            return None
        if self.rng.random() < 0.3:
            return "reinforcements"
        return f"reinforcements to {self.zone()}"

    def resources(self) -> str | None:
        able = [number for number in sorted(self.hand) if self.hand[number].icons]
        if len(able) < 2:
            return None
        self.rng.shuffle(able)
        count = self.rng.randint(2, len(able))
        cards = " ".join(str(number) for number in able[:count])
        if self.rng.random() < 0.1:
            cards = " ".join(self.hand[number].key for number in able[:count])
            cards = cards.replace("-", " ").replace("mag", "mag-blast")
            cards = cards.replace("mag-blast blast", "mag-blast")
        zones = [self.zone() for _ in range(self.rng.choice([0, 1, 1, 1, 2]))]
        ending = f" ship to {', '.join(zones)}" if zones else ""
        return f"resources {cards}{ending}"

    def discard(self) -> str | None:
        if not self.hand:
            return None
        if self.rng.random() < 0.1:
            return "discard all"
        numbers = sorted(self.hand)
        self.rng.shuffle(numbers)
        numbers = numbers[: self.rng.randint(1, 3)]
        if self.rng.random() < 0.2:
            key = self.hand[numbers[0]].key
            return f"discard {self.rng.choice(NAMES.get(key, (key,)))}"
        return "discard " + " ".join(str(number) for number in numbers)

    def draw(self) -> str:
        return self.rng.choice(["draw", "draw", "draw", "draw 1", "draw 2", "draw 0"])

    def move(self) -> str | None:
        if not self.fleet:
            return None
        berths = [berth for berth in BERTHS if berth in self.fleet]
        self.rng.shuffle(berths)
        able = [berth for berth in berths if self.fleet[berth]["move"]]
        berths = able if able and self.rng.random() < 0.9 else berths
        berths = berths[: self.rng.choice([1, 1, 1, 2, 3])]
        return "move " + ", ".join(f"{berth} to {self.zone()}" for berth in berths)

    def follow(self) -> str | None:
        """A Direct Hit, or what follows one that stands."""
        hit = self.game["hit"]
        if not hit:
            return None
        if not hit["stands"]:
            return "direct hit" if self.held("direct-hit") else None
        words = []
        for number in self.held("critical"):
            key = self.hand[number].key
            card = self.called(number)
            words.append(f"{card} to {self.zone()}" if key == "boarding" else card)
        if power(self.game, self.seat) == "mentak":
            words.append(f"mentak to {self.zone()}")
        return self.rng.choice(words) if words else None

    def ability(self) -> str | None:
        name = power(self.game, self.seat)
        if name == "sol":
            return self.rng.choice(["sol", f"sol to {self.zone()}"])
        if name == "naalu":
            hurt = [b for b in BERTHS if b in self.fleet and self.fleet[b]["blasts"]]
            if hurt:
                target = self.other()
                berth = self.rng.choice(hurt)
                return f"naalu {berth} to {target} {self.berth(target)}"
        return None

    def nonsense(self) -> str:
        """A line that is hardly ever legal here."""
        return self.rng.choice(
            [
                "direct hit",
                "boarding to blue",
                "catastrophic",
                "bridge hit",
                "mentak to red",
                "sol to red",
                "naalu B1 to me B1",
                "discard 1 1",
                "discard 9",
                "draw",
                "place blue",
                'fire beam "Zap"',
                "strategic allocation",
                "move Y1 to red, Y1 to blue",
                "reinforcements to green",
                "resources 1 2 3 to red",
                "launch 3 bombers C1 at " + self.other() + " flagship",
                "wobble",
                "evade",
                "flux",
                "jol-nar 1 2",
                "defend with 2 fighters",
            ]
        )

    def line(self) -> str:
        """One line for a turn."""
        ways: list[Callable[[], str | None]] = [self.end]
        if self.game["phase"] == "discard":
            ways += [self.discard, self.draw, self.draw]
        if self.game["phase"] in ("discard", "ships"):
            ways += [self.reinforcements] * 2 + [self.resources] * 2
        if self.game["phase"] != "action":
            ways += [self.move, self.move]
        ways += [self.fire] * 4 + [self.launch] * 2 + [self.upgrade, self.event] * 2
        ways += [self.follow] * 6 + [self.again] * 2 + [self.ability]
        if self.game["hit"] and self.rng.random() < 0.6:
            ways = [self.end] + [self.follow] * 4 + [self.again] * 2
        while True:
            found = self.rng.choice(ways)()
            if found is not None:
                return found

    def end(self) -> str:
        return self.rng.choice(["end", "end turn"])

    def place(self) -> str:
        """The four ships at the start."""
        if self.rng.random() < 0.15:
            return "place as dealt"
        zones = list(ZONES)
        self.rng.shuffle(zones)
        if self.rng.random() < 0.3:
            pairs = [f"{zone[0].upper()}{at}" for at, zone in enumerate(zones, 1)]
            return "place " + " ".join(pairs)
        pairs = [f"{at} {zone}" for at, zone in enumerate(zones, 1)]
        return "place " + " ".join(pairs)

    def place_drawn(self) -> str:
        """A zone for a ship that was drawn."""
        ships = self.game["offers"][0]["ships"]
        if len(ships) > 1 or self.rng.random() < 0.1:
            which = str(self.rng.randint(1, 2))
            if self.rng.random() < 0.2:
                which = self.rng.choice(ships)["type"].lower()
            return f"place {which} {self.zone()}"
        return f"place {self.zone()}"

    def answer(self) -> str:
        """An answer to the card on its way."""
        words = []
        if self.held("flux"):
            words += ["flux", "flux"]
        if self.held("evasive"):
            words += ["evade", "evade"]
        if self.held("fighter"):
            many = self.rng.randint(1, len(self.held("fighter")))
            words += ["defend", f"defend with {many} fighters"]
        if power(self.game, self.seat) == "yssaril":
            words += ["yssaril"]
        if power(self.game, self.seat) == "jol-nar":
            able = [number for number in self.hand if self.hand[number].icons]
            if able:
                count = self.rng.randint(1, min(3, len(able)))
                chosen = self.rng.sample(able, count)
                words += ["jol-nar " + " ".join(str(one) for one in chosen)]
        if words and self.rng.random() < 0.7:
            return self.rng.choice(words)
        return self.rng.choice(["pass"] * 8 + ["pass all"])
