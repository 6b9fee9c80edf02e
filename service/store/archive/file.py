"""The format of a backup file: gzip lines, each with a check over all lines before, and a final checksum."""

import hashlib
import os
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from domain.refusals import HaricotError, Misuse
from replay.game_files import next_check

READ_BYTES: Final = 64 * 1024
LINE_BYTES_MAX: Final = 64 * 1024 * 1024
_GZIP: Final = 31
"""The `wbits` of zlib for gzip with a full window. Its header has no time, so equal lines give equal bytes."""
_GZIP_MAGIC: Final = b"\x1f\x8b\x08"
_CHECK: Final = re.compile(rb',"([0-9a-f]{12})"\]')
_CHECK_LENGTH: Final = len(',"0123456789ab"]')


class CorruptArchive(HaricotError):
    """The file is damaged. `line` is the number of the first damaged line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class UnsupportedArchive(HaricotError):
    """The file is not damaged, but this version cannot restore it. The message says why and what to do."""


class ArchiveWriter:
    """Writes lines, each a JSON array, to a backup file. Call `finish` at the end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._gzip = zlib.compressobj(wbits=_GZIP)
        self._sum = hashlib.sha256()
        self._check = b""

    def write(self, line: bytes) -> None:
        """Write a line, which is given without its check."""
        self._check = next_check(self._check, line)
        self._write_bytes(self._gzip.compress(line[:-1] + b',"' + self._check + b'"]\n'))

    def finish(self) -> None:
        """Write the buffered bytes and the checksum."""
        self._write_bytes(self._gzip.flush())
        self._file.write(_checksum_frame(self._sum.hexdigest()))

    def _write_bytes(self, data: bytes) -> None:
        self._sum.update(data)
        self._file.write(data)


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a backup file without their checks. Raises CorruptArchive at the first damaged line.

    The checksum over the whole file is verified after the last line.
    """
    check, number = b"", 0
    lines = _unpack_lines(file)
    while True:
        number += 1
        try:
            line = next(lines)
        except StopIteration:
            return
        except (zlib.error, ValueError) as error:
            raise CorruptArchive(number, str(error)) from error
        match = _CHECK.fullmatch(line[-_CHECK_LENGTH:])
        if match is None:
            raise CorruptArchive(number, "the line has no check")
        bare = line[:-_CHECK_LENGTH] + b"]"
        check = next_check(check, bare)
        if match[1] != check:
            raise CorruptArchive(number, "the line is damaged: its check differs")
        yield bare


def is_archive(path: Path) -> bool:
    """Return whether a file begins as a backup does."""
    with path.open("rb") as file:
        return file.read(len(_GZIP_MAGIC)) == _GZIP_MAGIC


def require_replaceable(path: Path) -> None:
    """Raise Misuse if this path is a folder, or a file that is not a backup."""
    if path.is_dir():
        raise Misuse(f"{path} is a folder: name a file in it")
    if path.is_file() and path.stat().st_size and not is_archive(path):
        raise Misuse(f"{path} exists and is not a backup: choose another name")


def _checksum_frame(digest: str) -> bytes:
    """Return the last bytes of a backup file: the checksum of all bytes before, in a gzip frame.

    A change of any byte is found, also in bits that gzip ignores.
    """
    line = f'["sealed","{digest}"]\n'.encode()
    stored = struct.pack("<BHH", 1, len(line), len(line) ^ 0xFFFF) + line
    frame = _GZIP_MAGIC + b"\x00\x00\x00\x00\x00\x00\xff"
    return frame + stored + struct.pack("<II", zlib.crc32(line), len(line))


_CHECKSUM_FRAME_LENGTH: Final = len(_checksum_frame("0" * 64))


def _unpack_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a backup file, then verify its checksum. Raises zlib.error or ValueError for damage."""
    bytes_left = os.fstat(file.fileno()).st_size - _CHECKSUM_FRAME_LENGTH
    gzip, sha, text = zlib.decompressobj(wbits=_GZIP), hashlib.sha256(), b""
    if file.read(len(_GZIP_MAGIC)) != _GZIP_MAGIC:
        raise UnsupportedArchive("is not a backup of Haricot: `haricot backup FILE` writes one")
    file.seek(0)
    while bytes_left > 0 and (data := file.read(min(bytes_left, READ_BYTES))):
        bytes_left -= len(data)
        sha.update(data)
        while data and not gzip.eof:
            *lines, text = (text + gzip.decompress(data, READ_BYTES)).split(b"\n")
            data = gzip.unconsumed_tail
            yield from lines
            if len(text) > LINE_BYTES_MAX:
                raise ValueError("the line is too long")
    if not gzip.eof or text:
        raise ValueError("the file is cut off here")
    if gzip.unused_data or file.read() != _checksum_frame(sha.hexdigest()):
        raise ValueError("the file continues after its end, or is damaged: its checksum differs")
