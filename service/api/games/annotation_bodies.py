"""Bodies of annotations: words about an event, and marks on the table."""

from typing import ClassVar, Final

from marshmallow import fields, validate

from service.access.annotations import TableMark
from service.api.games.metadata_bodies import KEEPABLE
from service.api.games.person_schemas import PlayerName
from service.http.marshmallow_bodies import LimitedList, MarshmallowBody
from service.http.query_params import N_MAX, FullMatch
from service.lifecycle.comments import Comment, CommentsOpen

MARKS_MAX: Final = 12
"""How many marks an annotation has at most."""
_PLACE: Final = FullMatch("^(/[a-z0-9_]{1,30}){1,6}$", error="a pointer into the table, such as /seats/1/fields/0")


class TableMarkSchema(MarshmallowBody):
    """A mark at a place of the table, or an arrow from there `to` another place, each a pointer (RFC 6901)."""

    value = TableMark
    place = fields.String(validate=_PLACE)
    to = fields.String(validate=_PLACE)


class RemarkSchema(MarshmallowBody):
    """A remark on event n, and what it marks on the table after that event."""

    value: ClassVar[type[Comment]] = Comment
    n = fields.Integer(strict=True, validate=validate.Range(1, N_MAX))
    text = fields.String(validate=[validate.Length(min=1, max=2000), KEEPABLE])
    marks = LimitedList(fields.Nested(TableMarkSchema), items_max=MARKS_MAX)


class NewAnnotationSchema(RemarkSchema):
    """A remark on event n, and what it marks on the table after that event; a spectator may give a `name`."""

    name = PlayerName()


class CommentsOpenSchema(MarshmallowBody):
    """Whether spectators may comment on the game."""

    value = CommentsOpen
    open = fields.Boolean(truthy={True}, falsy={False})
