"""Finds a game for the command line: a file by its path, else a game in the store by its id."""

from collections.abc import Sequence
from pathlib import Path

from domain.refusals import Misuse
from domain.visibility import Viewer, viewer_named
from replay.codec import Envelope
from replay.record import CorruptFile, Record, read_file
from replay.rewind import table_at, viewer_to_show
from service.cli.files import errors_with_path, read_bytes
from service.signing.rollback_guard import open_to_read
from service.store.entries.metadata_store import Player
from service.store.errors import StoreProblem
from service.store.event_store import GameStore
from service.store.location import Location


def is_file(game: str) -> bool:
    """Return whether GAME is the path of a file. Then it is never read as an id."""
    try:
        return bool(game) and Path(game).exists()
    except PermissionError:  # reading the file raises the error
        return True
    except OSError:  # too long for a path
        return False


def load_record(game: str, location: Location) -> Record:
    """Read the record of a game file, or of a game in the store."""
    if is_file(game):
        return read_game(Path(game))
    with open_store_for(game, location) as store:
        return read_stored_game(store, game)


def load_record_with_names(game: str, location: Location) -> tuple[Record, list[str | None]]:
    """Read a record as `load_record` does, with a name for each seat: from the store, else from its events."""
    if is_file(game):
        record = read_game(Path(game))
        return record, seat_names_in(record)
    with open_store_for(game, location) as store:
        record = read_stored_game(store, game)
        stored_names = {player.seat: player.name for player in store.find_entries(Player, game=game)}
    return record, [stored_names.get(seat) or name for seat, name in enumerate(seat_names_in(record))]


def open_store_for(game: str, location: Location) -> GameStore:
    """Open the store to look up this id. Raises Misuse if there is no store."""
    try:
        return open_to_read(location)
    except StoreProblem as error:
        raise Misuse(f"{game!r} is no file, and {error}") from error


def read_stored_game(store: GameStore, game: str) -> Record:
    """Read the record of a stored game. Raises Misuse for an unknown id, and DamagedGame if it cannot be read."""
    if not store.exists(game):
        raise Misuse(f"no file and no game in the store is called {game!r}; `haricot list` shows the games")
    return store.record(game)


def read_last_event(store: GameStore, game: str) -> Sequence[Envelope]:
    """Return the last event of a stored game, such as a fork's ancestor, in a list. It is empty for an unknown id."""
    return () if (row := store.game_row(game)) is None else store.envelopes(game, row.version - 1)


def read_game(path: Path) -> Record:
    """Read the record of a game file. Raises Misuse if the file is damaged."""
    return parse_game(read_bytes(path), path)


def parse_game(data: bytes, path: Path) -> Record:
    """Return the record of a game file from its bytes. Raises Misuse, with the path, if they are damaged."""
    try:
        with errors_with_path(path):
            return read_file(data)
    except CorruptFile as error:
        raise Misuse(f"{path} is corrupt: {error}") from error


def redact_record(record: Record, view: str | None) -> tuple[Record, Viewer]:
    """Redact a record for this view, by default its own. Raises Misuse if the record does not hold that view."""
    viewer = viewer_to_show(record, None if view is None else viewer_named(view, record.created.players))
    return (record if viewer == record.viewer else record.seen_by(viewer)), viewer


def seat_names_in(record: Record) -> list[str | None]:
    """Return the names of the players, seat by seat, with None for an empty seat."""
    table = table_at(record, len(record.envelopes))
    return [seat.sitter.pseudonym if seat.sitter is not None else None for seat in table.seats]
