"""What Jinja writes for a template, rewritten into plainer Python.

Jinja asks functions of its own for each call and each turn of a loop, since a
template might be given anything. Reports call macros and loop over events all the
time, so `plainer` does without where nothing comes of it:

* `context.call(f, x)` becomes `f(x)`, and a macro a function,
* a loop that only asks for its count becomes an `enumerate`, and one over some of its
  things asks which by itself,
* fields of namespaces are set as those of any object, and what is noted of variables
  for `context.call` is not noted,
* pieces that are written one after the other become one f-string, and so do those that
  are put together by `~`,
* blocks return lists and are no generators, and a page yields each as one text, where
  every piece came through all of them; blocks look names up in one dictionary,
* filters and tests are looked for once, and what a thing has is asked of the thing,
* a page that is `whole` (`whole.py`) is one such list, and asks for names only once,
* numbers are reckoned by Python alone, and not escaped.

What does not look as expected stays as Jinja wrote it.
"""

from __future__ import annotations

import ast

from pbem.report.reckoning import PLAIN, Reckoner
from pbem.report.rewriting.asked_once import Filters
from pbem.report.rewriting.blocks import BlockYielder, Finder, return_list
from pbem.report.rewriting.calls import Rewriter
from pbem.report.rewriting.directly import ask_directly
from pbem.report.rewriting.joining import Joiner
from pbem.report.rewriting.loops import Loops
from pbem.report.rewriting.nodes import loads
from pbem.report.rewriting.notes import forget_notes
from pbem.report.rewriting.surely import ask_surely
from pbem.report.rewriting.texts import Texts


def plainer(source: str, escape: str = "", *, whole: bool = False) -> ast.Module:
    """Return the module that Jinja wrote for a template, plainer.

    `escape` names the function, with its module, through which all goes that is put
    into markup; other templates have none. Of a page that is `whole`, `root` returns a
    list; where something fails in it, Jinja is to say what.
    """
    module = ast.parse(source)
    Reckoner().visit(module)
    loaded = (node.id for node in ast.walk(module) if loads(node))
    Rewriter({*loaded, "fiter", *PLAIN}, bool(escape)).visit(module)
    functions = [one for one in module.body if isinstance(one, ast.FunctionDef)]
    for function in functions:
        forget_notes(function)
        if whole or function.name.startswith("block_"):
            return_list(function)
            Finder().visit(function)
        else:
            BlockYielder().visit(function)
    Joiner().visit(module)
    Texts().visit(module)
    Loops().visit(module)
    filters = Filters()
    filters.visit(module)
    for function in functions:
        if function.name.startswith("block_"):
            ask_directly(function, filters.names)
            continue
        for inner in ast.walk(function):
            if isinstance(inner, ast.FunctionDef) and inner.name == "macro":
                ask_directly(inner, filters.names)
        if whole:
            ask_surely(function, filters.names)
    module.body[1:1] = filters.found.values()
    if escape:
        place, _, name = escape.rpartition(".")
        module.body.insert(1, ast.ImportFrom(place, [ast.alias(name, "escape")], 0))
    return ast.fix_missing_locations(module)
