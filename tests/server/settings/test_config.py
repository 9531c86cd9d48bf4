"""What a pbem.toml may say, and what is said of one that does not fit."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pbem.server.host import transports
from pbem.server.settings import config
from pbem.server.settings.config import Config, Misconfigured

LEAST = 'address = "referee@x.example"\n'
OUT = '[out]\nby = "smtp"\nhost = "{}"\nsecurity = "{}"\n'
DKIM = '[identity]\npolicy = "token+dkim"\n'
WRONG = {
    "address = 1": "address",
    'address = "referee"': "address: 'referee' is not a plain mail address",
    'address = ""': "address: '' is not a plain mail address",
    f'{LEAST}host = "me"': "host: 'me' is not a plain mail address",
    f'{LEAST}host = "Referee@X.example"': "not the referee's own",
    f'{LEAST}pace = "soon"': "pace: 'soon' is not a time",
    f'{LEAST}grace = "soon"': "grace: 'soon' is not a time",
    f'{LEAST}invitation = "a while"': "invitation: 'a while' is not a time",
    f'{LEAST}offer = ""': "offer: '' is not a time",
    f'{LEAST}vote = "0h"': "vote: '0h' is not a time",
    f'{LEAST}master_gone = "400d"': "master_gone: '400d' is not a time",
    f'{LEAST}outage = "2 moons"': "outage: '2 moons' is not a time",
    f'{LEAST}store = "mysql://x/y"': "store: a path, or a URL like",
    f'{LEAST}store = "postgresql+pg8000://u@h/x"': "store: a path, or a URL like",
    f'{LEAST}store = "sqlite+nothing:///x.db"': "store: a path, or a URL like",
    f'{LEAST}zone = "Mars/Dome"': "zone: 'Mars/Dome' is not known",
    f'{LEAST}zone = ""': "zone: '' is not known",
    f'{LEAST}key_file = "env:NO_SUCH_THING"': "no such variable in the environment",
    f'{LEAST}key_file = "file:/no/such/file"': "No such file",
    f'{LEAST}[identity]\nseparator = "++"': "identity.separator: one of + - = _",
    f'{LEAST}[identity]\nseparator = "x"': "identity.separator: one of + - = _",
    f'{LEAST}[identity]\nseparator = ""': "identity.separator: one of + - = _",
    LEAST + DKIM: "token+dkim needs the name",
    LEAST + OUT.format("mx.example", "plain"): "without TLS only on this machine",
    f'{LEAST}[[in]]\nfrom = "imap"\nhost = "mx.example"\nuser = "u"\n'
    'security = "plain"': "without TLS only on this machine",
    f"{LEAST}misses = 0": "misses",
    f"{LEAST}[limits]\nsize = -1": "size",
    f"{LEAST}[metrics]\nport = 65536": "metrics.port",
    "address = ": "Invalid value",
}  # fmt: skip
RIGHT = (
    "away_days = 0\n[metrics]\nport = 65535",
    "[metrics]\nport = 0",
    'store = "postgresql://u@localhost/pbem"',
    'store = "sqlite:///pbem.db"',
    'grace = "6h"\npace = "Fri 20:00"\nzone = "Europe/Paris"',
    'host = "me@x.example"',
    '[identity]\nseparator = "="',
    '[identity]\nseparator = ""\nplace = "subject"',
    f'{DKIM}authserv = "mx.example"',
    OUT.format("localhost", "plain"),
    OUT.format("::1", "plain"),
    OUT.format("mx.example", "starttls"),
    '[[in]]\nfrom = "maildir"\npath = "in"\n[out]\nby = "folder"\npath = "out"',
)


@pytest.mark.parametrize("text", WRONG)
def test_what_does_not_fit_is_told(text: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        config.read(text)
    assert WRONG[text] in str(caught.value)


@pytest.mark.parametrize("text", RIGHT)
def test_what_fits_is_taken(text: str) -> None:
    assert config.read(LEAST + text).address == "referee@x.example"


def test_whose_an_address_is() -> None:
    ours = Config(address="Referee@X.example")
    assert (ours.local, ours.domain) == ("referee", "x.example")
    for address, owned, tag in (
        ("REFEREE@x.EXAMPLE", True, ""),
        ("referee+g4.abc@x.example", True, "g4.abc"),
        ("referee+@x.example", False, ""),
        ("referee-g4@x.example", False, ""),
        ("referee+g4@y.example", False, ""),
        ("ref@x.example", False, ""),
        ("referee+g4", False, ""),
    ):
        assert (ours.owns(address), ours.reply_tag(address)) == (owned, tag), address


def test_secrets_lie_elsewhere_and_are_shown_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "word").write_text(" zqxj \n")
    monkeypatch.setenv("PBEM_WORD", "zqyj")
    given = OUT.format("mx.example", "tls") + 'user = "u"\npassword = "env:PBEM_WORD"\n'
    mailbox = '[[in]]\nfrom = "imap"\nhost = "h"\nuser = "u"\n'
    mailbox += f'password = "file:{tmp_path}/word"\n'
    store = 'store = "postgresql://u:zqwj@localhost/pbem"\n'
    found = config.read(LEAST + store + mailbox + given)
    assert found.mail_out is not None
    assert getattr(found.mail_out, "password", "") == "zqyj"
    assert getattr(found.mail_in[0], "password", "") == "zqxj"
    shown = repr(found)
    assert "mx.example" in shown
    assert "postgresql://localhost/pbem" in shown
    for word in ("zqxj", "zqyj", "zqwj"):
        assert word not in shown


def test_a_command_for_a_token_is_asked_for_every_login(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    command = f"sh -c 'echo zqxj | tee -a {asked}'"
    token = f'user = "u"\ntoken = "cmd:{command}"\n'
    found = config.read(LEAST + OUT.format("mx.example", "tls") + token)
    assert not asked.exists()
    bearer = transports.bearer(found, getattr(found.mail_out, "token", ""))
    assert bearer is not None
    assert [bearer.token(), bearer.token(fresh=True)] == ["zqxj", "zqxj"]
    assert asked.read_text() == "zqxj\nzqxj\n"
    assert "zqxj" not in repr(found)


def test_a_database_without_its_driver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "find_spec", lambda name: None)
    with pytest.raises(Misconfigured, match=r"needs pip install 'pbem\[postgres\]'"):
        config.read(f'{LEAST}store = "postgresql://u@localhost/pbem"')


def test_the_bytes_of_a_file_are_read_or_told(tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_bytes(b"\xef\xbb\xbf" + LEAST.encode())
    assert config.load(file).address == "referee@x.example"
    file.write_bytes(f'{LEAST}name = "Sch\xf6n"\n'.encode("latin-1"))
    with pytest.raises(Misconfigured, match=r"not UTF-8 \(at line 2\)"):
        config.load(file)


def test_paths_begin_where_the_file_lies(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text(f'{LEAST}store = "here.db"\n')
    found = config.load(tmp_path / "pbem.toml")
    assert found.url == str(tmp_path / "here.db")
    assert found.path("/away/pbem.key") == Path("/away/pbem.key")
    away = config.read(f'{LEAST}store = "sqlite:////away/x.db"', str(tmp_path))
    assert away.url == "/away/x.db"
    beside = config.read(f'{LEAST}store = "sqlite:///x.db"', str(tmp_path))
    assert beside.url == str(tmp_path / "x.db")


def test_what_is_not_said_is_as_the_handbook_has_it() -> None:
    said = config.read(LEAST)
    assert msgspec.to_builtins(said) == {
        "address": "referee@x.example",
        "name": "The referee",
        "host": "",
        "zone": "UTC",
        "store": "pbem.db",
        "pace": "48h",
        "invitation": "7d",
        "grace": "",
        "silence": "default",
        "misses": 2,
        "press": "at-once",
        "offer": "48h",
        "vote": "72h",
        "away_days": 30,
        "master_gone": "14d",
        "outage": "2h",
        "hold": "10m",
        "empty": "7d",
        "gather": "60s",
        "keep_letters": "90d",
        "key_file": "pbem.key",
        "html": True,
        "in": (),
        "out": None,
        "login": None,
        "dkim": None,
        "identity": {
            **{"policy": "token", "place": "address", "separator": "+"},
            **{"authserv": "", "hops": 0},
        },
        "limits": {
            **{"size": 1_000_000, "sender_hour": 20, "domain_hour": 100},
            **{
                "game_hour": 200,
                "alike_day": 3,
                "games": 20,
                "work_seconds": 60,
                "bots": 3,
                "bots_domain": 10,
                "bots_all": 100,
                "per_day": 0,
            },
        },
        "notify": {"on": True, "hosts": (), "private": ()},
        "metrics": {"host": "127.0.0.1", "port": 0},
        "site": {"folder": "", "title": "Games by mail", "address": ""},
        "folder": ".",
    }
    text = '[[in]]\nfrom = "lmtp"\n[[in]]\nfrom = "imap"\nhost = "h"\nuser = "u"\n'
    lmtp, imap = config.read(f"{LEAST}{text}").mail_in
    assert msgspec.to_builtins(lmtp) == {
        **{"from": "lmtp", "host": "127.0.0.1", "port": 24, "socket": ""}
    }
    assert msgspec.to_builtins(imap) == {
        **{"from": "imap", "host": "h", "port": 0, "security": "tls", "user": "u"},
        **{"password": "", "token": "", "folder": "INBOX", "certificate": ""},
        **{"done": "Done", "failed": "Failed", "junk": "auto"},
    }
    smtp = config.read(f'{LEAST}[out]\nby = "smtp"\nhost = "h"\n').mail_out
    assert msgspec.to_builtins(smtp) == {
        **{"by": "smtp", "host": "h", "port": 0, "security": "starttls"},
        **{"user": "", "password": "", "token": "", "name": "", "certificate": ""},
    }
