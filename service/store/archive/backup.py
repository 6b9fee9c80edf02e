"""Backs up a whole store into one file, and restores it into an empty store of either kind."""

from contextlib import closing
from pathlib import Path

from service.store.archive.archive_records import ArchiveReader, last_line, lines, steps
from service.store.archive.digest import Progress, StoreDigest, snapshot_of, summary_of
from service.store.archive.file import ArchiveWriter, OtherArchive, require_replaceable
from service.store.atomic_files import written_whole
from service.store.backends import open_recorder
from service.store.error_translator import ErrorTranslator
from service.store.errors import Conflict, StoreUnavailable, Unstorable
from service.store.location import Location
from service.store.recorder import Snapshot


def backup(location: Location, path: Path, progress: Progress) -> StoreDigest:
    """Write everything that this store holds now into a file, while others may write to the store.

    Equal stores give equal bytes. Raises StoreProblem if the store cannot be read, and Misuse if the file cannot be
    written.
    """
    with (
        snapshot_of(location) as snapshot,
        written_whole(path, durable=True, require=require_replaceable) as file,
    ):
        counts, writer = snapshot.counts(), ArchiveWriter(file)
        with progress(steps(counts), "writing") as done:
            for line in lines(snapshot, counts, done):
                writer.write(line)
        found = summary_of(snapshot, location, progress)
        writer.write(last_line(counts, found.digest))
        writer.finish()
    return found


def restore(location: Location, path: Path, progress: Progress) -> StoreDigest:
    """Fill an empty store from a backup file: with all of it, or nothing.

    Before the store is changed, raises CorruptArchive for a damaged file, and OtherArchive for one of another version.
    Raises Conflict for a store that is not empty.
    """
    require_whole(path, progress)
    errors = ErrorTranslator(location)
    with (
        errors.translated(),
        path.open("rb") as file,
        closing(open_recorder(location, create=True)) as recorder,
    ):
        if not recorder.writable:
            raise StoreUnavailable(f"{location} can be read but not written: check its permissions")
        archive, found = ArchiveReader(file), []

        def accept(snapshot: Snapshot) -> None:
            digest = archive.end()
            found.append(summary_of(snapshot, location, progress))
            if found[0].digest != digest:
                raise OtherArchive(
                    f"is whole, but its games have the digest {found[0].digest}, and it says {digest}: another program "
                    "or another version of Haricot wrote it. If so, restore it with that version, and export the games "
                    "with `haricot export --all`"
                )

        try:
            with errors.translated(), progress(steps(archive.counts), "restoring") as done:
                filled = recorder.load(archive.games(), archive.events(done), archive.entries(), accept)
        except Unstorable as error:
            says = f"{location} cannot keep what is in line {archive.line} of {path}"
            raise Unstorable(f"{says}, or shortly before: {error}") from error
        if not filled:
            says = f"{location} holds something already: name an empty or a new place with --data or --store"
            raise Conflict(says)
    return found[0]


def require_whole(path: Path, progress: Progress) -> None:
    """Raise CorruptArchive unless every line and every byte is as it was written."""
    with path.open("rb") as file:
        archive = ArchiveReader(file)
        with progress(steps(archive.counts), "checking") as done:
            for rows in (archive.games(), archive.events(done), archive.entries()):
                for _ in rows:
                    pass
        archive.end()
