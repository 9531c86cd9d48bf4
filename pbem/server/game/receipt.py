"""The result of a letter: the answer to its writer, and what remains to be done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pbem.pages import page
from pbem.server.outbound import templates


@dataclass(slots=True)
class Receipt:
    """What came of a letter, part by part, in the order of its lines."""

    blocks: list[page.Block] = field(default_factory=list)
    done: bool = False  #: a part of it is no refusal
    refusals: int = 0  #: parts of it that are one
    understood: bool = False  #: something in the letter was of use
    ordered: bool = False  #: orders of it are in the record
    attempted: bool = False  #: a line of it was for us, though nothing may come of it
    only_previews: bool = False  #: nothing was done before "preview"
    greets: bool = False  #: it begins with a hello of its own
    silent: bool = False  #: another letter answers already
    forgotten: bool = False  #: its writer is: nothing of it is kept
    sent_on: int = 0  #: lines that went to other games
    seals: list[str] = field(default_factory=list)  #: of the orders of the letter
    talk: list[str] = field(default_factory=list)  #: lines that were ignored
    to_master: list[str] = field(default_factory=list)  #: words for the game master
    #: Lines that are done only when they are confirmed.
    unconfirmed: list[str] = field(default_factory=list)
    #: Lines for a turn that has passed: "yes" to the receipt sends them once more.
    given_back: list[str] = field(default_factory=list)
    #: What became of each line, in a few words.
    lines: dict[str, str] = field(default_factory=dict)

    @property
    def refused(self) -> bool:
        """Whether a part of it is a refusal."""
        return self.refusals > 0

    def account(self, lines: Iterable[str], how: str) -> None:
        """Record how lines were handled, for lines that have no entry yet."""
        for line in lines:
            self.lines.setdefault(" ".join(line.split()), how)

    @property
    def parts(self) -> list[page.Block]:
        """All parts of the answer, with one line for what was ignored as talk."""
        talk = [line for line in self.talk if line.strip()]
        return [*self.blocks, *templates.blocks("as_talk", lines=talk)]

    def say(self, template: str, /, *, refuses: bool = False, **given: Any) -> None:
        """Add a part: templates/mail/<template>.j2."""
        self.show(templates.blocks(template, **given), refuses=refuses)

    def show(self, blocks: list[page.Block], *, refuses: bool = False) -> None:
        """Add a finished part."""
        self.refusals += refuses
        self.done = self.done or not refuses
        self.blocks += blocks

    def begin_preview(self) -> None:
        """Note that what follows is only shown."""
        self.only_previews = self.only_previews or not self.done

    def note(self, template: str, /, **given: Any) -> None:
        """Add words about the receipt itself, which neither do nor refuse anything."""
        self.blocks += templates.blocks(template, **given)
