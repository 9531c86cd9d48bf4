"""What the doctor says of our domain in the DNS, and what it says to publish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import dns.resolver
import pytest
from click.testing import CliRunner

from pbem.cli.server.doctor import command
from pbem.server.host import published, transports
from pbem.server.host.finding import Finding
from pbem.server.settings import config
from pbem.server.settings.config import Misconfigured
from tests.support.dkim_letters import signer
from tests.support.mail.resolver import Resolver
from tests.support.processes import free_ports
from tests.support.server_fixtures import need

HOST = "games.example.org"
TOML = f"""address = "referee@{HOST}"
[out]
by = "smtp"
host = "mail.example.org"
"""
OWN = f"{TOML}[dkim]\n"
SPF, DMARC = "v=spf1 mx -all", "v=DMARC1; p=reject"


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[Resolver]:
    """The name server that this machine asks."""
    with Resolver() as found:
        monkeypatch.setattr(dns.resolver, "default_resolver", found.client())
        yield found


def findings(text: str, place: Path) -> dict[str, Finding]:
    return {one.what: one for one in published.examine(config.read(text, str(place)))}


def key_in(place: Path) -> str:
    """A key to sign with; what the DNS must hold of it."""
    (place / "pbem.dkim").write_bytes(need(signer).key)
    (place / "pbem.dkim").chmod(0o600)
    return need(signer).public


def test_a_domain_of_ones_own_that_is_in_order(known: Resolver, tmp_path: Path) -> None:
    public = key_in(tmp_path)
    known.texts(HOST, "something else", SPF)
    # A key is longer than one text of the DNS, and may hold blanks.
    known.texts(
        f"pbem._domainkey.{HOST}", f"v=DKIM1; k=rsa;  p={public[:99]} {public[99:]}"
    )
    known.texts("_dmarc.example.org", DMARC)  # for all that is below it
    found = findings(OWN, tmp_path)
    assert list(found) == ["dkim-key", "spf", "signature", "dmarc"]
    assert all(one.well and not one.why for one in found.values())
    assert f"_dmarc.{HOST}" in known.asked


def test_what_is_missing_is_said_with_what_to_publish(
    known: Resolver, tmp_path: Path
) -> None:
    public = key_in(tmp_path)
    found = findings(OWN, tmp_path)
    assert [one.well for one in found.values()] == [True, False, False, False]
    assert found["spf"].publish == f'{HOST}. TXT "v=spf1 mx a:mail.example.org ~all"'
    assert found["dmarc"].publish == f'_dmarc.{HOST}. TXT "v=DMARC1; p=none"'
    record = found["signature"].publish
    name, kind, texts = record.split(" ", 2)
    assert (name, kind) == (f"pbem._domainkey.{HOST}.", "TXT")
    # Publishing just that is what it wants.
    parts = re.findall('"([^"]*)"', texts)
    assert "".join(parts) == f"v=DKIM1; k=rsa; p={public}"
    assert max(map(len, parts)) < 256
    known.records[name[:-1], "TXT"] = [texts]
    known.records[HOST, "TXT"] = [found["spf"].publish.split(" ", 2)[2]]
    known.records[f"_dmarc.{HOST}", "TXT"] = [found["dmarc"].publish.split(" ", 2)[2]]
    assert all(one.well for one in findings(OWN, tmp_path).values())


def test_another_key_and_two_records(known: Resolver, tmp_path: Path) -> None:
    key_in(tmp_path)
    known.texts(f"pbem._domainkey.{HOST}", "v=DKIM1; p=AAAA")
    known.texts(HOST, SPF, "v=spf1 a ~all")
    found = findings(OWN, tmp_path)
    assert (found["signature"].well, found["signature"].why) == (False, "other")
    assert (found["spf"].well, found["spf"].why) == (False, "two")


def test_without_a_domain_of_ones_own_it_is_advice(
    known: Resolver, tmp_path: Path
) -> None:
    found = findings(TOML, tmp_path)
    assert {what: (one.well, one.why) for what, one in found.items()} == {
        "spf": (True, "advice"),
        "dmarc": (True, "advice"),
    }
    assert findings(TOML.replace("example.org", "pbem.test"), tmp_path) == {}
    assert findings(TOML.partition("[out]")[0], tmp_path) == {}


def test_a_key_that_is_missing_open_or_none(known: Resolver, tmp_path: Path) -> None:
    found = findings(OWN, tmp_path)
    assert list(found) == ["dkim-key"]
    assert found["dkim-key"].why == "pbem.dkim: No such file or directory"
    with pytest.raises(Misconfigured, match=r"dkim\.key: pbem\.dkim: No such file"):
        transports.sink(config.read(OWN, str(tmp_path)))
    key_in(tmp_path)
    (tmp_path / "pbem.dkim").chmod(0o640)
    assert findings(OWN, tmp_path)["dkim-key"] == Finding("dkim-key", False, "open")
    (tmp_path / "pbem.dkim").write_text("hello")
    assert "not a private RSA key" in findings(OWN, tmp_path)["dkim-key"].why


def test_nobody_can_be_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    silent = dns.resolver.Resolver(configure=False)
    silent.nameservers, silent.port = ["127.0.0.1"], free_ports(1)[0]
    monkeypatch.setattr(dns.resolver, "default_resolver", silent)
    monkeypatch.setattr(published, "_LOOKUP_SECONDS", 0.2)
    assert findings(TOML, tmp_path) == {"dns": Finding("dns", True)}


def test_the_doctor_shows_it_in_lines_to_copy(known: Resolver, tmp_path: Path) -> None:
    key_in(tmp_path)
    text = OWN.replace("mail.example.org", "127.0.0.1")
    (tmp_path / "pbem.toml").write_text(text.replace("[dkim]", "port = 1\n[dkim]"))
    given = ["--config", str(tmp_path / "pbem.toml")]
    said = CliRunner().invoke(command, given).output
    assert f'\n      {HOST}. TXT "v=spf1 mx ~all"\n' in said
    assert f'\n      _dmarc.{HOST}. TXT "v=DMARC1; p=none"\n' in said
    assert re.search(r'\n      pbem\._domainkey\.\S+ TXT "v=DKIM1[^\n]*"\n', said)
    assert "large providers ask for" in " ".join(said.split())


@pytest.mark.parametrize(
    "bad", ['selector = "a b"', 'domain = "x\\ny"', 'selector = ""']
)
def test_names_that_are_none(bad: str) -> None:
    with pytest.raises(Misconfigured, match="names such as in the DNS"):
        config.read(OWN + bad)
