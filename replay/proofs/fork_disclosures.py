"""What a fork that dealt again may disclose of its ancestors: only what its creator saw of them."""

from collections.abc import Sequence

from domain.visibility import Options, Viewer
from replay.codec import Envelope
from replay.proofs.leaves import make_disclosures
from replay.record import redacted_envelope
from replay.rewind import Redactions


def viewers_of_part(part: Sequence[Envelope], redactions: Redactions) -> list[Viewer]:
    """Return the viewers for whom a part of a record is redacted, the first fork's creator first."""
    return [viewer for upto, viewer in redactions if part[-1].n <= upto]


def redact_for_viewers(envelopes: Sequence[Envelope], viewers: Sequence[Viewer], options: Options) -> list[Envelope]:
    """Return the envelopes redacted for each of these viewers in turn."""
    for viewer in viewers:
        envelopes = [redacted_envelope(envelope, viewer, options) for envelope in envelopes]
    return list(envelopes)


def shared_disclosures(viewers: Sequence[Viewer], envelope: Envelope, key: bytes, options: Options) -> tuple[str, ...]:
    """Return the disclosures of a leaf that all of these viewers may see."""
    first, *others = (make_disclosures(envelope, key, options, viewer) for viewer in viewers)
    return tuple(one for one in first if all(one in other for other in others))
