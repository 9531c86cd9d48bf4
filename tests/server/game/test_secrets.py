"""A marker in everything that is not for all, then everything that left is searched.

`planted.toml` says what is planted and who may read it.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.cli._server import reason
from pbem.language.reading import Reading
from pbem.mail.transport.base import SENT, DeliveryResult, OutgoingLetter
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount as SmtpServer
from pbem.server.game import commitments, orders
from pbem.server.game.offered import Offered
from pbem.server.host import metrics
from pbem.server.settings import config
from pbem.server.store import players, reply_tokens, schema
from pbem.server.store.connection import Database
from tests.server.game.test_hidden import drawn, listening
from tests.support.server.conversation import PEOPLE
from tests.support.server.exhibited import exhibited
from tests.support.server.world import REFEREE, World

PLANTED: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("planted.toml").read_text(encoding="utf-8")
)["planted"]
PASSWORD = "zqpassword"
#: What Ann sends first, and the game waits for the others.
ORDER = {"arena": "fire C3", "magblast": "place 1 yellow 2 green 3 red 4 blue"}
#: The host's commands come years later, and everything is still to be found then.
SETTINGS = f"""
html = true
keep_letters = ""
[[in]]
from = "imap"
host = "127.0.0.1"
port = 9
security = "plain"
user = "referee"
password = "{PASSWORD}"
[out]
by = "smtp"
host = "127.0.0.1"
port = 9
security = "plain"
user = "referee"
password = "{PASSWORD}"
[site]
folder = "public"
[limits]
sender_hour = 1000
"""


def marker(number: int) -> str:
    """A word that stands nowhere else; no letter of it says which."""
    return "zq" + "".join("bcdfghjkmn"[int(digit)] for digit in f"{number:02}") + "vx"


def texts(raw: bytes) -> str:
    """All of a letter that can be read, decoded and as it came."""
    message = message_from_bytes(raw)
    found = [raw.decode("utf-8", "replace")]
    found += [str(make_header(decode_header(str(v)))) for v in message.values()]
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            found.append(payload.decode("utf-8", "replace"))
    return "\n".join(found).lower()


@dataclass
class Left:
    """What left, by who read it: mail by name, and what a host sees by its source."""

    read: dict[str, str] = field(default_factory=dict)

    def add(self, who: str, text: str) -> None:
        """Somebody read something."""
        self.read[who] = self.read.get(who, "") + text.lower() + "\n"

    def readers(self, secret: str) -> set[str]:
        """Who read this."""
        return {who for who, text in self.read.items() if secret.lower() in text}


@pytest.fixture(scope="module", params=["arena", "magblast"])
def left(
    request: pytest.FixtureRequest,
    empty: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Left, World]]:
    """Everything that left while the markers were about, and the world of it."""
    folder = tmp_path_factory.mktemp("secrets")
    shutil.copy(empty, folder / "pbem.db")
    found = Left()
    real = orders.offer

    def offer(
        story: Any, seat: str, lines: Sequence[Reading], *given: Any, **said: Any
    ) -> Offered:
        if lines and "poison" in lines[0].written:
            raise RuntimeError(f"{lines} of {story.table.state}")
        return real(story, seat, lines, *given, **said)

    with pytest.MonkeyPatch.context() as patch, drawn(1), listening() as log:
        patch.setattr(orders, "offer", offer)
        world = World(Database(str(folder / "pbem.db")), folder, SETTINGS)
        _lived(world, request.param)
        found.add("log", log.getvalue())
        for what, text in _shown(world, folder):
            found.add(what, text)
        for mail in world.box.mail:
            names = [n for n, a in PEOPLE.items() if a == mail.recipient]
            who = names[0] if names else mail.recipient.partition("@")[0].title()
            found.add(who, texts(mail.raw))
        found.add("site", exhibited(world, folder))
        yield found, world
        world.server.close()


def _lived(world: World, kind: str) -> None:
    """A game in which all of it happens."""
    name = f"{kind}-1"
    ann, bob, cid = (f"{n} <{PEOPLE[n]}>" for n in ("Ann", "Bob", "Cid"))
    guests = f"{PEOPLE['Bob']}, {PEOPLE['Cid']}"
    world.say(ann, f"new {kind} with {guests}\nset anonymous yes")
    for who in (ann, bob, cid):
        world.answer(who, "accept word zqluck" + who[:3].lower())
    world.answer(ann, ORDER[kind])
    for other in ("Dot", "Eve", "Host"):
        world.say(f"{other} <{PEOPLE[other]}>", "new arena with hal@h.example")
    world.answer(f"<{PEOPLE['Dot']}>", f"watch {name}")
    world.answer(bob, "set calendar on")
    world.answer(cid, "set digest daily")
    for number, one in enumerate(PLANTED):
        _plant(world, one, marker(number), name)
        world.now += 60
    world.box.verdict = _echo
    for who in ("Ann", "Bob", "Dot", "Eve", "Host"):
        for text in (f"show {name}", "games", "history", f"whois {name}", "standings",
                     "orders?", "preview", "propose undo", "accept"):  # fmt: skip
            world.answer(f"<{PEOPLE[who]}>", text)
    for _ in range(12):
        world.now += 8 * 3600
        world.server.heartbeat(world.now)
        world.run()


def _plant(world: World, one: dict[str, Any], word: str, name: str) -> None:
    """One entry of the table."""
    who, _, rest = one["who"].partition(" ")
    address = PEOPLE[one.get("as", who)]
    display = f"{one.get('as', who)} {rest}".replace("{m}", word).strip()
    with world.store.reading() as conn:
        turn = conn.execute(sa.select(schema.game.c.serial)).scalar()
    text = one["letter"].replace("{m}", word).replace("{game}", name)
    text = text.replace("{order}", ORDER[name.partition("-")[0]])
    mine = [m for m in world.box.mail if m.recipient == address]
    ours = [m for m in mine if name in m.subject] or mine
    known = ours and "as" not in one
    writer, text = f"{display} <{address}>", text.replace("{turn}", str(turn))
    out = world.say(
        writer,
        text,
        ours[-1].reply_to if known else REFEREE,
        subject=one.get("subject", "Re: a game").replace("{m}", word),
        head="X-Long: x\n" * one.get("head", 0)
        + (f"{one['field']}\n" if "field" in one else ""),
    )
    if [mail.subject for mail in out] == ["Is this from you?"]:
        out = world.answer(writer, text)
    for mail in out:
        if mail.subject == "Is this address yours?":
            world.say(f"<{mail.recipient}>", text, mail.reply_to)
            world.confirmed(writer, one["then"].replace("{m}", word))
    if "next" in one:
        world.answer(writer, one["next"], name)


def _echo(letter: OutgoingLetter) -> DeliveryResult:
    """A mail server that does not know Cid any more, and repeats what it was sent."""
    if not letter.recipient.startswith("cid@zq"):
        return SENT
    sink = SmtpSink(SmtpServer("x"))
    return sink._verdict(letter, 550, f"5.7.1 no such user: {texts(letter.raw)}")


def _shown(world: World, folder: Path) -> Iterator[tuple[str, str]]:
    """What the host's commands and the local port show."""
    (folder / "pbem.key").write_text((b"k" * 32).hex() + "\n", encoding="ascii")
    head = f'address = "{REFEREE}"\nhost = "{PEOPLE["Host"]}"\n'
    (folder / "pbem.toml").write_text(head + SETTINGS, encoding="utf-8")
    option = ["--config", str(folder / "pbem.toml")]
    for given in (["status"], ["status", "--json"], ["doctor", "--wait", "1"],
                  ["retry"], ["misread"], ["backup", str(folder / "saved")],
                  ["run", "--once"], ["standings", "arena"], ["export", "nothing"],
                  ["serve", "--no"],
                  ["import", str(folder / "pbem.toml")], ["gm", "nothing", "pause",
                   "--at", "0", "--reason", "none"]):  # fmt: skip
        done = CliRunner().invoke(pbem, ["server", *given, *option])
        said = str(getattr(done.exception, "message", "")) + done.output
        yield given[0], said
    yield "figures", json.dumps(metrics.figures(world.store, world.now))
    yield "health", json.dumps(metrics.health(world.server, world.now))
    yield "configuration", repr(config.load(folder / "pbem.toml"))


