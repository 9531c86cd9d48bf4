"""Posts that were read before, where the forum numbers them otherwise now."""

from __future__ import annotations

from dataclasses import replace

from pbem.forum.annotations.known_posts import recognised
from pbem.forum.detect import read
from pbem.forum.note_words import note_words
from pbem.forum.scan.question_text import answers, question_words
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread
from pbem.plugins.games import find
from tests.forum.said import ARENA, at, entries, opened, post
from tests.forum.said import read as read_posts
from tests.forum.saved_pages import TALK, Told, page

START = "Game: arena\nName: fmt\nSeats: Ann, Bob, Cid\n\n== 0 ==\n"
LATER = Told("Ann", "D4 1NE", 5)


def thread(*posts: Post) -> Thread:
    """A thread of posts."""
    return Thread("Arena game", posts)


def scanned(text: str, found: Thread) -> tuple[str, list[str]]:
    """A record after a scan, and what was told of the thread."""
    known = recognised(found, text)
    return scan(text, known).text, [note.code for note in known.notes]


WHOLE = read(page("phpbb33"))
TEXT = scan(START, WHOLE).text


def numbered(posts: tuple[Post, ...], first: int = 1) -> Thread:
    """Posts, counted anew by position."""
    return thread(
        *(replace(p, number=n, key=str(n)) for n, p in enumerate(posts, first))
    )


def test_who_changes_their_name_is_asked_about_nothing_again() -> None:
    posts = opened(post(6, "Bob", "I think E5 is best"))
    text = read_posts(posts, "6 = E5").text
    renamed = [replace(x, author=x.author.replace("Bob", "Bobzilla")) for x in posts]
    found = read_posts(renamed, "Bobzilla = Bob", text=text)
    assert (entries(found)[3:], found.questions) == (["Bob: E5"], ())
    again = scanned(found.text, thread(*renamed))
    assert again == (found.text, [])
    moved = numbered(thread(*renamed[1:]).posts, 20)
    assert scanned(found.text, moved)[0].count("E5") == found.text.count("E5")


def test_who_plays_on_may_write_the_same_as_who_played_before() -> None:
    posts = [post(1, "Gina", "game fmt #0"), post(2, "Bob", "fire C3")]
    text = scan(scan(START, thread(*posts)).text, thread(*posts), ["seat Bob = Dana"])
    posts += [post(3, "Dana", "fire E5"), post(4, "Dana", "fire C3")]
    found = scan(text.text, thread(*posts))
    assert "by Dana, 2026-11-20 12:04 UTC [4@" in found.text
    posts.append(post(5, "Bob", "fire E5"))
    for _ in range(2):
        found = scan(found.text, thread(*posts))
    assert "[5@" not in found.text
    assert "5:" not in found.text.partition("seen")[2].partition("\n")[0]


def test_what_a_newcomer_wrote_before_orders_nothing() -> None:
    posts = [post(1, "Gina", "game fmt #0"), post(2, "Dana", "fire D4")]
    text = scan(scan(START, thread(*posts)).text, thread(*posts), ["seat Bob = Dana"])
    assert "Bob: fire" not in text.text
    assert (
        "Bob: air D5" in scan(text.text, thread(*posts, post(3, "Dana", "air D5"))).text
    )


def test_a_page_read_again_is_told_nothing_of() -> None:
    assert recognised(WHOLE, TEXT) is not None
    assert scanned(TEXT, WHOLE) == (TEXT, [])
    assert scanned(TEXT, read(page("phpbb33", (*TALK, LATER))))[1] == []
    assert recognised(WHOLE, START) is WHOLE


def test_the_same_thread_by_another_way_counts_once() -> None:
    after, told = scanned(TEXT, numbered(WHOLE.posts))
    assert (after, told) == (TEXT, ["renumbered"])


def test_a_post_was_deleted_and_the_others_moved_up() -> None:
    before = numbered(WHOLE.posts)
    text = scan(START, before).text
    now = numbered((WHOLE.posts[0], *WHOLE.posts[2:]))
    found = recognised(now, text)
    assert [post.key for post in found.posts] == ["1", "2", "3", "4"]
    assert scan(text, found).text == text
    assert "3 is now 2" in " ".join(note_words(found))
    lines = text.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("# post 2 "))
    without = "\n".join([*lines[:at], *lines[at + 2 :]])
    assert scanned(without, now) == (without, ["renumbered"])


