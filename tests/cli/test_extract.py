"""`pbem extract`: one JSON line a file."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.extract import command

EML = (
    b"From: ann@x.example\nSubject: s\n\nA Par H\n\nOn 2 May 2024, b@y.example wrote:\n"
)


@pytest.mark.parametrize(
    ("name", "raw", "expected"),
    [
        ("a.eml", EML + b"> old\n", ("reply", "A Par H", [])),
        ("a.txt", b"A Par H\n> old\n", ("reply", "A Par H", [])),
        ("a.html", b"<p>A Par H<blockquote type=cite>x", ("reply", "A Par H", [])),
        ("latin.txt", "Züge".encode("latin-1"), ("reply", "Züge", [])),
        (
            "b.eml",
            b"From: mailer-daemon@m.example\nX-Failed-Recipients: bo@y.example\n\nno",
            ("bounce", "no", ["bo@y.example"]),
        ),
        ("c.eml", b"Auto-Submitted: auto-replied\n\nI am away\n", ("auto", None, [])),
        ("d.eml", b"List-Id: <g.x>\nFrom: a@b.c\n\nhello\n", ("list", "hello", [])),
    ],
)
def test_one_line_a_file(
    tmp_path: Path, name: str, raw: bytes, expected: tuple[str, str | None, list[str]]
) -> None:
    path = tmp_path / name
    path.write_bytes(raw)
    result = CliRunner().invoke(command, [str(path)])
    assert result.exit_code == 0
    found = json.loads(result.output)
    assert found["file"] == name
    assert found["class"] == expected[0]
    assert expected[1] in (None, found["new_text"])
    assert found["addresses"] == expected[2]


def test_several_files_and_one_refused(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.eml", tmp_path / "bad.eml"
    good.write_bytes(EML)
    bad.write_bytes(b"A: " + b"b" * 100_000)
    result = CliRunner().invoke(command, [str(bad), str(good)])
    assert result.exit_code == 0
    first, second = map(json.loads, result.output.splitlines())
    assert (first["class"], first["refused"]) == ("auto", "headers")
    assert second["new_text"] == "A Par H"


def test_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "none.eml")])
    assert result.exit_code == 2


def test_no_more_of_a_file_is_read_than_a_letter_may_have(tmp_path: Path) -> None:
    endless = tmp_path / "endless.eml"
    with open(endless, "wb") as file:
        file.write(EML)
        file.truncate(1 << 40)  # of which nothing takes room
    for name in ("endless.eml", "endless.txt"):
        endless.rename(tmp_path / name)
        endless = tmp_path / name
        result = CliRunner().invoke(command, [str(endless)])
        assert result.exit_code == 0
        found = json.loads(result.output)
        assert (found["class"], found["refused"]) == ("auto", "size")
