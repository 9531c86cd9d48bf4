"""Which entries of the tables of mail programs decide how no letter is read.

Each is taken away in a process of its own, and `letters/` are read there. Run as a
program it prints the others, a line each.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbem.mail import reply
from tests.mail.reply.letter_files import Sample, samples

#: Kinds that are looked for in the head of a letter: tests/mail/classify.
OF_HEADS = {"automatic", "away", "gone", "undelivered"}


class Entry(NamedTuple):
    """A word, selector or pattern of a table."""

    file: str
    table: str
    kind: str
    text: str


def entries() -> Iterator[Entry]:
    """Yield what stands in `clients/`."""
    for file in sorted(Path(reply.__path__[0]).glob("clients/*.toml")):
        for name, table in tomllib.loads(file.read_text("utf-8")).items():
            for kind in table.keys() - OF_HEADS:
                for text in table[kind]:
                    yield Entry(file.name, name, kind, text)


def _without(place: Path, entry: Entry) -> None:
    """Write the tables of an entry's file without it."""
    file = place / "clients" / entry.file
    tables = tomllib.loads(file.read_text("utf-8"))
    tables[entry.table][entry.kind].remove(entry.text)
    lines = []
    for name, table in tables.items():
        lines.append(f"[{name}]")
        # Python's strings are those of TOML here but for quotes in them.
        lines += [f"{kind} = {_listed(texts)}" for kind, texts in table.items()]
    file.write_text("\n".join(lines), "utf-8")


def _listed(texts: list[str]) -> str:
    quoted = (text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    return "[" + ", ".join(f'"{text}"' for text in quoted) + "]"


def _decides(entry: Entry, letters: list[Sample]) -> bool:
    """Return whether a letter is read otherwise without an entry; in a child."""
    pid = os.fork()
    if pid:
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        assert status in (0, 1), entry
        return bool(status)
    status = 2
    try:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "reply"
            shutil.copytree(reply.__path__[0], place)
            _without(place, entry)
            reply.__path__ = [str(place)]
            status = int(any(_new(one) != one.new for one in letters))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _new(one: Sample) -> tuple[str, ...]:
    return tuple(x.rstrip() for x in one.read().text.split("\n") if x.strip())


def main() -> None:
    """Print the entries that decide nothing."""
    letters = [one for one in samples() if "known" not in one.tags]
    for entry in entries():
        if not _decides(entry, letters):
            print(*entry, sep=": ", flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
