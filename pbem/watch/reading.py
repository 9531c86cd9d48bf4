"""Reading the pages of a thread: those that may have changed, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from pbem.forum.detect import read
from pbem.forum.thread import MAX_THREAD_BYTES, Thread, ThreadRefused
from pbem.watch.client import Client
from pbem.watch.session import HttpResponse
from pbem.watch.state import Notice, PageState
from pbem.watch.trouble import Trouble

MAX_PAGES = 400
WHOLE_SECONDS = 24 * 3600.0  #: after which old pages are checked again


@dataclass(frozen=True, slots=True)
class ThreadPages:
    """The pages of a thread as they are now."""

    pages: list[PageState]
    files: list[tuple[str, bytes]]
    changed: bool
    member: bool
    notes: list[Notice]


def read_pages(
    client: Client,
    known: Sequence[PageState],
    files: Sequence[tuple[str, bytes]],
    *,
    since: int,
    member: bool,
) -> ThreadPages:
    """Return a thread's pages: those with posts from `since` on are asked for.

    `known` and `files` are what the last look found. Raises Trouble.
    """
    reader = _Pages(client, member)
    same = len(known) == len(files) and all(
        page.digest == _digest(raw) for page, (_, raw) in zip(known, files, strict=True)
    )
    pages = [*zip(known, (raw for _, raw in files), strict=True)] if same else []
    start = next((at for at, (one, _) in enumerate(pages) if one.last >= since), None)
    start = max(len(pages) - 1, 0) if start is None else start
    fetched = pages[:start]
    address = pages[start][0].address if pages else client.first()
    changed = not same
    while address:
        if len(fetched) >= MAX_PAGES:
            raise Trouble("many-pages", most=MAX_PAGES)
        before = next((one for one in pages if one[0].address == address), None)
        page, raw = reader.page(address, before)
        changed = changed or before is None or before[1] != raw
        fetched.append((page, raw))
        if sum(len(one) for _, one in fetched) > MAX_THREAD_BYTES:
            raise Trouble("too-big", most=MAX_THREAD_BYTES >> 20)
        address = client.after(address, raw)
        if address in {one.address for one, _ in fetched}:
            break
    changed = changed or len(fetched) != len(pages)
    titles = [f"page-{at}" for at in range(1, len(fetched) + 1)]
    found = [*zip(titles, (raw for _, raw in fetched), strict=True)]
    parsed = [one for one, _ in fetched]
    return ThreadPages(parsed, found, changed, reader.member, reader.notes)


class _Pages:
    """Asks for pages, as a guest as long as guests are let in."""

    def __init__(self, client: Client, member: bool) -> None:
        self.client = client
        self.member = member
        self.notes: list[Notice] = []

    def page(
        self, address: str, before: tuple[PageState, bytes] | None
    ) -> tuple[PageState, bytes]:
        """Return a page as it is now. Raises Trouble."""
        answer = self._answer(address, before[0] if before else None)
        if answer.same and before is not None:
            return before
        thread = self._thread(answer)
        if thread is None:
            asked = self.client.wants_login(answer.body)
            if asked and self._may_enter:
                self.member = True
                return self.page(address, None)
            code = "login-page" if asked else "no-thread"
            raise Trouble(code, address=address)
        state = PageState(
            address,
            _digest(answer.body),
            answer.headers.get("etag", "")[:300],
            answer.headers.get("last-modified", "")[:100],
            thread.posts[-1].number,
        )
        return state, answer.body

    @property
    def _may_enter(self) -> bool:
        """Whether it can be read as a member, and is not yet."""
        needs = self.client.needs
        given = all(getattr(self.client.settings, need) for need in needs)
        return bool(needs) and given and not self.member

    def _answer(self, address: str, known: PageState | None) -> HttpResponse:
        if self.member:
            self.client.enter()
        etag, modified = (known.etag, known.modified) if known else ("", "")
        try:
            answer = self.client.session.read(address, etag=etag, modified=modified)
        except Trouble as trouble:
            closed = trouble.code in ("unknown-member", "forbidden", "missing")
            if not closed or not self._may_enter:
                raise
            # A forum may hide from guests that it exists.
            self.member = True
            return self._answer(address, known)
        if answer.moved:
            self.notes.append(Notice("moved", {"to": answer.moved}))
        return answer

    def _thread(self, answer: HttpResponse) -> Thread | None:
        try:
            thread = read(answer.body)
        except ThreadRefused:
            return None
        return thread if thread.posts else None


def _digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()[:20]
