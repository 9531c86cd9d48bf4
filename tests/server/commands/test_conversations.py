"""Whole conversations come out as they are written down, and nothing is left out."""

from __future__ import annotations

import difflib
import re
import shutil
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from unittest import mock

import pytest
from lark import Lark

from pbem.pages import page
from pbem.plugins.games import built_in
from pbem.server.gm import actions
from pbem.server.gm.grammar import parse_request
from pbem.server.outbound import templates
from pbem.server.store.connection import Database
from pbem.server.syntax import aliases, registry
from pbem.server.syntax.parser import parse_command
from pbem.system.resources import folder
from tests.support.server.conversation import FOLDER, play
from tests.support.server.passages import folded
from tests.support.server.styles import STYLES

FILES = sorted(FOLDER.glob("*.txt"))
_BRANCH = re.compile(r'\b(why|problem|how|where) == "([a-z-]+)"')
NOTHING = "    (no letter goes out)"
#: What no letter of these players brings about; other tests do.
ELSEWHERE = {
    *(("doctor", "why", why) for why in ("host", "login", "tls", "open", "other")),
    ("doctor", "why", "two"), ("doctor", "why", "here"), ("doctor", "why", "missing"),
    ("doctor", "why", "newer"),
    # Every game that we have says what its secrets could be, and none can only pass.
    ("whatif", "how", "secret"), ("silent", "why", "skipped"),
    ("lost", "problem", "no-dkim"),
    ("no_bots", "why", "domain"),  # tests/attacks/test_bots_used_up.py
    # tests/server/flow/test_elsewhere.py: an HTTP server
    *(("notify", "how", how) for how in ("asked", "proven")),
    *(("notify_refused", "why", why) for why in
      ("host", "many", "off", "private", "unknown")),
    # tests/server/flow/test_stuck.py
    *(("stuck", "why", why) for why in ("asked", "bounced", "junk", "refused")),
    *(("host_refused", "why", why) for why in ("long", "many", "none")),
    *(("host_said", "how", how) for how in ("empty", "long")),
    ("gm_refused", "why", "banned"),  # tests/server/lobby/test_banning.py
    ("gm_refused", "why", "not-again"),  # tests/server/gm/test_refused.py
    ("cannot_join", "why", "reliable"),  # tests/server/lobby/test_open_games.py
}  # fmt: skip
#: Templates that no letter of these players is made of, or only as a part of others.
OTHERS = {
    *("doctor", "server_asked", "subjects", "sorry", "unread", "clocks"),
    "pbem.toml",
    *("not_begun", "not_invited", "going_on", "proposal"),
    "linger",  # their server closes a turn at once
    "no_handbook",  # all games of the house bring one
    "plan_news",  # one letter with what ended it
    *("newcomer_silent", "newcomer_silent_master"),  # tests/server/gm/test_told.py
    "held_refused",  # tests/server/game/test_hold.py
    "odd_wish",  # tests/server/lobby/test_wishes.py
    "zone_unknown",  # tests/schedule/test_zones.py
    *("aside", "aside_over"),  # tests/server/flow/test_endless_games.py: real processes
    "broken_game",  # tests/outside: all games that we have are sound
    *("stuck", "hook_gone"),  # tests/server/flow/test_{stuck,elsewhere}.py
    *("banned", "games_open"),  # tests/server/lobby
}


def _answered() -> Iterator[str]:
    """The lines that players write in conversations, and are answered."""
    for file in FILES:
        lines: list[str] = []
        answered = False
        for line in [*file.read_text(encoding="utf-8").split("\n"), "> end"]:
            if line.startswith(("> ", ">> ", "... ", "== ")):
                if answered:
                    yield from lines
                answered = False
                shown = line.startswith("> ")
                lines = [line.partition(": ")[2].strip()] if shown else []
            elif line.startswith("    "):
                answered = answered or line != NOTHING
            elif lines:
                lines.append(line.strip())


def test_there_are_at_least_eighty_conversations() -> None:
    assert len(FILES) >= 80


def test_every_command_is_in_one() -> None:
    used = {command.name for line in _answered() if (command := parse_command(line))}
    assert used == set(registry.commands())


