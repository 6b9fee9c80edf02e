"""Tests of times in ISO 8601."""

from datetime import UTC, datetime
from random import Random

import pytest

from replay.codec import EPOCH, time_of, time_text

FIRST, LAST = -62_135_596_800_000, 253_402_300_799_999
"""The first and the last millisecond of the years 1 to 9999."""


def test_times_are_written_in_iso_8601() -> None:
    luck = Random(7)
    edges = [at + step for at in (0, 1_000, -1_000, 1_763_750_000_000) for step in (-1, 0, 1, 999, 1_000)]
    for at in (FIRST, LAST, *edges, *(luck.randint(FIRST, LAST) for _ in range(2_000))):
        text = time_text(at)
        moment = datetime.fromisoformat(text)
        assert at == (moment - EPOCH) // (datetime(1970, 1, 1, 0, 0, 0, 1_000, tzinfo=UTC) - EPOCH)
        assert text == moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        assert at == time_of(text)


@pytest.mark.parametrize("at", [FIRST - 1, LAST + 1])
def test_a_time_outside_the_calendar_is_refused(at: int) -> None:
    with pytest.raises(OverflowError):
        time_text(at)
