"""The pages, one file a kind; each is found by lying here."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from flask import Blueprint

blueprint = Blueprint("page", __name__)

for _file in sorted(Path(__file__).parent.glob("[a-z]*.py")):
    import_module(f"{__name__}.{_file.stem}")
