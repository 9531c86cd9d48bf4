"""One text of a post, a line or what is bold in it: an order, a question or talk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.forum.markup.lines import BULLET
from pbem.forum.scan.questions import FOR, Question
from pbem.games import Game
from pbem.language import labels
from pbem.language.changes import Plays, Reading
from pbem.language.folding import TURNS
from pbem.language.lines import DASHES, draws, only_dashed, plainly, understood
from pbem.language.others import advises, of_another, relayed
from pbem.language.understand import Understanding, Understood
from pbem.lookalikes import UNSEEN, skeleton, strange
from pbem.notation import NotUnderstood
from pbem.protocol import FAILED

_NAMED = re.compile(
    r"(?:for |on behalf of )?(?P<name>[^:]{1,40}):\s*(?P<rest>.+)", re.IGNORECASE
)
_OWNED = re.compile(
    r"\[?(?P<name>[^\W\d][^\]:>()]{0,39}?)\s*(?:\([^)]{1,20}\))?\s*"
    r"(?:\]\s*[:,]?|[-=]+>|:|\s[-–—]+(?=\s))\s*(?P<rest>\S.*)"
)
_SELF = re.compile(r"(?P<name>[^\W\d]\w{0,39}),? +(?P<rest>\S.*)")
_ENDS = ".!;"
_DASHES = dict.fromkeys((*range(0x2010, 0x2015), 0x2212), "-")
_STRUCK = re.compile(r"~~[^~\n]+~~")


@dataclass(frozen=True, slots=True)
class Said:
    """One text that may be an order, and how it was set off."""

    text: str
    level: int  #: 3 by `##` or a label, 2 bold, 1 a line like others
    order: Any = None
    turn: int | None = None
    question: Question | None = None
    after: str = ""  #: the line below
    at: int = 0  #: its line
    exact: bool = False  #: as the notation has it
    understood: Understood = field(default_factory=Understood)
    edits: bool = False  #: it stands behind "EDIT:"
    listed: bool = False  #: it is one of several items of a list
    others: bool = False  #: it is said of another player, or to one


class TextReader:
    """A reader of single texts in the notation of one game."""

    def __init__(
        self, game: Game, seat_of: Callable[[str], str], names: Iterable[str] = ()
    ) -> None:
        self._game = game
        self._seat_of = seat_of
        self.understanding = Understanding(game, names)

    def parse(self, text: str) -> Any:
        """Return the order that a text spells, or a Fault."""
        try:
            return self._game.notation.parse(text)
        except NotUnderstood as error:
            return error.fault

    def _failed(self, text: str) -> bool:
        """Return whether the game raised an exception when it read a text."""
        return getattr(self.parse(text), "code", "") == FAILED

    def reads(self, text: str) -> bool:
        """Return whether a text is an order of which every word is understood."""
        return understood(self._game.notation, text)

    def marked(self, text: str, seat: str, plays: Plays) -> Said:
        """Read a text that is set off as an order; ask about one that is none."""
        turn = None
        if (rest := labels.hashed(text)) is not None:
            text = rest
        if found := labels.label(text):
            text, turn = found
        one = self.one(text, seat, 3, plays) or Said(text, 3)
        question = one.question
        if one.order is None and question is None:
            question = self._question("notation", text, one.understood, plays)
        return Said(one.text, 3, one.order, turn, question, exact=one.exact)

    def one(self, text: str, seat: str, level: int, plays: Plays) -> Said | None:
        """Return a text as an order, as a question, or as talk (None)."""
        text = _plain(text)
        if not text:
            return None
        if text.startswith(BULLET.strip()):
            return self._item(bare(text), seat, level, plays)
        if TURNS.search(text):
            return self._unseen(text, seat, level, plays)
        notation = self._game.notation
        if not self.reads(text) and (letters := self._letters(text)):
            return Said(text, level, question=letters)
        text = plainly(notation, self._game.spelling, text).text.strip()
        if not self.reads(text) and (draws(text) or only_dashed(notation, text)):
            return None
        if self._failed(text):
            question = Question("notation", text, fault=self.fault(text))
            return Said(text, max(level, 2), question=question)
        fits = self.reads(text) and plays((text,))
        if not fits and (behind := self._behind_turn(text, seat, plays)):
            return behind
        if not self.reads(text):
            text = labels.numbered(text) or text
        named = _NAMED.fullmatch(text)
        if named and not self.reads(text):
            owner = self._seat_of(named["name"].strip())
            rest = named["rest"].strip()
            if owner and owner != seat and self._orders(rest, plays):
                return self._passed_on(text, rest, owner, level)
        rest = self._behind_name(text, seat)
        if rest and not self.reads(text):
            if labels.label(rest) and not self.reads(rest):
                return self.marked(rest, seat, plays)
            return self.one(rest, seat, level, plays)
        shorter = text.rstrip(_ENDS + " ")
        for exact in (shorter, text):
            idle = exact.endswith("?") or (level < 3 and self._idle(exact))
            if exact and self.reads(exact) and (not idle or plays((exact,))):
                return self._exact(exact, level, plays)
        words = self.understanding.talk.words(text)
        if owner := relayed(words, seat, self._seat_of):
            return self._passed_on(text, text, owner, level)
        if advises(words, seat, self._seat_of):
            return None
        found = self._meant(text, level, plays)
        if not of_another(words, seat, self._seat_of):
            return found
        if found.order is None or found.question:
            return replace(found, others=True)
        question = self._question("almost", text, found.understood, plays)
        return Said(text, max(level, 2), question=question, understood=found.understood)

    def _passed_on(self, text: str, order: str, owner: str, level: int) -> Said:
        """Ask about an order for another seat, as far as it can be read."""
        exact = order.rstrip(_ENDS + " ")
        found = self.understanding.understand(order, self._all_read, eager=True)
        readings = (exact,) if self.reads(exact) else spelt_readings(found)
        given = {"seat": owner, "readings": readings}
        proposal = next(iter(readings), "")
        letter = FOR + owner
        question = Question("other-seat", text, proposal, given, letter=letter)
        return Said(text, max(level, 2), question=question)

    def _all_read(self, reading: Reading) -> bool:
        """Return whether each order of a reading is one, whoever could play it."""
        return all(map(self.reads, reading))

    def _exact(self, text: str, level: int, plays: Plays) -> Said:
        """Return an order as it stands; where it cannot be played, as it may be meant.

        A dash may have been the sign of a list: "- D4 1NE".
        """
        if not plays((text,)) and text.startswith(tuple(DASHES)):
            meant = self._meant(text, level, plays)
            if meant.order is not None and not meant.understood.led:
                return meant
        return Said(text, level, self.parse(text), exact=True)

    def _behind_name(self, text: str, seat: str) -> str:
        """Return what stands behind the writer's own name; nothing without one."""
        for owned in (_OWNED.fullmatch(text), _SELF.fullmatch(text)):
            if owned and seat and self._seat_of(owned["name"].strip()) == seat:
                return owned["rest"]
        return ""

    def _idle(self, text: str) -> bool:
        """Return whether a word is read by its letters alone, and names no order."""
        named = self._game.spelling.of_some_game(text)
        return self._game.notation.by_letters(text) and not named

    def _behind_turn(self, text: str, seat: str, plays: Plays) -> Said | None:
        """Return the order behind "t1" or "#1", if there is one."""
        label = labels.bare_turn(text)
        if label is None:
            return None
        one = self.one(label.rest, seat, 3, plays)
        good = one is not None and one.order is not None
        return replace(one, turn=label.turn) if one and good else None

    def _orders(self, text: str, plays: Plays) -> bool:
        found = self.understanding.understand(text, plays)
        return self.reads(text.rstrip(_ENDS + " ")) or (
            found.whole and found.digits > 0
        )

    def _meant(self, text: str, level: int, plays: Plays) -> Said:
        """Return what a text orders without the talk around it."""
        found = self.understanding.understand(text, plays, eager=level > 1)
        if found.sure and strange(" ".join(found.used)) == []:
            (reading,) = found.readings
            order = self.parse(reading[0])
            if order.anytime and (level < 3 and not found.own):
                question = Question("word", text, spelt_reading(reading))
                return Said(text, level, question=question, understood=found)
            return Said("\n".join(reading), level, order, understood=found)
        if level == 3:
            question = self._question("notation", text, found, plays)
        elif found.likely:
            question = self._question("almost", text, found, plays)
        else:
            return Said(text, level, understood=found)
        return Said(text, level, question=question, understood=found)

    def _question(
        self, code: str, text: str, found: Understood, plays: Plays
    ) -> Question:
        """Ask about a text that was read in part, in several ways, or not at all."""
        readings = spelt_readings(found)
        if not readings and found.strength:
            guesses = self.understanding.guesses(text, plays)
            readings = tuple(map(spelt_reading, guesses))
        fault = None if readings else self.fault(text)
        given: dict[str, Any] = {"readings": readings, "unread": found.unread}
        given["used"], given["swap"] = found.used, found.swap
        given["exact"] = found.plays and found.exact
        given["about"], given["led"] = found.replaces, found.led
        return Question(code, text, next(iter(readings), ""), given, fault)

    def fault(self, text: str) -> Any:
        """Return why the notation does not read a text; None where it does."""
        found = self.parse(text)
        return found if hasattr(found, "code") else None

    def _item(self, text: str, seat: str, level: int, plays: Plays) -> Said | None:
        """Return an item of a list: its bullet may have been a dash of the order."""
        dashed = f"- {text}"
        if not self.reads(dashed):
            return self.one(text, seat, level, plays)
        if not self.reads(text):
            return Said(dashed, level, self.parse(dashed), exact=True)
        given = {"other": dashed, "readings": (text, dashed)}
        return Said(text, level, question=Question("dash", text, text, given))

    def _unseen(self, text: str, seat: str, level: int, plays: Plays) -> Said | None:
        """Ask about an order that may be shown otherwise than it is read."""
        clean = " ".join(UNSEEN.sub("", text).split())
        one = self.one(clean, seat, level, plays)
        if one is None or (one.order is None and one.question is None):
            return one
        given = {"names": strange(text), "readings": (one.text,)}
        question = Question("unseen", visible(text), one.text, given)
        return Said(text, max(level, 2), question=question)

    def _letters(self, text: str) -> Question | None:
        """Ask about a line that only looks like an order."""
        text = UNSEEN.sub("", text)
        plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
        names = [] if plain.isascii() else strange(plain)
        seems = skeleton(plain) if names else ""
        if not self.reads(seems):
            return None
        return Question("letters", text, seems.upper(), {"names": names})


def _plain(text: str) -> str:
    """Return a text without the signs of Markdown, and without what they strike out.

    >>> _plain("~~E5~~ **D4** 1N")
    'D4 1N'
    """
    return _STRUCK.sub(" ", text.strip().strip("`").replace("**", "")).strip()


def spelt_readings(found: Understood) -> tuple[str, ...]:
    """Return readings without a fault as answers spell them."""
    return tuple(map(spelt_reading, found.readings)) if found.plays else ()


def spelt_reading(reading: Reading) -> str:
    """Return a reading on one line."""
    return " / ".join(reading)


def bare(text: str) -> str:
    """Return a line without the bullet of a list."""
    return text.removeprefix(BULLET.strip()).strip()


def visible(text: str) -> str:
    """Return a text in which what nobody sees is written out.

    >>> visible("D4\\u202e 1N")
    'D4<U+202E> 1N'
    """
    return UNSEEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
