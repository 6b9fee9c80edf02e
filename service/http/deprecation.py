"""Deprecated parts of the API: since when, until when, and what to use instead."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from typing import Any, Final
from urllib.parse import parse_qsl

LEAST_NOTICE: Final = timedelta(days=365)
"""The shortest time from deprecation to removal. docs/promises.md promises it."""

DATED: Final = ("Deprecation", "Sunset")
"""The headers that only responses of deprecated operations have."""


@dataclass(frozen=True)
class Deprecated:
    """An operation or argument, deprecated `since` a day and removed on the day `gone`. `instead` is a sentence.

    Raises ValueError for less notice than is promised, so that it cannot even be declared.
    """

    since: date
    gone: date
    instead: str

    def __post_init__(self) -> None:
        """Check the promised notice."""
        if self.gone - self.since < LEAST_NOTICE:
            raise ValueError(f"{self.gone} is less than {LEAST_NOTICE.days} days after {self.since}")

    @property
    def says(self) -> str:
        """A sentence for the description."""
        return f"Deprecated since {self.since}, and gone from {self.gone} on. {self.instead}"


def deprecation_headers(
    name: str, whole: Deprecated | None, arguments: Mapping[str, Deprecated], query: bytes, link: str | None
) -> dict[str, str]:
    """Return the headers of a response if its operation, or an argument that it was sent, is deprecated.

    `Deprecation` follows RFC 9745 and `Sunset` RFC 8594. Of several dates, the earliest count. `link` is the response's
    `Link` so far.
    """
    found = [*([whole] if whole else []), *_sent(arguments, query)]
    if not found:
        return {}
    since = _midnight(min(one.since for one in found))
    about = f'</docs#{name}>; rel="deprecation"; type="text/html"'
    return {
        "Deprecation": f"@{int(since.timestamp())}",
        "Sunset": format_datetime(_midnight(min(one.gone for one in found)), usegmt=True),
        "Link": f"{link}, {about}" if link else about,
    }


def _sent(arguments: Mapping[str, Deprecated], query: bytes) -> Iterator[Deprecated]:
    """Yield the deprecated arguments in a query."""
    if arguments and query:
        names = {name for name, _ in parse_qsl(query.decode("ascii", "replace"), keep_blank_values=True)}
        yield from (one for name, one in arguments.items() if name in names)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def mark_deprecated(words: dict[str, Any], whole: Deprecated | None, arguments: Mapping[str, Deprecated]) -> None:
    """Mark what is deprecated in the description of an operation, whose parameters are written out."""
    for parameter in words.get("parameters", ()):
        if (one := arguments.get(parameter.get("name"))) is not None and parameter["in"] == "query":
            _mark(parameter, one)
    if whole is not None:
        _mark(words, whole)
    for response in words["responses"].values():
        response["headers"] |= {name: {"$ref": f"#/components/headers/{name}"} for name in (*DATED, "Link")}


def _mark(words: dict[str, Any], one: Deprecated) -> None:
    words["deprecated"] = True
    words["description"] = f"{words.get('description', '')}\n\n{one.says}".strip()
