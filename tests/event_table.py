"""Describe the declared events: stored names, and who may read each field."""

from domain.editions import EDITIONS as _EDITIONS  # noqa: F401  # declares the events of every edition
from domain.events import Event
from domain.field_audiences import audiences_of
from domain.forks import GameForked
from domain.visibility import EVERYONE, SEALED, Audience, ByFieldValue, IfFieldIs, IfOptionIs, PartOnly, Seats, Within
from replay.codec import event_types


def declared_events() -> dict[str, type[Event]]:
    """Return the events of the built-in editions and of forks, by stored name."""
    package = GameForked.__module__.partition(".")[0]
    return {name: kind for name, kind in event_types().items() if kind.__module__.partition(".")[0] == package}


def marks_of(kind: type[Event]) -> dict[str, str]:
    """Return who may read each field of an event, by field name; an empty text for public fields."""
    audiences = audiences_of(kind).values()
    return {name: _mark(audience) for name, audience in zip(kind.__struct_encode_fields__, audiences, strict=True)}


def _mark(audience: Audience) -> str:
    if audience == EVERYONE:
        return ""
    if audience == SEALED:
        return " **sealed**"
    match audience:
        case Within():
            return " **by zone**"
        case PartOnly(to=Seats(fields=seats)):
            kind, when = "slots only", ""
        case IfOptionIs(to=Seats(fields=seats)):
            kind, when = "only", ", if hidden"
        case ByFieldValue(audiences=((_, Seats(fields=seats)), *_)):
            kind, when = "only", ", as `shown` says"
        case IfFieldIs(to=Seats(fields=seats), value=value):
            kind, when = "only", f", from the {value}"
        case Seats(fields=seats):
            kind, when = "only", ""
        case _:
            raise TypeError(f"no words for {audience}")
    return f" **{kind} {' or '.join(seats)}{when}**"
