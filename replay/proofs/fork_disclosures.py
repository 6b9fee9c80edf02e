"""What a fork that dealt again may open of the games before it: what its maker saw of them."""

from collections.abc import Sequence

from domain.visibility import Options, Viewer
from replay.codec import Envelope
from replay.proofs.leaves import disclosures
from replay.record import redacted_envelope
from replay.rewind import Eyes


def eyes_on(part: Sequence[Envelope], eyes: Eyes) -> list[Viewer]:
    """Through whose eyes this part of a record is told, the first maker first; nobody's where nothing is kept back."""
    return [eye for upto, eye in eyes if part[-1].n <= upto]


def as_seen(envelopes: Sequence[Envelope], eyes: Sequence[Viewer], options: Options) -> list[Envelope]:
    """Return the envelopes as the last of these viewers read them, each of whom read what the one before had read."""
    for eye in eyes:
        envelopes = [redacted_envelope(envelope, eye, options) for envelope in envelopes]
    return list(envelopes)


def opened_to(viewers: Sequence[Viewer], envelope: Envelope, key: bytes, options: Options) -> tuple[str, ...]:
    """Return what opens the digests of a leaf, as far as all of these viewers may see it."""
    first, *others = (disclosures(envelope, key, options, viewer) for viewer in viewers)
    return tuple(one for one in first if all(one in other for other in others))
