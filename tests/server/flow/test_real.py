"""Games by real mail: Postfix, Dovecot, PostgreSQL, and `pbem server serve`."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from pbem.plugins import games
from pbem.server.host.demo import _moves
from pbem.server.store.connection import Database
from pbem.system.resources import folder
from tests.support.processes import HOST, free_ports
from tests.support.server.bot import wanted
from tests.support.server.real import Host, Mailbox, pbem, serving, until
from tests.support.server.stores import clear
from tests.support.server_fixtures import dovecot, postfix
from tests.support.servers import PASSWORD, Dovecot, Postfix

pytestmark = pytest.mark.slow

__all__ = ["dovecot", "postfix"]

#: So that a game of players who plan at random ends soon.
OPTIONS = {"mars": "rest=60", "diplomacy": "years=1901"}


def configured(
    place: Path,
    referee: Mailbox,
    postfix: Postfix,
    dovecot: Dovecot,
    store: str,
    name: str = "pbem.toml",
    metrics: int = 0,
) -> None:
    (place / name).write_text(
        f'address = "{referee.address}"\nstore = "{store}"\ngather = ""\n'
        f'[[in]]\nfrom = "imap"\nhost = "{HOST}"\nport = {dovecot.imap}\n'
        f'security = "plain"\nuser = "{referee.user}"\npassword = "{PASSWORD}"\n'
        f'[out]\nby = "smtp"\nhost = "{HOST}"\nport = {postfix.smtp}\n'
        'security = "plain"\nname = "pbem.test"\n'
        "[limits]\nsender_hour = 1000\ngame_hour = 10000\n"
        f"[metrics]\nport = {metrics}\n"
    )


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_duel_by_real_mail(
    url: str, tmp_path: Path, postfix: Postfix, dovecot: Dovecot
) -> None:
    referee, ann, bob = (
        Mailbox(n, postfix, dovecot) for n in ("Referee", "Ann", "Bob")
    )
    (port,) = free_ports(1)
    configured(tmp_path, referee, postfix, dovecot, url, metrics=port)
    checked = pbem("server", "doctor", "--wait", "30", place=tmp_path)
    assert checked.returncode == 0, checked.stdout.decode()
    assert b"Plus addresses are delivered." in checked.stdout
    duel = (folder("games") / "arena" / "examples" / "duel.txt").read_text()
    with closing(Database(url)) as store, serving(tmp_path):
        host = Host(store, [ann, bob])
        ann.write(referee.address, f"new arena with {bob.address} hp=8 healing=no")
        host.wait()
        for who in (ann, bob):
            who.answer("accept")
            host.wait()
        for turn in _moves(duel):
            for who in (ann, bob):
                who.answer(turn[who.name])
                host.wait()
        with urlopen(f"http://{HOST}:{port}/health", timeout=10) as answer:
            assert json.load(answer)["well"]
        with urlopen(f"http://{HOST}:{port}/metrics", timeout=10) as answer:
            assert b"pbem_games_over 1.0" in answer.read()
    assert str(ann.letters()[-1]["Subject"]).endswith("the game is over")
    exported = pbem("server", "export", "arena-1", place=tmp_path)
    (tmp_path / "arena-1.txt").write_bytes(exported.stdout)
    resolved = pbem("resolve", "arena-1.txt", "--format", "json", place=tmp_path)
    assert json.loads(resolved.stdout)["outcome"]["winners"] == ["Ann"]
    log = (tmp_path / "pbem.toml.log").read_text()
    assert "error" not in log
    assert PASSWORD not in log


@pytest.mark.parametrize("kind", ["magblast", "mars"])
def test_a_game_by_real_mail(
    tmp_path: Path, postfix: Postfix, dovecot: Dovecot, kind: str
) -> None:
    referee = Mailbox("Referee", postfix, dovecot)
    least = max(2, games.find(kind).facts["seats"][0])
    people = [Mailbox(f"P{'abcdef'[n]}", postfix, dovecot) for n in range(least)]
    configured(tmp_path, referee, postfix, dovecot, "pbem.db")
    store = Database(str(tmp_path / "pbem.db"))
    store.prepare()
    host = Host(store, people)
    chance = random.Random(kind)
    with serving(tmp_path):
        others = ", ".join(person.address for person in people[1:])
        options = OPTIONS.get(kind, "")
        people[0].write(
            referee.address, f"new {kind} called game with {others} {options}"
        )
        host.wait()
        for person in people:
            person.answer("accept")
            host.wait()
        played = 0
        while played < 200 and (todo := wanted(store, "game", chance, played >= 4)):
            for address, text in todo:
                played += 1
                next(p for p in people if p.address == address).answer(text)
                host.wait()
    store.close()
    for person in people:
        assert str(person.letters()[-1]["Subject"]).endswith("the game is over")


def test_letters_by_lmtp(tmp_path: Path, postfix: Postfix, dovecot: Dovecot) -> None:
    ann = Mailbox("Ann", postfix, dovecot)
    (tmp_path / "pbem.toml").write_text(
        'address = "referee@lmtp.test"\ngather = ""\n'
        f'[[in]]\nfrom = "lmtp"\nport = {postfix.push}\n'
        f'[out]\nby = "smtp"\nhost = "{HOST}"\nport = {postfix.smtp}\n'
        'security = "plain"\n'
    )
    with serving(tmp_path):
        ann.write("referee@lmtp.test", "help")
        until(lambda: ann.count() == 1, "an answer")
    assert "How to play by mail" in str(ann.letters()[0])


def test_two_servers_share_the_games_of_one_postgresql(
    shared_postgres: str, tmp_path: Path, postfix: Postfix, dovecot: Dovecot
) -> None:
    """Each has a mailbox of the same address of its own; the store is one."""
    clear(shared_postgres)
    referee, ann, bob = (
        Mailbox(n, postfix, dovecot) for n in ("Referee", "Ann", "Bob")
    )
    for name in ("one.toml", "two.toml"):
        configured(tmp_path, referee, postfix, dovecot, shared_postgres, name)
    text = (tmp_path / "two.toml").read_text()
    source = text.index("[[in]]")
    (tmp_path / "two.toml").write_text(
        text[:source] + '[[in]]\nfrom = "maildir"\npath = "none"\n'
        + text[text.index("[out]") :]
    )  # fmt: skip
    with ExitStack() as stack:
        store = stack.enter_context(closing(Database(shared_postgres)))
        host = Host(store, [ann, bob])
        stack.enter_context(serving(tmp_path, "one.toml"))
        stack.enter_context(serving(tmp_path, "two.toml"))
        ann.write(referee.address, f"new arena with {bob.address}")
        host.wait()
        for who in (ann, bob):
            who.answer("accept")
            host.wait()
        for text in ("fire C3", "D4", "D5"):
            for who in (ann, bob):
                who.answer(text.replace("fire", "air") if who is bob else text)
                host.wait()
    assert str(ann.letters()[-1]["Subject"]) == "arena-1 #3: your turn"
    both = [(tmp_path / f"{name}.toml.log").read_text() for name in ("one", "two")]
    assert any('"sent"' in log for log in both)
    assert not any("failed" in log for log in both)
