"""An SVG in the words that a quick painter knows: shapes, with all that they are
painted with said at each, and letters as outlines.

What it does not know for certain, it leaves to a painter that knows all of SVG.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from xml.parsers import expat

from pbem.report.painting.letters import leftwards, word

Attributes = dict[str, str]

SHAPES = {"rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "use"}
HOLDERS = {"g", "defs"}
UNSEEN = {"title", "desc", "style"}
LETTERS = {"font-size", "font-weight", "text-anchor"}  #: what a group says of its texts
PAINTS = {
    *("fill", "fill-opacity", "fill-rule", "opacity", "paint-order", "stroke"),
    *("stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin"),
    *("stroke-miterlimit", "stroke-opacity", "stroke-width", "transform"),
}
PLACES = {
    *("cx", "cy", "d", "height", "href", "id", "points", "r", "rx", "ry", "viewBox"),
    *("width", "x", "x1", "x2", "xmlns", "y", "y1", "y2"),
}
#: What changes nothing: there is one family of letters, and it has no italics.
IDLE = {"aria-label", "aria-labelledby", "font-family", "font-style", "role"}
IDLE.add("shape-rendering")
KNOWN = LETTERS | PAINTS | PLACES
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  #: of a line, left of its place
_BOLD = {"normal": False, "400": False, "bold": True, "700": True}
_BLANKS = re.compile(r"[ \t]+")
#: Letters in one path: a painter takes longer for a long row than for its parts.
TOGETHER = 6
_ODD = re.compile(r"url\(|var\(|!important|currentColor|inherit")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_RULE = re.compile(r"\s*\.([\w-]+)\s*\{([^{}]*)\}\s*")


class Unknown(Exception):
    """A picture says something that is not known here."""


def plain(picture: str) -> str:
    """Return an SVG in few words that shows the same. Raises Unknown."""
    if odd := _ODD.search(picture):
        raise Unknown(odd[0])
    reader = _Reader(_rules(picture), "&" in picture)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.said
    try:
        parser.Parse(picture, True)
    except (expat.ExpatError, ValueError, KeyError) as error:  # lengths such as 2em
        raise Unknown(str(error)) from error
    return "".join(reader.written)


def _rules(picture: str) -> Mapping[str, Attributes]:
    """What each class says, in the order of the style sheets. Raises Unknown."""
    found: dict[str, Attributes] = {}
    for sheet in _STYLE.findall(picture):
        if _RULE.sub("", sheet).strip():
            raise Unknown(sheet)
        for name, said in _RULE.findall(sheet):
            found[name] = found.pop(name, {}) | _declared(said)
    return found


def _declared(said: str) -> Attributes:
    """What a style declares, as attributes."""
    parts = (part.partition(":") for part in said.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


class _Text:
    """A text that is being read: pieces, each laid out from a place of its own."""

    def __init__(self, look: Attributes) -> None:
        self.looks = [look]  #: of the text, and of the spans that are open in it
        self.pieces = [(look, list[tuple[str, Attributes]]())]


class _Reader:
    """Writes an SVG anew while it is read. Raises Unknown."""

    def __init__(self, rules: Mapping[str, Attributes], entities: bool) -> None:
        self.written: list[str] = []
        self._entities = entities  # only where one is can there be something to escape
        self._rules, self._classes = rules, dict[str, Attributes]()
        self._groups: list[Attributes] = [{"font-size": "16"}]
        self._unseen = 0  # how deep in what is not seen
        self._text: _Text | None = None

    def start(self, tag: str, given: Attributes) -> None:
        """Begin an element."""
        if self._unseen or tag in UNSEEN:
            self._unseen += 1
            return
        looks = self._looks(given)
        if tag == "tspan" and self._text:
            self._begin_span(self._text, looks)
        elif tag == "text" and not self._text:
            self._text = _Text(self._groups[-1] | looks)
        elif self._text or tag not in SHAPES | HOLDERS | {"svg"}:
            raise Unknown(tag)
        elif (tag == "svg") == bool(self.written):
            raise Unknown("a picture in a picture")
        else:
            letters = {name: looks.pop(name) for name in LETTERS & looks.keys()}
            self._groups.append(self._groups[-1] | letters)
            self._write(tag, looks, "/" if tag in SHAPES else "")

    def end(self, tag: str) -> None:
        """End an element."""
        if self._unseen:
            self._unseen -= 1
        elif tag == "tspan" and self._text:
            self._text.looks.pop()
        elif tag == "text" and self._text:
            for look, runs in self._text.pieces:
                self._write_piece(look, runs)
            self._text = None
        else:
            self._groups.pop()
            if tag not in SHAPES:
                self.written.append(f"</{tag}>")

    def said(self, words: str) -> None:
        """Add to a text."""
        if self._text and not self._unseen:
            line = _BLANKS.sub(" ", words.replace("\n", ""))
            self._text.pieces[-1][1].append((line, self._text.looks[-1]))

    def _looks(self, given: Attributes) -> Attributes:
        """What an element looks like: attributes, then its classes, then its style."""
        classes, style = given.pop("class", ""), given.pop("style", "")
        if classes:
            if classes not in self._classes:
                named, told = set(classes.split()), Attributes()
                for name, said in self._rules.items():
                    told |= said if name in named else {}
                self._classes[classes] = told
            given |= self._classes[classes]
        if style:
            given |= _declared(style)
        for name in IDLE & given.keys():
            del given[name]
        if not given.keys() <= KNOWN or (
            self._entities and not {*'"&<'}.isdisjoint("".join(given.values()))
        ):
            raise Unknown(str(given))
        return given

    def _begin_span(self, text: _Text, looks: Attributes) -> None:
        text.looks.append(text.looks[-1] | looks)
        if "x" in looks:
            text.pieces.append((text.looks[-1], []))
        elif "y" in looks:
            raise Unknown("a step down within a line")

    def _write(self, tag: str, looks: Attributes, closed: str) -> None:
        said = "".join([f' {name}="{value}"' for name, value in looks.items()])
        self.written.append(f"<{tag}{said}{closed}>")

    def _write_piece(
        self, look: Attributes, runs: list[tuple[str, Attributes]]
    ) -> None:
        """Write what stands in one line as paths, each of letters that look alike."""
        at, laid = 0.0, list[tuple[Attributes, float, float, str]]()
        for number, (line, own) in enumerate(runs):
            if leftwards(line):
                raise Unknown(line)
            line = line.lstrip() if number == 0 else line
            line = line.rstrip() if number == len(runs) - 1 else line
            bold = _BOLD[own.get("font-weight", "normal")]
            glyphs, wide = word(line, float(own["font-size"]), bold)
            laid += [(own, at + x, y, way) for x, y, way in glyphs]
            at += wide
        before = _BEFORE[look.get("text-anchor", "start")]
        left, low = float(look.get("x", 0)) - before * at, float(look.get("y", 0))
        for _, group in groupby(laid, key=lambda one: id(one[0])):
            some = list(group)
            paint = {
                name: value for name, value in some[0][0].items() if name in PAINTS
            }
            # What is outlined stays together: outlines lie below all of its letters.
            step = len(some) if "stroke" in paint else TOGETHER
            for first in range(0, len(some), step):
                few = some[first : first + step]
                way = [f"M{left + x:.2f} {low + y:.2f}{way}" for _, x, y, way in few]
                self._write("path", paint | {"d": "".join(way)}, "/")
