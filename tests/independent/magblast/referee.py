"""The naive referee: takes letters and deadlines, and says how the game stands."""

from __future__ import annotations

from tests.independent.magblast import asides, shipyard, shots, stack, standing, turns
from tests.independent.magblast.decks import Thing
from tests.independent.magblast.reading import read
from tests.independent.magblast.table import (
    ZONES,
    Refused,
    alive,
    came,
    clockwise,
    clone,
    lay_fleets,
    new_game,
    place,
    zone_of,
)

LINES = {
    "discard": turns.do_discard,
    "draw": turns.do_draw,
    "resources": shipyard.do_resources,
    "reinforcements": shipyard.do_reinforcements,
    "move": turns.do_move,
    "upgrade": turns.do_upgrade,
    "minefield": turns.do_cloud,
    "asteroids": turns.do_cloud,
    "spacedock": turns.do_spacedock,
    "allocation": turns.do_allocation,
    "sol": shipyard.do_sol,
    "naalu": turns.do_naalu,
    "end": turns.do_end,
    "fire": shots.do_fire,
    "launch": shots.do_launch,
    "direct-hit": shots.do_direct_hit,
    "catastrophic": shots.do_critical,
    "boarding": shots.do_critical,
    "bridge-hit": shots.do_critical,
    "mentak": shots.do_mentak,
}
ANSWERS = ("pass", "flux", "evade", "defend", "jol-nar", "yssaril")
ASIDES = ("xxcha", "vote", "resign", "standing", "cancel")


def start(header: Thing) -> Thing:
    """A game from its header: seats, seed, reactions, rounds, deck."""
    return new_game(header)


def window(game: Thing) -> str | None:
    """The name of the open window; None: the game is over."""
    if game["outcome"]:
        return None
    if game["phase"] == "setup":
        return "placing"
    if game["stack"]:
        return "reaction"
    return "drawn" if game["offers"] else "turn"


def awaited(game: Thing) -> list[str]:
    """Who is awaited, in the order of the seats."""
    name = window(game)
    if name is None:
        return []
    if name == "placing":
        waiting = [s for s in alive(game) if "placing" not in game["players"][s]]
    elif name == "reaction":
        waiting = [s for s in stack.asked(game) if s not in game["answers"]]
    else:
        waiting = [game["mover"]]
    return [seat for seat in game["seats"] if seat in waiting]


def letter(game: Thing, seat: str, lines: list[str]) -> None:
    """Take what a seat has sent: lines that are done one after the other."""
    orders = []
    for line in lines:
        try:
            orders.append(read(line, game["seats"]))
        except Refused as why:
            game["refused"].append((seat, line, f"notation ({why})"))
            break
    while orders and orders[0]["do"] in ASIDES:
        order = orders.pop(0)
        attempt(game, seat, order, asides.aside)
        run(game)
    if orders:
        sheet(game, seat, orders)
        run(game)


def attempt(game: Thing, seat: str, order: Thing, how: object) -> bool:
    """Do what an order says; where it is refused, nothing has happened."""
    before = clone(game)
    try:
        how(game, seat, order)  # type: ignore[operator]
    except Refused as why:
        game.clear()
        game.update(before)
        game["refused"].append((seat, order.get("text", order["do"]), str(why)))
        return False
    return True


def sheet(game: Thing, seat: str, orders: list[Thing]) -> None:
    """Lines that are no asides: for the open window, the rest to be kept."""
    name = window(game)
    first = orders[0]
    refusal = None
    if name is None:
        refusal = "over"
    elif game["players"][seat]["out"] is not None:
        refusal = "lost"
    elif name == "placing":
        if first["do"] != "place":
            refusal = "place-first"
        elif attempt(game, seat, first, place_all):
            rest(game, seat, orders[1:])
    elif name == "reaction":
        if seat not in stack.asked(game):
            refusal = "not-asked"
        elif first["do"] not in ANSWERS:
            refusal = "not-an-answer"
        elif attempt(game, seat, first, stack.check_answer):
            game["answers"][seat] = first
            rest(game, seat, orders[1:])
    elif seat != game["mover"]:
        refusal = "not-your-turn"
    elif name == "drawn" and first["do"] != "place":
        refusal = "place-one"
    elif first["do"] in ANSWERS:
        refusal = "nothing-asked"
    else:
        game["store"][seat] = orders
    return_refusal(game, seat, first, refusal)


def rest(game: Thing, seat: str, orders: list[Thing]) -> None:
    """What follows in a letter waits; a new letter replaces what waited."""
    if orders:
        game["store"][seat] = orders


def return_refusal(game: Thing, seat: str, order: Thing, why: str | None) -> None:
    """Note that a line was refused."""
    if why is not None:
        game["refused"].append((seat, order.get("text", order["do"]), why))


def place_all(game: Thing, seat: str, order: Thing) -> None:
    """Place the four ships, one in each zone, in secret (B19)."""
    player = game["players"][seat]
    if order["dealt"]:
        player["placing"] = dict(zip(ZONES, range(4), strict=True))
        return
    pairs = order["pairs"]
    ships = [ship for ship, _ in pairs]
    if sorted(zone for _, zone in pairs) != sorted(ZONES):
        raise Refused("place-twice")
    if sorted(str(ship) for ship in ships) != ["1", "2", "3", "4"]:
        raise Refused("place-all")
    player["placing"] = {zone: ship - 1 for ship, zone in pairs}


