"""Budgets: `python -m tests.bench [--against COMMIT] [NAME ...]`.

NAME is a part (resolve, replay, diplomacy, mail); without one all are measured. With
--against the same parts of another commit are measured in turn with these, and what
differs by more than noise is printed.
"""

from __future__ import annotations

import argparse
import json
import platform
from importlib import import_module
from pathlib import Path

from tests.bench import against
from tests.bench.harness import Row, table

HERE = Path(__file__).parent
PARTS = sorted(f.stem.removeprefix("bench_") for f in HERE.glob("bench_*.py"))


def main() -> None:
    """Go through all bench modules, or those that are named."""
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="NAME", help=", ".join(PARTS))
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--pairs", type=int, default=6, help="runs of each commit")
    wish = parser.parse_args()
    if unknown := set(wish.parts) - set(PARTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}: {', '.join(PARTS)}")
    parts = wish.parts or PARTS
    if wish.against:
        print(against.compared(wish.against, parts, wish.pairs))
        return
    groups: dict[str, list[Row]] = {
        name: list(import_module(f"tests.bench.bench_{name}").rows()) for name in parts
    }
    print(f"{platform.python_implementation()} {platform.python_version()}\n")
    print(table(groups))
    if wish.json:
        rows = {
            name: [row._asdict() for row in found] for name, found in groups.items()
        }
        wish.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
