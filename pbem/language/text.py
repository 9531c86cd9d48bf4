"""What the lines of a text order, for every channel: readings in the order of the text.

A line counts as it is, or without the talk around it where that can be read in one
way only. What is only almost an order is doubtful, with what it may mean. What is set
off as an order (`##`, "Move:", bold) outdoes plain lines next to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from pbem.language import labels
from pbem.language.bold import orders_in
from pbem.language.candidates import ENDS, Candidate, Doubt, partly_read, words_of
from pbem.language.changes import adds, swap
from pbem.language.doubts import TalkLine, branched, doubted, recalls
from pbem.language.lines import lone_dash
from pbem.language.next_line import joined, unwrapped, whole_of
from pbem.language.one_line import bare, behind_name, labelled, order_in
from pbem.language.reading import (
    Asking,
    Certainty,
    Change,
    Emphasis,
    Kind,
    MarkedLine,
    Reading,
)
from pbem.language.readings import MANY_PARTS
from pbem.language.segments import parted, sentence
from pbem.language.slips import slips

MAX_ORDER_CHARS = 300  #: of a line in which an order is looked for
#: A condition in brackets: "(unless France comes, then Mun-Bur)".
_CONDITION = re.compile(
    r"\s*[(\[](?:but |or |only )?(?:if|unless|in case|when|provided|otherwise|else)\b"
    r"[^()\[\]]*+(?:[)\]]|$)",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~[^~\n]+~~")
MAX_BLOCK_CHARS = 3_000  #: of what may be one order as it is
#: What forums and mail programs put above a box of code.
_CODE_HEAD = re.compile(
    r"(?:quell)?code(?: source)? ?:(?: ?\[?(?:select all|select|expand|copy|"
    r"alles auswählen|auswählen|tout sélectionner|seleccionar todo)\]?)?",
    re.IGNORECASE,
)


def spellings(line: MarkedLine) -> Iterator[str]:
    """Yield a line as it was said, and without what sets it off as an order."""
    for text in (line.text, *line.bold):
        text = bare(text)
        yield text
        if (hashed := labels.hashed(text)) is not None:
            text = hashed
            yield text
        if label := labels.label(text):
            yield label.rest
        yield text.rstrip(ENDS + " ")


def read_text(
    lines: Iterable[MarkedLine], asking: Asking, *, labelled_only: bool = False
) -> tuple[Reading, ...]:
    """Return what lines mean, as far as `asking` lets one know; each line that is not
    blank is in a reading. Spans count in the lines joined by line ends.

    With `labelled_only` nothing is an order but what is set off by a label.
    """
    given = unwrapped(asking, map(_unstruck, lines))
    said = [one for one in given if not _CODE_HEAD.fullmatch(one.text)]
    found = _candidates(asking, said)
    if labelled_only:
        found = [one for one in found if one.emphasis is Emphasis.LABELLED]
    others = (one for one in found if one.why == "other-seat")
    aside = {one.at for one in others if one.doubt and one.doubt.offers}
    talk = words_of(asking).talk
    texts = ("" if at in aside else one.text for at, one in enumerate(said))
    rows = [TalkLine(text, talk) for text in texts]
    found = _bare_words(asking, joined(asking, found), said)
    found = _asked_beside(asking, found, rows)
    found, takes_back = doubted(asking, branched(found, rows), rows)
    hashed = any(labels.hashed(one.text) is not None for one in said)
    best, doubts = _weighed(asking, found, hashed)
    if whole := whole_of(asking, found, best):
        best, doubts = [], [whole]
    source = _Source(given, said)
    kept = [_sure(source, one) for one in best]
    kept += [_doubtful(source, one) for one in doubts]
    several = _several(asking, best)
    if several is not None and (several.doubt and several.why == "turns"):
        takes_back = None
        kept = [one for one in kept if one.certainty is not Certainty.SURE]
    elif several is not None:
        kept = [one for one in kept if one.orders == () or one.anytime]
    if several is not None:
        kept.append(_doubtful(source, several))
    taken = {at for one in (*best, *doubts) for at in source.lines_of(one)}
    if takes_back is not None:
        at = rows.index(takes_back)
        above = all(at < one.at for one in best)
        may = any(one.understood.ordering for one in found if one.at == at)
        back = _takes_back(source, at, takes_back, above)
        kept.append(replace(back, may_order=may))
        taken.add(at)
    talks = [one for one in found if one.at not in taken]
    kept += [_talk(source, one, rows[one.at]) for one in talks]
    rest = set(range(len(said))) - taken - {one.at for one in talks}
    kept += [_unsaid(source, at, rows[at]) for at in rest if said[at].text]
    return tuple(slips(asking, sorted(kept, key=lambda one: one.span)))


def _unstruck(line: MarkedLine) -> MarkedLine:
    """Return a line with blanks in the place of what is struck out: "~~E5~~ D4"."""
    return line._replace(
        text=_STRUCK.sub(lambda x: " " * len(x[0]), line.text).rstrip()
    )


class _Source:
    """Where the lines of a text are in it."""

    def __init__(self, given: Sequence[MarkedLine], said: Sequence[MarkedLine]) -> None:
        self._said = said
        self._starts: list[int] = []
        start = 0
        kept = iter(said)
        next_ = next(kept, None)
        for one in given:
            if one is next_:
                self._starts.append(start)
                next_ = next(kept, None)
            start += len(one.text) + 1

    def lines_of(self, one: Candidate) -> range:
        """Return the lines that a candidate is in."""
        first, last = one.extent
        return range(max(one.at + first, 0), min(one.at + last + 1, len(self._said)))

    def text(self, at: int) -> str:
        """Return a line."""
        return self._said[at].text

    def span(self, lines: range, written: str) -> tuple[int, int]:
        """Return where a stretch stands: in its lines, or all of these."""
        start = self._starts[lines[0]]
        end = self._starts[lines[-1]] + len(self._said[lines[-1]].text)
        if len(lines) == 1 and (at := self._said[lines[0]].text.find(written)) >= 0:
            return start + at, start + at + len(written)
        return start, end


def _sure(source: _Source, one: Candidate) -> Reading:
    said = one.understood
    change = Change(
        used=said.used if said.led or said.adds else (),
        led=said.led,
        adds=said.adds,
        less=one.exact or said.less,
    )
    lines = source.lines_of(one)
    written = "\n".join(map(source.text, lines))
    return Reading(
        Kind.ORDER,
        Certainty.SURE,
        source.span(lines, written),
        written,
        one.orders,
        turn=one.turn,
        emphasis=one.emphasis,
        anytime=bool(one.order and one.order.anytime),
        change=change,
    )


def _doubtful(source: _Source, one: Candidate) -> Reading:
    doubt = one.doubt
    assert doubt is not None
    read = doubt.offers or not doubt.fault or doubt.why != "notation"
    return Reading(
        Kind.QUESTION if one.understood.asks else Kind.ORDER,
        Certainty.DOUBTFUL if read else Certainty.UNREADABLE,
        source.span(source.lines_of(one), doubt.written),
        doubt.written,
        (),
        *(doubt.offers, doubt.left, doubt.fault, doubt.why, doubt.beside),
        turn=one.turn,
        seat=doubt.seat,
        emphasis=one.emphasis,
        change=doubt.change,
    )


def _takes_back(source: _Source, at: int, row: TalkLine, above: bool) -> Reading:
    """Return what a line does to orders that were sent before."""
    said = tuple(map(row.talk.as_part, row.words))
    change = Change(
        used=tuple(one.text for one in said if one.kind == "order"),
        swap=swap(said),
        adds=True if adds(said) else None,
        denies=row.denies,
        less=row.has_less,
        applies=True,
        repeats=row.has("same"),
        clears=row.clears and above,
    )
    return Reading(
        Kind.ORDER,
        Certainty.DOUBTFUL,
        source.span(range(at, at + 1), row.text),
        row.text,
        why="takes-back",
        change=change,
    )


def _talk(source: _Source, one: Candidate, row: TalkLine) -> Reading:
    """Return a line that was weighed and is no order, with its parts of orders."""
    said = one.understood
    plain = one.order is None and one.doubt is None and not one.others
    passed = plain and said.strength > 1 and said.digits > 0
    text = source.text(one.at)
    named = one.order is not None or one.doubt is not None or row.strange
    used = said.used or (text,) * named
    span = source.span(range(one.at, one.at + 1), text)
    why, may = "passed" if passed else "", plain and said.ordering
    talk = (Kind.TALK, Certainty.SURE, span, text)
    return Reading(*talk, left=used, why=why, may_order=may)


def _unsaid(source: _Source, at: int, row: TalkLine) -> Reading:
    """Return a line in which no order was looked for."""
    used = tuple(one.text for one in row.words if one.kind == "order")
    if row.strange:
        used = (row.text,)
    span = source.span(range(at, at + 1), source.text(at))
    return Reading(Kind.TALK, Certainty.SURE, span, source.text(at), left=used)


def _asked_beside(
    asking: Asking, found: list[Candidate], rows: Sequence[TalkLine]
) -> list[Candidate]:
    """Return candidates, of which a line of a sheet that begins with an order, and is
    talk by itself, is asked about: "A Pie S A Ven - Tyr, can it?" """
    out = []
    beside = asking.sheets and any(one.order or one.doubt for one in found)
    for one in found:
        leads = [word.kind for word in rows[one.at].content[:1]] == ["order"]
        talk = one.order is None and one.doubt is None
        if beside and talk and leads and one.understood.runs:
            doubt = partly_read(asking, "almost", one.text, one.understood)
            one = replace(one, doubt=doubt)
        out.append(one)
    return out


def _weighed(
    asking: Asking, found: Sequence[Candidate], hashed: bool
) -> tuple[list[Candidate], list[Candidate]]:
    """Return the orders that are set off the most, and the doubts that remain beside
    them. A sheet goes on below a label in words: "Movement: R1 to blue"."""
    good = [one for one in found if one.order is not None]
    top = max((one.emphasis for one in good), default=0)
    best = [one for one in good if one.emphasis == top]
    of_sheet = [x for x in found if x.emphasis >= top]
    if asking.sheets and top in (Emphasis.BOLD, Emphasis.LABELLED) and not hashed:
        said = [one.order for one in best]
        of_sheet += [x for x in found if x.at > best[0].at and x.order not in said]
        best = [one for one in good if one in of_sheet]
    doubts = [
        one
        for one in found
        if one.doubt
        and not (good and (_is_talk(one) or _repeats(asking, one, best)))
        and not (good and one.emphasis is Emphasis.PLAIN and recalls(one, good[0].at))
        and (one in of_sheet or one.why in ("unseen", "other-seat"))
    ]
    return best, doubts


def _several(asking: Asking, best: Sequence[Candidate]) -> Candidate | None:
    """Return a doubt about orders that cannot all be meant."""
    if len({one.turn for one in best if one.turn is not None}) > 1:
        text = " / ".join(one.text for one in best)
        return replace(best[-1], order=None, turn=None, doubt=Doubt("turns", text))
    main = [one for one in best if one.order is not None and not one.order.anytime]
    if asking.sheets or all(one.order == main[0].order for one in main[1:]):
        return None
    text = " / ".join(one.text for one in main)
    offers = tuple(one.orders for one in reversed(main))
    turn = next((one.turn for one in best if one.turn is not None), None)
    return replace(
        main[-1], order=None, turn=turn, doubt=Doubt("several", text, offers)
    )


def _repeats(asking: Asking, one: Candidate, best: Sequence[Candidate]) -> bool:
    """Return whether a plain line only says in its words what is ordered below it.

    As "Then I'll do the tide, staying where I am:" above "- 1NW".
    """
    found = one.understood
    more = found.marks or found.asks or found.less or found.adds or found.swap
    if asking.sheets or one.emphasis > Emphasis.PLAIN or more or one.why != "almost":
        return False
    meant = found.spelt.casefold().split()
    said = [word for other in best for word in other.text.casefold().split()]
    return all(any(x.startswith(part) for x in said) for part in meant)


def _is_talk(one: Candidate) -> bool:
    """Return whether a plain line can be no order of the writer, whatever it names."""
    plain = one.why == "almost" and one.emphasis is Emphasis.PLAIN
    return plain and (one.others or not one.understood.plays)


def _candidates(asking: Asking, lines: list[MarkedLine]) -> list[Candidate]:
    """Return all that may be orders; the paragraph below a bare "Move:" is one."""
    found: list[Candidate] = []
    in_line = cache(partial(_in_line, asking))  # a line pasted 1,000 times, once
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        label = _label(asking, line.text.removeprefix("##").strip())
        if label and not label.rest and at < len(lines):
            end = at
            while end < len(lines) and lines[end].text:
                end += 1
            block, size = _block(asking, lines[at:end], label.turn)
            if block and block[0].listed:  # each on its own line
                found += [replace(x, at=at + row) for row, x in enumerate(block)]
            elif block:
                extent = (-1, size - 1)
                found += [replace(x, at=at, extent=extent) for x in block]
            if block:
                at += size
                continue
        if line.text:
            listed = _listed(lines, at - 1)
            if listed:
                line = line._replace(text=labels.item(line.text) or "", bold=())
            each = in_line(line)
            found += [replace(one, at=at - 1, listed=listed) for one in each]
    return found


def _block(
    asking: Asking, lines: list[MarkedLine], turn: int | None
) -> tuple[list[Candidate], int]:
    """Return what lines below a label order, and how many of them do so."""
    said = [line.text for line in lines]
    talk = words_of(asking).talk
    while len(said) > 1 and talk.idle(said[-1], names=True):
        said.pop()
    rows = [TalkLine(text, talk) for text in said]
    last = max((at for at, row in enumerate(rows, 1) if row.has("order")), default=1)
    for size in () if asking.sheets else dict.fromkeys((len(said), last)):
        items = [labels.item(one) or bare(one) for one in said[:size]]
        for text in ("\n".join(map(bare, said[:size])), " ".join(items)):
            fits = len(text) <= MAX_BLOCK_CHARS and asking.reads(text)
            if fits and ("\n" in text or asking.could_play((text,))):
                order = asking.game.notation.parse(text)
                block = Candidate(text, Emphasis.LABELLED, order, turn, exact=True)
                return [block], size if size < len(said) else len(lines)
    listed = len(said) > 1 and all(map(labels.item, said))
    items = [labels.item(one) or one for one in said] if listed else said
    each = (labelled(asking, one) for one in items)
    found = [replace(one, turn=turn, listed=listed) for one in each]
    return found, len(said) if listed else len(lines)


def _bare_words(
    asking: Asking, found: list[Candidate], lines: list[MarkedLine]
) -> list[Candidate]:
    """Turn bare words such as "pass" into doubts where they are in a chat, and a lone
    dash above anything: it may be drawn above a name."""
    idle = words_of(asking).talk.idle
    chat = [one for one in lines if one.text and not idle(one.text, names=True)]
    out = []
    several = sum(bool(one.text) for one in lines) > 1
    for one in found:
        plain = one.emphasis is Emphasis.PLAIN and one.order is not None
        dash = lone_dash(one.text) and lone_dash(lines[one.at].text)
        if plain and dash and several:
            doubt = Doubt("dash", one.text, (one.orders,))
            one = replace(one, order=None, doubt=doubt)
        elif plain and _is_bare(one.text) and len(chat) > 1:
            others = any(x is not one and x.order is not None for x in found)
            joins = one.order is not None and one.order.joins
            if not (others and (asking.sheets or joins)):
                doubt = Doubt("word", lines[one.at].text, (one.orders,))
                one = Candidate(one.text, Emphasis.PLAIN, doubt=doubt, at=one.at)
        out.append(one)
    return out


def _is_bare(text: str) -> bool:
    """Return whether an order is a word or two that people say in talk: "pass"."""
    return not re.search(r"\d", text) and len(text.split()) < MANY_PARTS


def _label(asking: Asking, text: str) -> labels.Label | None:
    """Return what is behind a label; the writer's name alone is nothing."""
    found = labels.label(text)
    own = found and asking.seat and asking.seat_of(found.rest) == asking.seat
    return found._replace(rest="") if found and own else found


