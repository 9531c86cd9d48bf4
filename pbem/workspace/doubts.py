"""What of the thread is open while a game is moved on by another page."""

from __future__ import annotations

from pbem.forum.thread import ThreadRefused
from pbem.workspace import thread_review
from pbem.workspace.folder import Folder
from pbem.workspace.loaded_game import GameCache, LoadedGame
from pbem.workspace.thread_review import PostRow


def open_doubts(folder: Folder, games: GameCache, game: LoadedGame) -> list[PostRow]:
    """Return the posts of a game's thread that wait for a word of the moderator.

    A thread that cannot be read asks nothing here; its own page says so.
    """
    try:
        thread = thread_review.kept_thread(folder, game)
    except ThreadRefused:
        return []
    if thread is None or game.window is None:
        return []
    return thread_review.review(games, game, thread).asking
