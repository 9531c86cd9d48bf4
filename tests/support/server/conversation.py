"""Whole conversations as text that a person can read: letters in, letters out, and
what the store holds at the end (tests/conversations/*.txt).

A conversation is a script with what came of it written under each step:

    # What it is about.
    setting: grace = "6h"
    begins: 2024-03-25 12:00               when, in UTC; else in November 2023
    letters: whole                         else what many say is a mark (passages.py)
    > Ann: new arena with bob@b.example      a letter to the referee
    > Ann answers: accept                    an answer to the last letter she got
    > Bob answers arena-1: D4                ... to the last one of this game
    > Bob (subject): lava help               the subject speaks
    > Ann from ann@work.example answers: D4  from another address, to the last letter
                                             there, or else to her last one
    > Mallory as Ann: D4                     a forged letter
    > Bob bounces                            the last letter to Bob comes back
    >> Ann: ...                              the same, but nothing of it is shown
    ... 49h                                  time goes by
    ... to the deadline and 1s
    ... asleep for 5h                        this machine sleeps
    == store                                 what the store holds; == log: the log;
                                             == all: both

Further lines of a letter are indented; `(word x 90)` is a word so many times. What
follows a step up to the next is what went out, set in by four columns, and is
compared; `python -m tests.support.server.conversation` writes it, and with
`--styles` plays them in the letters of mail programs.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes
from itertools import count, repeat
from pathlib import Path
from unittest import mock

import sqlalchemy as sa

from pbem.server.game import commitments, drafts
from pbem.server.store import game_store, schema
from pbem.server.store.connection import Database
from pbem.server.store.queries import detail_of, fetch
from pbem.server.store.rows import ActRow, AuditRow, EntryRow, GameRow
from tests.support.server.passages import WHOLE, folded
from tests.support.server.styles import STYLES, Style, fresh
from tests.support.server.world import REFEREE, Mail, World

FOLDER = Path(__file__).parents[2] / "conversations"
PEOPLE = {
    name: f"{name.lower()}@{name[0].lower()}.example"
    for name in ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Mallory")
}
PEOPLE["Host"] = "host@x.example"
_STEP = re.compile(
    r"> (?P<who>\w+)(?: as (?P<forged>\w+))?(?: from (?P<address>\S+))?"
    r"(?P<how> answers| bounces)?"
    r"(?: (?P<game>[a-z][a-z0-9-]+))?(?P<subject> \(subject\))?(?::(?P<text>.*))?"
)
_TIME = re.compile(r"\.\.\. (?:(?P<n>\d+)(?P<unit>[smhd])|to the deadline(?P<more>.*))")
_MANY = re.compile(r"\((\w+) x (\d+)\)")
_UNIT = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass
class Step:
    """One thing that happens, and what it led to."""

    lines: list[str]
    out: list[str] = field(default_factory=list)


def read(text: str) -> tuple[list[str], list[str], list[Step]]:
    """The remarks, the settings and the steps of a conversation."""
    remarks, settings, steps = [], [], []
    for line in text.splitlines():
        if line.startswith("# "):
            remarks.append(line)
        elif line.startswith(("setting: ", "begins: ")) or line == WHOLE:
            settings.append(line)
        elif line.startswith(("> ", ">> ", "... ", "== ")):
            steps.append(Step([line]))
        elif line.startswith("  ") and not line.startswith("    ") and steps:
            steps[-1].lines.append(line[2:])
    return remarks, settings, steps


class Talking:
    """Plays a conversation in a world of its own."""

    def __init__(self, world: World, styles: Iterator[Style] | None = None) -> None:
        self.world = world
        self.styles = styles  #: how the letters look; None: only their words

    def step(self, step: Step) -> list[str]:
        """Does a step; the lines that tell what came of it."""
        first = step.lines[0]
        if first.startswith(">> "):
            self.step(Step([first[1:], *step.lines[1:]]))
            return []
        if first.startswith("== "):
            return list(self.store(first[3:].strip()))
        if first.startswith("... "):
            return self.wait(first)
        match = _STEP.fullmatch(first)
        assert match is not None, first
        who, text = match["who"], (match["text"] or "").strip()
        body = "\n".join([text, *step.lines[1:]]).strip("\n")
        body = _MANY.sub(lambda many: f"{many[1]} " * int(many[2]), body)
        address = PEOPLE[match["forged"] or who]
        writer = f"{match['forged'] or who} <{match['address'] or address}>"
        if match["how"] == " bounces":
            self.bounce(address)
        else:
            to, subject, old = REFEREE, "a letter", ""
            if match["how"]:
                last = self.last(address, match["game"], match["address"])
                to, subject = last.reply_to, f"Re: {last.subject}"
                old = last.text
            if match["subject"]:
                subject, body = body, ""
            if match["forged"]:
                to = REFEREE
            form = head = ""
            if self.styles is not None and body:
                form = next(self.styles)(body, old) if old else fresh(body)
                head = f"In-Reply-To: {last.message_id}\n" if old else ""
            self.world.post(writer, body, to, subject=subject, head=head, form=form)
        return self.told(self.world.run())

    def wait(self, line: str) -> list[str]:
        """Lets time go by."""
        world = self.world
        if line.startswith("... asleep for "):
            world.server.heartbeat(world.now)
            world.now += int(line[15:-1]) * _UNIT[line[-1]]
            world.server.heartbeat(world.now)
            return self.told(world.run())
        match = _TIME.fullmatch(line)
        assert match is not None, line
        if match["n"]:
            world.now += int(match["n"]) * _UNIT[match["unit"]]
            return self.told(world.run())
        query = sa.select(sa.func.min(schema.game.c.deadline))
        with world.store.reading() as conn:
            due = conn.execute(query).scalar()
        assert due is not None
        more = re.fullmatch(r" and (\d+)([smhd])", match["more"])
        world.now = due + (int(more[1]) * _UNIT[more[2]] if more else 0)
        return self.told(world.run())

    def last(self, address: str, game: str | None, there: str | None = None) -> Mail:
        """The last letter that somebody got, of a game if one is named; `there`, if
        one came there."""
        letters = self.world.box.mail[::-1]
        if there in [mail.recipient for mail in letters]:
            address = str(there)
        return next(
            mail
            for mail in letters
            if mail.recipient == address
            and (game is None or mail.subject.startswith(game))
        )

    def bounce(self, address: str) -> None:
        """The last letter to an address comes back from its mail server."""
        last = self.last(address, None)
        raw = (
            f"Return-Path: <>\nFrom: MAILER-DAEMON@mail.example\nTo: {REFEREE}\n"
            "Subject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n"
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"'
            f"\n\n--b\nContent-Type: text/plain\n\nNo such user.\n\n--b\n"
            "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example"
            f"\n\nFinal-Recipient: rfc822; {address}\nAction: failed\nStatus: 5.1.1\n\n"
            f"--b\nContent-Type: message/rfc822\n\nMessage-ID: {last.message_id}\n"
            f"Subject: {last.subject}\n\n\n--b--\n"
        )
        self.world.take(raw.encode())

    def told(self, out: list[Mail]) -> list[str]:
        """Letters as they are read, in the order in which they went out."""
        found: list[str] = []
        for mail in out:
            found += [f"To {mail.recipient}: {mail.subject}", ""]
            for entry in _entries(mail.raw):
                found += [f"(for the calendar: {entry})", ""]
            found += [self.plain(line) for line in mail.text.rstrip("\n").split("\n")]
            found += ["", "-" * 68]
        if not out:
            found.append("(no letter goes out)")
        return found

    def plain(self, line: str) -> str:
        """A line without what is different each time."""
        line = re.sub(r"\b[a-z2-7]{26}\b", "TOKEN", line)
        return line.rstrip()

    def store(self, what: str) -> Iterator[str]:
        """What the store holds."""
        with self.world.store.reading() as conn:
            games = fetch(conn, GameRow, sa.select(schema.game).order_by("id"))
            for game in games if what != "log" else ():
                due = _time(game.deadline)
                yield f"game {game.name}: {game.state} #{game.serial}, deadline {due}"
                for row in game_store.seats(conn, game.id):
                    extra = f", keeps {drafts.text(row)!r}" if row.draft else ""
                    extra += f", {row.misses} missed" if row.misses else ""
                    yield f"  seat {row.name}: {row.state}{extra}"
                names = [row.name for row in game_store.seats(conn, game.id)]
                entry = schema.entry
                query = sa.select(entry).where(entry.c.game_id == game.id)
                for sent in fetch(conn, EntryRow, query.order_by(entry.c.number)):
                    text = sent.text.replace("\n", " / ")
                    if sent.seat is None:
                        ran = sent.seconds
                        text = "-- deadline --" if ran is None else f"after {ran}"
                    seat = "" if sent.seat is None else names[sent.seat]
                    yield f"  #{sent.serial} {seat}{': ' if seat else ''}{text}" + (
                        "  (taken back)" if sent.void else ""
                    )
                if game.result:
                    result = json.loads(game.result)
                    winners = [names[number] for number in result["winners"]]
                    won = ", ".join(winners) or "nobody"
                    yield f"  result: {won} ({result['reason']})"
            if what != "store":
                for act in fetch(conn, ActRow, sa.select(schema.act).order_by("id")):
                    yield f"act #{act.serial} {act.who}: {act.what}"
                    yield f"  reason: {act.reason}; {act.detail}"
                for log in fetch(
                    conn, AuditRow, sa.select(schema.audit).order_by("id")
                ):
                    known = game_store.seats(conn, log.game_id) if log.game_id else []
                    told = detail_of(log, [row.name for row in known])
                    yield f"log {log.what}: {told}".rstrip(": ")


def _entries(raw: bytes) -> list[str]:
    """What the calendar is told: what is due, when, and which change of it this is."""
    for part in message_from_bytes(raw).walk():
        if part.get_content_type() == "text/calendar":
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            return [_entry(one) for one in payload.split(b"BEGIN:VEVENT")[1:]]
    return []


def _entry(event: bytes) -> str:
    found = dict(re.findall(rb"^([A-Z]+)[:;]([^\r\n]*)", event, re.MULTILINE))
    told = [found[key].decode() for key in (b"SUMMARY", b"DTEND", b"SEQUENCE")]
    return ", ".join(told)


def _time(moment: float | None) -> str:
    if moment is None:
        return "none"
    return f"{datetime.fromtimestamp(moment, UTC):%a %d %b %H:%M:%S}"


def play(
    text: str, store: Database, folder: Path, styles: Iterator[Style] | None = None
) -> str:
    """The conversation with what comes of it written under each step, in full."""
    remarks, settings, steps = read(text)
    out = [*remarks, *settings, ""]
    salts = (f"salt{number:04}" for number in count(1))
    seeds = count(1)

    def seed(size: int) -> bytes:
        return hashlib.sha256(f"seed {next(seeds)}".encode()).digest()[:size]

    with (
        mock.patch.object(commitments, "new_salt", side_effect=salts),
        mock.patch("pbem.server.lobby.invitations.secrets.token_bytes", seed),
    ):
        given = [line[9:] for line in settings if line.startswith("setting: ")]
        world = World(store, folder, "".join(f"{line}\n" for line in given))
        for line in settings:
            if line.startswith("begins: "):
                when = datetime.strptime(line[8:], "%Y-%m-%d %H:%M")
                world.now = when.replace(tzinfo=UTC).timestamp()
        talking = Talking(world, styles)
        try:
            for step in steps:
                out += [step.lines[0], *(f"  {line}" for line in step.lines[1:])]
                if not step.lines[0].startswith(">> "):
                    out.append("")
                told = [f"    {line}".rstrip() for line in talking.step(step)]
                out += [*told, ""] if told else []
        finally:
            world.server.close()
    return "\n".join(out).rstrip("\n") + "\n"


def dressed(files: list[Path]) -> int:
    """Plays conversations in the style of each mail program; how many differ."""
    differ = 0
    for style in STYLES:
        for file in files:
            with tempfile.TemporaryDirectory() as place:
                store = Database(str(Path(place) / "pbem.db"))
                before = file.read_text(encoding="utf-8")
                after = folded(play(before, store, Path(place), repeat(style)))
            if after != before:
                differ += 1
                lines = difflib.unified_diff(before.split("\n"), after.split("\n"))
                print(f"{style.__name__}: {file.name}", *list(lines)[:40], sep="\n")
    print(f"{len(STYLES)} styles, {len(files)} conversations: {differ} differ")
    return differ


def main(names: list[str]) -> int:
    """Writes what comes of conversations into their files; of all, or these."""
    files = sorted(FOLDER.glob("*.txt"))
    if "--styles" in names:
        return 1 if dressed(files) else 0
    for file in files:
        if names and file.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as place:
            store = Database(str(Path(place) / "pbem.db"))
            before = file.read_text(encoding="utf-8")
            after = folded(play(before, store, Path(place)))
        if after != before:
            file.write_text(after, encoding="utf-8")
            print(f"{file.name}: written", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
