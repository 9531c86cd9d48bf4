"""The published cases of a game: short turn files, and what must hold after each.

They lie in `games/<game>/cases/*.txt`, can be read by a player, and name the
ruling that they settle:

    CASE A9.1: own magic never harms its caster
    Seats: Ann, Bob

    == Position ==
    Ann: fire D4 20hp 12mp
    Bob: water D5 20hp 5mp

    Ann: - 5
    Bob: -
    THEN
      seats.Ann.hp = 20
      event Struck: seat="Bob", damage=8
    END
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.cases import assertions
from pbem.cases.assertions import Claim, Puzzling
from pbem.pages.wording import words
from pbem.plugins.games import Game
from pbem.protocol import Unplayable, seat_called
from pbem.record import turn_file
from pbem.record.replay import Story, play
from pbem.record.turn_file import Unreadable
from pbem.referee import Played
from pbem.report.document import document
from pbem.report.model import Reader

_CASE = re.compile(r"CASE\s+([A-Za-z]+[0-9]+[\w.-]*)\s*:\s*(\S.*)")
_RULING = re.compile(r"[A-Za-z]+[0-9]+")


class BadCase(Exception):
    """A case that cannot be read; the message begins with file and line."""

    def __init__(self, file: Path, line: int, message: str) -> None:
        super().__init__(f"{file.name}, line {line}: {message}")
        self.file = file
        self.line = line
        self.why = message


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a game."""

    game: Game
    id: str
    title: str
    file: Path
    line: int
    text: str  #: the turn file that it plays
    checks: tuple[Claim, ...]

    @property
    def ruling(self) -> str:
        """The ruling that it settles: A9 of A9.1."""
        match = _RULING.match(self.id)
        assert match is not None
        return match[0]


def load(game: Game) -> list[Case]:
    """All cases of a game, in the order of its files. Raises BadCase."""
    cases: list[Case] = []
    known: dict[str, Case] = {}
    for file in sorted(game.file("cases").glob("*.txt")):
        for case in read(game, file):
            other = known.setdefault(case.id.casefold(), case)
            if other is not case:
                where = f"{other.file.name}, line {other.line}"
                message = f"{case.id} is the name of a case already, in {where}"
                raise BadCase(file, case.line, message)
            cases.append(case)
    return cases


def read(game: Game, file: Path) -> Iterator[Case]:
    """The cases of one file. Raises BadCase."""
    lines = file.read_text(encoding="utf-8").splitlines()
    at = 0
    while at < len(lines):
        if lines[at].strip() and not lines[at].startswith("#"):
            case, at = _case(game, file, lines, at)
            yield case
        at += 1


def _case(game: Game, file: Path, lines: list[str], first: int) -> tuple[Case, int]:
    """The case that begins in a line, and the index of its END."""
    match = _CASE.fullmatch(lines[first].rstrip())
    if match is None:
        message = 'a case begins like "CASE A9.1: own magic never harms its caster"'
        raise BadCase(file, first + 1, message)
    then = _find("THEN", file, lines, first)
    end = _find("END", file, lines, first, then)
    checks = []
    for index in range(then + 1, end):
        line = lines[index].strip()
        if not line or line.startswith("#"):
            continue
        try:
            checks.append(assertions.read(line, index + 1))
        except Puzzling as error:
            raise BadCase(file, index + 1, str(error)) from None
    if not checks:
        raise BadCase(file, then + 1, "nothing stands between THEN and END")
    text = "\n".join((f"Game: {game.name}", *lines[first + 1 : then], ""))
    return Case(game, match[1], match[2], file, first + 1, text, tuple(checks)), end


def _find(word: str, file: Path, lines: list[str], first: int, start: int = -1) -> int:
    """The line of a case that holds nothing but this word."""
    for index in range(max(first + 1, start + 1), len(lines)):
        if lines[index].strip() == word:
            return index
        if lines[index].startswith("CASE "):
            break
    raise BadCase(file, first + 1, f"this case has no line {word}")


def run(case: Case) -> list[str]:
    """What does not hold, in words with file and line; empty: the case holds."""
    played: list[Played] = []
    # Empty lines in front give every line of the record its place in the file.
    text = "\n" * (case.line - 1) + case.text
    expected = next((claim for claim in case.checks if claim.stops), None)
    try:
        story = play(turn_file.read(text), played.append)
    except Unreadable as error:
        return _stopped(case, expected, error.fault.code, _why(case, error))
    except Unplayable as error:
        why = words(case.game).fault(error.fault)
        return _stopped(case, expected, error.fault.code, f"line {case.line}: {why}")
    if expected is not None:
        return [_failure(case, expected, "the game could be read to its end")]
    failures = []
    documents: dict[tuple[str | None, bool], dict[str, Any]] = {}
    for claim in case.checks:
        who = claim.seat, claim.public
        if who not in documents:
            reader = _reader(story, claim)
            if reader is None:
                failures.append(_failure(case, claim, f"nobody is called {who[0]}"))
                continue
            documents[who] = document(story, reader, played)
        if failure := claim.what.failure(documents[who]):
            failures.append(_failure(case, claim, failure))
    if failures:
        # What fails may do so because an order on the way was not taken.
        failures += (
            f"{case.file.name}, line {one.line}: "
            f"{words(case.game).fault(one.fault, one.text)}"
            for one in story.faults
            if one.fault.refuses
        )
    return failures


def _reader(story: Story, claim: Claim) -> Reader | None:
    if claim.seat is None:
        return Reader(moderator=not claim.public)
    seat = seat_called(claim.seat, story.header.seats)
    return Reader(seat=seat) if seat else None


def _stopped(case: Case, expected: Claim | None, code: str, why: str) -> list[str]:
    if expected is None:
        return [f"{case.file.name}, {why}"]
    other = expected.stops != code
    return [_failure(case, expected, f"it is {code} ({why})")] if other else []


def _why(case: Case, error: Unreadable) -> str:
    return f"line {error.line or case.line}: {words(case.game).fault(error.fault)}"


def _failure(case: Case, claim: Claim, failure: str) -> str:
    return f"{case.file.name}, line {claim.line}: {claim.text}: {failure}"
