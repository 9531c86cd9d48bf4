"""Whether a picture can be read, and stays within its frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, ParseError, fromstring

from pbem.pages.svg_text import wide

SLACK = 2.0  #: pixels over the edge that nobody sees
_MOVED = re.compile(r"\s*translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)\s*")
_SHAPES = ("rect", "circle", "text")


class WrongPicture(NamedTuple):
    """What is wrong with an SVG."""

    why: str
    drawn: str = ""  #: the part of it


def wrong_picture(drawn: str) -> WrongPicture | None:
    """Return what is wrong with an SVG: where it is no XML, or what stands out of it.

    Looked at are texts, circles and rectangles that are moved at most (`translate`);
    how wide a text is, our font says. None: nothing was found.
    """
    try:
        root = fromstring(drawn)
    except ParseError as error:
        row, column = error.position
        *before, line = drawn.split("\n")[:row]
        shown = (
            " ".join([*before, line[:column]])[-100:] + "<<< here >>>" + line[column:]
        )
        why = error.msg.partition(":")[0]
        message = f"what it comes to is no XML ({why}): ...{shown[:150]}"
        return WrongPicture(message, line)
    if not root.tag.endswith("svg"):
        return WrongPicture("what it comes to is no SVG")
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for one, what, left, top, right, bottom in _boxes(root, 0, 0, {}):
        out = [
            f"from {name} {low:.0f} to {high:.0f}, and the frame from 0 to {most:.0f}"
            for name, low, high, most in (
                ("x", left, right, width),
                ("y", top, bottom, height),
            )
            if low < -SLACK or high > most + SLACK
        ]
        if out:
            message = f"{what} is out of the frame: it goes {out[0]}"
            return WrongPicture(message, _source(one))
    return None


def off_board(drawn: str) -> WrongPicture | None:
    """Return a piece that is in a row or a column of a board and next to it, where
    an index is off by one; None: none does.

    A board is a square of a third of the picture or more, a piece a circle that is
    as large as others on the board.
    """
    try:
        root = fromstring(drawn)
    except ParseError:
        return None
    width = float(root.attrib["viewBox"].split()[2])
    found = [*_boxes(root, 0, 0, {})]
    boards = [
        (left, top, right, bottom)
        for _, what, left, top, right, bottom in found
        if what == "a rectangle"
        and right - left >= width / 3
        and abs((right - left) - (bottom - top)) < SLACK
    ]
    for left, top, right, bottom in boards[:1]:
        inside, outside = set[float](), list[tuple[Element, float]]()
        for one, what, west, north, east, south in found:
            if what != "a circle":
                continue
            x, y, far = (west + east) / 2, (north + south) / 2, (east - west) / 2
            across, along = left < x < right, top < y < bottom
            near = max(left - x, x - right, top - y, y - bottom) < 2.5 * far
            if across and along:
                inside.add(far)
            elif (across or along) and near:
                outside.append((one, far))
        for one, far in outside:
            if far in inside:
                return WrongPicture(
                    "a piece stands next to the board: is an index off by one?",
                    _source(one),
                )
    return None


def _source(one: Element) -> str:
    """Return an element as an SVG may have it."""
    given = " ".join(f'{name}="{value}"' for name, value in one.attrib.items())
    return f"<{one.tag.partition('}')[2]} {given}>{one.text or ''}"


Box: TypeAlias = tuple[str, float, float, float, float]


def _boxes(
    one: Element, x: float, y: float, look: dict[str, str]
) -> Iterator[tuple[Element, *Box]]:
    """Yield what is drawn: the element, what it is, left, top, right and bottom."""
    kind = one.tag.partition("}")[2]
    if moved := one.get("transform"):
        found = _MOVED.fullmatch(moved)
        if found is None:
            return
        x, y = x + float(found[1]), y + float(found[2] or 0)
    if kind in ("defs", "symbol", "clipPath", "pattern", "mask"):
        return
    look = {**look, **one.attrib}
    if kind in _SHAPES:
        try:
            yield one, *_box(kind, one, x, y, look)
        except (KeyError, ValueError):
            return  # its size is said in another way, such as 100%
    else:
        for inner in one:
            yield from _boxes(inner, x, y, look)


def _box(kind: str, one: Element, x: float, y: float, look: dict[str, str]) -> Box:
    def at(name: str) -> float:
        return float(one.attrib[name])

    if kind == "rect":
        left, top = x + at("x"), y + at("y")
        return "a rectangle", left, top, left + at("width"), top + at("height")
    if kind == "circle":
        left, top, far = x + at("cx"), y + at("cy"), at("r")
        return "a circle", left - far, top - far, left + far, top + far
    text, size = "".join(one.itertext()).strip(), float(look["font-size"])
    long = wide(text, size, look.get("font-weight") == "bold")
    back = {"middle": long / 2, "end": long}.get(look.get("text-anchor", ""), 0)
    left, foot = x + at("x") - back, y + at("y")
    return f'the text "{text}"', left, foot - size * 0.7, left + long, foot
