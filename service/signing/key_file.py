"""The file with the key that the service signs with: made once, never made again where another has signed before."""

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
from service.store.location import own_file

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_BYTES_MAX: Final = 1000
"""More than any key takes."""


NEXT: Final = ".next"
"""What the name of the file ends in where a key waits until it is made known."""


class KeyFileProblem(Misuse):
    """The key to sign with cannot be had: lost, of another store, not readable, or readable by everybody."""

    exit_code: ClassVar[int] = 4
    """As `haricot verify` ends when a bundle was signed by another key."""


class NoNewKey(KeyFileProblem):
    """Nothing was signed yet, and no key can be made at that place: games go on unsigned."""


def key_path() -> Path:
    """Return the file with the key: HARICOT_KEY_FILE, else in the user's data folder."""
    return own_file("HARICOT_KEY_FILE", "haricot-signing.key")


def is_there(path: Path) -> bool:
    """Return whether there is such a file; KeyTrouble where one may not even look."""
    try:
        return path.exists()
    except OSError as error:
        raise KeyFileProblem(f"the key {path} cannot be read: {error.strerror or error}") from error


def new_key() -> SigningKey:
    """Return a new key, whose name tells it from every other one."""
    secret = os.urandom(KEY_BYTES)
    public = SigningKey("haricot", secret).verifier
    return SigningKey(f"haricot-{public.public[:4].hex()}", secret)


def key_for(store: GameStore, path: Path) -> SigningKey:
    """Return the key of this store, made where nothing was signed there yet; KeyTrouble when it cannot be had.

    Several stores may share the file. Each signs with the key that its own log names last, which lies beside the file
    under its name where another store has a newer one.
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
        raise KeyFileProblem("the change to another key was stopped halfway: `haricot key rotate` does the rest")
    says = f"this store was signed by {name}, and {file} holds {key.name}"
    beside = "" if file != path else f", and no {path.name}.{name} lies beside it"
    raise KeyFileProblem(f"{says}{beside}: name the right file with HARICOT_KEY_FILE; no other key is ever made for it")


def file_of(path: Path, name: str) -> Path:
    """The file that holds the key of this name: one beside the key file that is called so, else the key file itself."""
    named = path.with_name(f"{path.name}.{name}")
    return named if is_there(named) else path


def require_key(store: GameStore, tell: Callable[[str], None]) -> bool:
    """Require the key before anything is written that it has to sign.

    Args:
        store: the store that will be written to. The key is made where nothing was signed there yet.
        tell: hears why no key can be made. Games go on unsigned then.

    Returns:
        Whether there is a key.

    Raises:
        KeyTrouble: the key is lost, of another store, not readable, or readable by others.
    """
    try:
        key_for(store, key_path())
    except NoNewKey as error:
        tell(str(error))
        return False
    return True


def signer_names(store: GameStore) -> list[str]:
    """Return the names of the keys that have signed for this store, the present one last; none before the first."""
    return [announced(entry.note).name for entry in announcements(store)]


def read_key(path: Path, signers: Sequence[str] = ()) -> SigningKey:
    """Return the key in this file; KeyTrouble when there is none, or when others can read it."""
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
    """Write a key where there is no file yet, for its owner's eyes; whoever is faster counts."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}-{os.getpid()}")
        with written_whole(beside, durable=True) as file:
            file.write(f"{key.text}\n".encode())
        try:
            with suppress(FileExistsError):
                os.link(beside, path)  # which never replaces one
        finally:
            beside.unlink()
    except (OSError, Misuse) as error:
        says = f"no key to sign with can be made at {path}: {getattr(error, 'strerror', None) or error}"
        raise NoNewKey(f"{says}. Nothing is signed until HARICOT_KEY_FILE names another file") from error
