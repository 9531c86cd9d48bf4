"""`pbem server init`: one question at a time, each answer tried at once."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from pbem.cli import pbem
from pbem.mail.transport.maildir import make_maildir
from pbem.server.host import probe
from pbem.server.host.probe import ServerAddress, Unusable
from pbem.server.settings import config
from pbem.server.settings import tables as config_tables
from pbem.system.resources import folder
from tests.compatibility.__main__ import names
from tests.support.processes import HOST
from tests.support.server.real import Mailbox
from tests.support.server_fixtures import certificate, dovecot, postfix
from tests.support.servers import PASSWORD, Certificate, Dovecot, Postfix

__all__ = ["certificate", "dovecot", "postfix"]

ROOT = Path(__file__).parents[3]
#: What a host decides, in the order of the file.
FIRST = (
    *("address", "host", "zone", "pace", "silence"),
    *("from", "user", "password", "by", "port", "security"),
)
END = ["yes", "", "UTC"]  #: plus addresses, no host, the zone


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_PASSWORD", raising=False)


def init(*answers: str, with_: tuple[str, ...] = ()) -> Result:
    """What comes of these answers, one a line."""
    given = "".join(f"{one}\n" for one in answers)
    return CliRunner().invoke(pbem, ["server", "init", *with_], input=given)


def flat(result: Result) -> str:
    """What was said, in one line."""
    return " ".join(result.output.split())


def test_a_host_who_stumbles_gets_there(
    postfix: Postfix, dovecot: Dovecot, certificate: Certificate, tmp_path: Path
) -> None:
    user = Mailbox("Host", postfix, dovecot).user
    Path("words.pem").write_text("no certificate")
    done = init(
        "referee", f"{user}@pbem.test",
        "pop3", "imap",
        f"{user}@{HOST}", f"{HOST}:1", "nowhere.invalid",
        f"imaps://{HOST}:{dovecot.imaps}",
        "nowhere.pem", "words.pem", str(certificate.chain),
        "somebody", "back", user,
        "wrong-horse", PASSWORD,
        "Letters", "INBOX",
        f"{HOST} {postfix.submission}", "", "", "",
        "yes", f"{user}@pbem.test", "me@x.example", "Pariss", "Europe/Paris",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    said = flat(done)
    for one in (
        "A mail address is wanted",
        "One of these words is wanted: imap, lmtp, maildir, deliver.",
        "A server is wanted, such as imap.example.org or imap.example.org:993.",
        f"Nothing listens on port 1 of {HOST}. Check that it is the right server",
        "There is no server of the name nowhere.invalid.",
        "This machine does not trust its certificate.",
        f"There is no file {tmp_path / 'nowhere.pem'}.",
        f"{tmp_path / 'words.pem'} holds no certificate (PEM).",
        "Connected with TLS.",
        f"{HOST}: the user name or the password is refused.",
        "Connected with STARTTLS.",
        f"{HOST}: there is no such folder.",
        "That is the referee's own address; yours is wanted.",
        'I know no time zone "Pariss"; perhaps Europe/Paris.',
    ):
        assert one in said, one
    assert PASSWORD not in said
    assert PASSWORD not in Path("pbem.toml").read_text()
    assert Path("pbem.imap-password").stat().st_mode & 0o77 == 0
    found = config.load(tmp_path / "pbem.toml")
    assert (found.host, found.zone) == ("me@x.example", "Europe/Paris")
    (box,), out = found.mail_in, found.mail_out
    assert isinstance(box, config_tables.Imap)
    assert isinstance(out, config_tables.SmtpOut)
    assert (box.port, box.security, box.user) == (dovecot.imaps, "tls", user)
    assert (out.port, out.security) == (postfix.submission, "starttls")
    assert box.password == out.password == PASSWORD
    checked = CliRunner().invoke(pbem, ["server", "doctor", "--wait", "30"])
    assert checked.exit_code == 0, checked.output


def test_what_cannot_be_tried_is_kept_when_it_is_said_twice(tmp_path: Path) -> None:
    """For hosts whose server is not there yet."""
    done = init(
        "ref@x.example", "imap", f"{HOST}:1", f"{HOST}:1", "", "", "", "",
        f"{HOST}:1", "back", "Games", "-", "no", "", "UTC",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert flat(done).count("The same answer once more keeps it") == 3
    assert "env:PBEM_PASSWORD: no such variable" in flat(done)
    assert "Before that: env:PBEM_PASSWORD" in flat(done)
    table = tomllib.loads(Path("pbem.toml").read_text())
    assert table["in"][0]["password"] == "env:PBEM_PASSWORD"
    assert table["in"][0]["port"] == 1
    assert table["identity"]["place"] == "subject"
    assert init("ref@x.example").exit_code == 2  # it is there already


@pytest.mark.parametrize(
    ("here", "kept"), [("Etc/UTC", "Etc/UTC"), ("Middle/Earth", "UTC")]
)
def test_the_zone_that_is_offered_is_taken(
    here: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the database of zones does not know that of the machine."""
    monkeypatch.setenv("TZ", here)
    done = init("ref@x.example", "deliver", "-", "", "", "")
    assert done.exit_code == 0, done.output
    assert f"Time zone [{kept}]" in done.output
    assert tomllib.loads(Path("pbem.toml").read_text())["zone"] == kept


