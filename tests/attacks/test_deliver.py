"""The status of `pbem server deliver`: a mail server keeps, tries again, sends back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import check_key, load_key

SETTINGS = (
    'address = "referee@x.example"\n[limits]\nsize = 100000\n'
    '[[in]]\nfrom = "maildir"\npath = "in"\n[out]\nby = "folder"\npath = "out"\n'
)
LETTER = b"From: ann@a.example\nTo: referee@x.example\n\nhelp\n"
LATER, NEVER = os.EX_TEMPFAIL, os.EX_DATAERR


@pytest.mark.parametrize(
    ("letter", "spoilt", "status", "said"),
    [
        (LETTER, {}, 0, ""),
        (b"", {}, NEVER, "no letter on standard input"),
        (b"\r\n \n", {}, NEVER, "no letter on standard input"),
        (b"From ann Mon May  6 10:00:00 2024\n", {}, NEVER, "no letter"),
        (LETTER + b"x" * 3_000_000, {}, NEVER, "over 100,000 bytes"),
        (LETTER, {"pbem.key": b"not a key\n"}, LATER, "no key of pbem"),
        (LETTER, {"pbem.key": b"\xff\xfe"}, LATER, "no key of pbem"),
        (b"", {"pbem.key": b"not a key\n"}, LATER, "no key of pbem"),
        (LETTER, {"pbem.toml": b"address = 3\n"}, LATER, "pbem.toml"),
        (LETTER, {"pbem.db": b"no database" * 100}, LATER, "store cannot be used"),
    ],
)
def test_a_mail_server_is_told_what_to_do(
    tmp_path: Path, letter: bytes, spoilt: dict[str, bytes], status: int, said: str
) -> None:
    if "pbem.key" in spoilt:
        store = Database(str(tmp_path / "pbem.db"))
        store.prepare()
        with store.writing() as conn:
            check_key(conn, load_key(tmp_path / "pbem.key"))
        store.close()
    files = {"pbem.toml": SETTINGS.encode(), **spoilt}
    for name, text in files.items():
        (tmp_path / name).write_bytes(text)
    given = ["server", "deliver", "--config", str(tmp_path / "pbem.toml")]
    done = CliRunner().invoke(pbem, given, input=letter)
    words = done.output.strip()
    assert (done.exit_code, said in words, words.count("\n")) == (status, True, 0), (
        words
    )
    if spoilt:
        return
    with Database(str(tmp_path / "pbem.db")).reading() as conn:
        kept = conn.exec_driver_sql("SELECT count(*) FROM letter").scalar_one()
    assert kept == (status == 0)
