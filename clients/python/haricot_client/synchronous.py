"""The synchronous client."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import httpx

from haricot_client import endpoints
from haricot_client.choices import Turns, may_be_overtaken, was_overtaken
from haricot_client.endpoints import GamesWanted, SeatLink, among
from haricot_client.models import (
    Audit,
    BoundSlot,
    Command,
    CommandResult,
    CreatedGame,
    CreatedServiceToken,
    CreatedToken,
    DryRunVerdict,
    Envelope,
    FeedLine,
    FeedPage,
    GameClock,
    GameHead,
    GamePar,
    GameStory,
    HiddenPerson,
    LegalCommands,
    MadeTournament,
    NewBinding,
    NewBroadcastRules,
    NewCommentary,
    NewFork,
    NewGame,
    NewOwnNotes,
    NewPlayers,
    NewServiceToken,
    NewToken,
    NewTournament,
    OwnNotes,
    PlayerAnswer,
    Position,
    RatingList,
    RatingSteps,
    RegisteredPlayers,
    Remark,
    ServiceToken,
    SlotField,
    SlotList,
    StatisticsAnswer,
    StreamLine,
    TournamentCommand,
    TournamentEventList,
    TournamentStandings,
)
from haricot_client.problems import HaricotProblem
from haricot_client.request import LOST, Call, Page, Query, Reply
from haricot_client.retry import Step, retry_steps
from haricot_client.streams import FeedStream, GameStream, Stream
from haricot_client.transport import ATTEMPTS, TIMEOUT, headers_of, request_of

Answer = TypeVar("Answer")
Row = TypeVar("Row")
Message = TypeVar("Message")


class Haricot:
    """The API of a service at an address, with the rights of a token if there is one."""

    def __init__(self, address: str, token: str | None = None, *, attempts: int = ATTEMPTS) -> None:
        self._http = httpx.Client(base_url=address, headers=headers_of(token), timeout=TIMEOUT)
        self._attempts = attempts

    @classmethod
    def join(cls, link: str) -> tuple[Self, str]:
        """Return the client of a seat, and its game, from the link to the seat."""
        seat = SeatLink.of(link)
        return cls(seat.address, seat.token), seat.game

    def create_game(self, wish: NewGame, *, key: str | None = None) -> CreatedGame:
        """Create a game; its tokens are shown only once."""
        return self._run(endpoints.create_game(wish, key))

    def list_games(self, **wanted: Unpack[GamesWanted]) -> Iterator[GameHead]:
        """Yield the games, newest first; further pages are requested as they are read."""
        return self._rows(endpoints.list_games(wanted))

    def head(self, game: str) -> GameHead:
        """Return the game at a glance."""
        return self._run(endpoints.head(game))

    def table(self, game: str, *, at: int | None = None, view: str | None = None) -> Position:
        """Return the present table, or the one after event `at`."""
        return self._run(endpoints.table(game, {"at": at, "as": view}))

    def legal(self, game: str, seat: int) -> LegalCommands:
        """Return what a seat may do."""
        return self._run(endpoints.legal(game, seat))

    def pass_trading(self, game: str, *, key: str | None = None) -> GameClock:
        """Pass in the trading of a game with a clock, for your seat."""
        return self._run(endpoints.pass_trading(game, key))

    def events(
        self, game: str, *, after: int = 0, kind: str | None = None, seat: int | None = None, view: str | None = None
    ) -> Iterator[Envelope]:
        """Yield the events so far, all or of one kind or seat; further pages are requested as they are read."""
        return self._rows(endpoints.events(game, {"after": after, "type": kind, "seat": seat, "as": view}))

    def command(self, game: str, order: Command, *, key: str | None = None) -> CommandResult:
        """Submit a command; it is executed once, even after retries."""
        return self._run(endpoints.command(game, order, key))

    def dry_run(self, game: str, order: Command) -> DryRunVerdict:
        """Return whether a command would be legal, or the clause that forbids it; change nothing."""
        return self._run(endpoints.dry_run(game, order))

    def follow(
        self,
        game: str,
        *,
        state: Sequence[str] = (),
        view: str | None = None,
        lang: str | None = None,
        after: int | None = None,
    ) -> Iterator[StreamLine]:
        """Yield every message of a game to its end, with reconnects."""
        return self._messages(GameStream(game, {"with": among(state), "as": view, "lang": lang}, after))

    def play(self, game: str, choose: Callable[[Any], Command | None]) -> None:
        """Play a seat to the end of its game: whenever it is to move, call `choose` with its choices."""
        turns = Turns()
        for message in self.follow(game, state=("table", "choices")):
            choice = turns.offered(message)
            if choice is not None and (order := choose(choice)) is not None:
                try:
                    turns.moved = (self.command(game, order))["version"]
                except HaricotProblem as refusal:
                    if not (may_be_overtaken(refusal) and was_overtaken(refusal, choice, self.head(game))):
                        raise

    def fork(self, game: str, wish: NewFork, *, view: str | None = None, key: str | None = None) -> CreatedGame:
        """Create a game that begins after an event of another one."""
        return self._run(endpoints.fork(game, wish, key, {"as": view}))

    def audit(self, game: str, *, view: str | None = None) -> Audit:
        """Return the verdict on every event."""
        return self._run(endpoints.audit(game, {"as": view}))

    def story(self, game: str, *, lang: str | None = None) -> GameStory:
        """Return the story of a finished game in English, French or German; `story` is None while it goes on."""
        return self._run(endpoints.story(game, {"lang": lang}))

    def par(self, game: str) -> GamePar:
        """Return what bots made of the deal of a finished game, if par was asked for."""
        return self._run(endpoints.par(game))

    def request_par(self, game: str) -> GamePar:
        """Ask for par of a finished game; `par` has it some seconds later."""
        return self._run(endpoints.request_par(game))

    def file(self, game: str, *, view: str | None = None) -> bytes:
        """Return the game file, with one line of JSON for each event."""
        return self._run(endpoints.file(game, {"as": view}))

    def note(self, game: str, notes: NewOwnNotes) -> OwnNotes:
        """Set the metadata of a game that this service token created; it replaces the earlier metadata."""
        return self._run(endpoints.note(game, notes))

    def create_tournament(self, wish: NewTournament, *, key: str | None = None) -> MadeTournament:
        """Create a tournament; its tokens are shown only once."""
        return self._run(endpoints.create_tournament(wish, key))

    def register_players(self, tournament: str, wish: NewPlayers, *, key: str | None = None) -> RegisteredPlayers:
        """Register players of a tournament, all or none."""
        return self._run(endpoints.register_players(tournament, wish, key))

    def tournament_commands(
        self, tournament: str, commands: Sequence[TournamentCommand], *, key: str | None = None
    ) -> TournamentEventList:
        """Submit commands of a tournament, all or none."""
        return self._run(endpoints.tournament_commands(tournament, commands, key))

    def standings(self, tournament: str, *, at: int | None = None) -> TournamentStandings:
        """Return the standings of a tournament, with the reason for every point."""
        return self._run(endpoints.standings(tournament, {"at": at}))

    def slots(self, tournament: str) -> SlotList:
        """Return the slots of a broadcast, and what holds for all of them."""
        return self._run(endpoints.slots(tournament))

    def bind_slot(self, tournament: str, slot: str, binding: NewBinding) -> BoundSlot:
        """Bind a slot of a broadcast to a table: of the last released round, or of the round that is named."""
        return self._run(endpoints.bind_slot(tournament, slot, binding))

    def slot_field(self, tournament: str, slot: str, field: str, *, lang: str | None = None) -> SlotField:
        """Return what a slot of a broadcast shows, such as its `scores`."""
        return self._run(endpoints.slot_field(tournament, slot, field, {"lang": lang}))

    def set_broadcast_rules(self, tournament: str, rules: NewBroadcastRules) -> SlotList:
        """Set what holds for all slots of a broadcast: the least delay, and whether results are kept back."""
        return self._run(endpoints.set_broadcast_rules(tournament, rules))

    def publish_commentary(self, tournament: str, commentary: NewCommentary, *, key: str | None = None) -> Remark:
        """Publish commentary on an event of a game of the tournament, with marks on its table."""
        return self._run(endpoints.publish_commentary(tournament, commentary, key))

    def statistics(
        self,
        edition: str,
        *,
        players: int | None = None,
        simulated: bool | None = None,
        tournament: str | None = None,
    ) -> StatisticsAnswer:
        """Return the statistics of an edition, or of a tournament's games, each figure with its count and interval."""
        query: Query = {"players": players, "simulated": simulated, "tournament": tournament}
        return self._run(endpoints.statistics(edition, query))

    def player(self, player: str, *, limit: int | None = None) -> PlayerAnswer:
        """Return a player or bot: results, varieties, partners and the last games."""
        return self._run(endpoints.player(player, {"limit": limit}))

    def rating_steps(self, player: str, *, edition: str | None = None, limit: int | None = None) -> RatingSteps:
        """Return the last steps of a player's ratings, the oldest of them first."""
        return self._run(endpoints.rating_steps(player, {"edition": edition, "limit": limit}))

    def ratings(self, edition: str) -> RatingList:
        """Return the ratings of an edition, the best first."""
        return self._run(endpoints.ratings(edition))

    def set_person_hidden(self, person: str, *, hidden: bool) -> HiddenPerson:
        """Hide a person, by your id, from statistics and ratings, or show them again."""
        return self._run(endpoints.set_person_hidden(person, hidden=hidden))

    def create_token(self, wish: NewToken, *, key: str | None = None) -> CreatedToken:
        """Create a token for a game, such as a spectator's."""
        return self._run(endpoints.create_token(wish, key))

    def create_service_token(self, wish: NewServiceToken, *, key: str | None = None) -> CreatedServiceToken:
        """Create a service token, with some scopes of this one."""
        return self._run(endpoints.create_service_token(wish, key))

    def service_tokens(self) -> list[ServiceToken]:
        """Return the service tokens that this one created."""
        return (self._run(endpoints.service_tokens()))["tokens"]

    def revoke_service_token(self, id_: str) -> None:
        """Revoke a service token, by its id, with all that it created."""
        self._run(endpoints.revoke_service_token(id_))

    def feed(
        self, *, after: str | None = None, kinds: Sequence[str] = (), game: str | None = None
    ) -> Iterator[FeedLine]:
        """Yield the events of all games without end, with reconnects.

        `after` is the cursor of a line, or `now` for future events only; `kinds` are types of events.
        """
        if after == "now":  # if a connection broke before its first line, there would be no cursor to continue from
            after = (self.feed_page(after=after))["cursor"]
        yield from self._messages(FeedStream({"type": among(kinds), "game": game}, after))

    def feed_page(
        self,
        *,
        after: str | None = None,
        kinds: Sequence[str] = (),
        game: str | None = None,
        limit: int | None = None,
    ) -> FeedPage:
        """Return the lines of the feed that are there already, and the cursor to continue from."""
        query = {"after": after, "type": among(kinds), "game": game, "limit": limit}
        return self._run(endpoints.feed_page(query))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _messages(self, stream: Stream[Message]) -> Iterator[Message]:
        while not stream.over:
            try:
                with self._http.stream(**request_of(stream.call())) as answer:
                    whole = answer.read() if answer.status_code != 200 else b""
                    if stream.opened(Reply(answer.status_code, answer.headers, whole)):
                        for piece in answer.iter_bytes():
                            yield from stream.messages(piece)
            except httpx.TransportError:
                stream.opened(LOST)
            if not stream.over:
                time.sleep(stream.pause())

    def _rows(self, call: Call[Page[Row]]) -> Iterator[Row]:
        onward: Query | None = call.query
        while onward is not None:
            page = self._run(replace(call, query=onward))
            yield from page.rows
            onward = page.onward

    def _run(self, call: Call[Answer]) -> Answer:
        steps: Generator[Step, Reply | None, Answer] = retry_steps(call, self._attempts)
        reply: Reply | None = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as answered:
                answer: Answer = answered.value
                return answer
            if isinstance(step, Call):
                reply = self._send(step)
            else:
                reply = None
                time.sleep(step)

    def _send(self, call: Call[Any]) -> Reply:
        try:
            answer = self._http.request(**request_of(call))
        except httpx.TransportError:
            return LOST
        return Reply(answer.status_code, answer.headers, answer.content)
