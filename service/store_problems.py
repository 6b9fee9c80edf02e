"""What goes wrong in a store, told with a code and a way out."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from eventsourcing.persistence import DataError, MapperDeserialisationError, PersistenceError

from service.places import Place, StoreProblem, option_for


class Conflict(StoreProblem):
    """Somebody else was there before: the event, or another game of this id, is in the store already."""

    def __init__(self, says: str) -> None:
        super().__init__("game.conflict", says)


class DamagedGame(StoreProblem):
    """One game is not as it was written; the others are not touched by that."""

    def __init__(self, place: Place, game: str, says: str) -> None:
        advice = f"`haricot doctor {option_for(place)}` looks for more, and a backup can be restored"
        super().__init__(
            "unavailable",
            f"{game} in {place} is damaged: {says}. Other games are as they were; {advice}",
            public="this game is damaged, and those who run the service have to restore it; others are as they were",
        )
        self.game = game
        self.damage = says


class StoreProblems:
    """The problems of the store at one place."""

    on_damage: Callable[[str, str], None] | None = None
    """Who wants to hear of games that are damaged."""

    def __init__(self, place: Place) -> None:
        self.place = place

    @contextmanager
    def told(self, game: str | None = None) -> Iterator[None]:
        """Turns what the library raises into a problem, one of this game alone when its rows cannot be read."""
        try:
            yield
        except DataError as error:
            raise misshapen(f"this cannot be kept: {error}") from error
        except MapperDeserialisationError as error:
            says = f"{error}, unless a newer Haricot wrote it: then update"
            raise self.damaged("the log" if game is None else game, says) from error
        except PersistenceError as error:
            advice = f"`haricot doctor {option_for(self.place)}` looks for the cause"
            raise StoreProblem("unavailable", f"the store in {self.place} fails: {error}; {advice}") from error

    def damaged(self, game: str, says: str) -> DamagedGame:
        """A game is not as it was written."""
        if self.on_damage is not None:
            self.on_damage(game, says)
        return DamagedGame(self.place, game, says)

    def no_game(self, game: str) -> StoreProblem:
        """There is no game of this id."""
        says = f"there is no game {game} in {self.place}: `haricot list` shows them all"
        return StoreProblem("not-found", says, public=f"there is no game {game} here")


def misshapen(says: str) -> StoreProblem:
    """No store could keep this."""
    return StoreProblem("request.shape", says)
