"""What a store of games asks of the tables below it, whichever database they are in."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from eventsourcing.persistence import ApplicationRecorder, StoredEvent

from service.register import Entry

GameOrigin = Literal["played", "imported"]
Noted = TypeVar("Noted", bound=Entry)
Check = tuple[str, bool, str]
"""The name of a check, whether all is well, and what was found."""


class Opening(NamedTuple):
    """What is written beside the first own event of a game.

    The events 1..prefix_to of a fork are those of `prefix_of`; `names` are pairs (since, name).
    """

    origin: GameOrigin
    seed: bytes | None = None
    prefix_of: str | None = None
    prefix_to: int | None = None
    names: tuple[tuple[int, str], ...] = ()


class GameRow(NamedTuple):
    """What the tables say of one game; `version` is the number of its last event."""

    game: str
    origin: GameOrigin
    prefix_of: str | None
    prefix_to: int | None
    version: int


class News(NamedTuple):
    """Where something may be new: among the events, in the register."""

    events: bool
    register: bool


class GameRecorder(ApplicationRecorder):
    """The recorder interface of the event library, and what games need besides; any thread may use it.

    What goes wrong is raised as the library's errors: IntegrityError when a row is there already, DataError for one
    that no table takes, OperationalError and its like for the rest. The positions of events grow in the order in which
    they can be seen: who has read up to one has missed none before it.
    """

    writable: bool
    """Whether anything can be written here."""
    poll_seconds: float
    """How often somebody who wants to know what is new has to ask."""

    @abstractmethod
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        opening: Opening | None = None,
        request: str | None = None,
        entries: Sequence[Entry] = (),
        **_: Any,
    ) -> Sequence[int]:
        """Writes all of them or none, and with them what opens a game and what the register notes.

        Returns their positions. `request` names the command behind the first of them.
        """

    @abstractmethod
    def note(self, entries: Sequence[Entry]) -> None:
        """Writes these into the register, all or none."""

    @abstractmethod
    def noted(self, kind: type[Noted], /, **where: object) -> list[Noted]:
        """The entries of this kind in the register whose fields have these values."""

    @abstractmethod
    def overview(self) -> tuple[list[GameRow], list[StoredEvent]]:
        """Every game, parents before their forks, and the few events that make, start, fork or end games, in order."""

    @abstractmethod
    def game(self, game: str) -> GameRow | None:
        """What the tables say of this game, if it is there."""

    @abstractmethod
    def lineage(self, game: str) -> list[tuple[str, int]]:
        """The games that hold the events of this one, each with the last event that counts; the root first."""

    @abstractmethod
    def news(self) -> News:
        """Where others may have written since this was asked last; for one thread to ask."""

    @abstractmethod
    def since(self, position: int, limit: int) -> list[tuple[int, str, int]]:
        """What was written after this position: position, game and number of each event."""

    @abstractmethod
    def names(self, game: str) -> dict[int, str]:
        """What the envelopes of an imported game are called from which event on, where that is not its id."""

    @abstractmethod
    def seed(self, game: str) -> bytes | None:
        """The secret seed of this game's deal, if there is one."""

    @abstractmethod
    def holder(self, game: str, request: str) -> int | None:
        """The number of the event that this request led to, None when it led to none yet."""

    @abstractmethod
    def take_duty(self, name: str) -> bool:
        """Takes a duty that one process at a time has, until this is closed; False while another one has it."""

    @abstractmethod
    def checks(self) -> list[Check]:
        """What `doctor` wants to know."""

    @abstractmethod
    def close(self) -> None:
        """Closes everything, once nobody is writing or reading."""
