"""Code of other packages: where it lies, and what it does when it is called.

Whatever it raises is a defect of that package, with the file and the line of it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from linecache import getline
from pathlib import Path
from types import TracebackType
from typing import Any

from pbem.plugins.defects import Broken, Defect
from pbem.system.too_long import TookTooLong


def shown(path: Path, house: Path | None) -> str:
    """Return a file's path as faults name it, relative to the package's parent
    folder."""
    inside = house is not None and path.is_relative_to(house.parent)
    return str(path.relative_to(house.parent)) if house and inside else str(path)


def house_of(module: str) -> Path | None:
    """The folder of a package, by its module; None: it is not there."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    return Path(spec.origin).resolve().parent if spec and spec.origin else None


def imported(
    name: str, house: str, package: str, source: str | Callable[[], Any]
) -> Any:
    """What an entry point or a member of a family leads to. Raises Broken."""
    if callable(source):
        return called(name, house, package, source)
    module, _, path = source.partition(":")
    if house_of(house) and not _is_there(module.strip()):
        raise Broken(name, package, [Defect("no-module", given={"at": source})])
    found = called(name, house, package, lambda: import_module(module.strip()))
    for part in path.partition("[")[0].strip().split("."):
        if not part or not hasattr(found, part):
            file = getattr(found, "__file__", None) or ""
            defect = Defect("no-entry", file and shown(Path(file), house_of(house)))
            raise Broken(name, package, [defect._replace(given={"at": source})])
        found = getattr(found, part)
    return found


def _is_there(module: str) -> bool:
    """Whether a module can be found; what is wrong in it is found on import."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError as error:
        return not module.startswith(error.name or ".")
    except Exception:
        return True


def called(name: str, house: str, package: str, call: Callable[[], Any]) -> Any:
    """Call another package's code and return its result; any exception is raised as
    Broken."""
    try:
        return call()
    except Broken:
        raise
    except (Exception, SystemExit) as error:
        raise Broken(name, package, [raised(error, house_of(house))]) from error


def raised(error: BaseException, house: Path | None) -> Defect:
    """Return an error as a defect of a package, at its last line in the package's
    files; without a file if it did not pass through one. An assertion without words is
    told by its line."""
    path, line = _place_in(error, house)
    why = str(error).split("\n")[0]
    if path and not why and isinstance(error, AssertionError):
        why = getline(str(path), line).strip()
    given = {"kind": type(error).__name__, "why": why}
    return Defect("raised", shown(path, house) if path else "", line, given)


def endless(error: TookTooLong, house: Path | None) -> Defect:
    """Where a child was that was ended, as a defect of a package; of no file where none
    of its code was at work. A template has no line there."""
    given = {"kind": type(error).__name__, "why": str(error)}
    for step in error.steps:
        path = Path(step.file).resolve()
        if house is not None and path.is_relative_to(house):
            line = 0 if path.suffix == ".j2" else step.line
            return Defect("raised", shown(path, house), line, given)
    return Defect("raised", given=given)


def _place_in(error: BaseException, house: Path | None) -> tuple[Path | None, int]:
    """The last place in a package that an error came by: file, and line from 1.

    None and 0 where it did not come by there.
    """
    if isinstance(error, SyntaxError) and error.filename and house is not None:
        path = Path(error.filename).resolve()
        if path.is_relative_to(house):
            return path, error.lineno or 0
    found: tuple[Path | None, int] = None, 0
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if house is not None and path.is_absolute():
            path = path.resolve()
            if path.is_relative_to(house):
                found = path, _line_of(trace)
        trace = trace.tb_next
    return found


def _line_of(trace: TracebackType) -> int:
    """The line in the file: of the template, where the code was made of one."""
    template = trace.tb_frame.f_globals.get("__jinja_template__")
    if template is None:
        return trace.tb_lineno
    return int(template.get_corresponding_lineno(trace.tb_lineno))
