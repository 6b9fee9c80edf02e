"""The table of events as the code declares them: stored name, fields, who may read each."""

import sys

from domain.audited import audiences_of
from domain.editions import EDITIONS as _EDITIONS  # noqa: F401  # declares the events of every edition
from domain.events import Event
from domain.forks import GameForked
from domain.visibility import EVERYONE, SEALED, Audience, ByWord, PartOnly, Seats, UnderOption, WhereField, Within
from replay.codec import event_types

HEADER = """\
# Events

Made from the code by `python -m tests.event_table`; do not edit.
No mark: everyone may read the field. **only x**: only the seat named in field x. **slots only x**: everyone sees the
cards, only that seat their slots in the hand. **sealed**: the omniscient view only. **only x, if hidden**: everyone,
unless the game's `coins_visibility` is `hidden`. **by zone**: each part of the value has its own audience.

| event | fields |
|---|---|
"""


def event_table() -> str:
    """The table in Markdown, by stored name."""
    rows = [f"| {name} | {', '.join(_fields(kind))} |" for name, kind in sorted(declared_events().items())]
    return HEADER + "\n".join(rows) + "\n"


def declared_events() -> dict[str, type[Event]]:
    """The events of this program's own editions and of forks, by stored name."""
    package = GameForked.__module__.partition(".")[0]
    return {name: kind for name, kind in event_types().items() if kind.__module__.partition(".")[0] == package}


def _fields(kind: type[Event]) -> list[str]:
    audiences = audiences_of(kind).values()
    return [f"{name}{_mark(audience)}" for name, audience in zip(kind.__struct_encode_fields__, audiences, strict=True)]


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
        case UnderOption(to=Seats(fields=seats)):
            kind, when = "only", ", if hidden"
        case ByWord(audiences=((_, Seats(fields=seats)), *_)):
            kind, when = "only", ", as `shown` says"
        case WhereField(to=Seats(fields=seats), value=value):
            kind, when = "only", f", from the {value}"
        case Seats(fields=seats):
            kind, when = "only", ""
        case _:
            raise TypeError(f"no words for {audience}")
    return f" **{kind} {' or '.join(seats)}{when}**"


if __name__ == "__main__":
    sys.stdout.write(event_table())
