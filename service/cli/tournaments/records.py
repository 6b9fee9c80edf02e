"""Where the command line finds a tournament: a file by its path, else the store by its id."""

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
from service.cli.tournaments.tournament_session import known_tournament
from service.store.location import Location
from service.tournaments.tournament_store import TournamentStore


@contextmanager
def possible_history(tournament: str) -> Iterator[None]:
    """Misuse where the events of a file cannot be folded."""
    try:
        yield
    except IMPOSSIBLE_EVENT_ERRORS as error:
        says = f"{tournament} holds events that cannot follow one another: `haricot tournament verify` names the first"
        raise Misuse(says) from error


class FoundTournament(NamedTuple):
    """The events of a tournament as a view has them, and the names of its players, which no file holds."""

    events: tuple[NumberedTournamentEvent, ...]
    names: dict[str, str]
    view: str = OMNISCIENT


def find_tournament(tournament: str, location: Location) -> FoundTournament:
    """Return a tournament; Misuse where there is none, or a file that is not as it was written."""
    if is_file(tournament):
        path = Path(tournament)
        data = read_bytes(path)
        with errors_with_path(path):
            try:
                record = read_tournament(data)
            except CorruptFile as error:
                raise Misuse(f"{path}: {error}") from error
        return FoundTournament(record.events, {}, record.view)
    with known_tournament(tournament), open_store_for(tournament, location) as store:
        tournaments = TournamentStore(store)
        return FoundTournament(tournaments.record(tournament), tournaments.names(tournament))
