"""Reads the figures of finished games and their players from the store, or computes them from events."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from domain.editions import rulebook
from domain.events import SeatTaken
from domain.refusals import HaricotError
from domain.upcasters import upcast
from projections.analytics.game_figures import VERSION, GameFigures, game_figures
from projections.analytics.statistics_sums import CountedGame
from projections.summary import Summary
from service.analytics.counted_games import is_bot, known_players, player_id
from service.analytics.derived_tables import DerivedTables
from service.store.entries.analytics_entries import FiguresEntry, SeatPlayer
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.errors import DamagedGame
from service.store.event_store import GameStore

_DECODER: Final = msgspec.json.Decoder(GameFigures)


class ComputedFigures(NamedTuple):
    """The figures of a game, computed from its events, and the bots that the events name by seat."""

    head: Summary
    figures: GameFigures
    bots: Mapping[int, str]

    def entries(self, register: MetadataStore) -> Iterator[Entry]:
        """Yield the entries of the game, with a new public id for each person who has none."""
        game = self.head.game
        known = {one.seat for one in register.find_entries(SeatPlayer, game=game)}
        for seat, player in known_players(self.head, register, self.bots):
            if seat in known:  # a player who was erased since keeps the seat, without a name
                continue
            if player.bot is not None:
                yield SeatPlayer(game=game, seat=seat, player=player.bot)
                continue
            public = player_id(register, player.maker, player.person or "")
            yield public
            yield SeatPlayer(game=game, seat=seat, player=public.player)
        yield FiguresEntry(game=game, form=VERSION, figures=msgspec.json.encode(self.figures).decode())


def counted_game(figures: GameFigures, seats: Mapping[int, str]) -> CountedGame:
    """Return a game with its figures and the players of its seats, hidden ones too."""
    players = tuple(seats.get(seat) for seat in range(figures.players))
    return CountedGame(figures, players, all(player is not None and is_bot(player) for player in players))


def players_of_game(register: MetadataStore, game: str) -> dict[int, str]:
    """Return the players of a game by seat, as far as they are known."""
    return {one.seat: one.player for one in register.find_entries(SeatPlayer, game=game)}


def stored_game(register: MetadataStore, game: str) -> CountedGame | None:
    """Return a game whose figures the store has, or None."""
    rows = register.find_entries(FiguresEntry, game=game, form=VERSION)
    return next((counted_game(decode_figures(row.figures), players_of_game(register, game)) for row in rows), None)


def stored_games(tables: DerivedTables, games: Sequence[str]) -> dict[str, CountedGame]:
    """Return those of these games whose figures the store has."""
    seats = defaultdict[str, dict[int, str]](dict)
    for game, seat, player in tables.rows_among("SELECT game, seat, player FROM seat_players WHERE game IN", games):
        seats[game][seat] = player
    figures = tables.rows_among(f"SELECT game, figures FROM game_figures WHERE form = {VERSION} AND game IN", games)
    return {game: counted_game(decode_figures(text), seats[game]) for game, text in figures}


def decode_figures(text: str) -> GameFigures:
    """Return the figures in an entry."""
    return _DECODER.decode(text)


def compute_figures(store: GameStore, game: str) -> ComputedFigures | None:
    """Return the figures of a game, computed from its events, or None if it cannot be read."""
    if (head := store.game_index.head(game)) is None:
        return None
    try:
        events = [upcast(one.event) for one in store.envelopes(game, upto=head.version)]
        meters = rulebook(head.edition, head.players, head.rules.options, head.rules.version).selling.meters
    except (DamagedGame, HaricotError):
        return None
    if (figures := game_figures(head.edition, head.players, meters, events)) is None:
        return None
    bots = {event.seat: event.bot for event in events if isinstance(event, SeatTaken) and event.bot is not None}
    return ComputedFigures(head, figures, bots)
