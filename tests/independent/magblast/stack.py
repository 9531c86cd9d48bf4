"""Cards on their way: who is asked, what answers, and what a card does (B10, B33)."""

from __future__ import annotations

from tests.independent.magblast import shipyard, shots
from tests.independent.magblast.decks import Card, Thing, below
from tests.independent.magblast.losses import destroy, lift_squadron, strike
from tests.independent.magblast.table import (
    Refused,
    alive,
    came,
    carriers,
    clockwise,
    clouded,
    draw_cards,
    pick_card,
    pick_cards,
    power,
    take,
    target_of,
    uses_left,
)


def asked(game: Thing) -> list[str]:
    """Who is asked about the card on top: every opponent with cards in hand (B25), and
    Yssaril without any while a blast flies at one of its ships (B36)."""
    top = game["stack"][-1]
    if top["card"].key == "flux":
        return []
    found = []
    for seat in clockwise(game, top["by"]):
        if game["players"][seat]["hand"] or yssaril_may(game, seat):
            found.append(seat)
    return found


def yssaril_may(game: Thing, seat: str) -> bool:
    """Whether the Yssaril Tribes may evade the blast on its way with their power."""
    if power(game, seat) != "yssaril" or uses_left(game, seat) <= 0:
        return False
    return at_my_ship(game, seat)


def at_my_ship(game: Thing, seat: str) -> bool:
    """Whether the card on top is a blast at a ship of this seat."""
    top = game["stack"][-1]
    if top["what"] != "blast" or top["target"] != seat:
        return False
    return bool(top["where"] != "flagship")


def check_answer(game: Thing, seat: str, order: Thing) -> None:
    """Whether an answer may be given to the card on top. Raises Refused."""
    top = game["stack"][-1]
    player = game["players"][seat]
    do = order["do"]
    if do == "pass":
        return
    if do == "flux":
        pick_card(player["hand"], order.get("card", "flux"))
    elif do == "evade":
        pick_card(player["hand"], "evasive")
        if top["what"] not in ("blast", "wing", "direct"):
            raise Refused("not-evasive")
        if top["target"] != seat:
            raise Refused("not-mine")
    elif do == "defend":
        if top["what"] != "wing":
            raise Refused("no-squadron")
        if top["target"] != seat:
            raise Refused("not-mine")
        if clouded(game, seat, "minefield"):
            raise Refused("mined")
        if not carriers(game, seat):
            raise Refused("no-carrier")
        numbers = fighters(game, seat)
        count = 1 if order["count"] is None else order["count"]
        if not numbers:
            raise Refused("card")
        if count < 1 or count > len(numbers) or count > len(top["cards"]):
            raise Refused("many-fighters")
    elif do == "jol-nar":
        if power(game, seat) != "jol-nar":
            raise Refused("power")
        if not at_my_ship(game, seat):
            raise Refused("not-my-ship")
        numbers = pick_cards(player["hand"], order["cards"])
        icons = "".join(player["hand"][number].icons for number in numbers)
        if len(icons) < 2:
            raise Refused("two-icons")
    elif do == "yssaril":
        if power(game, seat) != "yssaril":
            raise Refused("power")
        if uses_left(game, seat) <= 0:
            raise Refused("used-up")
        if not at_my_ship(game, seat):
            raise Refused("not-my-ship")
    else:
        raise Refused("not-an-answer")


def fighters(game: Thing, seat: str) -> list[int]:
    """The fighters in a hand, those with the fewest icons first (B28)."""
    hand = game["players"][seat]["hand"]
    found = [number for number in hand if hand[number].key == "fighter"]
    return sorted(found, key=lambda number: (len(hand[number].icons), number))


def give_answer(game: Thing, seat: str, order: Thing) -> None:
    """Carry out the answer that is used: cards go on their way, powers act at once."""
    player = game["players"][seat]
    do = order["do"]
    if do == "flux":
        number = pick_card(player["hand"], order.get("card", "flux"))
        card = take(game, seat, number)
        game["stack"].append({"what": "answer", "card": card, "by": seat})
    elif do == "evade":
        card = take(game, seat, pick_card(player["hand"], "evasive"))
        game["stack"].append({"what": "answer", "card": card, "by": seat})
    elif do == "defend":
        count = 1 if order["count"] is None else order["count"]
        cards = [take(game, seat, n) for n in fighters(game, seat)[:count]]
        defence = {"what": "defence", "card": cards[0], "cards": cards, "by": seat}
        game["stack"].append(defence)
    elif do == "jol-nar":
        for number in pick_cards(player["hand"], order["cards"]):
            game["discards"].append(take(game, seat, number))
        miss(game)
    elif do == "yssaril":
        player["used"] += 1
        miss(game)


def miss(game: Thing) -> None:
    """The blast on top is cancelled and discarded."""
    game["discards"].append(game["stack"].pop()["card"])
    came(game, "missed")


def stop_one(game: Thing, top: Thing) -> Card:
    """Take the first squadron out of a wing or a defence; an empty one is over."""
    card: Card = top["cards"].pop(0)
    if top["cards"]:
        top["card"] = top["cards"][0]
    else:
        game["stack"].remove(top)
        if top["what"] == "wing":
            came(game, "missed")
    return card


