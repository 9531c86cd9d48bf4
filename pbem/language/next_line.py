"""Orders that go on in the next line: "Move: D4", and "Cast: 1NE" below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain

from pbem.language.candidates import Candidate, Doubt, words_of
from pbem.language.changes import said_twice
from pbem.language.reading import Asking, Emphasis, MarkedLine
from pbem.language.readings import MAX_CLAUSES, MAX_READINGS
from pbem.language.understand import Understood
from pbem.protocol import Lines

_ARROWS = (">", "->", "→")


def joined(asking: Asking, found: list[Candidate]) -> list[Candidate]:
    """Put together orders that go on in the next line: "Move: D4", "Cast: 1NE"."""
    if asking.sheets:
        return [*_behind(asking, found)]
    # A line pasted 1,000 times is put together with itself once.
    plays = asking.could_play
    understand = cache(partial(words_of(asking).understand, plays=plays))
    out: list[Candidate] = []
    for one in found:
        if out and (both := _both(asking, understand, out[-1], one)):
            out[-1] = both
        else:
            out.append(one)
    return out


def _behind(asking: Asking, found: list[Candidate]) -> Iterator[Candidate]:
    """Yield candidates; a line that is an order only behind the one above it is read
    so: "A Mar supports that"."""
    above: Candidate | None = None
    for one in found:
        if above is not None and one.order is None and not one.others:
            both = f"{above.text}\n{one.text}"
            if text := _last_of(asking, above.text, both):
                order = asking.game.notation.parse(text)
                one = replace(one, text=text, order=order, doubt=None)
        above = one if one.order is not None else above
        yield one


def _last_of(asking: Asking, first: str, both: str) -> str:
    """Return what two lines order that the first does not; "" where that is nothing, or
    they are not read as one."""
    if asking.game.rules.lines is not Lines.COMPOUND or not asking.reads(both):
        return ""
    parse = asking.game.notation.parse
    before, after = str(parse(first)).split("\n"), str(parse(both)).split("\n")
    return "\n".join(after[len(before) :]) if after[: len(before)] == before else ""


def _both(
    asking: Asking,
    understand: Callable[[str], Understood],
    last: Candidate,
    one: Candidate,
) -> Candidate | None:
    """Return two lines as one order, where the second is none that stands alone."""
    first, second = _part(last), _part(one)
    near = 0 < one.at - last.at <= 2 and not one.edits
    row = last.exact and one.at - last.at == 1
    alone = one.exact and not (one.listed and last.listed) and not row
    if one.understood.led and not first and one.at - last.at == 1:
        return _headed(asking, last, one)
    if alone or not (first and second and near):
        return None
    found = understand(f"{first} {second}")
    if not found.sure or len(found.readings[0]) > 1:
        return None
    (text,) = found.readings[0]
    emphasis = max(last.emphasis, one.emphasis)
    extent = (last.at + last.extent[0] - one.at, 0)
    if once := said_twice(text, asking.reads):
        doubt = Doubt("almost", text, ((once,), (text,)))
        return Candidate(text, emphasis, doubt=doubt, at=one.at, extent=extent)
    return replace(
        last,
        text=text,
        emphasis=emphasis,
        order=asking.game.notation.parse(text),
        doubt=None,
        at=one.at,
        extent=extent,
        understood=found,
    )


def _headed(asking: Asking, last: Candidate, one: Candidate) -> Candidate | None:
    """Ask about an order whose first part may be in the line above, in talk."""
    found = last.understood
    asks = last.why not in ("", "almost")
    if asks or last.others or found.marks or not found.used:
        return None
    whole = " ".join((*found.used, *one.understood.used))
    if not (asking.reads(whole) and asking.could_play((whole,))):
        return None
    text = f"{last.text} / {one.text}"
    doubt = Doubt("almost", text, ((whole,), one.orders), found.unread)
    return replace(one, order=None, doubt=doubt, extent=(last.at - one.at, 0))


def _part(one: Candidate) -> str:
    """Return what a line adds to an order that it is a part of."""
    found = one.understood
    if one.exact:
        return one.text
    if one.emphasis is Emphasis.LABELLED and not one.listed:
        return ""
    return " ".join(found.used) if found.plain and not found.marks else ""


def whole_of(
    asking: Asking, found: Sequence[Candidate], best: Sequence[Candidate]
) -> Candidate | None:
    """Return a doubt about what several lines order together, where none of them is a
    whole order by itself; None where they are none."""
    rows = [x for x in found if x.understood.used or x.order or x.doubt]
    rows = [x for x in rows if not _apart(x)]
    lead = f"{asking.game.spelling.lead} "
    whole = any(one.exact or not one.text.startswith(lead) for one in best)
    if asking.sheets or whole or not 1 < len(rows) <= MAX_CLAUSES + 1:
        return None
    each = [
        x.doubt.offers[:1] if x.doubt else (x.orders,) * bool(x.order) for x in rows
    ]
    alone = [*chain(*each)]
    said_in = (
        some[0][0] if some else x.text for x, some in zip(rows, each, strict=True)
    )
    text = ". ".join(x.removeprefix(lead) for x in said_in)
    said = words_of(asking).understand(text, asking.could_play, eager=True)
    offers = said.readings or words_of(asking).guesses(text, asking.could_play)
    most = max((len(x[0].removeprefix(lead).split()) for x in alone), default=0)
    led = lead != " " and any(one[0].startswith(lead) for one in offers[:1])
    if not offers or led or len(offers[0][0].split()) <= most:
        return None
    offers = tuple(dict.fromkeys((*offers, *alone)))[:MAX_READINGS]
    extent = (rows[0].at + rows[0].extent[0] - rows[-1].at, rows[-1].extent[1])
    doubt = Doubt("almost", text, offers)
    return replace(rows[-1], text=text, order=None, doubt=doubt, extent=extent)


def _apart(one: Candidate) -> bool:
    """Return whether a line is no part of what the lines next to it order."""
    why = ("", "almost", "word", "notation")
    told = one.others or one.edits or one.turn is not None
    return told or bool(one.understood.marks) or one.why not in why


def unwrapped(asking: Asking, lines: Iterable[MarkedLine]) -> list[MarkedLine]:
    """Return lines, two as one where an order was wrapped beside an arrow.

    A blank takes the place of the line end, so that spans stay.
    """
    found: list[MarkedLine] = []
    for line in lines:
        last = found[-1].text if found else ""
        arrow = line.text.startswith(_ARROWS) or last.rstrip().endswith(_ARROWS)
        if arrow and last and asking.reads(both := f"{last} {line.text}"):
            found[-1] = line._replace(text=both)
        else:
            found.append(line)
    return found
