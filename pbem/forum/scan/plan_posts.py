"""Plans of posts into a record: what is sure is taken, the rest is asked.

A plan comes before the order of its post, so that it hears what comes of that. In a
thread everybody can read it, and can play by it; it counts all the same, as an order
that stands in the open counts where orders are sealed, and the moderator is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.forum.annotations.evidence import PlacedPlan, Sheet
from pbem.forum.annotations.remembered import plain
from pbem.forum.scan.answers import KEEP, NOTHING
from pbem.forum.scan.assign_turn import Place, held_up
from pbem.forum.scan.found import Found
from pbem.forum.scan.plan_answers import read_plan, spelt_plan
from pbem.forum.scan.plan_lines import PlanSaid
from pbem.forum.scan.questions import PLAN, Question, TakenPlan
from pbem.forum.scan.state import ScanState
from pbem.forum.thread import Post
from pbem.language.reading import MarkedLine
from pbem.language.respelling import pieces
from pbem.plans.syntax import Line, Unread, read
from pbem.protocol import Closes, Fault, Seat
from pbem.record.header import Piece
from pbem.record.plan_trial import try_plan
from pbem.record.replay import Story
from pbem.report.builder import is_doubt
from pbem.report.plans import plan_markup

_CLEAR = "clear"  #: an answer: the plan that lies there is taken back


class PlanScan(ScanState):
    """The part of a scan that reads plans."""

    _own: Sheet = ()  #: the orders beside the plan that is looked at

    def said_of_plans(
        self, post: Post, seat: Seat, lines: Iterable[MarkedLine], where: Place
    ) -> list[MarkedLine]:
        """Take or ask about the plan of a post; return its other lines."""
        kept, said = self.finder.of(seat).split(lines)
        answer = self.memory.answer(f"{post.key}{PLAN}", post.digest())
        count = len(self.questions)
        plays = self.plays(seat, where.low)
        found = self.find(kept, self.asking(seat, plays)) if said.lines else Found()
        self._own, before = found.sheet, self.annotated.plans
        self._plan(post, seat, said, where, answer)
        asks = any(one.asks for one in self.questions[count:])
        if said.drops and (asks or answer is not None or post.key in before):
            kept = [one for one in kept if one.text != said.drops]
        if asks:
            low = where.low if where.low is not None else self.annotated.serial
            self.plans_held.add((low, seat))
            return kept
        known = self.annotated.plans.get(post.key)
        texts = {one.text for one in _lines(known)} if known else set()
        loose = (one for at, one in said.loose if said.lines[at][0] not in texts)
        return [*kept, *loose]

    def _plan(
        self,
        post: Post,
        seat: Seat,
        said: PlanSaid,
        where: Place,
        answer: str | None,
    ) -> None:
        known = self.annotated.plans.get(post.key)
        if answer is not None:
            self._decided(post, seat, known, where, answer)
            return
        ways = said.ways if said.lines else []
        if said.owner and self.people.exactly(said.owner) != seat:
            given = {"owner": said.owner}
            one = Question("plan-other", said.written[0], given=given, asks=False)
            self.ask(one, post)
            return
        if known is not None:
            self._plan_again(post, seat, known, said, ways, where)
            return
        drops = said.drops and not ways and not said.clears
        if not ways and not said.clears and (not drops or self._nothing_lies(seat)):
            return
        if self._later_plan(post, seat) or self._plan_is_past(post, seat, said, where):
            return
        late = where.late(post.time) or where.edited_late(post.edited)
        seen = self.memory.seen.get(post.key)
        changed = (seen is not None and seen != post.digest()) or late
        edits = self.memory.policy("edits")
        if changed and not where.late(post.time) and edits == "ignore":
            return
        good = self._good(seat, ways)
        if ways and not good:
            self._faulty(post, seat, ways[0])
        elif where.late(post.time) or (changed and edits == "ask"):
            code = "plan-late" if where.late(post.time) else "plan-edited"
            self._ask_plan(post, seat, code, good, empty=_CLEAR * said.clears)
        elif drops:
            self._ask_plan(post, seat, "plan-drop", (), before=said.drops, empty=_CLEAR)
        elif len(good) > 1 or said.near:
            code = "plan-meant" if len(good) == 1 else "plan-depth"
            self._ask_plan(post, seat, code, good)
        elif good and self._in_part(seat, good[0]):
            self._ask_plan(post, seat, "plan-less", good)
        else:
            self._take_plan(post, seat, good[0] if good else (), where)

    def _decided(
        self,
        post: Post,
        seat: Seat,
        known: PlacedPlan | None,
        where: Place,
        answer: str,
    ) -> None:
        """Do what the moderator has said of a plan."""
        lines = () if answer in NOTHING else read_plan(answer)
        if answer == _CLEAR:
            if not self._nothing_lies(seat):
                self._take_plan(post, seat, (), where)
            return
        if answer == KEEP or (known is None and not lines):
            return
        mine = plain(spelt_plan(_lines(known))) if known is not None else None
        if mine == plain(spelt_plan(lines)):
            return
        if lines and self._fault(seat, lines) is not None:
            self._faulty(post, seat, lines)
        elif known is None or known == self._last_plan(seat):
            self._take_plan(post, seat, lines, where)

    def _plan_again(
        self,
        post: Post,
        seat: Seat,
        known: PlacedPlan,
        said: PlanSaid,
        ways: Sequence[tuple[Line, ...]],
        where: Place,
    ) -> None:
        """Look at a plan that was read before: only what has changed matters."""
        mine = spelt_plan(_lines(known))
        texts = [plain(spelt_plan(one)) for one in ways]
        same = plain(mine) in texts or (not ways and not known.lines)
        if same or known.seat != seat or known != self._last_plan(seat):
            return
        if not ways and known.digest == post.digest():
            return  # the moderator has typed it
        if self.memory.policy("edits") == "ignore":
            return
        good = self._good(seat, ways)
        if ways and not good:
            self._faulty(post, seat, ways[0])
        elif self.memory.policy("edits") == "count" and len(good) < 2 and not said.near:
            self._take_plan(post, seat, good[0] if good else (), where)
        else:
            given = {"before": mine, "empty": NOTHING[0]}
            self._ask_plan(post, seat, "plan-edited", good, **given)

    def _plan_is_past(
        self, post: Post, seat: Seat, said: PlanSaid, where: Place
    ) -> bool:
        """Return whether a plan cannot count any more; who should know is told."""
        low, high, now = where.low, where.high, self.annotated.serial
        window, code = self.annotated.story.window, ""
        closes = window is not None and window.closes is not Closes.FIRST
        if high is not None and now > high and low is not None:
            code = "plan-past"
        elif window is None and (low is None or low >= now):
            code = "plan-over"
        elif low is not None and low > now + closes:
            code = "plan-ahead"
        elif said.clears and not said.lines and self._nothing_lies(seat):
            code = "plan-none"
        elif self._waits(seat, low):
            code = "plan-waits"
            self.plans_held.add((low if low is not None else now, seat))
        if code:
            given = {"low": low, "serial": now}
            text = (said.written or [said.drops])[0]
            self.ask(Question(code, text, given=given, asks=False, letter=PLAN), post)
        return bool(code)

    def _waits(self, seat: Seat, low: int | None) -> bool:
        """Return whether something that was said before must be answered first."""
        said = (one for one in self.questions if one.code == "waits")
        return any(one.seat != seat for one in said) or held_up(
            self.annotated.story, seat, low, self.held | self.plans_held
        )

    def _nothing_lies(self, seat: Seat) -> bool:
        plan = self.annotated.story.plans.get(seat)
        return plan is None or plan.ended is not None

    def _last_plan(self, seat: Seat) -> PlacedPlan | None:
        mine = [one for one in self.annotated.plans.values() if one.seat == seat]
        return max(mine, key=lambda one: one.start, default=None)

    def _later_plan(self, post: Post, seat: Seat) -> bool:
        """Return whether a later post of the seat has replaced the plan of this one."""
        last = self._last_plan(seat)
        return last is not None and last.number > post.number

    def _turn(self, where: Place) -> int:
        """Return the turn that a post belongs to, as a plan counts it."""
        now, low = self.annotated.serial, where.low
        if low is None or low == now:
            return now
        if low > now:
            return low
        sealed = self.annotated.closes.get(low) is Closes.ALL
        return low if sealed and low == now - 1 else now

    def _take_plan(
        self, post: Post, seat: Seat, lines: Sequence[Line], where: Place
    ) -> None:
        """Write a plan into the record."""
        serial, window = self._turn(where), self.annotated.story.window
        before = self.annotated.story.plans.get(seat)
        laid = self.annotated.lay(seat, post, lines, serial)
        if laid is None:
            given = {"serial": serial}
            text = spelt_plan(lines)
            self.ask(Question("plan-unfit", text, given=given, asks=False), post)
            return
        how = "new" if before is None or before.ended else "replaced"
        sealed = window is not None and window.sealed
        past = serial < self.annotated.serial
        story = self.annotated.story if past else self._with(seat, lines)
        shown = self._shown(story, seat) if lines else ""
        how = how if lines else "cleared"
        told = sealed and bool(lines)
        taken = TakenPlan(post, seat, serial, laid.lines, how, shown, told)
        self.plans.append(taken)

    def _ask_plan(
        self,
        post: Post,
        seat: Seat,
        code: str,
        good: Sequence[tuple[Line, ...]],
        *,
        before: str = "",
        empty: str = "",
    ) -> None:
        """Ask which of some plans is meant; the likeliest stands first, `empty` where
        there is none."""
        shown = {spelt_plan(one): self._would_be(seat, one) for one in good}
        texts = sorted(shown, key=lambda one: shown[one].count("can never be played"))
        given = {"readings": tuple(texts), "before": before}
        text = texts[0] if texts else empty
        one = Question(code, text, text, given, letter=PLAN, shown=shown)
        self.ask(one, post, seat)

    def _faulty(self, post: Post, seat: Seat, lines: Sequence[Line]) -> None:
        """Ask about a plan that cannot be read, with the line that is wrong."""
        found = self._fault(seat, lines)
        assert found is not None
        index, fault = found
        line = lines[min(index, len(lines) - 1)].text
        given = {"line": index + 1, "plan": spelt_plan(lines)}
        one = Question("plan-fault", line, given=given, fault=fault, letter=PLAN)
        self.ask(one, post, seat)

    def _good(
        self, seat: Seat, ways: Iterable[tuple[Line, ...]]
    ) -> list[tuple[Line, ...]]:
        """Return those that can be read, each line two columns below its own."""
        return [
            read_plan(spelt_plan(one)) for one in ways if self._fault(seat, one) is None
        ]

    def _fault(self, seat: Seat, lines: Sequence[Line]) -> tuple[int, Fault] | None:
        """Return what is wrong with a plan, and in which of its lines, from 0."""
        story = self.annotated.story
        try:
            read(story.game, seat, story.header.seats, lines, story.record.roles)
        except Unread as error:
            return error.index, error.fault
        return None

    def _with(self, seat: Seat, lines: Sequence[Line]) -> Story:
        """Return the game with a plan in it, and the orders of its post behind it."""
        story = self.annotated.story.copy()
        story.plan(seat, [Piece(one.text, 0, one.indent + 1) for one in lines])
        for order in self._own:
            before = story.copy()
            if story.order(seat, pieces(order)).refused:
                story = before
        return story

    def _would_be(self, seat: Seat, lines: Sequence[Line]) -> str:
        """Return what a plan would do if it lay in the record now, as markup."""
        return self._shown(self._with(seat, lines), seat)

    def _in_part(self, seat: Seat, lines: Sequence[Line]) -> bool:
        """Return whether a part of what a plan says would not count."""
        tried = try_plan(self._with(seat, lines), seat)
        return any(not is_doubt(note.fault) for one in tried for note in one.notes)

    def _shown(self, story: Story, seat: Seat) -> str:
        return plan_markup(story, seat) if seat in story.plans else ""


def _lines(known: PlacedPlan) -> list[Line]:
    return [Line(one.lstrip(), len(one) - len(one.lstrip())) for one in known.lines]
