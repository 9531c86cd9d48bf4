"""Tests a configuration for real: each finding says what to fix."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import sqlalchemy as sa

from pbem.authoring.loading import loaded
from pbem.mail.message.authentication_results import server_of
from pbem.mail.message.headers import split_letter
from pbem.mail.message.letter import read_letter
from pbem.mail.transport.base import (
    DeliveryStatus,
    Incoming,
    OutgoingLetter,
    Source,
    Unreachable,
)
from pbem.pages.wording import shared_words
from pbem.plugins.defects import Broken
from pbem.plugins.games import broken, everywhere
from pbem.record.turn_file import is_turn_file
from pbem.server.flow.server import LINGER_SECONDS
from pbem.server.host import mail_checks, published, site, transports
from pbem.server.host.finding import Finding
from pbem.server.host.logs import discreet
from pbem.server.outbound.message import Envelope, Message, compose
from pbem.server.settings.config import Config
from pbem.server.settings.tables import Imap, SmtpOut
from pbem.server.store import letters
from pbem.server.store.connection import Database, Outdated, cause
from pbem.server.store.reply_tokens import (
    NoKey,
    StoreMissing,
    WrongKey,
    need_store,
    new_mark,
    open_key,
)
from pbem.system.files import is_open

Clock = Callable[[], float]
_SEED = re.compile(rb"^[ \t]*seed[ \t]*:", re.IGNORECASE | re.MULTILINE)
SKEW = 120.0  #: seconds that clocks may differ


def examine(config: Config, clock: Clock, patience: float) -> Iterator[Finding]:
    """Test everything that can be tested, one after the other."""
    stored = _store(config)
    yield stored
    if usable := stored.why in ("", "open"):
        yield _key(config)
    yield from _turn_files(config)
    yield from broken_games()
    yield from _site(config)
    yield from _zone(config, clock)
    yield from mail_checks.login(config)
    reached, open_in = True, not config.mail_in
    for part in config.mail_in:
        finding = mail_checks.source(config, part)
        yield finding
        reached = reached and finding.well
        open_in = open_in or not (finding.what == "lmtp" and finding.why)
        if finding.well and usable and isinstance(part, Imap):
            yield from mail_checks.in_junk(config, part, clock())
    if not config.mail_in:
        yield Finding("deliver", True)
    yield from published.examine(config)
    sink = mail_checks.sink(config)
    yield sink
    reached = reached and open_in and usable
    if reached and sink.well and isinstance(config.mail_out, SmtpOut):
        yield from _round_trip(config, clock, patience)


def _store(config: Config) -> Finding:
    try:
        with closing(Database(config.url)) as store:
            need_store(store, config.path(config.key_file))
            store.prepare()
            with store.writing() as conn:
                letters.latest(conn, 1)
            if store.embedded and is_open(Path(config.url)):
                return Finding("store", False, "open")
    except Outdated:
        return Finding("store", False, "newer")
    except StoreMissing:
        return Finding("store", False, "missing")
    except (sa.exc.SQLAlchemyError, OSError) as error:
        return Finding("store", False, discreet(cause(error)))
    return Finding("store", True)


def _key(config: Config) -> Finding:
    path = config.path(config.key_file)
    try:
        with closing(Database(config.url)) as store, store.writing() as conn:
            open_key(conn, path)
    except WrongKey:
        return Finding("key", False, "other" if path.exists() else "missing")
    except (OSError, NoKey) as error:
        return Finding("key", False, str(error))
    if path.exists() and is_open(path):
        return Finding("key", False, "open")
    return Finding("key", True)


def broken_games() -> Iterator[Finding]:
    """Find games of other packages that cannot be played here."""
    games, found = everywhere(), list(broken())
    for name in games:
        try:
            loaded(games[name])
        except Broken as fault:
            found.append(fault)
    for one in found:
        yield Finding("game", False, shared_words().fault(one.fault))


def _site(config: Config) -> Iterator[Finding]:
    if not config.site.folder:
        return
    try:
        site.try_out(config)
    except site.SiteRefused as why:
        yield Finding("site", False, str(why))
    else:
        yield Finding("site", True, config.site.folder)


def _turn_files(config: Config) -> Iterator[Finding]:
    """Find turn files next to the configuration whose seeds others can read."""
    found = [
        path.name
        for path in sorted(Path(config.folder).glob("*.txt"))
        if path.is_file() and is_open(path) and _has_seed(path)
    ]
    if found:
        yield Finding("turn-files", False, ", ".join(found))


def _has_seed(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            raw = file.read(8192)
    except OSError:
        return False
    return is_turn_file(raw) and bool(_SEED.search(raw))


def _zone(config: Config, clock: Clock) -> Iterator[Finding]:
    there = datetime.fromtimestamp(clock(), config.zone_info)
    yield Finding("zone", True, f"{there:%H:%M} in {config.zone}")
    yield Finding("linger", True, f"{LINGER_SECONDS:.0f}")
    if not 1_700_000_000 < clock() < 4_000_000_000:
        yield Finding("clock", False, time.strftime("%Y-%m-%d", time.gmtime(clock())))


def _round_trip(config: Config, clock: Clock, patience: float) -> Iterator[Finding]:
    """Send a letter to ourselves, at an address with a tag, and wait for it."""
    mark = new_mark()
    separator = config.identity.separator
    tagged = f"{config.local}{separator}doctor.{mark}@{config.domain}"
    goal = tagged if config.identity.place == "address" else config.address
    message_id = f"<{new_mark()}@{config.domain}>"
    envelope = Envelope(
        config.address, config.name, goal, config.address, message_id, clock()
    )
    message = Message(subject=f"doctor {mark}", body=[])
    raw = compose(message, envelope)
    with closing(transports.sink(config)) as sink:
        verdict = sink.send(OutgoingLetter(message_id, config.address, goal, raw))
        if verdict.status is not DeliveryStatus.SENT:
            plain = OutgoingLetter(message_id, config.address, config.address, raw)
            # Is it the tag, or the address?
            tagged_only = goal != config.address and (
                sink.send(plain).status is DeliveryStatus.SENT
            )
            what = "plus" if tagged_only else "send"
            yield Finding(what, False, mail_checks.cause(verdict.why))
            return
    began = clock()
    found = _wait(config, mark, patience)
    if found is None:
        what = "round-trip" if config.mail_in else "not-delivered"
        yield Finding(what, False, f"{patience:.0f}")
        return
    yield Finding("round-trip", True, f"{clock() - began:.0f}")
    letter = read_letter(found.raw)
    heard = [config.reply_tag(to) for to in (found.recipient or "", *letter.to)]
    if config.identity.place == "address":
        yield Finding("plus", any(mark in tag for tag in heard))
    yield from _clock(found, clock())
    yield from _results(config, found)


def _wait(config: Config, mark: str, patience: float) -> Incoming | None:
    """Return the letter, from the source or from the store of a server that runs."""
    sources: list[Source] = transports.sources(config, lambda letter: None)
    store = Database(config.url)
    try:
        for _ in range(max(1, int(patience))):
            for source in sources:
                for incoming in source.letters():
                    if mark.encode() in incoming.raw:
                        source.done(incoming.key)
                        return incoming
            with store.reading() as conn:
                for key, raw, recipient in letters.latest(conn, 20):
                    if mark.encode() in raw:
                        return Incoming(key, raw, recipient)
            time.sleep(1)
    except Unreachable:
        return None
    finally:
        store.close()
        for source in sources:
            source.close()
    return None


def _clock(found: Incoming, now: float) -> Iterator[Finding]:
    """Compare our clock with the mail server's, from its Received field."""
    fields, _ = split_letter(found.raw)
    stamp = next((v.rpartition(";")[2] for n, v in fields if n == "received"), "")
    try:
        theirs = parsedate_to_datetime(stamp.strip()).timestamp()
    except (ValueError, TypeError):
        return
    skew = abs(now - theirs)
    yield Finding("clock", skew < SKEW, f"{skew:.0f}")


def _results(config: Config, found: Incoming) -> Iterator[Finding]:
    """Return whether our mail server tells about signatures, where we need that."""
    fields, _ = split_letter(found.raw)
    names = [server_of(v) for n, v in fields if n == "authentication-results"]
    if config.identity.policy == "token+dkim":
        server = config.identity.authserv.lower()
        well = server in names
        yield Finding("dkim", well, ", ".join(names))
    elif names:
        yield Finding("dkim-possible", True, names[0])
