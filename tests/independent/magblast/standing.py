"""Standing orders: how they are written, whom they answer, when they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.independent.magblast import stack
from tests.independent.magblast.decks import Thing
from tests.independent.magblast.table import (
    ZONES,
    Refused,
    carriers,
    clouded,
    damage_of,
    hull_of,
    power,
    target_of,
    uses_left,
    zone_of,
)

if TYPE_CHECKING:
    from tests.independent.magblast.reading import Words

CLASSES = {
    "blasts": ("blast",),
    "squadrons": ("squadron",),
    "attacks": ("blast", "squadron"),
    "criticals": ("critical",),
    "upgrades": ("upgrade",),
}
SORTS = ("scout", "cruiser", "destroyer", "carrier", "dreadnought", "gunship")
#: The least useful first (B29); cards that stand in no place come last.
USELESS = [
    "laser",
    "minefield",
    "asteroids",
    "bridge-hit",
    "fighter",
    "beam",
    "bomber",
    "boarding",
    "direct-hit",
    "mag",
    "catastrophic",
]


def read_standing(words: Words) -> Thing:
    """A standing order, or the word that takes one back. Raises Refused."""
    if words.skip("cancel"):
        words.skip("standing")
        if words.skip("all"):
            return {"do": "cancel", "number": None}
        number = words.number()
        if not number:
            raise Refused("notation")
        return {"do": "cancel", "number": number}
    words.next()
    place = words.number()
    do = words.next().removeprefix("card=")
    do = {"evasive": "evade"}.get(do, do)
    if do not in ("evade", "flux", "defend", "jol-nar", "yssaril", "pass", "xxcha"):
        raise Refused("notation")
    rule: Thing = {"does": do, "cards": [], "kinds": [], "least": 0, "deadly": False}
    rule.update({"at": None, "zone": None, "by": None, "when": None, "keep": 0})
    rule.update({"keeps": [], "turn": None, "mine": False, "once": False})
    rule.update({"count": None, "seat": None})
    if do == "defend":
        rule["count"] = words.number()
    if do == "xxcha":
        rule["seat"] = words.seat()
    while words.words:
        read_clause(words, rule)
    return {"do": "standing", "place": place, "rule": rule}


def read_clause(words: Words, rule: Thing) -> None:
    """One clause of a standing order. Raises Refused."""
    if words.skip("or", "anything", "all"):
        return
    if words.peek().startswith("card="):
        rule["cards"].append(words.next()[5:])
    elif words.peek() in CLASSES:
        rule["kinds"] += CLASSES[words.next()]
    elif words.skip("of"):
        rule["least"] = words.number()
        words.skip("or")
        words.skip("more")
    elif words.skip("deadly"):
        rule["deadly"] = True
    elif words.peek() == "at" and rule["at"] is not None:
        raise Refused("clause-twice")
    elif words.skip("at"):
        rule["at"] = words.berth() or words.seat() or words.next()
    elif words.skip("in"):
        rule["zone"] = words.zone()
    elif words.skip("by"):
        rule["by"] = words.seat()
    elif words.skip("when"):
        rule["when"] = words.number()
    elif words.skip("keep"):
        number = words.number()
        if number is not None:
            rule["keep"] = number
            return
        while words.peek().startswith("card="):
            rule["keeps"].append(words.next()[5:])
            words.skip("or")
    elif words.skip("until"):
        if words.skip("my"):
            words.next()
            rule["mine"] = True
        else:
            words.next()
            rule["turn"] = words.number()
    elif words.skip("once"):
        rule["once"] = True
    else:
        raise Refused("notation")


def matches(game: Thing, seat: str, rule: Thing) -> bool:
    """Whether all that a standing order says holds for the card on top."""
    top = game["stack"][-1]
    card = top["card"]
    named = card.key in rule["cards"] or card.kind in rule["kinds"]
    if (rule["cards"] or rule["kinds"]) and not named:
        return False
    damage = sum(one.damage for one in top.get("cards", [card]))
    if rule["least"] and damage < rule["least"]:
        return False
    if rule["by"] is not None and rule["by"] != top["by"]:
        return False
    target, where = top.get("target"), top.get("where")
    if rule["deadly"] and not deadly(game, top, damage):
        return False
    if rule["zone"] is not None:
        if where in (None, "fleet"):
            return False
        place = top.get("from") if where == "flagship" else where
        if place is None and where == "flagship" and game["hit"]:
            place = game["hit"]["from"]
        if place is None or zone_of(place) != rule["zone"]:
            return False
    return rule["at"] is None or matches_target(game, seat, rule["at"], target, where)


def matches_target(
    game: Thing, seat: str, at: str, target: str | None, where: str | None
) -> bool:
    """Whether a card's target is the one that a standing order names."""
    if at in game["seats"]:
        return target == at
    if target != seat or where in (None, "fleet"):
        return False  # without a name it is one's own
    if at == "flagship":
        return where == "flagship"
    if where == "flagship":
        return False
    if at in ("ships", "ship"):
        return True
    ship = target_of(game, target, str(where))
    if at.removesuffix("s") in SORTS or at in ("minesweepers", "minesweeper"):
        sort = at.removesuffix("s")
        if sort == "carrier":
            return where in carriers(game, target)
        return ship is not None and ship["type"].lower() == sort
    return where == at


