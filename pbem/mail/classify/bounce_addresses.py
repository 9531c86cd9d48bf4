"""Who could not be reached: the addresses that a bounce names."""

from __future__ import annotations

import email
import logging
import re

from pbem.mail.message.addresses import normalize_address
from pbem.mail.message.letter import Letter

# It logs a traceback of every letter that is too odd for one of its detectors.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)

_MAX_BYTES = 256 * 1024
_MAX_PARTS = 150
_FIELD = re.compile(
    rb"^(final-recipient|original-recipient|action|status|x-actual-recipient)[ \t]*:"
    rb"[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,400})",
    re.IGNORECASE | re.MULTILINE,
)
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"=]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,253}")
_BRACKETED = re.compile(
    r"<([^\s@<>]{1,64}@[^\s@<>:]{1,255})>|^[\s*>•-]{0,20}([^\s@<>:*]+@[^\s:<>]+)"
)


def bounced_addresses(
    letter: Letter, raw: bytes
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return addresses failed for good, and addresses still being tried."""
    raw = raw[:_MAX_BYTES]
    failed, delayed = _from_report(raw)
    if not failed and not delayed:
        failed, delayed = _from_older_form(raw)
    if not failed and not delayed:
        named = letter.first("x-failed-recipients")
        failed = {normalize_address(found) for found in _ADDRESS.findall(named)}
    if not failed and not delayed:
        failed = _from_text(letter)
    return tuple(sorted(failed)), tuple(sorted(delayed - failed))


def _from_report(raw: bytes) -> tuple[set[str], set[str]]:
    """Return what the delivery report fields say (RFC 3464)."""
    failed: set[str] = set()
    delayed: set[str] = set()
    final: list[str] = []
    original: list[str] = []

    def close(action: str) -> None:
        found = original or final
        if action in ("failed", "delayed"):
            (failed if action == "failed" else delayed).update(found)

    action = ""
    for match in _FIELD.finditer(raw):
        name = match.group(1).lower()
        value = match.group(2).decode("utf-8", "replace").strip()
        if name == b"action":
            action = value.split()[0].rstrip(";(,").lower() if value.split() else ""
        elif name == b"status":
            continue
        else:
            addresses = [normalize_address(found) for found in _ADDRESS.findall(value)]
            target = final if name == b"final-recipient" else original
            if target and addresses:
                close(action or "failed")
                final.clear()
                original.clear()
                action = ""
            target += addresses
    if final or original:
        close(action or "failed")
    return failed, delayed


def _from_older_form(raw: bytes) -> tuple[set[str], set[str]]:
    """Return what the many older forms of bounces say."""
    if raw.lower().count(b"\ncontent-type") > _MAX_PARTS:
        return set(), set()
    from flufl.bounce import all_failures

    try:
        delayed, failed = all_failures(email.message_from_bytes(raw))
    except Exception:  # any letter may be badly formed in a way nobody foresaw
        return set(), set()
    return _texts(failed), _texts(delayed)


def _texts(found: object) -> set[str]:
    texts: set[str] = set()
    for item in found if isinstance(found, set | frozenset) else ():
        text = item.decode("utf-8", "replace") if isinstance(item, bytes) else str(item)
        texts.add(normalize_address(text.strip("<>")))
    return texts


def _from_text(letter: Letter) -> set[str]:
    """Return addresses in the first lines of a bounce in no known form."""
    for line in letter.text[:4000].split("\n")[:60]:
        if line.lower().startswith(("received:", "return-path:", "message-id:")):
            break
        found = _BRACKETED.search(line[:400])
        if found:
            address = normalize_address(found.group(1) or found.group(2)).rstrip(
                ".,;:'\""
            )
            if _ADDRESS.fullmatch(address) and address not in letter.to:
                return {address}
    return set()
