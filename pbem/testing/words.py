"""Everything that a game can say has its words, and a page has room for them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from pbem.authoring.static import defects_of_files
from pbem.pages.wording import words
from pbem.protocol import visible_to
from pbem.record import replay, turn_file
from pbem.record.replay import Story
from pbem.record.turn_file import Unreadable
from pbem.referee import Played
from pbem.report import board_image
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.testing.contract import GameCase
from pbem.testing.matches import Match, legal, noise, raise_errors, spoiled
from pbem.testing.pictures import wrong_picture
from pbem.testing.places import SourceLines

_NONE = re.compile(r"\bNone\b")
FORMS = ("text", "markdown", "bbcode", "html")
COLUMNS = 72
AT_ONCE = 80  #: lines that are read in one position
ELSEWHERE = 0.15  #: of them, orders of other positions
#: Names as long as any, which a picture has to cut (`fit`).
LONG = tuple(f"{name} of the Western Waterworks Worldwide"[:40] for name in "ABCDEFGH")


class WordsTests(GameCase):
    """What players read."""

    lines: int = 1_000  #: that are read, from nearly right to nothing at all

    def test_nothing_is_missing_in_its_files(self) -> None:
        """Words of events, faults, endings and prompts; notation; options."""
        assert [one for one in defects_of_files(self.opened()) if not one.hint] == []

    def test_every_report_is_said_in_seventy_two_columns(self) -> None:
        """To everybody, in every form."""
        for match in self.matches(12):
            story, played = _story(match)
            for reader in _readers(match):
                for some in (None, played[-4:]):
                    text = render(report(story, reader, some, whole=True))
                    for line in text.splitlines():
                        wrong = _wrong_line(line)
                        assert wrong is None, (
                            f"the report of {_whose(reader)} {wrong}: {line.strip()}"
                        )
                document(story, reader, played)
            for form in FORMS:
                assert render(report(story, Reader(), None), form)

    def test_every_picture_is_drawn(self) -> None:
        """It is an SVG that can be read, for everybody; what it shows is in its frame,
        with the most players and the longest names, too."""
        game = self.opened()
        if not board_image.can_draw(game):
            return
        file = game.templates / game.template("board.svg.j2")
        most = min(game.facts["seats"][1], len(LONG))
        crowd = Match(game, random.Random(1), LONG[:most])
        crowd.play(6)
        for match in (*self.matches(12), crowd):
            story, _ = _story(match)
            for seat in (None, match.seats[0]):
                wrong = wrong_picture(board_image.svg(report(story, Reader(seat=seat))))
                assert wrong is None, (
                    f"{SourceLines(game).like(file, wrong.drawn)}: {wrong.why}"
                )

    def test_a_receipt_says_what_an_order_would_do(self) -> None:
        """Each event of `explain` has its words."""
        for match in self.matches(12):
            rules, own = match.game.rules, words(match.game)
            window = rules.window(match.state)
            for seat in window.seats if window else ():
                view, reader = rules.view(match.state, seat), Reader(seat=seat)
                for order in legal(match.game, match.state, seat, match.rng)[:12]:
                    bound = rules.bind(match.state, seat, order).order
                    assert bound is not None, f"legal lists {order}, which bind refuses"
                    for event in rules.explain(match.state, seat, bound):
                        assert own.tell(event, view, reader, True)

    def test_every_event_that_happens_can_be_told(self) -> None:
        """In one line."""
        for match in self.matches(12):
            own, view = words(match.game), match.game.rules.view(match.state, None)
            happened = (event for one in match.played for event in one.events)
            for event in (*match.opening, *happened):
                name = type(event).__name__
                line = own.tell(event, view, Reader(moderator=True))
                assert line, f'the words of "{name}" are empty'
                for seat in (None, *match.seats):
                    heard = visible_to(seat, event)
                    seen = match.game.rules.view(match.state, seat)
                    line = own.tell(heard, seen, Reader(seat=seat)) if heard else line
                    assert not _NONE.search(line), (
                        f'the words of "{name}" tell {seat or "the public"} "{line}": '
                        "a field of it is None to who may not know it, so ask first "
                        '({{ e.card or "a card" }})'
                    )

    def test_every_ending_that_comes_about_is_told(self) -> None:
        """In long games."""
        game = self.opened()
        own = words(game)
        for seed in range(self.count):
            match = Match(game, random.Random(seed))
            match.play(40)
            outcome = game.rules.outcome(match.state)
            if outcome is not None:
                assert own.ending(outcome, game.rules.view(match.state, None))

    def test_what_is_wrong_with_a_line_can_always_be_said(self) -> None:
        """By words that end a sentence and name nothing of ours."""
        rng, game = random.Random(20), self.opened()
        looked, elsewhere = 0, list[str]()
        while looked < self.lines:
            match = Match(game, rng)
            match.play(rng.randrange(8))
            good = [match.legal_text(seat) for seat in match.seats]
            elsewhere += good
            window = game.rules.window(match.state)
            for _ in range(min(AT_ONCE, self.lines - looked)):
                kind = rng.random()
                if kind < ELSEWHERE:
                    text = rng.choice(elsewhere)
                else:
                    text = spoiled(rng.choice(good), rng) if kind < 0.7 else noise(rng)
                looked += 1
                seats = window.seats if window else match.seats
                _say(match, rng.choice(seats), text)

    def test_whole_records_that_are_damaged_are_read_or_refused(self) -> None:
        """In words."""
        rng, game = random.Random(7), self.opened()
        for match in self.matches(6):
            text = match.record()
            for _ in range(8):
                damaged = spoiled(spoiled(text, rng), rng)
                try:
                    story = replay.play(turn_file.read(damaged))
                    text = render(report(story, Reader(moderator=True)))
                except Unreadable as error:
                    text = words(game).fault(error.fault)
                assert text


def _wrong_line(line: str) -> str | None:
    """Return what no line of a report may do; None: nothing."""
    if len(line) > COLUMNS:
        return f"has a line of more than {COLUMNS} columns"
    if _NONE.search(line):
        return "says None"
    return "shows a template" if "{{" in line else None


def _whose(reader: Reader) -> str:
    return "the moderator" if reader.moderator else reader.seat or "the public"


def _story(match: Match) -> tuple[Story, list[Played]]:
    played: list[Played] = []
    return replay.play(turn_file.read(match.record()), played.append), played


def _readers(match: Match) -> Iterator[Reader]:
    for display in ("board", "list"):
        yield Reader(moderator=True, display=display)
        for seat in (None, *match.seats):
            yield Reader(seat=seat, display=display)


def _say(match: Match, seat: str, text: str) -> None:
    """Read and bind a line, and put all that is wrong with it in words."""
    header = turn_file.read(match.header())
    story = Story(match.game, header, match.options, match.table)
    piece = turn_file.Piece(" ".join(text.split()), 3, 1)
    for located in story.order(seat, [piece]).faults:
        raise_errors([located.fault])
        message = words(match.game).fault(located.fault, located.text)
        whose = f'the words of "{located.fault.code}"'
        assert message.endswith((".", "?", "!", ")", ":", '"')), (
            f"{whose} lack a full stop at their end: {message}"
        )
        ours = re.sub(r'".*"', "", message)
        assert not re.search(r"\b[A-Z]{3,}_|__|<class|Token\(", ours), (
            f"{whose} name something that no player knows: {message}"
        )
