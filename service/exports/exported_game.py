"""A game as an export shows it: up to an event, in a view."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.visibility import OMNISCIENT, Viewer
from projections.summary import Summary
from replay.codec import Envelope
from replay.record import redacted_envelope
from service.analytics.counted_games import is_counted, public_players
from service.lifecycle.external_metadata import OwnNotes
from service.ops.clock import now_ms
from service.store.entries.metadata_store import FormerPlayer, Player
from service.store.event_store import GameStore

FIRST_EVENTS: Final = 40
"""How many events to read first for the seats of a game. These are nearly always enough."""
Players = Mapping[int, Player | FormerPlayer]


class ShownGame:
    """A game up to the last event of its `summary`, as this viewer sees it. Its events are read from the store.

    `notes` are the caller's notes on the game, if the caller made it.
    """

    def __init__(
        self,
        store: GameStore,
        summary: Summary,
        viewer: Viewer,
        players: Callable[[], Players],
        *,
        private: bool = False,
        notes: OwnNotes | None = None,
    ) -> None:
        self.summary = summary
        self.viewer = viewer
        self.players = players
        self.private = private
        self.notes = notes
        self._store = store
        self._read: list[Envelope] | None = None

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.summary.game

    @property
    def name(self) -> str:
        """The id of the game, after which an export can continue."""
        return self.game

    @property
    def counted(self) -> bool:
        """Whether statistics and ratings count the game."""
        return is_counted(self.summary, self._store, now_ms())

    def public_players(self) -> dict[int, str]:
        """Return the player of each seat, as statistics and ratings name them."""
        return public_players(self.summary, self._store, now_ms())

    def whole_events(self) -> list[Envelope]:
        """Return the unredacted events: the caller must redact them. Raises DamagedGame if one cannot be read."""
        if self._read is None:
            self._read = self._store.envelopes(self.game, upto=self.summary.version)
        return self._read

    def envelopes(self) -> Iterator[Envelope]:
        """Yield the events, redacted for the viewer. Raises DamagedGame if one cannot be read."""
        options = self.summary.rules.options
        for envelope in self.whole_events():
            yield redacted_envelope(envelope, self.viewer, options)

    def public_prefix(self) -> Iterator[Envelope]:
        """Yield the unredacted events, read in growing steps. Use them only for public facts, such as the seats."""
        if self._read is not None:
            yield from self._read
            return
        first = min(FIRST_EVENTS, self.summary.version)
        yield from self._store.envelopes(self.game, upto=first)
        if first < self.summary.version:
            yield from self._store.envelopes(self.game, first, upto=self.summary.version)


def whole_game(store: GameStore, head: Summary, viewer: Viewer = OMNISCIENT) -> ShownGame:
    """Return a game as the owner of the store sees it, without checks of access."""

    def players() -> Players:
        return {player.seat: player for player in store.find_entries(Player, game=head.game)}

    return ShownGame(store, head, viewer, players)
