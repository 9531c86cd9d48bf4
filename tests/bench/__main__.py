"""Measures everything: `python -m tests.bench [--json FILE] [GAME ...]`."""

from __future__ import annotations

import json
import platform
import sys
from importlib import import_module
from pathlib import Path

from tests.bench.harness import Row, document, row_of, table
from tests.bench.peers import chess

HERE = Path(__file__).parent


def main(words: list[str]) -> None:
    """Goes through all bench modules, or those of the games that are named."""
    place = None
    if "--json" in words:
        at = words.index("--json")
        place, words = Path(words[at + 1]), words[:at] + words[at + 2 :]
    groups: dict[str, list[Row]] = {}
    peers = chess()
    if peers:
        groups["python-chess"] = peers
    for file in sorted(HERE.glob("bench_*.py")):
        name = file.stem.removeprefix("bench_")
        if not words or name in words:
            module = import_module(f"tests.bench.{file.stem}")
            groups[name] = [row_of(found) for found in module.rows()]
    rates = (peers[0].value, peers[1].value) if peers else None
    print(f"{platform.python_implementation()} {platform.python_version()}\n")
    print(table(groups, rates))
    if rates is None:
        print('\nWithout python-chess to compare with: "pip install chess".')
    if place is not None:
        found = {"python": platform.python_version(), "rows": document(groups)}
        place.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
