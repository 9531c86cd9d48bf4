"""What a game master writes behind `gm`, read (grammars/acts.lark)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedInput

from pbem.system import grammars

#: "try friday #4 extend 24h" says what "friday #4 try extend 24h" does, and so does
#: "friday #4 extend 24h try".
_TRY_FIRST = re.compile(
    r"\A\s*(try|dry[ -]?run)[\s,:]+([a-z][a-z0-9-]{1,39}\s*#\d{1,6})\s", re.IGNORECASE
)
_TRY_LAST = re.compile(
    r"(?<![\s,(])[\s,(]+(?:try|dry[ -]?run)\)?(?=\s+because\s|\s*\Z)", re.IGNORECASE
)
_BECAUSE = re.compile(r"(?<!\S)because(?![^\s,:])[\s,:]*(?:of\s+)?", re.IGNORECASE)
MAX_REASON_CHARS = 600  #: in a letter


@dataclass(frozen=True, slots=True)
class GmRequest:
    """What somebody who may wants done."""

    game: str = ""
    serial: int | None = None
    trying: bool = False
    name: str = ""  #: of the act; "": none, or none that is understood
    words: tuple[str, ...] = ()
    reason: str = ""
    text: str = ""
    at: str = ""  #: where it stopped to be understood


def parse_request(text: str) -> GmRequest:
    """Return a line of a game master, from behind "gm".

    >>> wish = parse_request('friday #4 try extend 24 h because the mail was down')
    >>> wish.game, wish.serial, wish.trying, wish.name, wish.words, wish.reason
    ('friday', 4, True, 'extend', ('24 h',), 'the mail was down')
    >>> [parse_request(one).trying for one in ("friday #4 pause try because x",
    ...     "try friday #4 pause because x", "friday #4 pause because x, try")]
    [True, True, True]
    """
    rest, tries = _without_try(text)
    act, *why = _BECAUSE.split(rest, maxsplit=1)
    reason = why[0].strip() if why else ""
    wish = _parse(act)
    if len(reason) > MAX_REASON_CHARS:
        at = reason[MAX_REASON_CHARS:][:40]
        wish = GmRequest(wish.game, wish.serial, at=at)
    return replace(wish, reason=reason, trying=tries or wish.trying, text=text)


def parse_act(text: str, reason: str) -> GmRequest:
    """Return the request of a game master whose reason is given separately, so that
    "because" in the text is an ordinary word.

    >>> wish = parse_act("friday #4 note I am slow because of snow", "let us try")
    >>> wish.words, wish.reason, wish.trying
    (('I am slow because of snow',), 'let us try', False)
    """
    rest, tries = _without_try(text)
    wish, reason = _parse(rest), " ".join(reason.split())
    whole = f"{text} because {reason}"
    return replace(wish, reason=reason, trying=tries or wish.trying, text=whole)


def _without_try(text: str) -> tuple[str, bool]:
    """Return a line without the word at its end, or before the reason, that says to
    try, and whether it was there; one at the beginning goes where `_parse` finds it."""
    text = _TRY_FIRST.sub(r"\2 try ", text)
    behind = _TRY_LAST.search(text)
    if behind is None or " note " in f" {text.lower()}":
        return text, False
    return text[: behind.start()] + text[behind.end() :], True


def _parse(text: str) -> GmRequest:
    """Return what is before the reason."""
    try:
        tree = grammars.parser(grammars.text("acts.lark"), "wish").parse(text)
    except UnexpectedInput as error:
        at = text[max(0, getattr(error, "pos_in_stream", 0) or 0) :][:40]
        first = text.split()[0].lower() if text.split() else ""
        guard = next((w for w in text.split() if w[:1] == "#" and w[1:].isdigit()), "")
        serial = int(guard[1:]) if guard else None
        return GmRequest(first, serial, at=at.strip())
    found: dict[str, Any] = {}
    for part in tree.children:
        if isinstance(part, Token):
            value = str(part)
            match part.type:
                case "NAME":
                    found["game"] = value.lower()
                case "GUARD":
                    found["serial"] = int(value[1:])
                case "TRY":
                    found["trying"] = True
        else:
            found["name"] = str(part.data)
            found["words"] = tuple(str(word).strip(" ,") for word in part.children)
    if "name" not in found:
        found["at"] = "the end of the line"
    return GmRequest(**found)


def parse_logged(text: str, reason: str) -> GmRequest:
    """Return the request that a stored act (its line and its reason) was made by."""
    why = rf"\s+because\s+(?:of\s+)?{re.escape(reason)}\s*\Z"
    end = re.search(why, text, re.IGNORECASE)
    return parse_act(text[: end.start()], reason) if end else parse_request(text)
