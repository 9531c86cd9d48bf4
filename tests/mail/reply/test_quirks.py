"""A mail program and a language are added by a file each, and by nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.mail.reply.phrases import KINDS, pattern, tidy, words

ROOT = Path(__file__).parents[3]
PROGRAM = r"""
# Nimbus, which nobody has ever seen.

[nimbus]
attributions = ['== \w+ at teatime ==']
original = ["the letter of old"]
products = ["nimbo"]
footers = ["checked by nimbus guard"]
placeholders = ['\{picture \d+\}']
quotes = [".nimbus-old"]
older = ["#nimbus-begins"]
signatures = [".nimbus-name"]
automatic = ["x-nimbus-away"]
"""
LANGUAGE = """
[sindarin]
sent_from = ["teithant"]
away = ["avon dulu"]
"""
HTML = "Content-Type: text/html\n\n"
LETTERS = {
    "attribution": ("\nA Par H\n\n== Bo at teatime ==\n> old\n", "A Par H"),
    "title": ("\nA Par H\n\n--- The letter of old ---\nA Mar H\n", "A Par H"),
    "device": ("\nA Par H\n\nSent from Nimbo 3\n", "A Par H"),
    "footer": ("\nA Par H\n\nChecked by Nimbus Guard\n", "A Par H"),
    "placeholder": ("\nA Par H\n{picture 7}\n", "A Par H"),
    "quote": (f"{HTML}<p>A Par H</p><div class=nimbus-old>A Mar H</div>", "A Par H"),
    "older": (f"{HTML}<p>A Par H<p id=nimbus-begins><p>A Mar H", "A Par H"),
    "signature": (f"{HTML}<p>A Par H<p class=nimbus-name>Ann", "A Par H"),
    "language": ("\nA Par H\n\nTeithant Nimbo\n", "A Par H"),
    "absence": ("X-Nimbus-Away: yes\n\nA Par H\n", "auto"),
    "absence in a language": ("Subject: Avon dulu: Re: game\n\nA Par H\n", "auto"),
}
READ = """
import json, sys
from pbem.mail import reply
reply.__path__.append(sys.argv[1])
from pbem.mail.sandbox.read import read
found = {}
for name, text in json.load(sys.stdin).items():
    one = read(("From: ann@x.example\\n" + text).encode())
    kind = one.classification.kind
    found[name] = one.reply.text if kind == "reply" else kind
print(json.dumps(found))
"""


def read_all(folder: Path) -> dict[str, str]:
    """Return what is made of the letters where the files of a folder count, too."""
    texts = {name: text for name, (text, _) in LETTERS.items()}
    command = [sys.executable, "-c", READ, str(folder)]
    done = subprocess.run(
        command, input=json.dumps(texts), capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def write(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_text(text, "utf-8")


def test_a_file_is_all_that_a_program_and_a_language_take(tmp_path: Path) -> None:
    wanted = {name: new for name, (_, new) in LETTERS.items()}
    before = read_all(tmp_path)
    assert [name for name in wanted if before[name] == wanted[name]] == []
    write(tmp_path / "clients" / "nimbus.toml", PROGRAM)
    write(tmp_path / "languages" / "sindarin.toml", LANGUAGE)
    assert read_all(tmp_path) == wanted


def test_a_kind_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    write(tmp_path / "clients" / "nimbus.toml", '[nimbus]\nsignature = ["x"]\n')
    with pytest.raises(AssertionError, match=r"nimbus\.toml: signature is no kind"):
        read_all(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_words_as_they_are_compared(kind: str) -> None:
    assert words(kind)
    if kind in ("attributions", "placeholders"):
        assert not pattern(kind).fullmatch("A Par - Bur")
    elif kind not in ("quotes", "older", "signatures"):
        assert [word for word in words(kind) if word != tidy(word)] == []