def run(game: Thing) -> None:
    """Go on until somebody must be heard."""
    while not game["outcome"]:
        if game["phase"] == "setup":
            if awaited(game):
                return
            lay_fleets(game)
            turns.begin_turn(game, game["mover"])
            continue
        robber = standing.thief(game)
        if robber is not None:
            seat, target, rule = robber
            asides.steal(game, seat, target)
            standing.acted(game, seat, rule)
            continue
        if game["stack"]:
            if not go_on_with_stack(game):
                return
            continue
        me = game["mover"]
        if not game["store"].get(me):
            return
        head = game["store"][me][0]
        waits = head["do"] not in ("place", *ANSWERS) and holds(game, head)
        if game["offers"] and waits:
            return  # the lines wait for a zone for the ship that was drawn
        order = game["store"][me].pop(0)
        feed(game, me, order)


def go_on_with_stack(game: Thing) -> bool:
    """Ask about the card on top; return whether it has been dealt with."""
    asked = stack.asked(game)
    given: dict[str, Thing] = {}
    for seat in asked:
        if seat in game["answers"]:
            continue
        answer = ready_answer(game, seat)
        if answer is not None:
            given[seat] = answer
    game["answers"].update(given)
    if game["mail"] and any(seat not in game["answers"] for seat in asked):
        return False
    answers = game["answers"]
    game["answers"] = {}
    close(game, answers)
    return True


def ready_answer(game: Thing, seat: str) -> Thing | None:
    """What a seat has said before: pass all, a standing order, a line in store."""
    store = game["store"].get(seat)
    if store and seat == game["mover"] and store[0]["do"] in ANSWERS:
        first: Thing = store.pop(0)
        if attempt(game, seat, first, stack.check_answer):
            return first
        game["store"].pop(seat, None)
    passing = game["players"][seat]["passing"]
    found = standing.answer_of(game, seat)
    if found is None:  # B57
        return {"do": "pass", "all": False, "said": "before"} if passing else None
    order, rule = found
    return {**order, "rule": rule, "said": "before"}


def close(game: Thing, answers: dict[str, Thing]) -> None:
    """Of several answers the first clockwise is used (B33); none: the card works."""
    for seat in answers:
        if answers[seat]["do"] == "pass" and answers[seat]["all"]:
            game["players"][seat]["passing"] = True
    for seat in clockwise(game, game["stack"][-1]["by"]):
        if seat in answers and answers[seat]["do"] != "pass":
            order = answers[seat]
            if "rule" in order:
                standing.acted(game, seat, order["rule"])
            stack.give_answer(game, seat, order)
            return
    for seat in answers:
        if "rule" in answers[seat]:  # B52
            standing.acted(game, seat, answers[seat]["rule"])
    stack.resolve(game)


def feed(game: Thing, seat: str, order: Thing) -> None:
    """Play one line of the store; a line that is refused ends the letter."""
    if not holds(game, order) or order["do"] in ANSWERS:
        # Left out, an answer where nobody has answered anything (B25), and with it
        # what stands behind it with "then" (B45).
        lines = game["store"][seat]
        while lines and (lines[0].get("if") or {}).get("is") == "then":
            lines.pop(0)
        return
    if not attempt(game, seat, order, play_line):
        game["store"].pop(seat, None)


def play_line(game: Thing, seat: str, order: Thing) -> None:
    """Play a line of a turn. Raises Refused."""
    came(game, "stands")
    if game["offers"]:
        if order["do"] != "place":
            raise Refused("place-one")
        shipyard.do_place(game, order)
        return
    if order["do"] in ASIDES:
        asides.aside(game, seat, order)
        return
    if order["do"] not in LINES:
        raise Refused("nothing-drawn")
    LINES[order["do"]](game, order)


def holds(game: Thing, order: Thing) -> bool:
    """Whether the condition of a line holds (B45)."""
    one = order.get("if")
    if one is None:
        return True
    if one["is"] == "then":
        return bool(game["went"])
    if one["is"] in ("hit", "missed", "destroyed"):
        return bool(game["last"] == one["is"])
    seat = game["mover"] if one["seat"] == "me" else one["seat"]
    fleet = game["players"][seat]["fleet"]
    if one["is"] == "empty":
        return not any(zone_of(berth) == one["zone"] for berth in fleet)
    try:
        there = place(game, seat, one["place"]) in fleet
    except Refused:
        there = False
    return bool(there == (one["is"] == "stands"))


def deadline(game: Thing) -> None:
    """Close the open window as at its deadline: silence has its meaning."""
    name = window(game)
    if name == "placing":
        for seat in awaited(game):
            game["players"][seat]["placing"] = dict(zip(ZONES, range(4), strict=True))
    elif name == "drawn":
        shipyard.place_silently(game)
    elif name == "turn":
        attempt(game, game["mover"], {"do": "end"}, play_line)
    elif name == "reaction":
        for seat in awaited(game):
            game["answers"][seat] = {"do": "pass", "all": False}
    run(game)
