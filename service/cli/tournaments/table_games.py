"""Loads games whose results are taken into a tournament, and compares them with the table."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from domain.player_names import comparison_key
from domain.refusals import Misuse
from domain.tournaments.state import TournamentTable
from replay.record import Record
from service.cli.files import read_bytes
from service.cli.games import is_file, parse_game, read_stored_game, seat_names_in
from service.cli.judge.record import read_sheet, sheet_entries
from service.cli.tournaments.tournament_session import (
    TournamentSession,
)
from service.store.entries.metadata_store import Entry, Player


class LoadedGame(NamedTuple):
    """A game, after the games that it continues, with the names at its seats.

    `entries` returns what is stored with each record. It is None for a game of the store.
    """

    records: tuple[Record, ...]
    names: Sequence[str | None]
    entries: Callable[[Record], Sequence[Entry]] | None = None


def load_game(session: TournamentSession, game: str) -> LoadedGame:
    """Load a game: from a file by its path, else from the store by its id."""
    if not is_file(game):
        record = read_stored_game(session.store, game)
        players = {player.seat: player.name for player in session.store.find_entries(Player, game=game)}
        return LoadedGame((record,), [players.get(seat) or name for seat, name in enumerate(seat_names_in(record))])
    path = Path(game)
    data = read_bytes(path)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        record = parse_game(data, path)
        return LoadedGame((record,), seat_names_in(record), lambda _: [])
    transcript = read_sheet(path, "en")
    records = (*transcript.parents, transcript.record)
    return LoadedGame(records, transcript.names, lambda one: [*sheet_entries(one, transcript)])


def require_matching_game(
    session: TournamentSession, table: TournamentTable | None, record: Record, names: Sequence[str | None]
) -> None:
    """Raise Misuse for a game of another edition, or with other players than this table in turn order."""
    edition = session.state.rules.edition
    if record.created.edition != edition:
        raise Misuse(f"{record.game} is a game of {record.created.edition}, and {session.tournament} plays {edition}")
    if table is None:
        return  # the rules refuse it
    if len(names) != len(table.players):
        raise Misuse(f"{record.game} has {len(names)} players, and table {table.number} has {len(table.players)}")
    known = session.names
    registered = {comparison_key(name) for name in known.values()}
    for seat, (name, player) in enumerate(zip(names, table.players, strict=True)):
        registered_name = known.get(player)
        if name is None or registered_name is None or comparison_key(name) == comparison_key(registered_name):
            continue
        if comparison_key(name) in registered:
            seated = f"in turn order table {table.number} has {registered_name} there"
            raise Misuse(f"in {record.game} seat {seat} is {name}, and {seated}: is it the game of another table?")
