"""A game being played."""

from collections.abc import Sequence
from functools import cached_property

from domain.commands import Command
from domain.editions import rulebook_for, rulebook_of
from domain.engine import decide
from domain.events import Event
from domain.pending_events import Chance
from domain.rulebook import Rulebook
from replay.codec import Cause, Envelope
from replay.record import Record
from replay.rewind import table_after


class Game:
    """The record of one game as it grows; every command adds one batch."""

    def __init__(self, game: str, chance: Chance, envelopes: Sequence[Envelope] = ()) -> None:
        self.game = game
        self.chance = chance
        self.envelopes = list(envelopes)
        self.table = table_after(envelopes)

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.envelopes)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of this table, from its creation on."""
        return rulebook_of(self.table)

    def act(self, command: Command, *, by: str, key: str | None, at: int, tick: int = 0) -> list[Envelope]:
        """Return the batch that follows from `command`, at `at` milliseconds, each next event `tick` later.

        Refusal, UnknownCard or Misuse as for `decide`, and then nothing has changed.
        """
        rules = self.rulebook if self.envelopes else rulebook_for(self.table, command)
        decision = decide(rules, self.table, command, self.chance)
        cause: Cause[Command] = Cause(command=command, by=by, key=key)
        batch = batch_of(self.game, self.version, decision.events, cause, at=at, tick=tick)
        self.envelopes += batch
        self.table = decision.table
        return batch

    def record(self) -> Record:
        """Return the record so far."""
        return Record(game=self.game, envelopes=tuple(self.envelopes))


def batch_of(
    game: str, version: int, events: Sequence[Event], cause: Cause[Command], *, at: int, tick: int = 0
) -> list[Envelope]:
    """Return the envelopes of what happened for one cause after event `version`.

    Each is `tick` milliseconds after the last.
    """
    return [
        Envelope(
            game=game, n=version + index, at=at + (index - 1) * tick, event=event, cause=None if index > 1 else cause
        )
        for index, event in enumerate(events, 1)
    ]
