"""Names that look like others: letters of other alphabets, and marks nobody sees."""

from __future__ import annotations

import re
import unicodedata

#: Marks that nobody sees: they turn the direction of writing, join or part.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U000e0000-\U000e0fff]"
)
#: Letters of other alphabets that look like Latin ones.
_TWINS = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕԁɡһӏԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναιτυκρ01|",
    "ABEKMHOPCTYXIJSaeopcyxijsdghlqwABEZHIKMNOPTYXovaitukpoll",
)


def skeleton(name: str) -> str:
    """Return what a name looks like: unseen marks dropped, twins of letters made one.

    >>> skeleton("\\u0410nn") == skeleton("Ann"), skeleton("B\\u200bob")
    (True, 'bob')
    """
    text = unicodedata.normalize("NFKD", UNSEEN.sub("", name)).translate(_TWINS)
    kept = "".join(one for one in text if not unicodedata.combining(one))
    return " ".join(kept.split()).casefold().translate(_TWINS)


def strange(text: str) -> list[str]:
    """Return the names of the characters in a text that are not what they seem.

    >>> strange("\\u0410nn"), strange("Ann"), strange("J\\u00f6rg")
    (['CYRILLIC CAPITAL LETTER A'], [], [])
    """
    found = []
    for one in dict.fromkeys(text):
        if one.isascii():
            continue
        twin = one.translate(_TWINS) != one
        wide = unicodedata.normalize("NFKC", one).isascii()
        if twin or wide or UNSEEN.match(one):
            found.append(unicodedata.name(one, f"U+{ord(one):04X}"))
    return found
