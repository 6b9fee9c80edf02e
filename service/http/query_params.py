"""Arguments of queries, which marshmallow reads, and headers, which it only describes.

HttpRequest or an operation reads the headers.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from domain.edition_data.family import LANGUAGES
from service.http.request import KEY

VIEW: Final = "^(seat:[0-9]{1,2}|spectator|omniscient)$"
"""The pattern of a view."""
N_MAX: Final = 1_000_000_000
"""No game has an event with a higher number."""


class FullMatch(validate.Regexp):  # noqa: TID251  # its fault is corrected here
    """Validates that a whole text matches a pattern from `^` to `$`, as in JSON Schema.

    Python's `$` would accept a trailing line break.
    """

    def __call__(self, value: Any) -> Any:
        """Return the text if all of it matches; raise ValidationError otherwise."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class StrictInteger(fields.Integer):
    """An integer in digits. Other forms that Python accepts, such as ` 1` or `1_0`, are refused."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, str) and not re.fullmatch(r"-?[0-9]{1,19}", value):
            raise self.make_error("invalid")
        return super()._validated(value)


def expansion_param(names: Sequence[str], description: str, *, example: str) -> fields.String:
    """Return the argument `with`: the names of the expansions of a response, separated by commas."""
    alternatives = "|".join(names)
    return fields.String(
        data_key="with",
        validate=FullMatch(
            rf"^({alternatives})(,({alternatives}))*$", error=f"any of {', '.join(names)}, with commas between"
        ),
        metadata={"description": description, "example": example},
    )


class ViewQuery(Schema):
    """The argument for the view."""

    view = fields.String(
        data_key="as",
        validate=FullMatch(VIEW, error="seat:K, spectator or omniscient"),
        metadata={"description": "seat:K, spectator or omniscient; by default the caller's own view"},
    )


class KeyHeader(Schema):
    """The idempotency key of a request that writes."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=FullMatch(KEY),
        metadata={
            "description": "A retry with the same key changes nothing; 8 to 128 printable characters. A key belongs to "
            "its principal, a seat or a token. Without a token it is kept for 24 hours if it can hold 128 bits: 22 "
            "characters or more, 8 different ones among them. Draw them at random, since a client that knows the key "
            "can repeat the request. A weaker key is accepted but not kept. If the response shows tokens, a retry "
            "returns the same resource with fresh tokens, and revokes the first",
            "example": "9f86d081884c7d659a2feaa0c55ad015",
        },
    )


class MatchHeader(Schema):
    """The version of the game that a request is meant for."""

    version = fields.String(
        data_key="If-Match",
        metadata={"description": "The ETag of the version that this is meant for", "example": '"table.57.seat:1"'},
    )


class NoneMatchHeader(Schema):
    """The ETags of responses that the caller has already."""

    known = fields.String(
        data_key="If-None-Match",
        metadata={"description": "ETags of what is known already: 304 for these", "example": '"table.57.seat:1"'},
    )


class LanguageQuery(Schema):
    """The argument for the language."""

    lang = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES), metadata={"description": "Language"})


class ViewLanguageQuery(ViewQuery, LanguageQuery):
    """The arguments for the view and the language."""
