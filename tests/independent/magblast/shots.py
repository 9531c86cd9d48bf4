"""Blasts, squadrons, Direct Hits and criticals: who may shoot from where at what."""

from __future__ import annotations

from tests.independent.magblast import turns
from tests.independent.magblast.decks import Thing
from tests.independent.magblast.table import (
    ZONES,
    Refused,
    apart,
    came,
    clouded,
    damage_of,
    free_berth,
    has_upgrade,
    hull_of,
    in_reach,
    in_zone,
    launches,
    pick_card,
    place,
    power,
    take,
    target_of,
    uses_left,
    zone_of,
)


def hull_left(game: Thing, seat: str) -> int:
    """The hull that a flagship has left."""
    if game["players"][seat]["out"] is not None:
        return 0
    return max(0, hull_of(game, seat, "flagship") - damage_of(game["players"][seat]))


def check_target(game: Thing, target: str, where: str) -> Thing:
    """The ship or flagship that is attacked. Raises Refused."""
    if target == game["mover"]:
        raise Refused("own")
    if not in_reach(game, game["mover"], target):
        raise Refused("neighbour")
    if clouded(game, target, "asteroids"):
        raise Refused("asteroids")
    thing = target_of(game, target, where)
    if thing is None:
        raise Refused("no-ship")
    return thing


def do_fire(game: Thing, order: Thing) -> None:
    """Fire a blast; without a noise it misses (B1, B6, B11)."""
    me = game["mover"]
    hand = game["players"][me]["hand"]
    number = pick_card(hand, order["card"]) if order["card"] is not None else 0
    if number == 0 or hand[number].kind != "blast":
        raise Refused("kind")
    card = hand[number]
    hit = game["hit"]
    if order["where"] is None:
        second_blast(game, order, number)
        return
    turns.reach(game, "action")
    target = turns.opponent(game, order["target"])
    berth = place(game, me, order["berth"] or "none")
    where = place(game, target, order["where"])
    ship = turns.own_ship(game, berth)
    aimed = (berth, target, where)
    if hit and hit["stands"] and aimed == (hit["from"], hit["target"], hit["where"]):
        second_blast(game, order, number)
        return
    if clouded(game, me, "minefield"):
        raise Refused("mined")
    if card.key not in ship["weapons"]:
        raise Refused("weapon")
    if ship["boarded"]:
        raise Refused("boarded")
    if ship["fired"] >= (2 if has_upgrade(ship, "secondary") else 1):
        raise Refused("fired")
    check_target(game, target, where)
    here = zone_of(berth)
    if where == "flagship":
        if in_zone(game, target, here):
            raise Refused("covered")
    else:
        reach = 1 if has_upgrade(ship, "long-range") else 0
        if apart(here, zone_of(where)) > reach:
            raise Refused("zone")
    ship["fired"] += 1
    game["hit"] = None
    loose(game, number, order["noise"], berth, target, where)


def second_blast(game: Thing, order: Thing, number: int) -> None:
    """The second blast of a Direct Hit: same ship, same target (B38)."""
    hit = game["hit"]
    me = game["mover"]
    if not hit or not hit["stands"]:
        raise Refused("no-aim")
    ship = turns.own_ship(game, hit["from"])
    if game["players"][me]["hand"][number].key not in ship["weapons"]:
        raise Refused("weapon")
    game["hit"] = None
    loose(game, number, order["noise"], hit["from"], hit["target"], hit["where"])


def loose(
    game: Thing, number: int, noise: str | None, berth: str, target: str, where: str
) -> None:
    """Send a blast on its way, or discard it where nobody heard it (B1)."""
    card = take(game, game["mover"], number)
    if not (noise or "").strip():
        game["discards"].append(card)
        came(game, "missed")
        return
    shot = {"card": card, "from": berth, "target": target, "where": where}
    turns.put(game, what="blast", **shot)


