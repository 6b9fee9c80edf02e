"""The bodies in which an integrator notes something about a game that it made."""

from typing import Final

from marshmallow import fields, validate

from service.http.marshmallow_bodies import MarshmallowBody
from service.http.query_params import FullMatch
from service.lifecycle.external_metadata import EXTERNAL_ID_MAX, METADATA_ENTRIES_MAX, METADATA_VALUE_MAX, OwnNotes

KEEPABLE: Final = FullMatch("^[^\\x00]*$", error="not every database can keep a NUL in a text")


def external_id_field() -> fields.String:
    """Return the field of the integrator's id of the game."""
    keepable = [validate.Length(1, EXTERNAL_ID_MAX), KEEPABLE]
    return fields.String(allow_none=True, validate=keepable)


def metadata_field() -> fields.Dict:
    """Return the field of the integrator's metadata."""
    return fields.Dict(
        keys=fields.String(validate=FullMatch("^[A-Za-z0-9_.:-]{1,40}$", error="1 to 40 letters, digits and _ . : -")),
        values=fields.String(validate=[validate.Length(max=METADATA_VALUE_MAX), KEEPABLE]),
        validate=validate.Length(max=METADATA_ENTRIES_MAX),
    )


class NewOwnNotesSchema(MarshmallowBody):
    """What an integrator notes about a game that it made: its own id for it, and metadata.

    All former notes are deleted.
    """

    value = OwnNotes
    external_id = external_id_field()
    metadata = metadata_field()
