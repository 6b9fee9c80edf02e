"""Packs columns of rows in PostgreSQL's wire format, much faster than the driver does."""

import struct
from collections.abc import Sequence
from typing import ClassVar, Final

from psycopg import Connection
from psycopg.abc import Buffer
from psycopg.adapt import Dumper
from psycopg.pq import Format

_NULL: Final = b"\xff\xff\xff\xff"
_HEAD: Final = struct.Struct("!iiIii")
_SIZE: Final = struct.Struct("!i")
_BIGINT: Final = struct.Struct("!q")


class Column(bytes):
    """A packed array. `of` is the oid of its type in PostgreSQL, `elements` the oid of the type of its elements."""

    of: ClassVar[int]
    elements: ClassVar[int]


class Texts(Column):
    """An array of texts."""

    of, elements = 1009, 25


class Bigints(Column):
    """An array of 64-bit integers."""

    of, elements = 1016, 20


class Blobs(Column):
    """An array of bytes."""

    of, elements = 1001, 17


class _TextsDumper(Dumper):
    oid, format = Texts.of, Format.BINARY

    def dump(self, obj: Column) -> Buffer:
        return obj


class _BigintsDumper(_TextsDumper):
    oid = Bigints.of


class _BlobsDumper(_TextsDumper):
    oid = Blobs.of


def register(connection: Connection[tuple[object, ...]]) -> None:
    """Register the column types on a connection."""
    for kind, dumper in ((Texts, _TextsDumper), (Bigints, _BigintsDumper), (Blobs, _BlobsDumper)):
        connection.adapters.register_dumper(kind, dumper)


def texts(values: Sequence[str | None]) -> Texts:
    """Return a column of texts. Raises UnicodeEncodeError for an invalid text."""
    return Texts(_packed(Texts, [None if value is None else value.encode() for value in values]))


def bigints(values: Sequence[int]) -> Bigints:
    """Return a column of integers. Raises OverflowError for an integer of more than 64 bits."""
    try:
        return Bigints(_packed(Bigints, [_BIGINT.pack(value) for value in values]))
    except struct.error as error:
        raise OverflowError(f"an integer has more than 64 bits: {error}") from error


def blobs(values: Sequence[bytes]) -> Blobs:
    """Return a column of bytes."""
    return Blobs(_packed(Blobs, values))


def _packed(kind: type[Column], values: Sequence[bytes | None]) -> bytes:
    """Return an array of one dimension: number of dimensions, nulls, type, length and first index, then the values."""
    parts = [_HEAD.pack(1, int(None in values), kind.elements, len(values), 1)]
    for value in values:
        parts += (_NULL,) if value is None else (_SIZE.pack(len(value)), value)
    return b"".join(parts)
