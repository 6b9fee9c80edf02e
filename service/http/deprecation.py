"""Deprecated parts of the API: since when, until when, and what to use instead."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from typing import Any, Final
from urllib.parse import parse_qsl

NOTICE_MIN: Final = timedelta(days=365)
"""The shortest time from deprecation to removal. docs/promises.md promises it."""

DATE_HEADERS: Final = ("Deprecation", "Sunset")
"""The headers that only responses of deprecated operations have."""


@dataclass(frozen=True)
class Deprecated:
    """The deprecation of an operation or argument: `since` which day, and the day of its removal.

    `instead` is a sentence that says what to use instead. Raises ValueError for less notice than is promised, so that
    such a deprecation cannot be declared.
    """

    since: date
    removal: date
    instead: str

    def __post_init__(self) -> None:
        """Check the promised notice."""
        if self.removal - self.since < NOTICE_MIN:
            raise ValueError(f"{self.removal} is less than {NOTICE_MIN.days} days after {self.since}")

    @property
    def sentence(self) -> str:
        """A sentence for the description."""
        return f"Deprecated since {self.since}, and gone from {self.removal} on. {self.instead}"


def deprecation_headers(
    name: str, operation: Deprecated | None, arguments: Mapping[str, Deprecated], query: bytes, link: str | None
) -> dict[str, str]:
    """Return the headers of a response if its operation, or an argument that it was sent, is deprecated.

    `Deprecation` follows RFC 9745 and `Sunset` RFC 8594. Of several dates, the earliest count. `link` is the response's
    `Link` so far.
    """
    deprecated = [*([operation] if operation else []), *_sent_arguments(arguments, query)]
    if not deprecated:
        return {}
    since = _midnight(min(one.since for one in deprecated))
    documentation = f'</docs#{name}>; rel="deprecation"; type="text/html"'
    return {
        "Deprecation": f"@{int(since.timestamp())}",
        "Sunset": format_datetime(_midnight(min(one.removal for one in deprecated)), usegmt=True),
        "Link": f"{link}, {documentation}" if link else documentation,
    }


def _sent_arguments(arguments: Mapping[str, Deprecated], query: bytes) -> Iterator[Deprecated]:
    """Yield the deprecated arguments in a query."""
    if arguments and query:
        names = {name for name, _ in parse_qsl(query.decode("ascii", "replace"), keep_blank_values=True)}
        yield from (one for name, one in arguments.items() if name in names)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def mark_deprecated(
    description: dict[str, Any], operation: Deprecated | None, arguments: Mapping[str, Deprecated]
) -> None:
    """Mark what is deprecated in the OpenAPI description of an operation, whose parameters are without references."""
    for parameter in description.get("parameters", ()):
        if (one := arguments.get(parameter.get("name"))) is not None and parameter["in"] == "query":
            _mark(parameter, one)
    if operation is not None:
        _mark(description, operation)
    for response in description["responses"].values():
        response["headers"] |= {name: {"$ref": f"#/components/headers/{name}"} for name in (*DATE_HEADERS, "Link")}


def _mark(part: dict[str, Any], one: Deprecated) -> None:
    part["deprecated"] = True
    part["description"] = f"{part.get('description', '')}\n\n{one.sentence}".strip()
