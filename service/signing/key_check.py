"""The check of `haricot doctor` on the signing key."""

from pathlib import Path

from service.signing.high_water_mark import HighWaterMark, RolledBack
from service.signing.key_file import (
    NEXT_SUFFIX,
    KeyFileProblem,
    file_exists,
    key_file_of,
    key_path,
    load_signing_key,
    signer_names,
)
from service.signing.transparency_log import TransparencyLog
from service.store.event_store import GameStore
from service.store.location import Location
from service.store.recorder import Check


def key_check(store: GameStore, location: Location) -> Check:
    """Check that the present key exists, is readable by its owner only, and lies outside the store.

    The check creates no key.
    """
    path, signers = key_path(), signer_names(store)
    try:
        if not file_exists(path) and not signers:
            return "key", True, f"nothing was signed yet; the first signature makes a key at {path}"
        key = load_signing_key(store, path)
        HighWaterMark(store, path).require_reached(TransparencyLog(store).update)
    except (KeyFileProblem, RolledBack) as error:
        return "key", False, str(error)
    if isinstance(location, Path) and path.resolve().is_relative_to(location.resolve()):
        says = "lies in the folder of the store: a copy of the folder could sign in its place"
        return "key", False, f"{path} {says}. Move it away, and name it with HARICOT_KEY_FILE"
    if file_exists(path.with_name(f"{path.name}{NEXT_SUFFIX}")):  # perhaps by another store that shares the key file
        return "key", False, "a key rotation was interrupted: `haricot key rotate` completes it"
    return "key", True, f"{key.name} signs, in {key_file_of(path, key.name)}"
