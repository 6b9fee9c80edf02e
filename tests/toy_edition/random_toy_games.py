"""Random games of the toy edition, and queries of their events."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from domain.events import Event
from domain.invariants import broken_invariants
from domain.table import Table
from domain.visibility import SPECTATOR, Option, Viewer, seat_viewer
from replay.codec import Envelope
from replay.game import Game
from replay.record import Record
from replay.rewind import batches, is_batch_end, tables
from tests import random_player
from tests.toy_edition.areas import ground
from tests.toy_edition.raids import CommitCard
from tests.toy_edition.toy import TOY


class PlayedGame(NamedTuple):
    """A game played to its end."""

    record: Record
    table: Table

    @property
    def events(self) -> list[Event]:
        """Its events, in order."""
        return [envelope.event for envelope in self.record.envelopes]

    @property
    def viewers(self) -> list[Viewer]:
        """All viewers except the omniscient one."""
        return [SPECTATOR, *map(seat_viewer, range(len(self.table.seats)))]


@cache
def played(count: int) -> tuple[PlayedGame, ...]:
    """Return this many random games, always the same."""
    return tuple(map(play, range(count)))


def play(seed: int) -> PlayedGame:
    """Play the random game of this seed, for two or three players, with some options."""
    luck = Random(f"toy|{seed}")
    return play_on(random_player.begin("toy", 2 + seed % 2, some_options(luck), seed), luck)


def some_options(luck: Random) -> dict[str, Option]:
    """Return some changed options, without those that make games longer."""
    chosen = {rule.name: luck.choice(rule.allowed) for rule in TOY.data.all_options if luck.random() < 0.4}
    return {name: value for name, value in chosen.items() if value not in (3, 4, 5)}


def play_on(game: Game, luck: Random) -> PlayedGame:
    """Play a game to its end and assert its invariants after every batch."""

    def look(game: Game, batch: list[Envelope]) -> None:
        assert broken_invariants(game.rulebook, game.table) == []

    random_player.play(game, luck, look)
    return PlayedGame(game.record(), game.table)


def commitments(game: PlayedGame) -> list[list[Event]]:
    """Return the batches that begin with a committed card."""
    found = []
    for batch in batches(game.record.envelopes):
        cause = batch[0].cause
        if cause is not None and isinstance(cause.command, CommitCard):
            found.append([envelope.event for envelope in batch])
    return found


def settled(games: Iterable[PlayedGame], *, every: int) -> Iterator[tuple[PlayedGame, Table]]:
    """Yield tables between batches of play: one in `every`, each with an open raid, and the last."""
    for game in games:
        for index, (envelope, table) in enumerate(tables(game.record)):
            if not table.turn.number or not is_batch_end(game.record, envelope.n):
                continue
            if index % every == 0 or table.result is not None or ground(table).raid is not None:
                yield game, table
