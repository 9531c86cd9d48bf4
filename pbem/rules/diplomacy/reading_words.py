"""The words of an order, and the places and units that they name.

The grammar parts a text into words of a few kinds; places and powers are looked up in
the names of the maps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, NoReturn

from pbem.kit.maps import words
from pbem.kit.places import Span
from pbem.protocol import Fault, Misread
from pbem.rules.diplomacy.names import coast_at, place_at, power_at
from pbem.rules.diplomacy.orders import Line, Named
from pbem.rules.diplomacy.units import Verb

ALL_OF_A_KIND = {"armies": "A", "fleets": "F"}
_BY_KIND = ("army", "fleet")  #: of which somebody may have only one


class Part(NamedTuple):
    """A word of an order: its kind, which is its rule in the grammar, and its text."""

    kind: str
    text: str
    span: Span

    @property
    def folded(self) -> str:
        """The text as names are looked up, in small letters without accents."""
        return "".join(words(self.text)) or self.text


class Words:
    """The words of a text, gone over from left to right."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts, self._at = parts, 0

    def _next(self, *kinds: str) -> Part | None:
        """Return the next word and go on, where it is of one of these kinds."""
        if self._at < len(self._parts) and self._parts[self._at].kind in kinds:
            self._at += 1
            return self._parts[self._at - 1]
        return None

    def _is(self, *kinds: str, ahead: int = 0) -> bool:
        at = self._at + ahead
        return at < len(self._parts) and self._parts[at].kind in kinds

    def _is_sign(self, sign: str) -> bool:
        return not self._done() and self._parts[self._at].text == sign

    def _done(self) -> bool:
        return self._at >= len(self._parts)

    def _folded(self) -> list[str]:
        return [one.folded for one in self._parts[self._at :]]

    def _misread(self) -> NoReturn:
        """Raise Misread at the next word."""
        if self._done():
            end = self._parts[-1].span[1] if self._parts else 0
            raise Misread(Fault("invalid.unfinished", (end, end + 1)))
        part = self._parts[self._at]
        raise Misread(Fault("invalid.notation", part.span, {"found": part.text}))

    def _bracket(self, signs: str) -> Part | None:
        if self._is("bracket") and self._parts[self._at].text in signs:
            return self._next("bracket")
        return None

    def _try_place(self) -> Named | None:
        """Return the place that is named next, None for none."""
        found = place_at(self._folded())
        if found is None or self._done():
            return None
        first = self._parts[self._at]
        if found.typo and first.kind not in ("word", "kind"):
            return None  # "hold" is no slip for "Hol"
        self._at += found.size
        text = " ".join(
            one.text for one in self._parts[self._at - found.size : self._at]
        )
        coast = found.coast or self._coast()
        last = self._parts[self._at - 1]
        place = (first.span[0], last.span[1])
        return Named(found.areas, coast, "", found.typo, text, place)

    def _coast(self) -> str:
        """Return the coast that is named next, with or without signs around it."""
        before = self._at
        sign = self._next("slash", "dash") or self._bracket("(")
        found = coast_at(self._folded(), alone=sign is None)
        if found and sign and sign.kind == "dash":  # "Lon - North Sea"
            place = place_at(self._folded())
            found = found if place is None or place.size < found.size else None
        if found is None:
            self._at = before
            return ""
        self._at += found.size
        if sign is not None and sign.kind == "bracket":
            self._bracket(")")
        return found.found[0]

    def _place(self) -> Named:
        found = self._try_place()
        if found is None:
            self._misread()
        return found

    def _try_unit(self) -> Named | None:
        """Return the unit that is named next, None for none."""
        before = self._at
        size, _ = power_at(self._folded())
        follows = ("kind", "word") if size else ()
        if size and self._is(*follows, ahead=size):
            self._at += size
        kind = self._next("kind")
        found = self._try_place()
        if found is None:
            self._at = before
            return None
        letter = "" if kind is None else "A" if kind.folded[0] in "ac" else "F"
        if kind is None:
            return found
        return replace(found, kind=letter, span=(kind.span[0], found.span[1]))

    def _by_kind(self) -> Named | None:
        """Return the unit that is called by its kind alone and ordered something: "the
        fleet goes to Nth"; None for none."""
        told = self._is("dash", "hold", "support", "backing", "convoy", ahead=1)
        kind = self._next("kind") if told else None
        if kind is None or kind.folded not in _BY_KIND:
            self._at -= kind is not None
            return None
        letter = kind.folded[0].upper()
        return Named((), kind=letter, text=kind.text, span=kind.span)

    def _unit(self) -> Named:
        found = self._try_unit()
        if found is None:
            self._misread()
        return found

    def _every_unit(self) -> Line:
        """Return that every unit holds, or every one of a kind: "armies hold"."""
        kind = self._next("kind")
        named = kind is None or kind.folded in ALL_OF_A_KIND
        if not (named and self._next("hold")):
            self._misread()
        if kind is None:
            return Line(verb=Verb.ALL)
        letter = ALL_OF_A_KIND[kind.folded]
        unit = Named((), kind=letter, text=kind.text, span=kind.span)
        return Line(verb=Verb.ALL, unit=unit)

    def _glued(self, at: int) -> bool:
        """Return whether a dash stands here with no blanks around it."""
        if not 0 < at < len(self._parts) - 1 or self._parts[at].kind != "dash":
            return False
        before, dash, behind = self._parts[at - 1 : at + 2]
        return (before.span[1], dash.span[1]) == (dash.span[0], behind.span[0])
