"""The pages of the API: each operation and each schema, made from the description alone."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from flask import Blueprint, render_template, request
from markupsafe import Markup, escape

from service.web.api_reference import ShownMember, ShownPart, members_of, parts_of, uses_of
from service.web.guides import add_guides
from service.web.samples import SERVER
from service.web.type_descriptions import in_words, name_of

Description = Callable[[], Mapping[str, Any]]
UNIONS: Final = ("Command", "Event")
"""The schemas whose kinds are listed together."""
_CODE: Final = re.compile(r"`([^`]+)`")


class Group(NamedTuple):
    """Schemas of one group, each with its first sentence."""

    title: str
    schemas: list[tuple[str, str]]


def add_api(web: Blueprint, description: Description) -> None:
    """Add the routes of the API's own pages. The description is made when a page is opened."""
    parts = cache(lambda: parts_of(description()))
    operations = cache(lambda: _operations(parts(), description()["components"]))
    uses = cache(lambda: uses_of(description()))
    web.app_template_filter("marked_up")(marked_up)
    add_guides(web)

    @web.get("/docs", strict_slashes=False)
    def docs() -> str:
        """Show the API, to be read and tried."""
        shown = operations().replace(SERVER, str(escape(request.host_url.rstrip("/"))))
        return render_template("docs.html", parts=parts(), shown=Markup(shown))  # made above, escaped

    @web.get("/docs/schemas")
    def schemas() -> str:
        """List all schemas by their names."""
        return render_template("docs_schemas.html", groups=_groups(description()["components"]["schemas"]))

    @web.get("/docs/schemas/<name>")
    def schema(name: str) -> str | tuple[str, int]:
        """Show one schema, its members, and where it is used."""
        known = description()["components"]["schemas"]
        if name not in known:
            return render_template("error.html", status=404), 404
        one = known[name]
        return render_template(
            "docs_schema.html",
            name=name,
            says=one.get("description", ""),
            members=members_of(one),
            kinds=[name_of(kind) for kind in one.get("oneOf", ())],
            words=one.get("enum", ()),
            type=None if "properties" in one or "oneOf" in one or "enum" in one else in_words(one),
            open=one.get("additionalProperties", True) is not False,
            uses=uses()[name],
            source=json.dumps(one, indent=2, ensure_ascii=False),
        )


def marked_up(text: str) -> Markup:
    """Return a text of the description as HTML: paragraphs, with text between backticks as code."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    return Markup("").join(
        Markup("<p>{}</p>").format(Markup(_CODE.sub(r"<code>\1</code>", str(escape(one)))))  # escaped
        for one in paragraphs
    )


def _operations(parts: list[ShownPart], components: Mapping[str, Any]) -> str:
    """Return the HTML of all operations. Only the service's address depends on the request."""

    def members(name: str | None) -> list[ShownMember]:
        return [] if name is None else members_of(components["schemas"][name])

    return render_template("docs_operations.html", parts=parts, headers=components["headers"], members_of=members)


def _groups(schemas: Mapping[str, Any]) -> list[Group]:
    left = dict(schemas)
    groups = []
    for union in UNIONS:
        kinds = [name_of(kind) for kind in schemas[union]["oneOf"]]
        groups.append(Group(f"{union}s", [(name, _first(left.pop(name))) for name in kinds]))
    words = [name for name, one in left.items() if "enum" in one]
    groups.append(Group("Sets of words", [(name, _first(left.pop(name))) for name in words]))
    return [*groups, Group("Everything else", sorted((name, _first(one)) for name, one in left.items()))]


def _first(schema: Mapping[str, Any]) -> str:
    text = " ".join(schema.get("description", "").split())
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]
