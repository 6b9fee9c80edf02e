"""Loads a tournament for the command line: from a file by its path, else from the store by its id."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from domain.refusals import Misuse
from replay.record import CorruptFile
from replay.tournaments.tournament_file import OMNISCIENT, NumberedTournamentEvent, read_tournament
from replay.tournaments.tournament_verifier import IMPOSSIBLE_EVENT_ERRORS
from service.cli.files import errors_with_path, read_bytes
from service.cli.games import is_file, open_store_for
from service.cli.tournaments.tournament_session import errors_with_next_step
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore


@contextmanager
def refuse_impossible_events(tournament: str) -> Iterator[None]:
    """Replace an error of events that cannot be folded by Misuse."""
    try:
        yield
    except IMPOSSIBLE_EVENT_ERRORS as error:
        message = (
            f"{tournament} holds events that cannot follow one another: `haricot tournament verify` names the first"
        )
        raise Misuse(message) from error


class LoadedTournament(NamedTuple):
    """The events of a tournament in a view. The names of its players come from the store: no file holds them."""

    events: tuple[NumberedTournamentEvent, ...]
    names: dict[str, str]
    view: str = OMNISCIENT


def load_tournament(tournament: str, location: Location) -> LoadedTournament:
    """Load a tournament. Raises Misuse if there is none, or if its file is corrupt."""
    if is_file(tournament):
        path = Path(tournament)
        data = read_bytes(path)
        with errors_with_path(path):
            try:
                record = read_tournament(data)
            except CorruptFile as error:
                raise Misuse(f"{path}: {error}") from error
        return LoadedTournament(record.events, {}, record.view)
    with errors_with_next_step(tournament), open_store_for(tournament, location) as store:
        tournaments = TournamentStore(store)
        return LoadedTournament(tournaments.record(tournament), tournaments.names(tournament))