def test_every_act_of_a_game_master_is_in_one() -> None:
    used = {
        parse_request(command.one("REST")).name
        for line in _answered()
        if (command := parse_command(line)) is not None and command.name == "gm"
    }
    assert used == {*actions.ACTS, ""}


def test_every_word_of_other_servers_is_in_one() -> None:
    kinds = frozenset(built_in())
    grammar = (folder("grammars") / "alias.lark").read_text(encoding="utf-8")
    rules = set(re.findall(r"-> ([a-z_]+)", grammar))
    rules |= {"challenge", "board", "show_board"}
    parser: Lark = aliases._parser(kinds)
    used = set()
    for line in _answered():
        command = parse_command(line)
        ours = command is not None and command.name != "set"
        if not ours and aliases.canonical(line, kinds) is not None:
            used.add(str(parser.parse(aliases._DASH.sub(r"\1=", line)).data))
    assert rules - used == set()


@pytest.mark.slow
def test_they_come_out_as_written_set_for_mail_and_with_every_refusal(
    empty: Path, tmp_path: Path
) -> None:
    """Every fourth one is written in the letters of mail programs, each letter in
    another; `-m tests.support.server.conversation --styles` tries each in each.

    What counts is what a player reads: words that went into no letter do not.
    """
    said: list[tuple[str, dict[str, object], str]] = []
    read: set[tuple[str, str, str]] = set()
    markup = templates.markup

    def noted(template: str, /, **given: object) -> str:
        text = markup(template, **given)
        said.append((template, given, text))
        return text

    with mock.patch.object(templates, "markup", noted):
        for number, file in enumerate(FILES):
            place = tmp_path / str(number)
            place.mkdir()
            shutil.copy(empty, place / "pbem.db")
            written = file.read_text(encoding="utf-8")
            said.clear()
            styles = None if number % 4 else islice(cycle(STYLES), number // 4, None)
            whole = play(written, Database(str(place / "pbem.db")), place, styles)
            _same(written, folded(whole), file)
            _no_markup_is_seen(whole, file.name)
            _no_line_is_too_long(whole, file.name)
            letters = _flat(whole)
            for template, given, text in said:
                keys = ("why", "problem", "how", "where")
                parts = {(template, key, str(given.get(key, ""))) for key in keys}
                parts.add((template, "", ""))
                if parts <= read:
                    continue
                if _flat(page.to_text(page.blocks(text))) in letters:
                    read |= parts
    wanted = set()
    for path in folder("templates").glob("mail/*.j2"):
        if path.stem not in OTHERS:
            wanted.add((path.stem, "", ""))
        for key, value in _BRANCH.findall(path.read_text(encoding="utf-8")):
            wanted.add((path.stem, key, value))
    missing = sorted("/".join(one) for one in wanted - read - ELSEWHERE)
    assert not missing, "\n".join(missing)
    assert not read & ELSEWHERE


def _flat(text: str) -> str:
    """Words without how they are set."""
    return " ".join(text.split())


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.parametrize("file", FILES[::15], ids=lambda file: file.stem)
def test_postgres_tells_the_same(file: Path, url: str, tmp_path: Path) -> None:
    written = file.read_text(encoding="utf-8")
    _same(written, folded(play(written, Database(url), tmp_path)), file)


def _same(written: str, out: str, file: Path) -> None:
    if out != written:
        lines = difflib.unified_diff(written.split("\n"), out.split("\n"), n=2)
        pytest.fail(f"{file.name}:\n" + "\n".join(list(lines)[:60]))


def _no_markup_is_seen(whole: str, name: str) -> None:
    for line in whole.split("\n"):
        assert not line.rstrip().endswith("::"), f"{name}: {line}"
        assert " :: " not in line, f"{name}: {line}"


def _no_line_is_too_long(whole: str, name: str) -> None:
    for line in whole.split("\n"):
        if line.startswith("    ") and not line.startswith(
            ("    log ", "    act ", "      reason: ", "      #")
        ):
            assert len(line) <= 4 + 78, f"{name}: {line}"
