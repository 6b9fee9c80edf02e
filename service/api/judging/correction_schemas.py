"""Bodies of requests by which an arbiter sets a table right."""

from marshmallow import fields, validate

from domain.values import Value
from service.api.games.metadata_bodies import KEEPABLE
from service.http.marshmallow_bodies import MarshmallowBody


class Correction(Value):
    """What an arbiter sets right on the table, and why."""

    fix: str
    reason: str


class CorrectionSchema(MarshmallowBody):
    """What to set right, as notation has it behind `%fix`, and why."""

    value = Correction
    fix = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])
    reason = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])


class CorrectionDraft(Value):
    """What an arbiter would set right on the table."""

    fix: str


class CorrectionDraftSchema(MarshmallowBody):
    """What would be set right, as notation has it behind `%fix`."""

    value = CorrectionDraft
    fix = fields.String(validate=[validate.Length(min=1, max=500), KEEPABLE])