def test_new_posts_behind_moved_ones_are_new() -> None:
    text = scan(START, numbered(WHOLE.posts)).text
    longer = read(page("phpbb33", (*TALK, LATER)))
    now = numbered((longer.posts[0], *longer.posts[2:]))
    found = recognised(now, text)
    assert [post.number for post in found.posts] == [1, 2, 3, 4, 5]
    assert len({post.key for post in found.posts}) == 5
    # There is no report between the turns: it is asked whether it is for the next.
    assert [one.post.number for one in scan(text, found).questions] == [2, 5]


def test_an_order_whose_post_was_deleted_is_asked_about() -> None:
    posts = [post for post in WHOLE.posts if post.author != "Bob"]
    found = scan(TEXT, recognised(thread(*posts), TEXT))
    (asked,) = found.questions
    assert (found.text, answers(asked)) == (
        TEXT,
        ["103 = yes", "103 = nothing", "103 = keep"],
    )
    said = question_words(asked, find("arena"))
    assert 'It ordered "air F6"; what was once posted counts in most games.' in said
    for answer, kept in (("yes", True), ("nothing", False)):
        now = recognised(thread(*posts), TEXT)
        text = scan(TEXT, now, [f"103 = {answer}"]).text
        assert ("\nBob: air F6\n" in text) is kept
        again = scan(text, recognised(thread(*posts), text))
        assert (again.text, again.questions) == (text, ())
    # Where several in a row are missing, a page may be: that is only told.
    less = recognised(thread(WHOLE.posts[0], WHOLE.posts[-1]), TEXT)
    assert [note.code for note in less.notes] == ["gone"]
    assert "stays in the record" in " ".join(note_words(less))
    assert scan(TEXT, less).questions == ()


def test_a_post_was_split_off_and_who_wrote_last_writes_again() -> None:
    posts = [post(1, "Gina", "game fmt #0"), post(2, "Ann", "fire C3")]
    posts.append(post(3, "Cid", "Hello there"))
    text = scan(START, thread(*posts)).text
    left = (posts[0], posts[2], post(4, "Cid", "water A8"))
    found = scan(text, recognised(numbered(left), text))
    assert [one.sheet for one in found.accepted] == [(("water A8",),)]
    asked = [(one.post.author, one.post.number) for one in found.questions if one.asks]
    assert asked == [("Ann", 2)]


def test_pages_that_are_not_given_are_not_gone() -> None:
    assert scanned(TEXT, thread(*WHOLE.posts[2:]))[1] == []
    assert scanned(TEXT, thread(*WHOLE.posts[:2]))[1] == []


def test_an_edited_post_is_not_taken_for_one_that_moved() -> None:
    """Ann changes her order, and writes what it was before for something else."""
    posts = list(WHOLE.posts)
    edited = replace(posts[1], lines=posts[3].lines)
    again = replace(posts[1], number=105, key="105")
    now = thread(posts[0], edited, *posts[2:], again)
    found = recognised(now, TEXT)
    assert found.notes == ()
    assert found.posts == now.posts


def test_letters_that_come_by_themselves_go_on_from_those_that_are_known() -> None:
    first = opened(post(6, "Ann", "D4"), post(7, "Cid", "B7"))
    letters = tuple(replace(one, key=f"m{one.number}") for one in first)
    later = tuple(replace(post(n, "Bob", "F7"), key=f"m{n}") for n in (8, 9))
    text = scan(ARENA, Thread("", letters)).text
    for begin in (4, 5, 6, 7):
        rest = (*letters, *later)[begin:]
        counted = tuple(replace(one, number=n) for n, one in enumerate(rest, 1))
        found = recognised(Thread("", counted), text)
        assert found.posts[-1].number == 9
        again = scan(text, found)
        assert entries(again)[3:] == ["Ann: D4", "Cid: B7", "Bob: F7"]
        assert again.questions == ()
    older = tuple(replace(one, time=at(-9), number=n) for n, one in enumerate(later, 1))
    assert [one.number for one in recognised(Thread("", older), text).posts] == [1, 2]


def test_copied_posts_without_numbers_go_on_from_those_that_are_known() -> None:
    whole = opened(post(6, "Ann", "D4"), post(7, "Cid", "B7"), post(8, "Bob", "F7"))
    text = scan(ARENA, Thread("", whole[:7])).text
    for begin in (4, 5, 6, 7):
        found = recognised(numbered(whole[begin:]), text)
        again = scan(text, found)
        assert found.posts[-1].number == 8
        assert entries(again)[3:] == ["Ann: D4", "Cid: B7", "Bob: F7"]
        assert again.questions == ()
        later = recognised(Thread("", whole), again.text)
        assert entries(scan(again.text, later)) == entries(again)
