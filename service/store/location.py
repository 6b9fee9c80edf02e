"""The location of a store: a folder, or a PostgreSQL database."""

import os
import re
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urlsplit

from domain.refusals import Misuse
from domain.values import Value

MASK: Final = "***"
_DATABASES: Final = ("postgresql", "postgres")
_FOLDERS: Final = ("sqlite",)
_SECRET_LOGIN: Final = re.compile(r"(//[^/?#:@]*):.*@")
_SECRET_MEMBER: Final = re.compile(r"\b((?:ssl)?password)=[^&#]*", re.IGNORECASE)


class Database(Value):
    """A PostgreSQL database, by its URL. `str` returns the URL without its password."""

    url: str

    def __str__(self) -> str:
        return mask_secrets(self.url)


Location = Path | Database


def location_from_url(url: str) -> Location:
    """Return the location of a URL: `sqlite:///folder`, or `postgresql://user:password@host:port/database`.

    Raises Misuse for anything else.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises if it is not a number
    except ValueError as error:
        raise Misuse(f"the URL of the store cannot be read: {error}") from error
    if parts.scheme in _FOLDERS:
        return _folder(parts)
    if parts.scheme in _DATABASES:
        if not parts.path.strip("/"):
            raise Misuse(f"{mask_secrets(url)} has no database name: postgresql://user:password@host/database")
        return Database(url=url)
    known = "sqlite:///folder or postgresql://user:password@host/database"
    raise Misuse(f"a store is at {known}, not at {mask_secrets(url)[:200]!r}")


def _folder(parts: SplitResult) -> Path:
    if parts.netloc or parts.query or not parts.path.strip("/"):
        form = "three slashes and then the folder: sqlite:///games here, sqlite:////var/lib/haricot from the root"
        raise Misuse(f"the URL of a folder has {form}")
    return Path(unquote(parts.path.removeprefix("/")))


def url_of(location: Location) -> str:
    """Return the URL of this location, including its password."""
    return location.url if isinstance(location, Database) else f"sqlite:///{quote(str(location.absolute()))}"


def data_home() -> Path:
    """Return the user's data folder. Raises Misuse if there is none."""
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    except RuntimeError as error:
        raise Misuse("you have no home folder: name a folder for the store with --data") from error


def user_file(setting: str, name: str) -> Path:
    """Return the path in the environment variable `setting`, or `name` in the user's data folder."""
    return Path(os.environ.get(setting) or data_home() / name)


def option_for(location: Location) -> str:
    """Return the command-line option for this location, without secrets."""
    return f"--store {location}" if isinstance(location, Database) else f"--data {location}"


def nearest_existing(folder: Path) -> Path:
    """Return this folder, or its nearest parent that exists."""
    return next(one for one in (folder, *folder.absolute().parents) if one.exists())


def mask_secrets(url: str) -> str:
    """Return a URL, which may be malformed, with its passwords replaced by MASK."""
    without_parameters = _SECRET_MEMBER.sub(rf"\1={MASK}", url)
    return _SECRET_LOGIN.sub(rf"\1:{MASK}@", without_parameters)
