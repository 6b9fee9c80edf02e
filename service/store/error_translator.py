"""Translates the errors of the event library into those of the store."""

from collections.abc import Callable

from eventsourcing.persistence import DataError, MapperDeserialisationError, PersistenceError

from service.store.errors import DamagedGame, StoreProblem, StoreUnavailable, Unstorable
from service.store.exception_mapping import Translation
from service.store.location import Location, option_for


class ErrorTranslator:
    """Translates the errors of the store at one location, for any thread."""

    on_damage: Callable[[str, str], None] | None = None
    """Called with the id of a game that was found damaged, and with the damage."""

    def __init__(self, location: Location) -> None:
        self._location = location
        self._of_no_game = _Translated(self, None)

    def translated(self, game: str | None = None) -> Translation:
        """Raise the library's errors as a StoreProblem. It is DamagedGame if the rows of `game` cannot be read."""
        return self._of_no_game if game is None else _Translated(self, game)

    def problem(self, error: BaseException, game: str | None = None) -> StoreProblem | None:
        """Return the store's error for an error of the library, or None for any other."""
        if isinstance(error, DataError):
            return Unstorable(f"this cannot be kept: {error}")
        if isinstance(error, MapperDeserialisationError):
            unless = "unless a newer Haricot wrote it, or it is of an edition that is not installed here"
            says = f"{error}, {unless}: then update, or install that"
            return self.damaged("the log" if game is None else game, says)
        if isinstance(error, PersistenceError):
            advice = f"`haricot doctor {option_for(self._location)}` looks for the cause"
            return StoreUnavailable(f"the store in {self._location} fails: {error}; {advice}")
        return None

    def damaged(self, game: str, says: str) -> DamagedGame:
        """Report a damaged game to `on_damage`, and return the error to raise."""
        if self.on_damage is not None:
            self.on_damage(game, says)
        return DamagedGame(self._location, game, says)


class _Translated(Translation):
    def __init__(self, errors: ErrorTranslator, game: str | None) -> None:
        self._errors = errors
        self._game = game

    def instead_of(self, error: BaseException) -> Exception | None:
        return self._errors.problem(error, self._game)
