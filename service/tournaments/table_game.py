"""The game of a table in a tournament: its id, its options, who sits there."""

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
"""The pseudonym that stands for all players who are not named."""
_ID_BYTES: Final = 10


class GamesWish(Value):
    """How the games of a round are made.

    `bots` are the strengths of players who are bots, by their pseudonyms. Bots take `pace` seconds for a move, and keep
    their trading open for `patience` seconds. With `renew` the games that are not over get new tokens as well, in place
    of all earlier ones.
    """

    bots: dict[str, str] = {}
    pace: float = 1.0
    patience: float = 30.0
    renew: bool = False


def possible_ids(settings: TournamentSettings, edition: str, secret: str, entry: TournamentGame) -> Iterator[str]:
    """Yield the ids that the game of a table may have, in order. Those of a private tournament cannot be guessed."""
    place = f"{entry.tournament}-r{entry.round}-t{entry.seated}"
    for number in count(1):
        text = place if number == 1 else f"{place}-{number}"
        if settings.private:
            digest = hashlib.sha256(f"{secret}|{text}".encode()).digest()
            yield f"{edition}-hidden-{_text(digest)}"
        elif GAME_ID.fullmatch(text):
            yield text
        else:
            yield f"{edition}-{_text(hashlib.sha256(text.encode()).digest())}"


def new_game(
    state: Tournament,
    round_: DrawnRound,
    table: TournamentTable,
    settings: TournamentSettings,
    names: Mapping[str, str],
    wish: GamesWish,
    host: str | None,
) -> NewGame:
    """Return the game of a table as it is to be made, by the person `host`."""
    return NewGame(
        edition=state.rules.edition,
        options=dict(state.rules.options),
        seats=tuple(_seat(state.rules.tournament, player, names, wish) for player in table.players),
        private=settings.private,
        pace=wish.pace,
        patience=wish.patience,
        person=host,
        clock=round_.clock,
        spectator_delay=SpectatorDelay(seconds=settings.delay_ms / 1000),
    )


def _seat(tournament: str, player: str, names: Mapping[str, str], wish: GamesWish) -> SeatRequest:
    name, bot = names.get(player, player), wish.bots.get(player, wish.bots.get(EVERY_PLAYER))
    if bot is not None:
        return SeatRequest(kind="bot", bot=bot, name=name)
    return SeatRequest(name=name, person=person_of(tournament, player))


def person_of(tournament: str, player: str) -> str:
    """Return the id by which a player is known as a person, so that arbiters can rule on disputes at their table."""
    text = f"{tournament}.{player}"
    return text if is_person(text) else _text(hashlib.sha256(text.encode()).digest())


def _text(digest: bytes) -> str:
    return base64.b32encode(digest[:_ID_BYTES]).decode().lower()
