"""Checks that all parts of a page can be read and used, in windows of several sizes."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tests.waiting import happens_within, wait_until

SIZES: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))
"""A desktop, a notebook, a phone, and a phone in landscape."""
FAULTS: Final = Path(__file__).with_name("layout_faults.js").read_text("utf-8")
SETTLES_SECONDS: Final = 5.0
"""Cards and graphs take the size of a resized window a little later."""
WIDTH: Final = "document.documentElement.scrollWidth"


def layout_faults(page: Page, within: str | None = None) -> list[str]:
    """Return what cannot be read or pressed on a page, or in the part of it that a selector names."""
    found: Any = page.evaluate(FAULTS, within)
    return list(found)


def expect_readable(page: Page, part: str | None = None, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Fail if something cannot be read or pressed in a window of one of these sizes."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        fits = happens_within(SETTLES_SECONDS, lambda: layout_faults(page, part) == [])
        assert fits, f"{page.url} at {width}x{height}: {layout_faults(page, part)}"


def expect_no_wider(page: Page, width: int) -> None:
    """Fail if the page stays wider than this; tables are laid out again a frame after the window changed."""
    wait_until(lambda: page.evaluate(WIDTH) <= width, f"{page.url} is wider than {width} pixels")
