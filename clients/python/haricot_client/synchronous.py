"""The client that waits."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from haricot_client import calls
from haricot_client.calls import Call, SeatLink
from haricot_client.following import Following
from haricot_client.models import Command, CommandResult, GameHead, GameMade, LegalCommands, NewGame, StreamLine
from haricot_client.persistence import LOST, Reply, Step, asked
from haricot_client.playing import Playing
from haricot_client.problems import HaricotProblem
from haricot_client.transport import ATTEMPTS, TIMEOUT, headers_of, request_of

Answer = TypeVar("Answer")


class Haricot:
    """A service at an address, with the rights of a token if there is one."""

    def __init__(self, address: str, token: str | None = None, *, attempts: int = ATTEMPTS) -> None:
        self._http = httpx.Client(base_url=address, headers=headers_of(token), timeout=TIMEOUT)
        self._attempts = attempts

    @classmethod
    def join(cls, link: str) -> tuple[Self, str]:
        """The client of a seat, and its game, from the link to the seat."""
        seat = SeatLink.of(link)
        return cls(seat.address, seat.token), seat.game

    def create_game(self, wish: NewGame, *, key: str | None = None) -> GameMade:
        """Makes a game; its tokens are shown this once."""
        return self._run(calls.create_game(wish, key))

    def head(self, game: str) -> GameHead:
        """The game at a glance."""
        return self._run(calls.head(game))

    def legal(self, game: str, seat: int) -> LegalCommands:
        """What a seat may do."""
        return self._run(calls.legal(game, seat))

    def command(self, game: str, order: Command, *, key: str | None = None) -> CommandResult:
        """Gives a command, once, however often it has to be sent."""
        return self._run(calls.command(game, order, key))

    def follow(
        self, game: str, *, state: Sequence[str] = (), view: str | None = None, after: int | None = None
    ) -> Iterator[StreamLine]:
        """Every message of a game, over any number of connections, up to its end."""
        following = Following(game, state, view, after)
        while not following.over:
            try:
                with self._http.stream(**request_of(following.call())) as answer:
                    whole = answer.read() if answer.status_code != 200 else b""
                    if following.opened(Reply(answer.status_code, answer.headers, whole)):
                        for line in answer.iter_lines():
                            if (message := following.message(line)) is not None:
                                yield message
            except httpx.TransportError:
                following.opened(LOST)
            if not following.over:
                time.sleep(following.pause())

    def play(self, game: str, choose: Callable[[Any], Command | None]) -> None:
        """Plays a seat to the end of its game: whenever it is to move, `choose` picks from what the message offers."""
        playing = Playing()
        for message in self.follow(game, state=("table", "choices")):
            offered = playing.offered(message)
            if offered is not None and (order := choose(offered)) is not None:
                try:
                    playing.moved = self.command(game, order)["version"]
                except HaricotProblem as refusal:
                    if refusal.status != httpx.codes.CONFLICT:
                        raise  # a conflict: somebody was faster, and the next message says what may be done now

    def close(self) -> None:
        """Hangs up."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _run(self, call: Call[Answer]) -> Answer:
        steps: Generator[Step, Reply | None, Answer] = asked(call, self._attempts)
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
