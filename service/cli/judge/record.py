"""`haricot record`: records a game from paper into the store."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from domain.refusals import Misuse
from domain.translations import ENGLISH
from replay.notation.error_messages import edition_of_sheet, error_message
from replay.notation.export import write_sheet
from replay.notation.move_reader import NotationError
from replay.notation.names import Unreadable
from replay.notation.sheet import Contradiction, PaperSheet
from replay.notation.sheet_header import read_names
from replay.notation.transcript import record_sheet
from replay.notation.transcript_result import SheetRemark, TranscriptResult
from replay.provenance import PAPER_SENDER
from replay.record import Record, write_file
from service.access.annotations import COMMENT, new_annotation
from service.cli.files import SUFFIX, make_folder, read_text
from service.cli.games import is_file, open_store_for, read_game, read_stored_game, redact_record, seat_names_in
from service.cli.options import PATH, json_option, lang_option, store_option
from service.cli.output import print_json, print_note
from service.ops.clock import now_ms
from service.signing.rollback_guard import open_to_write
from service.store.atomic_files import write_atomically
from service.store.entries.metadata_store import Annotation, Entry, Player
from service.store.event_store import GameStore
from service.store.location import Location
from service.store.record_import import import_record
from service.web.language import translate

NOTE_MARK = "%note "


@click.command("record")
@click.argument("file", type=PATH, metavar="FILE")
@click.option("--out", type=PATH, help="Write game files into this folder instead of the store.")
@lang_option
@store_option
@json_option
def record_command(file: Path, out: Path | None, lang: str, location: Location, as_json: bool) -> None:
    """Record a game that was played on paper.

    FILE holds its notation (docs/notation.md), or is - for standard input. Cards that are not written down stay
    unknown. Moves that were played though illegal are marked `%!`. Moves taken back stay in a separate game. The game
    can then be shown, audited and annotated like any other.

    \b
    Examples:
      haricot export classic-4-7-0001 --ben > game.ben
      haricot record game.ben --out folder
      haricot record game.ben --out folder --lang de

    Exit code 1 for a contradiction (an illegal move without its mark, a wrong count), 2 for a writing error. Both are
    printed with line and column.
    """
    transcript = read_sheet(file, lang)
    games = (*transcript.parents, transcript.record)
    if out is not None:
        make_folder(out)
        for record in games:
            write_atomically(out / f"{record.game}{SUFFIX}", write_file(record))
        _print_recorded(transcript, as_json, new=True)
        return
    new = False
    with open_to_write(location, print_note, create=True) as store:
        for record in games:
            entries = list(sheet_entries(record, transcript))
            new = import_record(store, record, entries=entries)
    _print_recorded(transcript, as_json, new=new)


def read_sheet(file: Path, lang: str) -> TranscriptResult:
    """Read the game on a sheet. Print a contradiction, and end the process with exit code 1."""
    text = read_text(file)
    at = now_ms() if str(file) == "-" else int(file.stat().st_mtime) * 1000
    try:
        return record_sheet(text, game=file.stem if str(file) != "-" else "paper", at=at)
    except Contradiction as error:
        click.echo(f"haricot: {file}: {_error_text(error, text, lang)}", err=True)
        sys.exit(1)
    except Unreadable as error:
        message = _error_text(error, text, lang) if isinstance(error, NotationError) else error.says
        raise Misuse(f"{file}: {message}") from error


def _error_text(error: NotationError, text: str, lang: str) -> str:
    """Return the text of an error in a sheet, with line and column, in this language."""
    if lang == ENGLISH:
        return error.says
    key = "record-contrary" if isinstance(error, Contradiction) else "record-slip"
    names = read_names(PaperSheet(text)) if isinstance(error, Contradiction) else ()
    where = translate(lang, key, line=str(error.line), column=str(error.column))
    message = error_message(error, edition_of_sheet(text), lang, names)
    return translate(lang, "replay-labelled", name=where, says=message)


def sheet_entries(record: Record, transcript: TranscriptResult) -> Iterator[Entry]:
    """Yield the metadata of a recorded game: the players' names, which no log holds, and the annotations."""
    for seat, name in enumerate(transcript.names):
        yield Player(game=record.game, seat=seat, kind="human", name=name)
    last = len(record.envelopes)
    if record is transcript.record:
        for remark in transcript.remarks:
            n = min(max(remark.n, 1), last)
            at = record.envelopes[n - 1].at
            text = remark.text.removeprefix(NOTE_MARK)
            yield new_annotation(record.game, n, COMMENT, text, at=at, by=PAPER_SENDER)


def _print_recorded(transcript: TranscriptResult, as_json: bool, *, new: bool) -> None:
    record = transcript.record
    if as_json:
        taken_back = [parent.game for parent in transcript.parents]
        print_json({"game": record.game, "events": len(record.envelopes), "taken_back": taken_back, "recorded": new})
    else:
        click.echo(f"{record.game}: {'recorded' if new else 'was here already'}, {len(record.envelopes)} events")


def write_game_sheet(game: str, location: Location, view: str | None, language: str) -> str:
    """Return the notation of a game file, or of a game in the store with its names and annotations."""
    if is_file(game):
        record, _ = redact_record(read_game(Path(game)), view)
        return write_sheet(record, [name or "" for name in seat_names_in(record)], language=language)
    with open_store_for(game, location) as store:
        record, _ = redact_record(read_stored_game(store, game), view)
        players = {player.seat: player.name for player in store.find_entries(Player, game=game)}
        names = [players.get(seat) or pseudonym or "" for seat, pseudonym in enumerate(seat_names_in(record))]
        notes = sorted(store.find_entries(Annotation, game=game, kind=COMMENT), key=lambda note: note.n)
        remarks = [SheetRemark(note.n, _remark_line(note.text)) for note in notes]
        return write_sheet(record, names, remarks, language, lambda parent: _read_parent(store, parent, view))


def _remark_line(text: str) -> str:
    """Return an annotation as a line of the sheet, with the mark for notes unless it has another one."""
    line = " ".join(text.split())
    return line if line.startswith(("%", "[")) else NOTE_MARK + line


def _read_parent(store: GameStore, game: str, view: str | None) -> Record | None:
    return redact_record(store.record(game), view)[0] if store.exists(game) else None
