"""The guides: the documentation for players, developers and operators, as pages."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from flask import Blueprint, render_template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

GUIDES: Final = (
    "http",
    "integrators",
    "stream",
    "feed",
    "webhooks",
    "exports",
    "analytics",
    "clients",
    "promises",
    "commands",
    "events",
    "formats",
    "library",
    "learning",
    "notation",
    "first-game",
    "disputes",
    "fair-deals",
    "proofs",
    "embedding",
    "broadcast",
    "clocks",
    "operations",
    "cli",
    "glossary",
)
"""The documents that are served, in their order."""
ADDRESS: Final = "/docs/guide"
_FOLDERS: Final = (Path(__file__).with_name("guides"), Path(__file__).parents[2] / "docs")
"""Their folders: in an installed package, and in the sources."""
_NO_WORD: Final = re.compile(r"[^\w\- ]")


class Guide(NamedTuple):
    """A document as a page: its title, its first sentence, its text as HTML, and its headings with their anchors."""

    name: str
    title: str
    says: str
    text: Markup
    headings: tuple[tuple[str, str], ...]


def add_guides(web: Blueprint) -> None:
    """Add the routes of the guides."""

    @web.get(ADDRESS, strict_slashes=False)
    def guides() -> str:
        """List all guides."""
        return render_template("docs_guides.html", guides=[guide_named(name) for name in available_guides()])

    @web.get(f"{ADDRESS}/<name>")
    def guide(name: str) -> str | tuple[str, int]:
        """Show one guide, or 404 if there is none."""
        if name not in available_guides():
            return render_template("error.html", status=404), 404
        return render_template("docs_guide.html", guide=guide_named(name))


@cache
def available_guides() -> tuple[str, ...]:
    """Return the names of the available guides."""
    return tuple(name for name in GUIDES if _path(name) is not None)


def _path(name: str) -> Path | None:
    return next((path for folder in _FOLDERS if (path := folder / f"{name}.md").is_file()), None)


@cache
def guide_named(name: str) -> Guide:
    """Return one guide, rendered once."""
    path = _path(name)
    assert path is not None
    return rendered(name, path.read_text("utf-8"))


def rendered(name: str, source: str) -> Guide:
    """Return a document as a page. HTML in it is escaped; links lead to other guides, or outside."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(source)
    headings = [(tag, title, _slug(title)) for tag, title in _headings(tokens)]
    places = iter(slug for _, _, slug in headings)
    for token in tokens:
        if token.type == "heading_open":
            token.attrs["id"] = next(places)
        token.attrs.pop("style", None)  # pages have no inline styles
        if token.children:
            token.children = [*_linked(token.children)]
    paragraphs = [following for token, following in pairwise(tokens) if _is_paragraph(token)]
    first = re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", r"\1", paragraphs[0].content) if paragraphs else ""
    return Guide(
        name=name,
        title=headings[0][1] if headings else name,
        says=re.split(r"(?<=\.)\s", " ".join(first.split()), maxsplit=1)[0].rstrip(":"),
        text=Markup(reader.renderer.render(tokens, reader.options, {})),  # all other text is escaped
        headings=tuple((title, slug) for tag, title, slug in headings if tag == "h2"),
    )


def _is_paragraph(token: Token) -> bool:
    return token.type == "paragraph_open" and token.level == 0


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            yield token.tag, "".join(one.content for one in inline.children or () if one.type != "html_inline")


def _slug(title: str) -> str:
    """Return the anchor of a heading, as links between the documents have it."""
    return _NO_WORD.sub("", title.lower()).strip().replace(" ", "-")


def _linked(children: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens with links to other guides as links to their pages.

    Links to documents without a page are removed.
    """
    dropped: list[bool] = []
    for token in children:
        if token.type == "link_open":
            address = _address(str(token.attrs["href"]))
            dropped.append(address is None)
            if address is None:
                continue
            token.attrs["href"] = address
        elif token.type == "link_close" and dropped.pop():
            continue
        elif token.type == "image":
            yield _alt_text(token)
            continue
        yield token


def _alt_text(image: Token) -> Token:
    text: dict[str, Any] = {"type": "text", "tag": "", "nesting": 0}
    return Token(**text, content=image.content)


def _address(href: str) -> str | None:
    """Return the address of a document's link on a page, or None if its target is not served."""
    parts = urlsplit(href)
    if parts.scheme or not parts.path:
        return href
    name = parts.path.removesuffix(".md")
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"{ADDRESS}/{name}{fragment}" if name in available_guides() else None
