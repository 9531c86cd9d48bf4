"""The lines of a turn: what may be done in which phase, and what each begins."""

from __future__ import annotations

from typing import Any

from tests.independent.magblast import shots
from tests.independent.magblast.decks import Thing, draw_ship
from tests.independent.magblast.table import (
    BERTHS,
    OTHERWISE,
    ZONES,
    Refused,
    apart,
    came,
    clouded,
    draw_cards,
    flying,
    free_berth,
    give,
    has_upgrade,
    in_zone,
    pick_card,
    pick_cards,
    power,
    room,
    strike,
    take,
    target_of,
    uses_left,
    zone_of,
)

PHASES = ["discard", "ships", "movement", "action"]


def reach(game: Thing, phase: str) -> None:
    """Go on to a phase; what lies between is done on the way. Raises Refused."""
    if PHASES.index(game["phase"]) > PHASES.index(phase):
        raise Refused("phase")
    if game["phase"] == "discard" and phase != "discard":
        draw_cards(game, game["mover"], room(game, game["mover"]))
        game["phase"] = "ships"
    if game["phase"] == "movement" and phase == "action":
        commit_moves(game)
    game["phase"] = phase


def commit_moves(game: Thing) -> None:
    """Carry out the movement, or none of it where a zone is overfull (B3, B35, B49)."""
    fleet = game["players"][game["mover"]]["fleet"]
    moves = game["moves"]
    game["moves"] = {}
    for zone in ZONES:
        count = sum(moves.get(b, zone_of(b)) == zone for b in fleet)
        if count > 3:
            return
    leaving = [(b, fleet.pop(b)) for b in BERTHS if b in fleet and b in moves]
    for berth, ship in leaving:
        fleet[free_berth(game, game["mover"], moves[berth])] = ship


def power_used(game: Thing) -> None:
    """A power ends a movement that has begun, and lets a hit pass (B35, B46)."""
    if game["phase"] == "movement" and game["moves"]:
        reach(game, "action")
    game["hit"] = None


def opponent(game: Thing, named: str | None) -> str:
    """The player that a line means. Raises Refused."""
    me = game["mover"]
    if named == "me":
        return str(me)
    if named is None:
        others = [s for s in game["seats"] if s != me]
        others = [s for s in others if game["players"][s]["out"] is None]
        if len(others) != 1:
            raise Refused("opponent")
        return str(others[0])
    if game["players"][named]["out"] is not None:
        raise Refused("out")
    return named


def own_ship(game: Thing, berth: str | None) -> Thing:
    """One's own ship at a place. Raises Refused."""
    ship: Thing | None = game["players"][game["mover"]]["fleet"].get(berth)
    if ship is None:
        raise Refused("no-ship")
    return ship


def put(game: Thing, **what: Any) -> None:
    """Play a card: it is on its way until all have answered."""
    game["stack"].append({"by": game["mover"], "what": "", **what})


def do_discard(game: Thing, order: Thing) -> None:
    """Throw cards away, then draw."""
    me = game["mover"]
    player = game["players"][me]
    if player["turns"] == 1:
        raise Refused("first-turn")
    if game["phase"] != "discard":
        raise Refused("phase")
    if order["all"]:
        numbers = sorted(player["hand"])
    else:
        numbers = pick_cards(player["hand"], order["cards"])
    for number in numbers:
        game["discards"].append(take(game, me, number))
    reach(game, "ships")


def do_draw(game: Thing, order: Thing) -> None:
    """Draw up to five cards, or fewer (B26, B43)."""
    me = game["mover"]
    if game["phase"] == "ships" and game.get("passed"):
        return  # there was no room in a first turn: nothing is drawn
    if game["phase"] != "discard":
        raise Refused("phase")
    count = room(game, me)
    if order["count"] is not None:
        count = min(count, order["count"])
    draw_cards(game, me, count)
    game["phase"] = "ships"


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
    reach(game, "ships")
    if game["rules"] == 1:  # out of the hand as it is once filled (B42)
        numbers = pick_cards(hand, order["cards"])
        ships = sets_in("".join(hand[number].icons for number in numbers))
    if len(game["players"][me]["fleet"]) + ships > 12:
        raise Refused("full-fleet")
    if len(order["zones"]) > ships:
        raise Refused("many-zones")
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
    reach(game, "ships")
    if len(game["players"][me]["fleet"]) >= 12:
        raise Refused("full-fleet")
    if len(order["zones"]) > 1:
        raise Refused("many-zones")
    for zone in order["zones"]:
        if free_berth(game, me, zone) is None:
            raise Refused("full-zone")
    put(game, card=take(game, me, number), zones=order["zones"])
    game["hit"] = None


