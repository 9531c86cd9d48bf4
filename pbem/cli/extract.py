"""`pbem extract`: what a letter is, and what is new in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pbem.mail.sandbox.reader import LetterReader


KINDS = {".html": "html", ".htm": "html", ".txt": "plain", ".text": "plain"}


def extract(path: Path, reader: LetterReader) -> dict[str, Any]:
    """Return one file's class, new text and failing addresses.

    A .txt or .html file is the body of a letter with no head; any other is a letter.
    """
    from pbem.mail.message.limits import LIMITS, LetterRefused

    kind = KINDS.get(path.suffix.lower())
    with open(path, "rb") as file:
        raw = file.read(LIMITS.size + 1)  # what is longer is refused
    if kind:
        raw = f"Content-Type: text/{kind}\n\n".encode() + raw
    try:
        reading = reader.read(raw)
    except LetterRefused as refused:
        found = {"file": path.name, "class": "auto", "new_text": ""}
        return found | {"addresses": [], "refused": refused.code}
    return {
        "file": path.name,
        "class": "reply" if kind else reading.classification.kind,
        "new_text": reading.reply.said,
        "addresses": [] if kind else list(reading.classification.addresses),
    }


@click.command("extract")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False)
)
def command(files: tuple[str, ...]) -> None:
    """Show what FILES are and what is new in them, one JSON line a file.

    `class` is reply, bounce, auto or list; `new_text` what the writer says, of
    which lines behind ">" are never orders; `addresses` those that a bounce
    names. A letter over a limit is auto, for nobody answers it, and has a
    further key `refused` that says which limit.

    \b
    Example:
      pbem extract inbox/*.eml
    """
    from pbem.mail.sandbox.reader import LetterReader

    with LetterReader() as reader:
        for name in files:
            found = extract(Path(name), reader)
            click.echo(json.dumps(found, ensure_ascii=False))