def resolve(game: Thing) -> None:
    """The card on top takes effect: nobody has cancelled it."""
    top = game["stack"].pop()
    if top["what"] == "answer":
        answer_works(game, top)
    elif top["what"] == "defence":
        defence_works(game, top)
    elif top["by"] == game["mover"]:
        card_works(game, top)


def answer_works(game: Thing, answer: Thing) -> None:
    """A Flux or an Evasive Action stops what it was played at."""
    game["discards"].append(answer["card"])
    if not game["stack"]:
        return
    beneath = game["stack"][-1]
    evaded = answer["card"].key == "evasive"
    if beneath["what"] in ("wing", "defence"):
        card = stop_one(game, beneath)
        if evaded:
            game["home"].append({"seat": beneath["by"], "card": card})
        else:
            game["discards"].append(card)
        return
    game["stack"].pop()
    game["discards"].append(beneath["card"])
    if beneath["by"] == game["mover"] and beneath["what"] != "answer":
        came(game, "missed" if beneath["what"] == "blast" else "cancelled")


def defence_works(game: Thing, defence: Thing) -> None:
    """Each fighter brings down one squadron; a fighter at the cost of itself (B27)."""
    for fighter in defence["cards"]:
        if not game["stack"] or game["stack"][-1]["what"] != "wing":
            game["home"].append({"seat": defence["by"], "card": fighter})
            continue
        down = stop_one(game, game["stack"][-1])
        game["discards"].append(down)
        if down.key == "fighter":
            game["discards"].append(fighter)
        else:
            game["home"].append({"seat": defence["by"], "card": fighter})


def card_works(game: Thing, top: Thing) -> None:
    """What a card of the player whose turn it is does."""
    me = game["mover"]
    card = top["card"]
    if top["what"] == "blast":
        blast_works(game, top)
        return
    if top["what"] == "wing":
        wing_works(game, top)
        return
    if "target" in top and top["target"] not in alive(game):
        game["discards"].append(card)
        came(game, "cancelled")
        return
    if card.kind == "upgrade":
        game["players"][me]["fleet"][top["where"]]["upgrades"].append(card)
        return
    if card.key in ("minefield", "asteroids"):
        game["clouds"].append({"card": card, "by": me, "on": top["target"]})
        return
    game["discards"].append(card)
    if top["what"] == "direct":
        if game["hit"]:
            game["hit"]["stands"] = True
    elif card.key == "reinforcements":
        shipyard.new_ships(game, 1, top["zones"])
    elif card.key == "allocation":
        draw_cards(game, me, 4)
    elif card.key == "spacedock":
        blasts = game["players"][me]["fleet"][top["where"]]["blasts"]
        for one in top["off"]:
            blasts.remove(one)
            game["discards"].append(one)
    elif card.key == "catastrophic":
        destroy(game, top["target"], top["where"])
        came(game, "destroyed")
    elif card.key == "boarding":
        shots.board(game, top["target"], top["where"], top["zone"])
    elif card.key == "bridge-hit":
        hand = game["players"][top["target"]]["hand"]
        for number in sorted(hand):
            game["discards"].append(take(game, top["target"], number))


def blast_works(game: Thing, shot: Thing) -> None:
    """A blast hits: damage, destruction, the EMP Cannon (B7, B16, B48)."""
    me = game["mover"]
    thing = target_of(game, shot["target"], shot["where"])
    if thing is None:
        game["discards"].append(shot["card"])
        came(game, "missed")
        return
    thing["blasts"].append(shot["card"])
    if strike(game, shot["target"], shot["where"]):
        came(game, "destroyed")
    else:
        came(game, "hit")
        at = {"target": shot["target"], "where": shot["where"], "stands": False}
        game["hit"] = {"from": shot["from"], **at}
    ship = game["players"][me]["fleet"][shot["from"]]
    if shot["where"] != "flagship" and any(c.key == "emp" for c in ship["upgrades"]):
        hand = game["players"][shot["target"]]["hand"]
        if hand:
            number = sorted(hand)[below(game, len(hand), "emp")]
            game["discards"].append(take(game, shot["target"], number))


def wing_works(game: Thing, wing: Thing) -> None:
    """The squadrons strike one after the other, and all come home at the end (B14)."""
    came(game, "missed")
    for card in wing["cards"]:
        thing = target_of(game, wing["target"], wing["where"])
        if thing is None:
            game["home"].append({"seat": wing["by"], "card": card})
            continue
        thing["squads"].append(card)
        struck = strike(game, wing["target"], wing["where"])
        came(game, "destroyed" if struck else "hit")


def leave(game: Thing, seat: str) -> None:
    """A player who resigns takes along what is on its way (B39)."""
    if seat == game["mover"]:
        for one in game["stack"]:
            for card in one.get("cards", [one["card"]]):
                game["discards"].append(card)
                lift_squadron(game, card)
        game["stack"] = []
        game["answers"] = {}
        return
    for one in list(game["stack"]):
        if one["by"] == seat:
            game["stack"].remove(one)
            game["answers"] = {}
            game["discards"] += one.get("cards", [one["card"]])
