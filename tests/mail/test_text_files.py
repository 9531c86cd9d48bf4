"""Orders in a text file that comes along with a letter."""

from __future__ import annotations

import pytest

from pbem.mail.sandbox.read import read

FILE = (
    'Content-Type: text/plain; name="{name}"\n'
    'Content-Disposition: attachment; filename="{name}"\n\n{text}\n'
)


def _letter(body: str, text: str, name: str = "orders.txt") -> bytes:
    file = FILE.format(name=name, text=text)
    parts = [f"Content-Type: text/plain\n\n{body}\n", file]
    mixed = "".join(f"--b\n{part}" for part in parts) + "--b--\n"
    head = "From: a@b.example\nMIME-Version: 1.0"
    kind = 'Content-Type: multipart/mixed; boundary="b"'
    return f"{head}\n{kind}\n\n{mixed}".encode()


OLD = "##- answer above this line (g1.t4) -##\n\n> The report"


@pytest.mark.parametrize(
    ("body", "new"),
    [
        ("", "D4 1NE"),
        ("My orders are attached.", "D4 1NE"),
        ("see orders.txt", "D4 1NE"),
        (OLD, "D4 1NE"),
        (f"See the attachment!\n{OLD}", "D4 1NE"),
        ("E5", "E5"),
        (f"E5\n{OLD}", "E5"),
    ],
)
def test_a_file_counts_where_the_letter_itself_says_nothing(
    body: str, new: str
) -> None:
    found = read(_letter(body, "D4 1NE"))
    assert found.reply.text == new
    if "g1.t4" in body:
        assert found.reply.ref == "g1.t4"


@pytest.mark.parametrize("name", ["orders.html", "orders", "orders.txt.exe"])
def test_other_files_are_not_read(name: str) -> None:
    assert read(_letter("", "D4 1NE", name)).reply.text == ""


def test_an_old_report_in_a_file_is_no_order() -> None:
    text = "D4\n##- answer above this line (g1.t3) -##\nE5 1NE"
    assert read(_letter("attached", text)).reply.text == "D4"