def deadly(game: Thing, top: Thing, damage: int) -> bool:
    """Whether the card on top would destroy its target."""
    if top["card"].key == "catastrophic":
        return True
    if top["what"] not in ("blast", "wing"):
        return False
    thing = target_of(game, top["target"], top["where"])
    if thing is None:
        return False
    hull = hull_of(game, top["target"], top["where"])
    return damage_of(thing) + damage >= hull


def answer_of(game: Thing, seat: str) -> tuple[Thing, Thing] | None:
    """The answer of the first standing order that can act, and that order."""
    for rule in game["players"][seat]["standing"]:
        if rule["does"] == "xxcha" or not matches(game, seat, rule):
            continue
        order = order_of(game, seat, rule)
        if order is None:
            continue
        try:
            stack.check_answer(game, seat, order)
        except Refused:
            continue
        return order, rule
    return None


def order_of(game: Thing, seat: str, rule: Thing) -> Thing | None:
    """What a standing order would play now; None where it may not."""
    hand = game["players"][seat]["hand"]
    do = rule["does"]
    if do == "pass":
        return {"do": "pass", "all": False}
    if do == "yssaril":
        return {"do": "yssaril"}
    if do in ("flux", "evade"):
        key = "flux" if do == "flux" else "evasive"
        held = [number for number in hand if hand[number].key == key]
        if len(held) <= rule["keep"] or key in rule["keeps"]:
            return None
        return {"do": do}
    if do == "defend":
        top = game["stack"][-1]
        count = len(stack.fighters(game, seat)) - rule["keep"]
        if "fighter" in rule["keeps"]:
            return None
        count = min(count, len(top.get("cards", [])))
        if rule["count"] is not None:
            count = min(count, rule["count"])
        if count < 1 or clouded(game, seat, "minefield"):
            return None
        return {"do": "defend", "count": count}
    return jol_nar(game, seat, rule)


def jol_nar(game: Thing, seat: str, rule: Thing) -> Thing | None:
    """As few cards as will do, the least useful of these (B29)."""
    hand = game["players"][seat]["hand"]
    able = [n for n in sorted(hand) if hand[n].icons]
    able = [n for n in able if hand[n].key not in rule["keeps"]]

    def use(number: int) -> int:
        key = hand[number].key
        return USELESS.index(key) if key in USELESS else len(USELESS)

    able.sort(key=lambda number: (use(number), number))
    double = [number for number in able if len(hand[number].icons) >= 2]
    chosen = double[:1] or able[:2]
    if sum(len(hand[number].icons) for number in chosen) < 2:
        return None
    if len(hand) - len(chosen) < rule["keep"]:
        return None
    return {"do": "jol-nar", "cards": chosen}


def acted(game: Thing, seat: str, rule: Thing) -> None:
    """A standing order has acted; after "once" it is done."""
    rules = game["players"][seat]["standing"]
    if rule["once"]:
        kept = [one for one in rules if one["serial"] != rule["serial"]]
        game["players"][seat]["standing"] = kept


def thief(game: Thing) -> tuple[str, str, Thing] | None:
    """The first Xxcha's standing order that can act now: who, whom, which order."""
    for seat in game["seats"]:
        player = game["players"][seat]
        if player["out"] is not None or power(game, seat) != "xxcha":
            continue
        for rule in player["standing"]:
            if rule["does"] != "xxcha" or uses_left(game, seat) <= 0:
                continue
            for other in [rule["seat"]] if rule["seat"] else game["seats"]:
                if other == seat or game["players"][other]["out"] is not None:
                    continue
                count = len(game["players"][other]["hand"])
                if count >= max(1, rule["when"] or 1):
                    return seat, other, rule
    return None


def unknown_target(rule: Thing) -> bool:
    """Whether a standing order names a target that nobody knows."""
    at = rule["at"]
    if at is None or at[0].isupper():
        return False
    known = [*SORTS, "minesweeper", "flagship", "ship", *ZONES]
    return at.removesuffix("s") not in known
