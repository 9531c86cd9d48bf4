"""What the DNS says of our domain: who may send for it, and how that is proven."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pbem.server.host import transports
from pbem.server.host.finding import Finding
from pbem.server.outbound.rate_limits import home_of
from pbem.server.settings.config import Config, Misconfigured
from pbem.server.settings.tables import SmtpOut

if TYPE_CHECKING:
    from pbem.mail.transport.dkim_key import Signer

#: Domains that nobody can publish anything for (RFC 6761, 6762, 9476).
_PRIVATE = re.compile(
    r"(^|\.)(test|example|invalid|localhost|local|lan|internal|alt|home\.arpa)$"
)
_LOOKUP_SECONDS = 5.0
Lookup = Callable[[str], list[str]]  #: the texts of a name; [] if it has no text


class NoResolver(Exception):
    """No resolver answers, or ("library") the library that asks is not installed."""


def examine(config: Config) -> Iterator[Finding]:
    """Look up SPF, DKIM and DMARC, where letters go to others and somebody answers.

    What is missing is a fault where the host has a domain of its own, which [dkim]
    says, and advice else: a provider may see to it.
    """
    if not isinstance(config.mail_out, SmtpOut):
        return
    own = config.dkim is not None
    signer = None
    if own:
        try:
            signer = transports.signer(config)
            open_to_others = transports.key_is_open(config)
        except Misconfigured as error:
            yield Finding("dkim-key", False, str(error).removeprefix("dkim.key: "))
            return
        yield Finding("dkim-key", not open_to_others, "open" if open_to_others else "")
    if _PRIVATE.search(config.domain) or "." not in config.domain:
        return
    try:
        yield _spf(config, _texts, own)
        if signer is not None:
            yield _key(signer, _texts)
        yield _dmarc(config, _texts, own)
    except NoResolver as error:
        yield Finding("dns", True, str(error))


def _texts(name: str) -> list[str]:
    try:
        import dns.exception
        import dns.resolver
    except ImportError:  # of the extra `dkim`
        raise NoResolver("library") from None
    try:
        found = dns.resolver.resolve(name, "TXT", lifetime=_LOOKUP_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError):
        raise NoResolver from None
    return [b"".join(one.strings).decode("utf-8", "replace") for one in found]


def _spf(config: Config, texts: Lookup, own: bool) -> Finding:
    found = [one for one in texts(config.domain) if re.match("v=spf1( |$)", one)]
    if len(found) == 1:
        return Finding("spf", True)
    assert isinstance(config.mail_out, SmtpOut)
    host = config.mail_out.name or config.mail_out.host
    named = f" a:{host}" if "." in host and not re.fullmatch(r"[\d.]+", host) else ""
    why = "two" if found else "none" if own else "advice"
    well = not found and not own
    return Finding("spf", well, why, f'{config.domain}. TXT "v=spf1 mx{named} ~all"')


def _key(signer: Signer, texts: Lookup) -> Finding:
    """Return whether others find the key that we sign with."""
    found = ["".join(one.split()) for one in texts(signer.place)]
    keys = [match[1] for one in found if (match := re.search(r"p=([^;]*)", one))]
    if keys == [signer.public]:
        return Finding("signature", True)
    # A text of the DNS has 255 bytes at most; several make one.
    whole = f"v=DKIM1; k=rsa; p={signer.public}"
    parts = (whole[at : at + 250] for at in range(0, len(whole), 250))
    record = f"{signer.place}. TXT " + " ".join(f'"{part}"' for part in parts)
    return Finding("signature", False, "other" if keys else "none", record)


def _dmarc(config: Config, texts: Lookup, own: bool) -> Finding:
    names = dict.fromkeys((config.domain, home_of(config.domain)))
    for name in names:
        if any(re.match("v=DMARC1 *(;|$)", one) for one in texts(f"_dmarc.{name}")):
            return Finding("dmarc", True)
    record = f'_dmarc.{config.domain}. TXT "v=DMARC1; p=none"'
    return Finding("dmarc", not own, "none" if own else "advice", record)
