"""What a fork that dealt again may disclose of the games before it: what its creator saw of them."""

from collections.abc import Sequence

from domain.visibility import Options, Viewer
from replay.codec import Envelope
from replay.proofs.leaves import make_disclosures
from replay.record import redacted_envelope
from replay.rewind import Redactions


def viewers_of_part(part: Sequence[Envelope], viewers: Redactions) -> list[Viewer]:
    """Return the viewers as whom this part is held, the first creator first; empty where nothing is hidden."""
    return [eye for upto, eye in viewers if part[-1].n <= upto]


def redact_for_viewers(envelopes: Sequence[Envelope], viewers: Sequence[Viewer], options: Options) -> list[Envelope]:
    """Return the envelopes as the last of these viewers read them; each read what the one before had read."""
    for eye in viewers:
        envelopes = [redacted_envelope(envelope, eye, options) for envelope in envelopes]
    return list(envelopes)


def shared_disclosures(viewers: Sequence[Viewer], envelope: Envelope, key: bytes, options: Options) -> tuple[str, ...]:
    """Return the disclosures of a leaf's digests, as far as all of these viewers may see them."""
    first, *others = (make_disclosures(envelope, key, options, viewer) for viewer in viewers)
    return tuple(one for one in first if all(one in other for other in others))