def test_a_password_that_is_there_is_replaced_with_force_alone() -> None:
    there = ["ref@x.example", "imap", f"{HOST}:1", f"{HOST}:1", "u"]
    rest = ["", "-", *END]
    assert init(*there, "first", *rest).exit_code == 0
    two = ("--out", "two.toml")
    assert init(*there, "second", *rest, with_=two).exit_code == 0
    first, second = Path("pbem.imap-password"), Path("two.imap-password")
    assert (first.read_text(), second.read_text()) == ("first", "second")
    Path("two.toml").unlink()
    kept = f"file:{second.resolve()}"
    done = init(*there, "third", kept, *rest, with_=two)
    assert done.exit_code == 0, done.output
    assert "is there already, and --force alone replaces it." in flat(done)
    assert second.read_text() == "second"
    assert tomllib.loads(Path("two.toml").read_text())["in"][0]["password"] == kept
    assert init(*there, "third", *rest, with_=(*two, "--force")).exit_code == 0
    assert (first.read_text(), second.read_text()) == ("first", "third")


WAYS: dict[str, tuple[list[str], type[msgspec.Struct] | None]] = {
    "lmtp": (["127.0.0.1", "127.0.0.1:2424"], config_tables.LmtpIn),
    "maildir": (["box", "back", "box"], config_tables.MaildirIn),
    "deliver": ([], None),
    "imap": ([f"{HOST}:1", f"{HOST}:1", "u", "x"], config_tables.Imap),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("out", [config_tables.SmtpOut, config_tables.FolderOut])
def test_the_file_holds_every_setting_that_its_ways_have(
    tmp_path: Path, way: str, out: type[msgspec.Struct]
) -> None:
    given, kind = WAYS[way]
    for part in ("new", "cur", "tmp"):
        (tmp_path / "box" / part).mkdir(parents=True)
    if "back" in given:
        given = [*given[:1], "back", *given[:1]]
    more = [""] if way == "imap" else []
    sends = ["-"] if out is config_tables.FolderOut else [f"{HOST}:1", f"{HOST}:1"]
    done = init("ref@x.example", way, *given, *more, *sends, *END)
    assert done.exit_code == 0, done.output
    table = tomllib.loads(Path("pbem.toml").read_text())
    for which, found in ((kind, (table.get("in") or [{}])[0]), (out, table["out"])):
        if which is not None:
            names = {one.encode_name for one in msgspec.structs.fields(which)}
            tag = which.__struct_config__.tag_field
            assert set(found) == names | {tag}
    assert ("in" in table) == (way != "deliver")
    config.load(tmp_path / "pbem.toml")


def test_how_a_server_is_spoken_to_is_found_out(
    postfix: Postfix, dovecot: Dovecot
) -> None:
    """A relay on this machine takes letters as it is; a submission port wants TLS, and
    a mailbox is asked for it."""
    assert probe.security(ServerAddress(HOST, postfix.smtp), "smtp", None) == "plain"
    for port in (postfix.submission, postfix.smtps):
        with pytest.raises(Unusable, match="certificate"):
            probe.security(ServerAddress(HOST, port), "smtp", None)
    with pytest.raises(Unusable, match="certificate"):
        probe.security(ServerAddress(HOST, dovecot.imap), "imap", None)


def test_encryption_is_done_without_when_a_host_says_so(
    postfix: Postfix, dovecot: Dovecot, certificate: Certificate
) -> None:
    """Only on this machine; and what is chosen is said."""
    user = Mailbox("Plain", postfix, dovecot).user
    done = init(
        f"{user}@pbem.test", "imap", f"{HOST}:{dovecot.imap}", str(certificate.chain),
        "back", "back", "", "-", user, PASSWORD, "",
        f"{HOST}:{postfix.smtp}", *END,
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    said = flat(done)
    open_ = "Connected without encryption; it does not leave this machine."
    assert said.index("Connected with STARTTLS.") < said.index(open_)
    assert f"{open_} It asks for no password." in said
    table = tomllib.loads(Path("pbem.toml").read_text())
    ways = table["in"][0], table["out"]
    assert [one["security"] for one in ways] == ["plain", "plain"]
    assert [one["certificate"] for one in ways] == ["", ""]


def test_the_file_has_every_key_once() -> None:
    """Those of `in` and `out` once for each way that has them."""
    template = (folder("templates") / "mail" / "pbem.toml.j2").read_text("utf-8")
    parts = re.split(r"^(?:# )?(?:\[+(\w+)\]+)$", template, flags=re.MULTILINE)
    lines = {name: "" for name in ("", *parts[1::2])}
    for name, text in zip(["", *parts[1::2]], parts[::2], strict=True):
        lines[name] += text
    lines[""] += lines.pop("advanced")
    for name in {*names()["settings"]} - {"folder"}:  # that is where the file lies
        table, _, key = name.rpartition(".")
        found = re.findall(rf"^(?:# )?{key} = ", lines[table], re.MULTILINE)
        ways = 3 if table in ("in", "out") else 1
        assert name in lines or 1 <= len(found) <= ways, name


def test_what_a_host_decides_comes_before_all_that_can_stay() -> None:
    template = (folder("templates") / "mail" / "pbem.toml.j2").read_text("utf-8")
    first, _, advanced = template.partition("\n[advanced]\n")
    guide = (ROOT / "docs" / "hosts.md").read_text("utf-8")
    for key in FIRST:
        assert re.search(rf"^{key} = ", first, re.MULTILINE), key
        assert f"`{key}`" in guide, key
    for key in ("grace", "hold", "store", "policy", "size"):
        assert f"\n{key} = " in advanced, key


def test_each_key_of_the_file_has_its_default(tmp_path: Path) -> None:
    make_maildir(tmp_path / "in")
    done = init("ref@x.example", "maildir", "in", "-", "n", "", "UTC")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "pbem.toml").read_text("utf-8")
    assert len(tomllib.loads(text)["advanced"]) > 15
    written = config.read(text, ".")
    least = config.read(
        'address = "ref@x.example"\n[identity]\nplace = "subject"\n', "."
    )
    for key in msgspec.structs.asdict(least):
        if key not in ("mail_in", "mail_out"):
            assert getattr(written, key) == getattr(least, key), key
