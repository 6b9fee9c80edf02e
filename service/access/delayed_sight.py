"""Applies a longer delay to what a spectator may know of a game, as broadcasts do."""

from msgspec.structs import replace

from service.access.reader import Reader
from service.access.visibility_scope import VisibilityScope, known_version
from service.ops.clock import now_ms


def with_delay(reader: Reader, sight: VisibilityScope, delay_ms: int) -> VisibilityScope:
    """Return the scope of a spectator who follows the game with at least this delay."""
    if delay_ms <= sight.arrangement.delay_ms:
        return sight
    arrangement = replace(sight.arrangement, delay_ms=delay_ms)
    envelopes, now = reader.envelopes(sight), now_ms()
    # The version of the scope already respects a delay in events.
    in_time = replace(arrangement, delay_events=0)
    version = known_version(envelopes, in_time, now=now, ended=sight.over)
    later_at = envelopes[version].at + delay_ms if version < len(envelopes) else sight.later_at
    return replace(
        sight,
        arrangement=arrangement,
        version=version,
        over=sight.over and version == sight.version,
        until=now - delay_ms,
        later_at=later_at,
        metadata_age=None,
    )
