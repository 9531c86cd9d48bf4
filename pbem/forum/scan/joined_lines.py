"""Orders that go on in the next line: "Move: D4", and "Cast: 1NE" below it."""

from __future__ import annotations

from dataclasses import replace

from pbem.forum.scan.questions import Question
from pbem.forum.scan.set_off import SetOffReader
from pbem.forum.scan.texts import Said
from pbem.language.changes import Plays, said_twice
from pbem.protocol import Lines


class JoiningReader(SetOffReader):
    """A reader of lines of which several may be one order."""

    @property
    def sheets(self) -> bool:
        """Whether each line is an order by itself."""
        return self._game.rules.lines is not Lines.ONE

    def joined(self, tries: list[Said], plays: Plays) -> list[Said]:
        """Put together orders that go on in the next line: "Move: D4", "Cast: 1NE"."""
        if self.sheets:
            return tries
        out: list[Said] = []
        for one in tries:
            last = out[-1] if out else None
            if last is not None and (joined := self._both(last, one, plays)):
                out[-1] = joined
            else:
                out.append(one)
        return out

    def _both(self, last: Said, one: Said, plays: Plays) -> Said | None:
        """Return two lines as one order, where the second is none that stands alone."""
        first, second = _part(last), _part(one)
        near = 0 < one.at - last.at <= 2 and not one.edits
        row = last.exact and one.at - last.at == 1
        alone = one.exact and not (one.listed and last.listed) and not row
        if one.understood.led and not first and one.at - last.at == 1:
            return self._headed(last, one, plays)
        if alone or not (first and second and near):
            return None
        found = self.understanding.understand(f"{first} {second}", plays)
        if not found.sure or len(found.readings[0]) > 1:
            return None
        (text,) = found.readings[0]
        level = max(last.level, one.level)
        if once := said_twice(text, self.reads):
            given = {"readings": (once, text)}
            question = Question("almost", text, once, given)
            return Said(text, level, question=question, at=one.at)
        return replace(
            last,
            text=text,
            level=level,
            order=self.parse(text),
            question=None,
            at=one.at,
            understood=found,
        )

    def _headed(self, last: Said, one: Said, plays: Plays) -> Said | None:
        """Ask about an order whose first part may stand in the line above, in talk."""
        found = last.understood
        asks = last.question is not None and last.question.code != "almost"
        if asks or last.others or found.marks or not found.used:
            return None
        whole = " ".join((*found.used, *one.understood.used))
        if not (self.reads(whole) and plays((whole,))):
            return None
        given = {"readings": (whole, one.text), "unread": found.unread}
        text = f"{last.text} / {one.text}"
        return replace(one, order=None, question=Question("almost", text, whole, given))


def _part(one: Said) -> str:
    """Return what a line adds to an order that it is a part of."""
    found = one.understood
    if one.exact:
        return one.text
    return " ".join(found.used) if found.plain and not found.marks else ""
