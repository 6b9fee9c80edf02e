"""Visitors: requests without a token are counted by a random signed cookie, which pages set."""

import base64
import hashlib
import os
from functools import cached_property
from typing import Final

from itsdangerous import BadSignature, TimestampSigner
from werkzeug.http import dump_cookie, parse_cookie

from service.store.errors import StoreProblem
from service.store.event_store import GameStore
from service.store.store_secret import shared_secret

COOKIE: Final = "visitor"
VALID_SECONDS: Final = 7 * 24 * 3600
"""How long a visitor's cookie is valid."""
_RANDOM_BYTES: Final = 16
_SALT: Final = b"haricot.visitor"


class Visitors:
    """Makes and verifies the cookies of visitors, with one secret for all processes of a store.

    A cookie says only that this service made it at some time. Nothing of it is stored.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def visitor_of(self, cookies: str | None) -> str | None:
        """Return the visitor of these cookies, or None without a visitor's cookie, or for a forged or expired one.

        Return None also while the store fails, so that requests that need no store are still answered.
        """
        if not cookies or COOKIE not in cookies:
            return None
        sent = parse_cookie(cookies).get(COOKIE, "")
        try:
            return self._signer.unsign(sent, VALID_SECONDS).decode()
        except (BadSignature, ValueError, StoreProblem):
            return None

    def new_cookie(self, *, secure: bool) -> str | None:
        """Return the `Set-Cookie` header of a new visitor, or None while the store, which has the secret, fails."""
        drawn = base64.urlsafe_b64encode(os.urandom(_RANDOM_BYTES)).rstrip(b"=")
        try:
            value = self._signer.sign(drawn).decode()
        except StoreProblem:
            return None
        return dump_cookie(COOKIE, value, max_age=VALID_SECONDS, secure=secure, httponly=True, samesite="Lax")

    @cached_property
    def _signer(self) -> TimestampSigner:
        return TimestampSigner(shared_secret(self._store), _SALT, digest_method=hashlib.sha256, key_derivation="hmac")
