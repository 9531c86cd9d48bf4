"""`pbem extract`: what a letter is, and what is new in it."""

import json
from pathlib import Path
from typing import Any

import click


def extract(path: Path) -> dict[str, Any]:
    """One file's class, new text and failing addresses; .eml, .html or plain text."""
    from pbem.mail.charsets import decode
    from pbem.mail.html import to_text
    from pbem.mail.reading import read
    from pbem.mail.refused import LetterRefused
    from pbem.mail.reply import new_text

    raw = path.read_bytes()
    found: dict[str, Any] = {"file": path.name, "class": "reply"}
    if path.suffix.lower() in (".eml", ".mbox", ".msg"):
        try:
            reading = read(raw)
        except LetterRefused as refused:
            return (
                found
                | {"class": "refused", "new_text": "", "addresses": []}
                | {"refused": refused.code}
            )
        found["class"] = reading.verdict.kind
        found["new_text"] = reading.reply.said
        found["addresses"] = list(reading.verdict.addresses)
        return found
    text = decode(raw)[0].replace("\r\n", "\n")
    if path.suffix.lower() in (".html", ".htm"):
        text = to_text(text)
    return found | {"new_text": new_text(text).said, "addresses": []}


@click.command("extract")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False)
)
def command(files: tuple[str, ...]) -> None:
    """Show what FILES are and what is new in them, one JSON line a file.

    `class` is reply, bounce, auto or list, or refused for a letter over a limit;
    `new_text` what the writer says, of which lines behind ">" are never orders;
    `addresses` those that a bounce names.
    """
    for name in files:
        click.echo(json.dumps(extract(Path(name)), ensure_ascii=False))
