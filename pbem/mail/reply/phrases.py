"""What programs write around an answer, in the shape that recognising it needs.

`languages/` has a table for each language, `clients/` one for each mail program; any
kind of words may be in either. The folders are listed when words are first asked
for: a file there is all that a new language or a new program takes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pbem.mail import reply

ROLES = ("from", "date", "to", "copy", "subject")
#: What a table may hold. All words are in lower case, patterns match whole lines.
KINDS = dict.fromkeys(ROLES, "labels of the header block of the answered letter") | {
    "wrote": "the verb of an attribution (On Monday Ann wrote:)",
    "opens": "the words an attribution may begin with",
    "attributions": "patterns of other lines that stand above a marked quote",
    "original": "what stands between dashes above the answered letter",
    "forwarded": "what stands above a letter that is passed on",
    "above": "what a line says that asks to answer above it",
    "sent_from": "how a line begins that a program adds at the end of a letter",
    "sent_from_ends": "how such a line ends, where its verb comes last",
    "products": "devices, programs and carriers that such a line names",
    "my": "what stands before the name of a device that nobody has listed",
    "programs": "how names begin that promote themselves beside one of `systems`",
    "systems": "what they say that they run on",
    "footers": "how a line begins that a scanner of viruses adds",
    "placeholders": "patterns of lines that stand for a picture",
    "quotes": "CSS selectors of elements that hold the answered letter",
    "older": "CSS selectors: all that stands beside and below is the answered letter",
    "signatures": "CSS selectors of signatures",
    "automatic": "header fields that only automatic answers bear",
    "absent": "how a line of the text of an automatic answer begins",
    "away": "how the subject of an automatic answer begins",
    "gone": "how it begins where a colon follows; a player may be gone, too",
    "undelivered": "how the subject of a bounce begins",
}
_SPACED = re.compile(r"[\w'’/().-]+")
_UNSPACED = re.compile(
    "[\u0900-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
)
_STRANGE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")


def tidy(line: str) -> str:
    """Return a line for comparisons: lower case, without direction marks."""
    if "&nbsp;" in line:
        line = line.replace("&nbsp;", " ")
    if not line.isascii():
        line = _STRANGE.sub("", line).replace("\xa0", " ").replace("\u202f", " ")
        return line.strip().lower().replace("i\u0307", "i")
    return line.strip().lower()


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, as a set."""
    return frozenset(text.split())


def _stem(token: str) -> str:
    """Return a word without marks around it and its other ending: "(a)", "/la"."""
    if "(" in token or "/" in token:
        token = token.lstrip("(/").replace("/", "(").partition("(")[0]
    return token.strip(".-'’)")


class PhraseFinder:
    """Finds whole phrases of one kind in a line, in time linear in the line."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self.all = tuple(phrases)
        self._loose = frozenset(p for p in self.all if _UNSPACED.search(p))
        self._longer = tuple(p for p in self.all if " " in p and p not in self._loose)
        single = (p for p in self.all if _SPACED.fullmatch(p))
        self._single = frozenset(single) - self._loose
        self._heads = frozenset(p.partition(" ")[0] for p in self._longer)
        self._pattern: re.Pattern[str] | None = None
        self._begins: dict[str, list[str]] = {}
        for phrase in sorted(self.all, key=len, reverse=True):
            self._begins.setdefault(phrase[0], []).append(phrase)

    def within(self, tidied: str) -> bool:
        """Return whether the (tidied) line contains a phrase."""
        tokens = _SPACED.findall(tidied)
        if not self._single.isdisjoint(tokens):
            return True
        if not self._single.isdisjoint(map(_stem, tokens)):
            return True
        if not self._heads.isdisjoint(tokens) and any(
            f" {phrase} " in f" {' '.join(tokens)} " for phrase in self._longer
        ):
            return True
        return not tidied.isascii() and any(p in tidied for p in self._loose)

    def spans(self, tidied: str) -> list[tuple[int, int]]:
        """Return where phrases are in the (tidied) line, none within another."""
        if self._pattern is None:
            longest = sorted(self.all, key=len, reverse=True)
            spaced = "|".join(map(re.escape, longest))
            loose = "|".join(re.escape(p) for p in longest if p in self._loose)
            self._pattern = re.compile(rf"(?<!\w)(?:{spaced})(?!\w)|{loose or '(?!)'}")
        return [match.span() for match in self._pattern.finditer(tidied)]

    def start(self, tidied: str) -> str:
        """Return the longest phrase that the (tidied) line begins with, or ""."""
        for phrase in self._begins.get(tidied[:1], ()):
            if tidied.startswith(phrase):
                after = tidied[len(phrase) : len(phrase) + 1]
                joined = phrase in self._loose or phrase[-1] in "'’-"
                if joined or not after.isalnum() or after.isdigit():
                    return phrase
        return ""


class _Tables:
    """All tables read. Raises ValueError for a kind of words that is not one."""

    def __init__(self) -> None:
        found: dict[str, set[str]] = {kind: set() for kind in KINDS}
        for place in reply.__path__:
            for file in Path(place).glob("*/*.toml"):
                for table in tomllib.loads(file.read_text("utf-8")).values():
                    for kind, words in table.items():
                        if kind not in KINDS:
                            raise ValueError(f"{file.name}: {kind} is no kind of words")
                        found[kind].update(words)
        self.words = {kind: frozenset(words) for kind, words in found.items()}
        self.finders = {kind: PhraseFinder(words) for kind, words in found.items()}
        self.patterns = {
            kind: re.compile("|".join(sorted(found[kind])) or "(?!)", re.IGNORECASE)
            for kind in ("attributions", "placeholders")
        }
        self.roles: dict[str, frozenset[str]] = {}
        for role in ROLES:
            for label in found[role]:
                self.roles[label] = self.roles.get(label, frozenset()) | {role}


# The files take longer to read than a letter does.
_tables = cache(_Tables)


def words(kind: str) -> frozenset[str]:
    """Return the words of one kind in every language and of every program."""
    return _tables().words[kind]


def phrases(kind: str) -> PhraseFinder:
    """Return the finder for one kind."""
    return _tables().finders[kind]


def pattern(kind: str) -> re.Pattern[str]:
    """Return what matches as any pattern of one kind does."""
    return _tables().patterns[kind]


def roles() -> dict[str, frozenset[str]]:
    """Return the roles that each label of a header block may have."""
    return _tables().roles
