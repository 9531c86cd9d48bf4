"""What a text says of another player's order: passed on, advised, or his own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile

from pbem.language.talk_words import Word

_SIGNS = ("-", "–", "—", "(")  #: before the name of who has said something
_OF = ("for", "by", "from", "of", "brother", "sister", "friend")  #: and whose it is
_FOR = ("for", "from", "of")  #: before the name of whose order is passed on
_CARRIED = frozenset((
    *("asked", "texted", "told", "wrote", "sent", "gave", "messaged", "mailed"),
    *("emailed", "e-mailed", "dmed", "dm'd", "pmed", "pm'd", "called", "phoned"),
))  # fmt: skip
_GOSSIP = frozenset(("he", "she", "they", "that"))  #: "Bob told me that he goes to D4"
_ORDER = frozenset(("move", "moves", "order", "orders", "turn", "plan", "action"))
_WISHES = ("should", "could", "might")
_IN_PLACE = ("if i were you", "if i was you", "in your place")
_CONDITIONS = ("if", "unless", "when", "once", "until", "in case", "otherwise", "else")
_ENDS = (".", "!", "?", "\n")  #: first signs of what ends a sentence
_ASKS = ("can", "could", "should", "shall", "may", "do", "would", "am", "whether")
_SELVES = ("i", "i'll", "i'm", "i will", "my", "me")
_YOU = ("you", "you're", "you've", "you'd")

#: The seat that a name is of; an empty text for none.
SeatOf = Callable[[str], str]


def of_another(words: Sequence[Word], seat: str, seat_of: SeatOf) -> bool:
    """Return whether an order is said to be somebody else's: "Bob's move: D4".

    So are one that is told to a player ("Cid, go D4"), and one with a player's name
    below it ('"D4 1NE" - Bob').
    """
    first = next((at for at, one in enumerate(words) if one.kind == "order"), 0)
    last = max((at for at, one in enumerate(words) if not one.parts), default=0)
    for at, one in enumerate(words):
        if not _other(one, seat, seat_of):
            continue
        between = words[at + 1 : first]
        ends = any(x.parts and x.text[:1] in ".!?\n" for x in between)
        colon = any(x.text == ":" for x in between) and not between[0].parts
        told = at == 0 and all(x.kind in ("small", "comma") for x in between)
        if at < first and not ends and (_owns(one) or colon or told):
            return True
        before = words[at - 1].text.casefold() if at else ""
        signs = at == last and at > first and words[at - 1].text in _SIGNS
        if signs or before in _OF:
            return True
    return False


def relayed(words: Sequence[Word], seat: str, seat_of: SeatOf) -> str:
    """Return the seat whose order is passed on: "Cid asked me to post: D4"."""
    first = next((at for at, one in enumerate(words) if one.kind == "order"), 0)
    for at, one in enumerate(words[:first]):
        owner = _other(one, seat, seat_of)
        between = [x.text.casefold() for x in words[at + 1 : first]]
        if not owner or not between:
            continue
        before = words[at - 1].text.casefold() if at else ""
        gossip = ":" not in between and not _GOSSIP.isdisjoint(between)
        carried = "me" in between and not _CARRIED.isdisjoint(between) and not gossip
        his = _owns(one) and ":" in between and not _ORDER.isdisjoint(between)
        for_him = before in _FOR and (":" in between or between == [","])
        if carried or his or (for_him and not _owns(one)):
            return owner
    return ""


def advises(words: Sequence[Word], seat: str, seat_of: SeatOf) -> bool:
    """Return whether somebody only says what another player might order, or does."""
    said = [one for one in words if not one.parts]
    texts = [one.text.casefold() for one in said]
    if any(x in texts for x in _IN_PLACE) and _one_sentence(words):
        return True
    if _of_you(words):
        return True
    for one, after in zip(texts, said[1:], strict=False):
        if one in ("if i were", "if i was"):
            return after.text.casefold() == "you" or bool(_other(after, seat, seat_of))
    if not said or not (_other(said[0], seat, seat_of) or texts[0].startswith("@")):
        return False
    rest = texts[2:] if texts[1:2] == ["you"] else texts[1:]
    return rest[:1] != [] and rest[0] in _WISHES and rest[1:2] != ["have"]


def own_clauses(words: Sequence[Word]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what a writer says that he does, the last of it and the most of a sentence
    first; each with what is said before it, and behind it in the same sentence.

    What is behind "if" is a condition.
    """
    for at in range(len(words) - 1, 0, -1):
        first = words[at].text.casefold().split()[:1]
        if not first or first[0] not in _SELVES or _is_asked(words[at - 1]):
            continue
        row = [*takewhile(lambda one: one.text[:1] not in _ENDS, words[at:])]
        commas = [end for end, one in enumerate(row) if one.parts]
        for end in (len(row), *reversed(commas)):
            if any(one.kind == "order" for one in row[end:]):
                break  # less than he says is no offer
            beside = (words[:at], row[end + 1 :])
            yield _said(row[:end]), tuple(filter(None, map(_said, beside)))


def _is_asked(one: Word) -> bool:
    """Return whether what is behind a word is a condition or a question."""
    return one.text.casefold() in (*_CONDITIONS, *_ASKS)


def _said(words: Sequence[Word]) -> str:
    return " ".join(one.text for one in words if not one.parts)


def _one_sentence(words: Sequence[Word]) -> bool:
    """Return whether only one sentence holds parts of orders, and advice."""
    ends = [at for at, one in enumerate(words) if one.kind == "stop"]
    rows = [words[at:end] for at, end in pairwise([0, *ends, len(words)])]
    advice = [any(x.text.casefold() in _IN_PLACE for x in row) for row in rows]
    ordered = [any(x.kind == "order" for x in row) for row in rows]
    return all(said for said, some in zip(advice, ordered, strict=True) if some)


def _of_you(words: Sequence[Word]) -> bool:
    """Return whether a sentence says what its reader does: "you always answer Nf3"."""
    first = next((at for at, one in enumerate(words) if one.kind == "order"), 0)
    before = words[:first]
    you = first > 1 and words[0].text.casefold() in _YOU
    texts = {one.text.casefold() for one in words}
    plain = not any(one.parts or one.text == ":" for one in before)
    strange = any(one.kind == "unknown" for one in before)
    return you and plain and strange and texts.isdisjoint(("i", "my", "i'll", "me"))


def _other(one: Word, seat: str, seat_of: SeatOf) -> str:
    """Return the seat of another player that a word names; an empty text for none."""
    name = one.text.casefold().removeprefix("@").removesuffix("'s")
    owner = seat_of(name) if one.kind == "name" else ""
    return owner if owner != seat else ""


def _owns(one: Word) -> bool:
    return one.text.casefold().endswith("'s")
