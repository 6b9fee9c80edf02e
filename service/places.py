"""Where a store is: a folder of its own, or a database of PostgreSQL; and what is said when it cannot be used."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urlsplit

from domain.refusals import HaricotError, Misuse
from domain.values import Value

AWAY: Final = "the store cannot be used at the moment: ask again soon, a command under its same Idempotency-Key"
MASK: Final = "***"
_DATABASES: Final = ("postgresql", "postgres")
_FOLDERS: Final = ("sqlite",)
_SECRET_LOGIN: Final = re.compile(r"(//[^/?#:@]*):.*@")
_SECRET_MEMBER: Final = re.compile(r"\b((?:ssl)?password)=[^&#]*", re.IGNORECASE)


class StoreProblem(HaricotError):
    """The store cannot do what was asked; `code` is the stable name of the problem, `says` also says what to do.

    That is for whoever runs the store; `public` is for everybody and does not tell where it is.
    """

    def __init__(self, code: str, says: str, public: str | None = None) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
        self.public = public or (AWAY if code == "unavailable" else says)


class NoStoreYet(StoreProblem):
    """There is no store here, but one could be made."""

    def __init__(self, place: "Place") -> None:
        makers = "`haricot simulate` and `haricot import`"
        super().__init__("unavailable", f"there is no store in {place}: {makers} with {option_for(place)} make one")


class StoreAway(StoreProblem):
    """The database does not answer at all: it may be starting, or be there again in a moment."""


class Database(Value):
    """A database of PostgreSQL, by its URL; shown without its password."""

    url: str

    def __str__(self) -> str:
        return masked(self.url)


Place = Path | Database


def place_named(url: str) -> Place:
    """The place that a URL names: `sqlite:///folder`, or `postgresql://user:password@host:port/database`.

    Misuse `request.shape` for anything else.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port  # which raises when it is no number
    except ValueError as error:
        raise Misuse("request.shape", f"the URL of the store cannot be read: {error}") from error
    if parts.scheme in _FOLDERS:
        return _folder(parts)
    if parts.scheme in _DATABASES:
        if not parts.path.strip("/"):
            raise Misuse("request.shape", f"{masked(url)} names no database: postgresql://user:password@host/database")
        return Database(url=url)
    known = "sqlite:///folder or postgresql://user:password@host/database"
    raise Misuse("request.shape", f"a store is at {known}, not at {masked(url)[:200]!r}")


def _folder(parts: SplitResult) -> Path:
    if parts.netloc or parts.query or not parts.path.strip("/"):
        says = "three slashes and then the folder: sqlite:///games here, sqlite:////var/lib/haricot from the root"
        raise Misuse("request.shape", f"the URL of a folder has {says}")
    return Path(unquote(parts.path.removeprefix("/")))


def url_of(place: Place) -> str:
    """The URL of this place, its secrets with it."""
    return place.url if isinstance(place, Database) else f"sqlite:///{quote(str(place.absolute()))}"


def option_for(place: Place) -> str:
    """How the command line is told of this place."""
    return f"--store {place}" if isinstance(place, Database) else f"--data {place}"


def nearest(folder: Path) -> Path:
    """What is there, on the way to this folder: itself, or the first of those it would lie in."""
    return next(one for one in (folder, *folder.absolute().parents) if one.exists())


def masked(url: str) -> str:
    """A URL without the secrets in it, be it malformed."""
    kept = _SECRET_MEMBER.sub(rf"\1={MASK}", url)
    return _SECRET_LOGIN.sub(rf"\1:{MASK}@", kept)
