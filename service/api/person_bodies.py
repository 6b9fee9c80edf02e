"""The bodies in which somebody states who sits where, as persons."""

from typing import Final

from marshmallow import fields, validate

from service.api.arguments import Form
from service.api.written import Few, Flag, Written
from service.hosting.bearers import PERSON, PERSON_SAYS
from service.hosting.persons import Persons, SeatPerson

SEATS_MAX: Final = 100
A_PERSON: Final = Form(PERSON, error=PERSON_SAYS)


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
