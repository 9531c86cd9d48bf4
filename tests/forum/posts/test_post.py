"""Posts out: whole, within the forum's limit, known again, and nothing leaks."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.forum.annotations.report_header import header_in
from pbem.forum.markup import bbcode, html_body
from pbem.forum.posts.dialect import Dialect, known_dialects
from pbem.forum.posts.post import MAX_OPEN_LINES, _Maker, posts
from pbem.forum.thread import Post
from pbem.language.reading import MarkedLine
from pbem.pages import page
from pbem.protocol import Step
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from pbem.report import builder
from pbem.report.model import Reader

DIALECTS = known_dialects()
ROOT = Path(__file__).parents[3]
EXAMPLES = sorted(ROOT.glob("games/*/examples/*.txt"))
UNTIL = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


def story(path: Path) -> Story:
    """The story of an example."""
    return play(read(path.read_text()))


def shown(text: str, forum: str) -> tuple[MarkedLine, ...]:
    """A post as the next scan sees it, as far as we know the forum's markup."""
    if forum == "html":
        return html_body.lines_of(text)[0]
    return bbcode.lines_of(text, markdown=DIALECTS[forum].ending == "md")[0]


@pytest.mark.parametrize("forum", DIALECTS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_part_fits_and_is_known_again(forum: str, path: Path) -> None:
    one = story(path)
    for limit in (None, 2_000):
        made = posts(one, DIALECTS[forum], limit=limit, until=UNTIL)
        assert made.public
        for part in made.public:
            assert len(part) <= (limit or DIALECTS[forum].max_chars)
            post = Post(number=1, author="Gina", lines=shown(part, forum))
            assert header_in(post, one.name) == (one.table.serial, UNTIL)
        count = len(made.public)
        if count > 1:
            for number, part in enumerate(made.public, 1):
                assert f", part {number} of {count}" in part


@pytest.mark.parametrize("forum", ["phpbb", "discourse", "nodebb", "markdown", "bgg"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_board_keeps_its_width(forum: str, path: Path) -> None:
    one = story(path)
    blocks = builder.report(one, Reader()).blocks()
    text = "\n".join(posts(one, DIALECTS[forum]).public)
    if forum == "bgg":
        assert "<" not in text
        text = text.replace("\u00a0", " ").replace("‹", "<").replace("›", ">")
        text = text.replace("\u200b", "")
    for block in blocks:
        if block.kind == "|":
            assert "\n".join(block.lines) in text


def test_the_first_post_holds_settings_but_no_seed() -> None:
    from pbem.forum.annotations import game_settings

    path = ROOT / "games/magblast/examples/screamers.txt"
    text = path.read_text()
    for forum in DIALECTS:
        (first, *_) = posts(
            story(path), DIALECTS[forum], record=text, begin=True
        ).public
        assert "Seed" not in first
        found = game_settings.read(
            Post(number=1, author="G", lines=shown(first, forum))
        )
        assert found is not None
        assert read(found.record()).header.seats == read(text).header.seats


def test_only_a_private_message_holds_a_hand() -> None:
    path = ROOT / "games/magblast/examples/screamers.txt"
    one = story(path)
    made = posts(one, DIALECTS["discourse"])
    assert set(made.private) == set(one.header.seats)
    rules, state = one.game.rules, one.table.state
    public = "\n".join(made.public)
    mine = builder.report(one, Reader(seat=one.header.seats[0])).blocks()
    (ours,) = made.private[one.header.seats[0]]
    assert rules.view(state, None) != rules.view(state, one.header.seats[0])
    secret = [x for block in mine for x in block.lines if "hand" in x.lower()]
    assert secret
    assert len(ours) > len(public) // 2
    for path in (ROOT / "games/arena/examples/duel.txt",):
        assert posts(story(path), DIALECTS["bgg"]).private == {}


@pytest.mark.parametrize("forum", DIALECTS)
def test_a_name_cannot_act_as_markup(forum: str) -> None:
    name = "[b]*x*[/b]`<i>y"
    text = f"Game: arena\nName: z\nSeats: {name}, Bob\n\n== 0 ==\n{name}: fire C3\n"
    text += "Bob: air F6\n"
    (made,) = posts(play(read(text)), DIALECTS[forum]).public
    if forum in ("phpbb", "bgg"):
        assert "[b]*x*" not in made
    if forum in ("discourse", "nodebb", "markdown", "html"):
        assert "<i>" not in re.sub(r"(?s)```.*?```", "", made)
    lines = shown(made, forum)
    assert all("x" not in bold or "*" in bold for x in lines for bold in x.bold)


def test_long_sections_are_folded_where_a_forum_can() -> None:
    path = ROOT / "games/magblast/examples/five-admirals.txt"
    one = story(path)
    folded = "\n".join(posts(one, DIALECTS["discourse"]).public)
    assert folded.count("[details=") == folded.count("[/details]")
    open_ = "\n".join(posts(one, DIALECTS["phpbb"]).public)
    assert "[spoiler" not in open_


def test_a_picture_is_shown_where_a_forum_shows_one() -> None:
    one = story(ROOT / "games/arena/examples/duel.txt")
    url = "https://example.org/board.png"
    for forum, wanted in {
        "phpbb": f"[img]{url}[/img]",
        "discourse": f"![The board]({url})",
        "nodebb": f"![The board]({url})",
    }.items():
        assert wanted in posts(one, DIALECTS[forum], picture=url).public[0]
    assert url not in posts(one, DIALECTS["bgg"], picture=url).public[0]


def test_the_replay_stands_below_the_last_part() -> None:
    one = story(ROOT / "games/arena/examples/duel.txt")
    url = "https://example.org/duel_1.html"
    for forum, dialect in DIALECTS.items():
        parts = posts(one, dialect, replay=url, limit=1_200).public
        assert [url in part for part in parts] == [*[False] * (len(parts) - 1), True]
        assert parts[-1].rstrip().splitlines()[-1] == dialect.link(
            url, "The game so far, turn by turn"
        ), forum


def test_a_long_section_is_folded_whole() -> None:
    """Its heading is the title of one fold, with all its blocks in it."""
    one = story(ROOT / "games/magma/examples/partners.txt")
    long = tuple(f"line {number}" for number in range(MAX_OPEN_LINES + 1))
    blocks = [
        *page.blocks("= A game :: x"),
        *page.blocks("== First\n\nIt began."),
        *page.blocks("== Long\n\nBefore."),
        page.Block("|", long),
        *page.blocks("After.\n\n== Last\n\nIt ended."),
    ]
    (text,) = _Maker(one, DIALECTS["discourse"], 9_000, None).parts(blocks, "")
    head, _, rest = text.partition("[details=")
    inside, _, tail = rest.partition("[/details]")
    assert inside.startswith('"Long"]\n\nBefore.\n')
    assert inside.rstrip().endswith("After.")
    assert "line 30" in inside
    assert "It began." in head
    assert "It ended." in tail
    assert "[details" not in tail


#: A forum that writes lines as they are, and folds with a word before and after.
BARE = Dialect(
    title="Bare",
    rank=1,
    block=lambda block: "\n".join(block.lines),
    hide=lambda title, text: f"<{title}>{text}</>",
)
TITLE = page.Block("=", ("T",))
ROOM = 901 - 400 - len("T")  #: characters of a part below its header, of 901 in all


def cut(*blocks: page.Block, limit: int = 901, picture: str = "") -> list[list[str]]:
    """The pieces of each part of a post, its title and its header line left out."""
    one = story(ROOT / "games/arena/examples/duel.txt")
    made = _Maker(one, BARE, limit, None).parts([TITLE, *blocks], picture)
    return [part.rstrip("\n").split("\n\n")[2:] for part in made]


def some(*lengths: int) -> list[page.Block]:
    """Paragraphs of one line each."""
    return [page.Block("", ("x" * length,)) for length in lengths]


def sizes(parts: list[list[str]]) -> list[list[int]]:
    """How long the pieces of each part are."""
    return [[len(piece) for piece in part] for part in parts]


@pytest.mark.parametrize(
    ("lengths", "parts"),
    [
        ((248, 248), [[248, 248]]),
        ((248, 249), [[248], [249]]),
        ((100, 100, 294), [[100, 100, 294]]),
        ((100, 100, 295), [[100, 100], [295]]),
        ((ROOM, 1, 1), [[ROOM], [1, 1]]),
        ((), [[]]),
    ],
)
def test_a_part_takes_as_much_as_it_has_room_for(
    lengths: tuple[int, ...], parts: list[list[int]]
) -> None:
    assert sizes(cut(*some(*lengths))) == parts


def test_a_picture_takes_its_room_in_the_first_part() -> None:
    assert sizes(cut(*some(298), picture="p" * 200)) == [[200, 298]]
    assert sizes(cut(*some(299), picture="p" * 200)) == [[200], [299]]


def test_a_block_that_is_too_long_is_cut_in_two_until_it_fits() -> None:
    lines = tuple(f"{number:099}" for number in range(6))
    whole = page.Block("|", lines[:5])
    assert cut(whole) == [["\n".join(lines[:5])]]
    longer = page.Block("|", lines)
    assert cut(longer) == [["\n".join(lines[:3])], ["\n".join(lines[3:])]]
    (long,) = some(ROOM + 1)
    words = page.Block("", (" ".join(["word"] * 101),))
    assert len(words.lines[0]) == ROOM + 4
    assert all(len(piece) <= ROOM for part in cut(long, words) for piece in part)
    told = " ".join(piece for part in cut(words) for piece in part)
    assert told == words.lines[0]
    assert max(map(len, cut(words)[0])) <= ROOM // 3


def test_a_part_has_some_room_whatever_the_limit() -> None:
    assert sizes(cut(*some(400, 1), limit=10)) == [[400], [1]]
    assert sizes(cut(*some(400, 1), limit=800)) == [[400], [1]]
    assert len(cut(*some(401), limit=10)[0][0]) < 401


def section(title: str, *blocks: page.Block) -> list[page.Block]:
    """A section with its heading."""
    return [page.Block("==", (title,)), *blocks]


def lines(count: int) -> page.Block:
    """A drawing of so many lines."""
    return page.Block("|", ("x",) * count)


def test_a_section_is_folded_for_a_line_too_many_between_first_and_last() -> None:
    (heading,) = [len(page.to_text([one]).splitlines()) for one in section("A")]
    most = MAX_OPEN_LINES - heading
    for folded in (0, 1):
        middle = section("Middle", lines(most + folded))
        (part,) = cut(lines(40), *middle, *section("Last", lines(40)))
        assert ("<Middle>" in "".join(part)) is bool(folded)
        assert "<Last>" not in "".join(part)
    (part,) = cut(*section("First", lines(40)), *section("Last", lines(40)))
    assert "".join(part).count("<") == 0


def test_a_fold_that_is_too_long_is_closed_and_opened_again() -> None:
    inside = ROOM - len("Middle") - 60
    half = (inside - 2) // 2
    for more in (0, 1 + inside % 2):
        middle = section("Middle", lines(40), *some(half, half - 79 - 2 + more))
        parts = cut(*some(1), *middle, *section("Last"))
        text = "".join(piece for part in parts for piece in part)
        assert text.count("<Middle>") == text.count("</>") == 1 + bool(more)
        assert text.count("x") == 1 + 40 + half + half - 81 + more


def test_the_forums_in_their_order_and_what_each_takes() -> None:
    """Limits are those that a forum is shipped with."""
    assert {name: one.max_chars for name, one in DIALECTS.items()} == {
        "phpbb": 60_000,
        "discourse": 32_000,
        "nodebb": 32_767,
        "bgg": 30_000,
        "markdown": 60_000,
        "html": 60_000,
        "plain": 60_000,
    }
    ranks = [one.rank for one in DIALECTS.values()]
    assert ranks == [10, 20, 30, 40, 50, 60, 70]
    endings = {one.ending for name, one in DIALECTS.items() if name not in ("html",)}
    assert endings == {"txt", "md"}
    assert DIALECTS["html"].ending == "html"
    assert [name for name, one in DIALECTS.items() if one.wraps] == ["plain"]


def test_who_is_told_of_something_alone_gets_a_message() -> None:
    """Though everybody sees the same board."""
    one = story(ROOT / "games/arena/examples/duel.txt")
    assert one.last is not None
    (first, *others) = one.last.events
    ann = one.header.seats[0]
    secret = replace(first, known_to=frozenset({ann}))
    for events, seats in (
        ((secret, *others), {ann}),
        ((first, *others), set()),
    ):
        last = one.last._replace(step=Step(one.last.after, events), news=())
        told = replace(one, last=last)
        assert set(posts(told, DIALECTS["bgg"]).private) == seats
    begun = replace(one, last=None, opening=(secret,))
    assert set(posts(begun, DIALECTS["bgg"]).private) == {ann}
