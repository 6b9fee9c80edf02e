"""Translates the errors of the event library into the store's own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from eventsourcing.persistence import DataError, MapperDeserialisationError, PersistenceError

from service.store.errors import DamagedGame, StoreUnavailable, Unstorable
from service.store.location import Location, option_for


class ErrorTranslator:
    """The errors of the store at one location; any thread may use it."""

    on_damage: Callable[[str, str], None] | None = None
    """Called with the id of a game that was found damaged, and with what is wrong with it."""

    def __init__(self, location: Location) -> None:
        self._location = location

    @contextmanager
    def translated(self, game: str | None = None) -> Iterator[None]:
        """Raises what the library raises as a StoreProblem: DamagedGame when the rows of `game` cannot be read."""
        try:
            yield
        except DataError as error:
            raise Unstorable(f"this cannot be kept: {error}") from error
        except MapperDeserialisationError as error:
            says = f"{error}, unless a newer Haricot wrote it: then update"
            raise self.damaged("the log" if game is None else game, says) from error
        except PersistenceError as error:
            advice = f"`haricot doctor {option_for(self._location)}` looks for the cause"
            raise StoreUnavailable(f"the store in {self._location} fails: {error}; {advice}") from error

    def damaged(self, game: str, says: str) -> DamagedGame:
        """Reports a damaged game to `on_damage`, and gives the error to raise."""
        if self.on_damage is not None:
            self.on_damage(game, says)
        return DamagedGame(self._location, game, says)
