"""Letters of ours with the signature of a domain, checked by opendkim.

python -m tests.support.dkim_letters --count 1000
"""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import click

from pbem.mail.transport.dkim_key import Signer
from pbem.pages import page
from pbem.server.outbound.message import Envelope, Message, compose
from tests.support.processes import Missing
from tests.support.servers import install

DOMAIN, SELECTOR = "games.example.org", "pbem"
_WORDS = [
    *("D4", "1NE", "fire", "-", "===", "you've", "", "tile", "Grüße", "Łódź", "水"),
    *(".dot", "--", "From", "~", "\t|", "+--+", "=20"),
]


@cache
def signer() -> Signer:
    """A domain with a fresh key."""
    if not shutil.which("openssl"):
        raise Missing("openssl is not installed")
    drawn = subprocess.run(["openssl", "genrsa", "2048"], capture_output=True)
    return Signer(DOMAIN, SELECTOR, drawn.stdout)


def letter(chance: random.Random) -> bytes:
    """Some letter of ours, with a text, a subject and names drawn by lot."""

    def words(most: int) -> str:
        return " ".join(chance.choices(_WORDS, k=chance.randint(1, most)))

    kinds = ["", "|", "=", "-", "=="]
    body = [
        page.Block(
            chance.choice(kinds),
            tuple(words(chance.choice((5, 60))) for _ in range(chance.randint(1, 5))),
        )
        for _ in range(chance.randint(0, 9))
    ]
    message = Message(
        subject=words(20),
        body=body,
        ref=chance.choice(["", "g7.t3"]),
        answers=chance.choice(["", "a@b"]),
        thread=chance.choice(["", "friday"]),
        calendar=chance.choice([b"", b"BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\n"]),
    )
    tagged = f"referee+g7.k3fq@{DOMAIN}"
    envelope = Envelope(
        f"referee@{DOMAIN}", words(4), "ann@a.example", tagged, "<1@x>", 1.7e9
    )
    return compose(message, envelope, html=chance.random() < 0.5)


def verdicts(letters: list[bytes], key: Signer) -> list[str]:
    """What opendkim says of each letter. Raises Missing."""
    said = install()
    program = shutil.which("opendkim", path="/usr/sbin:/usr/bin:/bin")
    if program is None:
        raise Missing(f"opendkim is not installed ({said})")
    with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
        place = Path(folder)
        record = f"{key.place} v=DKIM1; k=rsa; p={key.public}\n"
        (place / "keys").write_text(record)
        (place / "conf").write_text(f"Mode v\nSyslog no\nTestPublicKeys {place}/keys\n")
        names = []
        for number, raw in enumerate(letters):
            names.append(place / f"{number}.eml")
            names[-1].write_bytes(raw)
        told = []
        for at in range(0, len(names), 100):
            files = ",".join(map(str, names[at : at + 100]))
            done = subprocess.run(
                [program, "-x", str(place / "conf"), "-t", files],
                capture_output=True,
                text=True,
                timeout=120,
            )
            told += [
                line for line in done.stdout.splitlines() if "verification" in line
            ]
    return [line.rpartition(") ")[2] for line in told]


@click.command()
@click.option("--count", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(count: int, seed: int) -> None:
    """Sign letters, and count those whose signature opendkim finds good."""
    chance = random.Random(seed)
    signed = [signer().signed(letter(chance)) for _ in range(count)]
    found = verdicts(signed, signer())
    good = found.count("succeeded")
    click.echo(f"{good} of {count} signatures are good")
    if good != count:
        raise click.exceptions.Exit(1)


if __name__ == "__main__":
    main()