def do_move(game: Thing, order: Thing) -> None:
    """Plan where ships go; the last word on each ship counts (B3)."""
    me = game["mover"]
    fleet = game["players"][me]["fleet"]
    if PHASES.index(game["phase"]) > PHASES.index("movement"):
        raise Refused("phase")
    if clouded(game, me, "minefield"):
        raise Refused("mined")
    if len({berth for berth, _ in order["moves"]}) < len(order["moves"]):
        raise Refused("moved-twice")
    for berth, zone in order["moves"]:
        ship = own_ship(game, berth)
        if apart(zone_of(berth), zone) > ship["move"]:
            raise Refused("too-far")
    reach(game, "movement")
    for berth, zone in order["moves"]:
        assert berth in fleet
        game["moves"][berth] = zone
        if zone == zone_of(berth):
            del game["moves"][berth]


def do_upgrade(game: Thing, order: Thing) -> None:
    """Fit an upgrade to a ship of one's own (B17)."""
    me = game["mover"]
    hand = game["players"][me]["hand"]
    number = pick_card(hand, order["card"])
    if hand[number].kind != "upgrade":
        raise Refused("kind")
    reach(game, "action")
    ship = own_ship(game, order["berth"])
    if has_upgrade(ship, hand[number].key):
        raise Refused("same-upgrade")
    put(game, card=take(game, me, number), target=me, where=order["berth"])
    game["hit"] = None


def do_cloud(game: Thing, order: Thing) -> None:
    """Lay a Minefield on an opponent, or Asteroids on any fleet (B12, B31)."""
    me = game["mover"]
    number = pick_card(game["players"][me]["hand"], order["card"])
    target = opponent(game, order["target"])
    reach(game, "action")
    if order["do"] == "minefield":
        if target == me:
            raise Refused("own-mines")
        fleet = game["players"][target]["fleet"]
        if any(ship["minesweeper"] for ship in fleet.values()):
            raise Refused("minesweeper")
        if clouded(game, target, "minefield"):
            raise Refused("two-mines")
    put(game, card=take(game, me, number), target=target, where="fleet")
    game["hit"] = None


def do_spacedock(game: Thing, order: Thing) -> None:
    """Take blast cards from a ship of one's own (B18, B40)."""
    me = game["mover"]
    hand = game["players"][me]["hand"]
    off = [ref if isinstance(ref, str) else "" for ref in order["off"]]
    ref = order["card"]
    if isinstance(ref, str):
        docks = [n for n in sorted(hand) if hand[n].key == "spacedock"]
        if not docks:
            raise Refused("card")
        enough = [n for n in docks if hand[n].amount >= len(off)] or docks
        number = min(enough, key=lambda n: (hand[n].amount, n))
    else:
        number = pick_card(hand, ref)
    reach(game, "action")
    ship = own_ship(game, order["berth"])
    if not ship["blasts"]:
        raise Refused("undamaged")
    if len(off) > hand[number].amount:
        raise Refused("many-repairs")
    left = list(ship["blasts"])
    chosen = []
    for key in off:
        found = [card for card in left if card.key == key]
        if not found:
            raise Refused("not-beneath")
        left.remove(found[0])
        chosen.append(found[0])
    if not chosen:
        left.sort(key=lambda card: -card.damage)
        chosen = left[: hand[number].amount]
    card = take(game, me, number)
    put(game, card=card, target=me, where=order["berth"], off=chosen)
    game["hit"] = None


def do_allocation(game: Thing, order: Thing) -> None:
    """Draw four cards once nobody has cancelled it."""
    me = game["mover"]
    number = pick_card(game["players"][me]["hand"], order["card"])
    reach(game, "action")
    put(game, card=take(game, me, number))
    game["hit"] = None


