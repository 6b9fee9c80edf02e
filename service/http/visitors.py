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
from service.store.store_secret import own_secret

COOKIE: Final = "visitor"
LIFE_SECONDS: Final = 7 * 24 * 3600
"""How long a visitor counts as the same one."""
_RANDOM_BYTES: Final = 16
_SALT: Final = b"haricot.visitor"


class Visitors:
    """Makes the cookies of visitors and recognizes them; all processes of one store know the same.

    A cookie says nothing but that this service made it at some time. Nothing of it is stored.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store

    def visitor_of(self, cookies: str | None) -> str | None:
        """Return the visitor whose cookie is among these; None without one, and for one that is forged or too old.

        None also while the store fails, so that what needs no store is answered all the same.
        """
        if not cookies or COOKIE not in cookies:
            return None
        sent = parse_cookie(cookies).get(COOKIE, "")
        try:
            return self._signer.unsign(sent, LIFE_SECONDS).decode()
        except (BadSignature, ValueError, StoreProblem):
            return None

    def new_cookie(self, *, secure: bool) -> str | None:
        """Make a visitor, and return the `Set-Cookie` for it; None while the store fails, which keeps the secret."""
        drawn = base64.urlsafe_b64encode(os.urandom(_RANDOM_BYTES)).rstrip(b"=")
        try:
            value = self._signer.sign(drawn).decode()
        except StoreProblem:
            return None
        return dump_cookie(COOKIE, value, max_age=LIFE_SECONDS, secure=secure, httponly=True, samesite="Lax")

    @cached_property
    def _signer(self) -> TimestampSigner:
        return TimestampSigner(own_secret(self._store), _SALT, digest_method=hashlib.sha256, key_derivation="hmac")