def do_launch(game: Thing, order: Thing) -> None:
    """Launch squadrons of a kind together from a carrier (B14, B27)."""
    me = game["mover"]
    hand = dict(game["players"][me]["hand"])
    count = 1 if order["count"] is None else order["count"]
    numbers: list[int] = []
    if count < 1 or order["card"] is None:
        raise Refused("notation")
    for _ in range(count):
        number = pick_card(hand, order["card"])
        numbers.append(number)
        del hand[number]
    cards = [game["players"][me]["hand"][number] for number in numbers]
    if cards[0].kind != "squadron":
        raise Refused("kind")
    turns.reach(game, "action")
    target = turns.opponent(game, order["target"])
    berth = place(game, me, order["berth"] or "none")
    where = place(game, target, order["where"] or "none")
    ship = turns.own_ship(game, berth)
    if not launches(game, me, ship):
        raise Refused("carrier")
    if clouded(game, me, "minefield"):
        raise Refused("mined")
    if ship["boarded"]:
        raise Refused("boarded")
    check_target(game, target, where)
    here = zone_of(berth)
    if where == "flagship":
        empty = [zone for zone in ZONES if not in_zone(game, target, zone)]
        if not empty:
            raise Refused("no-gap")
        if cards[0].key == "bomber" and here not in empty:
            raise Refused("covered")
    else:
        there = zone_of(where)
        fleet = game["players"][target]["fleet"]
        for other in in_zone(game, target, there):
            if has_upgrade(fleet[other], "turret"):
                raise Refused("turret")
        if cards[0].key == "bomber" and there != here:
            raise Refused("zone")
    for number in numbers:
        take(game, me, number)
    wing = {"cards": cards, "card": cards[0], "from": berth}
    turns.put(game, what="wing", target=target, where=where, **wing)
    game["hit"] = None


def do_direct_hit(game: Thing, order: Thing) -> None:
    """Direct Hit follows at once a blast that has hit and not destroyed (B8, B46)."""
    me = game["mover"]
    number = pick_card(game["players"][me]["hand"], order["card"])
    hit = game["hit"]
    if not hit or hit["stands"]:
        raise Refused("no-hit")
    shot = {"target": hit["target"], "where": hit["where"]}
    turns.put(game, what="direct", card=take(game, me, number), **shot)


def standing_hit(game: Thing) -> Thing:
    """The Direct Hit that stands. Raises Refused."""
    hit: Thing | None = game["hit"]
    if not hit or not hit["stands"]:
        raise Refused("no-direct")
    return hit


def do_critical(game: Thing, order: Thing) -> None:
    """Play a critical on what was struck by the Direct Hit (B9, B15, B32)."""
    me = game["mover"]
    number = pick_card(game["players"][me]["hand"], order["card"])
    hit = standing_hit(game)
    if order["do"] == "boarding":
        check_boarding(game, hit, order["zone"])
    shot = {name: hit[name] for name in ("from", "target", "where")}
    shot["zone"] = order.get("zone")
    turns.put(game, what="critical", card=take(game, me, number), **shot)
    game["hit"] = None


def check_boarding(game: Thing, hit: Thing, zone: str | None) -> None:
    """Whether a ship may be stolen into a zone. Raises Refused."""
    if hit["where"] == "flagship":
        raise Refused("board-flagship")
    ship = target_of(game, hit["target"], hit["where"])
    if ship is None or has_upgrade(ship, "security"):
        raise Refused("security")
    if zone is None or free_berth(game, game["mover"], zone) is None:
        raise Refused("full-zone")


def board(game: Thing, target: str, where: str, zone: str) -> None:
    """Steal a ship: it keeps damage and upgrades, and rests in this turn (B15)."""
    berth = free_berth(game, game["mover"], zone)
    ship = game["players"][target]["fleet"].pop(where)
    ship["boarded"] = True
    ship["fired"] = 0
    game["players"][game["mover"]]["fleet"][berth] = ship


def do_mentak(game: Thing, order: Thing) -> None:
    """Mentak steals a ship by its Direct Hit, as if it played Boarding."""
    me = game["mover"]
    if power(game, me) != "mentak":
        raise Refused("power")
    if uses_left(game, me) <= 0:
        raise Refused("used-up")
    hit = standing_hit(game)
    check_boarding(game, hit, order["zone"])
    game["players"][me]["used"] += 1
    board(game, hit["target"], hit["where"], order["zone"])
    game["hit"] = None
