"""Screenshots of replay pages, small, and how far two of them are apart.

The browser itself makes them small and compares them, which evens out how fonts
are drawn from one release to the next.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.system.resources import folder
from tests.pictures.seen import NARROW_DARK, WIDE_LIGHT, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent / "goldens"
MODES = {"wide-light": WIDE_LIGHT, "narrow-dark": NARROW_DARK}
WIDTHS = {"wide-light": 400, "narrow-dark": 200}

_SCRIPT = """async ([urls, width]) => {
  const cells = async (url, at) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = at;
    canvas.height = Math.round(image.height * at / image.width);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };
  const [one, two] = await Promise.all(urls.map((url) => cells(url, width)));
  if (!two) return { png: one.toDataURL("image/png") };
  const small = await Promise.all(urls.map((url) => cells(url, width / 2)));
  if (small[0].height !== small[1].height) return { apart: 255, most: 255 };
  const [a, b] = small.map((c) =>
    c.getContext("2d").getImageData(0, 0, c.width, c.height).data);
  let sum = 0, far = 0;
  for (let at = 0; at < a.length; at++) {
    const by = Math.abs(a[at] - b[at]);
    sum += by;
    far += by > 64;
  }
  return { apart: sum / a.length, far: far / a.length };
}"""


def golden(game: str, mode: str) -> Path:
    """Where the screenshot of a game lies."""
    return HERE / f"{game}-{mode}.png"


def taken(chromium: Browser, address: str, mode: str) -> bytes:
    """A small screenshot of a page as it opens, in the fonts that we ship.

    So it is the same wherever other fonts are installed.
    """
    with opened(
        chromium, address, MODES[mode], reduced_motion="reduce", bypass_csp=True
    ) as seen:
        seen.page.add_style_tag(content=_style())
        seen.page.evaluate("Promise.all([...document.fonts].map((one) => one.load()))")
        shot = seen.page.screenshot()
    return _small(chromium, shot, WIDTHS[mode])


@cache
def _style() -> str:
    rules = ['* { font-family: "Shipped" !important; }']
    for name, weight in (("DejaVuSans", "normal"), ("DejaVuSans-Bold", "bold")):
        file = folder("templates") / "fonts" / f"{name}.ttf"
        url = "data:font/ttf;base64," + b64encode(file.read_bytes()).decode()
        rules.append(
            f'@font-face {{ font-family: "Shipped"; src: url({url});'
            f" font-weight: {weight}; }}"
        )
    return "\n".join(rules)


def _url(png: bytes) -> str:
    return "data:image/png;base64," + b64encode(png).decode()


def _asked(chromium: Browser, pngs: list[bytes], width: int) -> dict[str, Any]:
    page = chromium.new_page()
    try:
        urls = [_url(png) for png in pngs]
        found: dict[str, Any] = page.evaluate(_SCRIPT, [urls, width])
        return found
    finally:
        page.close()


def _small(chromium: Browser, png: bytes, width: int) -> bytes:
    return b64decode(_asked(chromium, [png], width)["png"].partition(",")[2])


def apart(chromium: Browser, one: bytes, two: bytes) -> tuple[float, float]:
    """How far two screenshots are apart.

    The mean over all colours of all points (0 to 255), and the share of them
    that differ by more than 64, at half the size.
    """
    found = _asked(chromium, [one, two], 400)
    return found["apart"], found["far"]


def write(chromium: Browser, game: str, page: Callable[[str], str]) -> None:
    """Takes the screenshots of a game anew."""
    HERE.mkdir(exist_ok=True)
    for mode in MODES:
        golden(game, mode).write_bytes(taken(chromium, page(game), mode))
