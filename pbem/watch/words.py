"""What there is to tell of a watched thread, in words (templates/forum/watch.j2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.forum.annotations.remembered import plain
from pbem.pages.wording import shared_templates


def words(code: str, given: Mapping[str, Any]) -> str:
    """Return the sentences for a trouble or a note."""
    module = shared_templates().get_template("forum/watch.j2").module
    macro = getattr(module, code.replace("-", "_"))
    safe = {key: plain(x) if isinstance(x, str) else x for key, x in given.items()}
    return " ".join(str(macro(safe)).split())
