"""What the words of an order make together.

The grammar parts a text into words of a few kinds; places and powers are looked up in
the names of the maps. A text may hold several orders. What fits no order raises
Misread, so that a sentence that names provinces is no order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pbem.kit.places import span
from pbem.protocol import Compound, Token
from pbem.rules.diplomacy.names import all_names, power_at
from pbem.rules.diplomacy.orders import Line, Named
from pbem.rules.diplomacy.phases import heading
from pbem.rules.diplomacy.reading_words import ALL_OF_A_KIND, Part, Words
from pbem.rules.diplomacy.units import Power, Verb

_OFF = frozenset({"d", "disband", "destroy", "otb", "nrp", "off"})
_ALONE = {"same": Verb.SAME, "afresh": Verb.CANCEL, "waive": Verb.WAIVE}
"""What a word says that stands alone."""
_LISTED = {"build": Verb.BUILD, "remove": Verb.REMOVE}
"""What words say before a list of units."""
_TOLD = {**_LISTED, "hold": Verb.HOLD, "disband": Verb.DISBAND}
"""What words say behind a unit, and nothing behind them."""


def part(token: Token) -> Part:
    """Return a word of an order."""
    return Part(token.type.lower(), str(token), span(token))


def order(*parts: Part) -> Line | Compound[Line]:
    """Return the order that words make, or several. Raises Misread."""
    lines = _Reader([*_meaningful(parts)]).lines()
    return lines[0] if len(lines) == 1 else Compound(lines=tuple(lines))


READERS: Mapping[str, Callable[..., Any]] = {"order": order, "part": part}


def _meaningful(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the words that say something: no small ones, no empty brackets, and not
    those that only lead to a unit: "the fleet sails from Brest to Mid"."""
    words = [one for one in parts if one.kind != "small"]
    for at, one in enumerate(words):
        around = [other.kind for other in words[max(at - 1, 0) : at + 2]]
        if ["dash", "source"] in (around[-2:], around[:2]):
            continue
        pair = [other.text for other in words[max(at - 1, 0) : at + 2]]
        opens = one.text == "(" and pair[-1] == ")"
        if not opens and not (one.text == ")" and pair[0] == "("):
            yield one


