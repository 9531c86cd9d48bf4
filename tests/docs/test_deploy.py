"""What deploy/ ships does what it says: the unit is verified and run by hand with its
own paths, user's rights and credential; cron's line does one round."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest

from tests.support.server_fixtures import need
from tests.support.servers import find_program

HOUSE = Path(__file__).parents[2]
UNIT = HOUSE / "deploy/pbem.service"
TOML = """\
address = "referee@x.example"
[[in]]
from = "maildir"
path = "in"
[out]
by = "folder"
path = "out"
[login]
"""


def _unit(key: str) -> str:
    found = re.search(rf"^{key}=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert found is not None, key
    return found[1]


def _state(place: Path) -> Path:
    """The state directory as systemd makes it, with what init writes there."""
    state = place / "state/pbem"
    state.mkdir(parents=True, mode=0o700)
    text = TOML.replace("[login]\n", "")
    (state / "pbem.toml").write_text(text)
    (state / "in").mkdir()
    for part in ("cur", "new", "tmp"):
        (state / "in" / part).mkdir()
    letter = "From: Fay <fay@f.example>\nTo: referee@x.example\nMessage-ID: <1@f>\n"
    (state / "in/new/1.x.y").write_text(f"{letter}Subject: help\n\nhelp\n")
    return state


def _environment(place: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key == "PATH"}
    python = os.environ.get("PYTHONPATH", str(HOUSE))
    return {
        **kept,
        "PYTHONPATH": python,
        "XDG_CACHE_HOME": str(place / "cache"),
        "CREDENTIALS_DIRECTORY": str(place / "credentials"),
    }


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    program = "/usr/local/bin/pbem"
    text = UNIT.read_text()
    assert program in text
    copy = tmp_path / "pbem.service"
    copy.write_text(text.replace(program, shutil.which("true") or "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(copy)], capture_output=True, text=True
    )
    ours = [line for line in done.stderr.split("\n") if "pbem.service" in line]
    assert ours == []


def test_it_serves_from_its_state_directory_and_ends_without_complaint(
    tmp_path: Path,
) -> None:
    state = _state(tmp_path)
    assert (_unit("StateDirectory"), _unit("WorkingDirectory")) == ("pbem", "%S/pbem")
    line = _unit("ExecStart").replace("%S", str(tmp_path / "state"))
    words = [sys.executable, "-m", "pbem", *line.split()[1:]]
    serving = subprocess.Popen(
        words,
        cwd=state,
        env=_environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=int(_unit("UMask"), 8),
    )
    assert serving.stdout is not None
    first = serving.stdout.readline()
    assert "referee@x.example" in first
    assert "Maildir in" in first
    assert "folder out" in first
    while not list((state / "out").glob("*")):
        assert serving.poll() is None
    serving.send_signal(signal.SIGTERM)
    _, errors = serving.communicate(timeout=100)
    assert serving.returncode == 0
    assert not re.search("Traceback|error|warning", errors), errors
    for name in ("pbem.db", "pbem.key"):
        assert (state / name).stat().st_mode & 0o077 == 0


def test_cron_does_one_round(tmp_path: Path) -> None:
    state = _state(tmp_path)
    line = (HOUSE / "deploy/pbem.cron").read_text().split("/usr/local/bin/pbem ")[1]
    words = [sys.executable, "-m", "pbem", *line.split()]
    done = subprocess.run(
        words, cwd=state, env=_environment(tmp_path), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(list((state / "out").glob("*"))) == 1


def test_a_credential_is_read_from_where_systemd_puts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.system.secret import SecretMissing, revealed

    name = _unit("LoadCredential").partition(":")[0]
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    with pytest.raises(SecretMissing, match="systemd"):
        revealed(f"credential:{name}")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    with pytest.raises(SecretMissing, match="No such file"):
        revealed(f"credential:{name}")
    (tmp_path / name).write_text("owl\n")
    assert revealed(f"credential:{name}") == "owl"


def test_the_alias_and_procmail_hand_a_letter_over(tmp_path: Path) -> None:
    state = _state(tmp_path)
    for file in ("aliases", "procmailrc"):
        text = (HOUSE / "deploy" / file).read_text()
        found = re.search(r"\|\s*/usr/local/bin/pbem ([^\"\n]*)", text)
        assert found is not None
        line = found[1].replace("/var/lib/pbem", str(state))
        words = [one for one in line.split() if one != '"$1"']
        words = [one for one in words if one != "--recipient"]
        letter = f"From: a@b.example\nMessage-ID: <{file}@b>\n\nhelp\n"
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *words],
            input=letter, env=_environment(tmp_path), capture_output=True, text=True,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), file


@pytest.mark.parametrize(
    ("said", "told"), [(0, 0), (1, 75), (65, 65), (75, 75), (127, 75)]
)
def test_procmail_sends_back_what_can_never_be_taken(
    tmp_path: Path, said: int, told: int
) -> None:
    """And has all else tried again, also where pbem cannot be run."""
    text = (HOUSE / "deploy/procmailrc").read_text()
    assert "SAID=$?\n  EXITCODE=75\n  :0\n  * SAID ?? ^65$\n  { EXITCODE=65 }" in text
    program = need(partial(find_program, "procmail"))
    stub, rules = tmp_path / "stub", tmp_path / "rules"
    stub.write_text(f"#!/bin/sh\ncat > {tmp_path}/letter\nexit {said}\n")
    stub.chmod(0o755)
    where = f"DEFAULT={tmp_path}/default\nLOGFILE={tmp_path}/log\n"
    rules.write_text(where + text.replace("/usr/local/bin/pbem", str(stub)))
    rules.chmod(0o600)
    letter = b"From: a@b.example\n\nhelp\n"
    given = [program, "-m", str(rules), "referee+x@x.example"]
    done = subprocess.run(given, input=letter, capture_output=True, check=False)
    assert done.returncode == told
    assert (tmp_path / "letter").read_bytes().startswith(letter)
    assert not (tmp_path / "default").exists()


def test_the_container_has_the_versions_that_are_pinned() -> None:
    """No engine builds it here: its first command is run, its words are looked at."""
    text = (HOUSE / "deploy/Containerfile").read_text()
    found = re.search(r"sed -E '(.*?)' /usr/src/pbem/constraints.txt", text)
    assert found is not None
    given = ["sed", "-E", found[1], str(HOUSE / "constraints.txt")]
    done = subprocess.run(given, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) > 20
    for line in lines:
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[^ \\]+( ;.*)?", line), line
    wanted = re.search(r'--constraint (\S+) "/usr/src/pbem\[(.*?)\]"', text)
    assert wanted is not None
    assert wanted[1] == "/usr/src/versions.txt"
    # What a host may set in pbem.toml works there, without another image.
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = {"dkim", "lmtp", "metrics", "postgres"}
    assert {*wanted[2].split(",")} == needed <= {*extras}
    pinned = {line.partition("==")[0] for line in lines}
    for extra in sorted(needed):
        for one in extras[extra]:
            assert re.split(r"[\[><=]", one)[0] in pinned
    assert text.index("USER pbem") < text.index("ENTRYPOINT")
    assert 'ENTRYPOINT ["pbem"]' in text
    assert 'CMD ["server", "serve"]' in text
