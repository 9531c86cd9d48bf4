"""Two commits measured in turn on one machine, and whether they differ."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from math import comb, exp, log
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).parents[2]
NOISE = 0.05  #: how likely chance alone may do what is called a difference

#: A row: its part, and what was measured.
Key = tuple[str, str]


def compared(commit: str, parts: Sequence[str], pairs: int) -> str:
    """Measure this tree and a commit in turn; return a table of what differs."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as name:
        other = Path(name) / "tree"
        _git("worktree", "add", "--detach", str(other), commit)
        try:
            ours: list[dict[Key, float]] = []
            theirs: list[dict[Key, float]] = []
            for number in range(pairs):
                turns = [(ROOT, ours), (other, theirs)]
                # Neither is always the first.
                for tree, found in turns[:: 1 if number % 2 else -1]:
                    found.append(_measure(tree, parts, Path(name) / "rows.json"))
        finally:
            _git("worktree", "remove", "--force", str(other))
    return _table(commit, ours, theirs)


def _git(*words: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True)


def _measure(tree: Path, parts: Sequence[str], place: Path) -> dict[Key, float]:
    command = [sys.executable, "-m", "tests.bench", "--json", str(place), *parts]
    subprocess.run(command, cwd=tree, check=True, stdout=subprocess.DEVNULL)
    groups = json.loads(place.read_text())
    # Beside a peer of the same run: the machine may be busier in another one.
    return {
        (part, row["what"]): row["ratio"]
        for part, rows in groups.items()
        for row in rows
    }


def _table(
    commit: str, ours: Sequence[dict[Key, float]], theirs: Sequence[dict[Key, float]]
) -> str:
    lines = [f"{'':<58}{'to ' + commit[:12]:>12}"]
    shared = [key for key in ours[0] if all(key in run for run in (*ours, *theirs))]
    for key in shared:
        part, what = key
        pairs = [(a[key], b[key]) for a, b in zip(ours, theirs, strict=True)]
        ratios = [b / a for a, b in pairs]
        change = exp(mean(map(log, ratios)))
        lines.append(f"{part + ': ' + what:<58}{change:>12.3f}  {verdict(ratios)}")
    return "\n".join(lines)


def verdict(ratios: Sequence[float]) -> str:
    """Say whether paired ratios (above 1: faster) are more than noise: a sign test.

    >>> verdict([1.2, 1.1, 1.3, 1.1, 1.2, 1.1])
    'faster'
    >>> verdict([1.2, 1.1, 1.3, 1.1, 1.2, 0.9]), verdict([0.9] * 6)
    ('noise', 'slower')
    """
    up = sum(ratio > 1 for ratio in ratios)
    most = max(up, len(ratios) - up)
    as_far = sum(comb(len(ratios), n) for n in range(most, len(ratios) + 1))
    if 2 * as_far / 2 ** len(ratios) > NOISE:
        return "noise"
    return "faster" if 2 * up > len(ratios) else "slower"
