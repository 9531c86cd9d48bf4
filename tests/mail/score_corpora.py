"""Score reading on a folder of real letters: `score_corpora.py FOLDER [half] [-v]`.

The folder holds `replies/`, `machine/` and `mime/`, each with an `expected.jsonl`.
`half` is `tune`, `more`, `last`, `held` or `all`. The first three bytes of the SHA-256
of a letter's file name part them: the first even, `tune`; else the second even,
`more`; else the third even, `last`; else `held`.
The shares were opened one after another, each scored once before it was looked at;
all four have been tuned on since, so only other letters can measure the rules now.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter
from pbem.mail.sandbox.reader import LetterReader

READER = LetterReader()
KINDS = {".html": "html", ".htm": "html", ".txt": "plain", ".text": "plain"}


def rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of a folder's expectations."""
    text = (folder / "expected.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def read(path: Path) -> ParsedLetter | None:
    """What is read of a file; None: it breaks a limit.

    A .txt or .html file is the body of a letter with no head; any other is a letter.
    """
    kind = KINDS.get(path.suffix.lower())
    head = f"Content-Type: text/{kind}\n\n".encode() if kind else b""
    try:
        return READER.read(head + path.read_bytes())
    except LetterRefused:
        return None


def share(row: dict[str, Any]) -> str:
    """The share of the letters that a row belongs to."""
    found = hashlib.sha256(row["file"].encode()).digest()
    names = ("tune", "more", "last")
    return next(
        (n for n, byte in zip(names, found, strict=False) if not byte % 2), "held"
    )


def plain(text: str) -> str:
    """Text without stars and underscores, blanks made one."""
    return " ".join(text.replace("*", " ").replace("_", " ").split())


def judge(row: dict[str, Any], text: str) -> tuple[bool, bool, bool]:
    """Whether a text is exact, has lost no line, and lets no old line through."""
    got, want = plain(text), plain(row["expect_new_text"])
    if row["level"] == "contain":
        kept = all(plain(must) in got for must in row["must"])
        clean = not any(plain(never) in got for never in row["must_not"])
        return kept and clean, kept, clean
    kept = all(plain(ln) in got for ln in row["expect_new_text"].splitlines())
    clean = all(plain(line) in want for line in text.splitlines())
    return got == want, kept, clean


def replies(folder: Path, half: str, verbose: bool) -> None:
    """Print the three figures for the replies of one half."""
    counts: Counter[str] = Counter()
    for row in rows(folder):
        if half not in ("all", share(row)):
            continue
        found = read(folder / row["file"])
        text = found.reply.with_quotes if found else ""
        exact, kept, clean = judge(row, text)
        counts += Counter(n=1, exact=exact, kept=kept, clean=clean)
        if verbose and not exact:
            marks = ("" if kept else " LOST") + ("" if clean else " LEAK")
            print("-" * 70, row["file"], row["source"], row["level"], marks)
            print(text[:600])
            print("--- expected")
            print(row["expect_new_text"][:600], row["must"], row["must_not"])
    n = counts["n"]
    figures = " ".join(
        f"{key} {counts[key]}/{n} = {100 * counts[key] / n:.1f}%"
        for key in ("exact", "kept", "clean")
    )
    print(f"replies {half}: {figures}")


def machine(folder: Path) -> None:
    """Print how the classes of letters by machines and people are read."""
    table: Counter[tuple[str, str]] = Counter()
    addresses: Counter[str] = Counter()
    for row in rows(folder):
        found = read(folder / row["file"])
        kind = found.classification.kind if found else "auto"
        table[row["cls"], kind] += 1
        if row["cls"] == "bounce" and row.get("addresses"):
            want = {a.lower() for a in row["addresses"]}
            named = set(found.classification.addresses) if found else set()
            addresses += Counter(n=1, found=want <= named)
        wrong = (row["cls"] == "human") != (kind == "reply")
        if wrong or (row["cls"] == "bounce" and kind != "bounce"):
            print("machine", row["file"], row["cls"], "read as", kind)
    for (want_class, got), count in sorted(table.items()):
        print(f"machine: {want_class} read as {got}: {count}")
    print(f"machine: addresses {addresses['found']}/{addresses['n']}")


def mime(folder: Path) -> None:
    """Print how many odd letters are read, and the slowest."""
    slowest, refused, count = 0.0, 0, 0
    for row in rows(folder):
        start = time.perf_counter()
        refused += read(folder / row["file"]) is None
        slowest = max(slowest, time.perf_counter() - start)
        count += 1
    print(f"mime: {count - refused}/{count} read, slowest {slowest * 1000:.1f} ms")


def main() -> None:
    """Score everything in the folder that the command line names."""
    folder = Path(sys.argv[1])
    half = sys.argv[2] if len(sys.argv) > 2 else "all"
    replies(folder / "replies", half, "-v" in sys.argv)
    if (folder / "machine").is_dir():
        machine(folder / "machine")
    if (folder / "mime").is_dir():
        mime(folder / "mime")


if __name__ == "__main__":
    with READER:
        main()
