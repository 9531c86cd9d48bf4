"""Pages of one thread whose posts have no numbers of their own: told apart, put in
order, and numbered through.

Where a page says no numbers its posts are counted from one, so posts of two pages have
the same. What their times say decides; what they do not say is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.forum.thread import Post, Thread, ThreadRefused, joined

_MAX_START = 60  #: characters of a page's first post that the question shows


def in_order(threads: Sequence[Thread], *, given: bool = False) -> list[Thread]:
    """Return threads no two of which count the same posts; those that had no numbers
    are one, numbered through.

    `given`: where nothing says which page comes first, it is the first that is given.
    Raises ThreadRefused where nothing says it.
    """
    pages: list[Thread] = []
    others: list[Thread] = []
    for thread in threads:
        if not _counted(thread):
            others.append(thread)
            continue
        same = (at for at, one in enumerate(pages) if _same(one, thread))
        if (at := next(same, None)) is None:
            pages.append(thread)
        else:
            pages[at] = joined((pages[at], thread))
    if len(pages) < 2:
        return list(threads)
    posts = _by_time(pages)
    if posts is None:
        if not given and not _follow(pages):
            raise ThreadRefused("thread.pages-order", starts=tuple(_starts(pages)))
        posts = [post for page in pages for post in page.posts]
    numbered = (_numbered(post, number) for number, post in enumerate(posts, 1))
    notes = dict.fromkeys(note for page in pages for note in page.notes)
    title = next((page.title for page in pages if page.title), "")
    return [Thread(title, tuple(numbered), tuple(notes)), *others]


def _counted(thread: Thread) -> bool:
    """Return whether posts are numbered by where they stand, as far as one can see."""
    numbers = [post.number for post in thread.posts]
    return bool(numbers) and numbers == list(range(1, len(numbers) + 1))


def _same(one: Thread, other: Thread) -> bool:
    """Return whether two pages are one that was saved twice, and may have grown."""
    pairs = list(zip(one.posts, other.posts, strict=False))
    if any(_differ(*pair) for pair in pairs):
        return False
    timed = all(a.time and b.time and a.certain != "about" for a, b in pairs)
    return timed or any(a.digest() == b.digest() for a, b in pairs)


def _differ(one: Post, other: Post) -> bool:
    """Return whether two posts cannot be the same one, edited or not."""
    if one.key != other.key or one.author != other.author:
        return True
    clear = one.time and other.time and "about" not in (one.certain, other.certain)
    return bool(clear) and one.time != other.time and one.digest() != other.digest()


def _by_time(pages: list[Thread]) -> list[Post] | None:
    """Return the posts of all pages by time, each once; None where times are missing,
    or cannot be compared."""
    every = [post for page in pages for post in page.posts]
    if {post.certain for post in every} not in ({"sure"}, {"local"}):
        return None
    times = {id(post): post.time for post in every if post.time}
    if len(times) < len(every):
        return None
    found: dict[tuple[object, ...], Post] = {}
    for at, group in enumerate(_groups(pages)):
        for page in group:
            count: Counter[tuple[object, ...]] = Counter()
            for post in page.posts:
                own: tuple[object, ...] = (post.author, post.time)
                count[own] += 1
                own = (*own, count[own], at)
                found[own if post.key == str(post.number) else (post.key,)] = post
    return sorted(found.values(), key=lambda post: times[id(post)])


def _groups(pages: list[Thread]) -> list[list[Thread]]:
    """Return pages, the earlier first, those together that share a post: what each
    of these says at one time may be one post that was edited."""
    groups: list[tuple[set[object], list[Thread]]] = []
    for page in sorted(pages, key=lambda page: min(_times(page))):
        keys: set[object] = {(post.time, post.digest()) for post in page.posts}
        mine = [one for one in groups if one[0] & keys]
        groups = [one for one in groups if not one[0] & keys]
        together = [one for _, group in mine for one in group]
        groups.append((keys.union(*(one for one, _ in mine)), [*together, page]))
    # Of what was edited the page counts that was given last.
    given = {id(page): at for at, page in enumerate(pages)}
    return [sorted(group, key=lambda one: given[id(one)]) for _, group in groups]


def _times(page: Thread) -> list[float]:
    return [post.time.timestamp() for post in page.posts if post.time]


def _follow(pages: list[Thread]) -> bool:
    """Put pages in order by those times that they have; return whether all of each are
    behind all of the one before."""
    if not all(_times(page) for page in pages):
        return False
    pages.sort(key=lambda page: min(_times(page)))
    return all(max(_times(one)) < min(_times(two)) for one, two in pairwise(pages))


def _starts(pages: list[Thread]) -> Iterator[str]:
    """Yield how each page begins: who writes first, and what."""
    for page in pages:
        first = page.posts[0]
        text = next((line.text for line in first.lines if line.text.strip()), "")
        yield f"{first.author}: {text[:_MAX_START]}"


def _numbered(post: Post, number: int) -> Post:
    """Return a post with its number in the whole thread; a key of its own stays."""
    key = str(number) if post.key == str(post.number) else post.key
    # Where it links to its place on the page, that is another one now.
    placed = post.link == f"#{post.number}" and post.number != number
    return replace(post, number=number, key=key, link="" if placed else post.link)
