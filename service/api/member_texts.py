"""What the members of answers and requests mean, in the words of the description."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

MEMBERS: Final[Mapping[str, str | dict[str, Any]]] = tomllib.loads(
    files("service.openapi").joinpath("members.toml").read_text("utf-8")
)
"""What members mean, by `Schema.member`, or by the name alone where it means the same everywhere."""


def member_text(schema: str, member: str) -> str:
    """Return what this member of a schema means."""
    meant = MEMBERS.get(f"{schema}.{member}") or MEMBERS[member]
    return meant if isinstance(meant, str) else str(meant["says"])
