"""Whole tournaments played by bots, seeded: the same arguments give the same bytes in one version."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from domain.editions import edition_named
from domain.events import GameEnded
from domain.refusals import Misuse
from domain.tournaments.commands import (
    CheckIn,
    CloseTournament,
    ConfirmRound,
    CreateTournament,
    DrawRound,
    LinkGame,
    RegisterPlayer,
    ReleaseRound,
    RevealSecrets,
    TakeResult,
    TournamentCommand,
)
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.events import ROUNDS_MAX
from domain.tournaments.state import DrawnRound, Tournament
from domain.tournaments.table_points import DEFAULT, places_by_scores
from domain.tournaments.tie_breaks import DEFAULT as TIE_BREAKS
from domain.visibility import Option
from replay.codec import Codec, Envelope
from replay.game import Game
from replay.seeded import EPOCH_2000_MS, begin_named, bot_seed_of_text
from replay.tournaments.tournament_file import FiledTournamentEvent
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from service.tournaments.tournament_handler import decide_all

DIRECTOR: Final = "director"
"""The pseudonym of who confirms."""
PREFERRED: Final = 4
"""The preferred size of tables, or the nearest that the edition allows."""
PLAYERS_MAX: Final = 2_000
"""The most players of a simulated tournament."""
FIRST_SEAT: Final = ("start_player", "seat_0")
"""The option by which the first seat begins: then turn order is what the draw balances."""


class Wish(NamedTuple):
    """What is simulated: the arguments of `haricot tournament simulate`."""

    edition: str
    players: int
    rounds: int
    format: str
    seed: str
    table_size: int | None = None
    bots: Sequence[str] = ("trader",)

    @property
    def tournament(self) -> str:
        """The id of the tournament."""
        return f"{self.edition}-t{self.players}-{self.seed}-0001"


class SimulatedGame(NamedTuple):
    """One game of a round, played to its end, and the seed of its deal."""

    game: Game
    deal_seed: bytes


class SimulatedTournament:
    """A tournament as it is played; `events` are all so far, and `secret` is the last one of its chain."""

    def __init__(self, wish: Wish) -> None:
        """TournamentRefused or Misuse when there can be no such tournament."""
        data = edition_named(wish.edition).data
        self.wish = wish
        name, value = FIRST_SEAT
        has_option = any(rule.name == name for rule in data.all_options)
        self.options: dict[str, Option] = {name: value} if has_option else {}
        smallest, largest = min(data.players), max(data.players)
        if not 1 <= wish.players <= PLAYERS_MAX:
            raise Misuse(f"a simulated tournament has 1 to {PLAYERS_MAX} players")
        self.secret = hashlib.sha256(f"haricot-simulate|{wish.tournament}|secret".encode()).hexdigest()
        self.tournament = Tournament()
        self.events: list[FiledTournamentEvent] = []
        self._act(
            CreateTournament(
                tournament=wish.tournament,
                edition=data.key,
                options=self.options,
                format=wish.format,
                rounds=wish.rounds,
                smallest=smallest,
                preferred=min(max(PREFERRED, smallest), largest) if wish.table_size is None else wish.table_size,
                largest=largest,
                table_points=DEFAULT,
                tie_breaks=TIE_BREAKS,
                commitment=secret_before(self.secret, ROUNDS_MAX),
            )
        )
        for player in map(pseudonym, range(1, wish.players + 1)):
            share = hashlib.sha256(f"haricot-simulate|{wish.tournament}|{player}|share".encode()).hexdigest()
            self._act(RegisterPlayer(player=player), CheckIn(player=player, share=share))

    def play(self) -> Iterator[SimulatedGame]:
        """Play all rounds to the close, and yield each game as it ends."""
        for number in range(1, self.wish.rounds + 1):
            secret = secret_before(self.secret, ROUNDS_MAX - number)
            self._act(DrawRound(round=number, secret=secret), ReleaseRound(round=number, secret=secret))
            round_ = self.tournament.round(number)
            assert round_ is not None, "it is drawn"
            yield from self._round(round_)
            self._act(ConfirmRound(round=number, by=DIRECTOR))
        self._act(CloseTournament(by=DIRECTOR), RevealSecrets(secret=self.secret))

    def _round(self, round_: DrawnRound) -> Iterator[SimulatedGame]:
        for table in round_.tables:
            name = f"{self.wish.tournament}-r{round_.number}-t{table.number}"
            text = f"haricot-simulate|{name}"
            strengths = [self._strength(player) for player in table.players]
            seats = len(table.players)
            game, deal_seed = begin_named(name, text, self.wish.edition, seats, self.options, strengths)
            play_on(game, {seat: BOTS[bot](seat, bot_seed_of_text(text, seat)) for seat, bot in enumerate(strengths)})
            self._act(
                LinkGame(round=round_.number, table=table.number, game=name),
                result_of(game.envelopes, round_.number, table.number, name),
            )
            yield SimulatedGame(game, deal_seed)

    def _strength(self, player: str) -> str:
        return self.wish.bots[(int(player.partition("-")[2]) - 1) % len(self.wish.bots)]

    def _act(self, *commands: TournamentCommand) -> None:
        at = EPOCH_2000_MS + 1000 * (len(self.events) + 1)
        events, self.tournament = decide_all(self.tournament, commands, at, tick=1000)
        self.events += events


def pseudonym(number: int) -> str:
    """Return the pseudonym of a player, numbered from 1."""
    return f"player-{number}"


def result_of(envelopes: Sequence[Envelope], round_: int, table: int, game: str) -> TakeResult:
    """Return the command that takes the result of a game; Misuse for one that has not ended."""
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
