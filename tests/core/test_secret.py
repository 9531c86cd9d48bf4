"""Secrets that lie elsewhere: in the environment, in a file, behind a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.system.secret import SecretMissing, revealed


def test_each_mark_leads_to_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_WORD", "one")
    (tmp_path / "word").write_text("two\n", encoding="utf-8")
    assert revealed("env:PBEM_WORD") == "one"
    assert revealed(f"file:{tmp_path}/word") == "two"
    assert revealed(f"cmd:head -c 20 '{tmp_path}/word'") == "two"
    assert revealed("cmd:printf 'three\\nfour'") == "three"
    assert revealed("correct:horse") == "correct:horse"


def test_no_shell_reads_a_command(tmp_path: Path) -> None:
    assert revealed(f"cmd:echo word ; touch {tmp_path}/x").startswith("word ;")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("env:PBEM_NO_SUCH", "no such variable"),
        ("file:/no/such/file", "No such file"),
        ("cmd:/no/such/program", "No such file"),
        ("cmd:false", "status 1"),
        ("cmd:", "no command"),
        ("cmd:'", "no command"),
    ],
)
def test_what_is_not_there_is_said(value: str, why: str) -> None:
    with pytest.raises(SecretMissing, match=why):
        revealed(value)


def test_what_a_program_printed_before_it_failed_is_not_told(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SecretMissing) as told:
        revealed("cmd:sh -c 'echo word-1f2e | tr f g | tee /dev/stderr; exit 3'")
    assert "word-1g2e" not in str(told.value) + "".join(capfd.readouterr())
