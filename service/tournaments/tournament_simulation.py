"""Whole tournaments played by bots, seeded: the same arguments give the same bytes in one version."""

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
from service.tournaments.game_results import result_of
from service.tournaments.new_tournament import NewTournament, creation
from service.tournaments.shared_deals import deal_groups, deal_in
from service.tournaments.tournament_handler import decide_all

DIRECTOR: Final = "director"
"""The pseudonym of who confirms."""
PLAYERS_MAX: Final = 2_000
"""The most players of a simulated tournament."""


class Wish(NamedTuple):
    """What is simulated: the arguments of `haricot tournament simulate`."""

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
    """One game of a round, played to its end, the seed of its deal, and by how much its record is dated later."""

    game: Game
    deal_seed: bytes
    later_ms: int

    @property
    def record(self) -> Record:
        """The game as it is filed."""
        return replace(self.game.record(), envelopes=tuple(shift_times(self.game.envelopes, self.later_ms)))


class SimulatedTournament:
    """A tournament as it is played; `events` are all so far, and `secret` is the last one of its chain."""

    def __init__(self, wish: Wish, later_ms: int = 0) -> None:
        """Begin a tournament, dated `later_ms` milliseconds after the time of simulations.

        TournamentRefused or Misuse when there can be no such tournament.
        """
        self.wish = wish
        self._later_ms = later_ms
        if not 1 <= wish.players <= PLAYERS_MAX:
            raise Misuse(f"a simulated tournament has 1 to {PLAYERS_MAX} players")
        self.secret = hashlib.sha256(f"haricot-simulate|{wish.tournament}|secret".encode()).hexdigest()
        self.tournament = Tournament()
        self.events: list[NumberedTournamentEvent] = []
        rules = NewTournament(
            title=wish.tournament,
            edition=wish.edition,
            rounds=wish.rounds,
            format=wish.format,
            preferred=wish.table_size,
            final=wish.final,
            advance=wish.advance,
            seeding=wish.seeding,
            counted=wish.counted,
            duplicate=wish.duplicate,
        )
        self._act(creation(rules, wish.tournament, self.secret))
        for player in map(pseudonym, range(1, wish.players + 1)):
            share = hashlib.sha256(f"haricot-simulate|{wish.tournament}|{player}|share".encode()).hexdigest()
            self._act(RegisterPlayer(player=player), CheckIn(player=player, share=share))

    def play(self) -> Iterator[SimulatedGame]:
        """Play all rounds to the close, and yield each game as it ends."""
        while next_format(self.tournament) is not None:
            number = self.tournament.next_round
            secret = secret_before(self.secret, ROUNDS_MAX - number)
            self._act(DrawRound(round=number, secret=secret), ReleaseRound(round=number, secret=secret))
            round_ = self.tournament.round(number)
            assert round_ is not None, "it is drawn"
            yield from self._round(round_)
            self._act(ConfirmRound(round=number, by=DIRECTOR))
        self._act(CloseTournament(by=DIRECTOR), RevealSecrets(secret=self.secret))

    def _round(self, round_: DrawnRound) -> Iterator[SimulatedGame]:
        for group in deal_groups(self.tournament, round_, round_.tables):
            games = [self._played(round_, table, group) for table in group]
            deal = deal_in(games[0].game.envelopes)
            links = [
                LinkGame(round=round_.number, table=table.number, game=one.game.game, deal=deal)
                for table, one in zip(group, games, strict=True)
            ]
            self._act(*links)
            for table, one in zip(group, games, strict=True):
                if len(group) > 1:
                    open_deal(one.game)
                self._act(result_of(one.record.envelopes, round_.number, table.number, one.game.game))
                yield one

    def _played(self, round_: DrawnRound, table: TournamentTable, group: Sequence[TournamentTable]) -> SimulatedGame:
        """Return the game of a table, played to its end, with the deal that its group has."""
        names = [f"{self.wish.tournament}-r{round_.number}-t{one.number}" for one in group]
        name = f"{self.wish.tournament}-r{round_.number}-t{table.number}"
        text = f"haricot-simulate|{name}"
        strengths = [self.strength(player) for player in table.players]
        options, seats = self.tournament.rules.options, len(table.players)
        if len(group) == 1:
            game, deal_seed = begin_named_game(name, text, self.wish.edition, seats, options, strengths)
        else:
            shared = f"haricot-simulate|{names[0]}|deal"
            game, deal_seed = begin_named_game(name, shared, self.wish.edition, seats, options, strengths, tuple(names))
        play_on(game, {seat: BOTS[bot](seat, bot_seed_of_text(text, seat)) for seat, bot in enumerate(strengths)})
        return SimulatedGame(game, deal_seed, self._later_ms)

    def strength(self, player: str) -> str:
        """Return the strength of the bot that plays for a player."""
        return self.wish.bots[(int(player.partition("-")[2]) - 1) % len(self.wish.bots)]

    def _act(self, *commands: TournamentCommand) -> None:
        at = EPOCH_2000_MS + self._later_ms + 1000 * (len(self.events) + 1)
        events, self.tournament = decide_all(self.tournament, commands, at, tick=1000)
        self.events += events


def pseudonym(number: int) -> str:
    """Return the pseudonym of a player, numbered from 1."""
    return f"player-{number}"
