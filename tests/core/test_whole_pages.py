"""Pages that are filled in one piece say what Jinja's own say."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    UndefinedError,
)

from pbem.games import find
from pbem.report import wording
from pbem.report.contexts import PlainTemplate

GIVEN = {
    "xs": [3, 1, 2],
    "pairs": {"a": 1, "b": 2},
    "n": None,
    "odd": '<&">',
    "late": "given",
    "x": "given, too",
}
BASE = """{% block head %}{{ n }}{{ odd }}{% endblock %}
{% for x in xs %}{% block one scoped %}{{ x }},{% endblock %}{% endfor %}
{% if xs %}{% block two %}<two>{% endblock %}{% endif %}
{% block three %}{% endblock %}"""
#: Pages, and what they extend, that are filled in one piece.
WHOLE = {
    "a block overridden": "{% block two %}{{ pairs['a'] }}{{ odd }}{% endblock %}",
    "a loop is seen by what is scoped": (
        "{% block one %}{{ loop.index }}{{ loop.last }}{{ x }};{% endblock %}"
    ),
    "the block overridden": (
        "{% block one %}[{{ super() }}]{% endblock %}"
        "{% block two %}{{ self.head() }}{{ super() }}{% endblock %}"
    ),
    "blocks in a block": (
        "{% block two %}{% block four %}{{ odd }}{% endblock %}"
        "{% for y in xs %}{% block five scoped %}{{ y }}{% endblock %}{% endfor %}"
        "{% endblock %}"
    ),
    "what is set is a block's own": (
        "{% block head %}{% set x = 1 %}{% set a = 2 %}{{ x }}{% endblock %}"
        "{% block two %}{{ x }}{{ a is defined }}{% set x = 3 %}{{ x }}{% endblock %}"
        "{% block three %}{% if not n %}{% set x = 4 %}{% endif %}{{ x }}"
        "{% for z in xs %}{% set x = z %}{% endfor %}{{ x }}{% endblock %}"
    ),
    "what the page sets": (
        "{% set late = 5 %}{% set a, b = xs[:2] %}{% set c %}<{{ odd }}>{% endset %}"
        "{% macro f(p, q=late) %}{{ p }}{{ q }}{{ x }}{{ c }}{% endmacro %}"
        "{% block head %}{{ late }}{{ a }}{{ b }}{{ c }}{{ f(1) }}{% endblock %}"
    ),
    "what stands outside of blocks is left out": (
        "nothing {{ xs }}{% block none %}{{ gone }}{% endblock %}"
        "{% block two %}{{ late }}{% endblock %}"
    ),
    "namespaces, filters and tests": (
        "{% block two %}{% set ns = namespace(a=0) %}{% for y in xs if y > 1 %}"
        "{% set ns.a = ns.a + y %}{{ ns.a }}{{ loop.index }}{% endfor %}"
        "{{ xs | sort | join('-') }}{{ gone is defined }}{{ gone | default(7) }}"
        "{{ n is none }}{{ xs | map('string') | list }}{% endblock %}"
    ),
    "macros of others": (
        "{% from 'more.j2' import twice, thrice as many %}{% import 'more.j2' as m %}"
        "{% block two %}{{ twice(odd) }}{{ many(1) }}{{ m.twice(x) }}{% endblock %}"
    ),
}
#: Pages that Jinja alone can fill.
JINJA_S = {
    "a loop is not seen by what is not scoped": "{% block two %}{{ x }}{% endblock %}",
    "tags outside of blocks": "{% if xs %}{% set late = 1 %}{% endif %}",
    "a page that others fill": "{% block two %}{% include 'own.j2' %}{% endblock %}",
    "blocks as values": "{% block two %}{{ self.head() | length }}{% endblock %}",
    "the context": (
        "{% import 'own.j2' as o with context %}{% block two %}{{ o }}{% endblock %}"
    ),
    "escaping": (
        "{% block two %}{% autoescape true %}{{ odd }}{% endautoescape %}{% endblock %}"
    ),
}
#: What a block sees that is not scoped, and what is set behind a block.
HARD_BASES = (
    "{% for x in xs %}{% block two %}{% endblock %}{% endfor %}",
    "{% set late = 8 %}{% block head %}{{ late }}{% endblock %}"
    "{% block two %}{% endblock %}{% set late = 9 %}{% block one %}{{ late }}"
    "{% endblock %}",
    "{% block two %}{% endblock %}{% set late = 9 %}{% macro x() %}m{% endmacro %}"
    "{% block three %}{{ late }}{{ x() }}{% endblock %}",
    "{% if xs %}{% set late = 8 %}{% endif %}{% block two %}{% endblock %}{{ late }}",
    "{% for x in xs %}{% set late = x %}{% block two scoped %}{% endblock %}"
    "{% endfor %}",
    "{% for y in xs %}{% for x in xs %}{% block one scoped %}{{ x }}{{ y }}"
    "{% endblock %}{% block two %}{% endblock %}{% endfor %}{% endfor %}",
    "{% for x in xs %}{% block two %}{% block six scoped %}{% endblock %}{% endblock %}"
    "{% endfor %}",
    "{% for x in xs %}{% block two scoped %}{{ x }}{{ late }}{% endblock %}"
    "{% endfor %}",
    "{% if gone is defined %}{{ gone }}{% endif %}{% block two %}{% endblock %}",
    "{% for y in xs %}{{ late is defined }}{% endfor %}{% set late = 1 %}"
    "{% block two %}{% endblock %}",
    "{{ late }}{% block two %}{% endblock %}",
    "{% macro g() %}{% block two %}{% endblock %}{% endmacro %}{{ g() }}{{ x }}",
)
HARD = (
    "{% block two %}{{ late }}{{ x }}{% endblock %}",
    "{% block two %}{{ odd }}{% endblock %}{% block one %}{{ late }}{% endblock %}",
    "{% set late = 2 %}{% block two %}{{ late }}{% endblock %}",
    "{% macro f(v) %}{{ v }}{{ late }}{% endmacro %}{% block two %}{{ f(x) }}"
    "{% endblock %}",
    "{% block six %}{{ x }}{% endblock %}",
    "{% block two %}{% for y in xs %}{{ gone is defined }}{% if y > 2 %}"
    "{% set gone = y %}{% endif %}{{ gone }}{% endfor %}{% endblock %}",
    "{% block two %}{% for y in xs %}{{ late is defined }}{% endfor %}"
    "{% set late = 1 %}{% endblock %}",
    "{% set a = late %}{% macro f() %}{{ late }}{% endmacro %}{% set b = f() %}"
    "{% block two %}{{ a }}{{ b }}{% endblock %}",
    "{% block two %}{% if n %}{% set gone = 1 %}{% endif %}{{ gone }}{% endblock %}",
    "{% block two %}{% for late in xs %}{{ super() }}{% endfor %}{% endblock %}",
    "{% block two %}{{ super() }}{{ late is defined }}{% for late in xs %}{{ late }}"
    "{% endfor %}{{ late }}{% endblock %}",
)


def both(folder: Path, source: str, base: str, end: str) -> tuple[str, str, bool]:
    """Return what ours and Jinja make of a page, and whether ours is in one piece."""
    (folder / f"base{end}").write_text(base)
    page = f'{{#- A page. -#}}\n{{% extends "base{end}" %}}\n{source}'
    (folder / f"a{end}").write_text(page)
    (folder / "more.j2").write_text(
        "{% macro twice(t) %}{{ t }}{{ t }}{% endmacro %}"
        "{% macro thrice(t) %}{{ t }}{{ t }}{{ t }}{% endmacro %}"
    )
    (folder / "own.j2").write_text("own {{ xs }}")
    loader = FileSystemLoader(folder)
    plain = Environment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=loader,
        autoescape=end == ".html.j2",
        keep_trailing_newline=True,
    )
    ours = wording.environment(find("arena")).overlay(loader=loader)
    ours.bytecode_cache = None
    template = ours.get_template(f"a{end}")
    assert isinstance(template, PlainTemplate)
    try:
        found = template.render(GIVEN)
    except (TemplateError, TypeError) as error:
        found = f"{type(error).__name__}: {error}"
    try:
        wanted = plain.get_template(f"a{end}").render(GIVEN)
    except (TemplateError, TypeError) as error:
        wanted = f"{type(error).__name__}: {error}"
    return found, wanted, template.filling is not None


@pytest.mark.parametrize("end", [".j2", ".html.j2"])
@pytest.mark.parametrize("what", WHOLE)
def test_the_same_comes_of_one_piece(what: str, end: str, tmp_path: Path) -> None:
    found, wanted, whole = both(tmp_path, WHOLE[what], BASE, end)
    assert found == wanted
    assert "Error" not in found
    assert whole


@pytest.mark.parametrize("what", JINJA_S)
def test_what_may_be_another_in_one_piece_stays_jinja_s(
    what: str, tmp_path: Path
) -> None:
    base = BASE.replace("{% if xs %}", "{% for x in xs %}").replace("endif", "endfor")
    found, wanted, whole = both(tmp_path, JINJA_S[what], base, ".j2")
    assert found == wanted
    assert not whole


@pytest.mark.parametrize("base", HARD_BASES)
@pytest.mark.parametrize("source", HARD)
def test_names_mean_the_same(source: str, base: str, tmp_path: Path) -> None:
    found, wanted, _ = both(tmp_path, source, base, ".j2")
    assert found == wanted


def test_what_is_extended_may_extend(tmp_path: Path) -> None:
    (tmp_path / "first.j2").write_text("<{% block two %}{{ x }}{% endblock %}>")
    base = '{% extends "first.j2" %}{% block two %}({{ super() }}){% endblock %}'
    source = "{% block two %}[{{ super() }}]{% endblock %}"
    assert both(tmp_path, source, base, ".j2") == ("<[(given, too)]>",) * 2 + (True,)


@pytest.mark.parametrize("base", ['{% extends "a.j2" %}', '{% extends "none.j2" %}'])
def test_what_cannot_be_extended_is_told_as_ever(base: str, tmp_path: Path) -> None:
    ours = wording.environment(find("arena")).overlay(loader=FileSystemLoader(tmp_path))
    ours.bytecode_cache = None
    (tmp_path / "a.j2").write_text('{% extends "base.j2" %}')
    (tmp_path / "base.j2").write_text(base)
    with pytest.raises((RecursionError, TemplateError)):
        ours.get_template("a.j2").render()


def test_what_fails_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    ours = wording.environment(find("arena")).overlay(loader=FileSystemLoader(tmp_path))
    ours.bytecode_cache = None
    (tmp_path / "base.j2").write_text(
        "{% block one %}{% endblock %}\n\n{{ xs.gone }}\n{% block two %}{% endblock %}"
    )
    (tmp_path / "a.j2").write_text(
        '{% extends "base.j2" %}\n{% block one %}\n{{ 1 // zero }}{% endblock %}'
    )
    template = ours.get_template("a.j2")
    for zero, kind, place in (
        (0, ZeroDivisionError, ("a.j2", 3)),
        (1, UndefinedError, ("base.j2", 3)),
    ):
        with pytest.raises(kind) as caught:
            template.render(zero=zero, xs=[])
        assert caught.value.__context__ is None
        last = caught.traceback[-1 if zero == 0 else -2]
        lines = [(Path(one.path).name, one.lineno + 1) for one in caught.traceback]
        assert place in lines, last


def test_a_piece_is_kept_until_a_part_of_it_changes(tmp_path: Path) -> None:
    base, page = tmp_path / "base.j2", tmp_path / "a.j2"
    page.write_text('{% extends "base.j2" %}{% block one %}{{ x }}{% endblock %}')
    for text in ("1", "2"):
        base.write_text("{% block one %}{% endblock %}" + text)
        ours = wording.templates(tmp_path)
        assert ours.get_template("a.j2").render(x=0) == f"0{text}"
