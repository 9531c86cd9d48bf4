"""A thief of the store, or of a backup, finds no token of a letter that was read."""

from __future__ import annotations

import base64
import quopri
import re
from email import message_from_bytes
from email.header import decode_header, make_header
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from pbem.server.flow import dispatch
from pbem.server.store import letters, reply_tokens, schema, stored_tokens
from pbem.server.store.connection import Database
from tests.support.server.world import ANN, World

TOKEN = re.compile(r"\+(?:g\d+\.)?([a-z2-7]{26})@")


def _token(world: World) -> tuple[str, str]:
    """The address and the token that Ann answers to."""
    address = world.last("ann@a.example").reply_to
    match = TOKEN.search(address)
    assert match
    return address, match[1]


def _html(body: str) -> str:
    return f"<p>fire C3</p><blockquote>{body}</blockquote>"


#: How a mail program may write a body that quotes the token.
FORMS = {
    "plain": lambda body: f"Content-Type: text/plain\n\nfire C3\n\n> {body}\n",
    "capitals": lambda body: f"\nfire C3\n\n> {body.upper()}\n",
    "base64": lambda body: (
        "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
        + base64.encodebytes(f"fire C3\n\n> {body}\n".encode()).decode()
    ),
    "quoted-printable": lambda body: (
        "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
        + quopri.encodestring(f"fire C3\n\n> {'=' * 40} {body}\n".encode()).decode()
    ),
    "a link in HTML": lambda body: (
        "Content-Type: text/html\n\n" + _html(f"mailto:{body.replace('+', '%2B')}")
    ),
}


def _bytes_of(world: World) -> bytes:
    """All bytes of a store in a file."""
    assert world.store.url.database
    with world.store.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    found = b"".join(
        path.read_bytes()
        for path in Path(world.store.url.database).parent.glob("pbem.db*")
    )
    assert len(found) > 10_000
    return found


@pytest.mark.parametrize("form", FORMS)
def test_no_token_is_left_in_the_file(host: tuple[World, list[str]], form: str) -> None:
    world, _ = host
    world.start()
    address, token = _token(world)
    world.post(ANN, "", address, form=FORMS[form](address), subject="Re: friday")
    assert token.encode() in _bytes_of(world)
    world.run()
    assert "Ann: fire C3" in world.orders()
    assert token.encode() not in _bytes_of(world).lower()
    _nothing_in_letters(world.store, token)


def _nothing_in_letters(store: Database, token: str) -> None:
    """No form of a token is in a letter; the start of its digest is."""
    with store.reading() as conn:
        handle = conn.execute(
            sa.select(schema.token.c.handle).where(
                schema.token.c.digest == reply_tokens.token_digest(token)
            )
        ).scalar_one()
        rows = conn.execute(sa.select(schema.letter)).all()
        seen = b"".join(
            bytes(row.raw) + (row.content or b"") + (row.recipient or "").encode()
            for row in rows
        )
        for row in rows:
            assert not stored_tokens.hider(conn, bytes(row.raw)).handles
    assert handle.encode() in seen


def test_a_token_in_the_subject_is_hidden_however_it_is_spelt(
    host: tuple[World, list[str]],
) -> None:
    world, _ = host
    world.start()
    address, token = _token(world)
    word = base64.b64encode(f"Re: [g1.{token}]".encode()).decode()
    rest = "".join(f"={ord(sign):02X}" if sign in "+." else sign for sign in token)
    subject = f"=?utf-8?B?{word}?=\n =?utf-8?Q?_=5B{rest}=5D?="
    world.post(ANN, "fire C3", address, subject=subject)
    world.run()
    assert token.encode() not in _bytes_of(world).lower()
    _nothing_in_letters(world.store, token)
    with world.store.reading() as conn:
        raws = conn.execute(sa.select(schema.letter.c.raw)).scalars().all()
    heads = [message_from_bytes(raw)["Subject"] for raw in raws]
    read = [str(make_header(decode_header(head))) for head in heads]
    (said,) = [one for one in read if one.startswith("Re: [g1.")]
    # Both words are there, and each holds a handle in the token's place.
    assert token not in said
    assert re.fullmatch(r"Re: \[g1\.~[0-9a-f]{16}\] \[~[0-9a-f]{16}\]", said)


def test_words_that_only_look_like_a_token_stay(
    host: tuple[World, list[str]],
) -> None:
    world, _ = host
    world.start()
    address, token = _token(world)
    word = "donaudampfschifffahrtselek"
    assert len(word) == 26
    world.say(ANN, f"press to Bob: {word}, and my token is {token}", address)
    said = world.last("bob@b.example").text
    assert word in said
    assert token not in said


def test_a_letter_that_was_set_aside_is_carried_out_without_its_token(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.start()
    address, token = _token(world)
    with monkeypatch.context() as broken:
        broken.setattr(dispatch, "execute", None)
        world.say(ANN, "fire C3", address)
    state = sa.select(schema.letter.c.id).where(schema.letter.c.state == "poison")
    number = world.scalar(state)
    _nothing_in_letters(world.store, token)
    with world.store.writing() as conn:
        assert letters.retry(conn, number)
    world.run()
    assert world.orders() == ["Ann: fire C3"]


def test_hiding_takes_a_time_that_grows_with_the_letter(
    host: tuple[World, list[str]],
) -> None:
    """Not the clock but the work is counted: matches that are looked at."""
    world, _ = host
    with world.store.reading() as conn:
        for piece in (b"a" * 26 + b" ", b"=?u?b?YWFh?= ", b"YWFhYWFh" * 8 + b"\n"):
            seen = []
            for size in (10_000, 20_000):
                raw = piece * (size // len(piece))
                views = stored_tokens._views(raw)
                found = [stored_tokens._TOKEN.findall(view) for view in views]
                seen.append(len(found) + sum(map(len, found)))
                assert not stored_tokens.hider(conn, raw).handles
            assert seen[1] <= 2 * seen[0] + 1


_PIECES = (
    *(b"a", b"Z", b"2", b"7", b"1", b"=", b"\n", b"=\r\n", b"=\n", b"%2b", b"=3D"),
    *(
        b" ",
        b"abcdefghijklm",
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        b"bcdefghijklmnopqrstuvw",
    ),
)


def test_tokens_are_looked_for_where_they_can_be_alone() -> None:
    """What is left out of a letter holds none: the whole of it tells the same."""
    chance, tokens, pattern = Random(1), 0, stored_tokens._TOKEN
    for _ in range(3000):
        text = b"".join(chance.choices(_PIECES, k=chance.randint(0, 30)))
        whole = [match.groups() for match in pattern.finditer(text)]
        parts = map(pattern.finditer, stored_tokens._runs(text))
        assert [match.groups() for part in parts for match in part] == whole, text
        tokens += len(whole)
    assert tokens > 500
