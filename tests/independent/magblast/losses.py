"""What is lost: ships, flagships, and all that belonged to them (B7, B21)."""

from __future__ import annotations

from tests.independent.magblast.decks import Card, Thing
from tests.independent.magblast.table import (
    BERTHS,
    alive,
    damage_of,
    draw_cards,
    hull_of,
    power,
    target_of,
)


def wreck(game: Thing, seat: str, berth: str) -> None:
    """Discard a ship: blasts beneath it as they came, then its upgrades (B7)."""
    ship = game["players"][seat]["fleet"].pop(berth)
    fly_home(game, ship)
    game["discards"] += ship["blasts"] + ship["upgrades"]
    names = ("type", "move", "hull", "weapons", "carrier", "minesweeper")
    game["wrecks"].append({name: ship[name] for name in names})


def destroy(game: Thing, seat: str, where: str) -> None:
    """Destroy a ship or flagship at once; L1z1x draws for a ship (B34)."""
    if where == "flagship":
        eliminate(game, seat, "last-flagship")
        return
    wreck(game, seat, where)
    if power(game, seat) == "l1z1x":
        draw_cards(game, seat, 2)


def strike(game: Thing, seat: str, where: str) -> bool:
    """Destroy what has taken as much damage as its hull; return whether it has."""
    thing = target_of(game, seat, where)
    if thing is None or damage_of(thing) < hull_of(game, seat, where):
        return False
    destroy(game, seat, where)
    return True


def eliminate(game: Thing, seat: str, reason: str) -> None:
    """Take a player out: all that is theirs goes to the discards (B21, B39)."""
    player = game["players"][seat]
    for berth in BERTHS:
        if berth in player["fleet"]:
            wreck(game, seat, berth)
    for number in sorted(player["hand"]):
        game["discards"].append(player["hand"][number])
    player["hand"] = {}
    game["discards"] += player["blasts"]
    player["final"] = 0
    player["blasts"] = []
    fly_home(game, player)
    for cloud in list(game["clouds"]):
        if cloud["on"] == seat:
            game["clouds"].remove(cloud)
            game["discards"].append(cloud["card"])
    for one in flying(game):
        if one["seat"] == seat:
            game["discards"].append(one["card"])
            lift_squadron(game, one["card"])
    game["home"] = [one for one in game["home"] if one["seat"] != seat]
    game["wrecks"] += player["dealt"]
    player["dealt"] = []
    player["standing"] = []
    player["passing"] = False
    player["out"] = game["turn"]
    if game["hit"] and game["hit"]["target"] == seat:
        game["hit"] = None
    game["store"].pop(seat, None)
    game["answers"].pop(seat, None)
    if len(alive(game)) == 1:
        game["outcome"] = {"winners": alive(game), "reason": reason}
        game["phase"] = "over"


def fly_home(game: Thing, thing: Thing) -> None:
    """The squadrons beneath what is destroyed are those of the attacker still (B14)."""
    for card in thing["squads"]:
        game["home"].append({"seat": game["mover"], "card": card})
    thing["squads"] = []


def flying(game: Thing) -> list[Thing]:
    """The squadrons that come home at the end of the turn, in that order: those that
    are on their way already, then those that lie beneath flagships and ships."""
    found = list(game["home"])
    for seat in game["seats"]:
        player = game["players"][seat]
        fleet = player["fleet"]
        for thing in [player, *(fleet[b] for b in BERTHS if b in fleet)]:
            for card in thing["squads"]:
                found.append({"seat": game["mover"], "card": card})
    return found


def lift_squadron(game: Thing, card: Card) -> None:
    """The damage of a squadron goes with it (B14)."""
    for seat in game["seats"]:
        player = game["players"][seat]
        for thing in [player, *player["fleet"].values()]:
            thing["squads"] = [one for one in thing["squads"] if one != card]
