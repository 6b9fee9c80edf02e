"""The game of a table in a tournament: its id, its options, and its players."""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from domain.tournaments.state import DrawnRound, Tournament, TournamentTable
from domain.values import Value
from replay.record import GAME_ID
from service.lifecycle.new_game import NewGame, SeatRequest, SpectatorDelay
from service.lifecycle.token_holders import is_person
from service.store.entries.tournament_entries import TournamentGame, TournamentSettings

EVERY_PLAYER: Final = "*"
"""The key in `bots` that stands for all players who are not listed."""
_ID_BYTES: Final = 10


class GamesWish(Value):
    """A request to create the games of a round.

    `bots` are the strengths of players who are bots, by pseudonym. Bots take `pace` seconds for a move, and keep their
    trading open for `patience` seconds. With `renew`, new tokens also replace all tokens of games that are not over.
    """

    bots: dict[str, str] = {}
    pace: float = 1.0
    patience: float = 30.0
    renew: bool = False


def possible_ids(settings: TournamentSettings, edition: str, secret: str, entry: TournamentGame) -> Iterator[str]:
    """Yield the possible ids of a table's game, in order. Ids in a private tournament cannot be guessed."""
    place = f"{entry.tournament}-r{entry.round}-t{entry.seated}"
    for number in count(1):
        text = place if number == 1 else f"{place}-{number}"
        if settings.private:
            digest = hashlib.sha256(f"{secret}|{text}".encode()).digest()
            yield f"{edition}-hidden-{_base32(digest)}"
        elif GAME_ID.fullmatch(text):
            yield text
        else:
            yield f"{edition}-{_base32(hashlib.sha256(text.encode()).digest())}"


def new_game(
    state: Tournament,
    round_: DrawnRound,
    table: TournamentTable,
    settings: TournamentSettings,
    names: Mapping[str, str],
    wish: GamesWish,
    host: str | None,
) -> NewGame:
    """Return the request that creates the game of a table. `host` is the person id of its organiser."""
    return NewGame(
        edition=state.rules.edition,
        options=dict(state.rules.options),
        seats=tuple(_seat_request(state.rules.tournament, player, names, wish) for player in table.players),
        private=settings.private,
        pace=wish.pace,
        patience=wish.patience,
        person=host,
        clock=round_.clock,
        spectator_delay=SpectatorDelay(seconds=settings.delay_ms / 1000),
    )


def _seat_request(tournament: str, player: str, names: Mapping[str, str], wish: GamesWish) -> SeatRequest:
    name, bot = names.get(player, player), wish.bots.get(player, wish.bots.get(EVERY_PLAYER))
    if bot is not None:
        return SeatRequest(kind="bot", bot=bot, name=name)
    return SeatRequest(name=name, person=person_id(tournament, player))


def person_id(tournament: str, player: str) -> str:
    """Return a player's id as a person. Arbiters can rule only if the persons at a table are known."""
    text = f"{tournament}.{player}"
    return text if is_person(text) else _base32(hashlib.sha256(text.encode()).digest())


def _base32(digest: bytes) -> str:
    return base64.b32encode(digest[:_ID_BYTES]).decode().lower()
