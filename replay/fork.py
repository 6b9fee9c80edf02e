"""A new game from any event of another: the same cards, its own deal from there on."""

from domain.draft import Chance
from domain.forks import GameForked
from replay.codec import Cause, Envelope
from replay.record import Record
from replay.rewind import batch_end, require_n


def fork_exact(parent: Record, asked: int, game: str, chance: Chance, *, at: int) -> Record:
    """The record of `game`, which shares the parent's events up to the end of the batch of event `asked`.

    `chance` is the fork's own deal, `at` the moment in milliseconds. Misuse when there is no such event.
    """
    require_n(parent, asked)
    last = batch_end(parent, asked)
    forked = GameForked(parent=parent.game, asked=asked, at=last, root=None, mode="exact", commitment=chance.commitment)
    at = max(at, parent.envelopes[last - 1].at)  # a clock that was set back must not turn time around
    own = Envelope(game=game, n=last + 1, at=at, event=forked, cause=Cause(command=None, by="service"))
    return Record(game=game, envelopes=(*parent.envelopes[:last], own))
