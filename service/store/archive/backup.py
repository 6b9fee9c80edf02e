"""Backs up a whole store into one file, and restores the file into an empty store of any database."""

from contextlib import closing
from pathlib import Path

from service.store.archive.archive_records import ArchiveReader, archive_lines, last_line, progress_steps
from service.store.archive.digest import Progress, StoreDigest, digest_of_snapshot, open_snapshot
from service.store.archive.file import ArchiveWriter, UnsupportedArchive, require_replaceable
from service.store.atomic_files import open_atomically
from service.store.backends import open_recorder
from service.store.error_translator import ErrorTranslator
from service.store.errors import Conflict, StoreUnavailable, Unstorable
from service.store.location import Location
from service.store.recorder import Snapshot


def backup(location: Location, path: Path, progress: Progress) -> StoreDigest:
    """Write a snapshot of this store to a file. Other processes may write to the store meanwhile.

    Equal stores give equal files. Raises StoreProblem if the store cannot be read, and Misuse if the file cannot be
    written.
    """
    with (
        open_snapshot(location) as snapshot,
        open_atomically(path, durable=True, require=require_replaceable) as file,
    ):
        counts, writer = snapshot.counts(), ArchiveWriter(file)
        with progress(progress_steps(counts), "writing") as advance:
            for line in archive_lines(snapshot, counts, advance):
                writer.write(line)
        digest = digest_of_snapshot(snapshot, location, progress)
        writer.write(last_line(counts, digest.digest))
        writer.finish()
    return digest


def restore(location: Location, path: Path, progress: Progress) -> StoreDigest:
    """Fill an empty store from a backup file, with all of it or nothing.

    Raises CorruptArchive for a damaged file and UnsupportedArchive for one of another version, before the store is
    changed. Raises Conflict for a store that is not empty.
    """
    verify_archive(path, progress)
    errors = ErrorTranslator(location)
    with (
        errors.translating(),
        path.open("rb") as file,
        closing(open_recorder(location, create=True)) as recorder,
    ):
        if not recorder.writable:
            raise StoreUnavailable(f"{location} can be read but not written: check its permissions")
        archive, digests = ArchiveReader(file), []

        def verify(snapshot: Snapshot) -> None:
            expected = archive.end()
            digests.append(digest_of_snapshot(snapshot, location, progress))
            if digests[0].digest != expected:
                raise UnsupportedArchive(
                    f"is not damaged, but its games have the digest {digests[0].digest} instead of {expected}: another "
                    "program or another version of Haricot wrote it. Restore it with that version, and export the "
                    "games with `haricot export --all`"
                )

        try:
            with errors.translating(), progress(progress_steps(archive.counts), "restoring") as advance:
                filled = recorder.load(archive.games(), archive.events(advance), archive.entries(), verify)
        except Unstorable as error:
            reason = f"{location} cannot store line {archive.line} of {path}"
            raise Unstorable(f"{reason}, or a line shortly before: {error}") from error
        if not filled:
            raise Conflict(f"{location} is not empty: name an empty or new store with --data or --store")
    return digests[0]


def verify_archive(path: Path, progress: Progress) -> None:
    """Read a whole backup file. Raises CorruptArchive at the first damaged line."""
    with path.open("rb") as file:
        archive = ArchiveReader(file)
        with progress(progress_steps(archive.counts), "checking") as advance:
            for rows in (archive.games(), archive.events(advance), archive.entries()):
                for _ in rows:
                    pass
        archive.end()
