"""Tokens to orders: one function for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pbem.protocol import Token
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders import tokens as t
from pbem.rules.magblast.orders.parts import Aim, Item, Rule, When, Wing

_STATES = {"stands": "stands", "there": "stands", "gone": "gone", "destroyed": "gone"}
_WENT = {"h": "hit", "m": "missed", "d": "destroyed"}


def _card(key: Token | None, number: Token | None = None) -> Item:
    tokens = [token for token in (key, number) if token is not None]
    if key is not None and number is None and key.isdecimal():
        key, number = None, key
    return Item(str(key or ""), t.number(number), t.span(tokens[0], tokens[-1]))


def _wing_count(number: Token, flyer: Token) -> Wing:
    return Wing(t.key_of(flyer), int(number), (), t.span(number, flyer))


def _wing(*words: Token) -> Wing:
    key = "" if words[0].isdecimal() else t.key_of(words[0])
    cards = tuple(map(int, words[bool(key) :]))
    return Wing(key, len(cards) or 1, cards, t.span(words[0], words[-1]))


def _target(name: Token | None, what: Token, ship: str = "") -> Aim:
    return Aim(name or "", ship, t.span(name or what, what))


def _ship_fires(
    ship: Token | None, card: Item, target: Aim | None, noise: Token | None
) -> o.Fire:
    """Return the blast of a ship, wherever it is named: "B1 fires mag at Bob B1"."""
    fire: o.Fire = o.READERS["fire"](card, ship, target, noise)
    return fire


def _order(when: When | None, order: o.Line) -> o.Line:
    return replace(order, when=when) if when else order


# Standing orders: clauses are pairs of a field of Rule and its value.


def _rule(verb: str) -> Callable[..., Rule]:
    def rule(*parts: Any) -> Rule:
        words = [part for part in parts if isinstance(part, str)]
        found: dict[str, Any] = {}
        if verb == "defend" and words:
            found["count"] = int(words[0])
        elif verb == "xxcha":
            found["victim"] = words[1]
        for clause in parts:
            if isinstance(clause, tuple) and found.setdefault(*clause) != clause[1]:
                found["twice"] = clause[0]
        return Rule(verb, **found)

    return rule


#: Who is meant by all opponents, in a line of "whenever".
_ANYBODY = frozenset({"anybody", "anyone", "somebody", "someone", "any opponent"})


def _whenever(name: Token, *parts: Any) -> o.Standing:
    """Return "whenever Bob: mag then evade" as the standing order that it is."""
    *clauses, answer = parts
    by = () if name.casefold() in _ANYBODY else (("by", name),)
    counted = [("count", answer.count)] if answer.count else []
    rule = _rule(answer.verb)(*by, *counted, *(x for x in clauses if type(x) is tuple))
    return o.Standing(rule=rule)


_CLASSES = {"b": "blast", "s": "squadron", "c": "critical", "u": "upgrade",
            "a": "attack"}  # fmt: skip


def _sort(word: Token) -> str:
    return word if word in t.KEYS else _CLASSES[word[0].lower()]


def _kinds(field: str) -> Callable[..., tuple[str, tuple[str, ...]]]:
    return lambda *words: (field, tuple(str(word) for word in words))


def _clause(field: str, value: Callable[[Any], Any]) -> Callable[..., tuple[str, Any]]:
    return lambda *words: (field, value(words[-1] if words else None))


def _same(word: Any) -> Any:
    return word


READERS: Mapping[str, Callable[..., Any]] = {
    **o.READERS,
    "order": _order,
    "when_last": lambda word, *_: When(_WENT[word.split()[-1][0].lower()]),
    "when_then": lambda _: When("then"),
    "when_ship": lambda name, ship, state, *_: When(
        _STATES[state.split()[-1].lower()], name or "", t.ship(ship)
    ),
    "when_zone": lambda name, zone, *_: When("empty", name or "", t.zone(zone)),
    "ship": t.ship,
    "ship_fires": _ship_fires,
    "fires_from": lambda card, target, ship, noise: _ship_fires(
        ship, card, target, noise
    ),
    "fires_with": lambda target, card, ship, noise: _ship_fires(
        ship, card, target, noise
    ),
    "blast": lambda token, number: _card(t.key(token), number),
    "wing_count": _wing_count,
    "wing_named": _wing,
    "wing_numbers": _wing,
    "rule_evade": _rule("evade"),
    "rule_flux": _rule("flux"),
    "rule_defend": _rule("defend"),
    "rule_jolnar": _rule("jol-nar"),
    "rule_yssaril": _rule("yssaril"),
    "rule_pass": _rule("pass"),
    "rule_xxcha": _rule("xxcha"),
    "whenever": _whenever,
    "what": _kinds("cards"),
    "what_all": lambda *_: ("cards", ()),
    "sort": _sort,
    "of_damage": _clause("least", lambda word: int(word.rstrip("+"))),
    "of_deadly": _clause("deadly", bool),
    "at_flagship": _clause("at", lambda _: "flagship"),
    "at_ship": _clause("at", t.ship),
    "at_name": _clause("at", _same),
    "in_zone": _clause("zone", t.zone),
    "by_name": _clause("by", _same),
    "keep_number": _clause("keep", int),
    "keep_cards": _kinds("spare"),
    "when_cards": _clause("size", int),
    "until_turn": _clause("until", int),
    "until_mine": _clause("until", lambda _: -1),
    "only_once": _clause("once", lambda _: True),
    "target_ship": lambda name, ship: _target(name, ship, t.ship(ship)),
    "target_of": lambda ship, name: _target(name, ship, t.ship(ship)),
    "target_flagship": _target,
    "name": t.name,
    "card": _card,
    "item": _card,
    "kind": t.key,
    "printed": t.key,
    "held": lambda key, icons: (str(key), (icons or "").upper()),
    "hull": lambda word, number: (word.lower(), t.number(number)),
    "harm": lambda *words: words,
    "fitted": lambda *words: tuple(map(t.key_of, words)),
}
