"""What is read of raw letters (`raw.txt`), and of each with a line less: `raw.told`.

Below the name of a letter stands all that is read of it; then for each line, without
which something is read otherwise, what that is.
`python -m tests.mail.message.raw` writes it anew: read the difference.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from pbem.mail.classify.classify import classify
from pbem.mail.message.authentication_results import read_results, server_of
from pbem.mail.message.headers import head_of
from pbem.mail.message.letter import read_letter
from pbem.mail.message.limits import LetterRefused
from pbem.mail.message.trace_headers import delivered_to

FOLDER = Path(__file__).parent
TOLD = FOLDER / "raw.told"
_BYTE = re.compile(rb"\\x(..)|\\(r)")


def letters() -> dict[str, list[str]]:
    """The lines of each letter, by its name."""
    sections = (FOLDER / "raw.txt").read_text("utf-8").split("\n==== ")[1:]
    split = (section.split("\n") for section in sections)
    return {name: lines for name, *lines in split}


def _raw(lines: list[str]) -> bytes:
    text = "\n".join(lines).encode()
    return _BYTE.sub(lambda m: bytes.fromhex(m[1].decode()) if m[1] else b"\r", text)


def _read(raw: bytes) -> dict[str, str]:
    """All that is read of a letter, by what it is."""
    try:
        letter = read_letter(raw)
    except LetterRefused as why:
        return {"refused": why.args[0]}
    found = {one.name: repr(getattr(letter, one.name)) for one in fields(letter)}
    found["fields"] = " ".join(name for name, _ in letter.fields)
    kind = classify(letter, raw)
    found["class"] = f"{kind.kind} by {kind.rule}: {kind.failed} {kind.delayed}"
    found["server"] = str(delivered_to(raw))
    found["head"] = str(len(head_of(raw)))
    for number, value in enumerate(letter.all("authentication-results")):
        found[f"found {number}"] = f"{server_of(value)!r}: {read_results(value)}"
    return found


def told() -> str:
    """What is read of all letters."""
    rows = []
    for name, lines in letters().items():
        whole = _read(_raw(lines))
        rows += [f"==== {name}", *(f"{key}: {value}" for key, value in whole.items())]
        for at, line in enumerate(lines):
            got = _read(_raw([*lines[:at], *lines[at + 1 :]]))
            keys = [key for key in {**whole, **got} if key not in ("fields", "head")]
            other = [key for key in keys if got.get(key) != whole.get(key)]
            if other:
                said = " | ".join(f"{key}: {got.get(key)}" for key in other)
                rows.append(f"less {at}: {line} -> {said}")
    return "".join(f"{row}\n" for row in rows)


def write() -> None:
    """Write the file anew."""
    TOLD.write_text(told(), "utf-8")


if __name__ == "__main__":
    write()
