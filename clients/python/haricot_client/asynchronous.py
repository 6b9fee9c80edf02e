"""The asynchronous client."""

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Sequence
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


class AsyncHaricot:
    """The API of a service at an address, with the rights of a token if there is one."""

    def __init__(self, address: str, token: str | None = None, *, attempts: int = ATTEMPTS) -> None:
        self._http = httpx.AsyncClient(base_url=address, headers=headers_of(token), timeout=TIMEOUT)
        self._attempts = attempts

    @classmethod
    def join(cls, link: str) -> tuple[Self, str]:
        """Return the client of a seat, and its game, from the link to the seat."""
        seat = SeatLink.of(link)
        return cls(seat.address, seat.token), seat.game

    async def create_game(self, wish: NewGame, *, key: str | None = None) -> CreatedGame:
        """Create a game; its tokens are shown only once."""
        return await self._run(endpoints.create_game(wish, key))

    def list_games(self, **wanted: Unpack[GamesWanted]) -> AsyncIterator[GameHead]:
        """Yield the games, newest first; further pages are requested as they are read."""
        return self._rows(endpoints.list_games(wanted))

    async def head(self, game: str) -> GameHead:
        """Return the game at a glance."""
        return await self._run(endpoints.head(game))

    async def table(self, game: str, *, at: int | None = None, view: str | None = None) -> Position:
        """Return the present table, or the one after event `at`."""
        return await self._run(endpoints.table(game, {"at": at, "as": view}))

    async def legal(self, game: str, seat: int) -> LegalCommands:
        """Return what a seat may do."""
        return await self._run(endpoints.legal(game, seat))

    async def pass_trading(self, game: str, *, key: str | None = None) -> GameClock:
        """Pass in the trading of a game with a clock, for your seat."""
        return await self._run(endpoints.pass_trading(game, key))

    def events(
        self, game: str, *, after: int = 0, kind: str | None = None, seat: int | None = None, view: str | None = None
    ) -> AsyncIterator[Envelope]:
        """Yield the events so far, all or of one kind or seat; further pages are requested as they are read."""
        return self._rows(endpoints.events(game, {"after": after, "type": kind, "seat": seat, "as": view}))

    async def command(self, game: str, order: Command, *, key: str | None = None) -> CommandResult:
        """Submit a command; it is executed once, even after retries."""
        return await self._run(endpoints.command(game, order, key))

    async def dry_run(self, game: str, order: Command) -> DryRunVerdict:
        """Return whether a command would be legal, or the clause that forbids it; change nothing."""
        return await self._run(endpoints.dry_run(game, order))

    def follow(
        self,
        game: str,
        *,
        state: Sequence[str] = (),
        view: str | None = None,
        lang: str | None = None,
        after: int | None = None,
    ) -> AsyncIterator[StreamLine]:
        """Yield every message of a game to its end, with reconnects."""
        return self._messages(GameStream(game, {"with": among(state), "as": view, "lang": lang}, after))

    async def play(self, game: str, choose: Callable[[Any], Command | None]) -> None:
        """Play a seat to the end of its game: whenever it is to move, call `choose` with its choices."""
        turns = Turns()
        async for message in self.follow(game, state=("table", "choices")):
            choice = turns.offered(message)
            if choice is not None and (order := choose(choice)) is not None:
                try:
                    turns.moved = (await self.command(game, order))["version"]
                except HaricotProblem as refusal:
                    if not (may_be_overtaken(refusal) and was_overtaken(refusal, choice, await self.head(game))):
                        raise

    async def fork(self, game: str, wish: NewFork, *, view: str | None = None, key: str | None = None) -> CreatedGame:
        """Create a game that begins after an event of another one."""
        return await self._run(endpoints.fork(game, wish, key, {"as": view}))

    async def audit(self, game: str, *, view: str | None = None) -> Audit:
        """Return the verdict on every event."""
        return await self._run(endpoints.audit(game, {"as": view}))

    async def story(self, game: str, *, lang: str | None = None) -> GameStory:
        """Return the story of a finished game in English, French or German; `story` is None while it goes on."""
        return await self._run(endpoints.story(game, {"lang": lang}))

    async def par(self, game: str) -> GamePar:
        """Return what bots made of the deal of a finished game, if par was asked for."""
        return await self._run(endpoints.par(game))

    async def request_par(self, game: str) -> GamePar:
        """Ask for par of a finished game; `par` has it some seconds later."""
        return await self._run(endpoints.request_par(game))

    async def file(self, game: str, *, view: str | None = None) -> bytes:
        """Return the game file, with one line of JSON for each event."""
        return await self._run(endpoints.file(game, {"as": view}))

    async def note(self, game: str, notes: NewOwnNotes) -> OwnNotes:
        """Set the metadata of a game that this service token created; it replaces the earlier metadata."""
        return await self._run(endpoints.note(game, notes))

    async def create_tournament(self, wish: NewTournament, *, key: str | None = None) -> MadeTournament:
        """Create a tournament; its tokens are shown only once."""
        return await self._run(endpoints.create_tournament(wish, key))

    async def register_players(self, tournament: str, wish: NewPlayers, *, key: str | None = None) -> RegisteredPlayers:
        """Register players of a tournament, all or none."""
        return await self._run(endpoints.register_players(tournament, wish, key))

    async def tournament_commands(
        self, tournament: str, commands: Sequence[TournamentCommand], *, key: str | None = None
    ) -> TournamentEventList:
        """Submit commands of a tournament, all or none."""
        return await self._run(endpoints.tournament_commands(tournament, commands, key))

    async def standings(self, tournament: str, *, at: int | None = None) -> TournamentStandings:
        """Return the standings of a tournament, with the reason for every point."""
        return await self._run(endpoints.standings(tournament, {"at": at}))

    async def slots(self, tournament: str) -> SlotList:
        """Return the slots of a broadcast, and what holds for all of them."""
        return await self._run(endpoints.slots(tournament))

    async def bind_slot(self, tournament: str, slot: str, binding: NewBinding) -> BoundSlot:
        """Bind a slot of a broadcast to a table: of the last released round, or of the round that is named."""
        return await self._run(endpoints.bind_slot(tournament, slot, binding))

    async def slot_field(self, tournament: str, slot: str, field: str, *, lang: str | None = None) -> SlotField:
        """Return what a slot of a broadcast shows, such as its `scores`."""
        return await self._run(endpoints.slot_field(tournament, slot, field, {"lang": lang}))

    async def set_broadcast_rules(self, tournament: str, rules: NewBroadcastRules) -> SlotList:
        """Set what holds for all slots of a broadcast: the least delay, and whether results are kept back."""
        return await self._run(endpoints.set_broadcast_rules(tournament, rules))

    async def publish_commentary(self, tournament: str, commentary: NewCommentary, *, key: str | None = None) -> Remark:
        """Publish commentary on an event of a game of the tournament, with marks on its table."""
        return await self._run(endpoints.publish_commentary(tournament, commentary, key))

    async def statistics(
        self,
        edition: str,
        *,
        players: int | None = None,
        simulated: bool | None = None,
        tournament: str | None = None,
    ) -> StatisticsAnswer:
        """Return the statistics of an edition, or of a tournament's games, each figure with its count and interval."""
        query: Query = {"players": players, "simulated": simulated, "tournament": tournament}
        return await self._run(endpoints.statistics(edition, query))

    async def player(self, player: str, *, limit: int | None = None) -> PlayerAnswer:
        """Return a player or bot: results, varieties, partners and the last games."""
        return await self._run(endpoints.player(player, {"limit": limit}))

    async def rating_steps(self, player: str, *, edition: str | None = None, limit: int | None = None) -> RatingSteps:
        """Return the last steps of a player's ratings, the oldest of them first."""
        return await self._run(endpoints.rating_steps(player, {"edition": edition, "limit": limit}))

    async def ratings(self, edition: str) -> RatingList:
        """Return the ratings of an edition, the best first."""
        return await self._run(endpoints.ratings(edition))

    async def set_person_hidden(self, person: str, *, hidden: bool) -> HiddenPerson:
        """Hide a person, by your id, from statistics and ratings, or show them again."""
        return await self._run(endpoints.set_person_hidden(person, hidden=hidden))

    async def create_token(self, wish: NewToken, *, key: str | None = None) -> CreatedToken:
        """Create a token for a game, such as a spectator's."""
        return await self._run(endpoints.create_token(wish, key))

    async def create_service_token(self, wish: NewServiceToken, *, key: str | None = None) -> CreatedServiceToken:
        """Create a service token, with some scopes of this one."""
        return await self._run(endpoints.create_service_token(wish, key))

    async def service_tokens(self) -> list[ServiceToken]:
        """Return the service tokens that this one created."""
        return (await self._run(endpoints.service_tokens()))["tokens"]

    async def revoke_service_token(self, id_: str) -> None:
        """Revoke a service token, by its id, with all that it created."""
        await self._run(endpoints.revoke_service_token(id_))

    async def feed(
        self, *, after: str | None = None, kinds: Sequence[str] = (), game: str | None = None
    ) -> AsyncIterator[FeedLine]:
        """Yield the events of all games without end, with reconnects.

        `after` is the cursor of a line, or `now` for future events only; `kinds` are types of events.
        """
        if after == "now":  # if a connection broke before its first line, there would be no cursor to continue from
            after = (await self.feed_page(after=after))["cursor"]
        async for line in self._messages(FeedStream({"type": among(kinds), "game": game}, after)):
            yield line

    async def feed_page(
        self,
        *,
        after: str | None = None,
        kinds: Sequence[str] = (),
        game: str | None = None,
        limit: int | None = None,
    ) -> FeedPage:
        """Return the lines of the feed that are there already, and the cursor to continue from."""
        query = {"after": after, "type": among(kinds), "game": game, "limit": limit}
        return await self._run(endpoints.feed_page(query))

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def _messages(self, stream: Stream[Message]) -> AsyncIterator[Message]:
        while not stream.over:
            try:
                async with self._http.stream(**request_of(stream.call())) as answer:
                    whole = await answer.aread() if answer.status_code != 200 else b""
                    if stream.opened(Reply(answer.status_code, answer.headers, whole)):
                        async for piece in answer.aiter_bytes():
                            for message in stream.messages(piece):
                                yield message
            except httpx.TransportError:
                stream.opened(LOST)
            if not stream.over:
                await asyncio.sleep(stream.pause())

    async def _rows(self, call: Call[Page[Row]]) -> AsyncIterator[Row]:
        onward: Query | None = call.query
        while onward is not None:
            page = await self._run(replace(call, query=onward))
            for row in page.rows:
                yield row
            onward = page.onward

    async def _run(self, call: Call[Answer]) -> Answer:
        steps: Generator[Step, Reply | None, Answer] = retry_steps(call, self._attempts)
        reply: Reply | None = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as answered:
                answer: Answer = answered.value
                return answer
            if isinstance(step, Call):
                reply = await self._send(step)
            else:
                reply = None
                await asyncio.sleep(step)

    async def _send(self, call: Call[Any]) -> Reply:
        try:
            answer = await self._http.request(**request_of(call))
        except httpx.TransportError:
            return LOST
        return Reply(answer.status_code, answer.headers, answer.content)
