"""A record with the evidence of its orders: taken, exchanged, and taken out again."""

from __future__ import annotations

from pbem.forum.annotations.evidence import AnnotatedRecord
from tests.forum.said import opened, post, read


def played() -> AnnotatedRecord:
    """The duel after turn 0, with an order of Ann from post 6."""
    return AnnotatedRecord(read(opened(post(6, "Ann", "D4"))).text)


def test_every_order_is_placed_by_the_post_it_comes_from() -> None:
    record = played()
    assert list(record.placed) == ["2", "3", "4", "6"]
    ann = record.placed["6"]
    assert (ann.seat, ann.serial, ann.sheet) == ("Ann", 1, (("D4",),))
    assert record.lines[ann.start].startswith("# post 6 by Ann, 2026-11-20 12:06 UTC")
    assert record.lines[ann.start + 1 : ann.end] == ["Ann: D4"]
    assert ann.digest == post(6, "Ann", "D4").digest()


def test_orders_are_exchanged_and_the_old_stay_readable() -> None:
    record, edited = played(), post(6, "Ann", "D3")
    assert record.replace(record.placed["6"], (("D3",),), edited)
    was, evidence, now = record.lines[-3:]
    assert (was, now) == ("# was: Ann: D4", "Ann: D3")
    assert evidence.startswith("# post 6 by Ann, 2026-11-20 12:06 UTC [6@")
    assert record.placed["6"].sheet == (("D3",),)
    assert record.placed["6"].digest == edited.digest()
    assert str(record.story.table.answers["Ann"].order) == "D3"


def test_orders_are_taken_out() -> None:
    record = played()
    assert record.replace(record.placed["6"], (), post(6, "Ann"))
    assert record.lines[-2:] == ["# was: Ann: D4", "# taken out"]
    assert record.placed["6"].seat == ""
    assert "Ann" not in record.story.table.answers


def test_what_does_not_fit_leaves_the_record_as_it_was() -> None:
    record = played()
    before = (list(record.lines), dict(record.placed), record.story)
    assert not record.replace(record.placed["2"], (("H99",),), post(2, "Ann", "H99"))
    assert (record.lines, record.placed, record.story) == before


SENT = "# post {} by {}, 2026-11-20 12:0{} UTC [{}@0123456789]\n"


def test_all_orders_below_a_line_of_evidence_are_of_its_post() -> None:
    head = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\n\n== 0 ==\n"
    text = head + "".join(
        (
            SENT.format(2, "Ann", 2, "2"),
            "Ann: fire\n  C3\nAnn: fire C4\n\tand\nAnn: fire C5\n",
            "\nBob: air F6\n",
            SENT.format(4, "Cid", 4, "4"),
            "Cid: water A8\n",
            SENT.format(5, "Cid", 5, "5"),
        )
    )
    record = AnnotatedRecord(text)
    ann, cid, gone = (record.placed[key] for key in ("2", "4", "5"))
    assert list(record.placed) == ["2", "4", "5"]
    assert ann.sheet == (("fire", "C3"), ("fire C4", "and"), ("fire C5",))
    assert record.lines[ann.start : ann.end][-1] == "Ann: fire C5"
    assert (ann.end - ann.start, cid.end - cid.start) == (6, 2)
    assert (cid.seat, cid.number, cid.serial) == ("Cid", 4, 0)
    # Of the last nothing stands there any more.
    assert (gone.seat, gone.serial, gone.sheet) == ("", -1, ())
    assert record.heading == 0


def test_a_post_that_is_named_twice_stands_where_its_orders_are() -> None:
    text = (
        "Game: arena\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\n"
        + SENT.format(2, "Ann", 2, "2")
        + "# was: Ann: fire C4\n"
        + SENT.format(2, "Ann", 3, "2")
        + "Ann: fire C3\n"
        + SENT.format(2, "Ann", 4, "2")
        + "# taken out\n"
    )
    placed = AnnotatedRecord(text).placed["2"]
    assert (placed.seat, placed.sheet) == ("Ann", (("fire C3",),))


def test_what_an_order_was_read_as_stands_in_the_record() -> None:
    record = played()
    edited = post(6, "Ann", "to D3")
    assert record.replace(record.placed["6"], (("to D3",),), edited)
    assert record.lines[-1] == "Ann: D3"
    tried = record.try_("Bob", (("to F7",),))
    placed = record.append("Bob", post(7, "Bob", "to F7"), tried, None)
    assert (placed.sheet, placed.serial) == ((("F7",),), 1)
    assert record.lines[placed.start + 1 : placed.end] == ["Bob: F7"]
    assert not record.plays("Bob", "to F7")
    assert record.plays("Bob", "F7")
    assert not record.plays("Bob", "F7 9")
