"""Games played for the tests of the store: the same id is the same game."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.engine import legal_commands
from replay.codec import Envelope
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from replay.record import Record
from service.store.event_store import GameStore
from tests.random_player import pick_legal

EVERYTHING = 10_000
SITTING, EARLY, LATE = 4, 12, 30
"""Numbers of batches: seats taken but nothing dealt, 8 batches later, and 26 batches later."""


def play_game(game: str, count: int = EARLY) -> Game:
    """Play a game of `count` batches, or to its end. The same id is the same game."""
    play = Game(game, Deal(game, seed_of_text(game)))
    play.act(CreateGame(edition="classic", players=3), by="organiser", key="create", at=0)
    for seat in range(3):
        sit = TakeSeat(seat=seat, kind="bot", pseudonym=f"seat-{seat}", contribution=contribution_of_text(str(seat)))
        if seat < count - 1:
            play.act(sit, by=f"seat:{seat}", key=f"sit {seat}", at=seat)
    return played_on(play, count - SITTING)


def played_on(play: Game, count: int) -> Game:
    """Continue the game by at most `count` batches."""
    luck = Random(play.game)
    for at in range(max(count, 0)):
        if play.table.result is not None:
            break
        seat = play.table.turn.seat
        command = pick_legal(legal_commands(play.rulebook, play.table, seat), luck, onward=True)
        play.act(command, by=f"seat:{seat}", key=None, at=1_000 + at, tick=1)
    return play


def play_fork(parent: Record, asked: int, game: str, count: int = 3) -> Game:
    """Fork `parent` at `asked`, and play `count` batches."""
    deal = Deal(game, seed_of_text(game))
    return played_on(Game(game, deal, fork_exact(parent, asked, game, deal, at=5_000).envelopes), count)


def own_envelopes(play: Game) -> list[Envelope]:
    """Return the envelopes of a fork that are not its parent's."""
    return [envelope for envelope in play.envelopes if envelope.game == play.game]


def with_game_id(envelopes: Sequence[Envelope], game: str) -> list[Envelope]:
    """Return the same events in a game of another id."""
    return [replace(envelope, game=game) for envelope in envelopes]


def add_game(store: GameStore, play: Game) -> Record:
    """Add a game, or a fork's own events, to the store with its seed. Return its record."""
    store.append(play.game, own_envelopes(play), seed=seed_of_text(play.game))
    return play.record()
