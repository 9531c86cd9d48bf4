"""What a template knows while it is filled, with less between than Jinja has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from jinja2 import Template
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.utils import Namespace as JinjaNamespace
from jinja2.utils import missing


class Namespace(JinjaNamespace):
    """A `namespace` whose fields are read as plainly as those of other objects."""

    __getattribute__ = object.__getattribute__

    def __init__(self, **fields: Any) -> None:
        self.__dict__ |= fields

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


class PlainContext(Context):
    """What a template knows, with more of it for a block at little cost."""

    @property
    def finder(self) -> Callable[[str, Any], Any]:
        """What finds a name for a block, or gives back what is handed to it beside."""
        return self._found if self.vars else self.parent.get

    def _found(self, name: str, other: Any) -> Any:
        return self.vars[name] if name in self.vars else self.parent.get(name, other)

    def derived(self, locals: dict[str, Any] | None = None) -> Context:
        context = object.__new__(PlainContext)
        context.__dict__ |= self.__dict__
        context.parent = parent = self.parent.copy()
        context.vars, context.exported_vars = {}, set()
        if self.vars:
            parent |= self.vars
        for name, value in (locals or {}).items():
            if value is not missing:
                parent[name] = value
        return context


class PlainTemplate(Template):
    """A template whose context is made of what it is given in one go, and which is
    filled in one piece with all that it extends, where that can be."""

    @cached_property
    def filling(self) -> Callable[[Context], list[str]] | None:
        """What fills it in one piece; it fails where Jinja has more to say."""
        return self.environment.filling(self.name) if self.name else None  # type: ignore[attr-defined]

    @cached_property
    def _for_contexts(self) -> dict[str, Any]:
        """What all contexts of a filling share."""
        return {
            "environment": self.environment,
            "name": self.name,
            "eval_ctx": EvalContext(self.environment, self.name),
            "globals_keys": set(self.globals),
            "blocks": {},
        }

    def render(self, *args: Any, **kwargs: Any) -> str:
        given = args[0] if args and not kwargs else dict(*args, **kwargs)
        filling = self.filling
        if filling is not None:
            context = object.__new__(PlainContext)
            context.__dict__ |= self._for_contexts
            context.parent = {**self.globals, **given}
            context.vars, context.exported_vars = {}, set()
            try:
                return "".join(filling(context))
            except Exception:
                filling = None  # Jinja says what it is
        return super().render(given)

    def new_context(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> Context:
        if shared or locals:
            return super().new_context(vars, shared, locals)
        context = object.__new__(PlainContext)
        context.environment, context.name = self.environment, self.name
        context.eval_ctx = EvalContext(self.environment, self.name)
        context.parent = {**self.globals, **(vars or {})}
        context.globals_keys = set(self.globals)
        context.vars, context.exported_vars = {}, set()
        context.blocks = {name: [block] for name, block in self.blocks.items()}
        return context