def test_markers_are_read_by_those_who_may_and_by_nobody_else(
    left: tuple[Left, World],
) -> None:
    """Each reader who may has found it: so the search finds what it looks for."""
    found, world = left
    with world.store.reading() as conn:
        kept = str([bytes(r.raw) for r in conn.execute(sa.select(schema.letter.c.raw))])
    wrong = []
    for number, one in enumerate(PLANTED):
        assert marker(number) in kept, one["what"]
        readers = found.readers(marker(number))
        if readers != set(one["may"]):
            wrong.append(f"{one['what']}: read by {sorted(readers)}")
    assert not wrong, "\n".join(wrong)


def test_everything_that_leaves_is_searched(left: tuple[Left, World]) -> None:
    found, world = left
    assert set(found.read) >= {
        "Ann", "Bob", "Cid", "Dot", "Eve", "Gus", "Host", "Fay",
        "log", "status", "doctor", "run", "retry", "misread", "backup", "standings",
        "export", "serve", "import", "gm", "figures", "health", "configuration", "site",
    }  # fmt: skip
    # The faults have happened.
    assert "poison" in found.read["retry"]
    assert "refused" in found.read["retry"]
    assert "was read as:" in found.read["misread"]
    assert "no such user" in found.read["Host"]
    assert "failed" in found.read["log"]
    assert "-1.html" in found.read["site"]
    raws = [mail.raw for mail in world.box.mail]
    for kind in (b"text/html", b"image/png", b"text/calendar"):
        assert any(kind in raw for raw in raws)


