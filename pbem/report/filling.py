"""Pages in one piece: each with all that it extends, compiled and kept together."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import CodeType
from typing import Any, TypeAlias

from jinja2 import Environment, TemplateError
from jinja2.runtime import Context

#: Returns the pieces of a page.
Filling: TypeAlias = Callable[[Context], list[str]]

_EXTENDS = re.compile(r"(?:\s|\{#.*?#\})*\{%-?\s*extends\s+[\"']([^\"']+)", re.DOTALL)


def filling(jinja: Environment, name: str, escape: str) -> Filling | None:
    """Return what fills a page in one piece; None: it cannot be had, or extends none.

    Where Jinja would tell of an error, it raises something. `escape` is as `plainer`
    takes it.
    """
    sources = dict[str, str]()
    extended, place, loader = name, "", jinja.loader
    assert loader is not None
    with suppress(TemplateError):
        while extended:
            sources[extended], file, _ = loader.get_source(jinja, extended)
            place = place or str(file)
            found = _EXTENDS.match(sources[extended])
            extended = found[1] if found and found[1] not in sources else ""
    if extended or len(sources) < 2:
        return None
    kept = jinja.bytecode_cache
    if kept is None:
        code = _compiled(jinja, sources, place, escape)
    else:
        all_of_it = "\0".join(sources.values())
        bucket = kept.get_bucket(jinja, name, f"{place}, whole", all_of_it)
        if bucket.code is None:
            bucket.code = _compiled(jinja, sources, place, escape)
            kept.set_bucket(bucket)
        code = bucket.code
    module: dict[str, Any] = {"environment": jinja}
    exec(code, module)
    return module.get("root")


def _compiled(
    jinja: Environment, sources: Mapping[str, str], place: str, escape: str
) -> CodeType:
    """Return the code of a page; a page that cannot be had in one piece has no root."""
    from pbem.report.rewriting import plainer
    from pbem.report.rewriting.whole import NotSimple, merged

    try:
        pages = {name: jinja._parse(text, name, None) for name, text in sources.items()}
        first = next(iter(pages))
        written = jinja._generate(merged(pages), first, place)
        return compile(plainer(written, escape, whole=True), place, "exec")
    except (NotSimple, SyntaxError, TemplateError):
        return compile("", place, "exec")
