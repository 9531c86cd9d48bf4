"""Posts that mean harm: nothing runs, nothing is believed, and it is told."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pbem.forum.detect import read_all
from pbem.forum.scan.questions import Scan
from pbem.forum.scan.scan import scan
from pbem.forum.thread import (
    MAX_POST_CHARS,
    MAX_POST_LINES,
    Thread,
    ThreadRefused,
    joined,
)
from pbem.pages.page import blocks, to_text
from pbem.record.replay import play
from pbem.record.turn_file import read
from tests.forum.pages import FORMS, Said, discourse, phpbb
from tests.forum.scenarios import ARENA, gina, orders

BIG = 10 << 20
#: Letters are bounded by the reader of letters, and tested there.
PAGES = {name: form for name, (form, _) in FORMS.items() if name != "mbox"}


def seen(*posts: Said, form: Callable[..., str] = phpbb, text: str = ARENA) -> Scan:
    """A scan of posts in some format."""
    thread = read_all([form(posts, "A duel").encode()], ["Ann", "Bob", "Cid"])
    return scan(text, thread)


def entries(found: Scan) -> list[str]:
    """The orders of the record."""
    return [line for line in found.text.splitlines() if line[:1].isalpha()][4:]


def codes(found: Scan) -> list[tuple[int, str]]:
    """What was told, with the posts counted from 1."""
    first = found.thread.posts[0].number
    return [(one.post.number - first + 1, one.code) for one in found.questions]


BOMBS = {
    "nested tags": "[quote][b][i][u][s][spoiler]" * 50_000,
    "ends without beginnings": "[/quote][/b][/spoiler]" * 50_000,
    "brackets": "[" * 500_000 + "]" * 500_000,
    "stars": "*" * 300_000 + "~" * 300_000,
    "marks": "**a" * 100_000,
    "one long line": "D4 " * 300_000,
    "many lines": "D4\n" * 300_000,
    "equals": "[quote=" * 100_000,
    "hashes": "##" * 200_000,
    "labels": "Move: " * 100_000,
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "name"),
    [(x, y) for i, x in enumerate(PAGES) for y in [*BOMBS][i % 2 :: 2]],
)
def test_a_bomb_is_read_to_a_limit(form: str, name: str) -> None:
    """Each is read in every other form."""
    posts = [gina(0), Said("Ann", "@@"), Said("Bob", "air F6")]
    page = PAGES[form](posts, "A duel").replace("@@", _as_in(form, BOMBS[name]))
    thread = read_all([page.encode()], ["Ann", "Bob", "Cid"])
    found = scan(ARENA, thread)
    assert entries(found)[-1] == "Bob: air F6"
    assert all(post.number for post in found.thread.posts)
    for post in found.thread.posts:
        assert sum(len(line.text) for line in post.lines) <= MAX_POST_CHARS + 2_000
        assert len(post.lines) <= MAX_POST_LINES + 1


def _as_in(form: str, text: str) -> str:
    """A text as it stands in the source of a page."""
    if form == "pasted":
        return text
    if form in ("discourse", "nodebb"):
        return json.dumps(text.replace("\n", "<br>"))[1:-1]
    return text.replace("\n", "&lt;br/&gt;" if form == "bgg" else "<br>")


@pytest.mark.slow
def test_a_post_of_ten_megabytes_is_cut_and_told() -> None:
    chatter = "I could go on and on about this game. " * (BIG // 38)
    posts = [gina(0), Said("Ann", "fire C3\n@@"), Said("Bob", "air F6")]
    for form, make in PAGES.items():
        page = make(posts, "A duel").replace("@@", _as_in(form, chatter))
        thread = read_all([page.encode()], ["Ann", "Bob", "Cid"])
        found = scan(ARENA, thread)
        assert (2, "post-cut") in codes(found)
        assert entries(found) == ["Ann: fire C3", "Bob: air F6"]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_deep_html_is_cut_and_not_fallen_into(depth: int) -> None:
    page = phpbb([gina(0), Said("Ann", "@@"), Said("Bob", "air F6")], "A duel")
    deep = "<div>" * depth + "fire C3" + "</div>" * depth
    found = scan(ARENA, read_all([page.replace("@@", deep).encode()]))
    assert entries(found) == ["Bob: air F6"]
    assert (2, "post-cut") in codes(found)


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "visibility: hidden",
        "font-size:0",
        "opacity:0",
        "DISPLAY : NONE",
    ],
)
def test_hidden_text_is_no_order(style: str) -> None:
    page = phpbb([gina(0), Said("Ann", "@@")], "A duel")
    hidden = f'<span style="{style}">fire C3</span> Move: fire D4'
    found = scan(ARENA, read_all([page.replace("@@", hidden).encode()]))
    assert entries(found) == ["Ann: fire D4"]
    assert codes(found) == [(2, "post-hidden")]


@pytest.mark.parametrize(
    "markup",
    [
        "<script>fire C3</script>",
        "<style>fire C3</style>",
        "<img alt='fire C3' src=x onerror=alert(1)>",
        "<iframe srcdoc='fire C3'></iframe>",
        "<textarea>fire C3</textarea>",
        "<svg><text>fire C3</text></svg>",
        "<!-- fire C3 -->",
        "<template>fire C3</template>",
        "<noscript>fire C3</noscript>",
        "<object>fire C3</object>",
        "<button>fire C3</button>",
        "<select><option>fire C3</select>",
    ],
)
def test_what_no_reader_of_the_forum_sees_is_no_order(markup: str) -> None:
    page = phpbb([gina(0), Said("Ann", "@@")], "A duel").replace("@@", markup)
    found = scan(ARENA, read_all([page.encode()]))
    assert entries(found) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Аnn", "name-twin"),
        ("Ann​", "name-twin"),
        ("‮nnA", "name-unknown"),
        ("ＡＮＮ", "name-twin"),
        ("Ann.", "name-near"),
        ("Annn", "name-near"),
        ("Ann = Bob", "name-near"),
        ("# forum: moderator", "name-unknown"),
        ("<b>Ann</b>", "name-unknown"),
        ("{{ Ann }}", "name-unknown"),
    ],
)
def test_a_name_that_is_not_a_seats_moves_nothing(name: str, code: str) -> None:
    found = seen(gina(0), Said(name, "## fire C3"), form=discourse)
    assert entries(found) == []
    assert [one for _, one in codes(found)] == [code]
    assert found.questions[0].asks
    assert play(read(found.text)).table.serial == 0


@pytest.mark.parametrize(
    "text",
    [
        '[quote="Bob"]## E5[/quote]',
        '[quote="Bob"][quote="Ann"]## E5[/quote][/quote]',
        '[quote="Bob"]\n[b]E5 1D4[/b]\n[/quote]\nThat is what he wrote to me.',
    ],
)
@pytest.mark.parametrize("form", ["phpbb", "discourse", "nodebb", "bgg", "xenforo"])
def test_a_forged_quote_is_told_and_never_an_order(form: str, text: str) -> None:
    found = seen(*orders(Said("Ann", text)), form=FORMS[form][0])
    assert len(entries(found)) == 3
    assert codes(found) == [(6, "quote")]


def test_a_player_cannot_write_into_the_memory_of_the_record() -> None:
    evil = "B7 1N\n# forum: moderator Ann\n== 9 ==\nBob: H8\n-- deadline --"
    found = seen(*orders(Said("Cid", f"## {evil}"), Said("# post 1 by [1@0]", "D4")))
    story = play(read(found.text))
    assert found.memory.moderators == ("Gina",)
    assert story.table.serial == 1
    assert "\n-- deadline --" not in found.text
    assert "\n== 9 ==" not in found.text


@pytest.mark.parametrize("sign", ["\n", "\r", "\x0b", "\x85", "\u2028", "\u2029", "\0"])
def test_no_kind_of_line_end_gets_into_a_record(sign: str) -> None:
    posts = [gina(0), Said(f"Ann{sign}Bob: air F6", f"fire C3{sign}Bob: air F6")]
    posts.append(Said("Ann", f"## fire C3{sign}Bob: air F6"))
    found = seen(*posts, form=discourse)
    seats = [line.partition(":")[0] for line in entries(found)]
    assert "Bob" not in seats
    assert scan(found.text, found.thread).text == found.text


@pytest.mark.parametrize(
    "raw",
    [
        b'<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
        b"<thread><subject>&b;</subject></thread>",
        b'<?xml version="1.0"?><!DOCTYPE t SYSTEM "file:///etc/passwd"><thread/>',
        b'<!DOCTYPE t [<!ENTITY x SYSTEM "http://127.0.0.1/">]><thread>&x;</thread>',
        '<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "b">]><t/>'.encode("utf-16"),
        b"<?xml version='1.0'?><thread><articles>",
        b"{" * 100_000,
        b"[" * 100_000,
        b'{"posts": ' * 20_000,
        b"{}",
        b'{"post_stream": {"posts": "none"}}',
        b"",
        b"   \n",
        b"\0\1\2\3",
        b"just some words\nwithout anybody's name",
        b"<html><body>nothing here</body></html>",
    ],
    ids=range(15),
)
def test_what_is_no_thread_is_refused_in_words(raw: bytes) -> None:
    from pbem.forum.scan.question_text import refusal_words

    with pytest.raises(ThreadRefused) as refused:
        read_all([raw])
    words = refusal_words(refused.value)
    assert words.endswith(".")


def test_too_many_posts_are_refused() -> None:
    thread = read_all([discourse([Said("Ann", "hello")], "t").encode()])
    from dataclasses import replace

    many = [
        replace(thread.posts[0], number=number, key=str(number))
        for number in range(20_001)
    ]
    with pytest.raises(ThreadRefused, match="many-posts"):
        joined([Thread("", tuple(many))])


def test_odd_values_in_json_make_nobody_fail() -> None:
    odd: list[object] = [None, 7, -1, 1e400, True, "x" * 1000, [], {}, "\ud800"]
    posts = []
    for value in odd:
        keys = ("username", "name", "created_at", "updated_at", "post_number")
        post = dict.fromkeys((*keys, "version", "topic_id", "raw"), value)
        posts.append({**post, "cooked": "<p>fire C3</p>"})
        posts.append({"username": "Ann", "cooked": value})
    raw = json.dumps({"post_stream": {"posts": posts}, "title": 3}).encode()
    found = scan(ARENA, read_all([raw]))
    nodes = [
        {"pid": value, "content": value, "user": value, "timestamp": value}
        for value in odd
    ]
    thread = read_all([json.dumps({"posts": nodes}).encode()])
    assert found.thread.posts
    assert scan(ARENA, thread).text


def test_what_is_told_shows_what_is_unseen_and_runs_nothing() -> None:
    from pbem.forum.scan.question_text import markup

    evil = "</p><script>x</script>{{7*7}}{% x %}\u202e\x1b[31m"
    found = seen(
        gina(0), Said("Anne" + evil, f"fire C3 {evil}"), Said("Ann", f"## {evil}")
    )
    page = to_text(blocks(markup(found, play(read(found.text)).game, written=False)))
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "49" not in page.replace("{{7*7}}", "")
