"""Whether all that is on a page can be read and pressed, in windows as high and as wide as people have."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tests.waiting import within

SIZES: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))
"""A context, a notebook, a phone, and a phone that lies."""
FAULTS: Final = Path(__file__).with_name("layout_faults.js").read_text("utf-8")
SETTLES_SECONDS: Final = 5.0
"""Cards and graphs know their new room a little after the window has it."""


def unreadable(page: Page, within: str | None = None) -> list[str]:
    """What cannot be read or pressed on a page as it stands, or on the part of it that a selector names."""
    found: Any = page.evaluate(FAULTS, within)
    return list(found)


def expect_readable(page: Page, part: str | None = None, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Fail where something cannot be read or pressed in a window of one of these sizes."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        fits = within(SETTLES_SECONDS, lambda: unreadable(page, part) == [])
        assert fits, f"{page.url} at {width}x{height}: {unreadable(page, part)}"
