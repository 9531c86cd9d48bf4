"""The lines of a turn: what may be done in which phase, and what each begins."""

from __future__ import annotations

from typing import Any

from tests.independent.magblast import shots
from tests.independent.magblast.decks import Thing
from tests.independent.magblast.losses import flying, strike
from tests.independent.magblast.table import (
    BERTHS,
    ZONES,
    Refused,
    apart,
    came,
    clouded,
    draw_cards,
    free_berth,
    give,
    has_upgrade,
    pick_card,
    pick_cards,
    place,
    power,
    room,
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
    names = {}
    leaving = [(b, fleet.pop(b)) for b in BERTHS if b in fleet and b in moves]
    for berth, ship in leaving:
        new = free_berth(game, game["mover"], moves[berth])
        fleet[new] = ship
        names[berth] = new
    for rule in game["players"][game["mover"]]["standing"]:
        rule["at"] = names.get(rule["at"], rule["at"])  # B54


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
    """Throw cards away; drawing is a step of its own (B53)."""
    me = game["mover"]
    player = game["players"][me]
    if player["turns"] == 1:
        raise Refused("first-turn")
    if game["phase"] != "discard":
        raise Refused("phase")
    if order["all"]:
        numbers = sorted(player["hand"])
        if not numbers:
            raise Refused("no-hand")
    else:
        numbers = pick_cards(player["hand"], order["cards"])
    for number in numbers:
        game["discards"].append(take(game, me, number))


def do_draw(game: Thing, order: Thing) -> None:
    """Draw up to five cards, or fewer; once that is done, nothing (B26, B43, B53)."""
    me = game["mover"]
    if game["phase"] != "discard":
        return
    count = room(game, me)
    if order["count"] is not None:
        count = min(count, order["count"])
    draw_cards(game, me, count)
    game["phase"] = "ships"


def do_move(game: Thing, order: Thing) -> None:
    """Plan where ships go; the last word on each ship counts (B3)."""
    me = game["mover"]
    fleet = game["players"][me]["fleet"]
    if PHASES.index(game["phase"]) > PHASES.index("movement"):
        raise Refused("phase")
    if clouded(game, me, "minefield"):
        raise Refused("mined")
    moves = [(place(game, me, berth), zone) for berth, zone in order["moves"]]
    if len({berth for berth, _ in moves}) < len(moves):
        raise Refused("moved-twice")
    for berth, zone in moves:
        ship = own_ship(game, berth)
        if apart(zone_of(berth), zone) > ship["move"]:
            raise Refused("too-far")
    reach(game, "movement")
    for berth, zone in moves:
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
    berth = place(game, me, order["berth"] or "none")
    ship = own_ship(game, berth)
    if has_upgrade(ship, hand[number].key):
        raise Refused("same-upgrade")
    put(game, card=take(game, me, number), target=me, where=berth)
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
    berth = place(game, me, order["berth"] or "none")
    ship = own_ship(game, berth)
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
    put(game, card=card, target=me, where=berth, off=chosen)
    game["hit"] = None


def do_allocation(game: Thing, order: Thing) -> None:
    """Draw four cards once nobody has cancelled it."""
    me = game["mover"]
    number = pick_card(game["players"][me]["hand"], order["card"])
    reach(game, "action")
    put(game, card=take(game, me, number))
    game["hit"] = None


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
    berth = place(game, me, order["berth"] or "none")
    ship = own_ship(game, berth)
    if target == me:
        raise Refused("own")
    where = place(game, target, order["where"])
    other = target_of(game, target, where)
    if other is None:
        raise Refused("no-ship")
    if not ship["blasts"]:
        raise Refused("undamaged")
    game["players"][me]["used"] += 1
    other["blasts"] += ship["blasts"]
    ship["blasts"] = []
    if strike(game, target, where):
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
        for cloud in list(game["clouds"]):
            if cloud["by"] == seats[at]:
                game["clouds"].remove(cloud)
                game["discards"].append(cloud["card"])
        if at == game["opener"]:
            game["round"] += 1
        if game["players"][seats[at]]["out"] is None:
            break
    if game["limit"] and game["round"] > game["limit"]:
        finish_by_limit(game)
    else:
        begin_turn(game, seats[at])


def begin_turn(game: Thing, seat: str) -> None:
    """The turn of a player: first turns have no discarding (B24, B43)."""
    player = game["players"][seat]
    game["mover"] = seat
    came(game, "stands")  # the end of the turn before, for "then" (B55)
    game["turn"] += 1
    player["turns"] += 1
    player["standing"] = [one for one in player["standing"] if not one["mine"]]
    game["phase"] = "discard"
    first = player["turns"] == 1
    game["passed"] = first and room(game, seat) == 0
    if game["passed"]:
        game["phase"] = "ships"


def finish_by_limit(game: Thing) -> None:
    """After the last round the flagship with most hull left wins (B30)."""
    left = {}
    for seat in game["seats"]:
        if game["players"][seat]["out"] is None:
            left[seat] = shots.hull_left(game, seat)
    best = [seat for seat in left if left[seat] == max(left.values())]
    game["outcome"] = {"winners": best, "reason": "limit"}
    game["phase"] = "over"
