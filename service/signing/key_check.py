"""The check of `haricot doctor` on the signing key."""

from pathlib import Path

from service.signing.high_water_mark import Mark, RolledBack
from service.signing.key_file import NEXT, KeyFileProblem, file_of, is_there, key_for, key_path, signer_names
from service.signing.transparency_log import TransparencyLog
from service.store.event_store import GameStore
from service.store.location import Location
from service.store.recorder import Check


def key_check(store: GameStore, location: Location) -> Check:
    """Check that the key exists, is private to its owner, signed last, and lies outside the store.

    The check makes no key.
    """
    path, signers = key_path(), signer_names(store)
    try:
        if not is_there(path) and not signers:
            return "key", True, f"nothing was signed yet; the first signature makes a key at {path}"
        key = key_for(store, path)
        Mark(store, path).require(TransparencyLog(store).follow)
    except (KeyFileProblem, RolledBack) as error:
        return "key", False, str(error)
    if isinstance(location, Path) and path.resolve().is_relative_to(location.resolve()):
        says = "lies in the folder of the store: a copy of the folder could sign in its place"
        return "key", False, f"{path} {says}. Move it away, and name it with HARICOT_KEY_FILE"
    if is_there(path.with_name(f"{path.name}{NEXT}")):  # of this store, or of another one that shares the file
        return "key", False, "a key rotation was interrupted: `haricot key rotate` completes it"
    return "key", True, f"{key.name} signs, in {file_of(path, key.name)}"
