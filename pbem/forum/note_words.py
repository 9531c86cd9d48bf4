"""What there is to tell of a thread itself, in words (templates/forum/notes.j2)."""

from __future__ import annotations

from pbem.forum.thread import Thread
from pbem.pages.wording import shared_templates


def note_words(thread: Thread) -> list[str]:
    """Return a sentence or two for each note of a thread."""
    if not thread.notes:
        return []
    module = shared_templates().get_template("forum/notes.j2").module
    return [
        " ".join(str(getattr(module, note.code)(dict(note.given))).split())
        for note in thread.notes
    ]
