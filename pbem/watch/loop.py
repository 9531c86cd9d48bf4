"""Several threads watched until somebody says stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from pbem.watch.state import Tracking
from pbem.watch.watch import Watch
from pbem.workspace.folder import Folder

_STEP_SECONDS = 30.0  #: at most, so that settings and a yes are soon seen


def watch_all(
    watches: Callable[[], Sequence[Watch]],
    stop: Event,
    tell: Callable[[Watch, Tracking], None],
    clock: Callable[[], float],
    fail: Callable[[Watch, Exception], None],
) -> None:
    """Look at each thread when it is time, until `stop` is set.

    `watches` is asked again after each round: games come and go. What cannot be looked
    at is told by `fail`, and tried again later.
    """
    waits: dict[str, float] = {}
    while not stop.is_set():
        for one in watches():
            if stop.is_set():
                break
            seen = one.state()
            if seen.over or clock() < max(seen.next, waits.get(one.name, 0.0)):
                continue
            try:
                tell(one, one.look())
            except Exception as error:
                waits[one.name] = clock() + 10 * _STEP_SECONDS
                fail(one, error)
        soon = [seen.next for one in watches() if not (seen := one.state()).over]
        left = min(soon, default=clock() + _STEP_SECONDS) - clock()
        stop.wait(min(max(left, 1.0), _STEP_SECONDS))


@contextmanager
def in_background(folder: Folder, clock: Callable[[], float]) -> Iterator[None]:
    """Look at the threads of a folder's games meanwhile, each when it is time."""
    stop = Event()
    known: dict[str, Watch] = {}

    def watches() -> list[Watch]:
        return [
            known.setdefault(name, Watch(folder, name, clock))
            for name in folder.names()
            if (Watch(folder, name).place / "settings.toml").exists()
        ]

    def ignore(*_: object) -> None:
        """Do nothing: the page shows what is stored of each look."""

    args = (watches, stop, ignore, clock, ignore)
    thread = Thread(target=watch_all, args=args, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
