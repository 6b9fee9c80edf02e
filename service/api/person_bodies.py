"""The bodies in which somebody states who sits where, as persons or by name."""

from typing import Final

from marshmallow import ValidationError, fields, validate

from service.api.arguments import Form
from service.api.written import Few, Flag, Written
from service.hosting.bearers import PERSON, PERSON_SAYS
from service.hosting.new_game import NAME_MAX, is_name
from service.hosting.persons import Persons, SeatPerson
from service.hosting.seat_names import SeatName

SEATS_MAX: Final = 100
A_PERSON: Final = Form(PERSON, error=PERSON_SAYS)
_NAME_SAYS: Final = f"a name has 1 to {NAME_MAX} printable characters"


def _a_name(name: str) -> None:
    if not is_name(name):
        raise ValidationError(_NAME_SAYS)


A_NAME: Final = (validate.Length(min=1, max=NAME_MAX, error=_NAME_SAYS), _a_name)
"""What a name has to be, for a field of a body."""


class SeatNameSchema(Written):
    """What people are to call who sits there."""

    value = SeatName
    name = fields.String(required=True, validate=A_NAME)


class SeatPersonSchema(Written):
    """Who sits at a seat, by an opaque id."""

    value = SeatPerson
    seat = fields.Integer(strict=True, required=True, validate=validate.Range(0, SEATS_MAX))
    person = fields.String(required=True, validate=A_PERSON)


class PersonsSchema(Written):
    """Who sits at the seats; `different` says of all others that different people sit there, whoever they are."""

    value = Persons
    seats = Few(fields.Nested(SeatPersonSchema), most=SEATS_MAX, load_default=list)
    different = Flag(load_default=False)
