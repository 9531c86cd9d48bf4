"""Addresses of a player: a new one proves itself, all that were there before are told
of every change, and for a week each of them can take it back."""

from __future__ import annotations

from pbem.schedule.units import DAY
from pbem.server.game import references
from pbem.server.game.request import Request
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind, TokenPurpose
from pbem.server.store import players, reply_tokens
from pbem.server.store.reply_tokens import (
    ADDRESS_DAYS,
    UNDO_DAYS,
    TokenGrant,
    grant_for_address,
    grant_without_game,
)
from pbem.server.store.rows import AddressChangeRow

MAX_ADDRESSES = 10  #: of one player


def cannot_add(request: Request, address: str, own: list[str]) -> str:
    """Return why an address cannot become one of the writer's; "" if it can."""
    if request.config.owns(address) or len(own) >= MAX_ADDRESSES:
        return "odd"
    if address in own:
        return "own"
    return "taken" if players.proven_owner(request.conn, address) is not None else ""


def ask_for_proof(request: Request, address: str) -> str:
    """Write the one letter that an address gets before it has proven itself; return
    why not."""
    kind, now = LetterKind.SECURITY, request.now
    if rate_limits.was_notified(request.conn, address, kind, now - ADDRESS_DAYS * DAY):
        return "asked"
    grant = grant_for_address(request.writer_id, address, TokenPurpose.ADDRESS, now)
    _write(request, address, "address_proof", grant)
    request.audit("address-asked", address, player_id=request.writer_id)
    return ""


def change(request: Request, what: str, address: str) -> None:
    """Change the addresses of the writer, and tell all that were there before."""
    conn, player_id, now = request.conn, request.writer_id, request.now
    before = players.addresses(conn, player_id)
    if what == "add":
        players.add_address(conn, player_id, address, now)
    elif what == "use":
        players.prefer_address(conn, player_id, address)
    else:
        players.remove_address(conn, player_id, address)
    players.note_address_change(conn, player_id, what, address, before, now)
    _tell(request, what, address, before)


def undoable(request: Request) -> list[AddressChangeRow]:
    """Return the changes that a letter can take back: the one that it answers and what
    came after it, or the last one."""
    conn, player_id, content = request.conn, request.writer_id, request.content
    recent = players.address_changes(conn, player_id, request.now - UNDO_DAYS * DAY)
    if content.purpose is TokenPurpose.UNDO and content.made is not None:
        return [one for one in recent if one.made >= content.made]
    return recent[-1:]


def undo(request: Request) -> None:
    """Give the writer the addresses back that they had before a change.

    Anyone who got hold of them meanwhile can do no more with what they were sent.
    """
    conn, player_id, changes = request.conn, request.writer_id, undoable(request)
    players.take_back_addresses(conn, changes, request.now)
    reply_tokens.end_tokens_since(conn, player_id, changes[0].made)
    own = players.addresses(conn, player_id)
    others = [one for one in own if one != request.content.writer]
    _tell(request, "undo", changes[0].address, others)


def _tell(request: Request, what: str, address: str, addresses: list[str]) -> None:
    """Tell addresses of a change. One that came itself within the week cannot take
    back what others do about it."""
    conn, player_id, now = request.conn, request.writer_id, request.now
    request.audit("address-changed", f"{what} {address}", player_id=player_id)
    own = players.addresses(conn, player_id)
    recent = players.address_changes(conn, player_id, now - UNDO_DAYS * DAY)
    fresh = [one.address for one in recent if one.what == "add"]
    for one in addresses:
        undoes = what != "undo" and one not in fresh
        grant = grant_without_game(player_id, now)
        if undoes:
            grant = grant_for_address(player_id, one, TokenPurpose.UNDO, now)
        given = {"what": what, "changed": address, "own": own, "undoes": undoes}
        _write(request, one, "address_changed", grant, **given)


def _write(
    request: Request, to: str, words: str, grant: TokenGrant, **given: object
) -> None:
    name = players.get(request.conn, request.writer_id).name
    message = Message(
        subject=templates.subject(words),
        body=templates.blocks(
            words,
            name=name,
            to=to,
            until=references.player_deadline(request, request.writer_id, grant.until),
            **given,
        ),
        ref="desk",
    )
    outbox, kind = request.context.outbox, LetterKind.SECURITY
    outbox.to_address(request.conn, request.now, to, message, kind, grant)
