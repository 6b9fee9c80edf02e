"""The errors of a store, the same for each database.

StoreProblem            the store cannot do what was asked
|-- StoreUnavailable    the store itself cannot be used
|   |-- NoStoreYet      there is none, but one could be made
|   |-- StoreAway       its database does not answer now
|   |-- StoreOutdated   it must be migrated before it can be read
|   |-- IndexBehind     lists of games cannot be answered yet
|   |-- FeedBehind      the end of the feed is not known yet
|   |-- DamagedGame     one game is not as it was written; others can be used
|   |-- DamagedProceedings  what was filed on one game is not as it was
|   `-- DamagedTournament   one tournament is not as it was written
|-- NoSuchGame          no game has this id
|-- Conflict            another writer was faster
|-- ImportedGame        a game that was imported takes no more events
`-- Unstorable          no store can hold this

`service.problems` maps them to HTTP.
"""

from collections.abc import Sequence
from typing import Final

from domain.refusals import HaricotError
from service.store.location import Location, option_for

AWAY: Final = "the store cannot be used at the moment: ask again soon, a command under its same Idempotency-Key"


class StoreProblem(HaricotError):
    """The store cannot do what was asked. Raised as one of the classes below.

    `says` is for the operator of the store, and says what to do. `public` is for everyone, and does not say where the
    store is.
    """

    def __init__(self, says: str, public: str | None = None) -> None:
        super().__init__(says)
        self.says = says
        self.public = public or says


class StoreUnavailable(StoreProblem):
    """The store itself cannot be used: it is missing, not readable, not ours, damaged, or fails."""

    def __init__(self, says: str, public: str = AWAY) -> None:
        super().__init__(says, public)


class WritesSuspended(StoreUnavailable):
    """Nothing is written to this store until its operator accepts that it was rolled back to an older state."""

    def __init__(self, says: str) -> None:
        public = "the service was set back to an older state: it can be read, and waits for its keeper to accept that"
        super().__init__(says, public)


class NoStoreYet(StoreUnavailable):
    """There is no store at this location, but one could be made."""

    def __init__(self, location: Location) -> None:
        made_by = f"`haricot simulate` and `haricot import` with {option_for(location)} make one"
        super().__init__(f"there is no store in {location}: {made_by}")


class StoreOutdated(StoreUnavailable):
    """The store has an older schema, or one of an unreleased version, and may not be migrated without permission."""

    def __init__(self, location: Location, version: int, present: int, lacks: Sequence[str] = ()) -> None:
        by = f"an unreleased Haricot: it lacks {', '.join(lacks)}" if lacks else "an older Haricot"
        super().__init__(
            f"{location} has schema {version} of {by}. As a user who may write there, run `haricot migrate"
            f" {option_for(location)}`, which brings it to schema {present}"
        )


class StoreAway(StoreUnavailable):
    """The database does not answer: it may be starting."""


class IndexBehind(StoreUnavailable):
    """The index of games is being made, so lists are not available yet. The number of games is not public."""

    def __init__(self, made: int, games: int) -> None:
        public = "the list of games is being made: ask again in a moment; all else is served"
        super().__init__(f"the list of games is being made, {made} of {games}", public)


class FeedBehind(StoreUnavailable):
    """The feed is being updated, so its end is not known yet. The number of events is not public."""

    def __init__(self, events: int) -> None:
        public = "the feed is being brought on: ask for `now` again in a moment"
        super().__init__(f"the feed is being brought on, and lacks {events} events", public)


class DamagedGame(StoreUnavailable):
    """One game is not as it was written: `damage` says what is wrong. The other games can be used."""

    def __init__(self, location: Location, game: str, says: str) -> None:
        advice = f"`haricot doctor {option_for(location)}` looks for more, and a backup can be restored"
        super().__init__(
            f"{game} in {location} is damaged: {says}. Other games are as they were; {advice}",
            public="this game is damaged, or of an edition that is not here any more: those who run the service have to"
            " restore it; others are as they were",
        )
        self.game = game
        self.damage = says


class DamagedProceedings(StoreUnavailable):
    """Event `n` of the proceedings on a game is not as it was filed. The game can be used."""

    def __init__(self, game: str, n: int, says: str) -> None:
        super().__init__(
            f"event {n} of the proceedings on {game} is damaged: {says}; a backup can be restored",
            public="the proceedings on this game are damaged, and those who run the service have to restore them",
        )
        self.n = n


class DamagedTournament(StoreUnavailable):
    """Event `n` of a tournament is not as it was written. Games and other tournaments can be used."""

    def __init__(self, tournament: str, n: int, says: str) -> None:
        super().__init__(
            f"event {n} of {tournament} is damaged: {says}; a backup can be restored",
            public="this tournament is damaged, and those who run the service have to restore it",
        )
        self.n = n


class NoSuchGame(StoreProblem):
    """No game of the store has this id."""

    def __init__(self, location: Location, game: str) -> None:
        says = f"there is no game {game} in {location}: `haricot list` shows them all"
        super().__init__(says, public=f"there is no game {game} here")


class Conflict(StoreProblem):
    """Another writer was faster: the event, the entry, or another game of this id, is in the store already."""


class ImportedGame(StoreProblem):
    """A game that was imported takes no more events."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} was imported and stays as it is: fork it and go on there")


class Unstorable(StoreProblem):
    """No store can hold this, such as an integer above 2^63 - 1 or events that do not follow each other."""
