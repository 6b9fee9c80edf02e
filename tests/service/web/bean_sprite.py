"""Draw the beans of the pages as one sprite, which pictures of games are composed of.

`python -m tests.service.web.bean_sprite` writes `service/web/static/beans.png` again.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from service.web.picture_canvas import BEAN, SPRITE
from service.web.rulebook import DRAWN
from tests.service.web.conftest import ARGUMENTS, chromium

BEANS = Path(SPRITE).with_name("beans.svg")


def sprite() -> bytes:
    """Return the sprite as a PNG: the drawings in the order of their file, then a coin."""
    names = [*(f"bean-{name}" for name in DRAWN), "coin"]
    boxes = {"coin": "0 0 24 24"}
    drawn = "".join(
        f'<svg width="{BEAN}" height="{BEAN}" viewBox="{boxes.get(name, "0 0 48 48")}"><use href="#{name}"/></svg>'
        for name in names
    )
    page_text = f"<style>body{{margin:0;display:flex}}svg{{flex:none}}</style>{BEANS.read_text('utf-8')}{drawn}"
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": BEAN * len(names), "height": BEAN})
        page.set_content(page_text)
        page.evaluate("document.querySelector('svg').style.cssText = 'position:absolute;width:0;height:0'")
        return page.screenshot(omit_background=True)


if __name__ == "__main__":
    Path(SPRITE).write_bytes(sprite())
