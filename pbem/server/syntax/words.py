"""Words that people try, as lines of ours (grammars/words.toml)."""

from __future__ import annotations

import re

from pbem.system import grammars

MAX_CHARS = 600  #: of a line that is checked
MAX_LEAD = 5  #: words of a beginning
#: Question marks: ours, and those of Greek, Arabic, Spanish, Chinese and jest.
_QUESTION = re.compile("[?\u037e\u00bf\u061f\uff1f\ufe56\u2047-\u2049\u203d\u2e2e]")
_WORD = re.compile(r"[\w']+")


def command_for(line: str) -> str | None:
    """Return our command for a line in other words, or None.

    >>> command_for("I quit!"), command_for("Extend by 2 days"), command_for("D4 1NE")
    ('resign', 'propose extend 2 days', None)
    """
    text = " ".join(line.split()).rstrip(".!?") or line.strip()
    if len(text) > MAX_CHARS:
        return None
    table = grammars.table("words")
    known = text.lower().replace("\u2019", "'")
    if isinstance(found := table.get(known), str) and not known.endswith(" ..."):
        return found
    parts, begun = text.split(" "), known.split(" ", MAX_LEAD)
    for count in range(MAX_LEAD, 0, -1):
        ours = table.get(" ".join([*begun[:count], "..."]))
        if ours is not None and len(parts) > count:
            return str(ours).removesuffix("...") + " ".join(parts[count:])
    return None


def hinted(line: str) -> str:
    """Return the command that a line is perhaps about by the words in it, or "".

    >>> hinted("We are on holiday until Monday!"), hinted("D4 1NE")
    ('away', '')
    >>> hinted("if the bot stays then E5"), hinted("E5, then we see if he does")
    ('plan', '')
    """
    text = _spaced_words(line)
    about = grammars.table("words")["inside"].items()
    return next((ours for one, ours in about if _contains(one, text)), "")


def _contains(words: str, text: str) -> bool:
    """Return whether words are in what is said; dots are any others."""
    at = 0
    for part in words.split(" ... "):
        found = text.find(f" {part} ", at)
        if found < 0:
            return False
        at = found + len(part) + 1
    return True


def asks(line: str) -> bool:
    """Return whether a line holds a question mark: then it confirms nothing."""
    return _QUESTION.search(line) is not None


def answer(line: str) -> str:
    """Return "yes" or "no" for an answer to an invitation or a proposal, "" for other
    talk.

    >>> [answer(one) for one in ("Sure, why not?", "Yes! I'd love to :-)", "ok, D4")]
    ['', 'yes', '']
    >>> answer("No, sorry, I'm too busy"), answer("Yes, but when")
    ('no', '')
    """
    return next((reply for reply in ("yes", "no") if _says(reply, line)), "")


def confirms(line: str) -> bool:
    """Return whether a line says that a letter is its writer's own, and nothing else.

    >>> confirms("Yes, that was me."), confirms("Yes, I'd love to")
    (True, False)
    """
    return _says("confirmed", line)


def _says(kind: str, line: str) -> bool:
    text = _spaced_words(line)
    odd = asks(line) or any(one == "@" or one.isdecimal() for one in line)
    if len(line) > MAX_CHARS or odd:
        return False
    answers = grammars.table("words")[kind]
    begins = answers["begins"]
    if not text.startswith(tuple(f" {one} " for one in begins)):
        return False
    words = {word for one in begins for word in one.split()}
    return words.union(answers["goes_on"]).issuperset(text.split())


def _spaced_words(line: str) -> str:
    """Return the words of a line, a blank round each."""
    text = line[:MAX_CHARS].lower().replace("\u2019", "'")
    return " " + "".join(f"{word} " for word in _WORD.findall(text))
