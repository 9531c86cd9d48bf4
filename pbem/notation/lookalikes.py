"""Names that look like others: letters of other alphabets, and marks nobody sees.

What looks like what is Unicode's own list (UTS 39, confusables), as the package
confusable_homoglyphs ships it; it is loaded for the first letter outside of ASCII.
"""

from __future__ import annotations

import re
import unicodedata

#: Marks that nobody sees: they turn the direction of writing, join, part, or are blank.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
#: What looks alike within ASCII, once there are no capitals.
_DIGITS = str.maketrans("01|", "oll")
#: Signs that names have, besides ASCII: dashes, apostrophes, and dots between letters.
_SIGNS = frozenset("\u00b7\u02bb\u02bc\u05f3\u05f4\u2010\u2011\u2019\u30fb")
#: Scripts that one name may mix (UTS 39, "highly restrictive").
_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
_EVERYWHERE = frozenset({"COMMON", "INHERITED"})


def skeleton(name: str) -> str:
    """Return a name reduced to its look: invisible characters dropped, look-alike
    letters mapped to one.

    >>> skeleton("\\u0410nn") == skeleton("Ann"), skeleton("B\\u200bob")
    (True, 'bob')
    """
    text = UNSEEN.sub("", name)
    if not text.isascii():
        text = _seen(_seen(text).casefold())
    return " ".join(text.split()).casefold().translate(_DIGITS)


def strange(text: str) -> list[str]:
    """Return the names of the characters in a text that are not what they seem.

    >>> strange("\\u0410nn"), strange("Ann"), strange("J\\u00f6rg")
    (['CYRILLIC CAPITAL LETTER A'], [], [])
    """
    found = []
    for one in dict.fromkeys(text):
        if one.isascii():
            continue
        wide = unicodedata.normalize("NFKC", one).isascii()
        if wide or UNSEEN.match(one) or (one.isalnum() and twin(one)):
            found.append(unicodedata.name(one, f"U+{ord(one):04X}"))
    return found


def is_written_plainly(name: str) -> bool:
    """Return whether a name is of letters that are seen, of scripts that people mix.

    >>> is_written_plainly("Jos\\u00e9"), is_written_plainly("\\u0410nn")
    (True, False)
    """
    if name.isascii():
        return not UNSEEN.search(name)
    from confusable_homoglyphs import categories  # type: ignore[import-untyped]

    for one in name:
        kind = unicodedata.category(one)
        if one.isascii() or one in _SIGNS:
            continue
        if UNSEEN.match(one) or (kind[0] not in "LM" and kind != "Nd"):
            return False
    scripts = frozenset(categories.unique_aliases(name)) - _EVERYWHERE
    return len(scripts) < 2 or any(scripts <= one for one in _TOGETHER)


def _seen(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    letters = (one for one in apart if not unicodedata.combining(one))
    return "".join(
        one if one.isascii() else twin(one) or _likest(one) for one in letters
    )


def twin(one: str) -> str:
    """Return the letter or digit of ASCII that a character looks like; "" for none."""
    found = {other for other in _alike(one) if other.isascii() and other.isalnum()}
    letters = {other for other in found if len(other) == 1}
    if {"I", "l"} <= letters:
        # One stroke: what is no small letter is taken for a capital.
        return "I" if unicodedata.category(one) in ("Lu", "Lo") else "l"
    large = one.upper()
    if not letters and large != one and len(large) == 1:
        return twin(large).lower()  # a small form of what looks alike
    return max(letters, default="")  # a letter before a digit


def _likest(one: str) -> str:
    """Return what stands for all that look like a character, without its marks."""
    plain = {_unmarked(other).strip() for other in _alike(one)} - {""}
    letters = {other for other in plain if other.isascii() and other.isalnum()}
    return min(letters or plain, key=lambda other: (len(other), other), default="")


def _unmarked(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(one for one in apart if not unicodedata.combining(one))


def _alike(one: str) -> frozenset[str]:
    """Return a character and all that look like it.

    The list has pairs, of which one is the same for all that look alike.
    """
    near = _listed(one)
    more = _listed(*near) if len(near) == 1 else []
    return frozenset({one, *near, *more})


def _listed(one: str) -> list[str]:
    from confusable_homoglyphs.confusables import (  # type: ignore[import-untyped]
        confusables_data,
    )

    # What is written from right to left is listed between two marks.
    found = confusables_data.get(one) or confusables_data.get(f"\u200e{one}\u200e", ())
    return [UNSEEN.sub("", other["c"]) for other in found]
