"""Tokens to orders: one function for each rule of the grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.protocol import Token
from pbem.rules.magblast.orders import orders as o

ZONES = {"y": "yellow", "g": "green", "r": "red", "b": "blue"}
_KEYS = (
    (r"laser", "laser"),
    (r"beam", "beam"),
    (r"mag", "mag"),
    (r"fighter", "fighter"),
    (r"bomber", "bomber"),
    (r"direct", "direct-hit"),
    (r"catastrophic", "catastrophic"),
    (r"boarding", "boarding"),
    (r"bridge", "bridge-hit"),
    (r"mine", "minefield"),
    (r"asteroid", "asteroids"),
    (r"reinforce", "reinforcements"),
    (r"(space[ \t-]*)?dock", "spacedock"),
    (r".*allocation", "allocation"),
    (r".*flux", "flux"),
    (r"eva", "evasive"),
    (r"long", "long-range"),
    (r"emp", "emp"),
    (r"secondary", "secondary"),
    (r".*turret", "turret"),
    (r".*bay", "bay"),
    (r"security", "security"),
)


def key_of(word: str) -> str:
    """The key of the card that a word names.

    >>> key_of("Mag-Blast"), key_of("fighters"), key_of("point defence turret")
    ('mag', 'fighter', 'turret')
    """
    return next(key for shape, key in _KEYS if re.match(shape, word, re.IGNORECASE))


def _said(text: str, first: Token, last: Token | None = None) -> Token:
    token = Token(text)
    token.start_pos = first.start_pos
    token.end_pos = (last or first).end_pos
    return token


def _ship(token: Token) -> Token:
    return _said(token[0].upper() + token[-1], token)


def _zone(token: Any) -> str:
    return "" if token is None else _said(ZONES[token[0].lower()], token)


def _int(token: Token | None) -> int:
    return 0 if token is None else int(token)


def _span(first: Token, last: Token) -> tuple[int, int]:
    return first.start_pos, last.end_pos


_QUOTES = "\"“”„«»‘'"


def _name(*words: Token) -> Token:
    text = " ".join(words)
    if text[0] in _QUOTES and len(text) > 1:
        return _said(text[1:-1].strip(), words[0])
    plain = re.sub(r"['’]s$", "", text.rstrip(".") or text)
    return _said(plain, words[0], words[-1])


def _key(token: Token) -> Token:
    return _said(key_of(token), token)


def _card(key: Token | None, number: Token | None = None) -> o.Item:
    tokens = [token for token in (key, number) if token is not None]
    if key is not None and number is None and key.isdecimal():
        key, number = None, key
    return o.Item(str(key or ""), _int(number), _span(tokens[0], tokens[-1]))


def _blast(token: Token, number: Token | None) -> o.Item:
    return _card(_key(token), number)


def _wing_count(number: Token, flyer: Token) -> o.Wing:
    return o.Wing(key_of(flyer), int(number), (), _span(number, flyer))


def _wing_named(flyer: Token, *numbers: Token) -> o.Wing:
    span = _span(flyer, numbers[-1] if numbers else flyer)
    count = len(numbers) or 1
    return o.Wing(key_of(flyer), count, tuple(map(int, numbers)), span)


def _wing_numbers(*numbers: Token) -> o.Wing:
    count = tuple(map(int, numbers))
    return o.Wing("", len(count), count, _span(numbers[0], numbers[-1]))


def _target_ship(name: Token | None, ship: Token) -> o.Aim:
    return o.Aim(name or "", _ship(ship), _span(name or ship, ship))


def _target_flagship(name: Token | None, flag: Token) -> o.Aim:
    return o.Aim(name or "", "", _span(name or flag, flag))


def _order(when: o.When | None, order: o.Line) -> o.Line:
    return replace(order, when=when) if when else order


_STATES = {"stands": "stands", "there": "stands", "gone": "gone", "destroyed": "gone"}
_WENT = {"h": "hit", "m": "missed", "d": "destroyed"}


def _place_ships(*ships: Token) -> o.Place:
    pairs = ((_said(token[-1], token), _zone(token)) for token in ships)
    return o.Place(ships=tuple(pairs))


def _place_things(*words: Token) -> o.Place:
    pairs = zip(words[::2], words[1::2], strict=True)
    return o.Place(
        ships=tuple((_said(thing.lower(), thing), _zone(z)) for thing, z in pairs)
    )


def _resources(*parts: Any) -> o.Resources:
    cards = tuple(part for part in parts if isinstance(part, o.Item))
    zones = tuple(_zone(part) for part in parts if isinstance(part, str))
    return o.Resources(cards=cards, zones=zones)


def _quoted(token: Token | None) -> str:
    return "" if token is None else token[1:-1].replace('"', "'").strip()


def _fire(
    card: o.Item, ship: Token | None, aim: o.Aim | None, noise: Token | None
) -> o.Fire:
    ship = None if ship is None else _ship(ship)
    return o.Fire(card=card, ship=ship or "", aim=aim, noise=_quoted(noise))


def _launch(wing: o.Wing, ship: Token | None, aim: o.Aim | None) -> o.Launch:
    return o.Launch(wing=wing, ship="" if ship is None else _ship(ship), aim=aim)


def _upgrade(*parts: Any) -> o.Upgrade:
    ship, card = parts if not isinstance(parts[0], o.Item) else parts[::-1]
    return o.Upgrade(ship=_ship(ship), card=card)


def _field(card: Token, number: Token | None, name: Token) -> o.Field:
    return o.Field(key=key_of(card), number=_int(number), seat=name)


def _spacedock(
    _: Token, number: Token | None, ship: Token, *blasts: o.Item
) -> o.Spacedock:
    names = tuple(blast.key for blast in blasts)
    return o.Spacedock(number=_int(number), ship=_ship(ship), blasts=names)


def _play(card: Token, number: Token | None) -> o.Play:
    return o.Play(key=key_of(card), number=_int(number))


def _counter(card: Token, number: Token | None) -> o.Counter:
    return o.Counter(key=key_of(card), number=_int(number))


def _naalu(_: Token, ship: Token, name: Token | None, target: Token) -> o.Naalu:
    return o.Naalu(ship=_ship(ship), seat=name or "", target=_ship(target))


# Standing orders: clauses are pairs of a field of Rule and its value.


def _ruled(verb: str) -> Callable[..., o.Rule]:
    def rule(*parts: Any) -> o.Rule:
        found: dict[str, Any] = {}
        named = verb not in ("defend", "pass")  # a terminal of its own
        for part in parts[1:] if named else parts:
            if isinstance(part, str) and verb == "defend":
                found["count"] = int(part)
            elif isinstance(part, str):
                found["victim"] = part
            elif part is not None and found.setdefault(*part) != part[1]:
                found["twice"] = part[0]
        return o.Rule(verb, **found)

    return rule


_CLASSES = {"b": "blast", "s": "squadron", "c": "critical", "u": "upgrade",
            "a": "attack"}  # fmt: skip


def _sort(word: Token) -> str:
    return word if word in _KNOWN else _CLASSES[word[0].lower()]


_KNOWN = frozenset(key for _, key in _KEYS)


def _kinds(field: str) -> Callable[..., tuple[str, tuple[str, ...]]]:
    return lambda *words: (field, tuple(str(word) for word in words))


def _clause(field: str, value: Callable[[Any], Any]) -> Callable[..., tuple[str, Any]]:
    return lambda *words: (field, value(*words[-1:]) if words else value(None))


def _one(order: Any) -> Any:
    return order


# The lines of a position.


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a position: whose, which kind, and the rest as it was read."""

    owner: str
    kind: str
    given: tuple[Any, ...] = ()


