"""When a game began, as the head of a sheet tells it."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

_DATE: Final = re.compile(r"(\d{4}|\?{4})(?:([-./])(\d\d|\?\?)(?:\2(\d\d|\?\?)(?:[T ](.+))?)?)?")
_TIME: Final = re.compile(r"(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def moment_of(text: str) -> int | None:
    """Return the milliseconds since 1970 of a date, or of a time with its offset; None where the year is not known.

    A part that is not known, written ?? or left out, counts as the first that it can be. A time without an offset is
    UTC. ValueError for any other text.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    year, _, month, day, time = found.groups()
    if "?" in year:
        return None
    in_year, in_month = (1 if part is None or "?" in part else int(part) for part in (month, day))
    moment = datetime(int(year), in_year, in_month, tzinfo=UTC)
    if time is not None:
        moment += _since_midnight(time)
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _since_midnight(text: str) -> timedelta:
    """Return how long after midnight in UTC a time is, less than nothing where it is on the day before there."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(text)
    hour, minute, second, fraction, zone = found.groups(default="")
    time = datetime(1970, 1, 1, int(hour), int(minute), int(second or 0), int(f"{fraction:0<6}"[:6]), tzinfo=UTC)
    sign, offset = zone[:1], zone[1:].replace(":", "")
    away = timedelta(hours=int(offset[:2] or 0), minutes=int(offset[2:] or 0))
    return time - _EPOCH + (away if sign == "-" else -away)