def test_a_letter_that_was_read_wrong_is_shown_without_who_wrote_it(
    left: tuple[Left, World],
) -> None:
    found, _ = left
    shown = found.read["misread"]
    assert "i am [address], see [link] and ask player3." in shown
    assert not re.search(r"\b(ann|bob|cid|zqlink)\b", shown)


def test_tokens_passwords_seeds_and_salts_leave_to_nobody(
    left: tuple[Left, World],
) -> None:
    found, world = left
    home: dict[str, str] = {}
    for mail in world.box.mail:
        for token in reply_tokens.TOKEN_PATTERN.findall(mail.reply_to):
            assert home.setdefault(token, mail.recipient) == mail.recipient
    assert len(home) > 50
    names = {address: name for name, address in PEOPLE.items()}
    for token, address in home.items():
        readers = found.readers(token)
        assert len(readers) == 1
        assert names.get(address, address.partition("@")[0].title()) in readers
    with world.store.reading() as conn:
        seeds = [bytes(s).hex() for s in conn.execute(
            sa.select(schema.game.c.seed).where(schema.game.c.seed.is_not(None))
        ).scalars()]  # fmt: skip
        salts = [s for s in conn.execute(sa.select(schema.entry.c.salt)).scalars() if s]
        raws = conn.execute(sa.select(schema.token.c.digest)).scalars().all()
    assert salts
    for secret in (*seeds, *salts, *raws, PASSWORD, (b"k" * 32).hex()):
        assert not found.readers(secret)
    for who in ("ann", "bob", "cid"):
        assert found.readers("zqluck" + who) <= {who.title()}


def test_addresses_are_told_to_nobody_else(left: tuple[Left, World]) -> None:
    found, _ = left
    for name, address in PEOPLE.items():
        if name in ("Host", "Mallory"):
            continue
        # Who starts a game has written the addresses of the guests, and the guests are
        # told from which address they are invited; the host is told whom letters
        # would go to, and whose letter was set aside.
        asked = {"Ann"} if name in ("Bob", "Cid") else set()
        asked |= {"Ann": {"Bob", "Cid"}, "Eve": {"Fay", "Hal"}}.get(name, set())
        assert found.readers(address) <= {name, "Host", "retry"} | asked, name


def test_errors_of_the_database_repeat_nothing(url: str) -> None:
    store = Database(url)
    word = marker(0)
    values = {"key": "k", "raw": b"", "received": 0.0, "kept": 0.0, "sender": word}
    with pytest.raises(sa.exc.IntegrityError) as caught, store.writing() as conn:
        conn.execute(schema.letter.insert().values(**values, state=None))
    store.close()
    assert word not in reason(caught.value)
    assert word not in str(caught.value).split("\n")[0]
    assert "[parameters" not in str(caught.value) or "hidden" in str(caught.value)


def test_a_salt_is_no_part_of_what_a_seal_tells(left: tuple[Left, World]) -> None:
    """The seals themselves are told, or nothing could be checked."""
    found, world = left
    with world.store.reading() as conn:
        game = conn.execute(sa.select(schema.game)).first()
        assert game is not None
        lines = commitments.openings(conn, game.id)
    assert lines
    for line in lines:
        assert not found.readers(re.split(" ", line)[1])


def test_a_game_master_who_is_not_the_host_learns_no_address(world: World) -> None:
    world.start()
    world.say(f"Eve <{PEOPLE['Eve']}>", "new arena with hal@h.example")
    with world.store.writing() as conn:
        player = players.owner(conn, PEOPLE["Eve"])
        values = {"game_id": 1, "player_id": player, "made": 0.0}
        conn.execute(schema.master.insert().values(values))
    line = "gm arena-1 #0 try extend 24h because I wonder"
    out = world.answer(f"<{PEOPLE['Eve']}>", line)
    assert "To Ann: arena-1" in out[0].text
    assert "ann@a.example" not in out[0].text
    world.say(f"<{PEOPLE['Host']}>", "whois")
    out = world.answer(f"<{PEOPLE['Host']}>", line)
    assert "To ann@a.example: arena-1" in out[0].text
