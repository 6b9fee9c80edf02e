"""Lets bots play a deal again that people have played."""

from collections.abc import Sequence

from domain.events import GameStarted
from domain.pending_events import Chance
from domain.refusals import Misuse
from domain.table import Result
from replay.codec import Envelope
from replay.game import Game
from replay.seeded import bot_seed_of_text
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on


def events_until_deal(envelopes: Sequence[Envelope]) -> list[Envelope]:
    """Return the events of a game up to its deal, before the first command of a player.

    Raises Misuse for a game that has not begun.
    """
    dealt = next((one.n for one in envelopes if isinstance(one.event, GameStarted)), None)
    if dealt is None:
        raise Misuse("this game has no deal yet")
    after = next((one.n for one in envelopes if one.n > dealt and one.cause is not None), len(envelopes) + 1)
    return [one for one in envelopes if one.n < after]


def play_par(game: str, dealt: Sequence[Envelope], deal: Chance, run: int, bot: str) -> Result:
    """Let bots play on from the deal, with random choices of their own in each run. Return the result of all seats."""
    played = Game(game, deal, dealt)
    source = f"haricot-par|{game}|{run}"
    play_on(played, {seat: BOTS[bot](seat, bot_seed_of_text(source, seat)) for seat in range(len(played.table.seats))})
    result = played.table.result
    if result is None:
        raise Misuse(f"bots do not play {game} to its end")
    return result
