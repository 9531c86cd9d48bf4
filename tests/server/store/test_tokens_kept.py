"""Tokens in the store: what each is worth, how long, and when it is ended."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import GameState, TokenPurpose
from pbem.server.store import reply_tokens, schema
from pbem.server.store.reply_tokens import Key, TokenGrant
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW, DAY = 1_700_000_000.0, 86400.0
KEY = Key(b"k" * 32)


@pytest.fixture
def conn(world: World) -> Iterator[Connection]:
    """A transaction in a store with a running game of players 1 and 2."""
    world.start()
    with world.store.writing() as conn:
        conn.execute(schema.token.delete())
        yield conn


def mailed(conn: Connection, grant: TokenGrant, now: float = NOW) -> str:
    """The token of a letter that was mailed just now."""
    mark, row = reply_tokens.mint(KEY, now, grant)
    conn.execute(reply_tokens.INSERT_TOKEN, row)
    return KEY.token(mark)


def turn(serial: int, player: int = 1, made: float = 0.0) -> TokenGrant:
    """A token of a turn of the game."""
    return TokenGrant(player, 1, serial, None, made=made)


def test_a_token_is_found_by_itself_alone(conn: Connection) -> None:
    token = mailed(conn, turn(0))
    other = mailed(conn, turn(1))
    assert re.fullmatch("[a-z2-7]{26}", token)
    assert reply_tokens.find_grant(conn, token) == turn(0, made=NOW)
    assert reply_tokens.find_grant(conn, other) == turn(1, made=NOW)
    assert reply_tokens.find_grant(conn, "a" * 26) is None
    digest = reply_tokens.token_digest(token)
    table = schema.token
    same = table.c.digest == digest
    conn.execute(table.update().where(same).values(digest=digest[:-1] + "x"))
    assert reply_tokens.find_grant(conn, token) is None


def test_tokens_differ_by_key_and_by_mark(world: World) -> None:
    marks = {reply_tokens.new_mark() for _ in range(9)}
    assert len(marks) == 9
    tokens = {key.token(mark) for key in (KEY, Key(b"x" * 32)) for mark in marks}
    assert len(tokens) == 18
    assert KEY.token("m") == KEY.token("m")
    assert len(KEY.fingerprint) == 32
    assert KEY.fingerprint != Key(b"x" * 32).fingerprint
    assert repr(KEY) == "Key()"


def test_how_long_tokens_are_worth_something(conn: Connection) -> None:
    def lasts(grant: TokenGrant, days: float) -> bool:
        return reply_tokens.lasts(conn, grant, NOW + days * DAY)

    desk = reply_tokens.grant_without_game(1, NOW)
    assert desk == TokenGrant(1, None, None, NOW + 14 * DAY)
    assert (lasts(desk, 13.9), lasts(desk, 14)) == (True, False)
    proof, undo = (
        reply_tokens.grant_for_address(1, "a@x.example", purpose, NOW)
        for purpose in (TokenPurpose.ADDRESS, TokenPurpose.UNDO)
    )
    assert (lasts(proof, 29.9), lasts(proof, 30)) == (True, False)
    assert (lasts(undo, 6.9), lasts(undo, 7)) == (True, False)
    assert {proof.address, undo.address} == {"a@x.example"}
    assert (proof.purpose, undo.purpose) == (TokenPurpose.ADDRESS, TokenPurpose.UNDO)
    assert desk.purpose is TokenPurpose.ANSWER


def test_a_token_of_a_turn_lasts_as_long_as_the_turn(conn: Connection) -> None:
    def lasts(serial: int, days: float) -> bool:
        grant = turn(serial, made=NOW)
        return reply_tokens.lasts(conn, grant, NOW + days * DAY)

    game = schema.game
    conn.execute(game.update().values(serial=3))
    assert (lasts(2, 29.9), lasts(2, 30)) == (True, False)
    assert lasts(3, 300)
    conn.execute(game.update().values(state=GameState.OVER))
    assert (lasts(3, 29.9), lasts(3, 30)) == (True, False)
    conn.execute(game.update().values(state=GameState.OPEN))
    assert lasts(2, 300)
    nowhere = turn(3)._replace(game_id=None)
    assert reply_tokens.lasts(conn, nowhere, NOW + 300 * DAY)


def test_tokens_are_forgotten_a_month_after_their_end(conn: Connection) -> None:
    for days in (-31, -30, 0):
        mailed(conn, TokenGrant(1, None, None, NOW + days * DAY))
    mailed(conn, turn(0))
    reply_tokens.expire(conn, NOW)
    untils = conn.execute(sa.select(schema.token.c.until)).scalars()
    assert {*untils} == {NOW - 30 * DAY, NOW, None}


def ended(conn: Connection, tokens: list[str]) -> list[bool]:
    """Whether each of them was ended now."""
    grants = [reply_tokens.find_grant(conn, token) for token in tokens]
    return [grant is not None and grant.until == NOW for grant in grants]


def test_tokens_of_turns_that_are_taken_back_end(conn: Connection) -> None:
    tokens = [mailed(conn, turn(serial)) for serial in (2, 3, 4)]
    tokens.append(mailed(conn, turn(3)._replace(game_id=None)))
    reply_tokens.end_tokens(conn, 1, 3, NOW)
    assert ended(conn, tokens) == [False, True, True, False]


def test_tokens_since_a_change_end_and_proofs_of_addresses(conn: Connection) -> None:
    proof = reply_tokens.grant_for_address(1, "x@y", TokenPurpose.ADDRESS, NOW)
    tokens = [
        mailed(conn, turn(0), NOW - 1),
        mailed(conn, turn(0), NOW),
        mailed(conn, turn(0), NOW + 1),
        mailed(conn, turn(0, player=2), NOW + 1),
        mailed(conn, proof, NOW - 5),
        mailed(conn, proof._replace(player_id=2), NOW - 5),
    ]
    reply_tokens.end_tokens_since(conn, 1, NOW)
    assert ended(conn, tokens) == [False, True, True, False, True, False]


def test_a_store_knows_its_key(conn: Connection) -> None:
    reply_tokens.check_key(conn, KEY)
    with pytest.raises(reply_tokens.WrongKey):
        reply_tokens.check_key(conn, Key(b"x" * 32))
    conn.execute(schema.meta.delete())
    reply_tokens.check_key(conn, Key(b"x" * 32))
    with pytest.raises(reply_tokens.WrongKey):
        reply_tokens.check_key(conn, KEY)
