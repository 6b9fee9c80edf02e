"""The errors of a store, the same for each database.

StoreProblem                the store cannot do what the caller wants
|-- StoreUnavailable        the store itself cannot be used
|   |-- WritesSuspended     the store was rolled back, so nothing is written
|   |-- NoStoreYet          there is no store, but one could be made
|   |-- StoreUnreachable    the database does not answer
|   |-- StoreOutdated       the store must be migrated before it can be read
|   |-- IndexBehind         the index of games is not complete yet
|   |-- FeedBehind          the end of the feed is not known yet
|   |-- DamagedGame         the events of one game are damaged
|   |-- DamagedProceedings  the proceedings on one game are damaged
|   `-- DamagedTournament   the events of one tournament are damaged
|-- NoSuchGame              no game has this id
|-- Conflict                another writer was faster
|-- ImportedGame            an imported game takes no more events
`-- Unstorable              no store can hold this value

`service.problems` maps them to HTTP.
"""

from collections.abc import Sequence
from typing import Final

from domain.refusals import HaricotError
from service.store.location import Location, option_for

AWAY: Final = "the store cannot be used at the moment: retry soon, a command with the same Idempotency-Key"
"""What the public reads about every failure of the store itself."""


class StoreProblem(HaricotError):
    """The store cannot do what the caller wants. Only subclasses are raised.

    `says` is the message for the operator of the store. `public` is the message for clients, and does not reveal where
    the store is.
    """

    def __init__(self, says: str, public: str | None = None) -> None:
        super().__init__(says)
        self.says = says
        self.public = public or says


class StoreUnavailable(StoreProblem):
    """The store itself cannot be used: it is missing, unreadable, damaged, another program's, or fails."""

    def __init__(self, says: str, public: str = AWAY) -> None:
        super().__init__(says, public)


class WritesSuspended(StoreUnavailable):
    """The store was rolled back to an older state. Nothing is written until its operator accepts that."""

    def __init__(self, says: str) -> None:
        public = "the service was set back to an older state: it can be read, and waits until its operator accepts that"
        super().__init__(says, public)


class NoStoreYet(StoreUnavailable):
    """There is no store at this location, but one could be made."""

    def __init__(self, location: Location) -> None:
        advice = f"`haricot simulate` and `haricot import` with {option_for(location)} make one"
        super().__init__(f"there is no store in {location}: {advice}")


class StoreOutdated(StoreUnavailable):
    """The store has the schema of an older or an unreleased version, and the caller does not migrate it."""

    def __init__(self, location: Location, version: int, present: int, missing: Sequence[str] = ()) -> None:
        by = f"an unreleased Haricot: it lacks {', '.join(missing)}" if missing else "an older Haricot"
        super().__init__(
            f"{location} has schema {version} of {by}. As a user who may write there, run `haricot migrate"
            f" {option_for(location)}`, which brings it to schema {present}"
        )


class StoreUnreachable(StoreUnavailable):
    """The database does not answer. It may be starting."""


class IndexBehind(StoreUnavailable):
    """The index of games is being built, so games cannot be listed yet. The number of games is not public."""

    def __init__(self, made: int, games: int) -> None:
        public = "the list of games is being built: retry in a moment. Everything else is available"
        super().__init__(f"the list of games is being built: {made} of {games} games are done", public)


class FeedBehind(StoreUnavailable):
    """The feed is being updated, so its end is not known yet. The number of missing events is not public."""

    def __init__(self, events: int) -> None:
        public = "the feed is being updated: ask for `now` again in a moment"
        super().__init__(f"the feed is being updated: {events} events are missing", public)


class DamagedGame(StoreUnavailable):
    """The events of one game are damaged; `damage` is the reason. Other games can be used."""

    def __init__(self, location: Location, game: str, reason: str) -> None:
        advice = f"look for more damage with `haricot doctor {option_for(location)}`, and restore a backup"
        super().__init__(
            f"{game} in {location} is damaged: {reason}. Other games are not affected: {advice}",
            public="this game is damaged, or its edition is not installed any more: the operator of the service has to"
            " restore it. Other games are not affected",
        )
        self.game = game
        self.damage = reason


class DamagedProceedings(StoreUnavailable):
    """Event `n` of the proceedings on a game is damaged. The game itself can be used."""

    def __init__(self, game: str, n: int, says: str) -> None:
        super().__init__(
            f"event {n} of the proceedings on {game} is damaged: {says}; a backup can be restored",
            public="the proceedings on this game are damaged: the operator of the service has to restore them",
        )
        self.n = n


class DamagedTournament(StoreUnavailable):
    """Event `n` of a tournament is damaged. Games and other tournaments can be used."""

    def __init__(self, tournament: str, n: int, says: str) -> None:
        super().__init__(
            f"event {n} of {tournament} is damaged: {says}; a backup can be restored",
            public="this tournament is damaged: the operator of the service has to restore it",
        )
        self.n = n


class NoSuchGame(StoreProblem):
    """No game of the store has this id."""

    def __init__(self, location: Location, game: str) -> None:
        message = f"there is no game {game} in {location}: `haricot list` lists all games"
        super().__init__(message, public=f"there is no game {game} here")


class Conflict(StoreProblem):
    """Another writer was faster: this event, this entry or a game with this id exists already."""


class ImportedGame(StoreProblem):
    """An imported game takes no more events."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} was imported and cannot be continued: fork it and continue the fork")


class Unstorable(StoreProblem):
    """No store can hold this, such as an integer above 2^63 - 1 or events that are not consecutive."""
