"""Translates the errors of the event library into those of the store."""

from collections.abc import Callable

from eventsourcing.persistence import DataError, MapperDeserialisationError, PersistenceError

from service.store.errors import DamagedGame, StoreProblem, StoreUnavailable, Unstorable
from service.store.exception_mapping import ExceptionMapping
from service.store.location import Location, option_for


class ErrorTranslator:
    """Translates the errors of the store at one location, for any thread."""

    on_damage: Callable[[str, str], None] | None = None
    """Called with the id of a damaged game and the reason."""

    def __init__(self, location: Location) -> None:
        self._location = location
        self._without_game = _GameErrors(self, None)

    def translating(self, game: str | None = None) -> ExceptionMapping:
        """Raise the library's errors as StoreProblem: as DamagedGame if rows of `game` cannot be read."""
        return self._without_game if game is None else _GameErrors(self, game)

    def store_problem(self, error: BaseException, game: str | None = None) -> StoreProblem | None:
        """Return the store's error for an error of the library, or None for any other."""
        if isinstance(error, DataError):
            return Unstorable(f"this cannot be stored: {error}")
        if isinstance(error, MapperDeserialisationError):
            unless = "unless a newer Haricot wrote it, or it is of an edition that is not installed here"
            reason = f"{error}, {unless}: then update Haricot, or install the edition"
            return self.report_damage("the log" if game is None else game, reason)
        if isinstance(error, PersistenceError):
            advice = f"find the cause with `haricot doctor {option_for(self._location)}`"
            return StoreUnavailable(f"the store in {self._location} fails: {error}; {advice}")
        return None

    def report_damage(self, game: str, reason: str) -> DamagedGame:
        """Report a damaged game to `on_damage`, and return the error to raise."""
        if self.on_damage is not None:
            self.on_damage(game, reason)
        return DamagedGame(self._location, game, reason)


class _GameErrors(ExceptionMapping):
    def __init__(self, errors: ErrorTranslator, game: str | None) -> None:
        self._errors = errors
        self._game = game

    def replacement_for(self, error: BaseException) -> Exception | None:
        return self._errors.store_problem(error, self._game)
