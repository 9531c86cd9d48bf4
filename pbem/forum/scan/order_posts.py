"""Orders of posts into a record: what is sure is taken, the rest is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.forum.annotations.evidence import Placed, Sheet, same
from pbem.forum.annotations.known_posts import DELETED
from pbem.forum.scan.answers import KEEP, NOTHING
from pbem.forum.scan.assign_turn import DECIDED, Assignment, Place, choose
from pbem.forum.scan.found import TAKES_BACK, Found
from pbem.forum.scan.plan_posts import PlanScan
from pbem.forum.scan.questions import Question, Taken, part_key, read_sheet, spelt
from pbem.forum.scan.state import LASTING
from pbem.forum.thread import Post
from pbem.language.reading import Change
from pbem.protocol import Fault

_ASIDE = ("other-seat",)  #: questions that do not touch the writer's own order
_PLAIN = ("almost", TAKES_BACK)  #: a line that may be an order of some turn


class OrderScan(PlanScan):
    """The part of a scan that takes orders."""

    def passed_on(self, post: Post, found: Found, where: Place) -> Found:
        """Take orders for other seats as far as the moderator has said so.

        Return what is found besides.
        """
        kept: list[Question] = []
        for one in found.questions:
            part = replace(post, key=part_key(post.key, one.letter))
            answer = self.memory.answer(part.key, post.digest()) if one.owner else None
            if answer is None:
                kept.append(one)
                continue
            count, known = len(self.questions), self.annotated.placed.get(part.key)
            self.do_answered(part, one.owner, answer, known, where)
            self.questions[count:] = [
                replace(x, letter=one.letter, post=post) for x in self.questions[count:]
            ]
        return replace(found, questions=tuple(kept))

    def take_new(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """Take a post that no order in the record comes from."""
        if self.superseded(post, seat, where.low):
            lasting = (one for one in found.questions if one.code in LASTING)
            found = Found(questions=tuple(lasting))
        if self.has_answered(seat, where):
            found = replace(found, questions=tuple(filter(_about, found.questions)))
        text = spelt(found.sheet)
        for one in found.questions:
            self._put(self._about_line(one, text, seat, where), post, seat, where)
        if any(one.code not in _ASIDE for one in found.questions):
            return
        change = self._change(found, text, seat, where)
        if change is not None:
            self._put(self.as_change(change, seat, where), post, seat, where)
            return
        if not (found.sheet or found.choices):
            return
        if found.level <= 1 and self._says_less(seat, text, where):
            return
        if found.choices:
            chosen = choose(self.annotated, seat, found, where)
            if isinstance(chosen, Question):
                self._put(chosen, post, seat, where)
                return
            found, text = chosen, spelt(chosen.sheet)
        if self._comes_in_time(post, seat, text, where):
            self._offer(post, seat, found, where)

    def _about_line(
        self, one: Question, text: str, seat: str, where: Place
    ) -> Question:
        """Return what is asked about a line, for what stands beside it and before."""
        if text and one.code in ("almost", "word") and not one.proposal:
            given = {**one.given, "beside": one.text}
            one = Question("beside", text, text, given, change=one.change)
        one = self.as_change(one, seat, where)
        if not one.readings and one.code in _PLAIN and self._waits(seat, where.low):
            return Question("waits", one.text, asks=False)
        return one

    def _change(
        self, found: Found, text: str, seat: str, where: Place
    ) -> Question | None:
        """Return what is asked of a post that changes what its seat has ordered."""
        mine, back = self.standing(seat, where.low), found.takes_back
        had = spelt(mine.sheet) if mine else ""
        changes = back.change if back is not None else None
        if back is not None and changes is not None:
            anew = changes.clears and len(text.split()) >= len(had.split())
            awaited = seat in self.annotated.story.awaited()
            if not anew and (mine or (changes.repeats and awaited)):
                now, given = text or " / ".join(found.choices), {"had": had}
                return Question(TAKES_BACK, back.written, now, given, change=changes)
        change = found.change
        if change is None or not (found.sheet or found.choices):
            return None
        if (change.led or change.adds) and mine is not None:
            on_top = Change(used=change.used, adds=bool(change.adds), applies=True)
            return Question(TAKES_BACK, text, text, change=on_top)
        if change.less and found.level <= 1 and self._says_less(seat, text, where):
            return Question(TAKES_BACK, text, text, change=Change(applies=True))
        return None

    def _comes_in_time(self, post: Post, seat: str, text: str, where: Place) -> bool:
        """Return whether a post counts as it stands now; else ask, or pass it over."""
        seen = self.memory.seen.get(post.key)
        changed = seen is not None and seen != post.digest()
        is_late = where.late(post.time)
        late = where.edited_late(post.edited) and not is_late
        edits = self.memory.policy("edits")
        if (changed or late) and edits == "ignore":
            return False
        if (changed or late) and edits == "ask":
            code = "edited-late" if late else "edited"
            given = {"before": "", "after": text}
            self.ask(Question(code, text, text, given), post, seat)
            return False
        if is_late:
            times = {"until": where.until, "time": post.time}
            why = self._unplayable(seat, text, where)
            one = Question("late", text, "" if why else text, times, why)
            self._put(one, post, seat, where)
        return not is_late

    def _unplayable(self, seat: str, text: str, where: Place) -> Fault | None:
        """Return why orders for the open turn cannot be played; None where they can."""
        awaited = seat in self.annotated.story.awaited()
        if not awaited or where.low != self.annotated.serial:
            return None
        tried = self.annotated.try_(seat, read_sheet(text))
        return tried.faults[0].fault if tried.refused and tried.faults else None

    def _put(self, one: Question, post: Post, seat: str, where: Place) -> None:
        """Ask about a post, or tell that its turn is reported: nothing changes it."""
        if self.over(where) and one.asks and one.code not in LASTING:
            one = Question("past", one.text, NOTHING[0], {"serial": where.low})
        self.ask(one, post, seat)

    def _says_less(self, seat: str, text: str, where: Place) -> bool:
        """Return whether a plain line only repeats a part of a seat's order."""
        mine = self.standing(seat, where.low)
        if mine is None or not text:
            return False
        said, had = text.split(), spelt(mine.sheet).split()
        return len(said) < len(had) and had[: len(said)] == said

    def look_again(self, post: Post, known: Placed, found: Found, where: Place) -> None:
        """Look at a post that was read before: only what has changed matters."""
        unchanged = known.digest == post.digest() or same(known.sheet, found.sheet)
        if not known.seat or unchanged or self.memory.policy("edits") == "ignore":
            return
        text = spelt(found.sheet)
        given: dict[str, Any] = {"before": spelt(known.sheet), "after": text}
        unsure = [one for one in found.questions if one.asks and one.text and not text]
        given["unsure"] = unsure[0].text if unsure else ""
        if where.high is not None:
            self.ask(Question("edited-late", text, KEEP, given), post, known.seat)
        elif DELETED in post.odd:
            given["readings"] = (NOTHING[0],)
            self.ask(Question("edited", proposal=KEEP, given=given), post, known.seat)
        elif self.memory.policy("edits") == "count" and not found.questions:
            self._replace(post, known, found.sheet)
        else:
            one = Question("edited", text, text or NOTHING[0], given)
            if unsure and unsure[0].readings:
                given["readings"] = unsure[0].readings
                text, proposal = unsure[0].text, unsure[0].proposal
                one = Question("edited", text, proposal, given, would=unsure[0].would)
            self.ask(one, post, known.seat)

    def do_answered(
        self, post: Post, seat: str, answer: str, known: Placed | None, where: Place
    ) -> None:
        """Do what the moderator has decided about a post."""
        if answer == KEEP:
            return
        if answer in NOTHING:
            if known is not None and known.seat:
                self._replace(post, known, ())
            return
        name, colon, rest = answer.partition(":")
        if colon and self.people.exactly(name) == seat:
            answer = rest.strip()
        sheet = read_sheet(answer)
        if known is None or not known.seat:
            self._offer(post, seat, Found(sheet, level=DECIDED), where)
        elif not same(known.sheet, sheet):
            self._replace(post, known, sheet)

    def _replace(self, post: Post, known: Placed, sheet: Sheet) -> None:
        """Put other orders in the place of those of a post."""
        if not self.annotated.replace(known, sheet, post):
            self.ask(Question("unfit", spelt(sheet), KEEP), post, known.seat)
            return
        how = "replaced" if sheet else "removed"
        self.taken.append(Taken(post, known.seat, known.serial, sheet, how))

    def _offer(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """Offer orders to the window that they are meant for."""
        first = self.memory.policy("orders") == "first"
        orders = Assignment(self.annotated, post, seat, found, first, self.reached)
        result = orders.to(where, self.held | self.plans_held)
        if isinstance(result, Question):
            self.ask(replace(result, text=spelt(found.sheet)), post, seat)
        elif result is not None:
            self.taken.append(result)
            low = where.low if where.low is not None else result.serial
            self.held.discard((low, seat))


def _about(one: Question) -> bool:
    """Return whether a question matters to an order that stands already."""
    return one.code != "almost" or one.change is None or one.change.applies
