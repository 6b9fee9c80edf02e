"""The bodies that state who sits where, as persons or by name, and the seats that are unknown."""

from typing import Any, Final

from marshmallow import ValidationError, fields, validate

from domain.member_types import SeatIndex
from domain.player_names import NAME_MAX, name_fault, normalized_name
from service.api.response_schemas import Answer
from service.http.marshmallow_bodies import LimitedList, MarshmallowBody, StrictBoolean
from service.http.query_params import FullMatch
from service.lifecycle.persons import Persons, SeatPerson
from service.lifecycle.seat_names import SeatName
from service.lifecycle.token_holders import PERSON_DESCRIPTION, PERSON_PATTERN

SEATS_MAX: Final = 100
A_PERSON: Final = FullMatch(PERSON_PATTERN, error=PERSON_DESCRIPTION)


def _a_name(name: str) -> None:
    if (fault := name_fault(name)) is not None and 1 <= len(name) <= NAME_MAX:
        raise ValidationError(fault)


A_NAME: Final = (validate.Length(1, NAME_MAX, error=f"a name has 1 to {NAME_MAX} printable characters"), _a_name)


class PlayerName(fields.String):
    """A player's name as it is stored: composed (NFC), without blanks at its ends."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(validate=A_NAME, **settings)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        return normalized_name(super()._deserialize(value, attr, data, **more))


class PersonsKnown(Answer):
    """The seats whose player is unknown. While there is one, no arbiter may rule on disputes."""

    game: str
    unknown: list[SeatIndex]


class SeatNameSchema(MarshmallowBody):
    """The new public name of the player at a seat."""

    value = SeatName
    name = PlayerName()


class SeatPersonSchema(MarshmallowBody):
    """Who sits at a seat, by an opaque id."""

    value = SeatPerson
    seat = fields.Integer(strict=True, validate=validate.Range(0, SEATS_MAX))
    person = fields.String(validate=A_PERSON)


class PersonsSchema(MarshmallowBody):
    """Who sits at the seats. `different` says that different people sit at all other seats, without naming them."""

    value = Persons
    seats = LimitedList(fields.Nested(SeatPersonSchema), items_max=SEATS_MAX)
    different = StrictBoolean()
