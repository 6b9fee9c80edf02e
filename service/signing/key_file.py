"""The file with the service's signing key.

A key is made once, and never in place of one that has signed.
"""

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from domain.refusals import Misuse
from replay.proofs.signed_notes import KEY_BYTES, BadNote, SigningKey, read_signing_key
from service.signing.key_announcements import announced, announcements
from service.store.atomic_files import written_whole
from service.store.event_store import GameStore
from service.store.location import user_file

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_BYTES_MAX: Final = 1000
"""More bytes than any key has."""


NEXT: Final = ".next"
"""The end of the file name of a key that is not announced yet."""


class KeyFileProblem(Misuse):
    """The signing key cannot be used: it is lost, of another store, not readable, or readable by other users."""

    exit_code: ClassVar[int] = 4
    """The exit code of `haricot verify` for a bundle signed by another key."""


class NoNewKey(KeyFileProblem):
    """Nothing was signed yet, and no key can be made at that path: games stay unsigned."""


def key_path() -> Path:
    """Return the key file: HARICOT_KEY_FILE, else one in the user's data folder."""
    return user_file("HARICOT_KEY_FILE", "haricot-signing.key")


def is_there(path: Path) -> bool:
    """Return whether there is such a file. Raises KeyFileProblem if its folder is not readable."""
    try:
        return path.exists()
    except OSError as error:
        raise KeyFileProblem(f"the key {path} cannot be read: {error.strerror or error}") from error


def new_key() -> SigningKey:
    """Return a new key with a unique name."""
    secret = os.urandom(KEY_BYTES)
    public = SigningKey("haricot", secret).verifier
    return SigningKey(f"haricot-{public.public[:4].hex()}", secret)


def key_for(store: GameStore, path: Path) -> SigningKey:
    """Return the key of this store. It is made if nothing was signed there yet. Raises KeyFileProblem.

    Several stores may share the file. Each signs with the key that its own log names last. If another store has a newer
    key, the older one lies beside the file, under its name.
    """
    signers = signer_names(store)
    if not signers:
        if not is_there(path) and store.writable:
            make_key(path, new_key())
        return read_key(path)
    name, file = signers[-1], file_of(path, signers[-1])
    key = read_key(file, signers)
    if key.name == name:
        return key
    waiting = path.with_name(f"{path.name}{NEXT}")
    if is_there(waiting) and read_key(waiting).name == name:
        raise KeyFileProblem("a key rotation was interrupted: `haricot key rotate` completes it")
    says = f"this store was signed by {name}, and {file} holds {key.name}"
    beside = "" if file != path else f", and no {path.name}.{name} lies beside it"
    raise KeyFileProblem(f"{says}{beside}: name the right file with HARICOT_KEY_FILE; no other key is ever made for it")


def file_of(path: Path, name: str) -> Path:
    """Return the file of the key of this name: one beside the key file if it exists, else the key file itself."""
    named = path.with_name(f"{path.name}.{name}")
    return named if is_there(named) else path


def require_key(store: GameStore, tell: Callable[[str], None]) -> bool:
    """Require the key before anything is written that it must sign.

    Args:
        store: the store that will be written to. The key is made if nothing was signed there yet.
        tell: is called with the reason if no key can be made. Games then stay unsigned.

    Returns:
        Whether there is a key.

    Raises:
        KeyFileProblem: the key is lost, of another store, not readable, or readable by others.
    """
    try:
        key_for(store, key_path())
    except NoNewKey as error:
        tell(str(error))
        return False
    return True


def signer_names(store: GameStore) -> list[str]:
    """Return the names of the keys that have signed for this store, the present one last."""
    return [announced(entry.note).name for entry in announcements(store)]


def read_key(path: Path, signers: Sequence[str] = ()) -> SigningKey:
    """Return the key in this file. Raises KeyFileProblem if there is none, or if other users can read it."""
    try:
        if path.is_file() and stat.S_IMODE(path.stat().st_mode) & _OTHERS:
            raise KeyFileProblem(f"{path} can be read by others, who could sign with it: chmod 600 {path}")
        with path.open("rb") as file:
            text = file.read(_BYTES_MAX).decode().removesuffix("\n")
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
    """Write a key to a new file that only its owner can read. If another process is faster, its key stays."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}-{os.getpid()}")
        with written_whole(beside, durable=True) as file:
            file.write(f"{key.text}\n".encode())
        try:
            with suppress(FileExistsError):
                os.link(beside, path)  # a link never replaces a file
        finally:
            beside.unlink()
    except (OSError, Misuse) as error:
        says = f"no key to sign with can be made at {path}: {getattr(error, 'strerror', None) or error}"
        raise NoNewKey(f"{says}. Nothing is signed until HARICOT_KEY_FILE names another file") from error