def _without_brackets(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the words of orders in brackets, a comma between two of them."""
    for before, one in zip((None, *parts), parts, strict=False):
        if one.kind != "bracket":
            yield one
        elif one.text in "([" and before and before.text in ")]":
            yield one._replace(kind="comma")


class _Reader(Words):
    """Reads orders from the words of a text, from left to right."""

    def __init__(self, parts: Sequence[Part]) -> None:
        first = next((x for x in parts if x.kind not in ("number", "dash")), None)
        #: Whether orders are in the form of DAIDE: "((FRA AMY PAR) MTO BUR)".
        self._coded = first is not None and first.text in "(["
        super().__init__([*_without_brackets(parts)] if self._coded else parts)
        self._found: list[Line] = []  #: orders that were read
        self._heading_powers: tuple[Power, ...] = ()  #: of "England: ...", if any

    def lines(self) -> list[Line]:
        """Return all orders of the text. Raises Misread."""
        self._skip_lead()
        found = self._found
        while not self._done():
            if when := self._next("phase"):
                found.append(self._heading(when))
                continue
            first = self._parts[self._at]
            new = self._order()
            last = self._parts[self._at - 1]
            place = (first.span[0], last.span[1])
            found += [replace(one, span=place) for one in new]
            if not self._done() and not self._ends(found):
                self._misread()
        if not found:
            self._misread()
        many = (Verb.ALL, Verb.REST)
        led = (
            replace(x, powers=self._heading_powers) if x.verb in many else x
            for x in found
        )
        return self._all_holding([*led])

    def _heading(self, when: Part) -> Line:
        """Return the phase that the orders below it are for."""
        if len(self._parts) == 1 or when.text.endswith(":"):
            with suppress(ValueError):
                moment = heading(when.text)
                return Line(verb=Verb.HEADING, moment=moment, span=when.span)
        self._at -= 1
        self._misread()

    def _all_holding(self, lines: Sequence[Line]) -> list[Line]:
        """Return orders; of units that are named alone, before one that holds and on
        its line, each holds, too: "Munich, Berlin and Kiel hold"."""
        breaks = [one.span[0] for one in self._parts if one.text == "\n"]
        found: list[Line] = []
        for line in reversed(lines):
            if line.verb is Verb.NAME and found and found[-1].verb is Verb.HOLD:
                between = range(line.span[1], found[-1].span[0])
                if not any(at in between for at in breaks):
                    line = replace(line, verb=Verb.HOLD)
            found.append(line)
        return found[::-1]

    def _ends(self, found: Sequence[Line]) -> bool:
        """Go over what may stand between two orders, and return whether it does.

        Behind "same orders but" and "all hold" nothing need, nor before "+ A Par".
        """
        ended = found[-1].verb in (Verb.SAME, Verb.ALL, Verb.REST)
        if ended:
            self._next("except")
        ended = ended or self._parts[self._at - 1].kind == "afresh"
        ended = ended or self._is("phase") or self._is_sign("+")
        while self._next("comma", "also") or self._bracket(")]"):
            ended = True
        return ended or self._begins()

    def _begins(self) -> bool:
        """Return whether another unit is named next, with its kind or in one word with
        its goal, "PAR-BUR", or behind one that holds: such a row needs no commas.
        Behind one in one word it may be told to support, too: else that may be of what
        is behind it."""
        before = self._at
        glued = self._at > 2 and self._glued(self._at - 2)
        holds = self._parts[self._at - 1].kind == "hold"
        unit = self._try_unit()
        known = [one.unit.areas for one in self._found if one.unit]
        named = unit is not None and unit.areas not in known
        row = glued or holds or self._glued(self._at)
        named = named and bool(row or (unit and unit.kind))
        goes = self._is("dash", "hold") or (glued and self._is("support"))
        self._at = before
        return bool(named and goes)

    def _skip_lead(self) -> None:
        """Go over a number, a dash of a list and the name of a power in front."""
        if self._is("number") and not self._is("build", "remove", "waive", ahead=1):
            self._next("number")
        if self._is("dash") and any(
            one.kind not in ("kind", "word", "slash") for one in self._parts[1:]
        ):
            self._next("dash")
        size, power = power_at(self._folded())
        builds = self._is("build", "remove", "disband", "retreat", ahead=size)
        if size and self._is("colon", ahead=size + builds):
            self._heading_powers = (power,)
            self._at += size + (not builds)

    def _order(self) -> list[Line]:
        """Return the next order, or those of several units. Raises Misread."""
        of_a_kind = self._is("kind") and self._is("hold", ahead=1)
        of_a_kind = of_a_kind and self._parts[self._at].folded in ALL_OF_A_KIND
        if of_a_kind or self._next("all"):
            return [self._every_unit()]
        if self._next("rest"):
            if not self._next("hold"):
                self._misread()
            return [Line(verb=Verb.REST)]
        if self._next("cancel"):
            return [self._cancel()]
        if self._next("takes"):
            return [Line(verb=Verb.TAKE, goals=(self._place(),))]
        if self._is("vote", "draw", "concede"):
            return [self._vote()]
        if self._is("hold") and self._is("all", "rest", ahead=1):
            self._next("hold")
            verb = Verb.ALL if self._next("all") else Verb.REST
            self._next("rest")
            return [Line(verb=verb)]
        if self._is("number") and self._is("build", "remove", "waive", ahead=1):
            self._next("number")
        size, _ = power_at(self._folded())
        if self._coded and self._is("waive", ahead=size):
            self._at += size
        if word := self._next(*_ALONE):
            return [Line(verb=_ALONE[word.kind])]
        if word := self._next(*_LISTED):
            return self._listed(_LISTED[word.kind])
        sign = self._is("dash") and not self._parts[self._at].text.strip().isalpha()
        if off := self._next("dash", "disband") if sign else self._next("disband"):
            if off.folded in _OFF and self._done():
                return [Line(verb=Verb.DISBAND)]
            return self._listed(Verb.REMOVE)
        if self._next("retreat"):
            self._next("colon")
            return [self._sent_off()]
        return self._of_units()

    def _sent_off(self) -> Line:
        """Return a retreat of the unit that is named, or of the only one there is."""
        before = self._at
        unit = self._unit()
        if self._done() or self._is("otherwise") or self._is("otherwise", ahead=1):
            self._at = before
            return self._retreat(None)
        return self._retreat(unit)

    def _cancel(self) -> Line:
        if self._next("all", "rest") or self._done():
            return Line(verb=Verb.CANCEL)
        return Line(verb=Verb.CANCEL, unit=self._unit())

    def _vote(self) -> Line:
        """Return a vote: "vote draw", "vote concede Turkey", "vote no"."""
        called = self._next("vote")
        self._next("colon")
        if called and self._next("against"):
            return Line(verb=Verb.AGAINST)
        if self._next("draw"):
            self._next("colon")
            return Line(verb=Verb.DRAW, powers=self._powers() or self._letters())
        if self._next("concede"):
            powers = self._powers()
            if len(powers) == 1:
                return Line(verb=Verb.CONCEDE, powers=powers)
        self._misread()

    def _powers(self) -> tuple[Power, ...]:
        """Return the powers that are named next, with commas or "and" between."""
        found: list[Power] = []
        before = self._at
        while (named := power_at(self._folded()))[0]:
            self._at += named[0]
            found.append(named[1])
            before = self._at
            while self._next("comma", "also"):
                pass
        self._at = before
        return tuple(dict.fromkeys(found))

    def _letters(self) -> tuple[Power, ...]:
        """Return the letters of powers that are named next, as one word; the map says
        which powers they are."""
        known, (word, *_) = all_names().letters, (*self._folded(), "")
        if len(word) < 2 or not known.issuperset(word):
            return ()
        self._at += 1
        return (word.upper(),)

    def _listed(self, verb: Verb) -> list[Line]:
        """Return the same order for each unit of a list: "2 builds: F Bre, A Mar"."""
        if self._is("number") and self._is("colon", ahead=1):
            self._next("number")
        self._next("colon")
        found = [self._wished(verb)]
        while self._is("comma", "also") and self._names_unit():
            self._next("comma", "also")
            found.append(self._wished(verb))
        return found

    def _wished(self, verb: Verb) -> Line:
        """Return a build or removal: "A Par", or "A Par, else A Mar"."""
        unit = self._unit()
        return Line(verb=verb, unit=unit, goals=self._wishes())

    def _names_wish(self) -> bool:
        """Return whether behind a comma stands a place alone, or "off"."""
        before = self._at
        alone = self._next("comma") is not None and not self._is("kind")
        alone = alone and bool(self._next("disband") or self._try_place())
        alone = alone and (self._done() or self._is("comma", "otherwise"))
        self._at = before
        return alone

    def _names_unit(self) -> bool:
        """Return whether behind a comma a unit is named, and nothing behind it."""
        before = self._at
        self._next("comma", "also")
        named = not self._done() and self._try_unit() is not None
        named = named and (self._done() or self._is("comma", "also", "otherwise"))
        self._at = before
        return named

    def _of_units(self) -> list[Line]:
        """Return what one unit is told, or each of "A Mun and A Ruh"."""
        units = [self._by_kind() or self._unit()]
        while self._is("also"):
            before = self._at
            self._next("also")
            other = self._try_unit()
            if other is None or self._done() or self._is("comma", "also"):
                self._at = before
                break
            units.append(other)
        line = self._order_of(units[0])
        each = [replace(line, unit=unit) for unit in units]
        return [*each, *self._helpers(line)] if len(each) == 1 else each

    def _helpers(self, line: Line) -> Iterator[Line]:
        """Yield the supports of one that goes or holds "with support from Mar and
        Gas"."""
        if line.verb not in (Verb.MOVE, Verb.HOLD):
            return
        opened = self._bracket("(") or self._next("comma")
        if not self._next("aided"):
            self._at -= bool(opened)
            return
        unit: Named | None = self._unit()
        while unit is not None:
            source, goals = line.unit, line.goals
            yield Line(verb=Verb.SUPPORT, unit=unit, source=source, goals=goals)
            before = self._at
            unit = self._try_unit() if self._next("also") else None
            if unit is None or not (self._done() or self._is("comma", "also")):
                self._at, unit = before, None
        if opened:
            self._bracket(")")

    def _order_of(self, unit: Named) -> Line:
        """Return what a unit is told by the words behind its name."""
        self._next("colon")
        if word := self._next(*_TOLD):
            return Line(verb=_TOLD[word.kind], unit=unit)
        if self._next("support"):
            return self._support(unit)
        if self._is("backing"):
            return self._backing(unit)
        if self._next("convoy"):
            return self._convoy(unit)
        if self._next("retreat"):
            return self._retreat(unit)
        to = self._next("dash", "slash")
        if to is None and (self._done() or self._is("comma", "also", "bracket")):
            return Line(verb=Verb.NAME, unit=unit)
        return self._move(unit, to)

    def _move(self, unit: Named, to: Part | None) -> Line:
        carried = self._coded and to is not None and to.folded.startswith("cto")
        goals = [self._place()]
        while self._next("dash"):
            if goals[-1].typo:  # no place on the way, but a word: "Mar wanders to Spa"
                self._misread()
            goals.append(self._place())
        by_sea = self._via()
        if self._next("instead"):
            self._try_place()
        more = self._wishes()
        if more:
            wishes = (goals[-1], *more)
            return Line(verb=Verb.RETREAT, unit=unit, goals=wishes)
        through = len(goals) > 1
        return Line(
            verb=Verb.MOVE,
            unit=unit,
            goals=(goals[-1],),
            by_sea=by_sea or through or carried,
            through=through,
        )

    def _via(self) -> bool:
        """Go over "via convoy" or "via Nth", and return whether it was there."""
        opened = self._bracket("(")
        if not self._next("via"):
            self._at -= bool(opened)
            return False
        while not self._done() and self._try_place() is not None:
            self._next("dash")
        if opened:
            self._bracket(")")
        return True

    def _support(self, unit: Named) -> Line:
        if self._next("itself"):
            return Line(verb=Verb.SUPPORT, unit=unit)
        if self._next("hold"):  # "support hold to Mar"
            self._next("dash")
            return Line(verb=Verb.SUPPORT, unit=unit, source=self._unit())
        source, goal = self._other()
        moves = goal is None and not self._next("hold")
        if moves and (self._next("dash") or self._last_word()):
            goal = self._place()
        self._next("hold")
        self._via()
        goals = () if goal is None else (goal,)
        return Line(verb=Verb.SUPPORT, unit=unit, source=source, goals=goals)

    def _backing(self, unit: Named) -> Line:
        """Return a support of what the last unit does, or how it is carried: "A Mar
        supports that", "Nth convoys it"."""
        carries = self._parts[self._at].folded.startswith("c")
        plain = (Verb.MOVE,) if carries else (Verb.MOVE, Verb.HOLD)
        last = next((one for one in self._found[::-1] if one.verb in plain), None)
        if last is None:
            self._misread()
        self._next("backing")
        verb = Verb.CONVOY if carries else Verb.SUPPORT
        return Line(verb=verb, unit=unit, source=last.unit, goals=last.goals)

    def _last_word(self) -> bool:
        """Return whether one more word ends an order: "A Mar S A Par Bur"."""
        ends = self._at + 1 == len(self._parts) or self._is("comma", "also", ahead=1)
        return self._is("word") and ends

    def _other(self) -> tuple[Named, Named | None]:
        """Return a unit that is helped, and where it goes in "move to Gal from Vie"."""
        if self._is("dash"):
            self._next("dash")
            goal = self._place()
            if not self._next("source"):
                self._misread()
            return self._unit(), goal
        found = self._unit()
        if self._next("source"):
            return self._unit(), found
        return found, None

    def _convoy(self, unit: Named) -> Line:
        before = self._at
        if self._next("dash"):  # "Lon convoys to Bel via Nth" says how an army goes
            place = self._place()
            if not self._is("source"):
                self._via()
                return Line(verb=Verb.CONVOY, unit=unit, source=place)
            self._at = before
        source, goal = self._other()
        if goal is None and self._next("dash"):
            goal = self._place()
        while self._next("dash"):
            goal = self._place()
        goals = () if goal is None else (goal,)
        return Line(verb=Verb.CONVOY, unit=unit, source=source, goals=goals)

    def _retreat(self, unit: Named | None) -> Line:
        self._next("dash")
        goals = (self._place(), *self._wishes(commas=True))
        return Line(verb=Verb.RETREAT, unit=unit, goals=goals)

    def _wishes(self, *, commas: bool = False) -> tuple[Named, ...]:
        """Return the places or units behind "else", or behind commas; the last may be
        "off", or "waive"."""
        found: list[Named] = []
        while (
            self._is("otherwise")
            or (self._is("comma") and self._is("otherwise", ahead=1))
            or (commas and self._names_wish())
        ):
            self._next("comma")
            self._next("otherwise")
            if off := self._next("disband", "waive"):
                text = "waive" if off.kind == "waive" else "off"
                found.append(Named((), text=text, span=off.span))
            else:
                found.append(self._unit())
        return tuple(found)
