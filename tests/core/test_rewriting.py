"""Templates that are rewritten say what Jinja's own say."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    UndefinedError,
)

from pbem.games import find
from pbem.report import wording
from pbem.report.rewriting import plainer

GIVEN = {
    "odd": '<&">',
    "xs": [3, 1, 2],
    "pairs": {"a": 1, "b": 2},
    "pct": "100 %",
    "n": None,
}
TEMPLATES = (
    "{% for x in xs %}{{ loop.index0 }}{{ loop.index }}{{ loop.first }}{% endfor %}",
    "{% for x in xs %}{{ x }}{{ ', ' if not loop.last }}{% else %}none{% endfor %}",
    "{% for x in xs %}{% for y in xs if y > x %}{{ loop.index }}{% endfor %};"
    "{% endfor %}",
    "{% for k, v in pairs.items() %}{{ loop.index }} {{ k }}={{ v }} {% endfor %}"
    "{{ pct }}",
    "{% for x in xs %}{{ loop.previtem if not loop.first }}{{ loop.index }}"
    "{% endfor %}",
    "{% macro f(a, b=7) %}{{ a }}-{{ b }}{% endmacro %}{{ f(1) }}{{ f(b=2, a=3) }}",
    "{% macro f(class, name, str) %}{{ class }}{{ name }}{{ str }}%{% endmacro %}"
    "{{ f(1, str=2, name=3) }}",
    "{% macro f(x) %}{{ x }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(1, 2, y=3) }}",
    "{% macro f(x) %}<{{ caller() }}{{ x }}>{% endmacro %}"
    "{% call f(1) %}in{% endcall %}",
    "{% macro f(x) %}{% for y in xs if y < x %}{{ y }}{% endfor %}{% endmacro %}"
    "{{ f(3) }}",
    "{% set ns = namespace(a=1) %}{% for x in xs %}{% set ns.a = ns.a + x %}"
    "{% endfor %}{{ ns.a }}",
    "{% block one %}{% for x in xs %}{% block two scoped %}{{ x }}{{ n }}{% endblock %}"
    "{% endfor %}{% endblock %}{{ self.one() }}",
    "{% for x in xs %}{{ loop.last }}{{ loop.length }}{% for y in xs %}"
    "{{ loop.last }}{% endfor %}{% else %}none{% endfor %}",
    "{% set z = 1 %}{% block one %}{% set a, b = n, xs | length %}{% for x in xs %}"
    "{% set c = x + b %}{{ a }}{{ c }}{% endfor %}{{ self.two() }}{% endblock %}"
    "{% block two %}{{ z }}{{ xs }}{{ zz is defined }}{% endblock %}",
    "{% macro f(p, q) %}{{ q.real }}{{ p.a }}{{ p['b'] }}{{ p.zz is defined }}"
    "{{ p.zz | default(7) }}{{ p.zz is undefined }}{{ n is none }}{% endmacro %}"
    "{% set ns = namespace(seen=0) %}{% for x in xs %}{{ f(pairs, x) }}{% endfor %}",
    "{% block one %}{% set ns = namespace(seen=[]) %}{% for x in xs %}"
    "{% set ns.seen = ns.seen + [x.real] %}{{ ns.seen | join('.') }}{% endfor %}"
    "{{ pairs.b }}{{ xs[0] }}{{ xs[7] is defined }}{{ ns.gone is defined }}"
    "{% endblock %}",
    "{% set ns = namespace(a=0) %}{% for x in xs if x > ns.a %}{{ x }}"
    "{% set ns.a = x %}{% else %}none{% endfor %}{% for x in xs if x > 9 %}{{ x }}"
    "{% else %}none{% endfor %}{% for x in [] %}{% else %}none{% endfor %}",
    "{{ n ~ 1 ~ odd ~ (2 if n) ~ (3 if xs) }}{{ 4 if n else 5 if n }}"
    "{% set m = 1 if n %}{{ m is defined }}{{ [m ~ 'a', (6 if n) | length] | join }}",
    "{{ pairs.a }}{{ pairs.zz is defined }}{{ xs | map('string') | join('+') }}{{ n }}",
    "{{ [odd, 1, n] | join }}{{ xs | join(0) }}{{ xs | join(pct) }}{{ ' a ' | trim }}"
    "{{ xs | join(', ', attribute='real') }}{{ 'xax' | trim('x') }}{{ xs | trim }}"
    "{{ odd | upper }}{{ 'AB' | lower }}{{ 'ab' | lower | upper }}{{ n | upper }}",
    "{% macro f(map, str) %}{{ [map, 'x'] | join(' & ') | upper }}{{ str }}"
    "{% endmacro %}{% macro g(x) %}{{ x | trim }}{% endmacro %}"
    "{{ f(odd, str=2) }}{{ g(' y ') }}",
    "{% autoescape true %}{{ [odd, 1] | join('<') }}{% endautoescape %}"
    "{{ [odd, 1] | join('<') }}",
)
#: More of numbers, and of what must be escaped; n is none, and "<&>" is in `odd`.
MARKUP = (
    *TEMPLATES,
    "{% macro f(a, b='<') %}<{{ a }}{{ b }}>{% endmacro %}{{ f('&') }}"
    "{{ f(odd, b=1) }}{{ f(f(odd)) }}{{ f(1.5)|length }}",
    "{{ odd }}{{ odd | safe }}{{ odd ~ 1 }}{{ '%s' % odd }}{{ odd * 2 }}"
    "{{ odd + '<' }}",
    "{% set inner %}<b>{{ odd }}</b>{% endset %}{{ inner }}{{ inner ~ odd }}",
    "{% for x in xs %}{{ x - 1 }}{{ x / 2 }}{{ -x }}{{ x // 2 }}{{ x ** 2 }}{{ x + 1 }}"
    "{{ x * 2.5 + 1 }}{{ (x / 3) | round(2) }}{{ (x / 3) | round }}"
    "{{ (x / 3) | round(1, 'floor') }}{% endfor %}",
    "{{ [xs[0] * 2, 4] | max }}{{ [xs[0], 4 + xs[1]] | min }}{{ xs | max }}"
    "{{ ['b<', 'A'] | min }}{{ ['b', 'A<'] | max }}{{ [odd, odd] | max }}",
    "{% autoescape false %}{{ odd }}{% for x in xs %}{{ x / 2 }}{% endfor %}"
    "{% endautoescape %}{{ odd }}",
    "{% macro round(max) %}{{ max }}{{ 1.26 | round(1) }}{{ [1, 2] | max }}"
    "{% endmacro %}{{ round(odd) }}",
    "{% macro f(x) %}<{{ caller() }}{{ x }}>{% endmacro %}"
    "{% call f(odd) %}{{ odd }}{% endcall %}",
    "{% block one %}<i>{{ odd }}{{ true }}{{ xs }}</i>{% endblock %}{{ self.one() }}",
    "{{ 'a1' }}{{ '' }}{{ 'ä' }}{{ odd | upper }}{{ odd | join('<') }}{{ odd | e }}",
)


def rewritten(folder: Path, source: str, name: str = "a.j2") -> Template:
    """Return a template of reports, which lies in a folder."""
    (folder / name).write_text(source)
    ours = wording.environment(find("arena"))
    loader = FileSystemLoader(folder)
    return ours.overlay(loader=loader, bytecode_cache=None).get_template(name)


@pytest.mark.parametrize("source", TEMPLATES)
def test_the_same_comes_of_it(source: str, tmp_path: Path) -> None:
    plain = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    found = rewritten(tmp_path, source).render(GIVEN)
    assert found == plain.from_string(source).render(GIVEN) != ""


@pytest.mark.parametrize("source", MARKUP)
def test_the_same_comes_of_markup(source: str, tmp_path: Path) -> None:
    plain = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=True
    )
    found = rewritten(tmp_path, source, "a.html.j2").render(GIVEN)
    assert found == plain.from_string(source).render(GIVEN) != ""


def test_what_is_missing_is_missed(tmp_path: Path) -> None:
    ours = rewritten(tmp_path, "{% macro f(x) %}{{ x }}{% endmacro %}{{ f() }}")
    with pytest.raises(UndefinedError, match="parameter 'x'"):
        ours.render()


class Thing:
    """What a package may hand to its templates."""

    @property
    def odd(self) -> str:
        raise AttributeError("no such luck")

    def said(self) -> str:
        raise AttributeError(f"nothing to say of {self.word!r}")

    word = "rain"


@pytest.mark.parametrize(
    "shape",
    [
        "{{% macro f(t) %}}{}{{% endmacro %}}{{{{ f(t) }}}}",
        "{{% block b %}}{}{{% endblock %}}",
    ],
)
def test_what_fails_is_told_as_jinja_tells_it(shape: str, tmp_path: Path) -> None:
    def fill(source: str) -> str:
        return rewritten(tmp_path, shape.format(source)).render(t=Thing(), d={"a": 1})

    for source in ("{{ t.odd }}", "{{ t.gone }}", "{{ t.gone.more }}", "{{ t[3] }}"):
        with pytest.raises(UndefinedError, match=r"has no (attribute|element)"):
            fill(source)
    with pytest.raises(UndefinedError, match="'nobody' is undefined"):
        fill("{{ nobody.said }}")
    with pytest.raises(AttributeError, match="of 'rain'") as caught:
        fill("{{ t.word }}\n{{ t.said() }}")
    assert caught.value.__context__ is None
    lines = [(one.path, one.lineno + 1) for one in caught.traceback]
    assert (tmp_path / "a.j2", 2) in lines


def test_a_thing_is_asked_itself() -> None:
    source = """{% block b %}{{ t.a }}{{ t[1] }}{{ t.a is none }}{{ t.b is defined }}
    {{ t.a | trim }}{% endblock %}{% block c %}{{ 'x' | trim }}{% endblock %}"""
    found = ast.unparse(plainer(Environment().compile(source, raw=True)))
    quick, _, careful = found.partition("except (AttributeError")
    for asked in ("l_0_t).a!s}", "l_0_t)[1]!s}", "l_0_t).a is None"):
        assert asked in quick
    assert quick.count("environment.getattr(") == 1  # "is defined" asks Jinja
    assert careful.count("environment.getattr(") == 4
    assert found.count("environment.filters['trim']") == 1


def test_calls_are_python_s_own() -> None:
    source = """{% macro f(x) %}{{ x }}!{% endmacro %}
    {% for x in xs %}{{ loop.index }}: {{ f(x) }}{% endfor %}"""
    written = Environment().compile(source, raw=True)
    found = ast.unparse(plainer(written))
    for asked in ("context.call(", "LoopContext(", "Macro("):
        assert asked in written
        assert asked not in found


def test_markup_is_escaped_as_ever(tmp_path: Path) -> None:
    source = "{{ '<' }}{% macro f(x) %}<{{ x }}>{% endmacro %}{{ f('&') }}"
    assert rewritten(tmp_path, source, "a.html.j2").render() == "&lt;<&amp;>"


def test_a_macro_knows_what_the_page_that_it_extends_has_set(tmp_path: Path) -> None:
    (tmp_path / "base.j2").write_text(
        "{% set late = 'set' %}{% block b %}{% endblock %}"
    )
    source = """{% extends "base.j2" %}{% macro f() %}{{ late }}{% endmacro %}
    {% block b %}{{ f() }}{{ late }}{% endblock %}"""
    assert rewritten(tmp_path, source).render() == "setset"
