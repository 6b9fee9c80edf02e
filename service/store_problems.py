"""What goes wrong in a store, told with a code and a way out."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import DataError, MapperDeserialisationError, PersistenceError

from service.places import Place, StoreProblem, option_for


class Conflict(StoreProblem):
    """Somebody else was there before: the event, or another game of this id, is in the store already."""

    def __init__(self, says: str) -> None:
        super().__init__("game.conflict", says)


class StoreProblems:
    """The problems of the store at one place."""

    def __init__(self, place: Place) -> None:
        self.place = place

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turns what the library raises into a problem."""
        try:
            yield
        except DataError as error:
            raise misshapen(f"this cannot be kept: {error}") from error
        except MapperDeserialisationError as error:
            raise self.damaged(f"{error}, unless a newer Haricot wrote it: then update") from error
        except PersistenceError as error:
            advice = f"`haricot doctor {option_for(self.place)}` looks for the cause"
            raise StoreProblem("unavailable", f"the store in {self.place} fails: {error}; {advice}") from error

    def damaged(self, says: str) -> StoreProblem:
        """Something is not as it was written."""
        return StoreProblem("unavailable", f"the store in {self.place} is damaged: {says}. Restore it from a backup")

    def no_game(self, game: str) -> StoreProblem:
        """There is no game of this id."""
        says = f"there is no game {game} in {self.place}: `haricot list` shows them all"
        return StoreProblem("not-found", says, public=f"there is no game {game} here")


def misshapen(says: str) -> StoreProblem:
    """No store could keep this."""
    return StoreProblem("request.shape", says)
