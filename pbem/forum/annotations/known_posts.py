"""Posts that were read before, known again where the forum numbers them otherwise.

A post keeps its key in the record. Where a post was deleted, split off or merged, or
the thread comes by another way (a saved page, then a copied one), others have its
number now: they are told apart by what their authors say.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from pbem.forum.annotations.evidence import EVIDENCE
from pbem.forum.annotations.remembered import Memory, recall
from pbem.forum.thread import Note, Post, Thread

_WHEN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_MAX_NAMED = 8  #: posts that a note names
DELETED = "deleted"  #: what is odd in a post that is not there any more


class KnownPost(NamedTuple):
    """What a record knows of a post."""

    digest: str
    number: int  #: -1: unknown
    author: str = ""
    when: str = ""  #: as evidence says it: 2026-11-20 20:11


def recognised(thread: Thread, text: str) -> Thread:
    """Return a thread with the keys that its posts have in a record, and notes."""
    known = _known(text)
    if not known or not thread.posts:
        return thread
    thread = under_known_names(thread, recall(text), (x.digest for x in known.values()))
    moved = _moved(thread, known)
    last = _before(thread, known, moved)
    counted = last >= 0 or not all(post.key.isdecimal() for post in thread.posts)
    posts = thread.posts
    if moved or counted:
        posts = _renumbered(thread, known, moved, last)
    notes = list(thread.notes)
    if moved:
        pairs = tuple(
            (known[key].number, thread.posts[at].number) for at, key in moved.items()
        )
        notes.append(
            Note("renumbered", (("pairs", pairs[:_MAX_NAMED]), ("count", len(pairs))))
        )
    gone, posts = _with_deleted(posts, known)
    if gone:
        notes.append(Note("gone", (("posts", gone[:_MAX_NAMED]), ("count", len(gone)))))
    return Thread(thread.title, posts, tuple(notes))


def under_known_names(thread: Thread, memory: Memory, digests: Iterable[str]) -> Thread:
    """Return a thread in which posts that were read are by whom they were by then.

    Anyone who changes their name changes it above all their posts; who plays no more
    is nobody else from then on.
    """
    left = {name.casefold(): last for name, last in memory.left.items()}
    read = {*digests, *(one.digest for one in memory.answers.values())}
    names: dict[str, set[str]] = defaultdict(set)
    for name, seat in memory.aliases.items():
        names[seat.casefold()] |= {name, seat}
    for name, seat in memory.aliases.items():
        names[name.casefold()] = names[seat.casefold()]

    def known(post: Post) -> Post:
        author = post.author.casefold()
        if author not in names or post.digest() in read:
            return post
        if post.number > left.get(author, post.number):
            return post
        every = (
            name
            for name in sorted(names[author])
            if post.number <= left.get(name.casefold(), post.number)
        )
        others = (replace(post, author=name) for name in every)
        return next((one for one in others if one.digest() in read), post)

    return replace(thread, posts=tuple(map(known, thread.posts)))


def _known(text: str) -> dict[str, KnownPost]:
    """Return the posts that a record knows, by their keys."""
    found = {
        key: KnownPost(digest, int(key) if key.isdecimal() else -1)
        for key, digest in recall(text).seen.items()
    }
    for line in text.splitlines():
        match = EVIDENCE.fullmatch(line)
        if match and "+" not in match[3]:  # a part of a post (questions.part_key)
            author = match[2].partition(",")[0]
            time = _WHEN.search(match[2])
            when = time[0] if time else ""
            found[match[3]] = KnownPost(match[4], int(match[1]), author, when)
    return found


def _moved(thread: Thread, known: Mapping[str, KnownPost]) -> dict[int, str]:
    """Return which posts, by where they stand, have another key in the record."""
    places = {post.key: at for at, post in enumerate(thread.posts)}
    digests = [post.digest() for post in thread.posts]
    lost = [
        key
        for key, one in known.items()
        if key not in places or digests[places[key]] != one.digest
    ]
    free: dict[str, list[int]] = defaultdict(list)
    for at, post in enumerate(thread.posts):
        mine = known.get(post.key)
        if mine is None or mine.digest != digests[at]:
            free[digests[at]].append(at)
    pairs: dict[int, str] = {}
    for key in sorted(lost, key=lambda key: known[key].number):
        if free[known[key].digest]:
            pairs[free[known[key].digest].pop(0)] = key
    shifts = Counter(at - places[key] for at, key in pairs.items() if key in places)

    def believed(at: int, key: str) -> bool:
        """Whether a post that was edited is not taken for one that was moved."""
        there = known.get(thread.posts[at].key)
        by_another = there and there.author not in ("", thread.posts[at].author)
        if key not in places or by_another:
            return True
        here = thread.posts[places[key]]
        return here.author != thread.posts[at].author or shifts[at - places[key]] > 1

    return {at: key for at, key in pairs.items() if believed(at, key)}


def _renumbered(
    thread: Thread, known: Mapping[str, KnownPost], moved: Mapping[int, str], last: int
) -> tuple[Post, ...]:
    """Return the posts with their keys of old; numbers go up, and no key is twice.

    Letters, and what was copied, may have no numbers: they go on from those that are
    known, by key or by time. `last`: the number before the first of them, if known.
    """
    claimed = {*moved.values()}
    posts: list[Post] = []
    for at, post in enumerate(thread.posts):
        key = moved.get(at, post.key)
        mine = known.get(key) if at in moved or not key.isdecimal() else None
        old = mine.number if mine else -1  # of letters that only were seen, too
        number = max(old if old >= 0 or at in moved else post.number, last + 1)
        other = known.get(key) if key.isdecimal() else None
        another = other and other.number != number and other.digest != post.digest()
        if at not in moved and (key in claimed or another):
            key = f"n{number}"
        posts.append(replace(post, key=key, number=number))
        last = number
        claimed.add(key)
    return tuple(posts)


def _before(
    thread: Thread, known: Mapping[str, KnownPost], moved: Mapping[int, str]
) -> int:
    """Return the number of the last known post, where all of a thread come after it."""
    first, counted = thread.posts[0], range(1, len(thread.posts) + 1)
    numbered = [post.key for post in thread.posts] != [*map(str, counted)]
    here = any(
        post.key in known and (numbered or known[post.key].digest == post.digest())
        for post in thread.posts
    )
    if here or moved or (numbered and first.key.isdecimal()) or first.time is None:
        return -1
    times = [one.when for one in known.values() if one.when]
    later = bool(times) and f"{first.time:%Y-%m-%d %H:%M}" > max(times)
    return max(one.number for one in known.values()) if later else -1


def _with_deleted(
    posts: tuple[Post, ...], known: Mapping[str, KnownPost]
) -> tuple[tuple[tuple[int, str], ...], tuple[Post, ...]]:
    """Return number and author of known posts that should be on these pages, and these
    with what is left of one by itself that orders come from: an empty post.

    Where several in a row are missing, a page may be.
    """
    here = {post.key: post.number for post in posts}
    first, last = posts[0].number, posts[-1].number
    claimed = {*here.values()}
    numbers = {key: one.number for key, one in known.items()} | here
    row = sorted((number, key) for key, number in numbers.items())
    gone: list[tuple[int, str]] = []
    left: list[Post] = []
    for at, (number, key) in enumerate(row):
        if key in here or not first < number < last:
            continue
        author, neighbours = known[key].author, (row[at - 1], row[at + 1])
        clear = number not in claimed and all(one[1] in here for one in neighbours)
        if author and clear:
            one = Post(number=number, author=author, lines=(), key=key, odd=(DELETED,))
            left.append(one)
        else:
            gone.append((number, author))
    if left:
        posts = tuple(sorted((*posts, *left), key=lambda post: post.number))
    return tuple(gone), posts
