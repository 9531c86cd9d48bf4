"""The key of a server: made once, whole, and known to the store."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from pbem.server.store import reply_tokens
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import Key, NoKey, WrongKey, load_key, open_key


def test_a_key_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "a.key"
    key = load_key(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert re.fullmatch("[0-9a-f]{64}\n", file.read_text())
    assert load_key(file).fingerprint == key.fingerprint
    file.write_text("no key")
    with pytest.raises(NoKey, match=re.escape(str(file))):
        load_key(file)


def test_servers_that_start_side_by_side_make_one_key(tmp_path: Path) -> None:
    gate = Barrier(8)

    def start(number: int) -> str:
        gate.wait()
        return load_key(tmp_path / "a.key").fingerprint

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(start, range(8)))) == 1


def test_an_empty_key_is_no_secret(tmp_path: Path) -> None:
    # A server was killed, or its disk was full, before the key was written.
    file = tmp_path / "a.key"
    file.touch(0o644)
    key = load_key(file)
    assert key.fingerprint != Key(b"").fingerprint
    assert load_key(file).fingerprint == key.fingerprint
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("abcd" * 7)
    with pytest.raises(NoKey):
        load_key(file)


def test_two_servers_agree_which_key_a_store_knows(url: str) -> None:
    store, gate = Database(url), Barrier(4)
    ours, other = Key(b"k" * 32), Key(b"x" * 32)

    def check(key: Key) -> bool:
        gate.wait()
        try:
            with store.writing() as conn:
                reply_tokens.check_key(conn, key)
        except WrongKey:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(check, [ours, ours, other, other])]
    store.close()
    assert found in ([True, True, False, False], [False, False, True, True])


def test_a_key_that_is_missing_is_not_made_anew(tmp_path: Path) -> None:
    store, file = Database(str(tmp_path / "s.db")), tmp_path / "a.key"
    store.prepare()
    with store.writing() as conn:
        key = open_key(conn, file)
    file.rename(tmp_path / "away.key")
    with store.writing() as conn, pytest.raises(WrongKey):
        open_key(conn, file)
    assert not file.exists()  # or the old one could not come back into its place
    (tmp_path / "away.key").rename(file)
    with store.writing() as conn:
        assert open_key(conn, file).fingerprint == key.fingerprint
    store.close()
