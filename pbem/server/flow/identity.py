"""Whose letter it is: a token and an address that belong together."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy.engine import Connection

from pbem.mail.message.addresses import bare_addresses, normalize_address
from pbem.mail.message.authentication_results import read_results, server_of
from pbem.mail.message.letter import Letter
from pbem.server.settings.config import Config
from pbem.server.states import TokenPurpose
from pbem.server.store import players
from pbem.server.store.reply_tokens import TOKEN_PATTERN, TokenGrant, find_grant, lasts

_MANY = 20
_BOUND = (TokenPurpose.ADDRESS, TokenPurpose.UNDO)


class TokenStrength(StrEnum):
    """The best token of ours that a letter carries, no matter who wrote it."""

    NONE = "none"
    OLD = "old"
    GOOD = "good"  #: it lasts, and an answer with it may say anything


@dataclass(frozen=True, slots=True)
class Identity:
    """What a letter says about its writer, and whether it is proven."""

    writer: str  #: the address in From; "" where that is not sure
    player_id: int | None  #: who it is, proven
    told_id: int | None  #: whom to tell where nothing is proven
    game_id: int | None = None
    serial: int | None = None
    problem: str = ""  #: no-token, old-token, other-address, no-dkim, flood, stranger
    purpose: TokenPurpose = TokenPurpose.ANSWER  #: of its token
    made: float | None = None  #: when its token was minted, if it has one
    asked: int | None = None  #: the letter that "yes" repeats
    #: whether the address is somebody's, but not known to be reached and theirs
    doubted: bool = False
    token: TokenStrength = TokenStrength.NONE


def identify(
    conn: Connection, config: Config, letter: Letter, recipient: str | None, now: float
) -> Identity:
    """Return who wrote a letter, as far as it can be proven."""
    bearers = [
        grant
        for token in tokens_in(config, letter, recipient)
        if (grant := find_grant(conn, token)) is not None
    ]
    claim = _claim(conn, config, letter, bearers, now)
    good = any(lasts(conn, one, now) and one.purpose not in _BOUND for one in bearers)
    token = (
        TokenStrength.GOOD
        if good
        else TokenStrength.OLD
        if bearers
        else TokenStrength.NONE
    )
    return replace(claim, token=token)


def _claim(
    conn: Connection,
    config: Config,
    letter: Letter,
    bearers: list[TokenGrant],
    now: float,
) -> Identity:
    # A database may take no control characters, and no address has any.
    writer = letter.writer if letter.writer.isprintable() else ""
    owner, doubted = players.owner_and_doubt(conn, writer)
    policy = config.identity.policy
    # An address that is not the player's may speak by a letter that was sent to it.
    own = [
        one
        for one in bearers
        if (one.address in ("", writer) and one.player_id == owner)
        or (writer and one.address == writer and one.purpose in _BOUND)
    ]
    own.sort(key=lambda one: one.game_id is None)
    lasting = [one for one in own if lasts(conn, one, now)]
    if lasting:
        player_id = lasting[0].player_id
        if policy == "token+dkim" and not dkim_passes(config, letter):
            game_id = lasting[0].game_id
            return Identity(
                writer, None, player_id, game_id, problem="no-dkim", doubted=doubted
            )
        return _proven(writer, lasting[0], doubted=doubted)
    if owner is not None:
        if policy == "open":
            return Identity(writer, owner, owner, doubted=doubted)
        old = own[0].game_id if own else None
        problem = "old-token" if own else "no-token"
        return Identity(writer, None, owner, old, problem=problem, doubted=doubted)
    if bearers:
        bearer_id, game_id = bearers[0].player_id, bearers[0].game_id
        return Identity(writer, None, bearer_id, game_id, problem="other-address")
    return Identity(writer, None, None, problem="stranger")


def _proven(writer: str, grant: TokenGrant, *, doubted: bool) -> Identity:
    return Identity(
        writer,
        grant.player_id,
        grant.player_id,
        grant.game_id,
        grant.serial,
        purpose=grant.purpose,
        made=grant.made,
        asked=grant.letter_id,
        doubted=doubted,
    )


def tokens_in(config: Config, letter: Letter, recipient: str | None) -> list[str]:
    """Return the tokens that a letter carries: in our address, where it was sent to it
    or delivered to it, and in its subject only where ours are put there."""
    copied = {one for value in letter.all("cc") for one in bare_addresses(value)}
    if copied:
        to = letter.all("to")
        copied -= {one for value in to for one in bare_addresses(value)}
    places = (normalize_address(recipient or ""), *letter.to)
    texts = [config.reply_tag(one) for one in places if one not in copied]
    if config.identity.place == "subject":
        brackets = re.findall(r"\[([^\[\]]{26,60})\]", letter.subject[:2000])
        texts += map(str.lower, brackets)
    found = dict.fromkeys(one for text in texts for one in TOKEN_PATTERN.findall(text))
    return list(found)[:_MANY]


def dkim_passes(config: Config, letter: Letter) -> bool:
    """Return whether our own mail server says that the writer's domain signed a letter.

    Only the first Authentication-Results field of its name counts, and only above
    the fields that the letter may have brought with it (RFC 8601, 5 and 7.1).
    """
    domain = letter.writer.rpartition("@")[2]
    server, hops = config.identity.authserv.lower(), 0
    for name, value in letter.fields:
        if name == "received":
            hops += 1
            if hops > config.identity.hops:
                return False
        elif name == "authentication-results" and server_of(value) == server:
            return domain in _signers(value)
    return False


def _signers(field: str) -> list[str]:
    """Return the domains of the signatures that hold."""
    found = read_results(field)
    signed = (
        [value.lower() for name, value in one.properties if name == "header.d"]
        for one in (found.results if found else ())
        if (one.method, one.result) == ("dkim", "pass")
    )
    return [domains[0] for domains in signed if len(domains) == 1]
