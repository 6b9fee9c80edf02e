"""Salted digests of texts that people write.

Events hold the digest. The text is stored beside them.
"""

import base64
import hashlib
import os

import msgspec

from replay.proofs.leaves import SALT_BYTES


def salted_digest(member: str, text: str) -> tuple[str, str]:
    """Return a new salt in base64, and the digest of a text in base64url.

    The digest is the SHA-256 of the base64url form of the JSON list of salt, member and text, without its padding.
    """
    salt = base64.b64encode(os.urandom(SALT_BYTES)).decode()
    disclosure = base64.urlsafe_b64encode(msgspec.json.encode([salt, member, text])).rstrip(b"=")
    return salt, base64.urlsafe_b64encode(hashlib.sha256(disclosure).digest()).rstrip(b"=").decode()
