"""The secrets that sign webhooks, derived from the service's key and not stored."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from replay.proofs.signed_notes import SigningKey
from service.problems import Problem
from service.signing.key_file import KeyFileProblem, load_signing_key, read_key, signer_names
from service.store.entries.webhook_entries import Webhook
from service.store.event_store import GameStore

PREFIX: Final = "whsec_"
"""The prefix of a secret in Standard Webhooks: https://www.standardwebhooks.com."""
FORMER_KEYS_MAX: Final = 2
"""How many former keys also sign, while their files exist."""
_BYTES: Final = 32
_PURPOSE: Final = b"haricot webhook 1 "


def available_keys(store: GameStore, path: Path) -> list[SigningKey]:
    """Return this store's key and the former keys whose files exist, the latest first. Raises KeyFileProblem."""
    present = load_signing_key(store, path)
    keys = [present]
    for name in signer_names(store)[-2 : -2 - FORMER_KEYS_MAX : -1]:
        try:
            keys.append(read_key(path.with_name(f"{path.name}.{name}")))
        except KeyFileProblem:
            continue  # the operator may remove the file of a former key
    return keys


def secret_of(key: SigningKey, hook: str, number: int = 0) -> bytes:
    """Derive a webhook's secret from this key, after `number` changes of the secret."""
    info = _PURPOSE + (f"{hook} {number}" if number else hook).encode()
    return HKDF(algorithm=SHA256(), length=_BYTES, salt=None, info=info).derive(key.secret)


def secret_text(store: GameStore, path: Path, hook: Webhook) -> str:
    """Return a webhook's secret as text for its receiver. Raises `unavailable` if the service's key cannot be read."""
    try:
        secret = secret_of(load_signing_key(store, path), hook.id, hook.secret_number)
    except KeyFileProblem as error:  # the client must not see its text, which names files of this machine
        raise Problem("unavailable", "the service cannot read the key that signs webhooks") from error
    return PREFIX + base64.b64encode(secret).decode()


def signatures(keys: Sequence[SigningKey], hook: Webhook, id_: str, seconds: int, body: bytes) -> str:
    """Return the value of `webhook-signature`: a signature by each valid secret, the present one first."""
    signed = f"{id_}.{seconds}.".encode() + body
    secrets = [secret_of(key, hook.id, number) for number in _valid_secret_numbers(hook, seconds) for key in keys]
    made = [hmac.digest(secret, signed, hashlib.sha256) for secret in secrets]
    return " ".join(f"v1,{base64.b64encode(one).decode()}" for one in made)


def _valid_secret_numbers(hook: Webhook, seconds: int) -> list[int]:
    former = hook.former_until is not None and seconds < hook.former_until // 1000
    return [hook.secret_number, hook.secret_number - 1] if former else [hook.secret_number]
