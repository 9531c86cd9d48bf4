"""The words of `languages/`, in the shape that recognising a line needs."""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files

ROLES = ("from", "date", "to", "copy", "subject")
_SPACED = re.compile(r"[\w'’/().-]+")
_UNSPACED = re.compile(
    "[\u0900-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
)
_STRANGE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")


@lru_cache(maxsize=256)
def tidy(line: str) -> str:
    """A line as it is compared: lower case, no marks of direction, no bold stars."""
    if "&nbsp;" in line:
        line = line.replace("&nbsp;", " ")
    if not line.isascii():
        line = _STRANGE.sub("", line).replace("\xa0", " ").replace("\u202f", " ")
        return line.strip().lower().replace("i\u0307", "i")
    return line.strip().lower()


def listed(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


@cache
def _languages() -> dict[str, dict[str, list[str]]]:
    folder = files(__package__).joinpath("languages")
    texts = [part.read_text("utf-8") for part in folder.iterdir()]
    return {
        name: table for text in texts for name, table in tomllib.loads(text).items()
    }


@cache
def words(kind: str) -> frozenset[str]:
    """Every language's words of one kind."""
    return frozenset(w for table in _languages().values() for w in table.get(kind, ()))


@cache
def roles() -> dict[str, frozenset[str]]:
    """Label of a header block to what it may mean: from, date, to, copy, subject."""
    found: dict[str, set[str]] = {}
    for role in ROLES:
        for label in words(role):
            found.setdefault(label, set()).add(role)
    return {label: frozenset(meant) for label, meant in found.items()}


def _stem(token: str) -> str:
    """A word without marks around it, and without its other ending: "(a)", "/la"."""
    if "(" in token or "/" in token:
        token = token.lstrip("(/").replace("/", "(").partition("(")[0]
    return token.strip(".-'’)")


class Phrases:
    """Finds whole phrases of one kind in a line, in time linear in the line."""

    def __init__(self, kind: str) -> None:
        phrases = words(kind)
        self.all = tuple(phrases)
        self._single = frozenset(p for p in phrases if _SPACED.fullmatch(p))
        loose = {p for p in phrases if _UNSPACED.search(p)}
        longer = {p for p in phrases if " " in p} - loose
        self._single -= loose
        self._loose = frozenset(loose)
        self._longer = tuple(longer)
        self._heads = frozenset(p.partition(" ")[0] for p in longer)
        self._pattern: re.Pattern[str] | None = None
        self._begins: dict[str, list[str]] = {}
        for phrase in sorted(phrases, key=len, reverse=True):
            self._begins.setdefault(phrase[0], []).append(phrase)

    def within(self, tidied: str) -> bool:
        """Whether a phrase stands anywhere in the (tidied) line."""
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
        """Where phrases stand in the (tidied) line, overlapping ones left out."""
        if self._pattern is None:
            longest = sorted({p for ps in self._begins.values() for p in ps}, key=len)
            spaced = "|".join(re.escape(p) for p in longest[::-1])
            loose = "|".join(map(re.escape, self._loose)) or "(?!)"
            self._pattern = re.compile(rf"(?<!\w)(?:{spaced})(?!\w)|{loose}")
        return [match.span() for match in self._pattern.finditer(tidied)]

    def start(self, tidied: str) -> str:
        """The longest phrase that the (tidied) line begins with, or ""."""
        for phrase in self._begins.get(tidied[:1], ()):
            if tidied.startswith(phrase):
                after = tidied[len(phrase) : len(phrase) + 1]
                joined = phrase in self._loose or phrase[-1] in "'’-"
                if joined or not after.isalnum() or after.isdigit():
                    return phrase
        return ""


@cache
def phrases(kind: str) -> Phrases:
    """The finder for one kind, made when it is first asked for."""
    return Phrases(kind)
