"""Whether a page fits into its window, once what is on it knows its new room."""

from typing import Final

from playwright.sync_api import Page

from tests.waiting import until

WIDE: Final = "document.documentElement.scrollWidth"


def expect_no_wider(page: Page, width: int) -> None:
    """Fails where the page stays wider than this; tables lay themselves out again a frame after the window changed."""
    until(lambda: page.evaluate(WIDE) <= width, f"{page.url} is wider than {width} pixels")
