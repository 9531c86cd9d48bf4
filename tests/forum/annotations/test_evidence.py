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
