"""What commands write: over their own earlier output, and over nothing else that
could not be made again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from pbem.cli._common import Stop, faults_of
from pbem.record.turn_file import is_turn_file
from pbem.system.files import write_whole

_STORE = re.compile(rb"SQLite format 3\0|\x37\x7f\x06[\x82\x83]")  # and its log
_KEY = re.compile(rb"[0-9a-f]{64}\s*")
_MAX_BYTES = 1 << 20  #: of a file that are checked

forcible = click.option(
    "--force", is_flag=True, help="Write over a turn file, a store, a key or a toml."
)


def write_out(
    content: str | bytes, out: str | None, *, force: bool = False, private: bool = False
) -> None:
    """Write to the screen, or to a file as a whole or not at all. Raises Stop.

    A `private` file is for its owner alone.
    """
    raw = content.encode() if isinstance(content, str) else content
    if out is None:
        click.echo(raw, nl=False)
        return
    refuse_to_replace(Path(out), force=force)
    with writing_to(out):
        write_whole(Path(out), raw, private=private)


@contextmanager
def writing_to(out: str) -> Iterator[None]:
    """Return a context in which errors of writing a file are raised as Stop."""
    try:
        yield
    except FileNotFoundError:
        raise Stop(f"{out}: there is no such folder to write to.") from None
    except OSError as fault:
        with faults_of(out):
            raise fault from None


def refuse_to_replace(path: Path, *, force: bool) -> None:
    """Raise Stop where a file is one that no output may replace without --force, or a
    pipe or a device (/dev/null), which none may at all."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise Stop(f"{path} is no plain file, and was left as it is.")
    if path.is_dir():
        raise Stop(f"{path} is a folder; please name a file in it.")
    what = "" if force else kind_of(path)
    if what:
        raise Stop(
            f"{path} is {what}, and nothing was written. Please give another name; "
            "--force writes over it."
        )


def kind_of(path: Path) -> str:
    """Return what kind of valuable file this is, by its content; "" for one that can be
    regenerated."""
    if not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            raw = file.read(_MAX_BYTES)
    except OSError:
        return "a file that you may not read"
    if _STORE.match(raw):
        return "a store"
    if _KEY.fullmatch(raw):
        return "a key"
    if is_turn_file(raw):
        return "a turn file"
    return "a toml" if _is_toml(raw) else ""


def _is_toml(raw: bytes) -> bool:
    import tomllib

    try:
        return bool(tomllib.loads(raw.decode("utf-8-sig")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return False
