"""A standing order tried on the present position, at receipt.

Everything that an opponent's ships could do now is held against the order,
whatever cards the opponents really have: so nothing is given away (B25).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.protocol import Event
from pbem.rules.magblast.cards import BLASTS, KINDS, SQUADRONS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.icons import pairs
from pbem.rules.magblast.events.explanations import Tried, TriedCalm, TriedNever
from pbem.rules.magblast.fleet import BERTHS, ZONES
from pbem.rules.magblast.orders.parts import Rule, is_place
from pbem.rules.magblast.standing.answers import KIND_OF, answer, is_named, unmet
from pbem.rules.magblast.state import (
    FLAGSHIP,
    Played,
    State,
    Target,
    berth_name,
)

_ATTACKS = (*BLASTS, *SQUADRONS)
#: Reasons, the farthest from acting first; the nearest is shown.
_NEARNESS = ("card", "attacker", "target", "zone", "damage", "deadly", "keep",
             "mined", "no-carrier", "used-up", "no-card", "no-icons")  # fmt: skip


def try_standing(state: State, me: int, rule: Rule) -> tuple[Event, ...]:
    """Return when a standing order would act now and when it would not."""
    if why := never(state, me, rule):
        return (TriedNever(why=why),)
    if rule.verb == "xxcha":
        count = len(state.fleets[references.seat(state, rule.victim)].cards)
        why = "" if count >= max(1, rule.size) else "size"
        return (Tried(card="", why=why, by=(rule.victim,)),)
    tried = (_against(state, me, rule, key) for key in _keys(state, rule))
    return tuple(filter(None, tried)) or (TriedCalm(),)


def _keys(state: State, rule: Rule) -> tuple[str, ...]:
    """Return the sorts of cards that are worth a line."""
    have = [key for key in KINDS if key in state.box.titles]
    if rule.verb not in ("flux", "pass"):
        attacks = set(KIND_OF[rule.verb].answers) & set(_ATTACKS)
        return tuple(key for key in have if key in attacks)
    named = (key for key in have if any(is_named(key, word) for word in rule.cards))
    return tuple(named) or _ATTACKS


def _threats(state: State, me: int, key: str) -> Iterator[Played]:
    """Yield what opponents could play now, with any card of this sort."""
    card = next(i for i, c in enumerate(state.box.actions) if c.key == key)
    for by in state.clockwise(me):
        if key not in _ATTACKS:
            yield Played(by, key, (card,), target=Target(me, FLAGSHIP))
            continue
        if me not in state.neighbours(by):
            continue
        fresh = _rested(state, by)
        marks = [Target(me, FLAGSHIP)]
        marks += [Target(me, berth) for berth, _ in state.fleets[me].berthed()]
        for target in marks:
            for berth, _ in state.fleets[by].berthed():
                if not targeting.no_attack(fresh, by, berth, key, target):
                    yield Played(by, key, (card,), berth, target, noise="!")


def _rested(state: State, by: int) -> State:
    """Return the state with a fleet's ships ready to fire, as in its next turn."""
    fleet = state.fleets[by]
    ships = tuple(
        ship and replace(ship, fired=0, boarded=False) for ship in fleet.ships
    )
    return state.with_fleet(by, replace(fleet, ships=ships))


def _against(state: State, me: int, rule: Rule, key: str) -> Event | None:
    """Return how a rule fares against one sort of card; None: none can come now."""
    acts: dict[str, None] = {}
    by: dict[str, None] = {}
    reasons: list[str] = []
    for threat in _threats(state, me, key):
        assert threat.target is not None
        name = berth_name(threat.target.berth) or "flagship"
        why = unmet(state, me, rule, threat)
        if not why and answer(replace(state, stack=(threat,)), me, rule) is None:
            why = _missing(state, me, rule)
        if why:
            reasons.append(why)
        else:
            acts[name if key in _ATTACKS else ""] = None
            by[state.fleets[threat.by].seat] = None
    card = state.title(key)
    if acts:
        return Tried(card=card, why="", at=tuple(filter(None, acts)), by=tuple(by))
    if reasons:
        worst = max(set(reasons), key=lambda why: (_NEARNESS.index(why), why))
        return Tried(card=card, why=worst)
    return None


def _missing(state: State, me: int, rule: Rule) -> str:
    """Return what a rule lacks whose conditions are met."""
    if rule.verb == "yssaril":
        return "used-up"
    if rule.verb == "defend" and (why := targeting.no_defence(state, me)):
        return why
    mine = state.fleets[me].cards
    if spends := KIND_OF[rule.verb].spends:
        have = any(state.key(card) == spends for card in mine)
        return "keep" if have else "no-card"
    return "keep" if pairs(state, mine) else "no-icons"


def never(state: State, me: int, rule: Rule) -> str:
    """Return why a standing order can never act; empty if it may some day."""
    verb, words = rule.verb, rule.cards
    mine = state.fleets[me].seat
    if verb in ("jol-nar", "yssaril", "xxcha") and state.power(me) != verb:
        return "power"
    if 0 < rule.until < state.turn:
        return "past"
    if mine in (rule.by, rule.victim):
        return "self"
    keys = [k for k in KINDS if not words or any(is_named(k, word) for word in words)]
    keys = [key for key in keys if key in KIND_OF[verb].answers]
    if not keys:
        return "card"
    if verb in ("jol-nar", "yssaril") and rule.at == "flagship":
        return "ship-only"
    theirs = {fleet.seat for fleet in state.fleets} - {mine}
    if verb not in ("flux", "pass", "xxcha") and rule.at in theirs:
        return "theirs"
    printed = [card for card in state.box.actions if card.key in keys]
    squadrons = sum(card.damage for card in printed if card.kind == "squadron")
    blast = max((card.damage for card in printed if card.kind == "blast"), default=0)
    if rule.least > max(blast, squadrons):
        return "damage"
    if is_place(rule.at) and rule.at[0] == "C" and verb != "flux":
        return ""
    home = ZONES[BERTHS.index(rule.at) // 3] if rule.at in BERTHS else rule.zone
    if rule.zone and home != rule.zone:
        return "zone"
    spends = KIND_OF[verb].spends
    copies = sum(card.key == spends for card in state.box.actions)
    return "keep" if spends and rule.keep >= copies else ""
