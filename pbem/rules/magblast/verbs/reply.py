"""What may be said to a card on its way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pbem.protocol import Fault
from pbem.rules.magblast.cards import EVADABLE, SQUADRONS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.icons import icons, pairs, spared
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.limits import at_ship, power
from pbem.rules.magblast.orders.parts import Item, Wing
from pbem.rules.magblast.state import Played, State
from pbem.rules.magblast.verbs.line import Line, Readers, cards_preview


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction(Line):
    """A reaction to a card that somebody played; `find` returns the card it plays."""

    #: Number of the standing order that says it; 0: the player says it.
    rule: int = field(default=0, compare=False)

    def position(self, state: State, me: int) -> State:
        if not state.stack:
            Line.position(self, state, me)
            if state.drawn is not None:
                raise Illegal("place-one", count=len(state.drawn.ships))
            raise Illegal("nothing-asked")
        if self.when is not None:
            raise Illegal("answer-when")
        return state

    def preview(self, state: State, me: int, found: Played | None) -> dict[str, Any]:
        given = {"what": state.title(state.stack[-1].key)}
        return given | (cards_preview(state, me, found.cards) if found else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Reaction):
    """No objection; `all`: nor to anything else until this turn is over."""

    all: bool = False
    spelt: ClassVar[str] = "pass <all>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Pass]:
        return [cls(), cls(all=True)]

    def preview(self, state: State, me: int, found: Played | None) -> dict[str, Any]:
        kind = "pass-all" if self.all else "pass"
        return {**Reaction.preview(self, state, me, found), "kind": kind}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Reaction):
    """A Temporal Flux or Evasive Action against the last card."""

    key: str
    number: int = 0
    spelt: ClassVar[str] = "<called> <number>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Counter]:
        return [cls(key=state.held(me, number), number=number)]

    @property
    def called(self) -> str:
        """The card's name in notation."""
        return "evade" if self.key == "evasive" else self.key

    def find(self, state: State, me: int) -> Played:
        card, top = references.card(state, me, self.key, self.number), state.stack[-1]
        if self.key == "evasive":
            if top.key not in EVADABLE:
                raise Illegal("not-evasive", card=state.title(top.key))
            _mine(state, me)  # a Direct Hit at another's target neither (B44)
        return Played(me, self.key, (card,))

    def preview(self, state: State, me: int, found: Played | None) -> dict[str, Any]:
        return {**Reaction.preview(self, state, me, found), "kind": self.key}


@dataclass(frozen=True, slots=True, kw_only=True)
class Defend(Reaction):
    """Fighters against attacking squadrons."""

    wing: Wing = field(default_factory=lambda: Wing("fighter"))
    spelt: ClassVar[str] = "defend with <wing>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[Defend]:
        """Return one fighter, two, and so on."""
        fighters = sum(state.key(c) == "fighter" for c in state.fleets[me].cards)
        return [cls(wing=Wing("fighter", count)) for count in range(1, fighters + 1)]

    def find(self, state: State, me: int) -> Played:
        top = state.stack[-1]
        card = state.title(top.key)
        key, cards = references.wing(state, me, self.wing)
        if key != "fighter":
            raise Illegal("only-fighters", self.wing)
        if top.key not in SQUADRONS:
            raise Illegal("no-squadron", card=card)
        _mine(state, me)
        if why := targeting.no_defence(state, me):
            raise Illegal(why)
        if len(cards) > len(top.cards):
            raise Illegal("many-fighters", self.wing, count=len(top.cards), card=card)
        return Played(me, "defend", cards)


def _mine(state: State, me: int) -> None:
    """Raise Illegal unless the last card is aimed at a fleet."""
    top = state.stack[-1]
    if top.target is None or top.target.fleet != me:
        raise Illegal("not-mine", card=state.title(top.key))


@dataclass(frozen=True, slots=True, kw_only=True)
class JolNar(Reaction):
    """Jol-Nar's power: two resources cancel a blast on a ship."""

    cards: tuple[Item, ...]
    spelt: ClassVar[str] = "jol-nar <cards>"

    @classmethod
    def candidates(cls, state: State, me: int, number: int = 0) -> list[JolNar]:
        """Return what two icons can be paid with."""
        hand, choices = state.fleets[me].hand, pairs(state, state.fleets[me].cards)
        items = [[Item("", hand.index(c) + 1) for c in choice] for choice in choices]
        return [cls(cards=tuple(cards)) for cards in items]

    def find(self, state: State, me: int) -> Played:
        power(state, me, "jol-nar")
        cards = references.items(state, me, self.cards)
        _my_ship(state, me)
        shown = icons(state, cards)
        if len(shown) < 2:  # what is more, is lost (B23)
            raise Illegal("two-icons", icons=" ".join(shown))
        return Played(me, "jol-nar", cards)

    def warnings(self, state: State, me: int, found: Played) -> Iterable[Fault]:
        """Return a card that need not be given up."""
        card = spared(state, found.cards, lambda rest: len(rest) >= 2)
        if card is not None:
            given = {"card": state.action(card).title}
            yield Fault("doubtful.jol-nar", given=given)


def _my_ship(state: State, me: int) -> None:
    """Raise Illegal unless the last card is a blast at a ship of a fleet."""
    if not at_ship(me, state.stack[-1]):
        raise Illegal("not-my-ship", card=state.title(state.stack[-1].key))


@dataclass(frozen=True, slots=True, kw_only=True)
class Yssaril(Reaction):
    """Yssaril's power: a blast on a ship is evaded."""

    spelt: ClassVar[str] = "yssaril"

    def find(self, state: State, me: int) -> Played:
        power(state, me, "yssaril")
        _my_ship(state, me)
        return Played(me, "yssaril", ())


READERS: Readers = {"jolnar": lambda _, *cards: JolNar(cards=cards)}
