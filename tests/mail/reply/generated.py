"""Letters made out of `matrix/`: each language in each form of each kind of program.

`words/` holds what programs write in each language, `text.toml` and `markup.toml` the
shapes of letters. Run as a program it prints how many of each shape are read well;
`-v` shows the others, and a name after it only those of one shape or language.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import cycle
from pathlib import Path
from typing import Any

from pbem.mail.message.html import to_text
from pbem.mail.message.letter import read_letter
from pbem.mail.reply.phrases import word_set
from pbem.mail.reply.reply import marker, new_text
from tests.mail.reply.ways import WAYS, broken, divs

FOLDER = Path(__file__).with_name("matrix")
ORDERS = "A Par - Bur\nF Bre H\nA Mar S A Par - Bur"
SAID = (
    ORDERS,
    "1. Paris to Burgundy\n2. Brest holds",
    "Note: the fleet stays.\n\nAnn wrote that she agrees with it.",
    "On Friday at 20:01 I shall move north.\nFrom there we see.",
    "- build in Kiel\n- disband Rome",
    "Army: Paris\nTo: Burgundy\nDate: none",
    "See you on 3 May 2024 at 20:01, or write to bo@y.example.",
    "Press to all: peace until 1905!",
    "Sent my army to the east, from Rome.\n*Fleets:* hold",
)
"""Orders and words that hold something of what an older letter is known by."""
DATES = (
    (2, 5, 2024, 20, 1),
    (23, 12, 2019, 9, 47),
    (14, 2, 2026, 0, 5),
    (31, 8, 2022, 16, 30),
)
ADDRESSES = (
    "ref@host.example",
    "g42.t3+a1b2c3d4e5f6@games.club.example",
    "a.lee-x@mail.example",
)
FIRST = word_set("Date Sent Gesendet Envoyé Message Inviato Enviado Verzonden")
"""Labels of dates with which a block may begin."""
UNEVEN = 3
"""Labels that a block must have above its copies and its priority."""

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """One letter, and what is new in it."""

    shape: str
    language: str
    around: str
    text: str
    new: str
    html: bool

    def read(self, way: str) -> str:
        """The new text that is found, the letter having come in that way."""
        if way == "bare":
            return new_text(to_text(self.text) if self.html else self.text).text
        return new_text(
            read_letter(WAYS[way](self.text, self.html, self.language)).text
        ).text

    def well(self, way: str) -> bool:
        """Whether the same words come out, in the same lines."""
        return said(self.read(way)) == said(self.new)


def said(text: str) -> list[str]:
    """The lines that say something, blanks made one."""
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


@cache
def languages() -> dict[str, Table]:
    """Language to its words, those of its dates included."""
    found: dict[str, Table] = {}
    for path in sorted(FOLDER.joinpath("words").glob("*.toml")):
        for name, table in tomllib.loads(path.read_text("utf-8")).items():
            found.setdefault(name, {}).update(table)
    return found


@cache
def shapes() -> dict[str, Table]:
    """The shapes of letters, in text and in markup."""
    texts = (
        FOLDER.joinpath(f"{n}.toml").read_text("utf-8") for n in ("text", "markup")
    )
    return {
        name: shape for text in texts for name, shape in tomllib.loads(text).items()
    }


def filled(template: str, table: Table, number: int) -> str:
    """A template with a date, a name and an address in it."""
    which = number % len(DATES)
    d, m, y, h, minute = DATES[which]
    twelve = f"{(h + 11) % 12 + 1}:{minute:02}"
    return template.format(
        **{key: table[key][which] for key in "wWbB"},
        **{
            "d": d,
            "D": f"{d:02}",
            "m": m,
            "M": f"{m:02}",
            "y": y,
            "Y": f"{y % 100:02}",
        },
        **{"t": f"{h:02}:{minute:02}", "s": f"{h:02}:{minute:02}:07"},
        **{"T": f"{h}.{minute:02}", "p2": twelve},
        p=f"{twelve} {'AM' if h < len(DATES) * 3 else 'PM'}",
        n=table["names"][number % len(table["names"])],
        a=ADDRESSES[number % len(ADDRESSES)],
    )


def quoted(text: str, mark: str = "> ") -> str:
    """A text as a program quotes it."""
    return "\n".join((mark + line).rstrip() for line in text.split("\n"))


def word(text: str) -> str:
    """A text as Word puts it into markup."""
    lines = (escape(line) or "&nbsp;" for line in text.split("\n"))
    return "".join(f"<p class=MsoNormal>{line}<o:p></o:p></p>" for line in lines)


def fields(block: str, stamp: str, table: Table, number: int) -> list[tuple[str, str]]:
    """The fields of a header block."""
    labels = block.split("|")
    values = [
        filled("{n} <{a}>", table, number),
        filled(stamp, table, number),
        "Bo Bergmann <bo@y.example>",
        *["C. Clark <c@z.example>"] * (len(labels) > UNEVEN + 1),
        f"Re: [g1] {table['older'][0]}",
        *["High"] * (len(labels) > UNEVEN + 2),
    ]
    if labels[0].split()[0] in FIRST:
        values[0], values[1] = values[1], values[0]
    return list(zip(labels, values, strict=False))


def texts(table: Table, number: int, line: str, block: str, stamp: str) -> Table:
    """What the places in a shape are filled with, as text."""
    first, second = table["says"]
    trap = SAID[number % len(SAID)]
    news = (first, f"{first}\n\n{second}\n{trap}", trap, f"{trap}\n\n{first}")
    older, due = table["older"]
    old = f"{older}\n\n{due}\nA Vie H\n\n-- \nthe referee"
    line = filled(line.removeprefix("~"), table, number)
    nested = f"{old}\n\n{filled(table['lines'][0], table, 1)}\n> {older}"
    address = ADDRESSES[number % len(ADDRESSES)]
    pairs = fields(block, stamp, table, number)
    plain = "\n".join(f"{label}: {value}" for label, value in pairs)
    bold = "\n".join(f"*{label}:* {value}" for label, value in pairs)
    return {
        **{"new": news[number % len(news)], "more": second, "name": table["names"][0]},
        **{"old": old, "quote": quoted(nested), "quote_bare": quoted(nested, ">")},
        **{"line": line, "broken": broken(line), "marker": marker("g1.t3")},
        "line_hard": line.replace(" ", "\xa0"),
        "line_mailto": line.replace(f"<{address}>", f"<{address}<mailto:{address}>>"),
        "line_bracketed": line.replace(f"<{address}>", f"[mailto:{address}]"),
        **{"old_indented": quoted(old, " "), "old_quoted": quoted(old)},
        **{"line_quoted": quoted(line), "more_quoted": quoted(second)},
        **{"block": plain, "bold": bold, "block_quoted": quoted(plain)},
        "bold_inside": bold.replace(":* ", "*: "),
        "bold_indented": quoted(bold, "  "),
        "block_spaced": plain.replace("\n", "\n\n"),
        "block_tabbed": plain.replace(": ", ":\t"),
        "block_hard": plain.replace(" ", "\xa0"),
        "block_directed": plain.replace("/", "\u200e/\u200e").replace(", ", "\u200e, "),
        "block_mailto": plain.replace(f"<{address}>", f"<mailto:{address}>"),
        "block_bracketed": plain.replace(f"<{address}>", f"[mailto:{address}]"),
        "block_folded": plain.replace(" <", "\n<"),
        "block_starred": bold.replace("*", "**"),
        "block_piped": "\n".join(f"| {k.strip()} | {v} |" for k, v in pairs),
        "block_unlabelled": "\n".join(f"{label} {value}" for label, value in pairs),
        "device": table["devices"][number % len(table["devices"])],
        "title": table["titles"][number % len(table["titles"])],
    }


def marked_up(found: Table, block: str, stamp: str, table: Table, number: int) -> Table:
    """The same in markup."""
    pairs = fields(block, stamp, table, number)
    safe = [(escape(label), escape(value)) for label, value in pairs]
    up = {key: escape(value) for key, value in found.items()}
    for key in ("new", "old", "more", "quote", "block"):
        up[f"{key}_br"] = escape(found[key]).replace("\n", "<br>\n")
        up[f"{key}_divs"] = divs(found[key])
        up[f"{key}_word"] = word(found[key])
    rows = "".join(f"<tr><td>{k}:</td><td>{v}</td></tr>" for k, v in safe)
    spans = "".join(f"<div><b>{k}: </b><span>{v}</span></div>" for k, v in safe)
    fonts = "<br>".join(f"{k}:&nbsp; &nbsp; </font><font>{v}" for k, v in safe)
    bold = "<br>\n".join(f"<b>{k}:</b> {v}" for k, v in safe)
    return up | {
        **{"fields_b_br": bold, "fields_rows": rows},
        **{"fields_divs": spans, "fields_fonts": fonts},
    }


def letters(name: str) -> Iterator[Made]:
    """Every letter in a language."""
    table = languages()[name]
    blocks = [(b, s) for b in table["blocks"] for s in table["stamps"]]
    each: dict[str, list[str]] = {
        "line": table["lines"],
        "block": [f"{b} {s}" for b, s in blocks],
        "title": table["titles"],
        "device": table["devices"],
    }
    line, number = table["lines"][0], 0
    for of, arounds in each.items():
        for at, around in enumerate(arounds):
            number += 1
            block, stamp = blocks[at % len(blocks)]
            shown = around if of == "line" else line
            found = texts(table, number, shown, block, stamp)
            found |= {of: around} if of in ("title", "device") else {}
            up = marked_up(found, block, stamp, table, number)
            for shape, form in shapes().items():
                if form["of"] != of or (form.get("sure") and around[0] == "~"):
                    continue
                html = "html" in form
                text = (
                    form["html"].format(**up) if html else form["text"].format(**found)
                )
                new = form.get("new", "{new}").format(**found)
                yield Made(shape, name, around, text, new, html)


def wholes(name: str) -> Iterator[Made]:
    """Letters in a language with nothing around them: all is new."""
    table = languages()[name]
    first, second = table["says"]
    for trap in SAID:
        text = f"{first}\n\n{trap}\n\n{second}"
        yield Made("whole", name, trap, text, text, html=False)
    for title in (*table["titles"], *table["devices"]):
        text = f"{first} {title} {second}\n{ORDERS}"
        yield Made("words", name, title, text, text, html=False)


def ways(html: bool) -> Iterator[str]:
    """The ways for letters to come in, one after another."""
    return cycle(("bare", *list(WAYS)[: 3 if html else None]))


def tried(name: str) -> Iterator[tuple[Made, str]]:
    """Every letter in a language with the ways that it comes in."""
    text, markup = ways(html=False), ways(html=True)
    for made in (*letters(name), *wholes(name)):
        yield made, next(markup if made.html else text)


def main() -> None:
    """Print how many letters are read well."""
    well: Counter[str] = Counter()
    total: Counter[str] = Counter()
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    for name in languages():
        for made, way in tried(name):
            right = made.well(way)
            for key in (made.shape, f"by {way}", f"in {name}", "all"):
                total[key] += 1
                well[key] += right
            if "-v" in sys.argv and not right and only in ("", made.shape, name):
                print("=" * 60, f"{made.shape}: {name}: {made.around}: {way}", sep="\n")
                print(
                    made.read(way),
                    "--- wanted",
                    made.new,
                    "--- of",
                    made.text,
                    sep="\n",
                )
    for key in total:
        print(f"{key}: {well[key]}/{total[key]} = {well[key] / total[key]:.1%}")


if __name__ == "__main__":
    main()
