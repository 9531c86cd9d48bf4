"""New ships: for Reinforcements, for resources, by Sol; seen first or put at once."""

from __future__ import annotations

from tests.independent.magblast import turns
from tests.independent.magblast.decks import Thing, draw_ship
from tests.independent.magblast.table import (
    ZONES,
    Refused,
    free_berth,
    in_zone,
    pick_card,
    pick_cards,
    power,
    take,
)


def sets_in(icons: str) -> int:
    """How many ships icons buy: three alike, or one of each (B5)."""
    count = [icons.count(kind) for kind in "ABC"]
    best = 0
    for mixed in range(min(count) + 1):
        best = max(best, mixed + sum((one - mixed) // 3 for one in count))
    return best


def do_resources(game: Thing, order: Thing) -> None:
    """Exchange resource icons for ships."""
    me = game["mover"]
    hand = game["players"][me]["hand"]
    numbers = pick_cards(hand, order["cards"])
    ships = sets_in("".join(hand[number].icons for number in numbers))
    if ships == 0:
        raise Refused("resources")
    if len(order["zones"]) > ships:
        raise Refused("many-zones")
    turns.reach(game, "ships")
    if len(game["players"][me]["fleet"]) + ships > 12:
        raise Refused("full-fleet")
    for zone in set(order["zones"]):
        if len(in_zone(game, me, zone)) + order["zones"].count(zone) > 3:
            raise Refused("full-zone")
    for number in numbers:
        game["discards"].append(take(game, me, number))
    new_ships(game, ships, order["zones"])


def new_ships(game: Thing, count: int, zones: list[str]) -> None:
    """Draw ships; those without a zone are seen first, Letnev sees two for one."""
    for at in range(count):
        zone = zones[at] if at < len(zones) else None
        game["offers"].append({"ships": None, "zone": zone})
    next_offer(game)


def next_offer(game: Thing) -> None:
    """Draw the ships that are paid for, up to one that waits for a word."""
    me = game["mover"]
    while game["offers"] and game["offers"][0]["ships"] is None:
        offer = game["offers"][0]
        many = 2 if power(game, me) == "letnev" and not offer.get("sol") else 1
        drawn = [ship for ship in [draw_ship(game) for _ in range(many)] if ship]
        if not drawn:
            game["offers"].pop(0)
            continue
        offer["ships"] = drawn
        if offer["zone"] is not None and many == 1:
            berth = free_berth(game, me, offer["zone"])
            game["players"][me]["fleet"][berth] = drawn[0]
            game["offers"].pop(0)


def do_place(game: Thing, order: Thing) -> None:
    """Put a ship that was drawn into a zone; of Letnev's two the other is scrapped."""
    ships = game["offers"][0]["ships"]
    if order["dealt"] or len(order["pairs"]) != 1:
        raise Refused("place-one")
    which, zone = order["pairs"][0]
    if which is None:
        if len(ships) > 1:
            raise Refused("which")
        which = 1
    if isinstance(which, str):
        kinds = [ship["type"].lower() for ship in ships]
        if kinds.count(which) == 0:
            raise Refused("which")
        which = kinds.index(which) + 1
    if not 1 <= which <= len(ships):
        raise Refused("which")
    berth = free_berth(game, game["mover"], zone)
    if berth is None:
        raise Refused("full-zone")
    settle_offer(game, which - 1, berth)


def settle_offer(game: Thing, kept: int, berth: str) -> None:
    """One of the ships that were seen joins the fleet, the other goes to the wrecks."""
    ships = game["offers"].pop(0)["ships"]
    game["players"][game["mover"]]["fleet"][berth] = ships[kept]
    names = ("type", "move", "hull", "weapons", "carrier", "minesweeper")
    for at, ship in enumerate(ships):
        if at != kept:
            game["wrecks"].append({name: ship[name] for name in names})
    next_offer(game)


def place_silently(game: Thing) -> None:
    """A silent player's ship goes where the fewest are, of Letnev's two the first."""
    me = game["mover"]
    fewest = min(ZONES, key=lambda zone: len(in_zone(game, me, zone)))
    berth = free_berth(game, me, fewest)
    assert berth is not None
    settle_offer(game, 0, berth)


def do_reinforcements(game: Thing, order: Thing) -> None:
    """Play Reinforcements: a ship once nobody has cancelled it."""
    me = game["mover"]
    number = pick_card(game["players"][me]["hand"], order["card"])
    turns.reach(game, "ships")
    if len(game["players"][me]["fleet"]) >= 12:
        raise Refused("full-fleet")
    if len(order["zones"]) > 1:
        raise Refused("many-zones")
    for zone in order["zones"]:
        if free_berth(game, me, zone) is None:
            raise Refused("full-zone")
    turns.put(game, card=take(game, me, number), zones=order["zones"])
    game["hit"] = None


def do_sol(game: Thing, order: Thing) -> None:
    """Sol draws a ship for nothing, at any time of its turn, if there is room."""
    me = game["mover"]
    turns.need_power(game, "sol")
    if len(game["players"][me]["fleet"]) >= 12:
        raise Refused("full-fleet")
    turns.power_used(game)
    if order["zone"] and free_berth(game, me, order["zone"]) is None:
        raise Refused("full-zone")
    game["players"][me]["used"] += 1
    new_ships(game, 1, [order["zone"]] if order["zone"] else [])
