"""The store: its history, its copies, and what it does when it cannot be written."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pbem.mail.transport.base import DeliveryResult, OutgoingLetter, retry
from pbem.mail.transport.maildir import MaildirSource, make_maildir
from pbem.server.host import backup
from pbem.server.host.backup import NotEmpty
from pbem.server.settings import config
from pbem.server.settings.config import Misconfigured
from pbem.server.store import connection, game_store, letters, reply_tokens, schema
from pbem.server.store.connection import UNAVAILABLE_ERRORS, Database, Outdated
from pbem.server.store.reply_tokens import Key, WrongKey, load_key
from tests.support.server.world import ADDRESS, ANN, BEGIN, BOB, World


def test_the_migrations_make_the_tables_that_the_program_uses(url: str) -> None:
    found = Database(url)
    found.prepare()
    with found.engine.connect() as conn:
        context = MigrationContext.configure(conn)
        changes = [one for one in compare_metadata(context, schema.metadata)
                   if one[0] != "modify_nullable"]  # fmt: skip
        assert connection._version(conn) == connection.HEAD
    found.close()
    assert changes == []


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    found = Database(str(tmp_path / "a.db"))
    found.prepare()
    with found.writing() as conn:
        conn.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Outdated):
        found.prepare()
    found.close()


def test_the_file_and_the_key_are_for_their_owner(tmp_path: Path) -> None:
    found = Database(str(tmp_path / "a.db"))
    found.prepare()
    found.close()
    load_key(tmp_path / "k")
    for name in ("a.db", "k"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_another_key_is_noticed(world: World) -> None:
    with world.store.writing() as conn, pytest.raises(WrongKey):
        reply_tokens.check_key(conn, Key(b"x" * 32))


def test_a_backup_goes_to_either_database(
    world: World, url: str, tmp_path: Path
) -> None:
    world.begin()
    saved = tmp_path / "saved.db"
    held = backup.save(world.store, saved)
    again = Database(str(tmp_path / "again.db"))
    assert backup.load(saved, again) == held.rows
    with world.store.reading() as one, again.reading() as two:
        first, second = game_store.find(one, "arena-1"), game_store.find(two, "arena-1")
        assert first is not None
        assert second is not None
        assert tuple(first) == tuple(second)
        assert game_store.turn_file(one, first) == game_store.turn_file(two, second)
    with pytest.raises(NotEmpty):
        backup.load(saved, again)
    again.close()
    if url.startswith("postgresql"):
        world.server.close()
        empty = Database(url)
        with empty.writing() as conn:
            for table in reversed(schema.metadata.sorted_tables):
                conn.execute(table.delete())
        assert backup.load(saved, empty) == held.rows
        with empty.writing() as conn:
            values = {"name": "x", "made": 0.0, "display": "board"}
            made = conn.execute(schema.player.insert().values(values))
            assert made.inserted_primary_key is not None
            assert made.inserted_primary_key[0] == 3
        empty.close()


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    world = World(Database(str(tmp_path / "full.db")), tmp_path)
    make_maildir(tmp_path / "in")
    source = MaildirSource(tmp_path / "in")
    for number in range(200):
        raw = f"From: {ANN}\nMessage-ID: <{number}@a>\n\nhelp {'x' * 3000}\n"
        (tmp_path / "in" / "new" / f"1.{number:03}.t").write_text(raw)
    pages = 0

    def limit(conn: sqlite3.Connection, *more: object) -> None:
        conn.execute(f"PRAGMA max_page_count={pages or 1 << 30}")

    sa.event.listen(world.store.engine, "checkout", limit)
    with world.store.reading() as conn:
        pages = (conn.exec_driver_sql("PRAGMA page_count").scalar() or 0) + 20
    with pytest.raises(UNAVAILABLE_ERRORS):
        world.server.fetch(source, BEGIN)
    waiting = len(list((tmp_path / "in" / "new").iterdir()))
    assert waiting > 0
    assert waiting + world.count(schema.letter) == 200
    pages = 0
    assert world.server.fetch(source, BEGIN) == waiting
    assert world.count(schema.letter) == 200
    assert not list((tmp_path / "in" / "new").iterdir())
    world.server.close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_read_only_store_loses_nothing(world: World, tmp_path: Path) -> None:
    make_maildir(tmp_path / "in")
    (tmp_path / "in" / "new" / "1.t").write_text(f"From: {ANN}\n\nhelp\n")
    source = MaildirSource(tmp_path / "in")
    off = True

    def only_read(conn: sqlite3.Connection, *more: object) -> None:
        conn.execute(f"PRAGMA query_only={int(off)}")

    sa.event.listen(world.store.engine, "checkout", only_read)
    with pytest.raises(UNAVAILABLE_ERRORS):
        world.server.fetch(source, BEGIN)
    off = False
    assert world.server.fetch(source, BEGIN) == 1


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_database_that_is_gone_comes_back(
    url: str, shared_postgres: str, tmp_path: Path
) -> None:
    world = World(Database(url), tmp_path)
    world.start()
    other = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with other.connect() as conn:
        conn.execute(sa.text(
            "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ))  # fmt: skip
    other.dispose()
    world.answer(ANN, "fire C3")
    assert world.orders() == ["Ann: fire C3"]
    world.server.close()


def test_a_sink_that_fails_between_mail_and_commit_repeats_one(world: World) -> None:
    world.start()
    world.answer(ANN, "fire C3")
    seen: list[str] = []

    def verdict(letter: OutgoingLetter) -> DeliveryResult:
        seen.append(letter.message_id)
        return retry("connection lost with the letter under way")

    world.box.verdict = verdict
    world.answer(BOB, "air F6")
    from pbem.mail.transport.base import SENT

    world.box.verdict = lambda letter: SENT
    world.now += 600
    again = [mail.message_id for mail in world.run()]
    assert sorted(again) == sorted(set(seen))


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_next_game_is_found_by_index(world: World) -> None:
    claims = (
        "SELECT * FROM game WHERE wake_at <= 1 ORDER BY wake_at, id LIMIT 1",
        "SELECT id FROM letter WHERE state = 'waiting' AND game_id = 1 ORDER BY id",
        "SELECT id FROM letter WHERE state = 'new' ORDER BY id LIMIT 50",
        "SELECT id FROM outbox WHERE state = 'waiting' AND next_at <= 1"
        " ORDER BY next_at, id LIMIT 1",
    )
    with world.store.reading() as conn:
        for claim in claims:
            plan = " ".join(
                str(row) for row in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {claim}")
            )
            assert "USING INDEX" in plan or "USING COVERING INDEX" in plan, plan


BAD = {
    "": "address",
    'address = "x"': "not a plain mail address",
    'address = "a@b.c"\nadress = 1': "adress",
    'address = "a@b.c"\nzone = "Paris"': "Europe/Paris",
    'address = "a@b.c"\npace = "soon"': "48h",
    'address = "a@b.c"\nhost = "a@b.c"': "referee's own",
    'address = "a@b.c"\n[identity]\npolicy = "none"': "policy",
    'address = "a@b.c"\n[identity]\npolicy = "token+dkim"': "authserv",
    'address = "a@b.c"\n[[in]]\nfrom = "pop"': "in",
    'address = "a@b.c"\n[[in]]\nfrom = "imap"\nhost = "h"': "user",
    'address = "a@b.c"\n[out]\nby = "smtp"\nhost = "far"\nsecurity = "plain"': "TLS",
    'address = "a@b.c"\nstore = "env:PBEM_NOWHERE"': "PBEM_NOWHERE",
    "address = ": "at end of document",
    "address = 3": "a text in quotation marks is wanted, not a whole number",
    'adress = "a@b.c"': 'no setting "adress"; perhaps "address" is meant',
    'address = "a@b.c"\nsilence = "shout"': '"random", "replace", "bot", "resign"',
    'address = "a@b.c"\nmisses = 0': "misses: a whole number is wanted, at least 1",
    'address = "a@b.c"\n[out]\nby = "pigeon"': '"smtp", "maildir", "folder"',
    'address = "a@b.c"\n[in]\nfrom = "imap"': "a list of tables such as [[in]]",
    'address = "a@b.c"\n[limits]\nsise = 3': 'limits: there is no setting "sise"',
}


@pytest.mark.parametrize(("text", "words"), BAD.items())
def test_bad_configurations_say_why(text: str, words: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        config.read(text)
    assert words in str(caught.value)


SECRET = "zqjxkvzqjxkv"


def test_nothing_secret_leaves(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """A marker in every hidden field, then everything that left is searched."""
    caplog.set_level("DEBUG")
    world.start(game="magblast")
    # The hidden order of one player, his chat, his word and his address.
    world.answer(BOB, f"{SECRET} {SECRET}")
    world.add_address(BOB, f"{SECRET}@b.example")
    with world.store.reading() as conn:
        game = game_store.find(conn, "magblast-1")
        assert game is not None
        assert game.seed is not None
        seed = game.seed.hex()
    world.answer(ANN, "show")
    world.answer(ANN, "orders?")
    world.answer(ANN, "games")
    for mail in world.box.mail:
        if mail.recipient == ADDRESS[ANN]:
            assert SECRET not in mail.text
        assert seed[:32] not in mail.text
        others = {
            token
            for other in world.box.mail
            if other.recipient != mail.recipient
            for token in reply_tokens.TOKEN_PATTERN.findall(other.reply_to)
        }
        assert not any(token in mail.raw.decode() for token in others)
    log = json.dumps([(r.getMessage(), vars(r)) for r in caplog.records], default=str)
    assert SECRET not in log
    assert seed not in log
    for mail in world.box.mail:
        for token in reply_tokens.TOKEN_PATTERN.findall(mail.reply_to):
            assert token not in log


def test_hidden_hands_stay_hidden(world: World) -> None:
    """Each reads of the own ships and cards, and the other one never does."""
    world.start(game="magblast")
    world.answer(ANN, "show")
    world.answer(BOB, "show")
    letters = {
        who: [" ".join(mail.text.split()) for mail in world.box.mail
              if mail.recipient == ADDRESS[who]]
        for who in (ANN, BOB)
    }  # fmt: skip
    for who, other in ((ANN, BOB), (BOB, ANN)):
        for own in (r"Your four ships are (.*?)\.", r"You draw (.*?)\."):
            (found,) = {one[1] for one in re.finditer(own, " ".join(letters[who]))}
            assert sum(found in text for text in letters[who]) == 2
            assert not any(found in text for text in letters[other])


def test_a_sealed_order_is_in_nobody_elses_mail(world: World) -> None:
    world.start()
    world.answer(ANN, "fire C3")
    before = len(world.box.mail)
    world.answer(ANN, "water H8")
    world.say(BOB, "show", world.last(ADDRESS[BOB]).reply_to)
    for mail in world.box.mail[before:]:
        if mail.recipient == ADDRESS[BOB]:
            assert "H8" not in mail.text.replace("A  B  C  D  E  F  G  H", "")
            assert "water H8" not in mail.text


def test_keep_is_safe_before_the_source_forgets(world: World, tmp_path: Path) -> None:
    make_maildir(tmp_path / "in")
    (tmp_path / "in" / "new" / "1.t").write_bytes(b"From: a@b.c\n\nhelp\n")
    source = MaildirSource(tmp_path / "in")
    order: list[str] = []
    real, done = letters.store_new, source.done

    def keep(*given: object) -> int:
        count = real(*given)  # type: ignore[arg-type]
        order.append("kept")
        return count

    def forget(key: str) -> None:
        order.append("done")
        done(key)

    source.done = forget  # type: ignore[method-assign]
    patch = pytest.MonkeyPatch()
    patch.setattr(letters, "store_new", keep)
    world.server.fetch(source, BEGIN)
    patch.undo()
    assert order == ["kept", "done"]
    assert os.listdir(tmp_path / "in" / ".Done" / "cur")
