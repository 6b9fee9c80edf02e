"""What a fork that dealt again may disclose of the games before it: what its creator saw of them."""

from collections.abc import Sequence

from domain.visibility import Options, Viewer
from replay.codec import Envelope
from replay.proofs.leaves import disclosures
from replay.record import redacted_envelope
from replay.rewind import Eyes


def eyes_on(part: Sequence[Envelope], eyes: Eyes) -> list[Viewer]:
    """Return the viewers as whom this part is held, the first creator first; empty where nothing is hidden."""
    return [eye for upto, eye in eyes if part[-1].n <= upto]


def as_seen(envelopes: Sequence[Envelope], eyes: Sequence[Viewer], options: Options) -> list[Envelope]:
    """Return the envelopes as the last of these viewers read them; each read what the one before had read."""
    for eye in eyes:
        envelopes = [redacted_envelope(envelope, eye, options) for envelope in envelopes]
    return list(envelopes)


def opened_to(viewers: Sequence[Viewer], envelope: Envelope, key: bytes, options: Options) -> tuple[str, ...]:
    """Return the disclosures of a leaf's digests, as far as all of these viewers may see them."""
    first, *others = (disclosures(envelope, key, options, viewer) for viewer in viewers)
    return tuple(one for one in first if all(one in other for other in others))
