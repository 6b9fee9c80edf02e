"""The list of erased names, as salted digests: after an older backup is restored, they are erased again."""

import base64
import hmac
import os
from pathlib import Path
from typing import Final

import msgspec

from domain.player_names import normalized_name
from domain.refusals import Misuse
from domain.values import Value
from service.store.atomic_files import open_atomically
from service.store.location import user_file

FORMAT: Final = "haricot-erased/1"
_SALT_BYTES: Final = 32


def erased_names_file() -> Path:
    """Return the path of the list: HARICOT_ERASED, or a file in the user's data folder."""
    return user_file("HARICOT_ERASED", "haricot-erased.json")


class _List(Value):
    """The content of the file: a salt, and a salted digest of each name."""

    format: str
    salt: str
    names: tuple[str, ...] = ()


class ErasedNames:
    """The erased names, as salted digests in a file outside the store, so that its backups do not contain the list.

    A reader of the file can only test whether it contains a given name. Methods raise Misuse if the file cannot be read
    or written, or is not such a list.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            stored = msgspec.json.decode(path.read_bytes(), type=_List)
            self._salt = base64.b64decode(stored.salt, validate=True)
        except FileNotFoundError:
            stored, self._salt = _List(format=FORMAT, salt=""), os.urandom(_SALT_BYTES)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
            raise Misuse(f"{path} is not a list of erased names, so the names to erase are unknown: {error}") from error
        if stored.format != FORMAT or len(self._salt) != _SALT_BYTES:
            raise Misuse(f"{path} is not a list of erased names of the format {FORMAT}")
        self._digests = dict.fromkeys(stored.names)

    def __len__(self) -> int:
        return len(self._digests)

    def __contains__(self, name: str) -> bool:
        return not {self._digest(name), self._digest(normalized_name(name))}.isdisjoint(self._digests)

    def add(self, name: str) -> None:
        """Add a name and sync the file. Call this before the name is erased, so a crash cannot lose the erasure."""
        self._digests[self._digest(normalized_name(name))] = None
        salt = base64.b64encode(self._salt).decode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open_atomically(self.path, durable=True) as file:
            file.write(msgspec.json.encode(_List(format=FORMAT, salt=salt, names=tuple(self._digests))) + b"\n")

    def _digest(self, name: str) -> str:
        return hmac.digest(self._salt, name.encode(), "sha256").hex()
