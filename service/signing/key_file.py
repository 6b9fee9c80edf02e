"""The file with the service's signing key.

A key is created once. It never replaces a key that has signed.
"""

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from domain.refusals import Misuse
from replay.proofs.signed_notes import KEY_BYTES, BadNote, SigningKey, read_signing_key
from service.signing.key_announcements import announced_key, key_announcements
from service.store.atomic_files import open_atomically
from service.store.event_store import GameStore
from service.store.location import user_file

_OTHER_USERS: Final = stat.S_IRWXG | stat.S_IRWXO
_KEY_FILE_BYTES_MAX: Final = 1000
"""How many bytes of a key file are read. Every key is shorter."""
NEXT_SUFFIX: Final = ".next"
"""The suffix of the file of a key that is not announced yet."""


class KeyFileProblem(Misuse):
    """The signing key is missing, belongs to another store, cannot be read, or can be read by other users."""

    exit_code: ClassVar[int] = 4
    """The exit code of `haricot verify` for a bundle signed by another key."""


class NoNewKey(KeyFileProblem):
    """Nothing was signed yet, and no key can be created at this path, so games stay unsigned."""


def key_path() -> Path:
    """Return the path of the key file: HARICOT_KEY_FILE, or else a file in the user's data folder."""
    return user_file("HARICOT_KEY_FILE", "haricot-signing.key")


def file_exists(path: Path) -> bool:
    """Return whether this file exists. Raises KeyFileProblem if its folder cannot be read."""
    try:
        return path.exists()
    except OSError as error:
        raise KeyFileProblem(f"the key {path} cannot be read: {error.strerror or error}") from error


def new_key() -> SigningKey:
    """Return a new key with a unique name."""
    secret = os.urandom(KEY_BYTES)
    public = SigningKey("haricot", secret).verifier
    return SigningKey(f"haricot-{public.public[:4].hex()}", secret)


def load_signing_key(store: GameStore, path: Path) -> SigningKey:
    """Return the signing key of this store, or create it if nothing was signed there yet. Raises KeyFileProblem.

    Several stores may share the file. Each signs with the key that its log announced last. After another store has
    rotated the key, this store's key is in a file of its own beside the key file.
    """
    signers = signer_names(store)
    if not signers:
        if not file_exists(path) and store.writable:
            make_key(path, new_key())
        return read_key(path)
    name, file = signers[-1], key_file_of(path, signers[-1])
    key = read_key(file, signers)
    if key.name == name:
        return key
    next_file = path.with_name(f"{path.name}{NEXT_SUFFIX}")
    if file_exists(next_file) and read_key(next_file).name == name:
        raise KeyFileProblem("a key rotation was interrupted: `haricot key rotate` completes it")
    says = f"this store was signed by {name}, and {file} holds {key.name}"
    beside = "" if file != path else f", and no {path.name}.{name} lies beside it"
    raise KeyFileProblem(f"{says}{beside}: name the right file with HARICOT_KEY_FILE; no other key is ever made for it")


def key_file_of(path: Path, name: str) -> Path:
    """Return the file that holds the key of this name: a file of its own if it exists, or else the key file."""
    named = path.with_name(f"{path.name}.{name}")
    return named if file_exists(named) else path


def require_key(store: GameStore, tell: Callable[[str], None]) -> bool:
    """Load or create the key before anything is written that it must sign.

    Args:
        store: the store that will be written to. The key is created if nothing was signed there yet.
        tell: is called with the reason if no key can be created. Games then stay unsigned.

    Returns:
        Whether there is a key.

    Raises:
        KeyFileProblem: the key is missing, belongs to another store, cannot be read, or can be read by other users.
    """
    try:
        load_signing_key(store, key_path())
    except NoNewKey as error:
        tell(str(error))
        return False
    return True


def signer_names(store: GameStore) -> list[str]:
    """Return the names of the keys that have signed for this store, the present one last."""
    return [announced_key(entry.note).name for entry in key_announcements(store)]


def read_key(path: Path, signers: Sequence[str] = ()) -> SigningKey:
    """Return the key in this file. Raises KeyFileProblem if it is missing or invalid, or if other users can read it."""
    try:
        if path.is_file() and stat.S_IMODE(path.stat().st_mode) & _OTHER_USERS:
            raise KeyFileProblem(f"{path} can be read by others, who could sign with it: chmod 600 {path}")
        with path.open("rb") as file:
            text = file.read(_KEY_FILE_BYTES_MAX).decode().removesuffix("\n")
        return read_signing_key(text)
    except FileNotFoundError as error:
        by = f"; the store was signed by {signers[-1]}" if signers else ""
        says = f"the key to sign with is not at {path}{by}"
        raise KeyFileProblem(f"{says}: bring that file back, or name it with HARICOT_KEY_FILE") from error
    except OSError as error:
        raise KeyFileProblem(f"the key {path} cannot be read: {error.strerror or error}") from error
    except (BadNote, UnicodeDecodeError) as error:
        raise KeyFileProblem(f"{path} holds no key to sign with: bring back the file that was there") from error


def make_key(path: Path, key: SigningKey) -> None:
    """Write a key to a new file that only its owner can read. A file that exists already stays as it is."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}-{os.getpid()}")
        with open_atomically(temporary, durable=True) as file:
            file.write(f"{key.text}\n".encode())
        try:
            with suppress(FileExistsError):
                os.link(temporary, path)  # a link never replaces a file
        finally:
            temporary.unlink()
    except (OSError, Misuse) as error:
        says = f"no key to sign with can be made at {path}: {getattr(error, 'strerror', None) or error}"
        raise NoNewKey(f"{says}. Nothing is signed until HARICOT_KEY_FILE names another file") from error
