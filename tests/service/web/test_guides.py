"""The guides among the pages: each is served, matches its document, and has no dead links."""

import re
from html import unescape
from pathlib import Path

import pytest

from service.web.guides import GUIDES, rendered
from tests.service.api.conftest import ApiClient, shared

__all__ = ["shared"]
ROOT = Path(__file__).parents[3]
DOCUMENTS = ROOT / "docs"


def anchors(text: str) -> set[str]:
    """Return the anchors of a page."""
    return set(re.findall(r'id="([^"]+)"', text))


def dead_links(pages: dict[str, str]) -> list[str]:
    """Return the links on these pages, given by address, that lead to no anchor or page of them."""
    found = []
    for address, text in pages.items():
        for href in re.findall(r'<a href="([^"]+)"', text[text.index('class="docs-text guide"') :]):
            path, _, place = unescape(href).partition("#")
            there = "" if path == "/docs" else pages.get(path or address)
            if not path.startswith(("https:", "http:")) and (there is None or (place and place not in anchors(there))):
                found.append(f"{address}: {href}")
    return found


def unserved_guides(source: str) -> list[str]:
    """Return the links of a script or template to guides that are not served."""
    return [
        link for link in re.findall(r"/docs/guides?/[\w-]+", source) if link.removeprefix("/docs/guide/") not in GUIDES
    ]


@pytest.fixture(scope="module")
def pages(shared: ApiClient) -> dict[str, str]:
    """Return the page of each guide by its address."""
    addresses = ["/docs/guide", *(f"/docs/guide/{name}" for name in GUIDES)]
    return {address: shared.request("GET", address).text.split("<footer", 1)[0] for address in addresses}


def test_each_guide_is_served_without_dead_links(shared: ApiClient, pages: dict[str, str]) -> None:
    assert dead_links(pages) == []
    assert 'href="/docs/guide"' in shared.request("GET", "/docs").text
    assert "do not edit" not in pages["/docs/guide"], "a list for readers says what a guide is about"
    assert not re.search(r"\bAccept<", pages["/docs/guide"]), "a sentence is cut off"
    for name in GUIDES:
        source, text = (DOCUMENTS / f"{name}.md").read_text("utf-8"), pages[f"/docs/guide/{name}"]
        assert source.splitlines()[0].removeprefix("# ") in unescape(text)
        assert text.count("<h2") == len(
            re.findall(r"^## ", re.sub(r"```.*?```", "", source, flags=re.DOTALL), re.MULTILINE)
        )
        assert f'href="/docs/guide/{name}"' in pages["/docs/guide"]
    assert shared.request("GET", "/docs/guide/decisions").status_code == 404
    assert shared.request("GET", "/docs/guide/..%2f..%2fREADME").status_code == 404


def test_a_guide_escapes_html_and_drops_links_to_unserved_files() -> None:
    source = (
        "# A *title*\n\nSee [the feed](feed.md#a), [changes](../CHANGELOG.md), ![a picture](x.jpg) "
        "<script>alert(1)</script>.\n\n## Two words, `code`\n\n[evil](javascript:alert(1)) [away](https://example.org)\n\n|a|b|\n|-:|-|\n|1|<b>|\n"
    )
    guide = rendered("new", source)
    assert (guide.title, guide.headings) == ("A title", (("Two words, code", "two-words-code"),))
    assert '<a href="/docs/guide/feed#a">the feed</a>, changes, a picture &lt;script&gt;' in guide.text
    assert '<a href="https://example.org">away</a>' in guide.text
    for banned in ("<script", "javascript:", "style=", "<b>", "<img"):
        assert banned not in guide.text.replace("[evil](javascript:alert(1))", "")


def test_control_a_link_to_a_missing_anchor_is_detected(pages: dict[str, str]) -> None:
    formats = pages["/docs/guide/formats"].replace('id="', 'id="former-')
    assert dead_links({**pages, "/docs/guide/formats": formats})


def test_scripts_and_templates_link_to_served_guides() -> None:
    web = ROOT / "service/web"
    found = {
        source.name: unserved_guides(source.read_text("utf-8"))
        for source in (*(web / "static/js").rglob("*.js"), *(web / "templates").rglob("*.html"))
    }
    assert {name: links for name, links in found.items() if links} == {}


def test_control_a_link_to_an_unserved_guide_is_detected() -> None:
    assert unserved_guides("here('/docs/guides/broadcast') to('/docs/guide/clocks') '/docs/guide/clock'") == [
        "/docs/guides/broadcast",
        "/docs/guide/clock",
    ]
