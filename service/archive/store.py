"""A whole store in one file, and back into a store of either kind."""

from contextlib import closing
from pathlib import Path

from service.archive.digest import Progress, Summary, summary_of, whole_store
from service.archive.file import ArchiveWriter, CorruptArchive, written_whole
from service.archive.lines import Archive, last_line, lines, steps
from service.places import Place, StoreProblem
from service.recorder import Whole
from service.recorders import open_recorder
from service.store_problems import StoreProblems


def backup(place: Place, path: Path, progress: Progress) -> Summary:
    """Writes all that this store holds at this moment into a file, while others go on writing into the store.

    Equal stores give equal bytes. StoreProblem when the store cannot be read, Misuse when the file cannot be written.
    """
    with whole_store(place) as whole, written_whole(path) as file:
        counts, writer = whole.counts(), ArchiveWriter(file)
        with progress(steps(counts), "writing") as done:
            for line in lines(whole, counts, done):
                writer.write(line)
        found = summary_of(whole, place, progress)
        writer.write(last_line(counts, found.digest))
        writer.finish()
    return found


def restore(place: Place, path: Path, progress: Progress) -> Summary:
    """Fills an empty store with what is in a file: all of it, or nothing.

    CorruptArchive for a file that is not as it was written, before the store is touched; StoreProblem `game.conflict`
    for a store that holds anything.
    """
    require_whole(path, progress)
    problems = StoreProblems(place)
    with (
        problems.told(),
        path.open("rb") as file,
        closing(open_recorder(place, create=True)) as recorder,
    ):
        if not recorder.writable:
            raise StoreProblem("unavailable", f"{place} can be read but not written: look at its permissions")
        archive, found = Archive(file), []

        def accept(whole: Whole) -> None:
            digest = archive.end()
            found.append(summary_of(whole, place, progress))
            if found[0].digest != digest:
                raise CorruptArchive(archive.line, f"the games have another digest, {found[0].digest}")

        try:
            with problems.told(), progress(steps(archive.counts), "restoring") as done:
                filled = recorder.fill(archive.games(), archive.events(done), archive.entries(), accept)
        except StoreProblem as error:
            if error.code != "request.shape":
                raise
            says = f"{place} cannot keep what is in line {archive.line} of {path}"
            raise StoreProblem("request.shape", f"{says}, or shortly before: {error}") from error
        if not filled:
            says = f"{place} holds something already: name an empty or a new place with --data or --store"
            raise StoreProblem("game.conflict", says)
    return found[0]


def require_whole(path: Path, progress: Progress) -> None:
    """CorruptArchive unless every line and every byte is as it was written."""
    with path.open("rb") as file:
        archive = Archive(file)
        with progress(steps(archive.counts), "checking") as done:
            for rows in (archive.games(), archive.events(done), archive.entries()):
                for _ in rows:
                    pass
        archive.end()
