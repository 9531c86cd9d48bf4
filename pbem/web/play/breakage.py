"""What fails in a game that is being written: where in its files, and how.

Anyone who opens this page has the files; nobody else is ever shown this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tomllib import TOMLDecodeError
from traceback import walk_tb
from types import FrameType
from typing import TypeVar

from jinja2 import TemplateNotFound, TemplateSyntaxError
from lark.exceptions import LarkError, VisitError

from pbem.pages.wording import shared_words
from pbem.plugins.defects import GameFault
from pbem.protocol import Fault, Seat
from pbem.system.too_long import At

T = TypeVar("T")
#: Faults of files that are read whole, with how the files' names end.
_FILES = {LarkError: ".lark", TOMLDecodeError: "game.toml"}
MAX_PLACES = 4  #: lines of files that are shown, the last ones


@dataclass(frozen=True, slots=True)
class FailedLine:
    """A line of a file that something failed in."""

    file: str
    line: int  #: from 1; 0: the whole file
    source: str = ""
    inside: str = ""  #: the function or macro
    says: str = ""  #: what is wrong there, where each place has its own


@dataclass(frozen=True, slots=True)
class Breakage:
    """Something that failed, and the lines of the game's files that led to it."""

    kind: str  #: "KeyError"
    says: str
    places: tuple[FailedLine, ...]  #: the last is where it happened
    own: bool  #: they are the game's; False: pbem's, in answer to what a game gave it
    missing: str = ""  #: the template that is not there
    #: "report", "moves", "picture", "order", "endless"; "": loading the game
    doing: str = ""
    seat: Seat = ""  #: whose it was
    whole: bool = False  #: a file that cannot be read at all
    entry: str = ""  #: the line of the record that was replayed, with its number


def attempt(
    make: Callable[[], T], places: Sequence[Path], doing: str, seat: Seat = ""
) -> T | Breakage:
    """Return the result, or how the game failed to make it."""
    try:
        return make()
    except Exception as fault:
        return breakage(fault, places, doing, seat)


def breakage(
    fault: BaseException, places: Sequence[Path], doing: str = "", seat: Seat = ""
) -> Breakage:
    """Return where in a game's files, which lie in `places`, a fault comes from."""
    if isinstance(fault, VisitError):
        fault = fault.orig_exc
    if isinstance(fault, GameFault) and "defects" in fault.fault.given:
        return replace(defected(fault.fault, places), doing=doing, seat=seat)
    found = [*_written_in(fault, places)]
    steps = [*_steps(fault)]
    own = [place for place in steps if _within(place.file, places)]
    # A file that cannot be read at all is where it happened, no matter who read it.
    shown = found or own[-MAX_PLACES:] or steps[-MAX_PLACES:]
    named = tuple(_shown(place, places) for place in shown)
    kind, says = type(fault).__name__, _says(fault)
    missing = str(fault.name or "") if isinstance(fault, TemplateNotFound) else ""
    mine, whole = bool(own or found), bool(found)
    return Breakage(kind, says, named, mine, missing, doing, seat, whole)


def endless(steps: Sequence[At], places: Sequence[Path]) -> Breakage:
    """Return where a child was when it was ended, by its steps, the innermost first.

    A template has no line there: only the interpreter that ran it knows which.
    """
    found = [
        _place(one.file, 0 if one.file.endswith(".j2") else one.line, one.inside)
        for one in reversed(steps)
        if one.inside != "top-level template code"
    ]
    own = [place for place in found if _within(place.file, places)]
    shown = tuple(_shown(place, places) for place in (own or found)[-MAX_PLACES:])
    return Breakage("", "", shown, own=bool(own), doing="endless")


def defected(fault: Fault, places: Sequence[Path]) -> Breakage:
    """Return what an author must fix before a game can be opened, place by place."""
    words = shared_words()
    found = []
    for problem in fault.given["defects"]:
        if problem.hint:
            continue
        near = (place.parent / problem.file for place in places if problem.file)
        file = next((str(one) for one in near if one.is_file()), problem.file)
        says = words.problem(f"defect.{problem.code}", problem.given)
        place = _place(file, problem.line)
        found.append(replace(place, file=problem.file, says=says))
    return Breakage("", "", tuple(found), own=True, whole=True)


def _says(fault: BaseException) -> str:
    text = getattr(fault, "msg", None) or getattr(fault, "message", None) or str(fault)
    return str(text).strip()[:2000]


def _written_in(fault: BaseException, places: Sequence[Path]) -> Iterator[FailedLine]:
    """Yield the line of a file that cannot be read: no step of the program is in it."""
    if isinstance(fault, SyntaxError | TemplateSyntaxError):
        if fault.filename and _within(_real(fault.filename), places):
            yield _place(fault.filename, fault.lineno or 0)
        return
    for kind, ending in _FILES.items():
        if isinstance(fault, kind):
            line = re.search(r"\bline (\d+)", str(fault))
            files = (file for place in places for file in _files(place))
            for file in (one for one in files if str(one).endswith(ending)):
                yield _place(str(file), int(line[1]) if line else 0)
                return


def _files(place: Path) -> list[Path]:
    return sorted(place.rglob("*")) if place.is_dir() else [place]


def _steps(fault: BaseException) -> Iterator[FailedLine]:
    """Yield where the program was, the innermost last; templates by their own lines."""
    for frame, number in walk_tb(fault.__traceback__):
        if frame.f_code.co_name != "top-level template code":
            yield _step(frame, number)


def _step(frame: FrameType, number: int) -> FailedLine:
    file, inside = frame.f_code.co_filename, frame.f_code.co_name
    template = frame.f_globals.get("__jinja_template__")
    if template is not None and template.filename:
        file, number = template.filename, template.get_corresponding_lineno(number)
    return _place(file, number, inside)


def _place(file: str, number: int, inside: str = "") -> FailedLine:
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    source = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    named = "" if inside == "template" or inside.startswith("<") else inside
    return FailedLine(_real(file), number, source[:200], named)


def _real(file: str) -> str:
    """Return where a file lies, links followed: so the game's places are given."""
    path = Path(file)
    return str(path.resolve()) if path.is_file() else file


def _within(file: str, places: Sequence[Path]) -> bool:
    path = Path(file)
    return any(path == place or place in path.parents for place in places)


def _shown(place: FailedLine, places: Sequence[Path]) -> FailedLine:
    """Return a place with its file as the author would name it."""
    file = Path(place.file)
    near = next((one for one in places if file == one or one in file.parents), None)
    for start in (Path.cwd(), near.parent if near else None):
        if start is not None and start in file.parents:
            return replace(place, file=str(file.relative_to(start)))
    return place
