"""The types of texts that are common in responses, with their descriptions."""

from typing import Annotated, Any, Final

import msgspec

REF: Final = "#/components/schemas/{name}"


def named(name: str) -> msgspec.Meta:
    """Return the annotation for a member with the schema of this name."""
    return msgspec.Meta(extra_json_schema={"$ref": REF.format(name=name)})


def text_of(name: str, media: str) -> dict[str, Any]:
    """Return the schema of a text whose lines, or messages, have the schema of this name."""
    return {"type": "string", "contentMediaType": media, "contentSchema": {"$ref": REF.format(name=name)}}


Timestamp = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]
"""When something happened, UTC with milliseconds."""
Code = Annotated[str, named("ProblemCode")]
"""The stable code of a problem."""
View = Annotated[str, named("View")]
"""The view: `seat:K`, `spectator` or `omniscient`."""
SeatKind = Annotated[str, named("SeatKind")]
"""Who sits there."""
