"""Questions asked one at a time, each answer checked at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Given = dict[str, Any]
Ask = Callable[[str, str, bool], str]  #: text, default, whether it is a secret


class InvalidAnswer(Exception):
    """An answer that will not do; the message says what would."""


class Unconfirmed(Exception):
    """An answer that a server, or this machine, does not confirm; who gives it once
    more keeps it."""


@dataclass(frozen=True, slots=True)
class InterviewQuestion:
    """One question; `check` notes what an answer means, and returns what is worth
    a line, or raises InvalidAnswer or Unconfirmed."""

    text: str
    check: Callable[[Given, str], str | None]
    more: str = ""  #: said above it when it is first asked
    default: Callable[[Given], str] = lambda given: ""
    applies: Callable[[Given], bool] = lambda given: True
    secret: bool = False


@dataclass(slots=True)
class Interview:
    """What is asked, and what has been answered so far."""

    questions: Sequence[InterviewQuestion]
    ask: Ask
    say: Callable[[str], None]
    given: Given = field(default_factory=dict)
    #: what was answered otherwise than proposed, by question: proposed after a "back"
    _former: dict[int, str] = field(default_factory=dict)
    _explained: set[int] = field(default_factory=set)

    def run(self) -> Given:
        """Ask until all is answered; "back" goes a step back."""
        asked: list[tuple[int, Given]] = []
        at, nothing = 0, "\n"  # which is no answer
        before = nothing
        while at < len(self.questions):
            one = self.questions[at]
            if not one.applies(self.given):
                at += 1
                continue
            usual = "" if one.secret else one.default(self.given)
            if one.more and at not in self._explained:
                self.say(one.more)
                self._explained.add(at)
            shown = self._former.get(at, usual)
            answer = self.ask(one.text, shown, one.secret).strip()
            if answer.lower() == "back":
                if asked:
                    at, self.given = asked.pop()
                before = nothing
                continue
            saved = dict(self.given)
            try:
                if heard := one.check(self.given, answer):
                    self.say(heard)
            except InvalidAnswer as wrong:
                self.say(str(wrong))
                continue
            except Unconfirmed as doubt:
                if answer != before:
                    self.say(f"{doubt} (The same answer once more keeps it.)")
                    before = answer
                    continue
            asked.append((at, saved))
            if answer != usual and not one.secret:
                self._former[at] = answer
            at, before = at + 1, nothing
        return self.given
