"""A page and all that it extends, put together as one template.

Where a template names what it extends, it is known before anything is filled which
block stands where. A block that is put there costs no call, no context of its own and
no list, and need not look up again what the page has looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from jinja2 import Environment, nodes
from jinja2.meta import find_undeclared_variables

N = TypeVar("N", bound=nodes.Node)

#: What a page that extends another does outside of its blocks; the rest it leaves out.
_DOING = (nodes.Assign, nodes.AssignBlock, nodes.FromImport, nodes.Import, nodes.Macro)
_LEFT_OUT = (nodes.Block, nodes.Output)
#: What a block may stand in.
_AROUND = (nodes.For, nodes.If, nodes.Template)
#: What asks for all that is seen where it stands, or says how texts are escaped.
_LOOKING = (
    nodes.ContextReference,
    nodes.DerivedContextReference,
    nodes.EvalContextModifier,
    nodes.Extends,
    nodes.Include,
)
_NAMES = (nodes.Name, nodes.NSRef)
_OWN = frozenset(("caller", "kwargs", "loop", "self", "super", "varargs"))


class NotSimple(Exception):
    """A page of which it is not certain that it is the same in one piece."""


def merged(templates: Mapping[str, nodes.Template]) -> nodes.Template:
    """Return a page, what it extends, what that extends, and so on, as one.

    What means the same all over the page is asked for first. Raises NotSimple.
    """
    pages = [*templates.values()]
    jinja = pages[0].environment
    assert jinja is not None
    parts: list[list[nodes.Node]] = []
    for page, extended in zip(pages, [*templates][1:], strict=False):
        if page.body[:1] != [nodes.Extends(nodes.Const(extended))]:
            raise NotSimple
        parts.append([one for one in page.body[1:] if isinstance(one, _DOING)])
        if not all(isinstance(one, (*_DOING, *_LEFT_OUT)) for one in page.body[1:]):
            raise NotSimple
    parts.append(pages[-1].body)
    blocks: dict[str, list[nodes.Block]] = {}
    for page in pages:
        for block in page.find_all(nodes.Block):
            blocks.setdefault(block.name, []).append(block)
    late = _late(parts)
    whole = nodes.Template([one for part in parts for one in part], lineno=1)
    whole = _Merger(blocks, late, jinja).copy(whole)
    if any(whole.find_all(_LOOKING)):
        raise NotSimple
    for node in whole.find_all((nodes.Name, nodes.FromImport, nodes.Import)):
        if getattr(node, "name", "") in ("self", "super"):
            raise NotSimple
        if getattr(node, "with_context", False):
            raise NotSimple
    asked = sorted(_free(whole.body, jinja) - _set_in(whole.body) - _OWN)
    whole.body[:0] = [nodes.ExprStmt(nodes.Name(name, "load")) for name in asked]
    whole.set_lineno(1).set_environment(jinja)
    return whole


def _late(parts: list[list[nodes.Node]]) -> set[str]:
    """Return the names that are set where some block may stand before it.

    Raises NotSimple for a name that is set outside of blocks by several pages, or by
    one that another extends, which asks for it outside of its blocks.
    """
    names = [_set_in(part, blocks=False) for part in parts]
    for number, part in enumerate(parts):
        later = set[str]().union(*names[number + 1 :])
        if later & (names[number] | {x for one in part for x in _names(one)}):
            raise NotSimple
    last = parts[-1]
    holds = [
        isinstance(one, nodes.Block) or any(one.find_all(nodes.Block)) for one in last
    ]
    return _set_in(last[holds.index(True) :], blocks=False) if any(holds) else set()


def _set_by(some: Iterable[nodes.Node]) -> set[str]:
    """Return the names that nodes give a meaning to outside of them."""
    found = set[str]()
    for node in some:
        match node:
            case nodes.Assign(target=one) | nodes.AssignBlock(target=one):
                found.update(_names(one))
            case nodes.Macro(name=name) | nodes.Import(target=name):
                found.add(name)
            case nodes.FromImport(names=names):
                found.update(x if isinstance(x, str) else x[1] for x in names)
    return found


def _set_in(some: Iterable[nodes.Node], *, blocks: bool = True) -> set[str]:
    """The same of nodes and of all that is in them, blocks or not."""
    found = set[str]()
    for node in some:
        if blocks or not isinstance(node, nodes.Block):
            found |= _set_by([node])
            found |= _set_in(node.iter_child_nodes(), blocks=blocks)
    return found


def _names(node: nodes.Node) -> set[str]:
    """Return the names in a node, whatever they are for, but for those in blocks."""
    found = {node.name} if isinstance(node, _NAMES) else set[str]()
    for one in node.iter_child_nodes():
        if not isinstance(one, nodes.Block):
            found |= _names(one)
    return found | _set_by([node])


def _near(some: Iterable[nodes.Node]) -> set[str]:
    """Return the names in nodes but for those in what sees names of its own."""
    found = set[str]()
    for node in some:
        if isinstance(node, _NAMES):
            found.add(node.name)
        elif isinstance(node, nodes.For):
            found |= _near([node.iter])
        elif isinstance(node, nodes.Macro):
            found.add(node.name)
        elif not isinstance(node, nodes.Block):
            found |= _set_by([node]) | _near(node.iter_child_nodes())
    return found


def _free(body: list[nodes.Node], jinja: Environment) -> set[str]:
    """Return the names that some nodes ask those around them for."""
    alone = nodes.Template(body, lineno=1, environment=jinja)
    return find_undeclared_variables(alone) | _names(alone) & {*jinja.globals}


class _Merger:
    """Puts blocks in their places."""

    def __init__(
        self, blocks: dict[str, list[nodes.Block]], late: set[str], jinja: Environment
    ) -> None:
        self._blocks = blocks  # of each name, those that override others first
        self._jinja = jinja
        #: Names and numbers of those around, and how many loops each of them sees.
        self._open: list[tuple[str, int, int]] = []
        #: What means something else here than at the beginning of the page: what no
        #: block sees, and things of loops, which one sees that is scoped.
        self._set: list[set[str]] = [late]
        self._looped: list[set[str]] = []
        self._named: list[set[str]] = []  #: by those around

    def copy(self, node: N) -> N:
        """Return a node in which blocks are in their places."""
        around = isinstance(node, _AROUND) and not getattr(node, "recursive", False)
        if (
            isinstance(node, nodes.Stmt)
            and not around
            and any(node.find_all(nodes.Block))
        ):
            raise NotSimple
        inside = isinstance(node, nodes.For | nodes.Template)
        if isinstance(node, nodes.For):
            self._looped.append(_names(node.target) | {"loop"})
            self._set.append(_set_in(node.body))
        if inside:
            self._named.append(_near(node.iter_child_nodes()))
        given = [self._field(getattr(node, name)) for name in node.fields]
        if inside:
            self._named.pop()
        if isinstance(node, nodes.For):
            self._looped.pop()
            self._set.pop()
        return type(node)(*given, lineno=node.lineno, environment=node.environment)

    def _field(self, value: object) -> object:
        if isinstance(value, list):
            return [found for one in value for found in self._parts(one)]
        return self.copy(value) if isinstance(value, nodes.Node) else value

    def _parts(self, node: object) -> Iterator[object]:
        if isinstance(node, nodes.Block):
            yield self._placed(node.name, 0, len(self._looped) if node.scoped else 0)
        elif isinstance(node, nodes.Output):
            yield from map(self._output, node.nodes)
        else:
            yield self.copy(node) if isinstance(node, nodes.Node) else node

    def _output(self, node: nodes.Expr) -> nodes.Node:
        match node:
            case nodes.Call(args=[], kwargs=[], dyn_args=None, dyn_kwargs=None):
                match node.node:
                    case nodes.Name(name="super") if self._open:
                        name, number, seen = self._open[-1]
                        return self._placed(name, number + 1, seen)
                    case nodes.Getattr(node=nodes.Name(name="self"), attr=name):
                        return self._placed(name)
        return nodes.Output([self.copy(node)], lineno=node.lineno)

    def _placed(self, name: str, number: int = 0, seen: int = 0) -> nodes.Node:
        """Return a block as it stands here, of all of its name the one of this number,
        which sees the things of so many loops."""
        found = self._blocks.get(name, [])[number : number + 1]
        around = [one[:2] for one in self._open]
        if not found or found[0].required or (name, number) in around:
            raise NotSimple
        body, unseen = found[0].body, set[str]().union(*self._looped[seen:])
        others, own = unseen.union(*self._set), _set_in(body)
        if others and others & _free(body, self._jinja):
            raise NotSimple
        if own & set[str]().union(*self._named):
            raise NotSimple  # it would begin as what it is around
        self._open.append((name, number, seen))
        self._set.append(own | unseen)
        self._named.append(_near(body))
        placed = nodes.Scope(self._field(body), lineno=found[0].lineno)
        self._named.pop()
        self._set.pop()
        self._open.pop()
        return placed
