"""Whole tournaments played by seeded bots: in one version, the same arguments give the same bytes."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.tournaments.commands import (
    CheckIn,
    CloseTournament,
    ConfirmRound,
    DrawRound,
    LinkGame,
    RegisterPlayer,
    ReleaseRound,
    RevealSecrets,
    TournamentCommand,
)
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.events import ROUNDS_MAX
from domain.tournaments.formats import next_format
from domain.tournaments.state import DrawnRound, Tournament, TournamentTable
from replay.game import Game
from replay.record import Record
from replay.seeded import EPOCH_2000_MS, begin_named_game, bot_seed_of_text, open_deal, shift_times
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from service.tournaments.game_results import result_command
from service.tournaments.new_tournament import NewTournament, creation_command
from service.tournaments.shared_deals import deal_groups, shared_deal_in_events
from service.tournaments.tournament_handler import decide_all

DIRECTOR: Final = "director"
"""The pseudonym of the director, who confirms results."""
PLAYERS_MAX: Final = 2_000
"""How many players a simulated tournament may have."""


class SimulationSettings(NamedTuple):
    """The arguments of `haricot tournament simulate`."""

    edition: str
    players: int
    rounds: int
    format: str
    seed: str
    table_size: int | None = None
    bots: Sequence[str] = ("trader",)
    final: int | None = None
    advance: int | None = None
    seeding: str | None = None
    counted: int | None = None
    duplicate: str | None = None

    @property
    def tournament(self) -> str:
        """The id of the tournament."""
        return f"{self.edition}-t{self.players}-{self.seed}-0001"


class SimulatedGame(NamedTuple):
    """A finished game of a round, the seed of its deal, and by how many milliseconds its record is dated later."""

    game: Game
    deal_seed: bytes
    later_ms: int

    @property
    def record(self) -> Record:
        """The record of the game with its later dates."""
        return replace(self.game.record(), envelopes=tuple(shift_times(self.game.envelopes, self.later_ms)))


class SimulatedTournament:
    """A tournament that bots play. `events` are all events so far, and `secret` is the last secret of its chain."""

    def __init__(self, settings: SimulationSettings, later_ms: int = 0) -> None:
        """Begin a tournament, dated `later_ms` milliseconds after the usual time of simulations.

        Raises TournamentRefused or Misuse for impossible arguments.
        """
        self.settings = settings
        self._later_ms = later_ms
        if not 1 <= settings.players <= PLAYERS_MAX:
            raise Misuse(f"a simulated tournament has 1 to {PLAYERS_MAX} players")
        self.secret = hashlib.sha256(f"haricot-simulate|{settings.tournament}|secret".encode()).hexdigest()
        self.tournament = Tournament()
        self.events: list[NumberedTournamentEvent] = []
        rules = NewTournament(
            title=settings.tournament,
            edition=settings.edition,
            rounds=settings.rounds,
            format=settings.format,
            preferred=settings.table_size,
            final=settings.final,
            advance=settings.advance,
            seeding=settings.seeding,
            counted=settings.counted,
            duplicate=settings.duplicate,
        )
        self._decide(creation_command(rules, settings.tournament, self.secret))
        for player in map(pseudonym, range(1, settings.players + 1)):
            share = hashlib.sha256(f"haricot-simulate|{settings.tournament}|{player}|share".encode()).hexdigest()
            self._decide(RegisterPlayer(player=player), CheckIn(player=player, share=share))

    def play(self) -> Iterator[SimulatedGame]:
        """Play all rounds, close the tournament, and yield each game as it ends."""
        while next_format(self.tournament) is not None:
            number = self.tournament.next_round
            secret = secret_before(self.secret, ROUNDS_MAX - number)
            self._decide(DrawRound(round=number, secret=secret), ReleaseRound(round=number, secret=secret))
            round_ = self.tournament.round(number)
            assert round_ is not None, "it is drawn"
            yield from self._play_round(round_)
            self._decide(ConfirmRound(round=number, by=DIRECTOR))
        self._decide(CloseTournament(by=DIRECTOR), RevealSecrets(secret=self.secret))

    def _play_round(self, round_: DrawnRound) -> Iterator[SimulatedGame]:
        for group in deal_groups(self.tournament, round_, round_.tables):
            games = [self._play_game(round_, table, group) for table in group]
            deal = shared_deal_in_events(games[0].game.envelopes)
            links = [
                LinkGame(round=round_.number, table=table.number, game=one.game.game, deal=deal)
                for table, one in zip(group, games, strict=True)
            ]
            self._decide(*links)
            for table, one in zip(group, games, strict=True):
                if len(group) > 1:
                    open_deal(one.game)
                self._decide(result_command(one.record.envelopes, round_.number, table.number, one.game.game))
                yield one

    def _play_game(self, round_: DrawnRound, table: TournamentTable, group: Sequence[TournamentTable]) -> SimulatedGame:
        """Play the game of a table to its end, with the deal of its group."""
        names = [f"{self.settings.tournament}-r{round_.number}-t{one.number}" for one in group]
        name = f"{self.settings.tournament}-r{round_.number}-t{table.number}"
        text = f"haricot-simulate|{name}"
        strengths = [self.strength(player) for player in table.players]
        options, seats = self.tournament.rules.options, len(table.players)
        if len(group) == 1:
            game, deal_seed = begin_named_game(name, text, self.settings.edition, seats, options, strengths)
        else:
            shared = f"haricot-simulate|{names[0]}|deal"
            game, deal_seed = begin_named_game(
                name, shared, self.settings.edition, seats, options, strengths, tuple(names)
            )
        play_on(game, {seat: BOTS[bot](seat, bot_seed_of_text(text, seat)) for seat, bot in enumerate(strengths)})
        return SimulatedGame(game, deal_seed, self._later_ms)

    def strength(self, player: str) -> str:
        """Return the strength of the bot that plays for a player."""
        return self.settings.bots[(int(player.partition("-")[2]) - 1) % len(self.settings.bots)]

    def _decide(self, *commands: TournamentCommand) -> None:
        at = EPOCH_2000_MS + self._later_ms + 1000 * (len(self.events) + 1)
        events, self.tournament = decide_all(self.tournament, commands, at, tick=1000)
        self.events += events


def pseudonym(number: int) -> str:
    """Return the pseudonym of a player, numbered from 1."""
    return f"player-{number}"
