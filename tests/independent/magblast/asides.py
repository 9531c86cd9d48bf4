"""What may be sent at any time: votes, standing orders, Xxcha, resigning."""

from __future__ import annotations

from tests.independent.magblast import stack, standing, turns
from tests.independent.magblast.decks import Thing, below
from tests.independent.magblast.losses import eliminate
from tests.independent.magblast.table import Refused, give, power, take, uses_left


def aside(game: Thing, seat: str, order: Thing) -> None:
    """What may be sent at any time. Raises Refused."""
    do = order["do"]
    player = game["players"][seat]
    if game["outcome"] is not None:
        raise Refused("over")
    if do == "vote":
        if order["target"] in (seat, "me"):
            raise Refused("vote-self")
        player["vote"] = order["target"]
        return
    if player["out"] is not None:
        raise Refused("lost")
    if do == "standing":
        rule = order["rule"]
        if standing.unknown_target(rule):
            raise Refused("at")
        game["rules_left"] += 1
        rule["serial"] = game["rules_left"]
        at = order["place"] or len(player["standing"]) + 1
        player["standing"].insert(at - 1, rule)
        forget_answer(game, seat)
    elif do == "cancel":
        if order["number"] is None:
            player["standing"] = []
        elif order["number"] > len(player["standing"]):
            raise Refused("no-standing")
        else:
            player["standing"].pop(order["number"] - 1)
        forget_answer(game, seat)
    elif do == "resign":
        resign(game, seat)
    elif do == "xxcha":
        steal(game, seat, order["target"])


def forget_answer(game: Thing, seat: str) -> None:
    """An answer that a standing order gave is asked for again."""
    answer = game["answers"].get(seat)
    if answer is not None and "said" in answer:
        del game["answers"][seat]


def resign(game: Thing, seat: str) -> None:
    """Lose the flagship by one's own wish (B39)."""
    mover = game["mover"] == seat
    eliminate(game, seat, "resigned")
    if game["phase"] == "setup":
        return
    stack.leave(game, seat)
    if game["outcome"]:
        game["hit"] = None
        for one in game["stack"]:
            game["discards"] += one.get("cards", [one["card"]])
        game["stack"] = []
    elif mover:
        for offer in game["offers"]:
            for ship in offer["ships"] or []:
                game["wrecks"].append(ship)
        game["offers"] = []
        turns.end_turn(game)


def steal(game: Thing, seat: str, target: str) -> None:
    """Xxcha takes three random cards of a hand, at any time (B23)."""
    if power(game, seat) != "xxcha":
        raise Refused("power")
    if uses_left(game, seat) <= 0:
        raise Refused("used-up")
    if game["phase"] == "setup":
        raise Refused("place-first")
    if target in (seat, "me"):
        raise Refused("own")
    if game["players"][target]["out"] is not None:
        raise Refused("out")
    hand = game["players"][target]["hand"]
    if not hand:
        raise Refused("empty-hand")
    game["players"][seat]["used"] += 1
    for _ in range(min(3, len(hand))):
        number = sorted(hand)[below(game, len(hand), "xxcha")]
        give(game, seat, take(game, target, number))
    drop_answers(game)


def drop_answers(game: Thing) -> None:
    """Answers whose cards are gone are given back."""
    for seat in list(game["answers"]):
        order = game["answers"][seat]
        try:
            stack.check_answer(game, seat, order)
        except Refused as why:
            del game["answers"][seat]
            if "said" not in order:
                game["refused"].append((seat, order.get("text", ""), str(why)))
            continue
        if seat not in stack.asked(game):
            del game["answers"][seat]