def _fact(kind: str) -> Callable[..., Fact]:
    return lambda *parts: Fact("", kind, parts)


def _owned(owner: Token, fact: Fact) -> Fact:
    return Fact(" ".join(owner[:-1].split()), fact.kind, fact.given)


def _list(*parts: Any) -> tuple[Any, ...]:
    return parts


READERS: Mapping[str, Callable[..., Any]] = {
    "order": _order,
    "when_last": lambda word: o.When(_WENT[word.split()[-1][0].lower()]),
    "when_then": lambda _: o.When("then"),
    "when_ship": lambda name, ship, state: o.When(
        _STATES[state.split()[-1].lower()], name or "", _ship(ship)
    ),
    "when_zone": lambda name, zone: o.When("empty", name or "", _zone(zone)),
    "place_dealt": lambda: o.Place(),
    "place_things": _place_things,
    "place_ships": _place_ships,
    "place_zone": lambda zone: o.Place(ships=(("", _zone(zone)),)),
    "thing": _one,
    "discard": lambda *cards: o.Discard(cards=cards),
    "discard_none": lambda: o.Draw(),
    "draw": lambda number: o.Draw(count=None if number is None else int(number)),
    "resources": _resources,
    "reinforce": lambda _, number, zone: o.Reinforce(
        number=_int(number), zone=_zone(zone)
    ),
    "move": lambda *steps: o.Move(moves=steps),
    "step": lambda ship, zone: (_ship(ship), _zone(zone)),
    "fire": _fire,
    "blast": _blast,
    "launch": _launch,
    "wing_count": _wing_count,
    "wing_named": _wing_named,
    "wing_numbers": _wing_numbers,
    "upgrade": _upgrade,
    "minefield": _field,
    "asteroids": _field,
    "spacedock": _spacedock,
    "allocation": _play,
    "direct": _play,
    "catastrophic": _play,
    "bridge": _play,
    "boarding": lambda _, number, zone: o.Boarding(
        number=_int(number), zone=_zone(zone)
    ),
    "sol": lambda _, zone: o.Sol(zone=_zone(zone)),
    "naalu": _naalu,
    "mentak": lambda _, zone: o.Mentak(zone=_zone(zone)),
    "end": lambda: o.End(),
    "pass": lambda word: o.Pass(all=word is not None),
    "flux": _counter,
    "evade": _counter,
    "defend": lambda wing: o.Defend(wing=wing or o.Wing("fighter")),
    "jolnar": lambda _, *cards: o.JolNar(cards=cards),
    "yssaril": lambda _: o.Yssaril(),
    "standing": lambda number, rule: o.Standing(number=_int(number), rule=rule),
    "rule_evade": _ruled("evade"),
    "rule_flux": _ruled("flux"),
    "rule_defend": _ruled("defend"),
    "rule_jolnar": _ruled("jol-nar"),
    "rule_yssaril": _ruled("yssaril"),
    "rule_pass": _ruled("pass"),
    "rule_xxcha": _ruled("xxcha"),
    "what": _kinds("cards"),
    "what_all": lambda *_: ("cards", ()),
    "sort": _sort,
    "of_damage": _clause("least", int),
    "of_deadly": _clause("deadly", bool),
    "at_flagship": _clause("at", lambda _: "flagship"),
    "at_ship": _clause("at", _ship),
    "at_name": _clause("at", _one),
    "in_zone": _clause("zone", _zone),
    "by_name": _clause("by", _one),
    "keep_number": _clause("keep", int),
    "keep_cards": _kinds("spare"),
    "when_cards": _clause("size", int),
    "until_turn": _clause("until", int),
    "until_mine": _clause("until", lambda _: -1),
    "only_once": _clause("once", lambda _: True),
    "cancel": lambda word: o.Cancel(number=int(word) if word.isdecimal() else 0),
    "xxcha": lambda _, name: o.Xxcha(seat=name),
    "vote": lambda name: o.Vote(seat=name),
    "resign": lambda _: o.Resign(),
    "target_ship": _target_ship,
    "target_flagship": _target_flagship,
    "name": _name,
    "card": _card,
    "item": _card,
    "kind": _key,
    "printed": _key,
    "position": _owned,
    "set_deck": lambda _, *held: Fact("deck", "deck", held),
    "set_only": lambda _, *held: Fact("deck", "only", held),
    "set_yard": lambda _, *hulls: Fact("shipyard", "yard", hulls),
    "set_turn": lambda _, *parts: Fact("turn", "turn", parts),
    "has_flagship": _fact("flagship"),
    "has_ship": _fact("ship"),
    "has_hand": _fact("hand"),
    "has_field": _fact("field"),
    "has_left": _fact("out"),
    "held": lambda key, icons: (str(key), (icons or "").upper()),
    "hull": lambda word, number: (word.lower(), _int(number)),
    "harm": _list,
    "fitted": lambda *words: tuple(map(key_of, words)),
}