def _in_line(asking: Asking, line: MarkedLine) -> list[Candidate]:
    """Return what may be orders in a line."""
    text = line.text
    if len(text) > MAX_ORDER_CHARS:
        exact = len(text) <= MAX_BLOCK_CHARS and asking.reads(text)
        order = asking.game.notation.parse(text) if exact else None
        return [Candidate(text, Emphasis.PLAIN, order, exact=True)] if exact else []
    rest = labels.edit(text)
    if starred := labels.starred(text):
        before, rest = starred
        if before:
            said = line._replace(text=f"{before}, I mean {rest}", bold=())
            return [_as_written(one, text) for one in _in_line(asking, said)]
    if rest is not None:
        found = _in_line(asking, line._replace(text=rest, bold=()))
        return [replace(one, edits=True) for one in found]
    if labels.hashed(text) is not None:
        return [labelled(asking, text)]
    label = _label(asking, text)
    if label and label.rest and not asking.reads(text):
        return _parted(asking, label.rest, [labelled(asking, text)])
    if asked := _without_condition(asking, line):
        return [asked]
    own = behind_name(asking, text) or text
    if asking.sheets and len(parts := asking.game.spelling.parts(own, row=True)) > 1:
        each = (order_in(asking, one, Emphasis.PLAIN) for one in parts)
        return [one for one in each if one is not None]
    heads = (label and not label.rest) or labels.heading(text)
    heads = heads or (text.endswith(":") and asking.is_own_name(text))
    heads = heads and not (asking.reads(text) and asking.could_play((text,)))
    if heads:
        return []
    return sentence(asking, own, _parted(asking, own, orders_in(asking, line)))


