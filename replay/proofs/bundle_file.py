"""The bytes of an audit bundle, read as a file."""

from collections.abc import Iterator
from typing import Final

from replay.proofs.bundle import FORMAT, Bundle, SignedLog
from replay.proofs.disclosure import BadEntry, convert_to, read_canonical
from replay.proofs.leaves import PROCEEDINGS
from replay.text_input import UnreadableText, mail_damage, plain_bytes, strange_character, strip_json_blanks

_BUNDLE_START: Final = b'{"format":"haricot-audit/'
_BUNDLE_MARKS: Final = (b'"haricot-audit/', b'"checkpoint":', b'"disclosures":', b'"hashes":')
_BUNDLE_MARKS_MIN: Final = 3
"""A file with this many marks of a bundle counts as one, even if a byte was changed."""


class NotABundle(UnreadableText):
    """A file that is no audit bundle."""


def require_bundle(data: bytes) -> None:
    """Raise NotABundle for a file that is no bundle. A tampered bundle still is one."""
    plain = strip_json_blanks(plain_bytes(data))
    if cause := mail_damage(plain):
        raise NotABundle(f"a program has changed this file: {cause}")
    if not plain.startswith(_BUNDLE_START) and sum(mark in plain for mark in _BUNDLE_MARKS) < _BUNDLE_MARKS_MIN:
        strange = strange_character(plain[:100].decode("utf-8", "replace")) if plain.startswith(b"{") else None
        raise NotABundle(f"this is no audit bundle: {'it does not begin as one' if strange is None else strange.says}")


def read_bundle(data: bytes) -> Bundle:
    """Return the bundle in these bytes without verifying it; BadEntry if they are not written as a bundle is.

    Line ends, blanks between members and a byte order mark may have been changed by other programs.
    """
    try:
        plain = strip_json_blanks(plain_bytes(data))
    except UnreadableText as error:
        raise BadEntry(error.says) from error
    bundle = convert_to(read_canonical(plain), Bundle)
    if bundle.format != FORMAT:
        raise BadEntry(f"the format is {bundle.format[:40]!r}, not {FORMAT!r}")
    for log in (*bundle.parents, *(log for log, _ in signed_logs(bundle))):
        if not 0 < len(log.entries) == len(log.hashes) == len(log.disclosures):
            raise BadEntry("there are not as many hashes or disclosures as entries")
    return bundle


def signed_logs(bundle: Bundle) -> Iterator[tuple[SignedLog, str]]:
    """Yield the logs that have a checkpoint, with the stream of each."""
    yield bundle.log, ""
    if bundle.proceedings is not None:
        yield bundle.proceedings, PROCEEDINGS