def do_sol(game: Thing, order: Thing) -> None:
    """Sol draws a ship for nothing, at any time of its turn, if there is room."""
    me = game["mover"]
    need_power(game, "sol")
    if len(game["players"][me]["fleet"]) >= 12:
        raise Refused("full-fleet")
    power_used(game)
    if order["zone"] and free_berth(game, me, order["zone"]) is None:
        raise Refused("full-zone")
    game["players"][me]["used"] += 1
    new_ships(game, 1, [order["zone"]] if order["zone"] else [])


def need_power(game: Thing, name: str) -> None:
    """Raises Refused where the mover has not this power, or has used it up."""
    if power(game, game["mover"]) != name:
        raise Refused("power")
    if uses_left(game, game["mover"]) <= 0:
        raise Refused("used-up")


def do_naalu(game: Thing, order: Thing) -> None:
    """Naalu moves all blasts of a ship to an enemy ship; no hit, but it may destroy."""
    me = game["mover"]
    need_power(game, "naalu")
    target = opponent(game, order["target"])
    power_used(game)
    ship = own_ship(game, order["berth"])
    if target == me:
        raise Refused("own")
    other = target_of(game, target, order["where"])
    if other is None:
        raise Refused("no-ship")
    if not ship["blasts"]:
        raise Refused("undamaged")
    game["players"][me]["used"] += 1
    other["blasts"] += ship["blasts"]
    ship["blasts"] = []
    if strike(game, target, order["where"]) and "destroyed-by" not in OTHERWISE:
        came(game, "destroyed")


def do_end(game: Thing, order: Thing) -> None:
    """End the turn: draw, move, squadrons come home."""
    reach(game, "action")
    end_turn(game)


def end_turn(game: Thing) -> None:
    """What happens when a turn is over (B12, B14)."""
    me = game["mover"]
    homing = flying(game)
    game["home"] = []
    for seat in game["seats"]:
        player = game["players"][seat]
        player["squads"] = []
        player["passing"] = False
        for ship in player["fleet"].values():
            ship["squads"] = []
    for one in homing:
        give(game, one["seat"], one["card"])
    for ship in game["players"][me]["fleet"].values():
        ship["fired"] = 0
        ship["boarded"] = False
    game["hit"] = None
    came(game, "")
    game["moves"] = {}
    next_turn(game)


def next_turn(game: Thing) -> None:
    """Go on to the next player who is in; fields lift on the way (B12)."""
    seats = game["seats"]
    at = seats.index(game["mover"])
    for seat in seats:
        standing = game["players"][seat]["standing"]
        kept = [one for one in standing if (one["turn"] or 10**9) > game["turn"]]
        game["players"][seat]["standing"] = kept
    while True:
        at = (at + 1) % len(seats)
        if at == game["opener"]:
            game["round"] += 1
            if game["limit"] and game["round"] > game["limit"]:
                finish_by_limit(game)
                return
        for cloud in list(game["clouds"]):
            if cloud["by"] == seats[at]:
                game["clouds"].remove(cloud)
                game["discards"].append(cloud["card"])
        if game["players"][seats[at]]["out"] is None:
            break
    begin_turn(game, seats[at])


def begin_turn(game: Thing, seat: str) -> None:
    """The turn of a player: first turns have no discarding (B24, B43)."""
    player = game["players"][seat]
    game["mover"] = seat
    game["turn"] += 1
    player["turns"] += 1
    player["standing"] = [one for one in player["standing"] if not one["mine"]]
    game["phase"] = "discard"
    first = player["turns"] == 1
    game["passed"] = first and room(game, seat) == 0
    if game["passed"]:
        game["phase"] = "ships"
    elif game["rules"] == 1 and (first or not player["hand"]):
        reach(game, "ships")


def finish_by_limit(game: Thing) -> None:
    """After the last round the flagship with most hull left wins (B30)."""
    left = {}
    for seat in game["seats"]:
        if game["players"][seat]["out"] is None:
            left[seat] = shots.hull_left(game, seat)
    best = [seat for seat in left if left[seat] == max(left.values())]
    game["outcome"] = {"winners": best, "reason": "limit"}
    game["phase"] = "over"
