"""Turn files in a folder, edited here and elsewhere, and nothing is ever lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.record.header import Unreadable
from pbem.web.presenters import colour
from pbem.workspace.folder import Changed, Folder, GameMissing, NameInUse
from pbem.workspace.loaded_game import MAX_CACHED_GAMES, FolderCache
from tests.web.site import DUEL, Clock


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "duel.txt").write_text(DUEL)
    return Folder(tmp_path, Clock())


def test_games_are_told_from_other_files(folder: Folder) -> None:
    (folder.path / "notes.txt").write_text("buy milk\n")
    (folder.path / "thread.txt").write_text("Ann wrote:\nD4\n")
    (folder.path / "second.txt").write_text("# ours\n\nGAME : arena\nSeats: A, B\n")
    (folder.path / "topic.json").write_text("{}")
    (folder.path / ".secret.txt").write_text(DUEL)
    (folder.path / "deep.txt").mkdir()
    assert folder.names() == ["duel", "second"]
    assert folder.others((".txt", ".json")) == ["notes.txt", "thread.txt", "topic.json"]


def test_a_write_needs_the_text_that_it_was_made_from(folder: Folder) -> None:
    first = folder.read("duel")
    second = folder.write("duel", first.digest, DUEL + "Bob: D6\n", "orders")
    with pytest.raises(Changed):
        folder.write("duel", first.digest, DUEL + "Bob: B5\n", "orders")
    assert folder.read("duel") == second
    assert (folder.path / "duel.txt").read_text() == DUEL + "Bob: D6\n"


def test_an_edit_elsewhere_is_seen_kept_and_not_written_over(folder: Folder) -> None:
    first = folder.read("duel")
    (folder.path / "duel.txt").write_text(DUEL + "Bob: E5\n")
    with pytest.raises(Changed):
        folder.write("duel", first.digest, DUEL + "Bob: D6\n", "orders")
    now = folder.read("duel")
    assert [one.what for one in folder.versions("duel")] == ["found", "elsewhere"]
    assert folder.version("duel", now.digest) == DUEL + "Bob: E5\n"
    assert folder.version("duel", first.digest) == DUEL


def test_undo_goes_back_step_by_step(folder: Folder) -> None:
    texts = [DUEL, DUEL + "Bob: D6\n", DUEL + "Bob: D6\nAnn: C4\n"]
    now = folder.read("duel")
    for text in texts[1:]:
        now = folder.write("duel", now.digest, text, "orders", detail="x")
    for text in (texts[1], texts[0]):
        assert folder.undone_by("duel", now.digest) is not None
        assert folder.undo("duel", now.digest) is not None
        now = folder.read("duel")
        assert now.text == text
    assert folder.undone_by("duel", now.digest) is None
    assert folder.undo("duel", now.digest) is None
    # What was undone can be brought back, for every version is kept.
    assert {folder.version("duel", v.digest) for v in folder.versions("duel")} == {
        *texts
    }


def test_undo_of_another_version_than_one_looks_at_is_refused(folder: Folder) -> None:
    first = folder.read("duel")
    folder.write("duel", first.digest, DUEL + "Bob: D6\n", "orders")
    assert folder.undo("duel", first.digest) is None
    assert folder.read("duel").text.endswith("Bob: D6\n")


def test_a_game_that_could_not_be_written_is_not_there(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("pbem.workspace.folder.write_whole", full)
        with pytest.raises(OSError, match="No space"):
            folder.create("third", DUEL)
    assert not (folder.path / "third.txt").exists()
    assert folder.create("third", DUEL).text == DUEL


def test_a_new_game_takes_nobodys_place(folder: Folder) -> None:
    folder.create("second", DUEL)
    with pytest.raises(NameInUse):
        folder.create("duel", "x")
    assert (folder.path / "duel.txt").read_text() == DUEL
    for name in ("../x", "a/b", ".x", "", "a\nb", "x" * 200, "a:b"):
        with pytest.raises(ValueError):  # noqa: PT011
            folder.create(name, DUEL)


def test_marks_and_ends_of_lines_stay(folder: Folder) -> None:
    raw = b"\xef\xbb\xbf" + DUEL.replace("\n", "\r\n").encode()
    (folder.path / "duel.txt").write_bytes(raw)
    now = folder.read("duel")
    folder.write("duel", now.digest, now.text + "Bob: D6\r\n", "orders")
    assert (folder.path / "duel.txt").read_bytes() == raw + b"Bob: D6\r\n"


def test_a_folder_that_may_only_be_read_is_read(folder: Folder) -> None:
    (folder.path / ".pbem").write_text("in the way")
    assert folder.read("duel").text == DUEL
    assert folder.versions("duel") == []


def test_rights_of_the_file_stay(folder: Folder) -> None:
    file = folder.path / "duel.txt"
    file.chmod(0o640)
    now = folder.read("duel")
    folder.write("duel", now.digest, DUEL + "Bob: D6\n", "orders")
    assert os.stat(file).st_mode & 0o777 == 0o640


def test_a_log_that_a_power_cut_left_half_written_is_read(folder: Folder) -> None:
    now = folder.read("duel")
    with open(folder.path / ".pbem" / "duel" / "log", "a") as log:
        log.write('{"digest": "12')
    assert [one.digest for one in folder.versions("duel")] == [now.digest]


def test_what_is_no_file_is_missing(folder: Folder) -> None:
    for name in ("nothing", "../duel", ".pbem", "duel.txt/x"):
        with pytest.raises(GameMissing):
            folder.read(name)
        with pytest.raises(GameMissing):
            folder.other(f"../{name}")


def test_what_is_no_text_is_said_to_be_none(folder: Folder) -> None:
    (folder.path / "duel.txt").write_bytes(b"Game: arena\nSeats: \xff\xfe\n")
    with pytest.raises(Unreadable):
        folder.read("duel")


def test_the_last_thread_that_was_given_takes_the_place_of_all(folder: Folder) -> None:
    folder.keep_thread("duel", [("page 1", b"one"), ("page 2", b"two")])
    folder.keep_thread("duel", [("whole.html", b"all of it")])
    assert folder.thread("duel") == [("whole.html", b"all of it")]


def test_the_games_that_were_read_last_are_kept(folder: Folder) -> None:
    games = FolderCache(folder)
    copies = []
    for number in range(MAX_CACHED_GAMES + 1):
        (folder.path / "duel.txt").write_text(f"{DUEL}# {number}\n")
        copies.append(folder.read("duel"))
    first, second, *others = copies
    story, other = games.read(first).story, games.read(second).story
    for copy in (*others[:-1], first, others[-1]):
        games.read(copy)
    assert games.read(first).story is story
    assert games.read(second).story is not other


def test_players_have_colours_of_their_own(folder: Folder) -> None:
    story = FolderCache(folder).open("duel").story
    assert [colour(story, seat) for seat in ("Ann", "Bob", "Eve")] == [0, 1, -1]


def test_what_is_kept_is_for_its_owner_and_tells_when_and_why(folder: Folder) -> None:
    copy = folder.create("second", DUEL)
    now = folder.write("second", copy.digest, DUEL + "x", "edited", "a slip", "Ann")
    folder.keep_thread("second", [("../a page?.html", b"one"), ("...", b"two")])
    first, last = folder.versions("second")
    assert (first.what, first.at, first.reason) == ("made", Clock().now, "")
    assert (last.what, last.reason, last.detail) == ("edited", "a slip", "Ann")
    assert last.digest == now.digest != first.digest
    assert folder.thread("second") == [("_a_page_.html", b"one"), ("thread", b"two")]
    kept = folder.path / ".pbem" / "second"
    files = [folder.path / "second.txt", *(f for f in kept.rglob("*") if f.is_file())]
    assert len(files) == 6
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert {place.stat().st_mode & 0o077 for place in (kept, kept / "thread")} == {0}
    long = "x" * 70 + ".html"
    folder.keep_thread("second", [(long, b"1")] * 11)
    assert [name for name, _ in folder.thread("second")] == [long[-60:]] * 11


def test_the_same_text_is_no_new_version(folder: Folder) -> None:
    now = folder.read("duel")
    assert folder.write("duel", now.digest, DUEL, "orders") == now
    folder.read("duel")
    assert len(folder.versions("duel")) == 1
    assert folder.version("duel", now.digest[:-1]) is None
    assert folder.version("duel", "0" * 20) is None


def test_a_thread_is_named_by_what_it_holds(folder: Folder) -> None:
    assert folder.thread_digest("duel") == ""
    folder.keep_thread("duel", [("a", b"one")])
    one = folder.thread_digest("duel")
    folder.keep_thread("duel", [("b", b"one"), ("c", b"two")])
    two = folder.thread_digest("duel")
    assert len(one) == len(two) == 20
    assert one != two
    folder.keep_thread("duel", [("c", b"one")])
    assert folder.thread_digest("duel") == one


def test_only_files_of_the_thread_itself_are_its_files(
    folder: Folder, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder.keep_thread("duel", [("a", b"one"), (".b", b"two")])
    place = folder.path / ".pbem" / "duel" / "thread"
    (place / ".hidden").write_bytes(b"x")
    (place / "900-folder").mkdir()
    outside = tmp_path_factory.mktemp("elsewhere") / "outside"
    outside.write_bytes(b"secret")
    (place / "901-link").symlink_to(outside)
    assert folder.thread("duel") == [("a", b"one"), ("b", b"two")]
    assert folder.thread("none") == []


def test_undo_after_undo_and_a_change_goes_back_to_what_was_left(
    folder: Folder,
) -> None:
    now = folder.read("duel")
    for text in ("a", "b"):
        now = folder.write("duel", now.digest, DUEL + text, "orders")
    folder.undo("duel", now.digest)
    now = folder.read("duel")
    now = folder.write("duel", now.digest, DUEL + "c", "edited")
    for text in ("a", ""):
        last = folder.undone_by("duel", now.digest)
        assert last is not None
        assert (last.what, last.back) == (
            "edited" if text else "orders",
            next(v.digest for v in folder.versions("duel")
                 if folder.version("duel", v.digest) == DUEL + text),
        )  # fmt: skip
        assert folder.undo("duel", now.digest) == last
        now = folder.read("duel")
        assert now.text == DUEL + text
    assert [one.detail for one in folder.versions("duel")][-2:] == ["edited", "orders"]