def _without_condition(asking: Asking, line: MarkedLine) -> Candidate | None:
    """Return a doubt about what a line orders without its conditions in brackets; None
    where there is none, or nothing is ordered."""
    rest = _CONDITION.sub("", line.text)
    if rest in ("", line.text):
        return None
    found = _in_line(asking, line._replace(text=rest, bold=()))
    doubt = next((one.doubt for one in found if one.doubt), None)
    offers = doubt.offers if doubt else ()
    if doubt is None and (sheet := [one for one in found if one.order]):
        offers = (tuple(order for one in sheet for order in one.orders),)
    if not offers:
        return None
    conditions = (one[0].strip() for one in _CONDITION.finditer(line.text))
    left = (*(doubt.left if doubt else ()), *conditions)
    doubt = Doubt("almost", line.text, offers, left)
    return replace(found[-1], text=line.text, order=None, doubt=doubt)


def _as_written(one: Candidate, text: str) -> Candidate:
    """Return what is asked about a line, which was put in other words, as its own."""
    return replace(one, doubt=replace(one.doubt, written=text)) if one.doubt else one


def _parted(asking: Asking, text: str, whole: list[Candidate]) -> list[Candidate]:
    """Return what a line orders, part by part where all of it is no order."""
    if not asking.sheets or len(whole) != 1 or whole[0].order is not None:
        return whole
    one = whole[0]
    if one.why not in ("", "almost", "notation") or one.others:
        return whole
    found = parted(asking, text, one.emphasis)
    offered = len(one.doubt.offers[0]) if one.doubt and one.doubt.offers else 0
    asked = found[0].doubt.offers[0] if found and found[0].doubt else ()
    return whole if not found or (asked and len(asked) <= offered) else found


def _listed(lines: list[MarkedLine], at: int) -> bool:
    """Return whether a line is one of several items of a list that was typed."""
    near = (x for x in (at - 1, at + 1) if 0 <= x < len(lines))
    one = labels.item(lines[at].text) is not None
    return one and any(labels.item(lines[x].text) is not None for x in near)
