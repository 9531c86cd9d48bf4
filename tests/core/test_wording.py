"""What authors may write in templates, and how templates are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.pages import wording


def test_names_of_a_dictionary_and_of_an_object_are_asked_alike(
    tmp_path: Path,
) -> None:
    (tmp_path / "words.j2").write_text(
        "{% macro too_far(g, text) %}{{ g.most }}{{ g['most'] }} {{ text.real }}"
        "{{ g.gone is defined }}{% endmacro %}"
    )
    macros = wording.macros(wording.templates(tmp_path).get_template("words.j2"))
    assert macros["too_far"]({"most": 3}, 7) == "33 7False"
    assert wording.takes(macros["too_far"]) == 2


@pytest.mark.parametrize(
    ("end", "shown"), [(".j2", "<Ann>"), (".html.j2", "&lt;Ann&gt;")]
)
def test_names_are_escaped_in_markup_alone(
    end: str, shown: str, tmp_path: Path
) -> None:
    (tmp_path / f"a{end}").write_text("{{ name }}")
    page = wording.templates(tmp_path).get_template(f"a{end}")
    assert page.render(name="<Ann>") == shown


def test_a_template_that_was_changed_is_read_again(tmp_path: Path) -> None:
    page = tmp_path / "a.j2"
    for text in ("one", "two"):
        page.write_text(text)
        assert wording.templates(tmp_path).get_template("a.j2").render() == text
