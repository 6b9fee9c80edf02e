"""The command that takes the result of a table's game into a tournament."""

import hashlib
from collections.abc import Sequence

from domain.events import GameEnded
from domain.refusals import Misuse
from domain.tournaments.commands import TakeResult
from domain.tournaments.table_points import places_by_scores
from replay.codec import Codec, Envelope


def result_command(envelopes: Sequence[Envelope], round_: int, table: int, game: str) -> TakeResult:
    """Return the command that takes the result of a game. Raises Misuse for a game that has not ended."""
    ended = next((one for one in reversed(envelopes) if isinstance(one.event, GameEnded)), None)
    if ended is None or not isinstance(ended.event, GameEnded):
        raise Misuse(f"{game} has not ended")
    return TakeResult(
        round=round_,
        table=table,
        game=game,
        n=ended.n,
        digest=hashlib.sha256(Codec().to_json(ended)).hexdigest(),
        scores=ended.event.scores,
        places=places_by_scores(ended.event.scores, ended.event.winners),
    )
