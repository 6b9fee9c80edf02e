"""Writes a simulated tournament to a store: each game as it ends, then the tournament."""

from collections.abc import Iterator, Mapping

from domain.refusals import Misuse
from replay.record import write_file
from replay.tournaments.tournament_file import NumberedTournamentEvent, tournament_record, write_tournament
from service.store.entries.metadata_store import Entry, Player
from service.store.entries.signing_entries import GameKey
from service.store.entries.tournament_entries import TournamentName, TournamentSecret, TournamentSettings
from service.store.event_store import GameStore
from service.tournaments.tournament_simulation import SimulatedGame, SimulatedTournament
from service.tournaments.tournament_store import TournamentStore


def play_and_store(
    store: GameStore,
    simulated: SimulatedTournament,
    title: str | None = None,
    names: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Play a simulated tournament, store it, and yield the id of each game once it is stored.

    `names` are the names of its players by pseudonym. What is stored already stays. Raises Misuse if the store has
    another game or tournament under one of these ids.
    """
    names = {} if names is None else names
    for played in simulated.play():
        _store_game(store, simulated, played, names)
        yield played.game.game
    _store_tournament(store, simulated, title, names)


def _store_game(
    store: GameStore, simulated: SimulatedTournament, played: SimulatedGame, names: Mapping[str, str]
) -> None:
    game, record = played.game, played.record
    if store.exists(game.game):
        if write_file(store.record(game.game)) != write_file(record):
            raise Misuse(f"the store has another game {game.game}; choose another seed")
        return
    beside: list[Entry] = [GameKey.random(game.game)] if names else []
    rounds = simulated.tournament.rounds
    players = next(table.players for round_ in rounds for table in round_.tables if table.game == game.game)
    for seat, player in enumerate(players):
        if player in names:
            bot = simulated.strength(player)
            beside.append(Player(game=game.game, seat=seat, kind="bot", bot=bot, name=names[player]))
    store.append(game.game, record.envelopes, seed=played.deal_seed, entries=beside)


def _store_tournament(
    store: GameStore, simulated: SimulatedTournament, title: str | None, names: Mapping[str, str]
) -> None:
    tournaments, name = TournamentStore(store), simulated.settings.tournament
    if before := tournaments.events(name):
        if _file_bytes(before) != _file_bytes(tuple(simulated.events)):
            raise Misuse(f"the store has another tournament {name}; choose another seed")
        return
    tournaments.append(
        name,
        simulated.events,
        TournamentSettings(tournament=name, title=title or name, made=simulated.events[0].at),
        TournamentSecret(tournament=name, secret=simulated.secret),
        *(TournamentName(tournament=name, pseudonym=player, name=called) for player, called in names.items()),
    )


def _file_bytes(events: tuple[NumberedTournamentEvent, ...]) -> bytes:
    return write_tournament(tournament_record(events))
