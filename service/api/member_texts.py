"""The descriptions of the members of responses and requests."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

MEMBERS: Final[Mapping[str, str | dict[str, Any]]] = tomllib.loads(
    files("service.openapi").joinpath("members.toml").read_text("utf-8")
)
"""The meaning of members, by `Schema.member`, or by the name alone if it means the same everywhere."""


def member_text(schema: str, member: str) -> str:
    """Return the description of this member of a schema."""
    meant = MEMBERS.get(f"{schema}.{member}") or MEMBERS[member]
    return meant if isinstance(meant, str) else str(meant["says"])
