"""The values that lines of a letter are read into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from pbem.mail.message.addresses import normalize_address

MAX_COMMAND_CHARS = 2000  #: characters of a command


@dataclass(frozen=True, slots=True)
class Command:
    """A line that is a command: its name, and what is in it by terminal."""

    name: str
    tokens: tuple[tuple[str, str], ...]  #: terminals and words, as they stand there
    text: str
    body: tuple[str, ...] = ()  #: lines below it that belong to it
    source: tuple[str, ...] = field(default=(), compare=False)  #: all of it as it came
    #: The line as it was written, where that is not its text.
    word: str = field(default="", compare=False)

    @property
    def as_written(self) -> str:
        """The line as it was written."""
        return self.word or self.text

    @property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The words by terminal."""
        found: dict[str, tuple[str, ...]] = {}
        for terminal, word in self.tokens:
            found[terminal] = (*found.get(terminal, ()), word)
        return found

    def one(self, terminal: str) -> str:
        """Return the word of a terminal, "" where it was left out."""
        return self.words.get(terminal, ("",))[0]

    @property
    def named_addresses(self) -> list[tuple[str, str]]:
        """Names, "" for none, and addresses in it, these as they are compared."""
        found = []
        for terminal, word in self.tokens:
            if terminal in ("ADDRESS", "NAMED"):  # a@b.org, <a@b.org>, Ann <a@b.org>
                called, _, address = word.rstrip(">").rpartition("<")
                found.append((called.strip(), normalize_address(address)))
        return found

    @property
    def address(self) -> str:
        """The address in it, as it is compared; "" where it was left out."""
        return self.named_addresses[0][1] if self.named_addresses else ""


@dataclass(frozen=True, slots=True)
class OrderLines:
    """Lines that belong to the game's notation, between two commands."""

    lines: tuple[str, ...]


Item: TypeAlias = Command | OrderLines


class Needs(StrEnum):
    """Who may give a command."""

    ANYBODY = "anybody"
    PLAYER = "player"  #: whose address is proven
    SEAT = "seat"  #: in a letter that is for a game


class Topic(StrEnum):
    """What a command is about, in the order in which `help` tells them."""

    TURN = "turn"  #: what a player sends and asks in a turn
    GAME = "game"  #: the game and the others in it
    BEGINNING = "beginning"  #: which games there are, and how they begin
    PLAYER = "player"  #: who writes, and what is written to them
    HOST = "host"  #: what game masters and hosts do


class Wraps(StrEnum):
    """What a command ends in, where a mail program may have broken its line."""

    NOTHING = "nothing"
    NAMES = "names"  #: addresses and options
    REASON = "reason"  #: free words behind "because"


def never(request: Any, line: Any = None) -> bool:
    """Return False, whatever the request, or the line."""
    return False


def always(request: Any, line: Any = None) -> bool:
    """Return True, whatever the request, or the line."""
    return True


@dataclass(slots=True, kw_only=True)
class CommandSpec:
    """What a command is: it decorates `run` in the command's file in `commands/`.

    Functions are handed the request (`server.game.request.Request`).
    """

    #: What a line of this command begins with; the first is the one that we show, the
    #: others are understood.
    words: tuple[str, ...]
    run: Callable[[Any, Command], None] = field(init=False)  #: carries it out
    needs: Needs
    topic: Topic = Topic.TURN
    #: Whether the token of an earlier turn is too old for it; asked only then.
    too_old: Callable[[Any], bool] = never
    #: Whether a line gives power over a seat: then it must be confirmed, by an answer
    #: to a letter that asks for just that.
    gives_power: Callable[[Any, Command], bool] = never
    #: Whether a line changes anything: below "preview" it is then told, and not done.
    changes: Callable[[Command], bool] = always
    #: Where games have orders of this name: whether the command goes before them.
    yields_unless: Callable[[Any, Command], bool] | None = None
    body_ends: tuple[str, ...] = ()  #: lines that end the text below it
    free_text: bool = False  #: full stops at its end are its own
    wraps: Wraps = Wraps.NOTHING
    says_yes: bool = False  #: a line that asks is not this command
    begins_game: bool = False  #: `set` lines in the same letter are for that game

    def __call__(self, run: Callable[[Any, Command], None]) -> CommandSpec:
        """Return this declaration with what carries it out."""
        self.run = run
        return self
