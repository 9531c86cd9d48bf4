"""Reports in every markup, pictures to save, and no secret where it has no business."""

from __future__ import annotations

import re
from html import unescape

import pytest

from pbem.forum.posts.dialect import known_dialects
from pbem.plugins.games import built_in
from tests.web.site import Site, plain

ENDED = "Bob: D6 1C3\n"


def posted(page: str) -> str:
    """What a page has to copy."""
    found = re.findall(r'<textarea id="part-\d+"[^>]*>\n(.*?)</textarea>', page, re.S)
    assert found
    return unescape("".join(found))


@pytest.mark.parametrize("form", known_dialects())
@pytest.mark.parametrize("who", ["", "Ann", "Bob", "*"])
def test_every_markup_for_everybody(site: Site, form: str, who: str) -> None:
    site.game(site.text() + ENDED)
    text = posted(site.get(f"game/duel/report?for={who}&form={form}"))
    assert "four hit points lost" in text
    assert "duel" in text
    assert ("[code]" in text) is (form == "phpbb")
    assert ("<pre>" in text) is (form == "html")


def test_the_next_post_can_be_found_by_the_next_scan(site: Site) -> None:
    site.game(site.text() + ENDED)
    assert "game duel #2" in posted(site.get("game/duel/report"))
    assert "Game settings" not in posted(site.get("game/duel/report"))
    first = posted(site.get("game/duel/report?begin=yes"))
    assert "Seats: Ann, Bob" in first
    site.game("Game: arena\nName: new\nSeats: Ann, Bob\n\n", "new")
    assert "Seats: Ann, Bob" in posted(site.get("game/new/report"))


def test_what_is_wished_stands_in_the_post(site: Site) -> None:
    site.game(site.text() + ENDED)
    wishes = "until=2026-11-29T20:00&picture=https://e.org/a.png&replay=https://e.org/r"
    page = site.get(f"game/duel/report?form=phpbb&{wishes}")
    assert "game duel #2, orders until 2026-11-29 20:00 UTC" in posted(page)
    assert "[img]https://e.org/a.png[/img]" in posted(page)
    assert "[url=https://e.org/r]The game so far, turn by turn[/url]" in posted(page)
    page = site.get(f"game/duel/report?form=bgg&{wishes}")
    assert "BoardGameGeek shows no picture by its address" in plain(page)
    assert "a.png" not in posted(page)
    page = site.get("game/duel/report?until=soon&picture=x&replay=javascript:y")
    for told in ("The time was not", "of the picture must", "of the replay must"):
        assert told in plain(page)
    assert "orders until" not in posted(page)


def test_reports_of_past_turns_and_without_drawings(site: Site) -> None:
    site.game(site.text() + ENDED)
    page = plain(site.get("game/duel/report?turn=0"))
    assert "begins on C3 with fire" in page
    page = posted(site.get("game/duel/report?display=list&form=plain"))
    assert "A  B  C  D" not in page
    assert site.ask("GET", "game/duel/report?turn=9").status_code == 404
    assert site.ask("GET", "game/duel/report?turn=x&form=y&for=z").status_code == 200


def test_the_board_is_a_picture(site: Site) -> None:
    svg = site.ask("GET", "game/duel/board.svg")
    assert svg.mimetype == "image/svg+xml"
    assert "default-src 'none'" in svg.headers["Content-Security-Policy"]
    png = site.ask("GET", "game/duel/board.png?save=1&theme=dark")
    assert png.data.startswith(b"\x89PNG")
    assert png.headers["Content-Disposition"] == "attachment; filename=duel.png"
    assert site.ask("GET", "game/duel/board.gif").status_code == 404


def test_the_replay_cannot_reach_this_page(site: Site) -> None:
    replay = site.ask("GET", "game/duel/replay?save=1")
    policy = replay.headers["Content-Security-Policy"]
    assert "sandbox allow-scripts allow-downloads" in policy
    assert "connect-src" not in policy
    assert "default-src 'none'" in policy
    assert site.state.key not in replay.text


def test_the_turn_file_is_saved_as_it_is(site: Site) -> None:
    file = site.ask("GET", "game/duel/turn-file")
    assert file.text == site.text()
    assert "attachment" in file.headers["Content-Disposition"]


@pytest.mark.parametrize("kind", sorted(built_in()))
def test_every_game_in_the_box_has_its_pages(site: Site, kind: str) -> None:
    example = sorted((built_in()[kind].folder / "examples").glob("*.txt"))[0]
    site.game(example.read_text(encoding="utf-8"), kind)
    for page in ("", "/report", "/report?for=*&form=html", "/history", "/thread"):
        assert "pbem" in site.get(f"game/{kind}{page}")


def test_what_is_secret_stays_with_whom_it_belongs(site: Site) -> None:
    head = "Game: magblast\nSeats: Ann, Bob\nSeed: " + "ab" * 32 + "\n\n== 0 ==\n"
    site.game(head, "space")
    game = site.state.games.open("space")
    rules, state = game.story.game.rules, game.story.table.state
    assert rules.view(state, "Ann") != rules.view(state, None)
    public = posted(site.get("game/space/report?form=plain"))
    mine = posted(site.get("game/space/report?for=Ann&form=plain"))
    other = posted(site.get("game/space/report?for=Bob&form=plain"))
    assert len({public, mine, other}) == 3
    assert "eyes only" in plain(site.get("game/space/report?for=Ann"))
    assert "eyes only" not in plain(site.get("game/space/report"))
